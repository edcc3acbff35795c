package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/ordered"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/study"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/manifold"
)

func (a *app) studyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "study",
		Short:   "measure many random instances, as a table, as data and as a picture",
		Example: "  hubcover study random-hub --N 20,40 --n 8 --p .2 --samples 20",
		Args:    cobra.ArbitraryArgs,
		RunE:    group,
	}
	cmd.AddCommand(a.randomHubCommand())
	return cmd
}

// studying is one call of study random-hub.
type studying struct {
	*app
	nodes, hubs     []int
	p               []float64
	manifold        string
	csv, json, plot string
	plan            study.Plan
}

// studied are the questions that are measured.
var studied = []instances.Question{instances.B, instances.Chi, instances.ChiPrime}

func (a *app) randomHubCommand() *cobra.Command {
	s := &studying{app: a}
	var questions []string
	var names []string
	for _, q := range studied {
		names = append(names, q.String())
	}
	cmd := &cobra.Command{
		Use:   "random-hub",
		Short: "what covers random hub extensions, against what was planted",
		Long: `Draws random hub extensions RHE(N,n,p): N nodes and n hubs, each node a source of
each hub with probability p, and a target with probability p. Measures b, χ_hub
and χ′ of the digraph, beside the hubs and colours planted, and the parameters of
interaction laws beside the edges: of the planted hubs, of the covers found, and
of identity keys, which have a hub an edge. A law has a code of --fibre
coordinates for each hub, a label for each source and target of a hub, and a
direction v with as many coordinates as points of --manifold.

The table has minimum, quartiles and maximum at each combination of N, n and p,
and the medians of all. A number that a limit left open stays an interval, and so
does every quantile that it may touch. The covers are found without knowing what
was planted; as upper bounds of b and χ_hub the planted hubs count too.

--csv and --json write all samples to files, or in place of the table to standard
output (-); --plot draws medians and quartiles. The same seed draws the same
samples, and hubcover gen random-hub draws any of them again by its own seed.
Where only p differs the hubs grow with it. An interrupt, or the end of
--total-time-limit, gives what is done; the exit code is then 3, as where a
number is open.`,
		Example: `  hubcover study random-hub --N 20,40,80 --n 8 --p .1 --samples 20 --plot trend.svg
  hubcover study random-hub --N 30 --n 8 --p .05,.1,.2,.3 --time-limit 10 --csv samples.csv
  hubcover study random-hub --N 40 --n 10 --p .2 -q b --samples 100 --jobs 0 --json -`,
		Args: wants("no arguments", 0, 0),
		RunE: interruptible(func(cmd *cobra.Command, _ []string) error {
			var err error
			if s.plan.Questions, err = parseQuestions(questions); err != nil {
				return err
			}
			if slices.Contains(s.plan.Questions, instances.Front) {
				return misuse("front is not measured here: choose among b, chi, chi-prime")
			}
			return s.run(cmd.Context())
		}),
	}
	fs := cmd.Flags()
	fs.IntSliceVar(&s.nodes, "N", []int{20}, "nodes, one `N` or several")
	fs.IntSliceVar(&s.hubs, "n", []int{8}, "planted hubs, one `n` or several")
	fs.Float64SliceVar(&s.p, "p", []float64{0.2}, "probability of being a source, and of being a target, one `p` or several")
	fs.IntVar(&s.plan.Samples, "samples", 20, "samples at each combination of N, n and p, `K`")
	fs.StringSliceVarP(&questions, "questions", "q", names, "what to measure: b, chi, chi-prime")
	complete(cmd, "questions", names)
	fs.IntVar(&s.plan.Law.Fibre, "fibre", 2, "coordinates of a code of the laws, `m`, at least 2")
	fs.StringVar(&s.manifold, "manifold", "sphere:7", "`MANIFOLD` of the laws, such as sphere:7, torus:4 or grassmann:2,5")
	fs.StringVar(&s.csv, "csv", "", "write the samples to this `FILE` as CSV, - for standard output")
	fs.StringVar(&s.json, "json", "", "write samples and quantiles to this `FILE` as JSON (hubcover config schema study), - for standard output")
	fs.StringVar(&s.plot, "plot", "", "draw medians and quartiles into this `FILE` as SVG")
	config.AddFlags(fs, "time-limit", "total-time-limit", "mem-limit", "jobs", "seed", "backend")
	fs.Lookup("time-limit").Usage = "time for each sample, `DURATION`; a bare number is seconds, 0 is no limit"
	fs.Lookup("total-time-limit").Usage = "time for all samples together, `DURATION`; 0 is no limit"
	fs.Lookup("jobs").Usage = "samples that are worked on at once, `N`; 0 is one for each core"
	complete(cmd, "backend", backendNames(all.Backends))
	return cmd
}

