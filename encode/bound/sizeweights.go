package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/encode/packing"
	"github.com/hubcover/hubcover/instances"
)

// SizeWeighting is what bounds the memberships Σ|A|+|B| of covers from below:
// see SizeWeights. Of lines that are twins it names the first.
type SizeWeighting struct {
	Pins  []instances.Cell // pairwise in conflict, no more than there are hubs
	Cells []instances.Cell // open cells with weight, canonical order
	W     []int64          // of the cells, positive
	Slack []int64          // of the hub of each pin, then of every hub without one
	Unit  int64
	Bound int  // 0 where nothing was found
	Done  bool // more steps would change nothing
}

// SizeWeights bounds the memberships of all covers by at most so many hubs, of
// which one is given. Pins, a fooling set, are in a hub each. Twins are merged, p
// and q count them.
//
// Where there are as many pins as hubs, it finds first what is certain: lines
// of a cell that only one hub can hold are in that hub, which then can hold
// fewer lines. Where there are fewer, only the lines of the pins are certain. Of
// the cells that are not covered for certain it looks for weights w, in units of
// Unit, such that
//
//	w(A×B) ≤ p(A) + q(B) + slack
//
// for the lines that a hub with a pin can hold, its certain lines being free, and
// for every biclique where there are hubs without pin, which share a slack. Then
// the memberships are at least what is certain + Σw − the slack of all hubs:
// linear programming duality, and for twins the mean over all ways to choose one
// of each. As in DegreeWeights the worst A×B of a maximal
// biclique is a minimum cut.
//
// steps caps the bicliques looked at and the work of the simplex method; no
// weights are looked for where the bicliques are more than steps/16 (see
// maxBicliques). It ends when no bound above floor, one that is known, will
// come of it.
func SizeWeights(ctx context.Context, rel *instances.Relation, hubs int, cover instances.Extension, pins []instances.Cell, steps, floor int) SizeWeighting {
	f := fold(rel)
	free := int64(hubs - len(pins))
	if free < 0 || len(cover) == 0 || f.rel.Rows() == 0 || f.rel.Rows() > maxThin/f.rel.Cols() {
		return SizeWeighting{}
	}
	known := pin(f, f.foldCells(pins))
	if free == 0 {
		if !known.propagate(f, f.rel.RowBits(), f.rel.ColBits()) {
			return SizeWeighting{}
		}
	} else {
		for _, e := range f.rel.Required() {
			if by, sure := known.holders(e); !sure {
				known.open[e] = by
			}
		}
	}
	out := SizeWeighting{Unit: 1, Bound: int(known.cost), Done: true}
	for _, e := range f.foldCells(pins) {
		out.Pins = append(out.Pins, f.leader(e))
	}
	open := known.openCells()
	if len(open) == 0 || out.Bound >= cover.Memberships() {
		return out
	}
	out.Done = false
	s, ok := newSizeWeights(ctx, known, f, open, free, steps/16)
	if !ok {
		return out
	}
	spend := packing.NewBudget(ctx, steps)
	n := len(s.cells)
	objective := slices.Repeat([]float64{1}, n)
	for _, box := range s.boxes {
		objective = append(objective, -float64(box.hubs))
	}
	rows := s.rowsOf(f.fold(cover))
	lower := floor - out.Bound
	best, done := packing.Maximize(spend, s, packing.NewTableau, objective, rows, s.ascend(spend, known), settled(lower, cover.Memberships()-out.Bound))
	out.Done = done
	if best.Value <= 0 {
		return out
	}
	out.Unit, out.Bound, out.Slack = packing.Unit, out.Bound+best.Bound(), best.X[n:]
	for t, e := range s.cells {
		if best.X[t] > 0 {
			out.Cells, out.W = append(out.Cells, f.leader(e)), append(out.W, best.X[t])
		}
	}
	return out
}

