package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Halving colours matrices that fall apart by halves, or returns nil: rows and
// columns are put in order, and a block is split into four such that the two
// off the diagonal are empty or full. Full ones are hubs of one colour, and the
// two on the diagonal go on side by side with the next colours. Causal masks
// take ⌈log2(n+1)⌉ colours that way, tournaments and crowns ⌈log2 n⌉ (F10, F11),
// with O(n log n) memberships. A few lines that spoil this, as one cell more or
// less does, are pulled out and coloured as stars.
//
// Where that leads nowhere and the rows are mostly intervals in the order that
// the columns have, or in one that is found (see consecutive), it is bands that
// are halved (see bands). When
// ctx ends, the best so far is returned.
func Halving(ctx context.Context, rel *instances.Relation) instances.Extension {
	twins := twinsOf(rel)
	rows, cols := twins.firsts(rel)
	if len(rows) == 0 || len(rows) > maxHalved/len(cols) {
		return nil
	}
	hubs := halves(ctx, rel, rows, cols)
	if hubs == nil || most(hubs) > ceilLog2(max(len(rows), len(cols))) {
		hubs = fewer(hubs, bands(ctx, rel, rows, cols, 0))
		if hubs == nil || most(hubs) > ceilLog2(longest(rel, rows, len(cols))+2) { // what windows of that width take
			hubs = fewer(hubs, rearrangedBands(ctx, rel, rows, cols))
		}
	}
	if hubs == nil {
		return nil
	}
	return twins.blowUp(hubs)
}

// longest is the length of the longest row that is not full.
func longest(rel *instances.Relation, rows []int32, full int) int {
	n := 0
	for _, a := range rows {
		if k := len(rel.Row(int(a))); k < full {
			n = max(n, k)
		}
	}
	return n
}

// fewer is the extension with fewer colours; nil is none.
func fewer(x, y instances.Extension) instances.Extension {
	if x == nil || y != nil && most(y) < most(x) {
		return y
	}
	return x
}

// most is the largest colour.
func most(hubs instances.Extension) int {
	n := 0
	for _, h := range hubs {
		n = max(n, h.Color)
	}
	return n
}

// halves halves the matrix of the given lines, and where lines seem to spoil
// that, without them too, until few lines are missing for the colours taken.
func halves(ctx context.Context, rel *instances.Relation, rows, cols []int32) (best instances.Extension) {
	few := ceilLog2(max(len(rows), len(cols)) + 1)
	queue := []pulled{{}}
	for k := 0; k < min(len(queue), maxHalvings); k++ {
		out := queue[k]
		for _, order := range []order{byGaps, byLength, asGiven} {
			h := &halver{rel: rel, order: order, rows: without(rows, out.rows), cols: without(cols, out.cols)}
			if len(h.rows) == 0 || len(h.cols) == 0 || ctx.Err() != nil {
				continue
			}
			h.sort()
			h.sum()
			if h.split(block{0, len(h.rows), 0, len(h.cols)}, 1) {
				best = fewer(best, out.around(rel, rows, cols, h.hubs))
				if h.wrong == nil && most(h.hubs) <= few {
					return best
				}
			}
			if len(out.rows)+len(out.cols) < maxPulled {
				if a, ok := odd(h.rows, rel.Row); ok {
					queue = append(queue, out.with(&a, nil))
				}
				if h.wrong != nil {
					queue = append(queue, out.with(&h.wrong.Row, nil), out.with(nil, &h.wrong.Col))
				}
			}
		}
	}
	return best
}

// odd is the line of a length of its own, where all others have another one.
func odd(lines []int32, cells func(int) []int32) (int32, bool) {
	if len(lines) < 3 {
		return 0, false
	}
	length := func(k int) int { return len(cells(int(lines[k]))) }
	usual := length(len(lines) / 2) // lines are sorted
	for _, k := range []int{0, len(lines) - 1} {
		if length(k) != usual && length(1) == length(len(lines)-2) {
			return lines[k], true
		}
	}
	return 0, false
}

// maxHalvings is how often lines are pulled out in another way.
const maxHalvings = 8

// maxPulled is how many lines are pulled out.
const maxPulled = 2

// maxHalved is the largest number of entries of a matrix to be halved; sums
// over its corners take 4 bytes an entry.
const maxHalved = 1 << 25

// order is one in which lines are laid out.
type order int

const (
	// Long rows first, and columns by the first row that lacks them: nested rows
	// become a staircase, and the non-cells of a crown its diagonal.
	byGaps order = iota
	// By their lengths, which one cell does not change much, columns become a
	// staircase too.
	byLength
	// Masks of attention are in order. Where the lower left block is empty, the
	// upper right one then may be any single biclique.
	asGiven
)

// maxCuts is at how many rows beside the middle single bicliques are looked for.
const maxCuts = 64

