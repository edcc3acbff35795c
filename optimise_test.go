package hubcover_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/lp"
	"github.com/hubcover/hubcover/encode/packing"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// optimiser minimises set covers as it likes, and answers nothing else.
func optimiser(minimise func(f *pb.Formula) backends.Answer) backends.Backend {
	return backends.Backend{
		Name: "optimiser", Doc: "minimises", Install: "write it",
		Able:  backends.Abilities{SetCovers: true, Objective: true},
		Probe: func(context.Context) (string, error) { return "1", nil },
		Solve: func(_ context.Context, f *pb.Formula, _ backends.Options) (backends.Answer, error) {
			if f.Objective == nil {
				return backends.Answer{Stop: backends.GaveUp}, nil
			}
			return minimise(f), nil
		},
	}
}

// What an integer program says of optima is a claim: a true one is proved by
// others, a wrong one is caught.
func TestOptimisers(t *testing.T) {
	rel, b := stubborn(t)
	opt := hubcover.Options{Questions: []instances.Question{instances.B}}
	ask := func(be backends.Backend, noProof bool) *hubcover.Result {
		opt.Backends, opt.NoProof = []backends.Backend{be}, noProof
		return solve(t, rel, opt)
	}
	right := func(f *pb.Formula) backends.Answer {
		return must(embedded("columns").Solve(context.Background(), f, backends.Options{}))
	}

	res := ask(optimiser(right), false)
	if res.B.Status() != hubcover.Optimal || res.B.Lower != b || len(res.Rejected) > 0 {
		t.Errorf("right: %v %d..%d, rejected %v", res.B.Status(), res.B.Lower, res.B.Upper, res.Rejected)
	}
	res = ask(optimiser(right), true)
	if res.B.Status() != hubcover.Unproved || res.B.Lower >= b || res.B.Upper != b {
		t.Errorf("right, without proofs: %v %d..%d", res.B.Status(), res.B.Lower, res.B.Upper)
	}

	for _, lie := range []struct {
		name, reason string
		minimise     func(f *pb.Formula) backends.Answer
	}{
		{"a better bound", "an optimum of", func(f *pb.Formula) backends.Answer {
			a := right(f)
			a.Bound--
			return a
		}},
		{"no cover", "breaks constraint", func(f *pb.Formula) backends.Answer {
			return backends.Answer{Verdict: backends.Optimal, Model: make(pb.Model, f.Vars()+1)}
		}},
		{"a short model", "values", func(*pb.Formula) backends.Answer {
			return backends.Answer{Verdict: backends.Optimal, Model: pb.Model{false, true}}
		}},
		{"infeasible", "unsatisfiable", func(*pb.Formula) backends.Answer {
			return backends.Answer{Verdict: backends.Unsat}
		}},
		{"not the least", "but ", func(f *pb.Formula) backends.Answer {
			a := right(f)
			for v := 1; v < len(a.Model); v++ { // one more than needed
				if !a.Model[v] {
					a.Model[v] = true
					break
				}
			}
			a.Bound++
			return a
		}},
	} {
		res := ask(optimiser(lie.minimise), false)
		if res.B.Status() != hubcover.Optimal || res.B.Lower != b || res.B.Upper != b {
			t.Errorf("%s: %v %d..%d", lie.name, res.B.Status(), res.B.Lower, res.B.Upper)
		}
		caught := slices.ContainsFunc(res.Rejected, func(r hubcover.Rejection) bool {
			return r.Backend == "optimiser" && strings.Contains(r.Reason, lie.reason)
		})
		if !caught {
			t.Errorf("%s: rejected %v", lie.name, res.Rejected)
		}
	}
}

// Those that are installed lead to the same b, with nothing to reject.
func TestIntegerPrograms(t *testing.T) {
	rel, b := stubborn(t)
	for _, name := range []string{"cbc", "glpsol", "clasp-opb", "branch", "branch-clp"} {
		be := embedded(name)
		if _, err := be.Probe(context.Background()); err != nil {
			t.Log(err)
			continue
		}
		res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Backends: []backends.Backend{be}})
		if res.B.Status() != hubcover.Optimal || res.B.Lower != b || len(res.Rejected) > 0 {
			t.Errorf("%s: %v %d..%d; rejected %v", name, res.B.Status(), res.B.Lower, res.B.Upper, res.Rejected)
		}
	}
}

// All linear programs give the same b, and wrong ones no false one.
func TestLinearPrograms(t *testing.T) {
	rel, b := stubborn(t)
	wrong := func(objective []float64) packing.LP { return tripled{packing.NewTableau(objective)} }
	for _, s := range append(all.LPs, lp.Solver{Name: "wrong", Probe: func() (string, error) { return "1", nil }, New: wrong}) {
		if _, err := s.Probe(); err != nil {
			t.Log(s.Name, err)
			continue
		}
		res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, LP: s.New})
		if res.B.Status() != hubcover.Optimal || res.B.Lower != b {
			t.Errorf("%s: %v %d..%d", s.Name, res.B.Status(), res.B.Lower, res.B.Upper)
		}
	}
}

// tripled says three times what is so.
type tripled struct{ packing.LP }

func (l tripled) Solve(b *packing.Budget) (x, worth []float64) {
	x, worth = l.LP.Solve(b)
	for i := range x {
		x[i] *= 3
	}
	return x, worth
}
