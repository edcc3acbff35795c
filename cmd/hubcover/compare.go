package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
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
	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/instances"
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
	f.StringSliceP("questions", "q", []string{"b"}, "what to ask: b, chi, front; a `LIST`")
	f.StringSliceVar(&c.forms, "form", []string{"usual"}, "forms of the questions, all or usual; a `LIST`")
	f.StringVar(&c.set, "set", "", "compare on the shipped set of this `NAME`, "+strings.Join(compare.SetNames(), ", ")+", or on that in a file")
	f.BoolVar(&c.whole, "whole", false, "measure the whole path of solve with each backend alone")
	f.BoolVar(&c.prove, "prove", false, "have refutations proved and the proofs checked")
	f.IntVar(&c.hubs, "hubs", -1, "ask only whether `N` hubs are enough")
	f.IntVar(&c.colors, "colors", -1, "ask only whether `H` colours are enough")
	f.IntVar(&c.repeat, "repeat", 1, "measure every run `N` times")
	f.IntVar(&c.warm, "warm-up", 0, "`N` runs before those that are measured")
	f.Int64SliceVar(&c.seeds, "seeds", nil, "measure with each of these seeds, a `LIST` (default: --seed)")
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

// questions reads -q, --hubs and --colors.
func (c *comparison) questions(names []string) ([]compare.Asked, error) {
	var asked []compare.Asked
	for _, name := range names {
		if err := oneOf("question to compare by", name, encodedQuestions()); err != nil {
			return nil, err
		}
		q, err := instances.ParseQuestion(name)
		if err != nil {
			return nil, usageError{err}
		}
		asked = append(asked, compare.Asked{Question: q})
	}
	hubs, colors := compare.Bound(c.hubs), compare.Bound(c.colors)
	if hubs == compare.Unbounded && colors == compare.Unbounded {
		return asked, nil
	}
	q := instances.Front
	switch {
	case colors == compare.Unbounded:
		q = instances.B
	case hubs == compare.Unbounded:
		q = instances.Chi
	}
	return []compare.Asked{{Question: q, Decide: true, Hubs: hubs, Colors: colors}}, nil
}

// items are the instances of the files with each question, or the set.
func (c *comparison) items(cmd *cobra.Command, files []string, asked []compare.Asked) ([]compare.Item, error) {
	if len(files) == 0 {
		return c.setItems()
	}
	var items []compare.Item
	for _, file := range files {
		for it := range c.read.items(cmd.Context(), c.app, file, 0) {
			if it.err != nil {
				return nil, it.err
			}
			c.warnings(it.inst)
			for _, q := range asked {
				items = append(items, compare.NewItem(it.inst, q))
			}
		}
	}
	if cmd.Context().Err() != nil {
		return nil, context.Cause(cmd.Context())
	}
	if len(items) == 0 {
		return nil, fmt.Errorf("%s: no instance to compare on", strings.Join(files, ", "))
	}
	return items, nil
}

