package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/instances/formats"
	"github.com/hubcover/hubcover/instances/library"
)

// gen is what the commands below gen share.
type gen struct {
	*app
	to, out string
}

func (a *app) genCommand() *cobra.Command {
	g := &gen{app: a}
	cmd := &cobra.Command{
		Use:   "gen FAMILY key=value...",
		Short: "make an instance of a family: attention masks, graphs, random ones",
		Long: `Makes an instance of a family. gen list names the families, gen FAMILY --help
the parameters of one, with what is known of it; gen library has instances that
come with the program. Digraphs of up to 62 nodes are written as digraph6,
everything else as a list of cells; --to says otherwise.`,
		Example: `  hubcover gen list
  hubcover gen random --help
  hubcover gen random rows=40 cols=40 p=0.5 seed=1 -o r40.txt
  hubcover gen causal n=16 | hubcover solve -`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misuse("gen wants a FAMILY; gen list names them")
			}
			words := append(families.Names(), "list", "library")
			return misuse("no family is named %q%s", args[0], nearestOr(args[0], words, "; gen list names them"))
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return families.Names(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.PersistentFlags().StringVar(&g.to, "to", "", "`FORMAT` of the output (default: by the ending of the file written, else digraph6 or cells)")
	cmd.PersistentFlags().StringVarP(&g.out, "output", "o", "", "write to this `FILE`, whole or not at all")
	complete(cmd, "to", writtenFormats())
	cmd.AddCommand(g.listCommand(), g.libraryCommand())
	for i := range families.All {
		cmd.AddCommand(g.familyCommand(&families.All[i]))
	}
	return cmd
}

func (g *gen) libraryCommand() *cobra.Command {
	var names []string
	for _, e := range library.All() {
		names = append(names, e.Name)
	}
	return &cobra.Command{
		Use:   "library [NAME]",
		Short: "write an instance that comes with the program; without NAME, name them",
		Example: `  hubcover gen library
  hubcover gen library demo | hubcover solve - -q b,chi,front`,
		Args:      wants("one NAME", 0, 1),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return g.output(context.Background(), "", listLibrary)
			}
			if err := oneOf("instance of the library", args[0], names); err != nil {
				return err
			}
			inst, err := library.Open(args[0])
			if err != nil {
				return err
			}
			return g.write(inst)
		},
	}
}

func listLibrary(w io.Writer) error {
	for _, e := range library.All() {
		known := ""
		for _, k := range []struct {
			name  string
			value *int
		}{{"b", e.B}, {"χ_hub", e.Chi}, {"χ′", e.ChiPrime}} {
			if k.value != nil {
				known += fmt.Sprintf(", %s = %d", k.name, *k.value)
			}
		}
		if _, err := fmt.Fprintf(w, "%s\n    %s (%s, %d × %d%s)\n", e.Name, e.Doc, e.As, e.Rows, e.Cols, known); err != nil {
			return err
		}
	}
	return nil
}

func nearestOr(word string, words []string, otherwise string) string {
	if w := nearest.Word(word, words); w != "" {
		return "; did you mean " + w + "?"
	}
	return otherwise
}

func (g *gen) listCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "name the families",
		Example: "  hubcover gen list",
		Args:    wants("no arguments", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			var b strings.Builder
			for _, f := range families.All {
				var params []string
				for _, p := range f.Params {
					params = append(params, p.Name+"="+p.Default)
				}
				fmt.Fprintf(&b, "%s\n    %s (%s)\n", strings.Join(append([]string{f.Name}, params...), " "), f.Doc, f.Reading())
			}
			_, err := io.WriteString(g.app.out, b.String())
			return err
		},
	}
}

// familyCommand is hidden: there are many, and gen list names them.
func (g *gen) familyCommand(f *families.Family) *cobra.Command {
	return &cobra.Command{
		Use:     f.Name + " [key=value...]",
		Short:   f.Doc,
		Long:    familyHelp(f),
		Example: fmt.Sprintf("  hubcover gen %s -o %s.txt", exampleCall(f), f.Name),
		Hidden:  true,
		Args:    cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			call, err := families.Parse(f.Name, args)
			if err != nil {
				return usageError{nearer(err)}
			}
			inst, err := call.Instance()
			if err != nil {
				return err
			}
			return g.write(inst)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var keys []string
			for _, p := range f.Params {
				keys = append(keys, p.Name+"=\t"+p.Doc)
			}
			return keys, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	}
}

// nearer says the nearest of the choices in place of them all.
func nearer(err error) error {
	var unknown *families.Unknown
	if !errors.As(err, &unknown) {
		return err
	}
	where := strings.TrimSuffix(err.Error(), unknown.Error())
	return fmt.Errorf("%s%s%s", where, unknown.Message, nearest.Hint(unknown.Name, unknown.Choices))
}

func exampleCall(f *families.Family) string {
	call := f.Name
	for _, p := range f.Params {
		call += " " + p.Name + "=" + p.Default
	}
	return call
}

func familyHelp(f *families.Family) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s.\nIt is a %s.\n", f.Name, strings.TrimSuffix(f.Doc, "."), f.Reading())
	if len(f.Params) > 0 {
		b.WriteString("\nParameters:\n")
	}
	for _, p := range f.Params {
		fmt.Fprintf(&b, "  %s  %s; %s (default %s)\n", pad(p.Name, 8), p.Doc, p.Takes(), p.Default)
	}
	if f.Known != "" {
		fmt.Fprintf(&b, "\nKnown: %s\n", f.Known)
	}
	if f.Paper != "" {
		fmt.Fprintf(&b, "Source: %s\n", f.Paper)
	}
	return strings.TrimRight(b.String(), "\n")
}

// write writes a made instance, and with -v what is known of it.
func (g *gen) write(inst *instances.Instance) error {
	format, chosen, err := g.format(inst.Relation)
	if err != nil {
		return err
	}
	lost := g.talk.info
	if chosen {
		lost = g.talk.warn
	}
	for _, k := range []struct {
		name  string
		value *int
	}{{"b", inst.Known.B}, {"chi", inst.Known.Chi}, {"chi-prime", inst.Known.ChiPrime}} {
		if k.value != nil {
			g.talk.info("%s: %s = %d is known", inst.Name, k.name, *k.value)
		}
	}
	return g.output(context.Background(), g.out, func(w io.Writer) error { return write(w, format, inst, lost) })
}

// format is the format to write: as chosen by --to or the ending of the file,
// else digraph6 for digraphs of up to 62 nodes, which then fit a short line,
// else cells.
func (g *gen) format(rel *instances.Relation) (name string, chosen bool, err error) {
	_, chosen = formats.ByExtension(g.out)
	chosen = chosen || g.to != ""
	if !chosen && rel.IsDigraph() && rel.Rows() <= 62 {
		return "digraph6", false, nil
	}
	f, err := writeFormat(g.to, g.out)
	return f.Name, chosen, err
}
