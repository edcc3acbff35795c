// Package pb is the one language of formulas between encoders and backends:
// pseudo-Boolean constraints Σ cᵢ·ℓᵢ ≥ bound over literals, of which a clause
// is the case of all cᵢ = 1 and bound 1, with an optional linear objective.
// It knows no digraph.
//
//	f := pb.New()
//	x := f.Block("x", 2, 3)         // variables x[0,0] … x[1,2]
//	f.Clause(x.At(0, 0), -x.At(1, 2))
//	f.AtLeast(2, pb.Term{Coef: 1, Lit: x.At(0, 1)}, pb.Term{Coef: 2, Lit: x.At(1, 1)})
//	err := pb.WriteOPB(w, f)        // Formats lists all the ways to write
//	m, err := pb.ReadModel(r, f.Vars())
package pb

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// MaxVars is the largest number of variables of a formula: literals have 32 bits.
const MaxVars = math.MaxInt32 - 1

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
	Index []string // a letter for each index, for the doc: "u", "i"
	Doc   string   // what a true variable says: "row u is a source of hub i"
}

// At is the variable at the given indices, one a dimension.
func (b Block) At(idx ...int) Lit {
	k := 0
	for d, i := range idx {
		k = k*b.Dims[d] + i
	}
	return b.First + Lit(k)
}

// At2 is At for a block of two dimensions, for inner loops.
func (b *Block) At2(i, j int) Lit { return b.First + Lit(i*b.Dims[1]+j) }

// String maps the block's variables back, in one line for a comment:
// "a[u,i] = variable 1+u*14+i, u<46, i<14: row u is a source of hub i".
func (b Block) String() string {
	index := b.Index
	if len(index) != len(b.Dims) {
		index = make([]string, len(b.Dims))
		for d := range index {
			index[d] = fmt.Sprintf("i%d", d+1)
		}
	}
	var s strings.Builder
	s.WriteString(b.Name)
	if len(index) > 0 {
		s.WriteString("[" + strings.Join(index, ",") + "]")
	}
	fmt.Fprintf(&s, " = variable %d", b.First)
	for d, letter := range index {
		s.WriteString("+" + letter)
		if step := product(b.Dims[d+1:]); step != 1 {
			fmt.Fprintf(&s, "*%d", step)
		}
	}
	for d, letter := range index {
		fmt.Fprintf(&s, ", %s<%d", letter, b.Dims[d])
	}
	if b.Doc != "" {
		s.WriteString(": " + b.Doc)
	}
	return s.String()
}

// Len is the number of variables of the block.
func (b Block) Len() int { return product(b.Dims) }

