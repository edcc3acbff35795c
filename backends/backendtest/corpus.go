package backendtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

// Case is a formula whose status is known.
type Case struct {
	Name    string
	Formula *pb.Formula
	Want    backends.Verdict
}

// Corpus is small formulas in clauses, satisfiable or not for a known reason,
// with the corners that parsers and simplifiers trip over.
func Corpus() []Case {
	sat, unsat := backends.Sat, backends.Unsat
	cases := []Case{
		{"no variables", clauses(0), sat},
		{"no clauses", clauses(3), sat},
		{"empty clause alone", clauses(0, c()), unsat},
		{"empty clause among others", clauses(2, c(1, 2), c(), c(-1)), unsat},
		{"one unit", clauses(1, c(-1)), sat},
		{"opposite units", clauses(1, c(1), c(-1)), unsat},
		{"opposite units later", clauses(3, c(3), c(1, 2), c(-1, 2), c(1, -2), c(-1, -2, -3)), unsat},
		{"refuted by propagation", clauses(3, c(1), c(-1, 2), c(-2, 3), c(-3, -1)), unsat},
		{"solved by propagation", clauses(4, c(1), c(-1, 2), c(-2, 3), c(-3, -4)), sat},
		{"repeated unit", clauses(2, c(1), c(1), c(-1, 2), c(2)), sat},
		{"repeated literals", clauses(3, c(1, 1, 1), c(-1, 2, 2), c(-2, -2, 3, 3), c(-3, -3, -1)), unsat},
		{"repeated clauses", clauses(2, c(1, 2), c(1, 2), c(2, 1), c(-1, 2), c(-1, 2)), sat},
		{"tautologies", clauses(2, c(1, -1), c(2, 1, -2), c(-1, 1, 2)), sat},
		{"tautologies and a conflict", clauses(2, c(1, -1, 2), c(2), c(-2, 1), c(-1, -2, -2)), unsat},
		{"unused variables", clauses(40, c(7, -30), c(30), c(-7, 40)), sat},
		{"unused last variables", clauses(50, c(1, 2), c(-1, -2)), sat},
		{"one model", clauses(3, c(1, 2), c(1, -2), c(-1, 3), c(-1, -3, 2)), sat},
		{"all eight", all(3, false), unsat},
		{"all but one of sixteen", all(4, true), sat},
	}
	for n := 2; n <= 6; n++ {
		cases = append(cases,
			Case{fmt.Sprintf("pigeonhole %d into %d", n, n-1), Pigeonhole(n, n-1), unsat},
			Case{fmt.Sprintf("pigeonhole %d into %d", n, n), Pigeonhole(n, n), sat})
	}
	for _, n := range []int{3, 6, 10} {
		cases = append(cases,
			Case{fmt.Sprintf("even and odd sum of %d", n), Parity(n, 1, true), unsat},
			Case{fmt.Sprintf("odd sum of %d twice", n), Parity(n, 1, false), sat})
	}
	return cases
}

// Objectives is small formulas in clauses to minimise over, with the corners of
// objectives.
func Objectives() []Case {
	optimal := backends.Optimal
	cases := []Case{
		{"a variable in no clause", clauses(4, c(1, 2)), optimal},
		{"no clauses", clauses(2), optimal},
		{"negative values", clauses(2, c(1, 2), c(-1, -2)), optimal},
		{"negated literals", clauses(2, c(1, 2)), optimal},
		{"repeated literals", clauses(2, c(1, 2)), optimal},
		{"large values", clauses(2, c(1, 2)), optimal},
		{"no model", clauses(2, c(1), c(-1, 2), c(-2)), backends.Unsat},
	}
	for i, terms := range [][]pb.Term{
		{{Coef: 2, Lit: 1}, {Coef: 1, Lit: 3}, {Coef: 3, Lit: -4}},
		{{Coef: 5, Lit: 1}, {Coef: -3, Lit: 2}},
		{{Coef: -5, Lit: 1}, {Coef: -3, Lit: 2}},
		{{Coef: 3, Lit: -1}, {Coef: -2, Lit: -2}},
		{{Coef: 3, Lit: 1}, {Coef: -2, Lit: 1}, {Coef: 2, Lit: -1}, {Coef: 1, Lit: 2}, {Coef: 0, Lit: 2}},
		{{Coef: 1 << 20, Lit: 1}, {Coef: 1<<20 + 1, Lit: 2}},
		{{Coef: 1, Lit: 2}},
	} {
		cases[i].Formula.Objective = terms
	}
	return cases
}

