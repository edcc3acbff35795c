package kernel_test

import (
	"math/rand/v2"

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

// optimum is a cover of cells with fewest hubs, by trying all.
func optimum(rel *instances.Relation, need []instances.Cell) instances.Extension {
	var all instances.Extension
	for rows := 1; rows < 1<<rel.Rows(); rows++ {
		h := instances.Hub{}
		for a := range int32(rel.Rows()) {
			if rows>>a&1 == 1 {
				h.Sources = append(h.Sources, a)
			}
		}
		for b := range int32(rel.Cols()) {
			inside := true
			for _, a := range h.Sources {
				inside = inside && rel.Has(a, b)
			}
			if inside {
				h.Targets = append(h.Targets, b)
			}
		}
		if len(h.Targets) > 0 {
			all = append(all, h)
		}
	}
	var search func(x instances.Extension, left int) instances.Extension
	search = func(x instances.Extension, left int) instances.Extension {
		c, missing := firstMissing(need, x)
		if !missing {
			return x
		}
		for _, h := range all {
			if left > 0 && covers(h, c) {
				if y := search(append(x[:len(x):len(x)], h), left-1); y != nil {
					return y
				}
			}
		}
		return nil
	}
	for n := 0; ; n++ {
		if x := search(instances.Extension{}, n); x != nil {
			return x
		}
	}
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