// foldCells is the cells of the lines that stand for these.
func (f folded) foldCells(cells []instances.Cell) []instances.Cell {
	class := func(classes [][]int32) map[int32]int32 {
		of := map[int32]int32{}
		for k, twins := range classes {
			for _, l := range twins {
				of[l] = int32(k)
			}
		}
		return of
	}
	row, col := class(f.rows), class(f.cols)
	out := make([]instances.Cell, len(cells))
	for i, e := range cells {
		out[i] = instances.Cell{Row: row[e.Row], Col: col[e.Col]}
	}
	return out
}

// leader is the cell of the first twins of its lines.
func (f folded) leader(e instances.Cell) instances.Cell {
	return instances.Cell{Row: f.rows[e.Row][0], Col: f.cols[e.Col][0]}
}

// sizeWeights is the points (w, slacks) that satisfy SizeWeights, on the lines of
// the open cells; they are scaled by Unit and no further.
type sizeWeights struct {
	*board
	boxes []sizeBox
	w     []int64 // scratch: the weights, and 0 for a cell that is not open
	cut   *worst
}

// sizeBox is what one hub, or so many hubs without pins, can be: bicliques, and
// the prices of lines in units of Unit.
type sizeBox struct {
	bicliques [][2]instances.Bits
	p, q      []int64
	hubs      int64
	slack     int // which variable
}

func newSizeWeights(ctx context.Context, known *pinned, f folded, open []instances.Cell, free int64, bicliques int) (*sizeWeights, bool) {
	b, ok := layOut(f.rel, open)
	if !ok {
		return nil, false
	}
	n := len(b.cells)
	s := &sizeWeights{board: b, w: make([]int64, n+1), cut: newWorst(len(b.rows), len(b.cols))}
	for _, at := range b.at {
		for j := range at {
			if at[j] < 0 {
				at[j] = int32(n)
			}
		}
	}
	left := min(bicliques, maxBicliques)
	add := func(mayRows, mayCols, inRows, inCols instances.Bits, hubs int64) bool {
		box := sizeBox{hubs: hubs, slack: n + len(s.boxes)}
		rows, cols := instances.NewBits(len(b.rows)), instances.NewBits(len(b.cols))
		side := func(lines []int32, price []int64, may, in, set instances.Bits) (out []int64) {
			for k, l := range lines {
				x := price[l] * packing.Unit
				if in != nil && in.Has(int(l)) {
					x = 0
				}
				if out = append(out, x); may == nil || may.Has(int(l)) {
					set.Set(k)
				}
			}
			return out
		}
		box.p = side(b.rows, f.p, mayRows, inRows, rows)
		box.q = side(b.cols, f.q, mayCols, inCols, cols)
		if box.bicliques, ok = b.list(ctx, rows, cols, left); ok {
			s.boxes = append(s.boxes, box)
		}
		left -= len(box.bicliques)
		return ok
	}
	for _, h := range known.hubs {
		if !add(h.mayRows, h.mayCols, h.inRows, h.inCols, 1) {
			return nil, false
		}
	}
	return s, free == 0 || add(nil, nil, nil, nil, free)
}

// rowsOf says of the hubs of a cover that they weigh no more than they may,
// each in every box that can hold it. That bounds the objective.
func (s *sizeWeights) rowsOf(hubs instances.Extension) []packing.Row {
	var rows []packing.Row
	for _, h := range hubs {
		us, vs := on(s.rows, h.Sources), on(s.cols, h.Targets)
		for k := range s.boxes {
			if len(us) > 0 && len(vs) > 0 && s.boxes[k].holds(us, vs) {
				rows = append(rows, s.rowOf(&s.boxes[k], us, vs))
			}
		}
	}
	return rows
}

// on is the positions of the lines that are in the list, both ascending.
func on(list, lines []int32) (out []int32) {
	for _, l := range lines {
		if k, ok := slices.BinarySearch(list, l); ok {
			out = append(out, int32(k))
		}
	}
	return out
}

