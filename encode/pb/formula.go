// Package pb is the one language of formulas between encoders and backends:
// pseudo-Boolean constraints Σ cᵢ·ℓᵢ ≥ bound over literals, of which a clause
// is the case of all cᵢ = 1 and bound 1, with an optional linear objective.
// It knows no digraph.
//
//	f := pb.New()
//	x := f.Block("x", 2, 3)         // variables x[0,0] … x[1,2]
//	f.Clause(x.At(0, 0), -x.At(1, 2))
//	f.AtLeast(2, pb.Term{Coef: 1, Lit: x.At(0, 1)}, pb.Term{Coef: 2, Lit: x.At(1, 1)})
//	err := f.WriteDIMACS(w)
package pb

import (
	"fmt"
	"math"
	"strings"
)

// Lit is a literal in the DIMACS convention: variable v is v, its negation -v,
// variables count from 1.
type Lit int32

// Var is the literal's variable.
func (l Lit) Var() int {
	if l < 0 {
		return int(-l)
	}
	return int(l)
}

// Term is Coef·Lit, where a literal counts 1 when true.
type Term struct {
	Coef int64
	Lit  Lit
}

// Block is a named array of variables in row-major order.
type Block struct {
	Name  string
	Dims  []int
	First Lit
}

// At is the variable at the given indices, one a dimension.
func (b Block) At(idx ...int) Lit {
	k := 0
	for d, i := range idx {
		k = k*b.Dims[d] + i
	}
	return b.First + Lit(k)
}

// Len is the number of variables of the block.
func (b Block) Len() int {
	n := 1
	for _, d := range b.Dims {
		n *= d
	}
	return n
}

// Formula is a conjunction of constraints with an optional objective to
// minimise. The zero value is not ready: use New.
type Formula struct {
	Comments  []string // written as comment lines at the top of every format
	Objective []Term   // minimise the sum; nil for a decision
	blocks    []Block
	vars      int
	lits      []Lit // all constraints' literals, one after the other
	ends      []int // constraint i ends at lits[ends[i]]
	linear    map[int]linear
}

type linear struct {
	coefs []int64
	bound int64
}

// New makes the empty formula.
func New() *Formula { return &Formula{linear: map[int]linear{}} }

// Block allocates an array of named variables, numbered in row-major order
// right after those that exist. Names are identifiers: letters, digits, _.
func (f *Formula) Block(name string, dims ...int) Block {
	b := Block{Name: name, Dims: dims, First: Lit(f.vars + 1)}
	n := 1
	for _, d := range dims {
		if d < 0 || (d > 0 && n > (math.MaxInt32-1-f.vars)/d) {
			panic(fmt.Sprintf("pb: block %s%v has more variables than fit in 31 bits", name, dims))
		}
		n *= d
	}
	f.vars += n
	f.blocks = append(f.blocks, b)
	return b
}

// Clause adds the disjunction of the literals; none at all is the false clause.
func (f *Formula) Clause(lits ...Lit) {
	f.lits = append(f.lits, lits...)
	f.ends = append(f.ends, len(f.lits))
}

// AtLeast adds Σ terms ≥ bound.
func (f *Formula) AtLeast(bound int64, terms ...Term) {
	l := linear{bound: bound, coefs: make([]int64, len(terms))}
	clause := bound == 1
	for i, t := range terms {
		f.lits = append(f.lits, t.Lit)
		l.coefs[i] = t.Coef
		clause = clause && t.Coef == 1
	}
	if !clause {
		f.linear[len(f.ends)] = l
	}
	f.ends = append(f.ends, len(f.lits))
}

// AtMost adds Σ terms ≤ bound.
func (f *Formula) AtMost(bound int64, terms ...Term) {
	neg := make([]Term, len(terms))
	for i, t := range terms {
		neg[i] = Term{-t.Coef, t.Lit}
	}
	f.AtLeast(-bound, neg...)
}

// Vars is the number of variables.
func (f *Formula) Vars() int { return f.vars }

// Len is the number of constraints.
func (f *Formula) Len() int { return len(f.ends) }

// Blocks lists the named arrays in the order of their variables.
func (f *Formula) Blocks() []Block { return f.blocks }

// IsCNF reports whether every constraint is a clause and there is no objective.
func (f *Formula) IsCNF() bool { return len(f.linear) == 0 && f.Objective == nil }

// IsClause reports whether constraint i is a clause.
func (f *Formula) IsClause(i int) bool { _, ok := f.linear[i]; return !ok }

// Lits are the literals of constraint i. The caller must not change them.
func (f *Formula) Lits(i int) []Lit {
	from := 0
	if i > 0 {
		from = f.ends[i-1]
	}
	return f.lits[from:f.ends[i]:f.ends[i]]
}

// Constraint gives constraint i in full: coefs is nil for a clause.
func (f *Formula) Constraint(i int) (lits []Lit, coefs []int64, bound int64) {
	if l, ok := f.linear[i]; ok {
		return f.Lits(i), l.coefs, l.bound
	}
	return f.Lits(i), nil, 1
}

// Name is the variable's name, such as a[3,0].
func (f *Formula) Name(v int) string {
	for _, b := range f.blocks {
		k := v - int(b.First)
		if k < 0 || k >= b.Len() {
			continue
		}
		idx := make([]string, len(b.Dims))
		for d := len(b.Dims) - 1; d >= 0; d-- {
			idx[d] = fmt.Sprint(k % b.Dims[d])
			k /= b.Dims[d]
		}
		if len(idx) == 0 {
			return b.Name
		}
		return b.Name + "[" + strings.Join(idx, ",") + "]"
	}
	return fmt.Sprintf("x%d", v)
}

// Model gives every variable v a value at m[v]; m[0] is unused.
type Model []bool

// True reports whether the literal holds.
func (m Model) True(l Lit) bool { return m[l.Var()] == (l > 0) }

// Value is Σ terms in the model.
func (m Model) Value(terms []Term) int64 {
	var sum int64
	for _, t := range terms {
		if m.True(t.Lit) {
			sum += t.Coef
		}
	}
	return sum
}

// Check evaluates every constraint and names the first that fails.
func (f *Formula) Check(m Model) error {
	if len(m) != f.vars+1 {
		return fmt.Errorf("model has %d values for %d variables", len(m)-1, f.vars)
	}
	for i := range f.Len() {
		lits, coefs, bound := f.Constraint(i)
		var sum int64
		for k, l := range lits {
			if m.True(l) {
				if coefs == nil {
					sum = 1
					break
				}
				sum += coefs[k]
			}
		}
		if sum < bound {
			return fmt.Errorf("model breaks constraint %d of %d", i+1, f.Len())
		}
	}
	return nil
}
