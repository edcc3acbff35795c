package bound

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// maxThin bounds the tables of a walk: of lines by lines, and of hubs by lines.
const maxThin = 1 << 26

// Temperatures of the walk, in memberships: from so much of what a line costs
// on average to so much of a single one.
const (
	thinHot  = 2
	thinCold = 0.12
)

// thinWalk is simulated annealing (Kirkpatrick, Gelatt and Vecchi, Science 220
// (1983) 671-680) over covers with the hubs given. A step takes a line into a
// hub that can hold it and then out of their other hubs the lines that are spare
// for it: that line, and those of the hub. Or it takes a spare line out of its
// hub. So all is covered at every step, and what a hub holds moves to others by
// way of being held twice.
//
// Rows are the lines 0..R-1, columns the lines R..R+C-1.
type thinWalk struct {
	rng        *rand.Rand
	rows, cols int
	next       [][]int32        // the neighbours of each line
	near       []instances.Bits // and as a set of lines
	price      []int64
	count      []uint16      // hubs that cover each (row, column); many where none has to
	sides      [2][]thinSide // of every hub: its rows, its columns
	at         []int32       // by hub and line: 1 + where the side has the line, or 0
	in         [][]int32     // hubs of each line, in no order
	total      int64         // memberships
	least      int64
	best       instances.Extension // with that many

	done  []thinMove // of the step
	other []thinMove // lines that may be spare
}

type thinSide struct {
	lines []int32 // in no order
	set   instances.Bits
}

// thinMove is a line that enters a hub, or leaves it.
type thinMove struct {
	hub, line int32
	out       bool
}

// many is more hubs than a walk has.
const many = 1 << 15

func newThinWalk(f folded, start instances.Extension, rng *rand.Rand) (*thinWalk, bool) {
	rows, cols := f.rel.Rows(), f.rel.Cols()
	lines := rows + cols
	if rows == 0 || len(start) == 0 || len(start) >= many || rows > maxThin/cols || lines > maxThin/len(start) || lines > maxThin*8/lines {
		return nil, false
	}
	w := &thinWalk{rng: rng, rows: rows, cols: cols, count: make([]uint16, rows*cols), at: make([]int32, len(start)*lines)}
	w.next, w.in, w.price = make([][]int32, lines), make([][]int32, lines), append(slices.Clone(f.p), f.q...)
	w.near = make([]instances.Bits, lines)
	for l := range w.near {
		w.near[l] = instances.NewBits(lines)
	}
	for i, c := range f.rel.All() {
		u, v := c.Row, int32(rows)+c.Col
		w.next[u], w.next[v] = append(w.next[u], v), append(w.next[v], u)
		w.near[u].Set(int(v))
		w.near[v].Set(int(u))
		if f.rel.Optional(i) {
			w.count[int(u)*cols+int(c.Col)] = many
		}
	}
	for s := range w.sides {
		w.sides[s] = make([]thinSide, len(start))
		for k := range w.sides[s] {
			w.sides[s][k].set = instances.NewBits(lines)
		}
	}
	for k, h := range start {
		if len(h.Sources) == 0 || len(h.Targets) == 0 {
			continue // all its twins chose other hubs
		}
		for _, u := range h.Sources {
			w.enter(int32(k), u)
		}
		for _, v := range h.Targets {
			w.enter(int32(k), int32(rows)+v)
		}
	}
	w.keep()
	return w, true
}

// run walks so many steps, or to the target.
func (w *thinWalk) run(ctx context.Context, steps int, target int64) {
	var sum int64
	for _, p := range w.price {
		sum += p
	}
	hot := thinHot * float64(sum) / float64(len(w.price))
	heat := hot
	for step := range steps {
		if step&1023 == 0 {
			if ctx.Err() != nil {
				return
			}
			heat = hot * math.Pow(thinCold/hot, float64(step)/float64(steps))
		}
		if w.step(heat); w.total < w.least {
			if w.keep(); w.least <= target {
				return
			}
		}
	}
}

// keep notes the cover at hand as the best.
func (w *thinWalk) keep() {
	w.least = w.total
	w.best = make(instances.Extension, len(w.sides[0]))
	for k := range w.best {
		w.best[k].Sources = slices.Clone(w.sides[0][k].lines)
		for _, v := range w.sides[1][k].lines {
			w.best[k].Targets = append(w.best[k].Targets, v-int32(w.rows))
		}
	}
}

