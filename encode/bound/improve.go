package bound

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// maxImproveBits is the largest rows × columns that Improve works on: 2^28 bits
// are 32 MB, and it keeps four such matrices.
const maxImproveBits = 1 << 28

// Improve looks for a cover of the cells with fewer hubs than start, a cover
// too (nil: Stars), by a local search of so many steps. It walks over sets of
// maximal bicliques, one fewer than the best cover has, that leave some cells
// bare. A step takes a bare cell at random and has one hub absorb it: the hub
// loses the lines that conflict with the cell, gains the cell's own, and is made
// maximal again. It is the hub whose change leaves the least weight bare; the
// one that changed last rests. Cells gain weight for every step they are bare.
//
// This is partial colouring (Blöchliger, Zufferey, Computers & Oper. Res. 35
// (2008) 960-975) of the conflict graph of the cells (F6), with colour classes
// that overlap and the weights of set-cover local search (Gao et
// al., Eur. J. Oper. Res. 246 (2015) 750-761). Nothing
// is listed: a step takes time proportional to the number of hubs and of the
// cells compatible with one, and memory is that of the cells and four bit
// matrices of the lines of the cells. If these have more than 2^28 entries,
// start is returned.
//
// It ends early at a cover of target hubs (0: none). Better covers than start
// have maximal hubs, as far as lines with cells to be covered go, and no
// colours.
func Improve(ctx context.Context, rel *instances.Relation, cells []instances.Cell, start instances.Extension, seed uint64, steps, target int) instances.Extension {
	cells = slices.Clone(required(rel, cells))
	if start == nil {
		start = Stars(rel, cells)
	}
	if len(start) <= max(target, 1) || len(cells) == 0 {
		return start
	}
	if rel.Rows() > rel.Cols() { // short columns of long rows make full words
		for i, c := range cells {
			cells[i] = instances.Cell{Row: c.Col, Col: c.Row}
		}
		return improve(ctx, rel.Transpose(), cells, start.Transpose(), seed, steps, target).Transpose()
	}
	return improve(ctx, rel, cells, start, seed, steps, target)
}

func improve(ctx context.Context, rel *instances.Relation, cells []instances.Cell, start instances.Extension, seed uint64, steps, target int) instances.Extension {
	lines := span(cells)
	if len(lines.Sources) > maxImproveBits/len(lines.Targets) {
		return start
	}
	w := newHubWalk(rel.Sub(lines.Sources, lines.Targets), source(seed, 0))
	for _, c := range cells {
		w.require(c, lines)
	}
	w.begin(start, lines)
	best := w.run(ctx, steps, target, len(start))
	if best == nil {
		return start
	}
	for _, h := range best {
		for i, a := range h.Sources {
			h.Sources[i] = lines.Sources[a]
		}
		for j, b := range h.Targets {
			h.Targets[j] = lines.Targets[b]
		}
	}
	return best
}

// hubWalk is a fixed number of maximal bicliques on their way to cover all
// cells. Cells to be covered are numbered by row, then by column.
type hubWalk struct {
	rng      *rand.Rand
	row, col []instances.Bits // E, by rows and by columns
	must     []instances.Bits // the cells to be covered, by rows
	single   []instances.Bits // those that one hub covers
	words    int              // of a row
	first    []int32          // by row and word of must: the number of its first cell
	at       []instances.Cell // by number
	weight   []int32
	count    []int32 // hubs that cover each cell
	owner    []int32 // the exclusive or of those hubs: the hub of a single cell
	bare     []int32 // cells that no hub covers, in no order
	place    []int32 // of each cell in bare

	hubs []walkHub
	next walkHub // what a hub is to become
	// For the cell to absorb: the other bare cells compatible with it, and, by
	// hub, the weight of those single cells.
	near []int32
	kept []int64
}

type walkHub struct {
	rows, cols instances.Bits
	alone      int64 // weight of the cells that only this hub covers
	changed    int   // the step of its last change, -1 for none
}

func newHubWalk(rel *instances.Relation, rng *rand.Rand) *hubWalk {
	w := &hubWalk{rng: rng, row: rel.RowBits(), col: rel.ColBits(), words: (rel.Cols() + 63) / 64}
	w.must, w.single = make([]instances.Bits, rel.Rows()), make([]instances.Bits, rel.Rows())
	for a := range w.must {
		w.must[a], w.single[a] = instances.NewBits(rel.Cols()), instances.NewBits(rel.Cols())
	}
	w.next = w.empty()
	return w
}

func (w *hubWalk) empty() walkHub {
	return walkHub{rows: instances.NewBits(len(w.row)), cols: instances.NewBits(len(w.col)), changed: -1}
}

