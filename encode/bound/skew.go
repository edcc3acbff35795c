package bound

import (
	"context"
	"math"
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
	Exact      bool // there is no longer sequence
}

// Skew looks for a long skew sequence. With the empty lines a sequence of
// length t is the same as a chain N(r_1) ⊋ N(r_1)∩N(r_2) ⊋ … of t−1
// intersections of rows that are not empty (a_i = r_i, and b_{i+1} is a column
// that leaves at the next step), so the longest one is one more than the height
// of the lattice of maximal bicliques.
//
// First greedy chains lose as few columns as possible at each step, from rows
// and from columns, which is already best on crowns, nested rows and
// intersection matrices. Then all intersections are listed, largest first, with
// the longest chain down to each: that is exact where it ends within steps.
// Beams of growing width use what is left of the steps. A step is one
// intersection.
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
	s := &skewSearch{ctx: ctx, rel: small, steps: steps, seed: seed}
	s.flipped = small.Transpose()
	s.most = min(len(rows), len(cols))
	s.target = s.most
	if upper > 0 && upper < 62 {
		s.target = min(s.target, 1<<(upper-1))
	}
	s.run()

	out := SkewSequence{Bound: ceilLog2(len(s.best) + 1), Exact: s.exact || len(s.best) == s.most}
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
	best         []int32 // rows
	most, target int
	exact        bool
}

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
}

func (s *skewSearch) done() bool {
	return s.exact || len(s.best) >= s.target || s.steps <= 0 || s.ctx.Err() != nil
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
	half := s.steps / 2
	if len(rows)*len(rows[0]) <= len(cols)*len(cols[0]) {
		s.lattice(rows, s.rel.Cols(), half, false)
	} else {
		s.lattice(cols, s.rel.Rows(), half, true)
	}
	for width, n := 4, uint64(0); !s.done() && width <= 1<<12; n++ {
		s.beam(rows, s.rel.Cols(), width, n, false)
		if !s.done() {
			s.beam(cols, s.rel.Rows(), width, n, true)
		}
		if n%2 == 1 {
			width *= 4
		}
	}
}

// greedyChain starts with a longest row, or from the second time on with a
// random one, and goes on with a row that loses fewest columns. Counts are kept
// up to date, so a chain costs the cells, and the rows at each step; it is
// finished even when steps run out.
func greedyChain(rel *instances.Relation, seed, number uint64, steps *int) []int32 {
	rng := source(seed, number)
	first := 0
	for i := range rel.Rows() {
		if len(rel.Row(i)) > len(rel.Row(first)) {
			first = i
		}
	}
	if number > 0 {
		first = rng.IntN(rel.Rows())
	}
	inside := slices.Clone(rel.Row(first)) // the intersection
	count := make([]int32, rel.Rows())     // of each row within it
	var rows []int32                       // that meet it and do not contain it
	for _, b := range inside {
		for _, a := range rel.Col(int(b)) {
			if count[a]++; count[a] == 1 {
				rows = append(rows, a)
			}
		}
	}
	stamp, now := make([]int32, rel.Cols()), int32(0)
	chain := []int32{int32(first)}
	for {
		*steps -= len(rows)
		best, ties := int32(-1), 0
		rows = slices.DeleteFunc(rows, func(a int32) bool {
			n := count[a]
			if n == 0 || int(n) == len(inside) { // once it contains the intersection it always will
				return true
			}
			switch {
			case best < 0 || n > count[best]:
				best, ties = a, 1
			case n == count[best]:
				if ties++; rng.IntN(ties) == 0 {
					best = a
				}
			}
			return false
		})
		if best < 0 {
			return chain
		}
		chain = append(chain, best)
		now++
		for _, b := range rel.Row(int(best)) {
			stamp[b] = now
		}
		inside = slices.DeleteFunc(inside, func(b int32) bool {
			if stamp[b] == now {
				return false
			}
			for _, a := range rel.Col(int(b)) {
				count[a]--
			}
			return true
		})
	}
}

// lattice lists all nonempty intersections of rows by falling size, each with
// the longest chain down to it. It gives up after so many steps.
func (s *skewSearch) lattice(rows []instances.Bits, n, steps int, columns bool) {
	l := newIntents(n)
	for r, row := range rows {
		l.reach(row, row.Count(), unreached, int32(r), 1)
	}
	both := instances.NewBits(n)
	deepest := int32(0)
	complete := true
	for size := n; size > 0 && complete; size-- {
		for i := l.bucket[size]; i >= 0 && complete; i = l.next[i] {
			if l.depth[i] > l.depth[deepest] {
				deepest = i
				if int(l.depth[i]) >= s.target {
					complete = false
				}
			}
			steps -= len(rows)
			s.steps -= len(rows)
			if steps < 0 || l.full() || i&63 == 0 && s.ctx.Err() != nil {
				complete = false
			}
			for r, row := range rows {
				both.Copy(l.at(i))
				both.And(row)
				if k := both.Count(); k > 0 && k < size {
					l.reach(both, k, i, int32(r), l.depth[i]+1)
				}
			}
		}
	}
	var chain []int32
	for i := deepest; i >= 0; i = l.parent[i] {
		chain = append(chain, l.via[i])
	}
	slices.Reverse(chain)
	s.keep(chain, columns)
	s.exact = complete
}

