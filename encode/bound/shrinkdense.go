package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// denseShrinker is the shrinker of a relation whose bits for all pairs of lines
// are no more than its cells: it counts 64 cells at a time.
type denseShrinker struct {
	rel    *instances.Relation
	rows   []instances.Bits
	must   []instances.Bits   // by row: cells that have to stay covered
	counts [][]instances.Bits // by row: the k-th digits of how many hubs cover each cell
}

// dense reports that bits for all pairs of lines are no more than the cells.
func dense(rel *instances.Relation) bool {
	return rel.Rows()*(rel.Cols()/64+1) <= rel.Len()
}

func newDenseShrinker(rel *instances.Relation) *denseShrinker {
	s := &denseShrinker{rel: rel, rows: rel.RowBits(), counts: make([][]instances.Bits, rel.Rows())}
	s.must = s.rows
	if rel.HasOptional() {
		s.must = rel.RowBits()
		for i, c := range rel.All() {
			if rel.Optional(i) {
				s.must[c.Row].Clear(int(c.Col))
			}
		}
	}
	return s
}

func (s *denseShrinker) shrink(hubs instances.Extension) instances.Extension {
	if s.crowded(hubs) {
		hubs = s.share(hubs)
	}
	out := make(instances.Extension, len(hubs))
	targets := make([][]word, len(hubs)) // none for a hub with a non-cell
	bySize := make([]int, len(hubs))
	size := func(i int) int {
		if targets[i] == nil {
			return 0
		}
		return len(out[i].Sources) * len(out[i].Targets)
	}
	for i, h := range hubs {
		out[i] = instances.Hub{Sources: distinct(slices.Clone(h.Sources)), Targets: distinct(slices.Clone(h.Targets)), Color: h.Color}
		bySize[i] = i
		if s.biclique(out[i]) {
			targets[i] = words(out[i].Targets)
			for _, a := range out[i].Sources {
				s.count(a, targets[i])
			}
		}
	}
	slices.SortStableFunc(bySize, func(i, k int) int { return size(i) - size(k) })
	for _, i := range bySize {
		if targets[i] != nil && !slices.ContainsFunc(out[i].Sources, func(a int32) bool { return !s.spare(a, targets[i]) }) {
			for _, a := range out[i].Sources {
				s.uncount(a, targets[i])
			}
			out[i].Sources, targets[i] = nil, nil
		}
	}
	for _, i := range slices.Backward(bySize) {
		if targets[i] != nil {
			s.trim(&out[i], targets[i])
		}
	}
	return slices.DeleteFunc(out, func(h instances.Hub) bool { return len(h.Sources) == 0 || len(h.Targets) == 0 })
}

// crowded reports that the cells of the hubs, with repetitions, are too many for
// their counts.
func (s *denseShrinker) crowded(hubs instances.Extension) bool {
	const most = 1 << 24
	total := 0
	for _, h := range hubs {
		total += len(h.Sources) * len(h.Targets)
	}
	return total > most+4*s.rel.Len()
}

// share leaves every cell that has to stay covered to the first hub that has it,
// and every hub the lines of the cells that are left to it.
func (s *denseShrinker) share(hubs instances.Extension) instances.Extension {
	left := make([]instances.Bits, len(s.must))
	for a, row := range s.must {
		left[a] = slices.Clone(row)
	}
	out := slices.Clone(hubs)
	used := instances.NewBits(s.rel.Cols())
	for k, h := range hubs {
		if !s.biclique(h) {
			continue
		}
		clear(used)
		targets := words(h.Targets)
		var sources []int32
		for _, a := range h.Sources {
			mine := uint64(0)
			for _, w := range targets {
				own := left[a][w.at] & w.bits
				left[a][w.at] &^= own
				used[w.at] |= own
				mine |= own
			}
			if mine != 0 {
				sources = append(sources, a)
			}
		}
		out[k].Sources, out[k].Targets = sources, used.Members()
	}
	return out
}

func (s *denseShrinker) biclique(h instances.Hub) bool {
	for _, b := range h.Targets {
		if b < 0 || int(b) >= s.rel.Cols() {
			return false
		}
	}
	targets := words(h.Targets)
	for _, a := range h.Sources {
		if a < 0 || int(a) >= s.rel.Rows() {
			return false
		}
		for _, w := range targets {
			if w.bits&^s.rows[a][w.at] != 0 {
				return false
			}
		}
	}
	return true
}

// trim takes sources, then targets, from one hub. What goes with one of them
// leaves the others as spare as they were.
func (s *denseShrinker) trim(h *instances.Hub, targets []word) {
	h.Sources = slices.DeleteFunc(h.Sources, func(a int32) bool {
		spare := s.spare(a, targets)
		if spare {
			s.uncount(a, targets)
		}
		return spare
	})
	gone := slices.Clone(targets)
	for _, a := range h.Sources {
		for k, w := range gone {
			gone[k].bits &= s.twice(a, w.at)
		}
	}
	for _, a := range h.Sources {
		s.uncount(a, gone)
	}
	h.Targets = slices.DeleteFunc(h.Targets, func(b int32) bool {
		k, _ := slices.BinarySearchFunc(gone, b>>6, func(w word, at int32) int { return int(w.at - at) })
		return gone[k].bits>>(b&63)&1 != 0
	})
}

// twice is, of 64 cells of a row, those that may be covered once less: those
// that two hubs cover, and those that need no cover.
func (s *denseShrinker) twice(row, at int32) uint64 {
	w := ^s.must[row][at]
	for _, digit := range s.counts[row][min(1, len(s.counts[row])):] {
		w |= digit[at]
	}
	return w
}

// spare reports whether the cells of a row may all be covered once less.
func (s *denseShrinker) spare(row int32, targets []word) bool {
	for _, w := range targets {
		if w.bits&^s.twice(row, w.at) != 0 {
			return false
		}
	}
	return true
}

// count adds 1 to the counts of cells of a row.
func (s *denseShrinker) count(row int32, targets []word) {
	for _, w := range targets {
		carry := w.bits
		for k := 0; carry != 0; k++ {
			if k == len(s.counts[row]) {
				s.counts[row] = append(s.counts[row], instances.NewBits(s.rel.Cols()))
			}
			digit := &s.counts[row][k][w.at]
			*digit, carry = *digit^carry, *digit&carry
		}
	}
}

// uncount takes 1 from the counts of cells of a row, which are not 0.
func (s *denseShrinker) uncount(row int32, targets []word) {
	for _, w := range targets {
		borrow := w.bits
		for k := 0; borrow != 0; k++ {
			digit := &s.counts[row][k][w.at]
			*digit, borrow = *digit^borrow, ^*digit&borrow
		}
	}
}

// word is a word of a set that is not empty, and its place.
type word struct {
	at   int32
	bits uint64
}

// words are those of an ascending list of numbers.
func words(list []int32) (out []word) {
	for len(list) > 0 {
		w, n := word{at: list[0] >> 6}, 0
		for ; n < len(list) && list[n]>>6 == w.at; n++ {
			w.bits |= 1 << (list[n] & 63)
		}
		out, list = append(out, w), list[n:]
	}
	return out
}
