package bound_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// fewestHubs is the least number of maximal bicliques of rel that cover the
// given cells, by trying them all; at most 64 cells and 8 rows.
func fewestHubs(rel *instances.Relation, need []instances.Cell) int {
	bit := map[instances.Cell]uint64{}
	for i, c := range need {
		bit[c] = 1 << i
	}
	var bicliques []uint64
	for rows := 1; rows < 1<<rel.Rows(); rows++ {
		var cells uint64
		for b := range rel.Cols() {
			inside := true
			for a := range rel.Rows() {
				inside = inside && (rows>>a&1 == 0 || rel.Has(int32(a), int32(b)))
			}
			for a := range rel.Rows() {
				if inside && rows>>a&1 == 1 {
					cells |= bit[instances.Cell{Row: int32(a), Col: int32(b)}]
				}
			}
		}
		if cells != 0 {
			bicliques = append(bicliques, cells)
		}
	}
	var cover func(left uint64, hubs int) bool
	cover = func(left uint64, hubs int) bool {
		if left == 0 {
			return true
		}
		if hubs == 0 {
			return false
		}
		for _, q := range bicliques {
			if q&left&-left != 0 && cover(left&^q, hubs-1) {
				return true
			}
		}
		return false
	}
	for n := 0; ; n++ {
		if cover(1<<len(need)-1, n) {
			return n
		}
	}
}

// fewestColors is χ_hub by trying all source labels (F22): a column fits when
// its neighbourhood is a union of at most one block of rows for each colour.
func fewestColors(rel *instances.Relation) int {
	if rel.Len() == 0 {
		return 0
	}
	labellings := partialPartitions(rel.Rows())
	cols := make([]uint, rel.Cols())
	for j := range cols {
		for _, a := range rel.Col(j) {
			cols[j] |= 1 << a
		}
	}
	var fits func(col, covered uint, colors [][]uint) bool
	fits = func(col, covered uint, colors [][]uint) bool {
		if covered == col {
			return true
		}
		if len(colors) == 0 {
			return false
		}
		for _, block := range colors[0] {
			if block&^col == 0 && fits(col, covered|block, colors[1:]) {
				return true
			}
		}
		return fits(col, covered, colors[1:])
	}
	var search func(colors [][]uint, from, left int) bool
	search = func(colors [][]uint, from, left int) bool {
		if left == 0 {
			for _, col := range cols {
				if !fits(col, 0, colors) {
					return false
				}
			}
			return true
		}
		for i := from; i < len(labellings); i++ {
			if search(append(colors, labellings[i]), i, left-1) {
				return true
			}
		}
		return false
	}
	for h := 1; ; h++ {
		if search(nil, 0, h) {
			return h
		}
	}
}

// partialPartitions lists the ways to put some of n rows into disjoint blocks.
func partialPartitions(n int) [][]uint {
	if n == 0 {
		return [][]uint{nil}
	}
	var out [][]uint
	for _, p := range partialPartitions(n - 1) {
		row := uint(1) << (n - 1)
		out = append(out, p, append(append([]uint(nil), p...), row))
		for k := range p {
			q := append([]uint(nil), p...)
			q[k] |= row
			out = append(out, q)
		}
	}
	return out
}

// matrix is the rows × cols relation whose cells are the bits of code.
func matrix(rows, cols int, code uint64) *instances.Relation {
	var cells []instances.Cell
	for i := range rows * cols {
		if code>>i&1 == 1 {
			cells = append(cells, instances.Cell{Row: int32(i / cols), Col: int32(i % cols)})
		}
	}
	return build(rows, cols, cells)
}

func build(rows, cols int, cells []instances.Cell) *instances.Relation {
	rel, err := instances.New(rows, cols, cells)
	if err != nil {
		panic(err)
	}
	return rel
}