// unreached is the parent of an intersection that starts a chain.
const unreached = -1

// intents is a hash table of sets with the longest chain known to each.
type intents struct {
	words  int
	sets   instances.Bits // one after the other
	depth  []int32
	parent []int32
	via    []int32
	next   []int32 // in the list of sets of one size
	bucket []int32 // first of that list, by size
	slots  []int32 // open addressing; a power of two, -1 where free
}

const maxIntentWords = 1 << 25 // 256 MB

func newIntents(n int) *intents {
	return &intents{words: (n + 63) / 64, bucket: filled(n+1, -1), slots: filled(1<<10, -1)}
}

func (l *intents) at(i int32) instances.Bits {
	return l.sets[int(i)*l.words : (int(i)+1)*l.words]
}

func (l *intents) full() bool {
	return len(l.sets) >= maxIntentWords || len(l.depth) >= math.MaxInt32/2
}

// reach notes a chain to a set of the given size that ends in row via.
func (l *intents) reach(set instances.Bits, size int, parent, via, depth int32) {
	slot := l.find(set)
	i := l.slots[slot]
	if i < 0 {
		i = int32(len(l.depth))
		l.slots[slot] = i
		l.sets = append(l.sets, set...)
		l.depth, l.parent, l.via = append(l.depth, 0), append(l.parent, 0), append(l.via, 0)
		l.next = append(l.next, l.bucket[size])
		l.bucket[size] = i
		if 2*len(l.depth) > len(l.slots) {
			l.rehash()
		}
	}
	if depth > l.depth[i] {
		l.depth[i], l.parent[i], l.via[i] = depth, parent, via
	}
}

// find is the slot that has the set, or the free one where it belongs.
func (l *intents) find(set instances.Bits) int {
	mask := len(l.slots) - 1
	for k := int(hashBits(set)) & mask; ; k = (k + 1) & mask {
		if i := l.slots[k]; i < 0 || slices.Equal(l.at(i), set) {
			return k
		}
	}
}

func (l *intents) rehash() {
	l.slots = filled(2*len(l.slots), -1)
	for i := range l.depth {
		l.slots[l.find(l.at(int32(i)))] = int32(i)
	}
}

func hashBits(set instances.Bits) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range set {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// beam follows so many chains side by side and keeps, at each step, the largest
// intersections; from the second time on some are overlooked at random.
func (s *skewSearch) beam(rows []instances.Bits, n, width int, number uint64, columns bool) {
	rng := source(s.seed, 1<<32+number)
	type step struct{ from, row int32 }
	var levels [][]step
	states := make([]instances.Bits, width)
	spare := make([]instances.Bits, width)
	for k := range states {
		states[k], spare[k] = instances.NewBits(n), instances.NewBits(n)
	}
	seen := make(map[uint64]bool, width)
	bySize := make([][]step, n+1)
	both := instances.NewBits(n)
	live := 0
	for r, row := range rows {
		k := row.Count()
		bySize[k] = append(bySize[k], step{-1, int32(r)})
	}
	for {
		clear(seen)
		var level []step
		for k := n; k > 0 && len(level) < width; k-- {
			rng.Shuffle(len(bySize[k]), func(i, j int) { bySize[k][i], bySize[k][j] = bySize[k][j], bySize[k][i] })
			for _, c := range bySize[k] {
				if len(level) == width {
					break
				}
				if number > 0 && rng.IntN(4) == 0 {
					continue
				}
				next := spare[len(level)]
				next.Copy(rows[c.row])
				if c.from >= 0 {
					next.And(states[c.from])
				}
				if h := hashBits(next); !seen[h] {
					seen[h] = true
					level = append(level, c)
				}
			}
		}
		if len(level) == 0 {
			break
		}
		levels = append(levels, level)
		states, spare, live = spare, states, len(level)
		if s.steps -= live * len(rows); s.steps <= 0 || s.ctx.Err() != nil {
			break
		}
		for k := range bySize {
			bySize[k] = bySize[k][:0]
		}
		for from, state := range states[:live] {
			size := state.Count()
			for r, row := range rows {
				both.Copy(state)
				both.And(row)
				if k := both.Count(); k > 0 && k < size {
					bySize[k] = append(bySize[k], step{int32(from), int32(r)})
				}
			}
		}
	}
	if len(levels) == 0 {
		return
	}
	chain := make([]int32, len(levels))
	at := int32(0)
	for i := len(levels) - 1; i >= 0; i-- {
		chain[i] = levels[i][at].row
		at = levels[i][at].from
	}
	s.keep(chain, columns)
}