func product(dims []int) int {
	n := 1
	for _, d := range dims {
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
// It panics beyond MaxVars: whoever builds from data counts first.
func (f *Formula) Block(name string, dims ...int) Block {
	n := 1
	for _, d := range dims {
		if d < 0 || (d > 0 && n > (MaxVars-f.vars)/d) {
			panic(fmt.Sprintf("pb: block %s%v has more variables than fit in 31 bits", name, dims))
		}
		n *= d
	}
	b := Block{Name: name, Dims: dims, First: Lit(f.vars + 1)}
	f.vars += n
	f.blocks = append(f.blocks, b)
	return b
}

// Document says of a block what its variables mean and how its indices are
// called; writers put it into the comments.
func (f *Formula) Document(b Block, doc string, index ...string) {
	for i := range f.blocks {
		if f.blocks[i].First == b.First && f.blocks[i].Name == b.Name {
			f.blocks[i].Doc, f.blocks[i].Index = doc, index
		}
	}
}

// Grow makes room for that many more constraints and literals.
func (f *Formula) Grow(constraints, lits int) {
	f.ends = slices.Grow(f.ends, constraints)
	f.lits = slices.Grow(f.lits, lits)
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

// With is the formula with more unit clauses behind; the rest is shared, and
// neither may be added to afterwards.
func (f *Formula) With(units ...Lit) *Formula {
	g := *f
	g.lits, g.ends = f.lits[:len(f.lits):len(f.lits)], f.ends[:len(f.ends):len(f.ends)]
	for _, l := range units {
		g.Clause(l)
	}
	return &g
}

// Vars is the number of variables.
func (f *Formula) Vars() int { return f.vars }

// Len is the number of constraints.
func (f *Formula) Len() int { return len(f.ends) }

// Blocks lists the named arrays in the order of their variables.
func (f *Formula) Blocks() []Block { return f.blocks }

// IsCNF reports whether every constraint is a clause and there is no objective.
func (f *Formula) IsCNF() bool { return f.ClausesOnly() && f.Objective == nil }

// ClausesOnly reports whether every constraint is a clause.
func (f *Formula) ClausesOnly() bool { return len(f.linear) == 0 }

// IsClause reports whether constraint i is a clause.
func (f *Formula) IsClause(i int) bool { _, ok := f.linear[i]; return !ok }

// SetCover recognises a set cover: clauses without negation, and either at most
// so many variables true, as the last constraint, or the fewest as the
// objective, when most is -1.
func (f *Formula) SetCover() (most int, ok bool) {
	cells := f.Len()
	switch {
	case f.Objective != nil:
		if len(f.linear) > 0 || len(f.Objective) != f.vars {
			return 0, false
		}
		for j, t := range f.Objective {
			if t.Coef != 1 || t.Lit != Lit(j+1) {
				return 0, false
			}
		}
		most = -1
	case len(f.linear) == 1:
		l, last := f.linear[cells-1]
		if !last || l.bound > 0 || -l.bound > MaxVars || len(l.coefs) != f.vars {
			return 0, false
		}
		cells--
		for j, x := range f.Lits(cells) {
			if l.coefs[j] != -1 || x != Lit(j+1) {
				return 0, false
			}
		}
		most = int(-l.bound)
	default:
		return 0, false
	}
	for i := range cells {
		if slices.ContainsFunc(f.Lits(i), func(l Lit) bool { return l < 0 }) {
			return 0, false
		}
	}
	return most, true
}

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

// Value is Σ terms in the model, at the ends of int64 where it does not fit.
func (m Model) Value(terms []Term) int64 {
	var sum int64
	for _, t := range terms {
		if m.True(t.Lit) {
			sum = saturated(sum, t.Coef)
		}
	}
	return sum
}

func saturated(a, b int64) int64 {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}

// errOverflow is said of constraints whose sums leave int64.
var errOverflow = errors.New("the coefficients add up to more than 63 bits hold")

// spread checks that no sum of some coefficients and the bound leaves int64.
func spread(coefs []int64, bound int64) error {
	sum := uint64(max(bound, -bound)) // of MinInt64 this is 1<<63
	for _, c := range coefs {
		if sum > math.MaxInt64 {
			break
		}
		sum += uint64(max(c, -c))
	}
	if sum > math.MaxInt64 {
		return errOverflow
	}
	return nil
}

// Check evaluates every constraint and names the first that fails.
func (f *Formula) Check(m Model) error {
	if len(m) != f.vars+1 {
		return fmt.Errorf("model has %d values for %d variables", len(m)-1, f.vars)
	}
	for i := range f.Len() {
		lits, coefs, bound := f.Constraint(i)
		if coefs == nil {
			if !slices.ContainsFunc(lits, m.True) {
				return fmt.Errorf("model breaks constraint %d of %d", i+1, f.Len())
			}
			continue
		}
		if err := spread(coefs, bound); err != nil {
			return fmt.Errorf("constraint %d of %d: %w", i+1, f.Len(), err)
		}
		var sum int64
		for k, l := range lits {
			if m.True(l) {
				sum += coefs[k]
			}
		}
		if sum < bound {
			return fmt.Errorf("model breaks constraint %d of %d", i+1, f.Len())
		}
	}
	return nil
}
