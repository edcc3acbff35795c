// Package exhaust answers tiny formulas by trying every assignment, variable
// after variable, leaving a branch only where a constraint can no longer hold.
// It is meant to be seen to be right: the other backends, and the encoders,
// are tested against it.
package exhaust

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

// nodeCap bounds the search where Options.Steps does not: about a second.
const nodeCap = 1 << 22

// pollMask: the context is asked every 1024 nodes.
const pollMask = 1<<10 - 1

// New makes the backend. Its steps are the nodes of the search tree.
func New() backends.Backend {
	return backends.Backend{
		Name:    "exhaust",
		Doc:     "tries every assignment; for formulas of some twenty variables",
		Able:    backends.Abilities{Clauses: true, Linear: true, Objective: true, Steps: true, Deterministic: true},
		Install: "built in",
		Probe:   func(context.Context) (string, error) { return "built in", nil },
		Solve:   solve,
	}
}

// search is a depth-first walk over the assignments to variables 1, 2, ….
type search struct {
	f     *pb.Formula
	at    [][]int  // at[v]: the constraints that contain variable v
	value pb.Model // the assignment to the variables up to the current one
	best  pb.Model // best model so far; nil where none was found
	cost  int64    // its objective
	nodes int64
	cap   int64
	ctx   context.Context
	stop  backends.Stop
}

func solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	if err := fits(f); err != nil {
		return backends.Answer{}, err
	}
	if ctx.Err() != nil {
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	}
	s := &search{f: f, at: make([][]int, f.Vars()+1), value: make(pb.Model, f.Vars()+1), cap: opt.Steps, ctx: ctx}
	if s.cap == 0 {
		s.cap = nodeCap
	}
	possible := true
	for i := range f.Len() {
		possible = possible && s.canHold(i, 0)
		for _, l := range f.Lits(i) {
			s.at[l.Var()] = append(s.at[l.Var()], i)
		}
	}
	if possible {
		s.walk(0)
	}
	return s.answer(), nil
}

// walk tries both values of the variable after the last one that is set.
func (s *search) walk(last int) {
	if s.stop != "" || s.best != nil && s.least(last) >= s.cost {
		return
	}
	if s.nodes == s.cap {
		s.stop = backends.GaveUp
		return
	}
	if s.nodes++; s.nodes&pollMask == 0 && s.ctx.Err() != nil {
		s.stop = backends.StopOf(s.ctx)
		return
	}
	if last == s.f.Vars() {
		s.best = append(pb.Model(nil), s.value...)
		s.cost = s.value.Value(s.f.Objective)
		return
	}
	v := last + 1
	for _, b := range [2]bool{false, true} {
		s.value[v] = b
		if s.allCanHold(s.at[v], v) {
			s.walk(v)
		}
	}
}

func (s *search) allCanHold(constraints []int, last int) bool {
	for _, i := range constraints {
		if !s.canHold(i, last) {
			return false
		}
	}
	return true
}

// canHold bounds the left side of constraint i from above, given the values of
// the variables up to last; once all are set the bound is the exact value.
func (s *search) canHold(i, last int) bool {
	lits, coefs, bound := s.f.Constraint(i)
	if coefs == nil {
		for _, l := range lits {
			if l.Var() > last || s.value.True(l) {
				return true
			}
		}
		return false
	}
	var most int64
	for k, l := range lits {
		if l.Var() <= last {
			if s.value.True(l) {
				most += coefs[k]
			}
		} else {
			most += max(0, coefs[k])
		}
	}
	return most >= bound
}

// least bounds the objective from below in the same way. Without an objective
// it is 0, so that the first model ends the search.
func (s *search) least(last int) int64 {
	var sum int64
	for _, t := range s.f.Objective {
		if t.Lit.Var() <= last {
			if s.value.True(t.Lit) {
				sum += t.Coef
			}
		} else {
			sum += min(0, t.Coef)
		}
	}
	return sum
}

func (s *search) answer() backends.Answer {
	a := backends.Answer{Model: s.best, Stop: s.stop, Steps: s.nodes, Bound: s.least(0)}
	switch {
	case s.best == nil && s.stop == "":
		a.Verdict = backends.Unsat
	case s.best == nil:
		a.Verdict = backends.Unknown
	case s.f.Objective == nil:
		a.Verdict = backends.Sat
	case s.stop == "":
		a.Verdict, a.Bound = backends.Optimal, s.cost
	default:
		a.Verdict = backends.Sat
	}
	return a
}

// fits refuses sums that could overflow.
func fits(f *pb.Formula) error {
	for i := range f.Len() {
		if _, coefs, _ := f.Constraint(i); sizeOf(coefs) > math.MaxInt64/4 {
			return fmt.Errorf("exhaust: coefficients of constraint %d are too large to add up in 64 bits", i+1)
		}
	}
	var size float64
	for _, t := range f.Objective {
		size += math.Abs(float64(t.Coef))
	}
	if size > math.MaxInt64/4 {
		return errors.New("exhaust: coefficients of the objective are too large to add up in 64 bits")
	}
	return nil
}

func sizeOf(coefs []int64) float64 {
	var size float64
	for _, c := range coefs {
		size += math.Abs(float64(c))
	}
	return size
}
