package encodetest

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Point is a corner of the Pareto front.
type Point struct{ Hubs, Colors int }

// BruteB is the biclique cover number by exhaustive search over maximal
// bicliques. Like all oracles here it takes optional cells as cells that need
// not be covered, is quick up to 4×4 (a tenth of a millisecond) and fair at 5×5
// (3 ms), and panics beyond 64 cells or 16 rows.
func BruteB(rel *instances.Relation) int { return len(BruteCover(rel, rel.Required())) }

// BruteCover is a cover of the given cells by fewest hubs of rel, none of them
// coloured, by the same search. Other cells may be covered too.
func BruteCover(rel *instances.Relation, cells []instances.Cell) instances.Extension {
	s := newSmall(rel, cells)
	bicliques := s.bicliques()
	for k := 0; ; k++ {
		if chosen, ok := s.cover(0, k, bicliques); ok {
			x := make(instances.Extension, len(chosen))
			for i, cells := range chosen {
				x[i] = s.hub(cells)
			}
			return x
		}
	}
}

// BruteChi is the hub-chromatic index by exhaustive search over fat matchings.
func BruteChi(rel *instances.Relation) int {
	for p := range corners(rel, rel.Required()) {
		return p.Colors
	}
	return 0 // not reached: every front has a corner
}

// BruteFront is the Pareto front, hubs ascending, colours descending, by
// exhaustive search over fat matchings and their numbers of hubs. The empty
// relation has the front (0,0).
func BruteFront(rel *instances.Relation) []Point { return bruteFront(rel, rel.Required()) }

// FewestHubs is n(h): the least number of hubs with h colours according to a
// front, or -1 where h is too small.
func FewestHubs(front []Point, colors int) int {
	for _, p := range front {
		if p.Colors <= colors {
			return p.Hubs
		}
	}
	return -1
}

// small is a relation whose sets of cells are bit masks, by canonical order.
type small struct {
	rel  *instances.Relation
	want uint64 // the cells to be covered
}

func newSmall(rel *instances.Relation, cells []instances.Cell) small {
	if rel.Len() > 64 || rel.Rows() > 16 {
		panic(fmt.Sprintf("encodetest: exhaustive search on %d cells in %d rows", rel.Len(), rel.Rows()))
	}
	s := small{rel: rel}
	for _, c := range cells {
		i, _ := rel.Index(c)
		s.want |= 1 << i
	}
	return s
}

// commonCols lists the columns that all rows of a nonempty set have.
func (s small) commonCols(rows uint) []int32 {
	var cols []int32
	for v := range s.rel.Cols() {
		if rows&^s.rowsOf(int32(v)) == 0 {
			cols = append(cols, int32(v))
		}
	}
	return cols
}

func (s small) rowsOf(v int32) uint {
	var rows uint
	for _, u := range s.rel.Col(int(v)) {
		rows |= 1 << u
	}
	return rows
}

// product is the mask of rows × cols, all of which are cells.
func (s small) product(rows uint, cols ...int32) uint64 {
	var mask uint64
	for u := range s.rel.Rows() {
		if rows>>u&1 != 0 {
			for _, v := range cols {
				i, _ := s.rel.Index(instances.Cell{Row: int32(u), Col: v})
				mask |= 1 << i
			}
		}
	}
	return mask
}

// bicliques lists, for every set of rows, the biclique with all their common
// columns; all maximal ones are among them.
func (s small) bicliques() []uint64 {
	var all []uint64
	for rows := uint(1); rows < 1<<s.rel.Rows(); rows++ {
		if cols := s.commonCols(rows); len(cols) > 0 {
			all = append(all, s.product(rows, cols...))
		}
	}
	slices.Sort(all)
	return maximal(slices.Compact(all))
}

func maximal(masks []uint64) []uint64 {
	return slices.DeleteFunc(slices.Clone(masks), func(m uint64) bool {
		return slices.ContainsFunc(masks, func(n uint64) bool { return m != n && m&^n == 0 })
	})
}

