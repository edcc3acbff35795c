package bound

import (
	"context"
	"math"
	"slices"

	"github.com/hubcover/hubcover/encode/packing"
	"github.com/hubcover/hubcover/instances"
)

// NewLP makes the linear programs that weights come from; nil stands for the
// built-in ones. It computes in floating point, perhaps wrongly: what it finds
// becomes integers that are measured exactly before they bound anything.
type NewLP = packing.NewLP

// Weighting is weights on cells that bound how few hubs, or colours, will do.
// Only the lines of its cells matter: the bound holds for their submatrix.
type Weighting struct {
	Cells      []instances.Cell // canonical order
	W          []int64          // of the cells, positive
	Rows, Cols []int32          // lines with such a cell, ascending
	P, Q       []int64          // of the rows and columns, from DegreeWeights
	Bound      int              // 0 where nothing was found
	Done       bool             // more steps would change nothing
}

// Weights looks for weights on the cells to be covered such that the heaviest
// biclique weighs little: b ≥ ⌈Σw / its weight⌉ by linear programming duality
// (F18). It is the fractional biclique cover number when it runs to the end, so
// never less than a fooling set, up to the limits: multiplicative weights first,
// then cutting planes.
//
// steps caps the bicliques weighed and the work of the simplex method; relations
// with more than steps/16 maximal bicliques are left alone (see maxBicliques). It
// ends at a bound of target (0: none) or when no bound above floor, one that is
// known, will come of it.
func Weights(ctx context.Context, newLP NewLP, rel *instances.Relation, cells []instances.Cell, steps, floor, target int) Weighting {
	b, ok := newBoard(ctx, rel, cells, steps/16)
	if !ok {
		return Weighting{}
	}
	w := &cellWeights{board: b, support: emptyRows(b)}
	spend := packing.NewBudget(ctx, steps)
	start, rows := w.sweep(spend, bounded(target))
	ones := slices.Repeat([]float64{1}, len(b.cells))
	if newLP == nil {
		newLP = packing.NewTableau
	}
	best, done := packing.Maximize(spend, w, newLP, ones, rows, start, settled(floor, bounded(target)))
	if best.Bound() <= floor {
		return Weighting{Done: done}
	}
	best = packing.Simplest(packing.NewBudget(ctx, steps/4), w, best)
	return b.weighting(best.X, best.Bound(), done)
}

// emptyRows is a set of columns for each row.
func emptyRows(b *board) []instances.Bits {
	rows := make([]instances.Bits, len(b.rows))
	for i := range rows {
		rows[i] = instances.NewBits(len(b.cols))
	}
	return rows
}

// settled says of weights that prove target, or that no bound above floor and
// the one at hand will come of the search for better ones.
func settled(floor, target int) func(*packing.Point, float64) bool {
	return func(best *packing.Point, high float64) bool {
		return best.Bound() >= target || high < float64(max(floor, best.Bound()))+1e-4
	}
}

func bounded(target int) int {
	if target <= 0 {
		return 1 << 30
	}
	return target
}

// weighting keeps the cells with weight and their lines.
func (b *board) weighting(w []int64, bound int, done bool) Weighting {
	out := Weighting{Bound: bound, Done: done}
	for n, e := range b.cells {
		if w[n] > 0 {
			out.Cells, out.W = append(out.Cells, e), append(out.W, w[n])
		}
	}
	lines := span(out.Cells)
	out.Rows, out.Cols = lines.Sources, lines.Targets
	return out
}

// cellWeights is the points w ≥ 0 with w(B) ≤ 1 for every biclique B.
type cellWeights struct {
	*board
	support []instances.Bits // of the weights being measured
	heavy   []heavy          // scratch of measure
}

type heavy struct {
	weight   int64
	biclique int
}

// cutsAtOnce is how many rows a round adds at most.
const cutsAtOnce = 30

func (w *cellWeights) Measure(b *packing.Budget, x []int64) (value, size int64, rows []packing.Row, ok bool) {
	for i, at := range w.at {
		clear(w.support[i])
		for j, n := range at {
			if n >= 0 && x[n] > 0 {
				w.support[i].Set(j)
				value += x[n]
			}
		}
	}
	w.heavy = w.heavy[:0]
	for k, q := range w.bicliques {
		if !b.Spend(1) {
			return 0, 0, nil, false
		}
		weight := w.weigh(q[0], q[1], x)
		size = max(size, weight)
		if weight > packing.Unit+packing.Tolerance {
			w.heavy = append(w.heavy, heavy{weight, k})
		}
	}
	slices.SortStableFunc(w.heavy, func(a, b heavy) int { return int(b.weight - a.weight) })
	for _, h := range w.heavy[:min(len(w.heavy), cutsAtOnce)] {
		rows = append(rows, w.rowOf(h.biclique))
	}
	return value, size, rows, true
}

