package kernel

import (
	"context"

	"github.com/hubcover/hubcover/instances"
)

// dropDominated drops from p.need every cell (c,d) for which another cell (a,b)
// of it has N(a) ⊆ N(c) and N(b) ⊆ N(d) (F7, closed form). p must be free of
// twins: then inclusion of neighbourhoods orders the lines, its product orders
// the cells, and exactly the cells that are not minimal in p.need go. What goes
// lies above a minimal cell, which stays; that holds for any part of the work,
// so the context may end it early.
//
// The product is taken a side at a time: (a,b) ≤ (c,d) by way of (c,b), which
// is a cell because b ∈ N(a) ⊆ N(c).
func dropDominated(ctx context.Context, p problem) {
	byRow := spread(ctx, p.rel, p.need)

	from := instances.NewBits(p.rel.Len())
	from.Copy(p.need)
	from.Or(byRow)
	t := p.rel.Transpose()
	at := columnOrder(p.rel)
	fromT := instances.NewBits(t.Len())
	for k, i := range at {
		if from.Has(int(i)) {
			fromT.Set(k)
		}
	}
	byCol := spread(ctx, t, fromT)

	p.need.AndNot(byRow)
	for k := byCol.Next(0); k >= 0; k = byCol.Next(k + 1) {
		p.need.Clear(int(at[k]))
	}
}

// columnOrder lists the positions of the cells of rel in the order in which
// its transpose counts them.
func columnOrder(rel *instances.Relation) []int32 {
	next := starts(rel.Transpose())
	at := make([]int32, rel.Len())
	for i, c := range rel.All() {
		at[next[c.Col]] = int32(i)
		next[c.Col]++
	}
	return at
}

// starts gives the position of the first cell of every row.
func starts(rel *instances.Relation) []int {
	start := make([]int, rel.Rows()+1)
	for i := range rel.Rows() {
		start[i+1] = start[i] + len(rel.Row(i))
	}
	return start
}

// spread is the set of cells (c,b) for which a row a with N(a) ⊊ N(c) has (a,b)
// in from. Positions are those of rel.
//
// Where a bit matrix costs no more memory than a few words a cell it is used;
// otherwise sorted lists are intersected, shortest first.
func spread(ctx context.Context, rel *instances.Relation, from instances.Bits) instances.Bits {
	if rows, cols := rel.Rows(), rel.Cols(); (rows+63)/64*cols+(cols+63)/64*rows <= 8*rel.Len() {
		return spreadDense(ctx, rel, from)
	}
	return spreadSparse(ctx, rel, from)
}

const pollEvery = 64 // rows between two looks at the context

func spreadDense(ctx context.Context, rel *instances.Relation, from instances.Bits) instances.Bits {
	start, cols := starts(rel), rel.ColBits()
	give, take := bitMatrix(rel.Rows(), rel.Cols()), bitMatrix(rel.Rows(), rel.Cols())
	for i, c := range rel.All() {
		if from.Has(i) {
			give[c.Row].Set(int(c.Col))
		}
	}
	above := instances.NewBits(rel.Rows())
	for a := range rel.Rows() {
		if a%pollEvery == 0 && ctx.Err() != nil {
			break
		}
		row := rel.Row(a)
		if len(row) == 0 || give[a].Empty() {
			continue
		}
		above.Copy(cols[row[0]])
		for _, b := range row[1:] {
			if above.Count() == 1 {
				break
			}
			above.And(cols[b])
		}
		for c := above.Next(0); c >= 0; c = above.Next(c + 1) {
			if c != a {
				take[c].Or(give[a])
			}
		}
	}
	out := instances.NewBits(rel.Len())
	for c := range rel.Rows() {
		for k, b := range rel.Row(c) {
			if take[c].Has(int(b)) {
				out.Set(start[c] + k)
			}
		}
	}
	return out
}

func bitMatrix(rows, cols int) []instances.Bits {
	words := (cols + 63) / 64
	flat := make(instances.Bits, rows*words)
	m := make([]instances.Bits, rows)
	for i := range m {
		m[i] = flat[i*words : (i+1)*words : (i+1)*words]
	}
	return m
}

func spreadSparse(ctx context.Context, rel *instances.Relation, from instances.Bits) instances.Bits {
	start := starts(rel)
	out := instances.NewBits(rel.Len())
	var above []int32
	for a := range rel.Rows() {
		if a%pollEvery == 0 && ctx.Err() != nil {
			break
		}
		row := rel.Row(a)
		if len(row) == 0 {
			continue
		}
		shortest := row[0]
		for _, b := range row {
			if len(rel.Col(int(b))) < len(rel.Col(int(shortest))) {
				shortest = b
			}
		}
		above = append(above[:0], rel.Col(int(shortest))...)
		for _, b := range row {
			if len(above) == 1 {
				break
			}
			above = intersect(above, rel.Col(int(b)))
		}
		for _, c := range above {
			if int(c) == a {
				continue
			}
			k, super := 0, rel.Row(int(c))
			for i, b := range row {
				for super[k] != b {
					k++
				}
				if from.Has(start[a] + i) {
					out.Set(start[c] + k)
				}
			}
		}
	}
	return out
}