// cover chooses at most k of the sets that cover what done leaves of want: the
// least cell left has to be in one of them. ok is false where there are none.
func (s small) cover(done uint64, k int, sets []uint64) (chosen []uint64, ok bool) {
	left := s.want &^ done
	if left == 0 {
		return nil, true
	}
	if k == 0 {
		return nil, false
	}
	for _, set := range sets {
		if set&(left&-left) != 0 {
			if chosen, ok := s.cover(done|set, k-1, sets); ok {
				return append(chosen, set), true
			}
		}
	}
	return nil, false
}

// hub is the biclique with these cells.
func (s small) hub(cells uint64) instances.Hub {
	var h instances.Hub
	for i, c := range s.rel.All() {
		if cells>>i&1 != 0 {
			h.Sources, h.Targets = append(h.Sources, c.Row), append(h.Targets, c.Col)
		}
	}
	slices.Sort(h.Targets)
	h.Sources, h.Targets = slices.Compact(h.Sources), slices.Compact(h.Targets)
	return h
}

// matching is a fat matching with its number of hubs.
type matching struct {
	cells uint64
	hubs  int
}

// matchings lists the fat matchings that are worth taking: for every partition
// of a set of rows into blocks, every way to give each column to a block that
// it is full in, if there is one; without those that another one beats.
func (s small) matchings() []matching {
	var all []matching
	var blocks []uint // sets of rows
	var giveCols func(v int, m matching, used uint)
	giveCols = func(v int, m matching, used uint) {
		if v == s.rel.Cols() {
			if used == 1<<len(blocks)-1 { // a block without columns is no hub
				all = append(all, m)
			}
			return
		}
		given := false
		for b, rows := range blocks {
			if rows&^s.rowsOf(int32(v)) == 0 {
				giveCols(v+1, matching{m.cells | s.product(rows, int32(v)), m.hubs}, used|1<<b)
				given = true
			}
		}
		if !given {
			giveCols(v+1, m, used)
		}
	}
	var giveRows func(u int)
	giveRows = func(u int) {
		if u == s.rel.Rows() {
			giveCols(0, matching{hubs: len(blocks)}, 0)
			return
		}
		giveRows(u + 1) // in no block
		for b := range blocks {
			blocks[b] |= 1 << u
			if len(s.commonCols(blocks[b])) > 0 {
				giveRows(u + 1)
			}
			blocks[b] &^= 1 << u
		}
		blocks = append(blocks, 1<<u)
		giveRows(u + 1)
		blocks = blocks[:len(blocks)-1]
	}
	giveRows(0)
	slices.SortFunc(all, func(a, b matching) int {
		if d := bits.OnesCount64(b.cells) - bits.OnesCount64(a.cells); d != 0 {
			return d
		}
		return a.hubs - b.hubs
	})
	var best []matching
	for _, m := range all {
		if !slices.ContainsFunc(best, func(n matching) bool { return m.cells&^n.cells == 0 && n.hubs <= m.hubs }) {
			best = append(best, m)
		}
	}
	return best
}

func bruteFront(rel *instances.Relation, cells []instances.Cell) []Point {
	front := slices.Collect(corners(rel, cells))
	slices.Reverse(front)
	return front
}

// corners walks the sets of cells that h colours can cover, h = 1, 2, …, with
// the fewest hubs that each takes, until more colours save no hub; the corner
// with fewest colours comes first.
func corners(rel *instances.Relation, cells []instances.Cell) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		s := newSmall(rel, cells)
		if s.want == 0 {
			yield(Point{})
			return
		}
		all := s.matchings()
		b := len(BruteCover(rel, cells))
		fewest := 1 << 30
		for reached, h := (map[uint64]int{0: 0}), 1; fewest > b; h++ {
			next := map[uint64]int{}
			for done, hubs := range reached {
				left := s.want &^ done
				for _, m := range all {
					if m.cells&(left&-left) == 0 || hubs+m.hubs >= fewest {
						continue
					}
					to := done | m.cells&s.want
					if old, ok := next[to]; !ok || hubs+m.hubs < old {
						next[to] = hubs + m.hubs
					}
				}
			}
			if n, ok := next[s.want]; ok {
				if fewest = n; !yield(Point{n, h}) {
					return
				}
				delete(next, s.want)
			}
			reached = next
		}
	}
}