func (w *cellWeights) weigh(rows, cols instances.Bits, x []int64) (sum int64) {
	for i := rows.Next(0); i >= 0; i = rows.Next(i + 1) {
		for k, word := range w.support[i] {
			for word &= cols[k]; word != 0; word &= word - 1 {
				sum += x[w.at[i][k<<6+lowest(word)]]
			}
		}
	}
	return sum
}

// rowOf says that a biclique weighs at most 1.
func (w *cellWeights) rowOf(biclique int) packing.Row {
	r := packing.Row{Bound: 1}
	w.inside(w.bicliques[biclique][0], w.bicliques[biclique][1], func(n int32) {
		r.Vars, r.Coefs = append(r.Vars, n), append(r.Coefs, 1)
	})
	return r
}

// sweep goes over the bicliques again and again and lightens the cells of those
// that weigh nearly as much as the heaviest: multiplicative weights come close to
// the optimum soon (Plotkin, Shmoys and Tardos, Math. Oper. Res. 20 (1995)
// 257-301; with a falling limit, Fleischer, SIAM J. Discrete Math. 13 (2000)
// 505-520). It returns the best weights that it met, with packing.Unit for the heaviest
// biclique, and rows of the bicliques lightened most, which bound every cell.
// It ends where the weights prove the target, or half of the budget is spent.
func (w *cellWeights) sweep(b *packing.Budget, target int) (best []int64, rows []packing.Row) {
	x := slices.Repeat([]float64{1}, len(w.cells))
	times := make([]heavy, len(w.bicliques)) // lightened
	limit, ratio := 0.0, 0.0
	for k := range times {
		times[k].biclique = k
		limit = max(limit, w.lighten(k, x, math.Inf(1), 1))
	}
	best = make([]int64, len(x))
	half := b.Left() / 2
	for _, step := range []float64{0.3, 0.1, 0.03, 0.01} {
		for idle := 0; idle < 10 && ratio < float64(target)-1+1e-4 && b.Left() > half && b.Spend(len(times)); idle++ {
			limit *= 1 - step
			for k := range times {
				if w.lighten(k, x, limit, 1-step) > limit {
					times[k].weight++
				}
			}
			now := sum(x) / limit
			if now <= ratio {
				continue
			}
			if now > 1.001*ratio {
				idle = 0
			}
			ratio = now
			for n, y := range x {
				best[n] = packing.Rounded(y / limit * packing.Unit)
			}
		}
	}
	slices.SortStableFunc(times, func(a, b heavy) int { return int(b.weight - a.weight) })
	return best, w.bounding(times)
}

// lighten multiplies the cells of a biclique by a factor until they weigh no
// more than the limit, and returns what they weighed.
func (w *cellWeights) lighten(biclique int, x []float64, limit, factor float64) (weight float64) {
	rows, cols := w.bicliques[biclique][0], w.bicliques[biclique][1]
	w.inside(rows, cols, func(n int32) { weight += x[n] })
	if weight > limit {
		by := factor
		for weight*by > limit {
			by *= factor
		}
		w.inside(rows, cols, func(n int32) { x[n] *= by })
	}
	return weight
}

// bounding is the rows of the first bicliques, half as many as there are cells,
// and of further ones until every cell is in some.
func (w *cellWeights) bounding(order []heavy) []packing.Row {
	var rows []packing.Row
	bare := instances.Full(len(w.cells))
	for _, h := range order {
		r := w.rowOf(h.biclique)
		if len(rows) > len(w.cells)/2 && !slices.ContainsFunc(r.Vars, func(n int32) bool { return bare.Has(int(n)) }) {
			continue
		}
		for _, n := range r.Vars {
			bare.Clear(int(n))
		}
		if rows = append(rows, r); len(rows) > len(w.cells)/2 && bare.Empty() {
			break
		}
	}
	return rows
}

func sum(x []float64) (total float64) {
	for _, y := range x {
		total += y
	}
	return total
}