// Pigeonhole sends pigeons into holes, each into its own.
func Pigeonhole(pigeons, holes int) *pb.Formula {
	f := pb.New()
	x := f.Block("in", pigeons, holes)
	for p := range pigeons {
		var somewhere []pb.Lit
		for h := range holes {
			somewhere = append(somewhere, x.At(p, h))
		}
		f.Clause(somewhere...)
	}
	for h := range holes {
		for p := range pigeons {
			for q := range p {
				f.Clause(-x.At(q, h), -x.At(p, h))
			}
		}
	}
	return f
}

// Parity adds n variables up modulo 2 along two chains, in two orders, and
// asks for odd sums, or for one odd and one even.
func Parity(n int, seed uint64, conflict bool) *pb.Formula {
	f := pb.New()
	x := f.Block("x", n)
	order := rand.New(rand.NewPCG(seed, 0)).Perm(n)
	chain := func(name string, at func(int) int, odd bool) {
		sum := f.Block(name, n)
		f.Clause(-sum.At(0), x.At(at(0)))
		f.Clause(sum.At(0), -x.At(at(0)))
		for i := 1; i < n; i++ {
			s, a, b := sum.At(i), sum.At(i-1), x.At(at(i))
			f.Clause(-s, a, b)
			f.Clause(-s, -a, -b)
			f.Clause(s, -a, b)
			f.Clause(s, a, -b)
		}
		if odd {
			f.Clause(sum.At(n - 1))
		} else {
			f.Clause(-sum.At(n - 1))
		}
	}
	chain("s", func(i int) int { return i }, true)
	chain("t", func(i int) int { return order[i] }, !conflict)
	return f
}

// Random3SAT draws m clauses of three different variables out of n; near
// m = 4.27 n about half of the formulas are satisfiable.
func Random3SAT(n, m int, seed uint64) *pb.Formula {
	rng := rand.New(rand.NewPCG(seed, 3))
	f := pb.New()
	x := f.Block("x", n)
	for range m {
		var clause []pb.Lit
		for _, v := range rng.Perm(n)[:3] {
			l := x.At(v)
			if rng.IntN(2) == 0 {
				l = -l
			}
			clause = append(clause, l)
		}
		f.Clause(clause...)
	}
	return f
}

// RandomLinear draws m constraints over n variables with coefficients from -4
// to 4, and where asked an objective.
func RandomLinear(n, m int, seed uint64, objective bool) *pb.Formula {
	rng := rand.New(rand.NewPCG(seed, 4))
	f := pb.New()
	x := f.Block("x", n)
	terms := func(k int) []pb.Term {
		var ts []pb.Term
		for _, v := range rng.Perm(n)[:k] {
			t := pb.Term{Coef: rng.Int64N(9) - 4, Lit: x.At(v)}
			if rng.IntN(2) == 0 {
				t.Lit = -t.Lit
			}
			ts = append(ts, t)
		}
		return ts
	}
	for range m {
		f.AtLeast(rng.Int64N(6)-2, terms(1+rng.IntN(min(n, 6)))...)
	}
	if objective {
		f.Objective = terms(n)
	}
	return f
}

// all is every clause over all n variables, or all but one.
func all(n int, butOne bool) *pb.Formula {
	f := pb.New()
	x := f.Block("x", n)
	for bits := range 1 << n {
		if butOne && bits == 5 {
			continue
		}
		var clause []pb.Lit
		for v := range n {
			l := x.At(v)
			if bits>>v&1 == 1 {
				l = -l
			}
			clause = append(clause, l)
		}
		f.Clause(clause...)
	}
	return f
}

func c(lits ...pb.Lit) []pb.Lit { return lits }

func clauses(vars int, cs ...[]pb.Lit) *pb.Formula {
	f := pb.New()
	f.Block("x", vars)
	for _, lits := range cs {
		f.Clause(lits...)
	}
	return f
}
