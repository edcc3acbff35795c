package main

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

func (a *app) encodeCommand() *cobra.Command {
	var read readFlags
	var question, form, to, out string
	var p encode.Problem
	cmd := &cobra.Command{
		Use:   "encode FILE",
		Short: "write a question as a formula for other people's solvers",
		Long: `Writes the question whether so many hubs, or colours, are enough as a formula.
Its comment lines map the variables back and hold the instance, so that decode
needs nothing but the file and a solver's model.

Forms: ` + formsHelp(),
		Example: `  hubcover encode access.txt -q b --hubs 13 -o access.cnf
  hubcover encode graph.d6 -q chi --colors 3 --form r
  hubcover encode access.txt -q b --form setcover --to lp -o access.lp
  cadical -q access.cnf > model.txt; hubcover decode model.txt --with access.cnf`,
		Args: wants("one FILE, or - for standard input", 1, 1),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if err := read.check(); err != nil {
				return err
			}
			enc, err := findEncoder(question, form)
			if err != nil {
				return err
			}
			if err := wantBounds(cmd, enc); err != nil {
				return err
			}
			format, err := formulaFormat(to, out, enc)
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			if limit := time.Duration(a.config.TimeLimit); limit > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			inst, err := read.only(ctx, a, args[0])
			if err != nil {
				return err
			}
			p.Rel = inst.Relation
			return a.output(ctx, out, func(w io.Writer) error {
				formula, err := enc.Encode(ctx, p)
				if err != nil {
					return err
				}
				return encode.Write(w, format, enc, p, formula)
			})
		}),
	}
	read.add(cmd)
	config.AddFlags(cmd.Flags(), "time-limit")
	cmd.Flags().StringVarP(&question, "question", "q", "", "`QUESTION`: b, chi or front")
	cmd.Flags().StringVar(&form, "form", "", "`FORM` of the formula (default: the question's first)")
	cmd.Flags().IntVar(&p.Hubs, "hubs", 0, "at most `N` hubs")
	cmd.Flags().IntVar(&p.Colors, "colors", 0, "at most `H` colours")
	cmd.Flags().IntVar(&p.MaxClauses, "max-clauses", encode.DefaultMaxClauses, "refuse to write more than `N` clauses")
	cmd.Flags().StringVar(&to, "to", "", "`FORMAT`: cnf, opb, wcnf, lp, mps (default: by the ending of the file written, else cnf, for set covers opb)")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `FILE`, whole or not at all")
	complete(cmd, "question", encodedQuestions())
	complete(cmd, "form", forms(0))
	complete(cmd, "to", formulaFormats())
	return cmd
}

func formsHelp() string {
	text := ""
	for _, e := range encode.All {
		text += "\n  " + pad(e.Name, 16) + e.Doc
	}
	return text
}

// encodedQuestions lists the questions that have an encoder.
func encodedQuestions() []string {
	var out []string
	for _, e := range encode.All {
		if !slices.Contains(out, e.Question.String()) {
			out = append(out, e.Question.String())
		}
	}
	return out
}

// forms lists the forms of a question; 0 is all.
func forms(q instances.Question) []string {
	var out []string
	for _, e := range encode.All {
		if (q == 0 || e.Question == q) && !slices.Contains(out, e.Form) {
			out = append(out, e.Form)
		}
	}
	return out
}

func findEncoder(question, form string) (encode.Encoder, error) {
	if question == "" {
		return encode.Encoder{}, misuse("encode wants a question: -q b, -q chi or -q front")
	}
	if err := oneOf("question to encode", question, encodedQuestions()); err != nil {
		return encode.Encoder{}, err
	}
	q, err := instances.ParseQuestion(question)
	if err != nil {
		return encode.Encoder{}, usageError{err}
	}
	if form != "" {
		if err := oneOf("form of "+question, form, forms(q)); err != nil {
			return encode.Encoder{}, err
		}
	}
	return encode.Find(q, form)
}

// wantBounds holds the bounds that were given against those that the encoder
// takes.
func wantBounds(cmd *cobra.Command, e encode.Encoder) error {
	for _, b := range []struct {
		flag  string
		takes bool
	}{{"hubs", e.Hubs}, {"colors", e.Colors}} {
		f := cmd.Flags().Lookup(b.flag)
		switch {
		case b.takes && !f.Changed:
			return misuse("%s wants --%s", e.Name, b.flag)
		case !b.takes && f.Changed:
			return misuse("%s takes no --%s", e.Name, b.flag)
		case f.Value.String()[0] == '-':
			return misuse("--%s %s: expected a number from 0 up", b.flag, f.Value)
		}
	}
	return nil
}

func formulaFormats() []string {
	var out []string
	for _, f := range pb.Formats {
		out = append(out, f.Name)
	}
	return out
}

// formulaFormat is the format to write: as named, or by the ending of the
// file, or one that the form fits.
func formulaFormat(to, out string, e encode.Encoder) (pb.Format, error) {
	if to != "" {
		if err := oneOf("formula format", to, formulaFormats()); err != nil {
			return pb.Format{}, err
		}
		return pb.FindFormat(to)
	}
	if f, err := pb.FindFormat(out); err == nil && out != "" {
		return f, nil
	}
	if !e.Hubs && !e.Colors || e.Name == encode.Columns.Name { // it minimises, or counts
		return pb.FindFormat("opb")
	}
	return pb.FindFormat("cnf")
}
