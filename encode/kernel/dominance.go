package kernel

import (
	"context"
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// dropDominated drops from p.need every cell (c,d) for which another cell (a,b)
// of it has N(a) ⊆ N(c) and N(b) ⊆ N(d) (F7, closed form). Twins that stand
// apart in p count as incomparable: inclusion of neighbourhoods then orders the
// lines, its product orders the cells, and exactly the cells that are not
// minimal in p.need go. What goes lies above a minimal cell, which stays; that
// holds for any part of the work, so the context may end it early.
//
// The product is taken a side at a time: (a,b) ≤ (c,d) by way of (c,b), which
// is a cell because b ∈ N(a) ⊆ N(c).
func dropDominated(ctx context.Context, p problem) {
	if t := p.rel.Transpose(); level(p.rel) && level(t) {
		return // different lines of one size hold none of each other
	}
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

// level reports that all rows have as many cells.
func level(rel *instances.Relation) bool {
	for i := range rel.Rows() {
		if len(rel.Row(i)) != len(rel.Row(0)) {
			return false
		}
	}
	return true
}

// columnOrder lists the positions of the cells of rel in the order in which
// its transpose counts them.
func columnOrder(rel *instances.Relation) []int32 {
	next := starts(rel.Transpose())
	at := make([]int32, rel.Len())
	i := int32(0)
	for a := range rel.Rows() {
		for _, b := range rel.Row(a) {
			at[next[b]] = i
			next[b]++
			i++
		}
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
// Where bit matrices cost no more memory than a few words a cell they are used;
// otherwise sorted lists are intersected, shortest first.
func spread(ctx context.Context, rel *instances.Relation, from instances.Bits) instances.Bits {
	rows, cols := rel.Rows(), rel.Cols()
	if words := (rows+63)/64*(cols+2*rows) + (cols+63)/64*2*rows; words <= wordsPerCell*rel.Len() {
		return spreadDense(ctx, rel, from)
	}
	return spreadSparse(ctx, rel, from)
}

// wordsPerCell is how large bit matrices may be beside the lists.
const wordsPerCell = 8

// spreadDense goes through the rows by size, so that what a row takes is known
// before it gives: it takes from a largest row below it all that this one has
// and takes itself, then from a largest row not below that, and so on. The rows
// above it are among those above a row below it. A chain of n rows costs n
// steps of n bits that way, and an antichain of equal sizes none.
func spreadDense(ctx context.Context, rel *instances.Relation, from instances.Bits) instances.Bits {
	n, start := rel.Rows(), starts(rel)
	bySize := make([]int32, n) // the row of each rank
	for i := range bySize {
		bySize[i] = int32(i)
	}
	size := func(a int32) int { return len(rel.Row(int(a))) }
	slices.SortStableFunc(bySize, func(a, b int32) int { return size(a) - size(b) })

	cols := bitMatrix(rel.Cols(), n) // ranks
	have := bitMatrix(n, rel.Cols()) // by rank: what it takes, later with what it has
	for i, a := range bySize {
		for _, b := range rel.Row(int(a)) {
			cols[b].Set(i)
		}
	}
	above, below := bitMatrix(n, n), bitMatrix(n, n) // ranks
	parent := make([]int, n)                         // a largest rank below that gives, plus 1
	larger := 0                                      // the first rank of larger rows
	rest := instances.NewBits(n)
	own := instances.NewBits(rel.Cols())
	out := instances.NewBits(rel.Len())
	for i, a := range bySize {
		if ctx.Err() != nil {
			break
		}
		row := rel.Row(int(a))
		rest.Copy(below[i])
		for k := last(rest); k >= 0; k = last(rest) {
			have[i].Or(have[k])
			rest.AndNot(below[k])
			rest.Clear(k)
		}
		for k, b := range row {
			if have[i].Has(int(b)) {
				out.Set(start[a] + k)
			}
		}
		clear(own)
		for k, b := range row {
			if from.Has(start[a] + k) {
				own.Set(int(b))
			}
		}
		if own.SubsetOf(have[i]) {
			continue // whoever is above takes as much from the rows below
		}
		have[i].Or(own)
		for larger < n && size(bySize[larger]) <= len(row) {
			larger++
		}
		up, w := above[i], larger>>6
		if p := parent[i] - 1; p >= 0 {
			copy(up[w:], above[p][w:])
			row = without(row, rel.Row(int(bySize[p])))
		} else if larger < n {
			copy(up[w:], instances.Full(n)[w:])
		}
		for k := w << 6; k < larger; k++ {
			up.Clear(k)
		}
		for _, b := range row {
			if !meet(up[w:], cols[b][w:]) {
				break
			}
		}
		for k := up.Next(larger); k >= 0; k = up.Next(k + 1) {
			below[k].Set(i)
			parent[k] = i + 1
		}
	}
	return out
}

// last is the largest member of a set, or -1.
func last(set instances.Bits) int {
	for k := len(set) - 1; k >= 0; k-- {
		if set[k] != 0 {
			return k<<6 + bits.Len64(set[k]) - 1
		}
	}
	return -1
}

// meet keeps in a what is in b, and reports whether that is anything.
func meet(a, b instances.Bits) bool {
	any := uint64(0)
	for i, w := range b[:len(a)] {
		a[i] &= w
		any |= a[i]
	}
	return any != 0
}

// without lists the members of a, ascending, that are not in b, ascending.
func without(a, b []int32) []int32 {
	var out []int32
	for _, x := range a {
		for len(b) > 0 && b[0] < x {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != x {
			out = append(out, x)
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

// pollEvery is how many steps, of a few nanoseconds each, pass between two
// looks at the context.
const pollEvery = 1 << 18

func spreadSparse(ctx context.Context, rel *instances.Relation, from instances.Bits) instances.Bits {
	start := starts(rel)
	out := instances.NewBits(rel.Len())
	var above []int32
	work := 0
	for a := range rel.Rows() {
		if work > pollEvery {
			work = 0
			if ctx.Err() != nil {
				break
			}
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
		above = above[:0]
		for _, c := range rel.Col(int(shortest)) {
			if len(rel.Row(int(c))) > len(row) {
				above = append(above, c)
			}
		}
		work += len(row) + len(rel.Col(int(shortest)))
		for _, b := range row {
			if len(above) == 0 {
				break
			}
			work += len(above) + len(rel.Col(int(b)))
			above = intersect(above, rel.Col(int(b)))
		}
		for _, c := range above {
			k, super := 0, rel.Row(int(c))
			work += len(super)
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