// require asks for one cell of the relation that lines was cut from.
func (w *hubWalk) require(c instances.Cell, lines instances.Hub) {
	a, _ := slices.BinarySearch(lines.Sources, c.Row)
	b, _ := slices.BinarySearch(lines.Targets, c.Col)
	w.must[a].Set(b)
}

// begin numbers the cells and takes the hubs of a cover, made maximal.
func (w *hubWalk) begin(start instances.Extension, lines instances.Hub) {
	for a, must := range w.must {
		for k, word := range must {
			w.first = append(w.first, int32(len(w.at)))
			for ; word != 0; word &= word - 1 {
				w.at = append(w.at, instances.Cell{Row: int32(a), Col: int32(k<<6 + lowest(word))})
			}
		}
	}
	n := len(w.at)
	w.weight, w.count, w.owner, w.place = filled(n, 1), make([]int32, n), make([]int32, n), make([]int32, n)
	w.bare, w.near = make([]int32, n), make([]int32, 0, n)
	for i := range w.bare {
		w.bare[i], w.place[i] = int32(i), int32(i)
	}
	w.kept = make([]int64, len(start))
	for k, h := range start {
		for _, b := range h.Targets {
			if j, ok := slices.BinarySearch(lines.Targets, b); ok {
				w.next.cols.Set(j)
			}
		}
		w.hubs = append(w.hubs, w.empty())
		if !w.next.cols.Empty() {
			intersect(w.next.rows, w.next.cols, w.col)
			intersect(w.next.cols, w.next.rows, w.row)
		}
		w.change(k)
	}
}

// run returns a cover with fewer than limit hubs, or nil.
func (w *hubWalk) run(ctx context.Context, steps, target, limit int) (best instances.Extension) {
	for step := 1; ; step++ {
		for len(w.bare) == 0 {
			k := w.leastMissed()
			if w.hubs[k].alone > 0 {
				if len(w.hubs) < limit {
					limit, best = len(w.hubs), w.cover()
				}
				if limit <= max(target, 1) {
					return best
				}
			}
			w.drop(k)
		}
		if step > steps || step&63 == 0 && ctx.Err() != nil {
			return best
		}
		e := w.at[w.bare[w.rng.IntN(len(w.bare))]]
		k := w.absorber(e, step)
		w.absorb(k, e)
		w.hubs[k].changed = step
		for _, i := range w.bare {
			w.weight[i]++
		}
	}
}

func (w *hubWalk) cover() instances.Extension {
	out := make(instances.Extension, len(w.hubs))
	for k, h := range w.hubs {
		out[k] = instances.Hub{Sources: h.rows.Members(), Targets: h.cols.Members()}
	}
	return out
}

// leastMissed is the hub that covers the least weight alone.
func (w *hubWalk) leastMissed() int {
	best := 0
	for k, h := range w.hubs {
		if h.alone < w.hubs[best].alone {
			best = k
		}
	}
	return best
}

// absorber is the hub that should take in bare cell e: the one that bares the
// least weight in doing so and covers the most, the longest unchanged of equals.
func (w *hubWalk) absorber(e instances.Cell, step int) int {
	w.weighKept(e)
	most := w.findNear(e)
	best, gain := -1, int64(0)
	for k := range w.hubs {
		h := &w.hubs[k]
		if h.changed == step-1 && len(w.hubs) > 1 {
			continue
		}
		g := w.kept[k] - h.alone
		if best >= 0 && g+most < gain {
			continue
		}
		for _, i := range w.near {
			if c := w.at[i]; (c.Row == e.Row || h.rows.Has(int(c.Row))) && (c.Col == e.Col || h.cols.Has(int(c.Col))) {
				g += int64(w.weight[i])
			}
		}
		if best < 0 || g > gain || g == gain && h.changed < w.hubs[best].changed {
			best, gain = k, g
		}
	}
	return best
}

// findNear lists the other bare cells compatible with e, which may come along
// when a hub absorbs it, and returns their weight.
func (w *hubWalk) findNear(e instances.Cell) (weight int64) {
	w.near = w.near[:0]
	row, col := w.row[e.Row], w.col[e.Col]
	for _, i := range w.bare {
		if c := w.at[i]; row.Has(int(c.Col)) && col.Has(int(c.Row)) && c != e {
			w.near = append(w.near, i) // has room for every cell
			weight += int64(w.weight[i])
		}
	}
	return weight
}