// run draws all samples and writes what was asked.
func (s *studying) run(ctx context.Context) error {
	if err := s.settle(ctx); err != nil {
		return err
	}
	began := ctx
	if limit := time.Duration(s.config.TotalTimeLimit); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	samples, err := s.draw(ctx)
	if err != nil {
		return err
	}
	complete := len(samples) == len(s.plan.Points)*s.plan.Samples
	// What ended the drawing must not cost what was drawn.
	if err := s.write(context.WithoutCancel(began), samples, complete); err != nil {
		return err
	}
	if !complete {
		s.talk.warn("%s: %d of %s are done, and told of", backends.StopOf(ctx), len(samples), count(len(s.plan.Points)*s.plan.Samples, "sample"))
		return exitWith(undecided)
	}
	if slices.ContainsFunc(samples, openSample) {
		return exitWith(undecided)
	}
	return nil
}

// settle checks the flags and makes the plan.
func (s *studying) settle(ctx context.Context) error {
	m, err := manifold.Parse(s.manifold)
	if err != nil {
		return misuse("--manifold: %v", err)
	}
	switch {
	case s.plan.Law.Fibre < 2:
		return misuse("--fibre %d: expected 2 or more, as one coordinate tells no two hubs of a colour apart", s.plan.Law.Fibre)
	case s.plan.Samples < 1:
		return misuse("--samples %d: expected 1 or more", s.plan.Samples)
	case s.csv == "-" && s.json == "-":
		return misuse("--csv and --json both want standard output: give one of them a file")
	case s.plot == "-":
		return misuse("--plot wants a file")
	}
	s.plan.Law.Direction = m.Ambient()
	for _, n := range s.nodes {
		for _, hubs := range s.hubs {
			for _, p := range s.p {
				if at := (study.Point{Nodes: n, Hubs: hubs, P: p}); !slices.Contains(s.plan.Points, at) {
					s.plan.Points = append(s.plan.Points, at)
				}
			}
		}
	}
	for _, at := range s.plan.Points {
		if err := at.Check(); err != nil {
			return misuse("%v", err)
		}
	}
	s.plan.Seed, s.plan.TimeLimit = s.config.Seed, time.Duration(s.config.TimeLimit)
	s.plan.Options.Seed, s.plan.Options.Deterministic, s.plan.Options.Memory = s.config.Seed, true, int64(s.config.MemLimit)
	s.plan.Options.Backends, err = s.backends(ctx)
	return err
}

// drawing is what came of a task.
type drawing struct {
	sample study.Sample
	whole  bool
	err    error
}

// draw draws the samples, several at once, and keeps their order. Those that the
// end of ctx cut are left out.
func (s *studying) draw(ctx context.Context) ([]study.Sample, error) {
	jobs := s.config.Jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	var lines *study.CSV
	if s.csv == "-" {
		var err error
		if lines, err = study.NewCSV(s.out); err != nil {
			return nil, err
		}
	}
	// An end of the loop before that of the samples ends those under way too.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	total := len(s.plan.Points) * s.plan.Samples
	var out []study.Sample
	for d := range ordered.Map(ctx, jobs, s.plan.Tasks(), func(t study.Task) (d drawing) {
		d.sample, d.whole, d.err = s.plan.Draw(ctx, t)
		return d
	}) {
		switch {
		case d.err != nil:
			return nil, d.err
		case !d.whole:
			continue
		}
		out = append(out, d.sample)
		s.talk.tick("%s: %d of %d samples", d.sample.Point, len(out), total)
		if lines != nil {
			if err := lines.Write(d.sample); err != nil {
				return nil, err
			}
		}
	}
	s.talk.clear()
	return out, nil
}

// write puts the samples where they were asked.
func (s *studying) write(ctx context.Context, samples []study.Sample, complete bool) error {
	if s.csv != "-" && s.json != "-" {
		if err := s.output(ctx, "", func(w io.Writer) error { return s.table(w, samples) }); err != nil {
			return err
		}
	}
	if s.csv != "" && s.csv != "-" {
		if err := s.output(ctx, s.csv, func(w io.Writer) error { return writeCSV(w, samples) }); err != nil {
			return err
		}
	}
	if s.json != "" {
		if err := s.output(ctx, s.json, func(w io.Writer) error { return s.plan.WriteJSON(w, samples, complete) }); err != nil {
			return err
		}
	}
	if s.plot != "" && len(samples) > 0 {
		return s.output(ctx, s.plot, func(w io.Writer) error { return study.WritePlot(w, samples) })
	}
	return nil
}

func (s *studying) table(w io.Writer, samples []study.Sample) error {
	fmt.Fprintf(w, "random hub extensions, seed %d; laws with codes of %d coordinates on %s\n\n", s.plan.Seed, s.plan.Law.Fibre, s.manifold)
	return study.WriteTable(w, samples)
}

func writeCSV(w io.Writer, samples []study.Sample) error {
	lines, err := study.NewCSV(w)
	for _, x := range samples {
		if err == nil {
			err = lines.Write(x)
		}
	}
	return err
}

// openSample reports that a number of the sample is not known.
func openSample(x study.Sample) bool {
	return x.B != nil && x.B.Open() || x.Chi != nil && x.Chi.Open() || x.ChiPrime != nil && x.ChiPrime.Open()
}
