package bound

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/hubcover/hubcover/instances"
)

// Konig colours the cells with exactly as many colours as the largest degree,
// so that cells that share a line differ (F1): χ′ with its witness. Colours
// count from 1, in the canonical order of the cells; optional cells are
// coloured too. It fails only when ctx ends.
//
// Cells are coloured one by one; when no colour is free at both ends, a path
// that alternates between one free at either end is swapped. Lines are first
// packed into bins of at most that degree, whose colouring is all the stricter,
// so that the tables take a few words a cell whatever the degrees.
func Konig(ctx context.Context, rel *instances.Relation) ([]int32, error) {
	_, degree := Degree(rel)
	colors := make([]int32, rel.Len())
	rowBin, rows := pack(rel.Rows(), degree, func(i int) int { return len(rel.Row(i)) })
	colBin, cols := pack(rel.Cols(), degree, func(j int) int { return len(rel.Col(j)) })
	t := newColorTable(rows+cols, degree, rel.Len())
	for i, c := range rel.All() {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("edge colouring of %d cells, after %d: %w", rel.Len(), i, ctx.Err())
		}
		u, v := rowBin[c.Row], int32(rows)+colBin[c.Col]
		// On dense matrices the colours of a cyclic Latin square mostly fit.
		if color := int(c.Row+c.Col) % degree; t.free[u].Has(color) && t.free[v].Has(color) {
			t.join(int32(i), u, v)
			t.paint(int32(i), int32(color), colors)
			continue
		}
		t.add(int32(i), u, v, colors)
	}
	for i := range colors {
		colors[i]++
	}
	return colors, nil
}

// pack puts lines into bins whose degrees add up to at most limit: any two
// neighbouring bins have more than that together.
func pack(n, limit int, degree func(int) int) (bin []int32, bins int) {
	bin = make([]int32, n)
	load := 0
	for i := range n {
		if load += degree(i); bins == 0 || load > limit {
			bins++
			load = degree(i)
		}
		bin[i] = int32(bins - 1)
	}
	return bin, bins
}

// colorTable says which edge has which colour at every vertex of a bipartite
// multigraph.
type colorTable struct {
	degree int
	edge   []int32          // edge of colour c at vertex v: edge[v·degree + c], or -1
	free   []instances.Bits // colours that no edge at the vertex has
	ends   [][2]int32
}

func newColorTable(vertices, degree, edges int) *colorTable {
	t := &colorTable{degree: degree, edge: filled(vertices*degree, -1), free: make([]instances.Bits, vertices), ends: make([][2]int32, edges)}
	for v := range t.free {
		t.free[v] = instances.Full(degree)
	}
	return t
}

func (t *colorTable) join(e, u, v int32) { t.ends[e] = [2]int32{u, v} }

func (t *colorTable) add(e, u, v int32, colors []int32) {
	t.join(e, u, v)
	for k, w := range t.free[u] {
		if w &= t.free[v][k]; w != 0 {
			t.paint(e, int32(k<<6+bits.TrailingZeros64(w)), colors)
			return
		}
	}
	a, b := int32(t.free[u].Next(0)), int32(t.free[v].Next(0))
	// The path from v by a, b, a, … ends before u: it would enter u by a.
	t.swap(v, a, b, colors)
	t.paint(e, a, colors)
}

func (t *colorTable) at(v, color int32) *int32 { return &t.edge[int(v)*t.degree+int(color)] }

func (t *colorTable) paint(e, color int32, colors []int32) {
	colors[e] = color
	for _, v := range t.ends[e] {
		*t.at(v, color) = e
		t.free[v].Clear(int(color))
	}
}

// swap exchanges the colours a and b along the path that starts at v with a;
// b is free at v.
func (t *colorTable) swap(v, a, b int32, colors []int32) {
	e := *t.at(v, a)
	*t.at(v, a) = -1
	t.free[v].Set(int(a))
	for e >= 0 {
		// e had colour a and takes b; at v its place has been cleared.
		far := t.ends[e][0] + t.ends[e][1] - v
		following := *t.at(far, b)
		colors[e] = b
		*t.at(v, b), *t.at(far, b) = e, e
		t.free[v].Clear(int(b))
		t.free[far].Clear(int(b))
		if *t.at(far, a) == e {
			*t.at(far, a) = -1
			t.free[far].Set(int(a))
		}
		v, e, a, b = far, following, b, a
	}
}
