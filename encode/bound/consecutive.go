package bound

import (
	"cmp"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// maxSwept is the largest number of cells of a matrix whose lines are swept.
const maxSwept = 1 << 23

// consecutive orders lines such that rows become intervals of columns that move
// to the right, where there is such an order: three lexicographic breadth-first
// searches of the bipartite graph, each from where the last one ended and in
// favour of what it saw late (P. Hell, J. Huang, Interval bigraphs and circular
// arc graphs, J. Graph Theory 46 (2004) 313-327). A few cells more or less lead
// these astray: a few that no other cell supports are overlooked, and lines are
// then moved, time and again, to the mean of their neighbours, which an order
// that is right does not mind. Elsewhere it is some order, in which lines with
// common neighbours are close. Components come one after the other. rows and
// cols are all that counts of the relation.
func consecutive(rel *instances.Relation, rows, cols []int32) (orderedRows, orderedCols []int32) {
	at := filled(rel.Cols(), -1)
	for j, b := range cols {
		at[b] = int32(len(rows) + j)
	}
	astray := unsupported(rel, rows)
	adj := make([][]int32, len(rows)+len(cols)) // rows, then columns
	for i, a := range rows {
		for _, b := range rel.Row(int(a)) {
			if v := at[b]; v >= 0 && !slices.Contains(astray, instances.Cell{Row: a, Col: b}) {
				adj[i], adj[v] = append(adj[i], v), append(adj[v], int32(i))
			}
		}
	}
	order := make([]int32, len(adj))
	for v := range order {
		order[v] = int32(v)
	}
	for range 3 {
		order = lexBFS(adj, order)
		slices.Reverse(order)
	}
	var sides [2][]int32
	for _, v := range order {
		side := 0
		if int(v) >= len(rows) {
			side = 1
		}
		sides[side] = append(sides[side], v)
	}
	smooth(adj, sides)
	for _, v := range sides[0] {
		orderedRows = append(orderedRows, rows[v])
	}
	for _, v := range sides[1] {
		orderedCols = append(orderedCols, cols[int(v)-len(rows)])
	}
	return orderedRows, orderedCols
}

// maxAstray is how many cells are overlooked, and maxSupport how many cells are
// looked at, with repetitions, to find them.
const (
	maxAstray  = 4
	maxSupport = 1 << 24
)

// unsupported lists the cells of rows that no cell of another row and column is
// compatible with, those alone in a line aside; none where they are many, or
// hard to find.
func unsupported(rel *instances.Relation, rows []int32) (out []instances.Cell) {
	steps := 0
	for _, a := range rows {
		row := rel.Row(int(a))
		for _, b := range row {
			supported := func(c int32) bool {
				steps += len(row)
				return c != a && shareTwo(row, rel.Row(int(c)))
			}
			if steps > maxSupport {
				return nil
			}
			if len(row) > 1 && len(rel.Col(int(b))) > 1 && !slices.ContainsFunc(rel.Col(int(b)), supported) {
				if out = append(out, instances.Cell{Row: a, Col: b}); len(out) > maxAstray {
					return nil
				}
			}
		}
	}
	return out
}

// shareTwo reports whether two ascending lists have two numbers in common.
func shareTwo(a, b []int32) bool {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			if n++; n == 2 {
				return true
			}
			a, b = a[1:], b[1:]
		}
	}
	return false
}

// smoothings is how often lines are moved.
const smoothings = 40

// smooth sorts one side by the mean places of their neighbours on the other, in
// turn.
func smooth(adj [][]int32, sides [2][]int32) {
	place, mean := make([]float64, len(adj)), make([]float64, len(adj))
	for range smoothings {
		for side, vertices := range sides {
			for i, u := range sides[1-side] {
				place[u] = float64(i)
			}
			for _, v := range vertices {
				sum := 0.0
				for _, u := range adj[v] {
					sum += place[u]
				}
				mean[v] = sum / float64(max(1, len(adj[v])))
			}
			slices.SortStableFunc(vertices, func(u, v int32) int { return cmp.Compare(mean[u], mean[v]) })
		}
	}
}

// lexBFS is a breadth-first search that goes on with a vertex whose neighbours
// were seen earliest, of several with the first in the given order.
func lexBFS(adj [][]int32, order []int32) []int32 {
	near := make([][]int32, len(adj)) // neighbours, in the given order
	for _, v := range order {
		for _, u := range adj[v] {
			near[u] = append(near[u], v)
		}
	}
	p := newPartition(order)
	seen := make([]int32, 0, len(adj))
	for len(seen) < len(adj) {
		v := p.pop()
		seen = append(seen, v)
		p.split(near[v])
	}
	return seen
}

// partition is an ordered list of classes of vertices.
type partition struct {
	before, after []int32 // vertices of the same class, none: -1
	class         []int32 // of each vertex, -1 when it was taken
	list          []class
	head          int32 // the first class
	round         int32
}

type class struct {
	first, last  int32 // vertices
	before, next int32 // classes
	round        int32 // when it was last split,
	front        int32 // into itself and this class before it
}

func newPartition(order []int32) *partition {
	p := &partition{before: filled(len(order), -1), after: filled(len(order), -1), class: filled(len(order), 0)}
	p.list = []class{{first: -1, last: -1, before: -1, next: -1}}
	for _, v := range order {
		p.push(v, 0)
	}
	return p
}

// push makes a vertex the last of a class.
func (p *partition) push(v, c int32) {
	k := &p.list[c]
	p.class[v], p.before[v], p.after[v] = c, k.last, -1
	if k.last < 0 {
		k.first = v
	} else {
		p.after[k.last] = v
	}
	k.last = v
}

// take removes a vertex from its class, and the class where it was the last.
func (p *partition) take(v int32) {
	k := &p.list[p.class[v]]
	if b := p.before[v]; b < 0 {
		k.first = p.after[v]
	} else {
		p.after[b] = p.after[v]
	}
	if a := p.after[v]; a < 0 {
		k.last = p.before[v]
	} else {
		p.before[a] = p.before[v]
	}
	if k.first < 0 {
		if k.before < 0 {
			p.head = k.next
		} else {
			p.list[k.before].next = k.next
		}
		if k.next >= 0 {
			p.list[k.next].before = k.before
		}
	}
	p.class[v] = -1
}

// pop takes the first vertex of the first class.
func (p *partition) pop() int32 {
	v := p.list[p.head].first
	p.take(v)
	return v
}

// split puts those of the vertices that were not taken before the others of
// their classes.
func (p *partition) split(vertices []int32) {
	p.round++
	for _, v := range vertices {
		c := p.class[v]
		if c < 0 {
			continue
		}
		if p.list[c].round != p.round {
			front := int32(len(p.list))
			b := p.list[c].before
			p.list = append(p.list, class{first: -1, last: -1, before: b, next: c, round: p.round, front: front})
			if b < 0 {
				p.head = front
			} else {
				p.list[b].next = front
			}
			p.list[c].before, p.list[c].round, p.list[c].front = front, p.round, front
		}
		if front := p.list[c].front; front != c {
			p.take(v)
			p.push(v, front)
		}
	}
}