type halver struct {
	rel        *instances.Relation
	order      order
	rows, cols []int32   // without twins, in order
	ones       [][]int32 // ones[i][j]: cells in the first i rows and j columns
	hubs       instances.Extension
	wrong      *instances.Cell // a cell, or none, that keeps a block from falling into halves
}

// block is rows a..b-1 and columns c..d-1.
type block struct{ a, b, c, d int }

// sort brings the lines into order.
func (h *halver) sort() {
	if h.order == asGiven {
		return
	}
	slices.SortStableFunc(h.rows, func(a, b int32) int { return len(h.rel.Row(int(b))) - len(h.rel.Row(int(a))) })
	place := make([]int32, h.rel.Rows())
	for i := range place {
		place[i] = -1
	}
	for i, a := range h.rows {
		place[a] = int32(i)
	}
	lacks := make([]int, h.rel.Cols())
	has := instances.NewBits(len(h.rows))
	for _, b := range h.cols {
		clear(has)
		for _, a := range h.rel.Col(int(b)) {
			if place[a] >= 0 {
				has.Set(int(place[a]))
			}
		}
		for lacks[b] < len(h.rows) && has.Has(lacks[b]) {
			lacks[b]++
		}
	}
	slices.SortStableFunc(h.cols, func(a, b int32) int {
		if n := len(h.rel.Col(int(a))) - len(h.rel.Col(int(b))); h.order == byLength && n != 0 {
			return n
		}
		return lacks[a] - lacks[b]
	})
}

func (h *halver) sum() {
	at := make([]int, h.rel.Cols())
	for j := range at {
		at[j] = -1
	}
	for j, b := range h.cols {
		at[b] = j
	}
	h.ones = make([][]int32, len(h.rows)+1)
	h.ones[0] = make([]int32, len(h.cols)+1)
	for i, a := range h.rows {
		row := make([]int32, len(h.cols)+1)
		for _, b := range h.rel.Row(int(a)) {
			if at[b] >= 0 {
				row[at[b]+1] = 1
			}
		}
		for j := range h.cols {
			row[j+1] += row[j]
		}
		for j := range row {
			row[j] += h.ones[i][j]
		}
		h.ones[i+1] = row
	}
}

func (h *halver) count(k block) int {
	return int(h.ones[k.b][k.d] - h.ones[k.a][k.d] - h.ones[k.b][k.c] + h.ones[k.a][k.c])
}

func (k block) size() int { return (k.b - k.a) * (k.d - k.c) }

func (h *halver) empty(k block) bool { return h.count(k) == 0 }
func (h *halver) full(k block) bool  { return h.count(k) == k.size() }

// trim drops empty lines at the sides.
func (h *halver) trim(k block) block {
	for k.a < k.b && h.empty(block{k.a, k.a + 1, k.c, k.d}) {
		k.a++
	}
	for k.a < k.b && h.empty(block{k.b - 1, k.b, k.c, k.d}) {
		k.b--
	}
	for k.c < k.d && h.empty(block{k.a, k.b, k.c, k.c + 1}) {
		k.c++
	}
	for k.c < k.d && h.empty(block{k.a, k.b, k.d - 1, k.d}) {
		k.d--
	}
	return k
}

// split covers a block with colours from color on.
func (h *halver) split(k block, color int) bool {
	k = h.trim(k)
	if h.empty(k) {
		return true
	}
	if h.full(k) {
		h.add(k, color)
		return true
	}
	for off := 0; off < k.b-k.a; off++ {
		i := k.a + (k.b-k.a+1)/2
		if off == 2 && h.wrong == nil {
			h.blame(k, i)
		}
		if off%2 == 0 {
			i += off / 2
		} else {
			i -= off/2 + 1
		}
		if i <= k.a || i >= k.b {
			continue
		}
		if j, ok := h.column(k, i); ok {
			return h.cut(k, i, j, color)
		}
		if h.order == asGiven && off < maxCuts {
			if j, side, ok := h.corner(k, i); ok {
				h.addHub(side, color)
				return h.split(block{k.a, i, k.c, j}, color+1) && h.split(block{i, k.b, j, k.d}, color+1)
			}
		}
	}
	if k.b-k.a > 1 && h.wrong == nil {
		h.blame(k, k.a+(k.b-k.a+1)/2)
	}
	return false
}

