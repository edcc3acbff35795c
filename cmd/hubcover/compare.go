package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
)

// comparison is one call of compare.
type comparison struct {
	*app
	read         readFlags
	forms        []string
	set          string
	whole, prove bool
	hubs, colors int
	repeat, warm int
	seeds        []int64
	wall, shrink config.Duration
	out, csv     string
	list         []backends.Backend // that take part
}

// What a run is held to where nothing is said.
const (
	compareTime   = 20 * time.Second
	compareMemory = 4 << 30
)

func (a *app) compareCommand() *cobra.Command {
	c := &comparison{app: a, shrink: config.Duration(time.Minute)}
	cmd := &cobra.Command{
		Use:   "compare [FILE...]",
		Short: "measure backends and forms against each other on many instances",
		Long: `Has every backend answer a question about every instance, in every form asked
for, each run in a process of its own, on one core, under the same limits.
Prints who solves how many and how fast; -o and --csv write all figures.
Without FILE it takes a shipped set, or with --set one that a file describes in
lines QUESTION FAMILY key=value... [: ANSWER], such as "b crown n=6 : 4" or
"chi<=3 random-digraph n=12 p=0.5 seed={1,2}" (hubcover gen list has families).

What is measured is the backend at work: it is given the formulas that hubcover
encode writes, with no reduction and no bound of our own before. Hubs are
sought from above: as many as there are rows or columns, then one less than the
last cover had, until it is refuted; colours from below, 1, 2, 3, ...; a form
that minimises is asked once. --hubs or --colors ask one formula instead.
--whole measures the path of solve with the one backend, end to end.

Forms: a list, all, or usual: the set cover for backends that minimise or take
set covers only, the question's first form (canonical) for the others.

Limits: --time-limit is processor time of a run with all its children (20s where
it is not set), --mem-limit the memory of them together (4G); --wall-limit ends
a run that sleeps. A control group (version 2) measures and enforces where one
can be made, otherwise the process tree is sampled 20 times a second; RLIMIT_CPU
stands behind both. The output says which it was.

Figures: the time is the processor time of making the formulas and of the
backend, without the start of this program or the verifying of covers. PAR-2 is
the mean time where unsolved counts as twice the limit; ratio the median of the
times over those of the virtual best, which takes the fastest entry on each
instance; best counts the instances where an entry is that, alone those that no
other solves. Score: 1 for an instance solved, -16 for one with a wrong answer.
A cover counts once it is verified; that there is none with less is the
backend's word unless --prove has its proof checked, and wrong where another
entry's cover refutes it. Then the exit code is 4, and the instance without the
rows and columns that the disagreement does not need is written beside -o.`,
		Example: `  hubcover compare
  hubcover compare access.txt -q b --backend cadical,minisat,columns
  hubcover compare *.txt -q chi --form all --time-limit 60s --repeat 3 -o compare.json --csv runs.csv
  hubcover compare access.txt -q b --hubs 13 --backend cadical/pinned,cadical/canonical
  hubcover compare access.txt -q b --whole`,
		Args: wants("FILEs, or - for standard input, or none", 0, -1),
		RunE: interruptible(func(cmd *cobra.Command, files []string) error {
			plan, err := c.plan(cmd, files)
			if err != nil {
				return err
			}
			return c.run(cmd.Context(), plan)
		}),
	}
	config.AddFlags(cmd.Flags(), "time-limit", "mem-limit", "jobs", "seed", "backend", "plugin")
	complete(cmd, "backend", backendNames(all.Backends))
	c.read.add(cmd)
	f := cmd.Flags()
	f.Lookup("time-limit").Usage = "processor time of a run with all its children, a `DURATION` (default 20s)"
	f.Lookup("time-limit").DefValue = "0"
	f.Lookup("mem-limit").Usage = "memory of a run with all its children, a `SIZE` (default 4G)"
	f.StringSliceP("questions", "q", []string{"b"}, "what to ask: b, chi, front; a `LIST`")
	f.StringSliceVar(&c.forms, "form", []string{"usual"}, "forms of the questions, all or usual; a `LIST`")
	f.StringVar(&c.set, "set", "", "compare on the shipped set of this `NAME`, "+strings.Join(compare.SetNames(), ", ")+", or on that in a file")
	f.BoolVar(&c.whole, "whole", false, "measure the whole path of solve with each backend alone")
	f.BoolVar(&c.prove, "prove", false, "have refutations proved and the proofs checked")
	f.IntVar(&c.hubs, "hubs", -1, "ask only whether `N` hubs are enough")
	f.IntVar(&c.colors, "colors", -1, "ask only whether `H` colours are enough")
	f.Lookup("hubs").DefValue, f.Lookup("colors").DefValue = "0", "0" // which pflag leaves out
	f.IntVar(&c.repeat, "repeat", 1, "measure every run `N` times")
	f.IntVar(&c.warm, "warm-up", 0, "`N` runs before those that are measured")
	f.Int64SliceVar(&c.seeds, "seeds", nil, "measure with each of these seeds, a `LIST` (default: --seed)")
	f.Lookup("seeds").DefValue = ""
	f.Var(&c.wall, "wall-limit", "wall-clock time of a run, a `DURATION`; 0 is three times --time-limit and 10s")
	f.Var(&c.shrink, "shrink-limit", "time to shrink an instance on which two disagree, a `DURATION`; 0 does not")
	f.StringVarP(&c.out, "output", "o", "", "write all figures as JSON to this `FILE`, whole or not at all (hubcover config schema compare)")
	f.StringVar(&c.csv, "csv", "", "write a line a run as CSV to this `FILE`, whole or not at all")
	complete(cmd, "questions", encodedQuestions())
	complete(cmd, "form", append([]string{"usual", "all"}, forms(0)...))
	complete(cmd, "set", compare.SetNames())
	return cmd
}

