package kernel

import (
	"context"
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// bundle is a piece of the problem: cells that have to be covered, in canonical
// order, and for each the cells that were dropped because whatever hub is
// chosen for it can take them in.
type bundle struct {
	cells   []instances.Cell
	dropped map[int32][]instances.Cell // by position in cells
}

// span is the hub with the lines of the cells.
func span(cells []instances.Cell) instances.Hub {
	h := instances.Hub{Sources: make([]int32, len(cells)), Targets: make([]int32, len(cells))}
	for i, c := range cells {
		h.Sources[i], h.Targets[i] = c.Row, c.Col
	}
	h.Sources, h.Targets = distinct(h.Sources), distinct(h.Targets)
	return h
}

func distinct(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// regroup turns a cover of the bundle's cells into one of the dropped ones too:
// each cell is left to the first hub that has it, and a hub becomes the span of
// the cells left to it with those dropped for them. Hubs without one go. Where
// nothing was dropped the cover stays as it is.
//
// The span is a biclique: undo the drops last to first. When f was dropped for
// e, every cell then present and compatible with e was compatible with f; the
// cells that share e's hub were all present and compatible with e.
func (b bundle) regroup(cover instances.Extension) instances.Extension {
	if len(b.dropped) == 0 {
		return cover
	}
	byRow := map[int32][]int32{} // hubs; looked up, never walked
	cols := int32(0)
	for k, h := range cover {
		for _, a := range h.Sources {
			byRow[a] = append(byRow[a], int32(k))
		}
		cols = max(cols, slices.Max(h.Targets)+1)
	}
	first := make([]int32, cols) // hub of each column in the row at hand, plus 1
	cells := make([][]instances.Cell, len(cover))
	for i := 0; i < len(b.cells); {
		row := b.cells[i].Row
		clear(first)
		for _, k := range byRow[row] {
			for _, c := range cover[k].Targets {
				if first[c] == 0 {
					first[c] = k + 1
				}
			}
		}
		for ; i < len(b.cells) && b.cells[i].Row == row; i++ {
			c := b.cells[i]
			if c.Col < cols && first[c.Col] > 0 {
				k := first[c.Col] - 1
				cells[k] = append(append(cells[k], c), b.dropped[int32(i)]...)
			}
		}
	}
	var out instances.Extension
	for _, c := range cells {
		if len(c) > 0 {
			out = append(out, span(c))
		}
	}
	return out
}

// components splits the cells to be covered into the components of the
// compatibility graph, without building it (has tells cells apart): cells that share a line are
// compatible, and (a,b), (c,d) in different pieces are joined by (a,d) and
// (c,b). Each is in canonical order, and they are ordered by their first cells.
// When the context ends, or the search takes more steps than it is worth, there
// is but one.
func components(ctx context.Context, p problem, has func(row, col int32) bool) [][]instances.Cell {
	cells := p.cells()
	if len(cells) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return [][]instances.Cell{cells}
	}
	rows := p.rel.Rows()
	u := newUnion(rows + p.rel.Cols())
	at := func(col int32) int32 { return int32(rows) + col }
	inRow, inCol := make([]int, rows), make([]int, p.rel.Cols()) // how many cells
	pieces := 0
	for _, c := range cells {
		if inRow[c.Row] == 0 {
			pieces++
		}
		if inCol[c.Col] == 0 {
			pieces++
		}
		inRow[c.Row]++
		inCol[c.Col]++
		if u.join(c.Row, at(c.Col)) {
			pieces--
		}
	}
	if pieces == 1 {
		return [][]instances.Cell{cells}
	}

	colsOf, rowsOf := make([][]int32, rows), make([][]int32, p.rel.Cols())
	for _, c := range cells {
		colsOf[c.Row] = append(colsOf[c.Row], c.Col)
		rowsOf[c.Col] = append(rowsOf[c.Col], c.Row)
	}
	joined := func(a, d int32) bool {
		for _, c := range rowsOf[d] {
			for _, b := range colsOf[a] {
				if has(c, b) {
					return true
				}
			}
		}
		return false
	}
	steps, polled := 0, 0
	for _, e := range p.rel.All() {
		if steps++; steps-polled > pollEvery {
			polled = steps
			if steps > maxJoins || ctx.Err() != nil {
				return [][]instances.Cell{cells}
			}
		}
		if u.find(e.Row) != u.find(at(e.Col)) {
			steps += inRow[e.Row] * inCol[e.Col]
			if joined(e.Row, e.Col) {
				u.join(e.Row, at(e.Col))
			}
		}
	}
	return u.split(cells)
}

// maxJoins bounds the steps of the search for components: tens of seconds.
const maxJoins = 1 << 31

// connected splits the cells of rel along the components of its bipartite
// graph on rows and columns (F5), in the order of their first rows.
func connected(rel *instances.Relation) [][]instances.Cell {
	part, sizes := partsOf(rel)
	if len(sizes) == 1 {
		return [][]instances.Cell{rel.Cells()}
	}
	out := make([][]instances.Cell, len(sizes))
	for k, n := range sizes {
		out[k] = make([]instances.Cell, 0, n)
	}
	for i, k := range part {
		for _, b := range rel.Row(i) {
			out[k] = append(out[k], instances.Cell{Row: int32(i), Col: b})
		}
	}
	return out
}

// partsOf numbers the components of the bipartite graph by their first rows: it
// gives that of every row, -1 for an empty one, and how many cells each has.
// Once every column was met, rows are not looked at any more, and once every row
// was, columns are not.
func partsOf(rel *instances.Relation) (part []int32, sizes []int) {
	part = make([]int32, rel.Rows())
	rowsLeft, colsLeft := 0, 0
	for i := range part {
		if part[i] = -1; len(rel.Row(i)) > 0 {
			rowsLeft++
		}
	}
	for j := range rel.Cols() {
		if len(rel.Col(j)) > 0 {
			colsLeft++
		}
	}
	met := instances.NewBits(rel.Cols())
	var rows, cols []int32 // to be looked at
	for first := range part {
		if part[first] >= 0 || len(rel.Row(first)) == 0 {
			continue
		}
		k, size := int32(len(sizes)), 0
		meet := func(i int32) {
			part[i] = k
			rowsLeft--
			size += len(rel.Row(int(i)))
			rows = append(rows, i)
		}
		meet(int32(first))
		for len(rows)+len(cols) > 0 {
			for _, i := range rows {
				for _, j := range rel.Row(int(i)) {
					if colsLeft == 0 {
						break
					}
					if !met.Has(int(j)) {
						met.Set(int(j))
						colsLeft--
						cols = append(cols, j)
					}
				}
			}
			rows = rows[:0]
			for _, j := range cols {
				for _, i := range rel.Col(int(j)) {
					if rowsLeft == 0 {
						break
					}
					if part[i] < 0 {
						meet(i)
					}
				}
			}
			cols = cols[:0]
		}
		sizes = append(sizes, size)
	}
	return part, sizes
}

// union is a disjoint-set forest.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u union) find(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

// join reports whether the two sets were not one before.
func (u union) join(i, j int32) bool {
	i, j = u.find(i), u.find(j)
	u[max(i, j)] = min(i, j)
	return i != j
}

// split sorts cells, in canonical order, by the sets of their rows.
func (u union) split(cells []instances.Cell) [][]instances.Cell {
	at := map[int32]int{} // looked up, never walked
	var sizes []int
	rows(cells, func(row []instances.Cell) {
		root := u.find(row[0].Row)
		if _, ok := at[root]; !ok {
			at[root] = len(sizes)
			sizes = append(sizes, 0)
		}
		sizes[at[root]] += len(row)
	})
	if len(sizes) == 1 {
		return [][]instances.Cell{cells}
	}
	out := make([][]instances.Cell, len(sizes))
	for k, n := range sizes {
		out[k] = make([]instances.Cell, 0, n)
	}
	rows(cells, func(row []instances.Cell) {
		k := at[u.find(row[0].Row)]
		out[k] = append(out[k], row...)
	})
	return out
}

// rows walks cells, in canonical order, by rows.
func rows(cells []instances.Cell, visit func([]instances.Cell)) {
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && cells[n].Row == cells[0].Row {
			n++
		}
		visit(cells[:n])
		cells = cells[n:]
	}
}

