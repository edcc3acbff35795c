package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Shrink makes a cover irredundant: it leaves out hubs, smallest first, whose
// required cells are all covered by others, then from each hub, largest first,
// the sources and then the targets whose cells are. What the hubs cover of the
// required cells stays covered, colours stay, and the hubs keep their order.
// Optional cells need no cover. The hubs must be bicliques of the relation; a
// hub with a non-cell is returned as it is.
func Shrink(rel *instances.Relation, hubs instances.Extension) instances.Extension {
	if dense(rel) {
		return newDenseShrinker(rel).shrink(hubs)
	}
	s := newShrinker(rel)
	for i := range rel.Len() {
		if rel.Optional(i) {
			s.count[i] = 1 << 30
		}
	}
	return s.shrink(hubs)
}

type shrinker struct {
	rel   *instances.Relation
	start []int   // position of the first cell of each row
	count []int32 // hubs that cover each cell; huge where none has to
}

func newShrinker(rel *instances.Relation) *shrinker {
	s := &shrinker{rel: rel, start: make([]int, rel.Rows()+1), count: make([]int32, rel.Len())}
	for i := range rel.Rows() {
		s.start[i+1] = s.start[i] + len(rel.Row(i))
	}
	return s
}

// at lists the positions of a hub's cells, a row after the other; nil when one
// is not a cell.
func (s *shrinker) at(h instances.Hub) []int32 {
	out := make([]int32, 0, len(h.Sources)*len(h.Targets))
	for _, a := range h.Sources {
		if a < 0 || int(a) >= s.rel.Rows() {
			return nil
		}
		row, k := s.rel.Row(int(a)), 0
		for _, b := range h.Targets {
			n, ok := ahead(row[k:], b)
			if !ok {
				return nil
			}
			k += n
			out = append(out, int32(s.start[a]+k))
		}
	}
	return out
}

// ahead is a binary search in steps that double from the beginning.
func ahead(row []int32, b int32) (at int, ok bool) {
	end := 1
	for end < len(row) && row[end-1] < b {
		at, end = end, 2*end
	}
	n, ok := slices.BinarySearch(row[at:min(end, len(row))], b)
	return at + n, ok
}

func (s *shrinker) shrink(hubs instances.Extension) instances.Extension {
	out := make(instances.Extension, len(hubs))
	at := make([][]int32, len(hubs))
	bySize := make([]int, len(hubs))
	for i, h := range hubs {
		out[i] = instances.Hub{Sources: distinct(slices.Clone(h.Sources)), Targets: distinct(slices.Clone(h.Targets)), Color: h.Color}
		bySize[i] = i
		at[i] = s.at(out[i])
		for _, c := range at[i] {
			s.count[c]++
		}
	}
	slices.SortStableFunc(bySize, func(i, k int) int { return len(at[i]) - len(at[k]) })
	for _, i := range bySize {
		if at[i] != nil && s.spare(at[i], 0, 1, len(at[i])) {
			s.drop(at[i], 0, 1, len(at[i]))
			at[i], out[i].Sources = nil, nil
		}
	}
	for _, i := range slices.Backward(bySize) {
		if at[i] != nil {
			s.trim(&out[i], at[i])
		}
	}
	return slices.DeleteFunc(out, func(h instances.Hub) bool { return len(h.Sources) == 0 || len(h.Targets) == 0 })
}

// trim takes sources, then targets, from one hub; at lists its cells.
func (s *shrinker) trim(h *instances.Hub, at []int32) {
	width := len(h.Targets)
	kept, cells := h.Sources[:0], at[:0]
	for k, a := range h.Sources {
		if s.spare(at, k*width, 1, width) {
			s.drop(at, k*width, 1, width)
		} else {
			kept, cells = append(kept, a), append(cells, at[k*width:(k+1)*width]...)
		}
	}
	h.Sources = kept
	targets := h.Targets[:0]
	for k, b := range h.Targets {
		if s.spare(cells, k, width, len(kept)) {
			s.drop(cells, k, width, len(kept))
		} else {
			targets = append(targets, b)
		}
	}
	h.Targets = targets
}

// spare reports whether n cells of the list, from one on and so many apart, are
// all covered twice.
func (s *shrinker) spare(at []int32, from, step, n int) bool {
	for ; n > 0; n-- {
		if s.count[at[from]] < 2 {
			return false
		}
		from += step
	}
	return true
}

func (s *shrinker) drop(at []int32, from, step, n int) {
	for ; n > 0; n-- {
		s.count[at[from]]--
		from += step
	}
}
