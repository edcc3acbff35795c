package bound

import (
	"context"
	"slices"
	"sort"

	"github.com/hubcover/hubcover/instances"
)

// Staircase covers the given cells (nil: all required ones) where the lines that
// have some are a band: rows that are intervals of columns, with both ends moving
// to the right, in the order that they have or in one that is found (see
// consecutive). It returns nil elsewhere. A maximal biclique reaches from a corner
// of the band at its upper right to one at its lower left; they are paired in
// order, which for a symmetric window of n nodes takes n−radius hubs, and that is
// b. What is left, or all where that takes fewer, is covered from the first cell
// of the first row that is not, by as many rows as reach it. Cells that no two of
// the hubs were made for are a fooling set, which is returned too.
func Staircase(ctx context.Context, rel *instances.Relation, cells []instances.Cell) (hubs instances.Extension, fooling []instances.Cell) {
	cells = required(rel, cells)
	inRow, inCol := instances.NewBits(rel.Rows()), instances.NewBits(rel.Cols())
	for _, c := range cells {
		inRow.Set(int(c.Row))
		inCol.Set(int(c.Col))
	}
	rows, cols := inRow.Members(), inCol.Members()
	if len(cells) == 0 || len(rows) > maxMatrixBits/len(cols) {
		return nil, nil
	}
	m := newBand(ctx, rel, rows, cols)
	if (m == nil || len(m.rest) > 0) && rel.Len() <= maxSwept {
		rows, cols = consecutive(rel, rows, cols)
		m = newBand(ctx, rel, rows, cols)
	}
	if m == nil || len(m.rest) > 0 {
		return nil, nil
	}
	hubs, fooling = m.stairs(cells, rel, m.diagonal())
	if x, f := m.stairs(cells, rel, nil); len(x) < len(hubs) {
		return x, f
	}
	return hubs, fooling
}

// diagonal pairs the corners: rows at which the ends of intervals move on, with
// rows after which their beginnings do.
func (m *band) diagonal() (pairs [][2]int) {
	var upper, lower []int
	for k := range m.rows {
		if k == 0 || m.to[k] > m.to[k-1] {
			upper = append(upper, k)
		}
		if k+1 == len(m.rows) || m.from[k+1] > m.from[k] {
			lower = append(lower, k)
		}
	}
	n := max(len(upper), len(lower))
	for k := range n {
		i, j := upper[k*len(upper)/n], lower[k*len(lower)/n]
		if i <= j && m.from[j] < m.to[i] {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// stairs covers cells of the band by the bicliques from the one to the other row
// of each pair, then from the first cell on that is left.
func (m *band) stairs(cells []instances.Cell, rel *instances.Relation, pairs [][2]int) (hubs instances.Extension, fooling []instances.Cell) {
	row, col := filled(rel.Rows(), -1), filled(rel.Cols(), -1) // places in the band
	for k, a := range m.rows {
		row[a] = int32(k)
	}
	for j, b := range m.cols {
		col[b] = int32(j)
	}
	open := make([]instances.Bits, len(m.rows)) // places of columns
	for k := range open {
		open[k] = instances.NewBits(len(m.cols))
	}
	for _, c := range cells {
		open[row[c.Row]].Set(int(col[c.Col]))
	}
	var apart []spot                   // the fooling set
	take := func(i, j, row, col int) { // rows i to j, for the sake of a cell
		from, to := m.from[j], m.to[i]
		for k := i; k <= j; k++ {
			for c := open[k].Next(from); c >= 0 && c < to; c = open[k].Next(c + 1) {
				open[k].Clear(c)
			}
		}
		hubs = append(hubs, instances.Hub{
			Sources: distinct(slices.Clone(m.rows[i : j+1])), Targets: distinct(slices.Clone(m.cols[from:to]))})
		if !slices.ContainsFunc(apart, func(s spot) bool { return m.has(s.row, col) && m.has(row, s.col) }) {
			apart = append(apart, spot{row, col})
			fooling = append(fooling, instances.Cell{Row: m.rows[row], Col: m.cols[col]})
		}
	}
	for _, p := range pairs {
		for k := p[0]; k <= p[1]; k++ { // the last cell of the first row where there is one
			if c := last(open[k], m.from[p[1]], m.to[p[0]]); c >= 0 {
				take(p[0], p[1], k, c)
				break
			}
		}
	}
	for k := range open {
		for c := open[k].Next(0); c >= 0; c = open[k].Next(c) {
			end := k + sort.Search(len(m.rows)-k, func(i int) bool { return m.from[k+i] > c })
			take(k, end-1, k, c)
		}
	}
	return hubs, fooling
}

// last is the largest member of a set from one number to before another, or -1.
func last(set instances.Bits, from, to int) int {
	found := -1
	for c := set.Next(from); c >= 0 && c < to; c = set.Next(c + 1) {
		found = c
	}
	return found
}

// has reports whether a cell, by its place, is in the band.
func (m *band) has(row, col int) bool { return m.from[row] <= col && col < m.to[row] }
