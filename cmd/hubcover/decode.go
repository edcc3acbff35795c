package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/covers"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
)

func (a *app) decodeCommand() *cobra.Command {
	var with, out string
	cmd := &cobra.Command{
		Use:   "decode MODEL --with FORMULA",
		Short: "read a solver's model of a formula as hubs",
		Long: `Reads what a solver printed for a formula that encode wrote, checks that it is a
model and that the hubs cover the instance, and prints the hubs, a biclique a
line: sources | targets, with a colour in front where the form has colours. Such
lines are what verify and --start read.

The exit code is 4 where the model or the hubs are rejected.`,
		Example: `  hubcover encode access.txt -q b --hubs 14 -o access.cnf
  cadical -q access.cnf > model.txt
  hubcover decode model.txt --with access.cnf`,
		Args: wants("one MODEL, or - for standard input", 1, 1),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if with == "" {
				return misuse("decode wants --with FORMULA, the file that encode wrote")
			}
			var enc encode.Encoder
			var p encode.Problem
			err := a.withFile(with, func(r io.Reader) (err error) {
				if enc, p, err = encode.ReadHeader(r); err != nil {
					return fmt.Errorf("%s: %w", with, err)
				}
				return nil
			})
			if err != nil {
				return err
			}
			formula, err := enc.Encode(cmd.Context(), p)
			if err != nil {
				return fmt.Errorf("%s: %w", with, err)
			}
			var model pb.Model
			err = a.withFile(args[0], func(r io.Reader) (err error) {
				model, err = pb.ReadModel(r, formula.Formula.Vars())
				return err
			})
			var e *pb.ModelError
			if errors.As(err, &e) {
				return fmt.Errorf("%s:%d: %w", args[0], e.Line, e.Err)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			hubs, err := decoded(enc, p, formula, model)
			if err != nil {
				a.talk.line("hubcover: %s is rejected: %v", args[0], err)
				return exit(disagreed)
			}
			a.talk.info("%s: %s, %s", args[0], count(len(hubs), "hub"), count(hubs.Colors(), "colour"))
			return a.output(cmd.Context(), out, func(w io.Writer) error { return covers.Write(w, p.Rel, hubs) })
		}),
	}
	cmd.Flags().StringVar(&with, "with", "", "the `FORMULA` that encode wrote, in any of its formats")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `FILE`, whole or not at all")
	return cmd
}

// decoded evaluates the model and verifies what it says of the relation.
func decoded(e encode.Encoder, p encode.Problem, formula encode.Encoding, model pb.Model) (instances.Extension, error) {
	if err := formula.Formula.Check(model); err != nil {
		return nil, err
	}
	hubs, err := formula.Decode(model)
	if err != nil {
		return nil, err
	}
	if p.Cells != nil { // a part of the cells: no cover of the whole
		return hubs, nil
	}
	if e.Colors {
		err = verify.Coloring(p.Rel, hubs, p.Colors)
	} else {
		err = verify.Cover(p.Rel, hubs)
	}
	if err == nil && e.Hubs && len(hubs) > p.Hubs {
		err = fmt.Errorf("%d hubs where at most %d are wanted", len(hubs), p.Hubs)
	}
	return hubs, err
}
