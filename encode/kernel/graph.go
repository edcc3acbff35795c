package kernel

import (
	"context"
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// group is a cell that has to be covered, first, and the cells that were
// dropped because whatever hub is chosen for it can take them in.
type group []instances.Cell

func singletons(cells []instances.Cell) []group {
	groups := make([]group, len(cells))
	for i := range cells {
		groups[i] = cells[i : i+1]
	}
	return groups
}

func leading(groups []group) []instances.Cell {
	cells := make([]instances.Cell, len(groups))
	for i, g := range groups {
		cells[i] = g[0]
	}
	return cells
}

// span is the hub with the lines of the cells.
func span(cells []instances.Cell) instances.Hub {
	rows, cols := map[int32]bool{}, map[int32]bool{}
	var h instances.Hub
	for _, c := range cells {
		if !rows[c.Row] {
			rows[c.Row] = true
			h.Sources = append(h.Sources, c.Row)
		}
		if !cols[c.Col] {
			cols[c.Col] = true
			h.Targets = append(h.Targets, c.Col)
		}
	}
	return h
}

// regroup turns a cover of the leading cells into one of all cells of the
// groups: each leading cell is left to the first hub that has it, and a hub
// becomes the span of the groups of the cells left to it. Hubs without one go.
//
// The span is a biclique: undo the drops last to first. When f was dropped for
// e, every cell then present and compatible with e was compatible with f; the
// cells that share e's hub were all present and compatible with e.
func regroup(groups []group, cover instances.Extension) instances.Extension {
	cells := make([][]instances.Cell, len(cover))
	for _, g := range groups {
		for k, h := range cover {
			if has(h.Sources, g[0].Row) && has(h.Targets, g[0].Col) {
				cells[k] = append(cells[k], g...)
				break
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

func has(line []int32, i int32) bool {
	_, ok := slices.BinarySearch(line, i)
	return ok
}

// components splits the cells to be covered into the components of the
// compatibility graph, without building it: cells that share a line are
// compatible, and (a,b), (c,d) in different pieces are joined by (a,d) and
// (c,b). Each is in canonical order, and they are ordered by their first cells.
// When the context ends there is but one.
func components(ctx context.Context, p problem) [][]instances.Cell {
	cells := p.cells()
	if len(cells) == 0 {
		return nil
	}
	rows, cols := make([][]int32, p.rel.Rows()), make([][]int32, p.rel.Cols())
	for _, c := range cells {
		rows[c.Row] = append(rows[c.Row], c.Col)
		cols[c.Col] = append(cols[c.Col], c.Row)
	}
	u := newUnion(p.rel.Rows() + p.rel.Cols())
	at := func(col int32) int32 { return int32(p.rel.Rows()) + col }
	for _, c := range cells {
		u.join(c.Row, at(c.Col))
	}
	joined := func(a, d int32) bool {
		for _, c := range cols[d] {
			for _, b := range rows[a] {
				if p.rel.Has(c, b) {
					return true
				}
			}
		}
		return false
	}
	for i, e := range p.rel.All() {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return [][]instances.Cell{cells}
		}
		if u.find(e.Row) != u.find(at(e.Col)) && joined(e.Row, e.Col) {
			u.join(e.Row, at(e.Col))
		}
	}
	return u.split(cells)
}

// connected splits the cells of rel along the components of its bipartite
// graph on rows and columns (F5).
func connected(rel *instances.Relation) [][]instances.Cell {
	u := newUnion(rel.Rows() + rel.Cols())
	for _, c := range rel.All() {
		u.join(c.Row, int32(rel.Rows())+c.Col)
	}
	return u.split(rel.Cells())
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

func (u union) join(i, j int32) {
	if i, j = u.find(i), u.find(j); i != j {
		u[max(i, j)] = min(i, j)
	}
}

// split sorts cells by the sets of their rows.
func (u union) split(cells []instances.Cell) [][]instances.Cell {
	at := map[int32]int{} // looked up, never walked
	var out [][]instances.Cell
	for _, c := range cells {
		root := u.find(c.Row)
		k, ok := at[root]
		if !ok {
			k = len(out)
			at[root] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], c)
	}
	return out
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

// reduce drops, one at a time, cells f for which a cell e is left with
// everything left that is compatible with e compatible with f (F7). Of cells
// that dominate each other the first to be looked at stays. A cell is looked at
// again when a cell compatible with it has gone. The context may end it early.
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
	for step := 0; len(queue) > 0; step++ {
		if step%pollEvery == 0 && ctx.Err() != nil {
			return
		}
		e := int(queue[0])
		queue = queue[1:]
		waiting.Clear(e)
		if !g.alive.Has(e) {
			continue
		}
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

// components lists the components of what is left, each as groups in canonical
// order of their leading cells.
func (g *graph) components() [][]group {
	groups := make([]group, len(g.cells))
	for i := g.alive.Next(0); i >= 0; i = g.alive.Next(i + 1) {
		groups[i] = append(groups[i], g.cells[i])
	}
	for i, c := range g.cells {
		if root := g.root(int32(i)); int(root) != i {
			groups[root] = append(groups[root], c)
		}
	}
	var out [][]group
	left, reach := instances.NewBits(len(g.cells)), instances.NewBits(len(g.cells))
	left.Copy(g.alive)
	for first := left.Next(0); first >= 0; first = left.Next(first + 1) {
		component := instances.NewBits(len(g.cells))
		component.Set(first)
		left.Clear(first)
		for stack := []int{first}; len(stack) > 0; {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			reach.Copy(g.adj[i])
			reach.And(left)
			left.AndNot(reach)
			component.Or(reach)
			for j := reach.Next(0); j >= 0; j = reach.Next(j + 1) {
				stack = append(stack, j)
			}
		}
		var members []group
		for i := component.Next(0); i >= 0; i = component.Next(i + 1) {
			members = append(members, groups[i])
		}
		out = append(out, members)
	}
	return out
}

func (g *graph) root(i int32) int32 {
	for g.heir[i] >= 0 {
		i = g.heir[i]
	}
	return i
}
