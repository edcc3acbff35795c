package bound

import (
	"context"
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// EmptyLine stands for a row, or a column, without cells.
const EmptyLine = -1

// SkewSequence is rows a_1..a_t and columns b_1..b_t with (a_i,b_i) no cell and
// (a_i,b_k) a cell for i < k; b_1 and a_t may be EmptyLine.
type SkewSequence struct {
	Rows, Cols []int32
	Bound      int  // ⌈log2 t⌉: χ_hub is at least that (F13)
	Exact      bool // there is no sequence that proves more
}

// Skew looks for a skew sequence that proves most. With the empty lines a
// sequence of length t is the same as a chain N(r_1) ⊋ N(r_1)∩N(r_2) ⊋ … of t−1
// intersections of rows that are not empty (a_i = r_i, and b_{i+1} is a column
// that leaves at the next step), so the longest one is one more than the height
// of the lattice of maximal bicliques.
//
// Only ⌈log2 t⌉ counts, so each search has a target, one more than the last
// power of two that was reached, and everything is dropped that cannot reach it
// (reachable). First greedy chains lose as few columns as possible at each
// step, from rows and from columns, which is already best on crowns, nested
// rows and intersection matrices. Then the intersections that are left are
// listed, largest first, with the longest chain down to each: that finds a
// chain, or shows that there is none, where it ends within steps. Beams of
// growing width use what is left of the steps. A step is one intersection.
//
// When χ_hub ≤ upper is known (0: nothing is known), the search stops where the
// bound meets it. An empty relation has the empty sequence and the bound 0.
func Skew(ctx context.Context, rel *instances.Relation, steps int, seed uint64, upper int) SkewSequence {
	rows, cols := distinctLines(rel), distinctLines(rel.Transpose())
	if len(rows) == 0 {
		return SkewSequence{Exact: true}
	}
	small := rel
	if len(rows) < rel.Rows() || len(cols) < rel.Cols() {
		small = rel.AsRelation().Sub(rows, cols)
	}
	s := &skewSearch{ctx: ctx, rel: small, flipped: small.Transpose(), steps: steps, seed: seed, upper: upper}
	s.run()

	out := SkewSequence{Bound: s.bound(), Exact: s.exact}
	for _, a := range s.best {
		out.Rows = append(out.Rows, rows[a])
	}
	out.Cols = append(out.Cols, EmptyLine)
	for _, b := range leavers(small, s.best) {
		out.Cols = append(out.Cols, cols[b])
	}
	out.Rows = append(out.Rows, EmptyLine)
	return out
}

// ceilLog2 is ⌈log2 t⌉ for t ≥ 1.
func ceilLog2(t int) int { return bits.Len(uint(t - 1)) }

// leavers picks, for each row of a chain, a column that is in the intersection
// up to it and not in the next.
func leavers(rel *instances.Relation, chain []int32) []int32 {
	out := make([]int32, len(chain))
	left := slices.Clone(rel.Row(int(chain[0])))
	for i := range chain {
		if i+1 == len(chain) {
			out[i] = left[0]
			break
		}
		next := intersection(left, rel.Row(int(chain[i+1])))
		k := 0
		for k < len(next) && next[k] == left[k] {
			k++
		}
		out[i] = left[k]
		left = next
	}
	return out
}

// skewSearch looks for a chain of rows, each of which shrinks the intersection
// and leaves it nonempty.
type skewSearch struct {
	ctx          context.Context
	rel, flipped *instances.Relation // without twins and empty lines
	steps        int
	seed         uint64
	upper        int     // as Skew has it
	best         []int32 // rows
	exact        bool    // no chain is as long as the target
}

// bound is what the best chain proves.
func (s *skewSearch) bound() int { return ceilLog2(len(s.best) + 1) }

// target is the length of a chain that proves more.
func (s *skewSearch) target() int { return 1 << s.bound() }

// keep takes over a longer chain; a chain of columns is turned into rows, last
// first.
func (s *skewSearch) keep(chain []int32, columns bool) {
	if len(chain) <= len(s.best) {
		return
	}
	if columns {
		chain = leavers(s.flipped, chain)
		slices.Reverse(chain)
	}
	s.best = slices.Clone(chain)
	s.exact = !fits(s.rel, s.target())
}

func (s *skewSearch) done() bool {
	return s.exact || s.upper > 0 && s.bound() >= s.upper || s.steps <= 0 || s.ctx.Err() != nil
}

const (
	maxMatrixBits = 1 << 28 // rows × columns of which bit matrices are made: 32 MB
	greedyChains  = 8
)

func (s *skewSearch) run() {
	for n := range uint64(greedyChains) {
		s.keep(greedyChain(s.rel, s.seed, n, &s.steps), false)
		if s.done() {
			return
		}
		s.keep(greedyChain(s.flipped, s.seed, n, &s.steps), true)
		if s.done() {
			return
		}
	}
	if s.rel.Rows() > maxMatrixBits/s.rel.Cols() {
		return
	}
	rows, cols := s.rel.RowBits(), s.rel.ColBits()
	// The lattice is the same from both sides; a step costs less where there
	// are fewer rows of fewer words.
	columns := len(cols)*len(cols[0]) < len(rows)*len(rows[0])
	for more := true; more && !s.done(); { // a target is reached, and the next one tried
		before := s.bound()
		if columns {
			s.lattice(cols, rows, s.target(), s.steps/2, true)
		} else {
			s.lattice(rows, cols, s.target(), s.steps/2, false)
		}
		more = s.bound() > before
	}
	for width, n := 4, uint64(0); !s.done() && width <= 1<<12; n++ {
		s.beam(rows, cols, s.target(), width, n, false)
		if !s.done() {
			s.beam(cols, rows, s.target(), width, n, true)
		}
		if n%2 == 1 {
			width *= 4
		}
	}
}
