package pb

import (
	"cmp"
	"slices"
)

// row is Σ coefᵢ·xᵢ ≥ bound over 0/1 variables: each variable once, ascending,
// no coefficient 0, no negative literal.
type row struct {
	terms []Term // literals positive
	bound int64
}

// rows turns constraints into rows, reusing one buffer: ¬x is 1−x, which moves
// its coefficient to the bound.
type rows struct {
	f   *Formula
	row row
}

func (r *rows) constraint(i int) row {
	lits, coefs, bound := r.f.Constraint(i)
	r.row.terms, r.row.bound = r.row.terms[:0], bound
	for k, l := range lits {
		c := int64(1)
		if coefs != nil {
			c = coefs[k]
		}
		r.add(c, l)
	}
	r.merge()
	return r.row
}

// objective is Σ coefᵢ·xᵢ − bound.
func (r *rows) objective() row {
	r.row.terms, r.row.bound = r.row.terms[:0], 0
	for _, t := range r.f.Objective {
		r.add(t.Coef, t.Lit)
	}
	r.merge()
	return r.row
}

func (r *rows) add(c int64, l Lit) {
	if l < 0 {
		r.row.bound -= c
		c, l = -c, -l
	}
	r.row.terms = append(r.row.terms, Term{c, l})
}

func (r *rows) merge() {
	t := r.row.terms
	slices.SortFunc(t, func(a, b Term) int { return cmp.Compare(a.Lit, b.Lit) })
	out := t[:0]
	for i := 0; i < len(t); {
		sum := Term{0, t[i].Lit}
		for ; i < len(t) && t[i].Lit == sum.Lit; i++ {
			sum.Coef += t[i].Coef
		}
		if sum.Coef != 0 {
			out = append(out, sum)
		}
	}
	r.row.terms = out
}