// plan settles what is to be run.
func (c *comparison) plan(cmd *cobra.Command, files []string) (compare.Plan, error) {
	var none compare.Plan
	if err := c.check(cmd, files); err != nil {
		return none, err
	}
	names, err := cmd.Flags().GetStringSlice("questions")
	if err != nil {
		return none, err
	}
	asked, err := c.questions(names)
	if err != nil {
		return none, err
	}
	items, err := c.items(cmd, files, asked)
	if err != nil {
		return none, err
	}
	entries, err := c.entries(cmd.Context(), items)
	if err != nil {
		return none, err
	}
	self, err := startedAs()
	if err != nil {
		return none, err
	}
	setting, err := json.Marshal(c.config.Programs)
	if err != nil {
		return none, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return none, err
	}
	p := compare.Plan{
		Entries: entries, Items: items, Repeat: c.repeat, WarmUp: c.warm, Seeds: c.seeds, Jobs: c.config.Jobs, Prove: c.prove,
		Limits: compare.Limits{CPU: compareTime, Wall: time.Duration(c.wall), Memory: compareMemory},
		Self:   compare.Self{Path: self, Args: []string{compareRun}, Env: []string{"NODE_PATH"}}, Dir: dir, Setting: setting,
	}
	for _, program := range c.config.Programs {
		p.Self.Env = append(p.Self.Env, program.Env...)
	}
	if p.Seeds == nil {
		p.Seeds = []int64{c.config.Seed}
	}
	if p.Jobs == 0 {
		p.Jobs = runtime.NumCPU()
	}
	if c.given("time-limit") {
		p.Limits.CPU = time.Duration(c.config.TimeLimit)
	}
	if c.given("mem-limit") {
		p.Limits.Memory = int64(c.config.MemLimit)
	}
	if p.Limits.CPU == 0 {
		return none, misuse("--time-limit 0: compare needs a limit, or one run could last for ever")
	}
	if p.Limits.Wall == 0 {
		p.Limits.Wall = 3*p.Limits.CPU + 10*time.Second
	}
	return p, nil
}

func (c *comparison) check(cmd *cobra.Command, files []string) error {
	switch {
	case c.repeat < 1:
		return misuse("--repeat %d: expected a number from 1 up", c.repeat)
	case c.warm < 0:
		return misuse("--warm-up %d: expected a number from 0 up", c.warm)
	case c.set != "" && len(files) > 0:
		return misuse("--set %s brings its own instances: leave %s out", c.set, strings.Join(files, " "))
	case c.whole && cmd.Flags().Changed("form"):
		return misuse("--whole has forms of its own: leave --form out")
	}
	for _, file := range []string{c.out, c.csv} { // now rather than after hours
		if file == "" || file == "-" {
			continue
		}
		if _, err := os.Stat(filepath.Dir(file)); err != nil {
			return fmt.Errorf("writing %s: %w", file, err)
		}
	}
	for _, name := range []string{"hubs", "colors"} {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String()[0] == '-' {
			return misuse("--%s %s: expected a number from 0 up", name, f.Value)
		}
	}
	if len(files) == 0 {
		if c.set == "" {
			c.set = compare.SetNames()[0]
		}
		for _, name := range []string{"questions", "hubs", "colors"} {
			if cmd.Flags().Changed(name) {
				return misuse("the set %s brings its own questions: leave --%s out", c.set, name)
			}
		}
		return nil
	}
	return c.read.check()
}

// given reports that a setting was made, wherever.
func (a *app) given(key string) bool {
	return slices.ContainsFunc(a.settings, func(s config.Setting) bool { return s.Key == key && s.Origin != "default" })
}