func (w *thinWalk) step(heat float64) {
	hub := w.rng.IntN(len(w.sides[0]))
	side := w.rng.IntN(2)
	across := &w.sides[1-side][hub]
	if len(across.lines) == 0 {
		return
	}
	by := w.next[across.lines[w.rng.IntN(len(across.lines))]]
	line := by[w.rng.IntN(len(by))]
	w.done = w.done[:0]
	before := w.total
	if w.sides[side][hub].set.Has(int(line)) {
		w.release(int32(hub), line)
		return
	}
	if !across.set.SubsetOf(w.near[line]) {
		return
	}
	w.take(int32(hub), line)
	w.purge(int32(hub), line, across.lines)
	if rise := w.total - before; rise > 0 && w.rng.Float64() >= math.Exp(-float64(rise)/heat) {
		w.undo()
	}
}

// take lets a line enter a hub, on record.
func (w *thinWalk) take(hub, line int32) {
	w.enter(hub, line)
	w.done = append(w.done, thinMove{hub: hub, line: line})
}

// release takes a line out of a hub if it is spare, and what is then alone.
func (w *thinWalk) release(hub, line int32) {
	if w.at[int(hub)*len(w.near)+int(line)] == 0 || !w.spare(hub, line) {
		return
	}
	w.leave(hub, line)
	w.done = append(w.done, thinMove{hub, line, true})
	for s := range w.sides {
		if len(w.sides[s][hub].lines) > 0 {
			continue
		}
		for rest := &w.sides[1-s][hub]; len(rest.lines) > 0; {
			l := rest.lines[len(rest.lines)-1]
			w.leave(hub, l)
			w.done = append(w.done, thinMove{hub, l, true})
		}
	}
}

// purge releases what became spare when the line entered the hub, in an order
// left to chance.
func (w *thinWalk) purge(hub, line int32, across []int32) {
	w.other = w.other[:0]
	for _, k := range w.in[line] {
		if k != hub {
			w.other = append(w.other, thinMove{hub: k, line: line})
		}
	}
	for _, m := range across {
		if w.count[w.cell(line, m)] != 2 {
			continue
		}
		for _, k := range w.in[m] {
			if k != hub && w.at[int(k)*len(w.near)+int(line)] != 0 {
				w.other = append(w.other, thinMove{hub: k, line: m})
				break
			}
		}
	}
	n := len(w.other)
	if n == 0 {
		return
	}
	for i, from := 0, w.rng.IntN(n); i < n; i++ {
		m := w.other[(from+i)%n]
		w.release(m.hub, m.line)
	}
}

func (w *thinWalk) undo() {
	for _, m := range slices.Backward(w.done) {
		if m.out {
			w.enter(m.hub, m.line)
		} else {
			w.leave(m.hub, m.line)
		}
	}
}

// side is 0 for a row, 1 for a column.
func (w *thinWalk) side(line int32) int {
	if int(line) < w.rows {
		return 0
	}
	return 1
}

// cell is the place of the cell of a row and a column, in any order.
func (w *thinWalk) cell(a, b int32) int {
	return int(min(a, b))*w.cols + int(max(a, b)) - w.rows
}

// spare reports whether all cells of a line in a hub are covered twice.
func (w *thinWalk) spare(hub, line int32) bool {
	for _, m := range w.sides[1-w.side(line)][hub].lines {
		if w.count[w.cell(line, m)] < 2 {
			return false
		}
	}
	return true
}

func (w *thinWalk) enter(hub, line int32) {
	s := w.side(line)
	own := &w.sides[s][hub]
	own.lines = append(own.lines, line)
	own.set.Set(int(line))
	w.at[int(hub)*len(w.near)+int(line)] = int32(len(own.lines))
	w.in[line] = append(w.in[line], hub)
	for _, m := range w.sides[1-s][hub].lines {
		w.count[w.cell(line, m)]++
	}
	w.total += w.price[line]
}

func (w *thinWalk) leave(hub, line int32) {
	s := w.side(line)
	own := &w.sides[s][hub]
	place := &w.at[int(hub)*len(w.near)+int(line)]
	last := own.lines[len(own.lines)-1]
	own.lines[*place-1] = last
	w.at[int(hub)*len(w.near)+int(last)] = *place
	*place = 0
	own.lines = own.lines[:len(own.lines)-1]
	own.set.Clear(int(line))
	k := slices.Index(w.in[line], hub)
	w.in[line][k] = w.in[line][len(w.in[line])-1]
	w.in[line] = w.in[line][:len(w.in[line])-1]
	for _, m := range w.sides[1-s][hub].lines {
		w.count[w.cell(line, m)]--
	}
	w.total -= w.price[line]
}
