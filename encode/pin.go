package encode

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// pinned is COVER(k) with the first hubs pinned to the cells of a fooling set
// (F6): no two of these share a hub, so hub i may be taken to be the one that
// covers the i-th, and rows and columns that cannot be with it drop out.
type pinned struct {
	hubs
	pins  []instances.Cell // hub i contains pins[i]
	cells []instances.Cell // to be covered, the fooling set first
	rows  []instances.Bits // rows that hub i may have, for i < len(pins)
	cols  []instances.Bits
}

// pin chooses the pins: the longest prefix of the cells that is a fooling set;
// where the problem has no order of its own, a greedy fooling set comes first.
func pin(p Problem, cells []instances.Cell) pinned {
	if p.Cells == nil {
		cells = foolingFirst(p.Rel, cells)
	}
	n := 0
	for n < min(p.Hubs, len(cells)) && conflictsWithAll(p.Rel, cells[n], cells[:n]) {
		n++
	}
	c := pinned{hubs: hubs{rel: p.Rel, k: p.Hubs}, pins: cells[:n], cells: cells}
	for _, e := range c.pins {
		rows, cols := instances.NewBits(p.Rel.Rows()), instances.NewBits(p.Rel.Cols())
		for _, u := range p.Rel.Col(int(e.Col)) {
			rows.Set(int(u))
		}
		for _, v := range p.Rel.Row(int(e.Row)) {
			cols.Set(int(v))
		}
		c.rows, c.cols = append(c.rows, rows), append(c.cols, cols)
	}
	return c
}

// foolingFirst moves a greedy fooling set to the front: cells with few rows and
// columns around them first, as they have few compatible cells.
func foolingFirst(rel *instances.Relation, cells []instances.Cell) []instances.Cell {
	around := func(c instances.Cell) int { return len(rel.Row(int(c.Row))) * len(rel.Col(int(c.Col))) }
	order := slices.Clone(cells)
	slices.SortStableFunc(order, func(c, d instances.Cell) int { return cmp.Compare(around(c), around(d)) })
	var fooling, rest []instances.Cell
	for _, c := range order {
		if conflictsWithAll(rel, c, fooling) {
			fooling = append(fooling, c)
		} else {
			rest = append(rest, c)
		}
	}
	return append(fooling, rest...)
}

func conflictsWithAll(rel *instances.Relation, c instances.Cell, others []instances.Cell) bool {
	for _, d := range others {
		if rel.Has(c.Row, d.Col) && rel.Has(d.Row, c.Col) {
			return false
		}
	}
	return true
}

func (c *pinned) rowMay(u, i int) bool { return i >= len(c.pins) || c.rows[i].Has(u) }
func (c *pinned) colMay(v, i int) bool { return i >= len(c.pins) || c.cols[i].Has(v) }

// choices walks the hubs that may cover the t-th cell, which is not pinned: of
// the free hubs, those that first appearance allows (F17).
func (c *pinned) choices(t int, yield func(i int)) {
	e := c.cells[t]
	for i := range min(c.k, t+1) {
		if c.rowMay(int(e.Row), i) && c.colMay(int(e.Col), i) {
			yield(i)
		}
	}
}

// size counts variables and clauses, stopping soon after limit; the non-cell
// clauses are bounded from above.
func (c *pinned) size(limit int64) (vars, clauses count) {
	n := 0
	for t := len(c.pins); t < len(c.cells) && int64(n) <= limit; t++ {
		c.choices(t, func(int) { n++ })
	}
	lines := count(c.rel.Rows()).plus(count(c.rel.Cols()))
	nonCells := count(c.rel.Rows()).times(count(c.rel.Cols())) - count(c.rel.Len())
	return lines.times(count(c.k)).plus(count(n)), count(len(c.cells) + len(c.pins) + 2*n).plus(nonCells.times(count(c.k)))
}

// add writes the cover.
func (c *pinned) add(ctx context.Context, f *pb.Formula) error {
	vars, _ := c.size(math.MaxInt64)
	c.hubs = newHubs(f, c.rel, c.k)
	y := f.Block("y", int(vars)-f.Vars())
	f.Document(y, "the s-th pair of a cell, in the order asked for, and a hub that may cover it: it does", "s")
	for i, e := range c.pins {
		f.Clause(c.a.At2(int(e.Row), i))
		f.Clause(c.b.At2(int(e.Col), i))
	}
	next := y.First
	var clause []pb.Lit
	for t := len(c.pins); t < len(c.cells); t++ {
		if t&1023 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		first := next
		clause = clause[:0]
		c.choices(t, func(int) { clause = append(clause, next); next++ })
		f.Clause(clause...)
		next = first
		c.choices(t, func(i int) {
			f.Clause(-next, c.a.At2(int(c.cells[t].Row), i))
			f.Clause(-next, c.b.At2(int(c.cells[t].Col), i))
			next++
		})
	}
	for u := range c.rel.Rows() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		row := c.rel.Row(u)
		for v := range c.rel.Cols() {
			if len(row) > 0 && int(row[0]) == v {
				row = row[1:]
				continue
			}
			for i := range c.k {
				if c.rowMay(u, i) && c.colMay(v, i) {
					f.Clause(-c.a.At2(u, i), -c.b.At2(v, i))
				}
			}
		}
	}
	return nil
}

// extension reads the hubs; memberships that were dropped occur in no clause
// and whatever the model says of them is left out.
func (c *pinned) extension(m pb.Model, color func(int) int) instances.Extension {
	m = slices.Clone(m)
	for i := range c.pins {
		for u := range c.rel.Rows() {
			if !c.rows[i].Has(u) {
				m[c.a.At2(u, i)] = false
			}
		}
		for v := range c.rel.Cols() {
			if !c.cols[i].Has(v) {
				m[c.b.At2(v, i)] = false
			}
		}
	}
	return c.hubs.extension(m, color)
}
