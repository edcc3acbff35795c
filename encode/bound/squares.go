package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Caps of Squares: pairs of rows that share a column, counted by columns, and
// classes of cells.
const (
	maxRowPairs      = 1 << 22
	maxSquareClasses = 64
)

// Squares colours relations that are made of squares: two rows with exactly two
// common columns are a 2 × 2 biclique, whose opposite cells are parallel. Classes
// of parallel cells share a colour as long as together they are bicliques without
// a common line. In a hypercube the classes are its d directions, and any two of
// them make 2-faces: ⌈d/2⌉ colours, which is χ_hub (F21). It returns nil where a
// class alone is no such set, where there are too many, and where the relation is
// too dense.
func Squares(rel *instances.Relation) instances.Extension {
	pairs := 0
	for c := range rel.Cols() {
		pairs += len(rel.Col(c)) * len(rel.Col(c))
	}
	if pairs > maxRowPairs {
		return nil
	}
	classes := parallel(rel)
	if len(classes) > maxSquareClasses {
		return nil
	}
	var colors []*blocks
	for _, class := range classes {
		i := slices.IndexFunc(colors, func(b *blocks) bool { return b.add(class) })
		if i < 0 {
			b := &blocks{rows: make([][]int32, rel.Rows()), owner: make([]int32, rel.Cols())}
			if !b.add(class) {
				return nil
			}
			colors = append(colors, b)
		}
	}
	var x instances.Extension
	for i, b := range colors {
		x = append(x, b.hubs(i+1)...)
	}
	return x
}

// parallel gives the classes of cells that are opposite in a square, or in a
// chain of squares, by row and column of their first cell.
func parallel(rel *instances.Relation) (classes [][]instances.Cell) {
	root := make([]int32, rel.Len())
	for i := range root {
		root[i] = int32(i)
	}
	find := func(i int) int32 {
		for int(root[i]) != i {
			root[i] = root[root[i]]
			i = int(root[i])
		}
		return int32(i)
	}
	join := func(c, d instances.Cell) {
		i, _ := rel.Index(c)
		k, _ := rel.Index(d)
		a, b := find(i), find(k)
		root[max(a, b)] = min(a, b)
	}
	common := make([]int32, rel.Rows()) // columns shared with row a
	for a := range int32(rel.Rows()) {
		var near []int32
		for _, c := range rel.Row(int(a)) {
			for _, b := range rel.Col(int(c)) {
				if b > a {
					if common[b] == 0 {
						near = append(near, b)
					}
					common[b]++
				}
			}
		}
		for _, b := range near {
			if common[b] == 2 {
				two := intersection(rel.Row(int(a)), rel.Row(int(b)))
				join(instances.Cell{Row: a, Col: two[0]}, instances.Cell{Row: b, Col: two[1]})
				join(instances.Cell{Row: a, Col: two[1]}, instances.Cell{Row: b, Col: two[0]})
			}
			common[b] = 0
		}
	}
	at := map[int32]int{}
	for i, c := range rel.All() {
		r := find(i)
		k, ok := at[r]
		if !ok {
			k = len(classes)
			at[r] = k
			classes = append(classes, nil)
		}
		classes[k] = append(classes[k], c)
	}
	return classes
}

// blocks are bicliques without a common line.
type blocks struct {
	rows  [][]int32 // columns of each row, ascending
	owner []int32   // scratch: one more than a row that has each column
}

// add takes the cells too if all remain bicliques without a common line.
func (b *blocks) add(cells []instances.Cell) bool {
	rows := slices.Clone(b.rows)
	for _, c := range cells {
		rows[c.Row] = append(slices.Clip(rows[c.Row]), c.Col)
	}
	clear(b.owner)
	for r, cols := range rows {
		slices.Sort(cols)
		for _, c := range cols {
			switch first := b.owner[c] - 1; {
			case first < 0:
				b.owner[c] = int32(r) + 1
			case !slices.Equal(rows[first], cols):
				return false
			}
		}
	}
	b.rows = rows
	return true
}

// hubs are the bicliques, of one colour.
func (b *blocks) hubs(color int) (x instances.Extension) {
	at := map[int32]int{} // by first column
	for r, cols := range b.rows {
		if len(cols) == 0 {
			continue
		}
		k, ok := at[cols[0]]
		if !ok {
			k = len(x)
			at[cols[0]] = k
			x = append(x, instances.Hub{Targets: cols, Color: color})
		}
		x[k].Sources = append(x[k].Sources, int32(r))
	}
	return x
}