// graph is the compatibility graph of some cells (F6).
type graph struct {
	cells []instances.Cell
	adj   []instances.Bits // cells compatible with each, itself among them
	alive instances.Bits
	heir  []int32 // the cell for which a dropped cell was dropped, -1 for cells that are alive
}

// newGraph builds the graph in time and memory of n² bits, and again as much
// for the columns: the cells compatible with (a,b) are those with their column
// in N(a) and their row in N(b).
func newGraph(rel *instances.Relation, cells []instances.Cell) *graph {
	n := len(cells)
	g := &graph{cells: cells, adj: bitMatrix(n, n), alive: instances.Full(n), heir: make([]int32, n)}
	inRow, inCol := map[int32][]int32{}, map[int32][]int32{}
	for i, c := range cells {
		inRow[c.Row] = append(inRow[c.Row], int32(i))
		inCol[c.Col] = append(inCol[c.Col], int32(i))
		g.heir[i] = -1
	}
	rowsOf := map[int32]instances.Bits{} // cells with their row in N(b), by column b
	columns := instances.NewBits(n)      // cells with their column in N(a)
	for i, c := range cells {
		if i == 0 || cells[i-1].Row != c.Row {
			clear(columns)
			for _, d := range rel.Row(int(c.Row)) {
				for _, k := range inCol[d] {
					columns.Set(int(k))
				}
			}
		}
		rows, ok := rowsOf[c.Col]
		if !ok {
			rows = instances.NewBits(n)
			for _, r := range rel.Col(int(c.Col)) {
				for _, k := range inRow[r] {
					rows.Set(int(k))
				}
			}
			rowsOf[c.Col] = rows
		}
		g.adj[i].Copy(columns)
		g.adj[i].And(rows)
	}
	return g
}

