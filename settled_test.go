package hubcover

import (
	"context"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// TestSettled: a cube with a model answers for all, even where cubes before it
// were told to stop; a cube that nobody can answer says so.
func TestSettled(t *testing.T) {
	yes := answer{cover: instances.Extension{{}}}
	no := answer{no: &refutation{claimed: "x"}}
	told := answer{stop: backends.Interrupted}
	stuck := answer{stop: backends.MemoryLimit, stuck: true}
	for _, c := range []struct {
		cubes            []answer
		all, cover, stop bool
	}{
		{nil, true, false, false},
		{[]answer{no, no}, true, false, false},
		{[]answer{no, told, yes, {}}, false, true, false},
		{[]answer{told, yes, stuck}, false, true, false},
		{[]answer{no, told, stuck}, false, false, true},
		{[]answer{no, told}, false, false, false},
	} {
		a, all := settled(context.Background(), c.cubes)
		if all != c.all || (a.cover != nil) != c.cover || a.stuck != c.stop {
			t.Errorf("%+v: %+v, %v", c.cubes, a, all)
		}
	}
}

// scripted is a backend of cubes that answers as told.
func scripted(solve func(ctx context.Context, opt backends.Options) backends.Answer) backends.Backend {
	return backends.Backend{
		Name:  "scripted",
		Able:  backends.Abilities{Clauses: true, Proof: true, Steps: true},
		Probe: func(context.Context) (string, error) { return "1", nil },
		Solve: func(ctx context.Context, _ *pb.Formula, opt backends.Options) (backends.Answer, error) {
			return solve(ctx, opt), nil
		},
	}
}

// askInCubes asks for 5 hubs, one too few, in cubes of so many cells.
func askInCubes(t *testing.T, ctx context.Context, depth int, b budget, be backends.Backend) (*solver, answer) {
	t.Helper()
	inst := blocks(t, 1, 8, .7, 3)
	enc, err := encode.Find(instances.B, "canonical")
	if err != nil {
		t.Fatal(err)
	}
	s := newSolver(inst, Options{CubeDepth: depth, Deterministic: true, Backends: []backends.Backend{be}})
	s.over = ctx.Err
	return s, s.ask(ctx, enc, encode.Problem{Rel: inst.Relation, Cells: inst.Relation.Required(), Hubs: 5}, nil, b)
}

// TestCubesKeepToTheBudget: every cube has the steps of the budget, and all of
// them its time; one that needs more leaves the question open, not given up.
func TestCubesKeepToTheBudget(t *testing.T) {
	asked := 0
	_, a := askInCubes(t, context.Background(), 3, budget{steps: 7}, scripted(func(_ context.Context, opt backends.Options) backends.Answer {
		if asked++; opt.Steps != 7 {
			t.Errorf("%d steps, expected 7", opt.Steps)
		}
		return backends.Answer{Stop: backends.GaveUp}
	}))
	if a.no != nil || a.cover != nil || a.stuck || asked != 1 {
		t.Errorf("%+v after %d cubes", a, asked)
	}
	_, a = askInCubes(t, context.Background(), 3, budget{time: time.Millisecond}, scripted(func(ctx context.Context, _ backends.Options) backends.Answer {
		<-ctx.Done()
		return backends.Answer{Stop: backends.StopOf(ctx)}
	}))
	if a.no != nil || a.cover != nil || a.stuck {
		t.Errorf("out of time: %+v", a)
	}
}

// TestCubesKeepAClaim: where time ends with all cubes refuted but not all
// proved, the refutation is a claim; where a cube is open, there is none.
func TestCubesKeepAClaim(t *testing.T) {
	for _, open := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		be := scripted(func(context.Context, backends.Options) backends.Answer {
			cancel() // there is no time for the proof
			return backends.Answer{Verdict: backends.Unsat, Proof: backends.DRATText}
		})
		depth := 1 // one cube
		if open {
			depth = 3
		}
		s, a := askInCubes(t, ctx, depth, budget{}, be)
		switch {
		case open && (a.no != nil || a.cover != nil):
			t.Errorf("with a cube open: %+v", a)
		case !open && (a.no == nil || a.no.by != nil || a.no.claimed != "scripted" || !s.cut):
			t.Errorf("%+v, cut %v, rejected %v", a, s.cut, s.res.Rejected)
		}
	}
}