// setItems are those of a shipped set, or of a file.
func (c *comparison) setItems() ([]compare.Item, error) {
	if slices.Contains(compare.SetNames(), c.set) {
		return compare.Set(c.set)
	}
	if _, err := os.Stat(c.set); err != nil {
		return nil, misuse("no set and no file is named %q%s", c.set, nearest.Hint(c.set, compare.SetNames()))
	}
	var items []compare.Item
	err := c.withFile(c.set, func(r io.Reader) (err error) {
		items, err = compare.ReadSet(r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", c.set, err)
	}
	return items, nil
}

// entries are the backends asked for, NAME or NAME/FORM, that are there, in the
// forms asked for.
func (c *comparison) entries(ctx context.Context, items []compare.Item) ([]compare.Entry, error) {
	known, err := c.knownBackends()
	if err != nil {
		return nil, err
	}
	for _, form := range c.forms {
		if err := oneOf("form", form, append([]string{"usual", "all"}, forms(0)...)); err != nil {
			return nil, err
		}
	}
	var entries []compare.Entry
	add := func(b backends.Backend, forms []string) {
		if indexOf(c.list, b.Name) < 0 {
			c.list = append(c.list, b)
		}
		for _, e := range c.entriesOf(b, forms, items) {
			if !slices.Contains(entries, e) {
				entries = append(entries, e)
			}
		}
	}
	for _, word := range c.config.Backend {
		name, form, hasForm := strings.Cut(strings.TrimSpace(word), "/")
		wanted := c.forms
		if hasForm {
			wanted = []string{form}
			if err := oneOf("form", form, forms(0)); err != nil {
				return nil, err
			}
		}
		if err := oneOf("backend", name, backendNames(known)); err != nil {
			return nil, err
		}
		if name == "auto" {
			for _, b := range known {
				if _, err := b.Probe(ctx); err == nil {
					add(b, wanted)
				} else {
					c.talk.warn("left out: %s: %v; to get it: %s", b.Name, err, b.Install)
				}
			}
			continue
		}
		b := known[indexOf(known, name)]
		if _, err := b.Probe(ctx); errors.Is(err, backends.ErrMissing) {
			return nil, fmt.Errorf("backend %s is missing: %s", name, b.Install)
		} else if err != nil {
			return nil, fmt.Errorf("backend %s: %w", name, err)
		}
		add(b, wanted)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("no backend takes a form of the questions")
	}
	return entries, nil
}

func (c *comparison) entriesOf(b backends.Backend, wanted []string, items []compare.Item) []compare.Entry {
	if c.whole {
		return []compare.Entry{{Backend: b.Name, Whole: true}}
	}
	var entries []compare.Entry
	for _, form := range wanted {
		switch form {
		case "usual":
			entries = append(entries, compare.Entry{Backend: b.Name, Form: compare.Usual})
		case "all":
			for _, e := range encode.All {
				asked := slices.ContainsFunc(items, func(it compare.Item) bool { return it.Asked.Question == e.Question })
				if asked && compare.Fits(b, e) {
					entries = append(entries, compare.Entry{Backend: b.Name, Form: e.Form})
				}
			}
		default:
			entries = append(entries, compare.Entry{Backend: b.Name, Form: form})
		}
	}
	return entries
}

// startedAs is the path of this program, by the name that it was started with
// where that leads here.
func startedAs() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	path, err := exec.LookPath(os.Args[0])
	if err != nil {
		return self, nil
	}
	a, err1 := os.Stat(self)
	b, err2 := os.Stat(path)
	if err1 != nil || err2 != nil || !os.SameFile(a, b) {
		return self, nil
	}
	return filepath.Abs(path)
}

// run measures and writes.
func (c *comparison) run(ctx context.Context, p compare.Plan) error {
	total := len(p.Items) * len(p.Entries) * p.Repeat * len(p.Seeds)
	done := 0
	p.Each = func(r compare.Run) {
		done++
		text := fmt.Sprintf("%d of %d: %s, %s, %s: %s in %.2f s", done, total, p.Items[r.Item].Inst.Name, p.Items[r.Item].Asked, p.Entries[r.Entry].Name(), r.Status, r.CPU)
		if r.Problem != "" {
			text += ": " + r.Problem
		}
		c.talk.info("%s", text)
		c.talk.tick("%s", text)
	}
	rep := p.Run(ctx)
	c.talk.clear()
	for i, e := range rep.Entries {
		if b := indexOf(c.list, e.Backend); b >= 0 {
			rep.Entries[i].Version, _ = c.list[b].Probe(context.WithoutCancel(ctx))
		}
	}
	rep.Host = c.runRecord(context.WithoutCancel(ctx), c.list)
	for i := range rep.Disagreements {
		c.settle(ctx, p, rep, i)
	}
	if err := c.write(ctx, rep); err != nil {
		return err
	}
	switch {
	case len(rep.Disagreements) > 0:
		return exitWith(disagreed)
	case rep.Stop != "":
		c.talk.warn("%s after %d of %d runs", rep.Stop, len(rep.Runs), total)
		return exitWith(undecided)
	}
	return nil
}

// write prints the table and writes the files. What was measured before a
// signal is not lost to it.
func (c *comparison) write(ctx context.Context, rep *compare.Report) error {
	ctx = context.WithoutCancel(ctx)
	err := c.output(ctx, "", func(w io.Writer) error {
		for _, m := range rep.Limits.Measured {
			if _, err := fmt.Fprintf(w, "limits: %g s of CPU time by %s, %s of memory by %s\n", rep.Limits.CPU, m.Time, config.Bytes(rep.Limits.Memory), m.Memory); err != nil {
				return err
			}
		}
		fmt.Fprintln(w)
		return rep.WriteTable(w)
	})
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := c.output(ctx, c.out, func(w io.Writer) error { return writeJSON(w, rep) }); err != nil {
			return err
		}
	}
	if c.csv != "" {
		return c.output(ctx, c.csv, rep.WriteCSV)
	}
	return nil
}

// compareRun is the hidden command of a run's process.
const compareRun = "compare-run"

func (a *app) compareRunCommand() *cobra.Command {
	return &cobra.Command{
		Use: compareRun, Hidden: true, Args: wants("no arguments", 0, 0), Annotations: unconfigured,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return compare.Child(cmd.Context(), a.in, a.out, func(setting json.RawMessage) ([]backends.Backend, error) {
				a.config = &config.Config{}
				if err := json.Unmarshal(setting, &a.config.Programs); err != nil {
					return nil, err
				}
				return a.knownBackends()
			})
		},
	}
}
