package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/verify/law"
)

// simulation is one call of law simulate.
type simulation struct {
	*app
	dynamics              law.Dynamics
	normalize, field      string
	out, clusters, sketch string
}

func (a *app) lawSimulateCommand() *cobra.Command {
	s := &simulation{app: a}
	cmd := &cobra.Command{
		Use:   "simulate LAW",
		Short: "move particles by the laws, from the embedded nodes",
		Long: `Starts a particle at the point of every node, or near it, and moves all of them by
the sum over particles k and laws j of u_j(x_k,x_i). Writes where they are as CSV:
time, node, cluster, coordinates. Particles nearer than --cluster-distance, and
chains of such, are a cluster.

--normalize row makes the weights that act on a particle sum to 1, as attention
does, and leaves them 0 where all are; sinkhorn also those by which it acts, and is
refused where the weights have no total support. Where they lose it on the way the
trajectories end, with a warning and exit code 3.

The integrator is the pair of Dormand and Prince with every stage projected to
the manifold; steps follow --tolerance, an error in length.`,
		Example: `  hubcover law simulate law.json -o trajectories.csv --clusters clusters.csv --plot trajectories.svg
  hubcover law simulate law.json --field source --normalize row --time 4 --perturb 0.1`,
		Args: wants("LAW", 1, 1),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if err := s.settle(); err != nil {
				return err
			}
			return s.run(cmd.Context(), args[0])
		}),
	}
	f := cmd.Flags()
	f.StringVarP(&s.out, "output", "o", "", "write the trajectories to this `FILE`, whole or not at all")
	f.StringVar(&s.clusters, "clusters", "", "write the number of clusters over time to this `FILE`, as CSV")
	f.StringVar(&s.sketch, "plot", "", "draw trajectories and clusters into this `FILE`, as SVG")
	f.Float64Var(&s.dynamics.Time, "time", 1, "`TIME` at the end")
	f.IntVar(&s.dynamics.Samples, "samples", 101, "`N` times to write down, both ends among them")
	f.StringVar(&s.normalize, "normalize", string(law.None), "`HOW` weights are normalised: none, row or sinkhorn")
	f.StringVar(&s.field, "field", "", "directions: `projected` or source (default: that of the law)")
	f.Float64Var(&s.dynamics.Perturb, "perturb", 0, "particles start up to `P` rho away from their nodes, P below 1")
	f.Float64Var(&s.dynamics.Near, "cluster-distance", 0, "`DISTANCE` below which particles are in one cluster (default: r0/2)")
	f.Float64Var(&s.dynamics.Tolerance, "tolerance", 1e-6, "error of a step, a `LENGTH`")
	f.IntVar(&s.dynamics.MaxSteps, "max-steps", 100000, "`N` steps at most")
	config.AddFlags(f, "seed")
	complete(cmd, "normalize", normalizationNames())
	complete(cmd, "field", fieldNames())
	return cmd
}

func normalizationNames() (names []string) {
	for _, n := range law.Normalizations {
		names = append(names, string(n))
	}
	return names
}

func (s *simulation) settle() error {
	if err := oneOf("normalisation", s.normalize, normalizationNames()); err != nil {
		return err
	}
	if s.field != "" {
		if err := oneOf("field", s.field, fieldNames()); err != nil {
			return err
		}
	}
	d := &s.dynamics
	switch {
	case s.sketch != "" && filepath.Ext(s.sketch) != ".svg":
		return misuse("--plot %s: pictures are SVG; give the file the ending .svg", s.sketch)
	case !(d.Time > 0):
		return misuse("--time %v: expected a positive number", d.Time)
	case d.Samples < 2:
		return misuse("--samples %d: expected a number from 2 up", d.Samples)
	case !(d.Perturb >= 0 && d.Perturb < 1):
		return misuse("--perturb %v: expected a share of rho, from 0 up and below 1", d.Perturb)
	case !(d.Near >= 0):
		return misuse("--cluster-distance %v: expected a positive number", d.Near)
	case !(d.Tolerance > 0):
		return misuse("--tolerance %v: expected a positive number", d.Tolerance)
	case d.MaxSteps < 1:
		return misuse("--max-steps %d: expected a number from 1 up", d.MaxSteps)
	}
	d.Normalize, d.Seed = law.Normalization(s.normalize), uint64(s.config.Seed)
	return nil
}

func (s *simulation) run(ctx context.Context, path string) error {
	l, err := s.readLaw(path)
	if err != nil {
		return err
	}
	if s.field != "" {
		l.Field.Kind = law.Kind(s.field)
	}
	t, err := l.Simulate(ctx, s.dynamics)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, f := range []struct {
		path   string
		always bool
		fill   func(io.Writer) error
	}{
		{s.out, true, func(w io.Writer) error { return writeTrajectory(w, l, t) }},
		{s.clusters, false, func(w io.Writer) error { return writeClusters(w, t) }},
		{s.sketch, false, func(w io.Writer) error { return drawTrajectory(w, l, t) }},
	} {
		if f.always || f.path != "" {
			if err := s.output(ctx, f.path, f.fill); err != nil {
				return err
			}
		}
	}
	last := len(t.Times) - 1
	text := fmt.Sprintf("%s to time %.6g in %s (%d refused): %s → %d, fastest %.4g → %.4g",
		count(len(l.Cover.Embedding.Points), "particle"), t.Times[last], count(t.Steps, "step"), t.Refused,
		count(t.Count(0), "cluster"), t.Count(last), t.Speeds[0], t.Speeds[last])
	switch {
	case s.out != "" && s.out != "-":
		fmt.Fprintln(s.app.out, text)
	case !s.config.Quiet:
		s.talk.line("%s", text)
	}
	if t.Forced > 0 {
		s.talk.warn("%s of the least size had errors above the tolerance, as where a weight ends abruptly", count(t.Forced, "step"))
	}
	if t.Stop != "" {
		s.talk.warn("the trajectories end %s", t.Stop)
		return exit(undecided)
	}
	return nil
}

// writeTrajectory writes a particle and time a line.
func writeTrajectory(w io.Writer, l *law.Law, t *law.Trajectory) error {
	out := csv.NewWriter(w)
	record := []string{"time", "node", "cluster"}
	for i := range l.Cover.Embedding.Manifold.Ambient() {
		record = append(record, "x"+strconv.Itoa(i))
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for n, time := range t.Times {
		for v, x := range t.Positions[n] {
			record = append(record[:0], decimal(time), l.Cover.Embedding.Names[v], strconv.Itoa(t.Clusters[n][v]+1))
			for _, a := range x {
				record = append(record, decimal(a))
			}
			if err := out.Write(record); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// writeClusters writes a time a line.
func writeClusters(w io.Writer, t *law.Trajectory) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"time", "clusters", "largest", "fastest"}); err != nil {
		return err
	}
	for n, time := range t.Times {
		sizes, largest := make([]int, t.Count(n)), 0
		for _, c := range t.Clusters[n] {
			sizes[c]++
			largest = max(largest, sizes[c])
		}
		if err := out.Write([]string{decimal(time), strconv.Itoa(len(sizes)), strconv.Itoa(largest), decimal(t.Speeds[n])}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
