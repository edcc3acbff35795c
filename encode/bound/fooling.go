package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// FoolingSet is cells that are pairwise in conflict: no two fit into one
// biclique, so b is at least their number (F6).
type FoolingSet struct {
	Cells []instances.Cell // canonical order
	Exact bool             // no fooling set among the cells given is larger
	Nodes int              // of the search tree
}

// Fooling looks for a largest fooling set: a maximum clique of the conflict
// graph, by local search and then by branch and bound, with bitsets and a
// colouring as the bound (Tomita and Seki, DMTCS 2003, LNCS 2731, 278-289; San
// Segundo et al., Comput. Oper. Res. 38 (2011) 571-581). steps caps the nodes
// of the tree, and the moves of the local search before it. A cover of upper
// hubs that is known (0: none) stops the search when it is met; the row and
// column stars are always considered.
//
// Where n cells have n² > 2^29, only randomised greedy choices are made.
func Fooling(ctx context.Context, rel *instances.Relation, cells []instances.Cell, steps, upper int) FoolingSet {
	cells = slices.Clone(required(rel, cells))
	slices.SortFunc(cells, instances.Cell.Compare)
	cells = slices.Compact(cells)
	if len(cells) == 0 {
		return FoolingSet{Exact: true}
	}
	if stars := len(Stars(rel, cells)); upper <= 0 || stars < upper {
		upper = stars
	}
	if !fitsGraph(len(cells)) {
		found := foolingGreedy(ctx, rel, cells, steps, upper)
		return FoolingSet{Cells: found, Exact: len(found) >= upper}
	}
	conflict := compatible(rel, cells)
	for _, set := range conflict {
		complement(set, len(cells))
	}
	best := cliqueLocal(ctx, conflict, min(steps, 200_000, 1000+100*len(cells)), upper)
	f := FoolingSet{Exact: len(best) >= upper}
	if !f.Exact {
		c := newCliqueSearch(ctx, conflict, best, steps, upper)
		best, f.Exact, f.Nodes = c.run()
	}
	slices.Sort(best)
	for _, i := range best {
		f.Cells = append(f.Cells, cells[i])
	}
	return f
}

func complement(set instances.Bits, n int) {
	for k := range set {
		set[k] = ^set[k]
	}
	if n%64 != 0 {
		set[len(set)-1] &= 1<<(n%64) - 1
	}
}

// cliqueSearch is branch and bound for a maximum clique. Vertices are
// renumbered so that those of small degree come last.
type cliqueSearch struct {
	ctx     context.Context
	adj     []instances.Bits // of the renumbered graph
	name    []int32          // the vertex of the graph given
	levels  []cliqueLevel
	current []int32
	best    []int32
	steps   int
	upper   int
	nodes   int
	stopped bool
	rest    instances.Bits // scratch of the colouring
	class   instances.Bits
}

// cliqueLevel is the space of one depth, made when the depth is first reached.
type cliqueLevel struct {
	set    instances.Bits
	order  []int32 // vertices worth branching on, by rising colour
	colors []int32
}

func newCliqueSearch(ctx context.Context, graph []instances.Bits, start []int32, steps, upper int) *cliqueSearch {
	n := len(graph)
	c := &cliqueSearch{ctx: ctx, name: minDegreeLast(graph), steps: steps, upper: upper,
		rest: instances.NewBits(n), class: instances.NewBits(n), adj: bitMatrix(n)}
	number := make([]int32, n)
	for i, v := range c.name {
		number[v] = int32(i)
	}
	for i, v := range c.name {
		for u := graph[v].Next(0); u >= 0; u = graph[v].Next(u + 1) {
			c.adj[i].Set(int(number[u]))
		}
	}
	for _, v := range start {
		c.best = append(c.best, number[v])
	}
	return c
}

// minDegreeLast takes away a vertex of least degree again and again; the order
// is that of leaving, reversed.
func minDegreeLast(graph []instances.Bits) []int32 {
	n := len(graph)
	degree := make([]int, n)
	for v := range degree {
		degree[v] = graph[v].Count()
	}
	left := instances.Full(n)
	order := make([]int32, n)
	for at := n - 1; at >= 0; at-- {
		least := -1
		for v := left.Next(0); v >= 0; v = left.Next(v + 1) {
			if least < 0 || degree[v] < degree[least] {
				least = v
			}
		}
		order[at] = int32(least)
		left.Clear(least)
		for v := left.Next(0); v >= 0; v = left.Next(v + 1) {
			if graph[least].Has(v) {
				degree[v]--
			}
		}
	}
	return order
}

func (c *cliqueSearch) run() (best []int32, exact bool, nodes int) {
	c.level(0).set.Copy(instances.Full(len(c.adj)))
	c.expand(0)
	for _, v := range c.best {
		best = append(best, c.name[v])
	}
	return best, !c.stopped, c.nodes
}

func (c *cliqueSearch) level(depth int) *cliqueLevel {
	if depth == len(c.levels) {
		c.levels = append(c.levels, cliqueLevel{set: instances.NewBits(len(c.adj))})
	}
	return &c.levels[depth]
}

// done reports whether nothing better is to be found, or the budget is spent.
func (c *cliqueSearch) done() bool { return c.stopped || len(c.best) >= c.upper }

func (c *cliqueSearch) expand(depth int) {
	c.nodes++
	if c.nodes > c.steps || c.nodes&255 == 0 && c.ctx.Err() != nil {
		c.stopped = true
		return
	}
	c.color(depth)
	for i := len(c.levels[depth].order) - 1; i >= 0; i-- {
		l := &c.levels[depth]
		if len(c.current)+int(l.colors[i]) <= len(c.best) {
			return
		}
		v := l.order[i]
		c.current = append(c.current, v)
		next := c.level(depth + 1) // may move the levels
		l = &c.levels[depth]
		next.set.Copy(l.set)
		next.set.And(c.adj[v])
		if !next.set.Empty() {
			c.expand(depth + 1)
		} else if len(c.current) > len(c.best) {
			c.best = append(c.best[:0], c.current...)
		}
		c.current = c.current[:len(c.current)-1]
		c.levels[depth].set.Clear(int(v))
		if c.done() {
			return
		}
	}
}

// color covers the candidates greedily with independent sets, bicliques that
// is, and lists those beyond the first sets that cannot raise the best.
func (c *cliqueSearch) color(depth int) {
	l := &c.levels[depth]
	l.order, l.colors = l.order[:0], l.colors[:0]
	enough := int32(len(c.best) - len(c.current))
	c.rest.Copy(l.set)
	for color := int32(1); !c.rest.Empty(); color++ {
		c.class.Copy(c.rest)
		for v := c.class.Next(0); v >= 0; v = c.class.Next(v + 1) {
			c.rest.Clear(v)
			c.class.AndNot(c.adj[v])
			if color > enough {
				l.order, l.colors = append(l.order, int32(v)), append(l.colors, color)
			}
		}
	}
}