// blame looks for a column at which rows split at i are off by one entry.
func (h *halver) blame(k block, i int) {
	for _, upper := range []bool{true, false} {
		from := first(k.c, k.d, func(j int) bool { return h.off(block{k.a, i, j, k.d}, upper) <= 1 })
		for _, lower := range []bool{false, true} {
			to := first(k.c, k.d, func(j int) bool { return h.off(block{i, k.b, k.c, j + 1}, lower) > 1 })
			for j := from; j <= to; j++ {
				a, b := block{k.a, i, j, k.d}, block{i, k.b, k.c, j}
				switch {
				case h.off(a, upper)+h.off(b, lower) > 1:
				case h.off(a, upper) == 1:
					h.wrong = h.find(a, upper)
					return
				case h.off(b, lower) == 1:
					h.wrong = h.find(b, lower)
					return
				}
			}
		}
	}
}

// off counts the entries that keep a block from being full, or empty.
func (h *halver) off(k block, full bool) int {
	if full {
		return k.size() - h.count(k)
	}
	return h.count(k)
}

// find is the one entry of a block that is off.
func (h *halver) find(k block, full bool) *instances.Cell {
	for k.b-k.a > 1 {
		if mid := (k.a + k.b) / 2; h.off(block{k.a, mid, k.c, k.d}, full) == 1 {
			k.b = mid
		} else {
			k.a = mid
		}
	}
	for k.d-k.c > 1 {
		if mid := (k.c + k.d) / 2; h.off(block{k.a, k.b, k.c, mid}, full) == 1 {
			k.d = mid
		} else {
			k.c = mid
		}
	}
	return &instances.Cell{Row: h.rows[k.a], Col: h.cols[k.c]}
}

// column looks for a column at which rows split at i leave both blocks off the
// diagonal empty or full. The full one is taken as large as it can be.
func (h *halver) column(k block, i int) (int, bool) {
	for _, upper := range []func(block) bool{h.full, h.empty} {
		// The upper right block is so from some column on, the lower left one
		// up to some column.
		from := first(k.c, k.d, func(j int) bool { return upper(block{k.a, i, j, k.d}) })
		for _, lower := range []func(block) bool{h.empty, h.full} {
			to := first(k.c, k.d, func(j int) bool { return !lower(block{i, k.b, k.c, j + 1}) })
			if from > to {
				continue
			}
			if h.full(block{k.a, i, from, k.d}) && from < k.d {
				return from, true
			}
			return to, true
		}
	}
	return 0, false
}

// first is the least j from lo on for which is(j) holds, hi if there is none;
// it holds from there on.
func first(lo, hi int, is func(int) bool) int {
	for lo < hi {
		if mid := (lo + hi) / 2; is(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

func (h *halver) cut(k block, i, j, color int) bool {
	next := color
	for _, side := range []block{{k.a, i, j, k.d}, {i, k.b, k.c, j}} {
		if side.size() > 0 && h.full(side) {
			h.add(side, color)
			next = color + 1
		}
	}
	return h.split(block{k.a, i, k.c, j}, next) && h.split(block{i, k.b, j, k.d}, next)
}

func (h *halver) add(k block, color int) {
	h.addHub(instances.Hub{Sources: h.rows[k.a:k.b], Targets: h.cols[k.c:k.d]}, color)
}

func (h *halver) addHub(x instances.Hub, color int) {
	h.hubs = append(h.hubs, instances.Hub{Sources: distinct(slices.Clone(x.Sources)), Targets: distinct(slices.Clone(x.Targets)), Color: color})
}

// corner looks for a column at which rows split at i leave the lower left block
// empty and the upper right one a biclique of some of its lines.
func (h *halver) corner(k block, i int) (j int, side instances.Hub, ok bool) {
	j = first(k.c, k.d, func(j int) bool { return !h.empty(block{i, k.b, k.c, j + 1}) })
	if j == k.c {
		return 0, side, false
	}
	for a := k.a; a < i; a++ {
		if !h.empty(block{a, a + 1, j, k.d}) {
			side.Sources = append(side.Sources, h.rows[a])
		}
	}
	for b := j; b < k.d; b++ {
		if !h.empty(block{k.a, i, b, b + 1}) {
			side.Targets = append(side.Targets, h.cols[b])
		}
	}
	return j, side, len(side.Sources)*len(side.Targets) == h.count(block{k.a, i, j, k.d})
}

// blowUp puts the twins of the lines of hubs into the same hubs, and counts
// colours without gaps.
func (t twins) blowUp(hubs instances.Extension) instances.Extension {
	out := make(instances.Extension, len(hubs))
	number := make([]int, most(hubs)+1)
	for _, h := range hubs {
		number[h.Color] = 1
	}
	for c := 1; c < len(number); c++ {
		number[c] += number[c-1]
	}
	for i, h := range hubs {
		out[i].Color = number[h.Color]
		for _, a := range h.Sources {
			out[i].Sources = append(out[i].Sources, t.rows[a]...)
		}
		for _, b := range h.Targets {
			out[i].Targets = append(out[i].Targets, t.cols[b]...)
		}
		slices.Sort(out[i].Sources)
		slices.Sort(out[i].Targets)
	}
	return out
}
