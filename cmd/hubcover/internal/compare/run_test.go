package compare

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/backendtest/lies"
	"github.com/hubcover/hubcover/backends/plugin"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// TestMain makes this test binary the process of a run, with backends that
// misbehave beside the real ones.
func TestMain(m *testing.M) {
	all.Child()
	if len(os.Args) == 2 && os.Args[1] == "compare-run" {
		list := func(setting json.RawMessage) ([]backends.Backend, error) {
			list := append(bad(), all.Backends...)
			if string(setting) == "null" {
				return list, nil
			}
			var p plugin.Plugin
			if err := json.Unmarshal(setting, &p); err != nil {
				return nil, err
			}
			liar, err := plugin.New(context.Background(), p)
			return append(list, liar), err
		}
		if err := Child(context.Background(), os.Stdin, os.Stdout, list); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == "liar" {
		os.Exit(lies.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// bad lists backends that misbehave.
func bad() []backends.Backend {
	one := func(name string, solve func(context.Context, *pb.Formula) (backends.Answer, error)) backends.Backend {
		return backends.Backend{
			Name: name, Able: backends.Abilities{Clauses: true, Linear: true, Objective: true},
			Probe: func(context.Context) (string, error) { return "1", nil },
			Solve: func(ctx context.Context, f *pb.Formula, _ backends.Options) (backends.Answer, error) {
				return solve(ctx, f)
			},
		}
	}
	return []backends.Backend{
		{
			Name: "pretends", Able: backends.Abilities{Clauses: true, Proof: true},
			Probe: func(context.Context) (string, error) { return "1", nil },
			Solve: func(_ context.Context, _ *pb.Formula, opt backends.Options) (backends.Answer, error) {
				_, err := opt.Proof.Write([]byte("0\n"))
				return backends.Answer{Verdict: backends.Unsat, Proof: backends.DRATText}, err
			},
		},
		one("denies", func(context.Context, *pb.Formula) (backends.Answer, error) {
			return backends.Answer{Verdict: backends.Unsat}, nil
		}),
		one("agrees", func(_ context.Context, f *pb.Formula) (backends.Answer, error) {
			return backends.Answer{Verdict: backends.Sat, Model: make(pb.Model, f.Vars()+1)}, nil
		}),
		one("burns", func(_ context.Context, f *pb.Formula) (backends.Answer, error) {
			n := f.Len()
			for n >= 0 { // deaf to its context
				n ^= 1
			}
			return backends.Answer{}, nil
		}),
		one("burns-below", func(ctx context.Context, _ *pb.Formula) (backends.Answer, error) {
			_, err := process.Command{Path: "sh", Args: []string{"-c", "while :; do :; done & wait"}}.Run(context.Background())
			return backends.Answer{}, err
		}),
		one("sleeps", func(ctx context.Context, _ *pb.Formula) (backends.Answer, error) {
			time.Sleep(time.Hour)
			return backends.Answer{}, nil
		}),
		one("eats", func(ctx context.Context, _ *pb.Formula) (backends.Answer, error) {
			_, err := process.Command{Path: "tail", Args: []string{"-n", "1", "/dev/zero"}}.Run(context.Background())
			return backends.Answer{}, err
		}),
		one("breaks", func(context.Context, *pb.Formula) (backends.Answer, error) {
			return backends.Answer{}, errors.New("out of order")
		}),
		one("panics", func(context.Context, *pb.Formula) (backends.Answer, error) { panic("oh no") }),
		one("counts-cores", func(context.Context, *pb.Formula) (backends.Answer, error) {
			res, err := process.Command{Path: "sh", Args: []string{"-c", "[ $(nproc) = 1 ]"}}.Run(context.Background())
			if err == nil && res.Exit != 0 {
				err = errors.New("there are several cores")
			}
			return backends.Answer{}, err
		}),
		one("gives-up", func(context.Context, *pb.Formula) (backends.Answer, error) { return backends.Answer{}, nil }),
	}
}

// plan compares backends on one call of a family.
func plan(t *testing.T, limits Limits, asked Asked, family string, args []string, names ...string) Plan {
	t.Helper()
	inst, err := families.Generate(family, args)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := Plan{Limits: limits, Items: []Item{NewItem(inst, asked)}, Self: Self{Path: self, Args: []string{"compare-run"}}, Dir: t.TempDir()}
	for _, n := range names {
		p.Entries = append(p.Entries, Entry{Backend: n, Form: Usual})
	}
	return p
}

var (
	generous = Limits{CPU: time.Minute, Wall: 5 * time.Minute}
	askB     = Asked{Question: instances.B}
)

func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		asked  Asked
		form   string
		answer string
	}{
		{askB, "canonical", "3"},
		{askB, "pinned", "3"},
		{Asked{Question: instances.Chi}, "r", "2"},
		{Asked{Question: instances.Front}, "canonical", "(3,3) (4,2)"},
		{Asked{Question: instances.Front}, "pinned", "(3,3) (4,2)"},
		{Asked{Question: instances.B, Decide: true, Hubs: 2, Colors: u}, "canonical", "no"},
		{Asked{Question: instances.Chi, Decide: true, Hubs: u, Colors: 2}, "r", "yes"},
		{Asked{Question: instances.Front, Decide: true, Hubs: 3, Colors: 2}, "canonical", "no"},
		{Asked{Question: instances.Front, Decide: true, Hubs: 4, Colors: 2}, "canonical", "yes"},
	} {
		p := plan(t, generous, c.asked, "complete", []string{"n=3"})
		p.Entries = []Entry{{Backend: "gophersat", Form: c.form}}
		rep := p.Run(context.Background())
		if r := rep.Runs[0]; r.Answer != c.answer || !r.right() || len(r.Calls) == 0 {
			t.Errorf("%v in form %s: %q, %s: %s, want %q", c.asked, c.form, r.Answer, r.Status, r.Problem, c.answer)
		}
	}
}

// Refutations are proved where that is wanted and the form can be replayed.
func TestProve(t *testing.T) {
	for _, c := range []struct {
		asked   Asked
		backend string
		form    string
		want    Status
	}{
		{askB, "gophersat", "canonical", Proved},
		{askB, "gophersat", "pinned", Solved},
		{askB, "columns", "columns", Proved},
		{askB, "columns", "setcover", Solved},
		{askB, "exhaust", "setcover", Solved},
		{Asked{Question: instances.Chi}, "gophersat", "canonical", Proved},
		{Asked{Question: instances.Chi}, "gophersat", "r", Proved},
		{Asked{Question: instances.Front}, "gophersat", "canonical", Proved},
		{Asked{Question: instances.B, Decide: true, Hubs: 2, Colors: u}, "gophersat", "canonical", Proved},
	} {
		p := plan(t, generous, c.asked, "complete", []string{"n=3"})
		p.Entries, p.Prove = []Entry{{Backend: c.backend, Form: c.form}}, true
		if r := p.Run(context.Background()).Runs[0]; r.Status != c.want {
			t.Errorf("%v by %s in form %s: %s, want %s: %+v", c.asked, c.backend, c.form, r.Status, c.want, r)
		}
	}
	// What does not follow is not believed: of the crown of 7, 4 hubs are too few.
	p := plan(t, generous, Asked{Question: instances.B, Decide: true, Hubs: 4, Colors: u}, "crown", []string{"n=7"}, "pretends")
	p.Prove = true
	if r := p.Run(context.Background()).Runs[0]; r.Status != Solved || r.Calls[0].Proof == checked || r.Calls[0].Proof == "" {
		t.Errorf("%+v", r)
	}
}

func TestWholePath(t *testing.T) {
	for _, asked := range []Asked{askB, {Question: instances.Chi}, {Question: instances.Front}, {Question: instances.B, Decide: true, Hubs: 3, Colors: u}} {
		p := plan(t, generous, asked, "complete", []string{"n=4"})
		p.Entries = []Entry{{Backend: "gophersat", Whole: true}}
		rep := p.Run(context.Background())
		if r := rep.Runs[0]; r.Status != Proved && r.Status != Solved || r.Answer == "" || r.CPU == 0 {
			t.Errorf("%v: %+v", asked, r)
		}
	}
}

func TestSetCover(t *testing.T) {
	p := plan(t, generous, askB, "random-digraph", []string{"n=6", "p=0.5", "seed=1"}, "columns", "exhaust", "gophersat")
	rep := p.Run(context.Background())
	for _, r := range rep.Runs {
		if !r.right() || r.Answer != rep.Runs[0].Answer {
			t.Errorf("%s: %q, %s: %s", rep.Entries[r.Entry].Name, r.Answer, r.Status, r.Problem)
		}
	}
	if calls := rep.Runs[0].Calls; len(calls) != 1 || calls[0].Form != "b/setcover" || calls[0].Verdict != "optimal" {
		t.Errorf("columns was asked %+v", calls)
	}
	if calls := rep.Runs[2].Calls; len(calls) < 2 || calls[0].Form != "b/canonical" {
		t.Errorf("gophersat was asked %+v", calls)
	}
}

func TestMisbehaviour(t *testing.T) {
	// The machine may be busy: only the one that sleeps meets the wall clock.
	limits := Limits{CPU: 500 * time.Millisecond, Wall: 10 * time.Minute, Memory: 200 << 20}
	for name, want := range map[string]Status{
		"burns": Timeout, "sleeps": Timeout, "breaks": Failed, "panics": Failed, "gives-up": Open, "agrees": Wrong,
	} {
		limits := limits
		if name == "sleeps" {
			limits.Wall = time.Second
		}
		p := plan(t, limits, askB, "crown", []string{"n=5"}, name)
		r := p.Run(context.Background()).Runs[0]
		if r.Status != want {
			t.Errorf("%s: %s, want %s: %s", name, r.Status, want, r.Problem)
		}
	}
	if !canSample {
		t.Skip("what processes below use is seen on Linux only")
	}
	for name, want := range map[string]Status{"burns-below": Timeout, "eats": Memout, "counts-cores": Open} {
		limits := limits
		if name == "eats" {
			limits.CPU = time.Minute
		}
		p := plan(t, limits, askB, "crown", []string{"n=5"}, name)
		r := p.Run(context.Background()).Runs[0]
		if r.Status != want {
			t.Errorf("%s: %s, want %s: %s", name, r.Status, want, r.Problem)
		}
		if name == "eats" && r.Peak < limits.Memory {
			t.Errorf("eats: a peak of %d bytes", r.Peak)
		}
		if name == "burns-below" && r.Total < limits.CPU.Seconds() {
			t.Errorf("burns-below: %.2f s were seen", r.Total)
		}
	}
}

// The shipped liar is caught at whatever it does, and never scores.
func TestLiar(t *testing.T) {
	if !canSample {
		t.Skip("memory and grandchildren are seen on Linux only")
	}
	for lie, want := range map[string][]Status{
		"wrong-model": {Wrong}, "short-model": {Wrong}, "unsat-for-sat": {Wrong}, "sat-for-unsat": {Wrong},
		"wrong-exit": {Failed}, "silence": {Failed}, "crash": {Failed}, "flood": {Failed},
		"hang": {Timeout}, "ignores-sigterm": {Timeout}, "memory-hog": {Memout},
		"not-optimal": {Wrong}, "wrong-bound": {Wrong}, "two-answers": {Failed},
	} {
		p := plan(t, Limits{CPU: time.Minute, Wall: 10 * time.Minute, Memory: 300 << 20}, askB, "crown", []string{"n=3"}, "gophersat", "liar")
		if lie == "hang" || lie == "ignores-sigterm" {
			p.Limits.Wall = 2 * time.Second
			p.Entries = p.Entries[1:] // a busy machine may need more for the other
		}
		if lie == "flood" {
			p.Limits.Memory = 2 << 30 // what is printed is held up to its cap, and more under the race detector
		}
		if lie == "sat-for-unsat" {
			p.Entries[1].Form = "canonical" // a set cover always has a model
		}
		var err error
		p.Setting, err = json.Marshal(plugin.Plugin{Name: "liar", Protocol: "json", Command: p.Self.Path, Args: []string{"liar", lie}})
		if err != nil {
			t.Fatal(err)
		}
		rep := p.Run(context.Background())
		got := rep.Runs[len(rep.Runs)-1]
		if !slices.Contains(want, got.Status) || got.Answer != "" {
			t.Errorf("%s: %s, want %v: %s", lie, got.Status, want, got.Problem)
		}
		if wrong := len(rep.Disagreements) > 0; wrong != (got.Status == Wrong) {
			t.Errorf("%s: disagreements %+v", lie, rep.Disagreements)
		}
	}
}

// The one that is wrong is found, and the instance shrinks to what shows it.
func TestDisagreementIsShrunk(t *testing.T) {
	p := plan(t, generous, Asked{Question: instances.B, Decide: true, Hubs: 2, Colors: u}, "matrix",
		[]string{"rows=11010/11010/00101/00101"}, "denies", "gophersat")
	rep := p.Run(context.Background())
	if len(rep.Disagreements) != 1 || rep.Disagreements[0].Entry != 0 || rep.Disagreements[0].Against != "gophersat" {
		t.Fatalf("%+v", rep.Disagreements)
	}
	rel, small := p.Shrink(context.Background(), rep.Disagreements[0], func(int, int) {})
	// One cell, or none: denies says no to anything, where two hubs are enough.
	if rel == nil || rel.Len() > 1 || !small.Least {
		t.Fatalf("%+v", small)
	}
	if p.Items[0].Inst.Relation.Rows() != 4 {
		t.Error("the instance itself was changed")
	}
}

func TestInterrupt(t *testing.T) {
	p := plan(t, Limits{CPU: time.Minute, Wall: time.Minute}, askB, "crown", []string{"n=5"}, "gophersat", "sleeps")
	ctx, cancel := context.WithCancelCause(context.Background())
	p.Each = func(Run) { time.AfterFunc(300*time.Millisecond, func() { cancel(errors.New("enough")) }) }
	rep := p.Run(ctx)
	if rep.Stop != string(backends.Interrupted) || len(rep.Runs) != 1 || !rep.Runs[0].right() || rep.Summary[0].Solved != 1 || rep.Summary[1].Missing != 1 {
		t.Errorf("%q, %d runs, %+v", rep.Stop, len(rep.Runs), rep.Summary)
	}
}

func TestRepeatSeedsWarmUp(t *testing.T) {
	p := plan(t, generous, askB, "crown", []string{"n=3"}, "gophersat", "columns")
	p.Repeat, p.WarmUp, p.Seeds, p.Jobs = 2, 1, []int64{3, 4}, 2
	told := 0
	p.Each = func(Run) { told++ }
	rep := p.Run(context.Background())
	if len(rep.Runs) != 8 || told != 8 {
		t.Fatalf("%d runs, told of %d", len(rep.Runs), told)
	}
	for i, r := range rep.Runs { // round, seed, entry
		if r.Repeat != i/4 || r.Seed != int64(3+i/2%2) || r.Entry != i%2 || !r.right() {
			t.Errorf("run %d: %+v", i, r)
		}
	}
}
