package bound_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

func relation(rows, cols int, cells []instances.Cell) *instances.Relation {
	rel, err := instances.New(rows, cols, cells)
	if err != nil {
		panic(err)
	}
	return rel
}

func where(n int, is func(a, b int) bool) *instances.Relation {
	var cells []instances.Cell
	for a := range n {
		for b := range n {
			if is(a, b) {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return relation(n, n, cells)
}

func crown(n int) *instances.Relation      { return where(n, func(a, b int) bool { return a != b }) }
func causal(n int) *instances.Relation     { return where(n, func(a, b int) bool { return a <= b }) }
func tournament(n int) *instances.Relation { return where(n, func(a, b int) bool { return a < b }) }
func intersecting(k int) *instances.Relation {
	return where(1<<k, func(a, b int) bool { return a&b != 0 })
}

// smallest walks the matrices up to the given size, up to the order of rows.
func smallest(rows, cols int, visit func(*instances.Relation)) {
	var walk func(code uint64, rows, from int)
	for m := 1; m <= rows; m++ {
		for n := 1; n <= cols; n++ {
			walk = func(code uint64, left, from int) {
				if left == 0 {
					visit(encodetest.Matrix(m, n, code))
					return
				}
				for row := from; row < 1<<n; row++ {
					walk(code<<n|uint64(row), left-1, row)
				}
			}
			walk(0, m, 0)
		}
	}
}

// subset takes each cell with the given probability.
func subset(rng *rand.Rand, cells []instances.Cell, p float64) []instances.Cell {
	out := []instances.Cell{}
	for _, c := range cells {
		if rng.Float64() < p {
			out = append(out, c)
		}
	}
	return out
}

func compatible(rel *instances.Relation, c, d instances.Cell) bool {
	return rel.Has(c.Row, d.Col) && rel.Has(d.Row, c.Col)
}

// checkCover demands that hubs of rel cover the cells, properly coloured or
// without colours.
func checkCover(t *testing.T, rel *instances.Relation, cells []instances.Cell, x instances.Extension, colored bool) {
	t.Helper()
	if err := encodetest.Check(rel, cells, x, colored); err != nil {
		t.Fatal(err)
	}
}
