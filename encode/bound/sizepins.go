package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// pinned is what is known of a cover by as many hubs as there are pins, cells
// pairwise in conflict (F6): every hub holds one pin. The rest of the cells are
// open: each of them lies in some hub that can hold it, and where only one can,
// its lines are in that hub for certain.
type pinned struct {
	rel  *instances.Relation
	hubs []pinnedHub
	open map[instances.Cell][]int32 // cells not covered for certain: the hubs that can hold them, ascending; looked up, never walked
	cost int64                      // memberships that are certain
}

// pinnedHub has sides in and may of rows and of columns: those that it holds
// for certain, and those that it can hold, which are neighbours of all these
// across.
type pinnedHub struct{ inRows, inCols, mayRows, mayCols instances.Bits }

// pin starts from the pins alone, whose lines are in their hubs.
func pin(f folded, pins []instances.Cell) *pinned {
	p := &pinned{rel: f.rel, open: map[instances.Cell][]int32{}}
	rows, cols := f.rel.Rows(), f.rel.Cols()
	for _, e := range pins {
		p.hubs = append(p.hubs, pinnedHub{instances.NewBits(rows), instances.NewBits(cols), setOf(rows, f.rel.Col(int(e.Col))), setOf(cols, f.rel.Row(int(e.Row)))})
	}
	for i, e := range pins {
		p.hubs[i].inRows.Set(int(e.Row))
		p.hubs[i].inCols.Set(int(e.Col))
		p.cost += f.p[e.Row] + f.q[e.Col]
	}
	return p
}

func setOf(n int, members []int32) instances.Bits {
	b := instances.NewBits(n)
	for _, m := range members {
		b.Set(int(m))
	}
	return b
}

// propagate finds what is certain where the hubs are those with pins, and
// nothing else; it reports false where no cover has so few hubs.
func (p *pinned) propagate(f folded, rowBits, colBits []instances.Bits) bool {
	todo := p.rel.Required()
	for changed := true; changed; {
		changed = false
		left := todo[:0]
		for _, e := range todo {
			by, sure := p.holders(e)
			switch {
			case sure:
				continue
			case len(by) == 0:
				return false
			case len(by) > 1:
				left = append(left, e)
				continue
			}
			changed = true
			h := &p.hubs[by[0]]
			if !h.inRows.Has(int(e.Row)) {
				h.inRows.Set(int(e.Row))
				h.mayCols.And(rowBits[e.Row])
				p.cost += f.p[e.Row]
			}
			if !h.inCols.Has(int(e.Col)) {
				h.inCols.Set(int(e.Col))
				h.mayRows.And(colBits[e.Col])
				p.cost += f.q[e.Col]
			}
		}
		todo = left
	}
	clear(p.open)
	for _, e := range todo {
		p.open[e], _ = p.holders(e)
	}
	return true
}

// holders lists the hubs that can hold a cell, unless one does for sure.
func (p *pinned) holders(e instances.Cell) (by []int32, sure bool) {
	for i := range p.hubs {
		h := &p.hubs[i]
		if !h.mayRows.Has(int(e.Row)) || !h.mayCols.Has(int(e.Col)) {
			continue
		}
		if h.inRows.Has(int(e.Row)) && h.inCols.Has(int(e.Col)) {
			return nil, true
		}
		by = append(by, int32(i))
	}
	return by, false
}

// openCells lists the open cells in canonical order.
func (p *pinned) openCells() []instances.Cell {
	var out []instances.Cell
	for _, e := range p.rel.Required() {
		if _, ok := p.open[e]; ok {
			out = append(out, e)
		}
	}
	return slices.Clip(out)
}