// weighKept finds what each hub would still cover alone after absorbing e: its
// single cells compatible with e, which lie in the columns of e's row and in
// the rows of e's column.
func (w *hubWalk) weighKept(e instances.Cell) {
	clear(w.kept)
	cols := w.row[e.Row]
	rows := w.col[e.Col]
	for a := rows.Next(0); a >= 0; a = rows.Next(a + 1) {
		must, first := w.must[a], w.first[a*w.words:]
		for k, word := range w.single[a] {
			for word &= cols[k]; word != 0; word &= word - 1 {
				i := first[k] + below(must[k], word)
				w.kept[w.owner[i]] += int64(w.weight[i])
			}
		}
	}
}

// below counts the members of a word before the lowest of another.
func below(word, of uint64) int32 { return int32(bits.OnesCount64(word & (of&-of - 1))) }

// absorb makes hub k a maximal biclique with cell e and all its lines that e
// allows; whether rows or columns are added first is left to chance.
func (w *hubWalk) absorb(k int, e instances.Cell) {
	rows, cols := w.next.rows, w.next.cols
	rows.Copy(w.hubs[k].rows)
	rows.And(w.col[e.Col])
	rows.Set(int(e.Row))
	cols.Copy(w.hubs[k].cols)
	cols.And(w.row[e.Row])
	cols.Set(int(e.Col))
	if w.rng.IntN(2) == 0 {
		intersect(rows, cols, w.col)
		intersect(cols, rows, w.row)
	} else {
		intersect(cols, rows, w.row)
		intersect(rows, cols, w.col)
	}
	w.change(k)
}

// intersect makes out the intersection of the neighbourhoods of some lines.
func intersect(out, lines instances.Bits, neighbours []instances.Bits) {
	for i := range out {
		out[i] = ^uint64(0)
	}
	for i := lines.Next(0); i >= 0; i = lines.Next(i + 1) {
		out.And(neighbours[i])
	}
}

// change makes hub k the biclique in next, whose space takes what it was.
func (w *hubWalk) change(k int) {
	old, next := &w.hubs[k], &w.next
	for a, must := range w.must {
		before, after := old.rows.Has(a), next.rows.Has(a)
		if !before && !after {
			continue
		}
		for i, word := range must {
			var from, to uint64
			if before {
				from = old.cols[i]
			}
			if after {
				to = next.cols[i]
			}
			number := w.first[a*w.words+i]
			for x := word & to &^ from; x != 0; x &= x - 1 {
				w.enter(number+below(word, x), k)
			}
			for x := word & from &^ to; x != 0; x &= x - 1 {
				w.leave(number+below(word, x), k)
			}
		}
	}
	old.rows, next.rows = next.rows, old.rows
	old.cols, next.cols = next.cols, old.cols
}

// enter counts hub k as one that covers cell i.
func (w *hubWalk) enter(i int32, k int) {
	w.count[i]++
	switch w.count[i] {
	case 1:
		w.single[w.at[i].Row].Set(int(w.at[i].Col))
		w.hubs[k].alone += int64(w.weight[i])
		last := w.bare[len(w.bare)-1]
		w.bare[w.place[i]], w.place[last] = last, w.place[i]
		w.bare = w.bare[:len(w.bare)-1]
	case 2:
		w.single[w.at[i].Row].Clear(int(w.at[i].Col))
		w.hubs[w.owner[i]].alone -= int64(w.weight[i])
	}
	w.owner[i] ^= int32(k)
}

// leave counts hub k no more as one that covers cell i.
func (w *hubWalk) leave(i int32, k int) {
	w.count[i]--
	w.owner[i] ^= int32(k)
	switch w.count[i] {
	case 0:
		w.single[w.at[i].Row].Clear(int(w.at[i].Col))
		w.hubs[k].alone -= int64(w.weight[i])
		w.place[i] = int32(len(w.bare))
		w.bare = append(w.bare, i) // has room for every cell
	case 1:
		w.single[w.at[i].Row].Set(int(w.at[i].Col))
		w.hubs[w.owner[i]].alone += int64(w.weight[i])
	}
}

// drop takes hub k away; the last takes its number.
func (w *hubWalk) drop(k int) {
	w.clear(k)
	if last := len(w.hubs) - 1; k < last {
		h := w.hubs[last]
		w.next.rows.Copy(h.rows)
		w.next.cols.Copy(h.cols)
		w.change(k)
		w.clear(last)
		w.hubs[k].changed = h.changed
	}
	w.hubs = w.hubs[:len(w.hubs)-1]
	w.kept = w.kept[:len(w.hubs)]
}

func (w *hubWalk) clear(k int) {
	clear(w.next.rows)
	clear(w.next.cols)
	w.change(k)
}