// maxPairs is some ten seconds' worth.
const maxPairs = 1 << 30

// reduce drops, one at a time, cells f for which a cell e is left with
// everything left that is compatible with e compatible with f (F7). Of cells
// that dominate each other the first to be looked at stays. A cell is looked at
// again when a cell compatible with it has gone. The context, or maxPairs pairs
// looked at, may end it early.
func (g *graph) reduce(ctx context.Context) {
	n := len(g.cells)
	degree := make([]int, n)
	queue, waiting := make([]int32, n), instances.Full(n)
	for i := range queue {
		queue[i] = int32(i)
		degree[i] = g.adj[i].Count()
	}
	near := instances.NewBits(n)
	touch := func(i int) {
		if g.alive.Has(i) && !waiting.Has(i) {
			waiting.Set(i)
			queue = append(queue, int32(i))
		}
	}
	for pairs := 0; len(queue) > 0 && pairs < maxPairs && ctx.Err() == nil; {
		e := int(queue[0])
		queue = queue[1:]
		waiting.Clear(e)
		if !g.alive.Has(e) {
			continue
		}
		pairs += degree[e]
		near.Copy(g.adj[e])
		near.And(g.alive)
		for f := near.Next(0); f >= 0; f = near.Next(f + 1) {
			if f == e || degree[f] < degree[e] || !near.SubsetOf(g.adj[f]) {
				continue
			}
			g.alive.Clear(f)
			near.Clear(f)
			g.heir[f] = int32(e)
			for k, w := range g.adj[f] {
				for w &= g.alive[k]; w != 0; w &= w - 1 {
					i := k<<6 + bits.TrailingZeros64(w)
					degree[i]--
					touch(i)
				}
			}
		}
	}
}

// components lists the components of what is left.
func (g *graph) components() []bundle {
	dropped := map[int32][]instances.Cell{} // by the cell for which; looked up, never walked
	for i, c := range g.cells {
		if root := g.root(int32(i)); int(root) != i {
			dropped[root] = append(dropped[root], c)
		}
	}
	var out []bundle
	left, reach := instances.NewBits(len(g.cells)), instances.NewBits(len(g.cells))
	left.Copy(g.alive)
	for first := left.Next(0); first >= 0; first = left.Next(first + 1) {
		component := []int32{int32(first)}
		left.Clear(first)
		for k := 0; k < len(component); k++ {
			reach.Copy(g.adj[component[k]])
			reach.And(left)
			left.AndNot(reach)
			for j := reach.Next(0); j >= 0; j = reach.Next(j + 1) {
				component = append(component, int32(j))
			}
		}
		slices.Sort(component)
		b := bundle{cells: make([]instances.Cell, len(component)), dropped: map[int32][]instances.Cell{}}
		for k, i := range component {
			b.cells[k] = g.cells[i]
			if d := dropped[i]; d != nil {
				b.dropped[int32(k)] = d
			}
		}
		out = append(out, b)
	}
	return out
}

func (g *graph) root(i int32) int32 {
	for g.heir[i] >= 0 {
		i = g.heir[i]
	}
	return i
}
