package gophersat

import (
	"context"
	"fmt"
	"testing"

	"github.com/crillab/gophersat/solver"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/encode/pb"
)

// The ways of the library that are switched off, used as its documentation says.
var ways = map[string]struct {
	able  backends.Abilities
	solve func(f *pb.Formula) backends.Answer
}{
	"linear": {
		backends.Abilities{Clauses: true, Linear: true},
		func(f *pb.Formula) backends.Answer {
			return answerOf(solver.New(solver.ParsePBConstrs(constraints(f))), f)
		},
	},
	"cutting planes": {
		backends.Abilities{Clauses: true, Linear: true},
		func(f *pb.Formula) backends.Answer {
			p := solver.ParsePBConstrs(constraints(f))
			p.DetectAtMostOne()
			s := solver.New(p)
			s.CuttingPlanes = true
			return answerOf(s, f)
		},
	},
	"objective": {
		backends.Abilities{Linear: true, Objective: true},
		func(f *pb.Formula) backends.Answer {
			p := solver.ParsePBConstrs(constraints(f))
			var lits []solver.Lit
			var weights []int
			rest := int64(0) // the objective without negative weights
			for _, t := range f.Objective {
				if t.Coef < 0 {
					rest += t.Coef
					t = pb.Term{Coef: -t.Coef, Lit: -t.Lit}
				}
				lits, weights = append(lits, solver.IntToLit(int32(t.Lit))), append(weights, int(t.Coef))
			}
			p.SetCostFunc(lits, weights)
			s := solver.New(p)
			cost := s.Minimize()
			if cost < 0 {
				return backends.Answer{Verdict: backends.Unsat}
			}
			return backends.Answer{Verdict: backends.Optimal, Model: modelOf(s, f), Bound: int64(cost) + rest}
		},
	},
	"assumptions": {
		backends.Abilities{Clauses: true},
		func(f *pb.Formula) backends.Answer { // unit clauses are assumed
			var clauses [][]int
			var units []solver.Lit
			for i := range f.Len() {
				if lits := f.Lits(i); len(lits) == 1 {
					units = append(units, solver.IntToLit(int32(lits[0])))
				} else {
					clauses = append(clauses, integers(lits))
				}
			}
			s := solver.New(solver.ParseSliceNb(clauses, f.Vars()))
			if s.Assume(units) == solver.Unsat {
				return backends.Answer{Verdict: backends.Unsat}
			}
			return answerOf(s, f)
		},
	},
}

// What is switched off fails the test that is named, and would have to be looked
// at again if it did not.
func TestOff(t *testing.T) {
	for _, off := range New().Off {
		way, ok := ways[off.Ability]
		if !ok {
			if off.Test != "" {
				t.Errorf("%s is not tried", off.Ability)
			}
			continue
		}
		b := backends.Backend{
			Name: off.Ability, Doc: off.Why, Able: way.able, Install: "built in",
			Solve: func(_ context.Context, f *pb.Formula, _ backends.Options) (backends.Answer, error) {
				return way.solve(f), nil
			},
		}
		tried := false
		for _, test := range backendtest.Tests(b, backendtest.Patience) {
			if test.Name == off.Test {
				tried = true
				err := test.Try(context.Background())
				if err == nil {
					t.Errorf("%s passes %s", off.Ability, off.Test)
				}
				t.Log(off.Ability, "fails", off.Test+":", fmt.Sprintf("%.120v", err))
			}
		}
		if !tried {
			t.Errorf("there is no test %q of %s", off.Test, off.Ability)
		}
	}
}

func answerOf(s *solver.Solver, f *pb.Formula) backends.Answer {
	if s.Solve() == solver.Sat {
		return backends.Answer{Verdict: backends.Sat, Model: modelOf(s, f)}
	}
	return backends.Answer{Verdict: backends.Unsat}
}

func modelOf(s *solver.Solver, f *pb.Formula) pb.Model {
	m := make(pb.Model, f.Vars()+1)
	copy(m[1:], s.Model())
	return m
}

func constraints(f *pb.Formula) []solver.PBConstr {
	var cs []solver.PBConstr
	for i := range f.Len() {
		lits, coefs, bound := f.Constraint(i)
		weights := make([]int, len(lits))
		for k := range lits {
			weights[k] = 1
			if coefs != nil {
				weights[k] = int(coefs[k])
			}
		}
		cs = append(cs, solver.GtEq(integers(lits), weights, int(bound)))
	}
	return cs
}

func integers(lits []pb.Lit) []int {
	out := make([]int, len(lits))
	for k, l := range lits {
		out[k] = int(l)
	}
	return out
}
