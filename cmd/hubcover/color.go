package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/covers"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

// painting is one call of color.
type painting struct {
	search
	edges   bool
	to, out string // of the extension itself
	drawn   string // the instance whose extension was written
}

// extensionFormats are what the extension itself is written as.
var extensionFormats = []string{"dot", "digraph6"}

func (a *app) colorCommand() *cobra.Command {
	p := &painting{search: search{app: a}}
	cmd := &cobra.Command{
		Use:   "color COVER INSTANCE",
		Short: "colour the hubs of a given cover with the fewest colours",
		Long: `Finds the chromatic index of a given hub extension: the fewest colours for its
hubs so that two that share a source, or share a target, differ. COVER is what
verify takes: a result record, role:, permissions:, users: lines, or lines
sources | targets; it must be a hub extension of INSTANCE. The lower bound is a
clique of hubs or a refutation, and both bounds are checked; the colours also as
colours of the edges of the extension, where all edges at one hub agree and at
every vertex any two edges in, and any two edges out, differ.

--to writes the extension itself, with its hubs as extra nodes: as dot with
names and colours, or as digraph6. The exit code is 4 where COVER is no hub
extension of INSTANCE, 3 where a limit came first.`,
		Example: `  hubcover color roles.txt access.txt
  hubcover solve access.txt -q b --json > result.json
  hubcover color result.json access.txt --show hubs,proof
  hubcover color roles.txt access.txt --cert certs && hubcheck certs/access.hubcert.tar access.txt
  hubcover color roles.txt access.txt --to dot -o extension.dot`,
		Args: wants("COVER and INSTANCE", 2, 2),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return misuse("only one of the two files can be standard input")
			}
			return p.paint(cmd.Context(), args[0], args[1])
		}),
	}
	config.AddFlags(cmd.Flags(), searchKeys...)
	complete(cmd, "backend", backendNames(all.Backends))
	p.read.add(cmd)
	p.show.add(cmd)
	cmd.Flags().BoolVar(&p.edges, "edges", false, "give the colouring as one of the edges of the extension too")
	cmd.Flags().StringVar(&p.to, "to", "", "write the extension itself as `FORMAT`: dot or digraph6 (default dot where -o is given)")
	cmd.Flags().StringVarP(&p.out, "output", "o", "", "write the extension to this `FILE`, whole or not at all")
	complete(cmd, "to", extensionFormats)
	cmd.Flags().BoolVar(&p.opt.NoProof, "no-proof", false, "make no proofs: what rests on a backend's word is reported as unproved")
	cmd.Flags().StringVar(&p.cert.dir, "cert", "", "write a certificate into this folder, `DIR`/NAME.hubcert.tar; implies --deterministic")
	return cmd
}

// paint settles what goes where, and colours.
func (p *painting) paint(ctx context.Context, cover, instance string) error {
	if p.out != "" && p.to == "" {
		p.to = "dot"
		if f, ok := formats.ByExtension(p.out); ok {
			p.to = f.Name
		}
	}
	if p.to != "" {
		if err := oneOf("format of an extension", p.to, extensionFormats); err != nil {
			return err
		}
	}
	alone := p.to != "" && (p.out == "" || p.out == "-") // on standard output
	switch {
	case p.show.format == "competition":
		return misuse("--format competition is for solve and decide: color prints human or json")
	case alone && (p.show.json || p.show.format == "json"):
		return misuse("--to %s and --json both want standard output: give the extension a file with -o", p.to)
	}
	p.start.path = cover
	p.answer = p.color
	p.unanswered = func(inst *instances.Instance, stop backends.Stop, known *latest) *hubcover.Result {
		return &hubcover.Result{Instance: inst, Index: known.of(instances.Index, stop)}
	}
	p.judge = func(res *hubcover.Result) int {
		if res.Index.Status() != hubcover.Optimal {
			return undecided
		}
		return answered
	}
	p.print = p.printIndex
	switch {
	case alone:
		p.print = func(res *hubcover.Result) error { return p.draw(ctx, res) }
	case p.to != "":
		p.also = p.draw
	}
	return p.run(ctx, []string{instance})
}

// color colours the cover that was laid on the instance.
func (p *painting) color(ctx context.Context, inst *instances.Instance, opt hubcover.Options) (*hubcover.Result, error) {
	hubs := opt.Start
	opt.Start = nil
	res, err := hubcover.Color(ctx, inst, hubs, opt)
	if errors.Is(err, hubcover.ErrNoCover) {
		if faults := covers.Faults(inst.Relation, hubs, 5); len(faults) > 0 {
			return nil, fmt.Errorf("%w %s: %s", hubcover.ErrNoCover, inst.Name, strings.Join(faults, "; "))
		}
	}
	if err == nil && p.edges {
		res.Index.Edges = res.Index.Hubs.Edges()
	}
	return res, err
}

// draw writes the extension itself. A signal that ended the search does not
// end this.
func (p *painting) draw(ctx context.Context, res *hubcover.Result) error {
	if p.drawn != "" && p.out != "" {
		return fmt.Errorf("%s holds the extension of %s, and there is another instance: colour them one by one", p.out, p.drawn)
	}
	p.drawn = res.Instance.Name
	rel, hubs := res.Instance.Relation, res.Index.Hubs
	if len(hubs) == 0 && rel.Len() > 0 {
		return fmt.Errorf("%s: the search did not come back in time, and its colours are lost: give it more time", p.drawn)
	}
	return p.output(context.WithoutCancel(ctx), p.out, func(w io.Writer) error {
		if p.to == "dot" {
			return formats.WriteExtensionDOT(w, rel, hubs)
		}
		g, err := hubs.Digraph(rel)
		if err != nil {
			return err
		}
		_, err = formats.Write(w, p.to, g)
		return err
	})
}

// printIndex prints the table of a colouring.
func (p *painting) printIndex(res *hubcover.Result) error {
	iv, rel := res.Index, res.Instance.Relation
	l := p.intervalLine(res, instances.Index, iv)
	l.how = count(len(iv.Hubs), "hub") + "; " + l.how
	for _, e := range iv.Edges {
		var edge string // the line is a row or a column, not both
		if e.Out {
			edge = fmt.Sprintf("edge hub %d → %s", e.Hub+1, quoted(rel.ColName(int(e.Line))))
		} else {
			edge = fmt.Sprintf("edge %s → hub %d", quoted(rel.RowName(int(e.Line))), e.Hub+1)
		}
		l.below = append(l.below, fmt.Sprintf("%s: colour %d", edge, e.Color))
	}
	return p.table(res.Instance, []line{l})
}
