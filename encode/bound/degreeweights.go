package bound

import (
	"context"

	"github.com/hubcover/hubcover/encode/packing"
	"github.com/hubcover/hubcover/instances"
)

// DegreeWeights looks for weights w on the cells, p on the rows and q on the
// columns such that w(A×B) ≤ p(A) + q(B) for every biclique A×B. The hubs of one
// colour share no line, so they carry at most Σp + Σq of w, and
// χ_hub ≥ ⌈Σw / (Σp+Σq)⌉ (F19). Maximal bicliques are not enough here: in each
// of them the worst A×B is found by a minimum cut.
//
// steps caps the bicliques looked at and the work of the simplex method;
// relations with more than steps/16 maximal ones are left alone (see
// maxBicliques). It ends at a bound of target (0: none) or when no bound above
// floor, one that is known, will come of it.
func DegreeWeights(ctx context.Context, rel *instances.Relation, steps, floor, target int) Weighting {
	b, ok := newBoard(ctx, rel, rel.Cells(), steps/16)
	if !ok {
		return Weighting{}
	}
	d := &degreeWeights{board: b, cut: newWorst(len(b.rows), len(b.cols))}
	cells, lines := len(b.cells), len(b.rows)+len(b.cols)
	objective, start := make([]float64, cells+lines), make([]int64, cells+lines)
	for n := range start {
		start[n] = packing.Unit / int64(lines)
		if n < cells {
			objective[n] = 1
		}
	}
	best, done := packing.Maximize(packing.NewBudget(ctx, steps), d, packing.NewTableau, objective, d.stars(), start, settled(floor, bounded(target)))
	if best.Bound() <= floor {
		return Weighting{Done: done}
	}
	best = packing.Simplest(packing.NewBudget(ctx, steps/4), d, best)
	out := b.weighting(best.X[:cells], best.Bound(), done)
	for _, r := range out.Rows {
		i, _ := b.place(instances.Cell{Row: r})
		out.P = append(out.P, best.X[cells+i])
	}
	for _, c := range out.Cols {
		_, j := b.place(instances.Cell{Col: c})
		out.Q = append(out.Q, best.X[cells+len(b.rows)+j])
	}
	return out
}

// degreeWeights is the points (w, p, q) with Σp + Σq = 1 that satisfy F19.
type degreeWeights struct {
	*board
	cut *worst
}

// measure pads p and q until no biclique is too heavy for its lines. Every
// biclique that was gives a row, which the point violates all the more without
// the padding.
func (d *degreeWeights) Measure(b *packing.Budget, x []int64) (value, size int64, rows []packing.Row, ok bool) {
	w, p, q := d.split(x)
	for _, y := range w {
		value += y
	}
	for _, h := range d.bicliques {
		for {
			if !b.Spend(1) {
				return 0, 0, nil, false
			}
			excess, us, vs := d.cut.find(d.board, h[0], h[1], w, p, q)
			if excess <= 0 {
				break
			}
			if excess > packing.Tolerance {
				rows = append(rows, d.rowOf(us, vs))
			}
			pad(excess, us, p, vs, q)
		}
	}
	for _, y := range x[len(w):] {
		size += y
	}
	return value, size, rows, true
}

// split is the weights of the cells, rows and columns.
func (d *degreeWeights) split(x []int64) (w, p, q []int64) {
	rows := len(d.cells) + len(d.rows)
	return x[:len(d.cells)], x[len(d.cells):rows], x[rows:]
}

// pad raises the weights of the lines named by so much in all.
func pad(excess int64, us []int32, p []int64, vs []int32, q []int64) {
	lines := int64(len(us) + len(vs))
	share, rest := excess/lines, excess%lines
	raise := func(weight []int64, named []int32) {
		for _, l := range named {
			weight[l] += share
			if rest > 0 {
				weight[l]++
				rest--
			}
		}
	}
	raise(p, us)
	raise(q, vs)
}

// rowOf says that the cells of us × vs weigh no more than these lines.
func (d *degreeWeights) rowOf(us, vs []int32) packing.Row {
	var r packing.Row
	add := func(v int, coef float64) { r.Vars, r.Coefs = append(r.Vars, int32(v)), append(r.Coefs, coef) }
	for _, u := range us {
		for _, v := range vs {
			add(int(d.at[u][v]), 1)
		}
		add(len(d.cells)+int(u), -1)
	}
	for _, v := range vs {
		add(len(d.cells)+len(d.rows)+int(v), -1)
	}
	return r
}

// stars is the row that makes p and q add up to at most 1, and those of the
// stars of all lines, which bound every weight.
func (d *degreeWeights) stars() []packing.Row {
	size := packing.Row{Bound: 1}
	for k := range len(d.rows) + len(d.cols) {
		size.Vars, size.Coefs = append(size.Vars, int32(len(d.cells)+k)), append(size.Coefs, 1)
	}
	rows := []packing.Row{size}
	for i := range d.rows {
		rows = append(rows, d.rowOf([]int32{int32(i)}, d.row[i].Members()))
	}
	for j := range d.cols {
		rows = append(rows, d.rowOf(d.col[j].Members(), []int32{int32(j)}))
	}
	return rows
}