func random(rng *rand.Rand, rows, cols int, density float64) *instances.Relation {
	var cells []instances.Cell
	for a := range rows {
		for b := range cols {
			if rng.Float64() < density {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return build(rows, cols, cells)
}

// withOptional marks each cell as optional with the given probability.
func withOptional(rng *rand.Rand, rel *instances.Relation, p float64) *instances.Relation {
	var optional []instances.Cell
	for _, c := range rel.All() {
		if rng.Float64() < p {
			optional = append(optional, c)
		}
	}
	rel, err := rel.WithOptional(optional)
	if err != nil {
		panic(err)
	}
	return rel
}

func covers(h instances.Hub, c instances.Cell) bool {
	in := func(line []int32, i int32) bool {
		for _, x := range line {
			if x == i {
				return true
			}
		}
		return false
	}
	return in(h.Sources, c.Row) && in(h.Targets, c.Col)
}

func firstMissing(need []instances.Cell, x instances.Extension) (instances.Cell, bool) {
	for _, c := range need {
		found := false
		for _, h := range x {
			found = found || covers(h, c)
		}
		if !found {
			return c, true
		}
	}
	return instances.Cell{}, false
}

func compatible(rel *instances.Relation, c, d instances.Cell) bool {
	return rel.Has(c.Row, d.Col) && rel.Has(d.Row, c.Col)
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

// relabelled permutes rows and columns at random.
func relabelled(rng *rand.Rand, rel *instances.Relation) *instances.Relation {
	rows, cols := rng.Perm(rel.Rows()), rng.Perm(rel.Cols())
	var cells []instances.Cell
	for _, c := range rel.All() {
		cells = append(cells, instances.Cell{Row: int32(rows[c.Row]), Col: int32(cols[c.Col])})
	}
	return build(rel.Rows(), rel.Cols(), cells)
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
	return build(n, n, cells)
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
					visit(matrix(m, n, code))
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

// checkBicliques demands that the hubs are bicliques of rel and cover the cells.
func checkBicliques(t *testing.T, rel *instances.Relation, cells []instances.Cell, x instances.Extension) {
	t.Helper()
	for _, h := range x {
		if !slices.IsSorted(h.Sources) || !slices.IsSorted(h.Targets) || len(h.Sources) == 0 || len(h.Targets) == 0 {
			t.Fatalf("hub %v is out of order or empty", h)
		}
		for _, a := range h.Sources {
			for _, b := range h.Targets {
				if !rel.Has(a, b) {
					t.Fatalf("hub %v uses the non-cell (%d,%d)", h, a, b)
				}
			}
		}
	}
	if c, missing := firstMissing(cells, x); missing {
		t.Fatalf("%v is not covered by %v", c, x)
	}
}

// checkColored demands a coloured hub extension of rel, colours 1..h.
func checkColored(t *testing.T, rel *instances.Relation, x instances.Extension) {
	t.Helper()
	induced, err := x.Induced(rel.Rows(), rel.Cols())
	if err != nil || induced.Len() != rel.Len() {
		t.Fatalf("induces %v cells of %d: %v", induced, rel.Len(), err)
	}
	for _, c := range induced.Cells() {
		if !rel.Has(c.Row, c.Col) {
			t.Fatalf("induces the non-cell %v", c)
		}
	}
	checkProper(t, x)
}

func checkProper(t *testing.T, x instances.Extension) {
	t.Helper()
	h := x.Colors()
	type place struct {
		line   int32
		column bool
		color  int
	}
	seen := map[place]bool{}
	for _, hub := range x {
		if hub.Color < 1 || hub.Color > h {
			t.Fatalf("colour %d of %d", hub.Color, h)
		}
		for column, lines := range map[bool][]int32{false: hub.Sources, true: hub.Targets} {
			for _, i := range lines {
				p := place{i, column, hub.Color}
				if seen[p] {
					t.Fatalf("two hubs of colour %d at line %d", hub.Color, i)
				}
				seen[p] = true
			}
		}
	}
}
