package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// bands colours matrices whose rows are mostly intervals that move to the right
// in the order that the lines have, such as windows of attention, or returns
// nil. Lines that are full are pulled out where that helps; the longest interval
// of every row, as far as they move on together, is the band (see band); and what
// remains is coloured by itself with further colours, component by component.
// rows and cols are lines without twins.
func bands(ctx context.Context, rel *instances.Relation, rows, cols []int32, depth int) instances.Extension {
	best := bandsAround(ctx, rel, rows, cols, pulled{}, depth)
	if full := fullLines(rel, rows, cols); len(full.rows)+len(full.cols) > 0 {
		best = fewer(best, bandsAround(ctx, rel, rows, cols, full, depth))
	}
	return best
}

// fullLines are those of the lines that have all cells.
func fullLines(rel *instances.Relation, rows, cols []int32) (full pulled) {
	for _, a := range rows {
		if len(rel.Row(int(a))) >= len(cols) && len(intersection(rel.Row(int(a)), cols)) == len(cols) {
			full.rows = append(full.rows, a)
		}
	}
	for _, b := range cols {
		if len(rel.Col(int(b))) >= len(rows) && len(intersection(rel.Col(int(b)), rows)) == len(rows) {
			full.cols = append(full.cols, b)
		}
	}
	return full
}

// rearrangedBands is bands in an order of the lines that makes them consecutive.
func rearrangedBands(ctx context.Context, rel *instances.Relation, rows, cols []int32) instances.Extension {
	if rel.Len() > maxSwept {
		return nil
	}
	full := fullLines(rel, rows, cols)
	rows, cols = consecutive(rel, without(rows, full.rows), without(cols, full.cols))
	rows, cols = append(rows, full.rows...), append(cols, full.cols...)
	hubs := bands(ctx, rel.Sub(rows, cols), upTo(len(rows)), upTo(len(cols)), 0)
	for i, h := range hubs {
		hubs[i].Sources, hubs[i].Targets = renamed(h.Sources, rows), renamed(h.Targets, cols)
	}
	return hubs
}

// upTo lists 0, 1, … n-1.
func upTo(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// renamed gives lines their names, in ascending order.
func renamed(lines, names []int32) []int32 {
	out := make([]int32, len(lines))
	for i, l := range lines {
		out[i] = names[l]
	}
	slices.Sort(out)
	return out
}

// bandsAround is bands with some lines pulled out.
func bandsAround(ctx context.Context, rel *instances.Relation, rows, cols []int32, out pulled, depth int) instances.Extension {
	m := newBand(ctx, rel, without(rows, out.rows), without(cols, out.cols))
	if m == nil || len(m.rest) > 0 && depth == maxBands {
		return nil
	}
	if len(m.rest) == 0 {
		return out.around(rel, rows, cols, m.halve(ctx))
	}
	hubs := remainder(ctx, rel, m.cells(), depth+1) // without the rest it may have twins
	more := remainder(ctx, rel, m.rest, depth+1)
	if hubs == nil || more == nil {
		return nil
	}
	colors := most(hubs)
	for _, h := range more {
		h.Color += colors
		hubs = append(hubs, h)
	}
	return out.around(rel, rows, cols, hubs)
}

// maxBands is how many bands are taken off, one after the other.
const maxBands = 3

// remainder colours cells as a relation of their own:
// components share colours, and each is coloured as is best.
func remainder(ctx context.Context, rel *instances.Relation, cells []instances.Cell, depth int) instances.Extension {
	part, err := instances.New(rel.Rows(), rel.Cols(), cells)
	if err != nil {
		return nil
	}
	var out instances.Extension
	for _, c := range apart(part) {
		small := part.Sub(c.Sources, c.Targets)
		hubs, fewest := ColorHubs(ctx, Stars(small, small.Cells()))
		twins := twinsOf(small)
		rows, cols := twins.firsts(small)
		if len(rows) == 1 || len(cols) == 1 { // one biclique, blown up
			hubs, fewest = instances.Extension{{Sources: rows[:1], Targets: cols[:1], Color: 1}}, 1
			hubs = twins.blowUp(hubs)
		}
		for _, try := range []func() instances.Extension{
			func() instances.Extension { return halves(ctx, small, rows, cols) },
			func() instances.Extension { return bands(ctx, small, rows, cols, depth) },
		} {
			if fewest > 2 {
				if x := try(); x != nil && x.Colors() < fewest {
					hubs, fewest = twins.blowUp(x), x.Colors()
				}
			}
		}
		for _, h := range hubs {
			for i, a := range h.Sources {
				h.Sources[i] = c.Sources[a]
			}
			for j, b := range h.Targets {
				h.Targets[j] = c.Targets[b]
			}
			out = append(out, h)
		}
	}
	return out
}

// apart is the lines of each component, as a hub.
func apart(rel *instances.Relation) (out []instances.Hub) {
	seenRow, seenCol := instances.NewBits(rel.Rows()), instances.NewBits(rel.Cols())
	for first := range int32(rel.Rows()) {
		if seenRow.Has(int(first)) || len(rel.Row(int(first))) == 0 {
			continue
		}
		seenRow.Set(int(first))
		c := instances.Hub{Sources: []int32{first}}
		for k := 0; k < len(c.Sources); k++ {
			for _, b := range rel.Row(int(c.Sources[k])) {
				if seenCol.Has(int(b)) {
					continue
				}
				seenCol.Set(int(b))
				c.Targets = append(c.Targets, b)
				for _, a := range rel.Col(int(b)) {
					if !seenRow.Has(int(a)) {
						seenRow.Set(int(a))
						c.Sources = append(c.Sources, a)
					}
				}
			}
		}
		slices.Sort(c.Sources)
		slices.Sort(c.Targets)
		out = append(out, c)
	}
	return out
}
