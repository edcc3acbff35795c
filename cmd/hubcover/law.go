package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
)

func (a *app) lawCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "law",
		Short: "interaction laws on a manifold that have the instance for their digraph",
		Long: `A coloured hub extension of h colours gives h interaction laws u_j = beta_j a on
a manifold: particles at the embedded nodes act on each other exactly along the
edges. build makes the laws, check holds them against the instance, recover
rebuilds the digraph from their numbers, simulate moves the particles, heads makes
attention heads that attend along the edges.`,
		Example: `  hubcover gen causal n=16 -o causal.d6
  hubcover law build causal.d6 --manifold sphere:7 -o law.json
  hubcover law check law.json causal.d6
  hubcover law recover law.json
  hubcover law simulate law.json -o trajectories.csv --plot trajectories.svg`,
		Args: cobra.ArbitraryArgs,
		RunE: group,
	}
	cmd.AddCommand(a.lawBuildCommand(), a.lawCheckCommand(), a.lawRecoverCommand(), a.lawSimulateCommand(), a.lawHeadsCommand())
	return cmd
}

// readLaw reads a law file.
func (a *app) readLaw(path string) (l *law.Law, err error) {
	err = a.withFile(path, func(r io.Reader) error {
		if l, err = law.Read(r); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
	return l, err
}

func (a *app) lawCheckCommand() *cobra.Command {
	var read readFlags
	var starts int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check LAW INSTANCE",
		Short: "hold interaction laws against the instance, a line a check",
		Long: `Checks that the laws of a law file implement INSTANCE, a line a check:

  instance    nodes, reading and digest are those of INSTANCE
  parameters  they are counted right
  supports    balls of radius rho about the points are disjoint
  codes       unit vectors, none negative, all different, with the margin stated
  labels      sources and targets of one code are exactly the edges
  vertices    beta_j at all pairs of nodes is 1 on E_j, below 1 - margin elsewhere
  bound       the same on the whole of all pairs of balls, with rounding counted
  search      ascents of beta_j end at edges, and find nothing above elsewhere
  field       the directions stay away from 0 on the balls of all targets
  strong      near every edge a law weakens with the distance, of directions of length 1
  recover     the digraph rebuilt from points, codes and labels is INSTANCE
  influence   who moves whom, measured by the integrator with each source removed

The exit code is 4 where one of them rejects.`,
		Example: `  hubcover law check law.json causal.d6
  hubcover law check law.json access.txt --starts 500 --seed 7`,
		Args: wants("LAW and INSTANCE", 2, 2),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			switch {
			case args[0] == "-" && args[1] == "-":
				return misuse("only one of the two files can be standard input")
			case starts < 1:
				return misuse("--starts %d: expected a number from 1 up", starts)
			}
			if err := read.check(); err != nil {
				return err
			}
			l, err := a.readLaw(args[0])
			if err != nil {
				return err
			}
			inst, err := read.only(cmd.Context(), a, args[1])
			if err != nil {
				return err
			}
			return a.checkLaw(cmd.Context(), l, inst, asJSON, law.Checking{Seed: uint64(a.config.Seed), Search: density.Search{Starts: starts}})
		}),
	}
	config.AddFlags(cmd.Flags(), "seed")
	cmd.Flags().BoolVar(&asJSON, "json", false, "a JSON object a check: its name, whether it accepts, and why")
	cmd.Flags().IntVar(&starts, "starts", 64, "ascents of every beta_j in the check search, `N`")
	read.add(cmd)
	return cmd
}

func (a *app) checkLaw(ctx context.Context, l *law.Law, inst *instances.Instance, asJSON bool, s law.Checking) error {
	findings, err := l.Check(ctx, inst.Relation, s)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	code := answered
	for _, f := range findings {
		if err := a.printFinding(f, asJSON); err != nil {
			return err
		}
		if f.Err != nil {
			code = disagreed
		}
	}
	return exitWith(code)
}

func (a *app) printFinding(f law.Finding, asJSON bool) error {
	if !asJSON {
		_, err := fmt.Fprintln(a.out, printable(f.String()))
		return err
	}
	line := struct {
		Check    string `json:"check"`
		Accepted bool   `json:"accepted"`
		Why      string `json:"why"`
	}{f.Check, f.Err == nil, f.Why}
	if f.Err != nil {
		line.Why = f.Err.Error()
	}
	return writeJSON(a.out, line)
}

func (a *app) lawRecoverCommand() *cobra.Command {
	var to, out string
	cmd := &cobra.Command{
		Use:   "recover LAW",
		Short: "rebuild the digraph from points, codes and labels alone",
		Long: `Evaluates every beta_j of a law file at all pairs of its points, and prints the
pairs at which one is above 1 - margin/2: the digraph that the laws implement,
by name. Of a relation, only rows and columns with a cell come back.`,
		Example: `  hubcover law recover law.json
  hubcover law recover law.json --to digraph6`,
		Args: wants("LAW", 1, 1),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if err := oneOf("format", to, writtenFormats()); err != nil {
				return err
			}
			l, err := a.readLaw(args[0])
			if err != nil {
				return err
			}
			rel, err := l.Recover()
			if err != nil {
				return err
			}
			if l.Instance.As == "relation" {
				rel = withoutEmpty(rel)
			}
			return a.output(cmd.Context(), out, func(w io.Writer) error {
				_, err := formats.Write(w, to, rel)
				return err
			})
		}),
	}
	cmd.Flags().StringVar(&to, "to", "pairs", "`FORMAT` of the output")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `FILE`, whole or not at all")
	complete(cmd, "to", writtenFormats())
	return cmd
}

// withoutEmpty drops rows and columns without cells, and reads the rest as sets
// apart.
func withoutEmpty(rel *instances.Relation) *instances.Relation {
	var rows, cols []int32
	for v := range rel.Rows() {
		if len(rel.Row(v)) > 0 {
			rows = append(rows, int32(v))
		}
	}
	for v := range rel.Cols() {
		if len(rel.Col(v)) > 0 {
			cols = append(cols, int32(v))
		}
	}
	return rel.Sub(rows, cols)
}
