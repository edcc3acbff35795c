package columns

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/encode/packing"
)

// Effort of the weights: rounds of cutting planes, about, times cells².
const weightSteps = 20_000_000

// weigh looks for weights on the cells that add up to as much as can be while
// no column weighs more than one: the dual of the linear relaxation.
func weigh(ctx context.Context, columns []bitset, keep []int, cells int) []int64 {
	all := newBitset(cells)
	all.fill(cells)
	d := newDual(columns, keep, all)
	start, rows := d.start()
	if rows == nil {
		return make([]int64, cells)
	}
	best, _ := packing.Maximize(packing.NewBudget(ctx, weightSteps), d, packing.NewTableau, d.ones(), rows, start,
		func(best *packing.Point, high float64) bool { return high < best.Ratio()*(1+1e-5) })
	if best.X == nil {
		return make([]int64, cells)
	}
	return best.X
}

// dual is the points w ≥ 0 on some cells with w(column) ≤ 1 for some columns.
type dual struct {
	columns [][]int32 // the cells of each, numbered in the order of those that there are
	cells   int
	load    []int64 // of the columns: what they weigh now
}

// newDual is the dual of covering the open cells by the columns to keep.
func newDual(columns []bitset, keep []int, open bitset) *dual {
	d := &dual{columns: make([][]int32, len(keep)), load: make([]int64, len(keep))}
	place := make([]int32, len(open)<<6)
	open.each(func(t int) { place[t] = int32(d.cells); d.cells++ })
	for i, j := range keep {
		for k, w := range columns[j] {
			for w &= open[k]; w != 0; w &= w - 1 {
				d.columns[i] = append(d.columns[i], place[k<<6+bits.TrailingZeros64(w)])
			}
		}
	}
	return d
}

// ones is the objective.
func (d *dual) ones() []float64 { return slices.Repeat([]float64{1}, d.cells) }

// start is the weights that give every cell the same share of its largest
// column, and rows enough to bound every cell; none where a cell is in no
// column.
func (d *dual) start() (x []int64, rows []packing.Row) {
	x = make([]int64, d.cells)
	largest := make([]int, d.cells)
	for i, col := range d.columns {
		for _, t := range col {
			if int64(len(col)) > x[t] {
				x[t], largest[t] = int64(len(col)), i
			}
		}
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
	return packing.Row{Vars: d.columns[i], Coefs: slices.Repeat([]float64{1}, len(d.columns[i])), Bound: 1}
}

// cutsAtOnce is how many rows a round adds at most.
const cutsAtOnce = 30

// Measure adds up; the rows are of the heaviest columns.
func (d *dual) Measure(b *packing.Budget, x []int64) (value, size int64, rows []packing.Row, ok bool) {
	if !b.Spend(len(d.columns)) {
		return 0, 0, nil, false
	}
	for _, w := range x {
		value += w
	}
	var heavy []int
	for i, col := range d.columns {
		sum := int64(0)
		for _, t := range col {
			sum += x[t]
		}
		d.load[i] = sum
		size = max(size, sum)
		if sum > packing.Unit+packing.Tolerance {
			heavy = append(heavy, i)
		}
	}
	slices.SortStableFunc(heavy, func(i, j int) int { return cmp.Compare(d.load[j], d.load[i]) })
	for _, i := range heavy[:min(len(heavy), cutsAtOnce)] {
		rows = append(rows, d.row(i))
	}
	return value, size, rows, true
}
