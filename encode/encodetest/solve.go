package encodetest

import (
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
)

// Solve finds a model of a small formula by trying values, cutting branches
// where a constraint cannot hold any more; nil says that there is none. An
// objective is minimised. It is slow, short, and shares nothing with backends.
func Solve(f *pb.Formula) pb.Model {
	s := solver{value: make([]int8, f.Vars()+1)}
	for i := range f.Len() {
		lits, coefs, bound := f.Constraint(i)
		c := constraint{}
		for k, l := range lits {
			coef := int64(1)
			if coefs != nil {
				coef = coefs[k]
			}
			c.terms = append(c.terms, pb.Term{Coef: coef, Lit: l})
		}
		s.constraints = append(s.constraints, positive(c.terms, bound))
	}
	if !s.search() {
		return nil
	}
	best := s.model()
	for f.Objective != nil {
		// Σ terms ≤ value − 1, until there is no better model.
		var neg []pb.Term
		for _, t := range f.Objective {
			neg = append(neg, pb.Term{Coef: -t.Coef, Lit: t.Lit})
		}
		better := solver{value: make([]int8, f.Vars()+1)}
		better.constraints = append(slices.Clone(s.constraints), positive(neg, 1-best.Value(f.Objective)))
		if !better.search() {
			break
		}
		best = better.model()
	}
	return best
}

// constraint is Σ terms ≥ bound, all coefficients positive.
type constraint struct {
	terms []pb.Term
	bound int64
}

// positive turns −c·ℓ into c·¬ℓ − c.
func positive(terms []pb.Term, bound int64) constraint {
	c := constraint{bound: bound}
	for _, t := range terms {
		if t.Coef < 0 {
			c.bound -= t.Coef
			t = pb.Term{Coef: -t.Coef, Lit: -t.Lit}
		}
		c.terms = append(c.terms, t)
	}
	return c
}

type solver struct {
	constraints []constraint
	value       []int8 // by variable: 1, -1, or 0 while open
	trail       []int
}

func (s *solver) of(l pb.Lit) int8 {
	if l < 0 {
		return -s.value[-l]
	}
	return s.value[l]
}

func (s *solver) set(l pb.Lit) {
	s.trail = append(s.trail, l.Var())
	if l < 0 {
		s.value[-l] = -1
	} else {
		s.value[l] = 1
	}
}

// search extends the values to a model, or leaves them as they were.
func (s *solver) search() bool {
	before := len(s.trail)
	undo := func() bool {
		for _, v := range s.trail[before:] {
			s.value[v] = 0
		}
		s.trail = s.trail[:before]
		return false
	}
	if !s.propagate() {
		return undo()
	}
	choice := s.choose()
	if choice == 0 {
		return true
	}
	for _, l := range []pb.Lit{choice, -choice} {
		at := len(s.trail)
		s.set(l)
		if s.search() {
			return true
		}
		s.value[choice.Var()] = 0
		s.trail = s.trail[:at]
	}
	return undo()
}

// propagate sets what has to be true, and reports false where a constraint
// cannot hold.
func (s *solver) propagate() bool {
	for changed := true; changed; {
		changed = false
		for _, c := range s.constraints {
			slack := -c.bound // what may still be lost
			for _, t := range c.terms {
				if s.of(t.Lit) >= 0 {
					slack += t.Coef
				}
			}
			if slack < 0 {
				return false
			}
			for _, t := range c.terms {
				if t.Coef > slack && s.of(t.Lit) == 0 {
					s.set(t.Lit)
					changed = true
				}
			}
		}
	}
	return true
}

// choose gives an open literal of a constraint that does not hold yet, or 0.
func (s *solver) choose() pb.Lit {
	for _, c := range s.constraints {
		var sum int64
		var open pb.Lit
		for _, t := range c.terms {
			switch s.of(t.Lit) {
			case 1:
				sum += t.Coef
			case 0:
				if open == 0 {
					open = t.Lit
				}
			}
		}
		if sum < c.bound {
			return open
		}
	}
	return 0
}

func (s *solver) model() pb.Model {
	m := make(pb.Model, len(s.value))
	for v, value := range s.value {
		m[v] = value > 0
	}
	return m
}
