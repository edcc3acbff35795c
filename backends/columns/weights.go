package columns

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/encode/packing"
)

// Effort of the weights: rounds of cutting planes, about, times cells².
const weightSteps = 20_000_000

// weigh looks for weights on the cells that add up to as much as can be while
// no column weighs more than one: the dual of the linear relaxation.
func weigh(ctx context.Context, columns []bitset, keep []int, cells int) []int64 {
	d := &dual{columns: columns, keep: keep, cells: cells, load: make([]int64, len(keep))}
	start, rows := d.start()
	if rows == nil {
		return make([]int64, cells)
	}
	best, _ := packing.Maximize(packing.NewBudget(ctx, weightSteps), d, packing.NewTableau, slices.Repeat([]float64{1}, cells), rows, start,
		func(best *packing.Point, high float64) bool { return high < best.Ratio()*(1+1e-5) })
	if best.X == nil {
		return make([]int64, cells)
	}
	return best.X
}

// dual is the points w ≥ 0 on the cells with w(column) ≤ 1.
type dual struct {
	columns []bitset
	keep    []int
	cells   int
	load    []int64 // of the columns kept: what they weigh now
}

// start is the weights that give every cell the same share of its largest
// column, and rows enough to bound every cell; none where a cell is in no
// column.
func (d *dual) start() (x []int64, rows []packing.Row) {
	x = make([]int64, d.cells)
	largest := make([]int, d.cells)
	for i, j := range d.keep {
		size := d.columns[j].count()
		d.columns[j].each(func(t int) {
			if n := x[t]; int64(size) > n {
				x[t], largest[t] = int64(size), i
			}
		})
	}
	if slices.Contains(x, 0) {
		return x, nil
	}
	taken := map[int]bool{}
	for t := range x {
		x[t] = packing.Unit / x[t]
		if i := largest[t]; !taken[i] {
			taken[i] = true
			rows = append(rows, d.row(i))
		}
	}
	return x, rows
}

func (d *dual) row(i int) packing.Row {
	r := packing.Row{Bound: 1}
	d.columns[d.keep[i]].each(func(t int) {
		r.Vars, r.Coefs = append(r.Vars, int32(t)), append(r.Coefs, 1)
	})
	return r
}

// cutsAtOnce is how many rows a round adds at most.
const cutsAtOnce = 30

// Measure adds up; the rows are of the heaviest columns.
func (d *dual) Measure(b *packing.Budget, x []int64) (value, size int64, rows []packing.Row, ok bool) {
	if !b.Spend(len(d.keep)) {
		return 0, 0, nil, false
	}
	for _, w := range x {
		value += w
	}
	var heavy []int
	for i, j := range d.keep {
		sum := int64(0)
		d.columns[j].each(func(t int) { sum += x[t] })
		d.load[i] = sum
		size = max(size, sum)
		if sum > packing.Unit+packing.Tolerance {
			heavy = append(heavy, i)
		}
	}
	slices.SortStableFunc(heavy, func(i, j int) int { return int(d.load[j] - d.load[i]) })
	for _, i := range heavy[:min(len(heavy), cutsAtOnce)] {
		rows = append(rows, d.row(i))
	}
	return value, size, rows, true
}