func (b *sizeBox) holds(us, vs []int32) bool {
	return slices.ContainsFunc(b.bicliques, func(h [2]instances.Bits) bool {
		out := func(set instances.Bits) func(int32) bool { return func(l int32) bool { return !set.Has(int(l)) } }
		return !slices.ContainsFunc(us, out(h[0])) && !slices.ContainsFunc(vs, out(h[1]))
	})
}

// rowOf says that w(us × vs) is no more than the price of the lines in a box.
func (s *sizeWeights) rowOf(b *sizeBox, us, vs []int32) packing.Row {
	r := packing.Row{Vars: []int32{int32(b.slack)}, Coefs: []float64{-1}}
	for _, u := range us {
		r.Bound += float64(b.p[u]) / packing.Unit
		for _, v := range vs {
			if n := s.at[u][v]; int(n) < len(s.cells) {
				r.Vars, r.Coefs = append(r.Vars, n), append(r.Coefs, 1)
			}
		}
	}
	for _, v := range vs {
		r.Bound += float64(b.q[v]) / packing.Unit
	}
	return r
}

// ascend raises one weight after the other from 0 as far as it goes, without
// slack, first those of cells that the fewest hubs can hold.
func (s *sizeWeights) ascend(b *packing.Budget, known *pinned) []int64 {
	n := len(s.cells)
	order := make([]int, n)
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(t, u int) int { return len(known.open[s.cells[t]]) - len(known.open[s.cells[u]]) })
	clear(s.w)
	for _, t := range order {
		i, j := s.place(s.cells[t])
		var most int64 // of all that a box can carry
		for _, box := range s.boxes {
			most = max(most, box.p[i]+box.q[j])
		}
		s.w[t] = most
		for k := range s.boxes {
			box := &s.boxes[k]
			for _, h := range box.bicliques {
				if !h[0].Has(i) || !h[1].Has(j) {
					continue
				}
				if !b.Spend(1) {
					s.w[t] = 0
					return s.without()
				}
				excess, _, _ := s.cut.find(s.board, h[0], h[1], s.w, box.p, box.q)
				s.w[t] -= excess
			}
		}
	}
	return s.without()
}

// without is the weights at hand, without slack.
func (s *sizeWeights) without() []int64 {
	x := make([]int64, len(s.cells)+len(s.boxes))
	copy(x, s.w[:len(s.cells)])
	return x
}

// Measure lightens the cells of bicliques that weigh too much, one after the
// other, until none does.
func (s *sizeWeights) Measure(b *packing.Budget, x []int64) (value, size int64, rows []packing.Row, ok bool) {
	n := len(s.cells)
	copy(s.w[:n], x)
	s.w[n] = 0
	for k := range s.boxes {
		box := &s.boxes[k]
		slack := x[box.slack]
		value -= box.hubs * slack
		for _, h := range box.bicliques {
			for {
				if !b.Spend(1) {
					return 0, 0, nil, false
				}
				excess, us, vs := s.cut.find(s.board, h[0], h[1], s.w, box.p, box.q)
				if excess -= slack; excess <= 0 {
					break
				}
				if excess > packing.Tolerance {
					rows = append(rows, s.rowOf(box, us, vs))
				}
				s.lighten(excess, us, vs)
			}
		}
	}
	copy(x, s.w[:n])
	for _, y := range x[:n] {
		value += y
	}
	return value, packing.Unit, rows, true
}

// lighten takes so much weight in all from the cells of us × vs, from each as
// it has, rounded up.
func (s *sizeWeights) lighten(excess int64, us, vs []int32) {
	var weight int64
	for _, u := range us {
		for _, v := range vs {
			weight += s.w[s.at[u][v]]
		}
	}
	keep := float64(weight-excess) / float64(weight)
	for _, u := range us {
		for _, v := range vs {
			n := s.at[u][v]
			s.w[n] = int64(float64(s.w[n]) * keep)
		}
	}
}
