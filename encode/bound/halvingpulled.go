package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// pulled is lines that are coloured apart from the others: a row and a column
// as two stars of one colour, which leave out the cells where pulled lines meet.
type pulled struct{ rows, cols []int32 }

// with has a row, or a column, more.
func (p pulled) with(row, col *int32) pulled {
	out := pulled{slices.Clone(p.rows), slices.Clone(p.cols)}
	if row != nil {
		out.rows = append(out.rows, *row)
	}
	if col != nil {
		out.cols = append(out.cols, *col)
	}
	return out
}

// around adds the stars of the pulled lines to hubs, which have none of these
// lines, after their colours. rows and cols are all lines, one of all twins.
func (p pulled) around(rel *instances.Relation, rows, cols []int32, hubs instances.Extension) instances.Extension {
	colors, n := most(hubs), max(len(p.rows), len(p.cols))
	if n == 0 {
		return hubs
	}
	inRows, inCols := member(rows, rel.Rows()), member(cols, rel.Cols())
	outRows, outCols := member(p.rows, rel.Rows()), member(p.cols, rel.Cols())
	free := func(list []int32, in, out instances.Bits) (kept []int32) {
		for _, l := range list {
			if in.Has(int(l)) && !out.Has(int(l)) {
				kept = append(kept, l)
			}
		}
		return kept
	}
	add := func(h instances.Hub) {
		if len(h.Sources) > 0 && len(h.Targets) > 0 {
			hubs = append(hubs, h)
		}
	}
	for i, a := range p.rows {
		add(instances.Hub{Sources: []int32{a}, Targets: free(rel.Row(int(a)), inCols, outCols), Color: colors + 1 + i})
		for j, b := range p.cols {
			if rel.Has(a, b) { // in a colour of the others, where there is one
				add(instances.Hub{Sources: []int32{a}, Targets: []int32{b}, Color: color(i+j, n, colors)})
			}
		}
	}
	for j, b := range p.cols {
		add(instances.Hub{Sources: free(rel.Col(int(b)), inRows, outRows), Targets: []int32{b}, Color: colors + 1 + j})
	}
	return hubs
}

// color is one of n colours, different ones for different k modulo n: of those
// that are there, and where these are too few beyond the stars' n.
func color(k, n, colors int) int {
	k %= n
	if k < colors {
		return 1 + k
	}
	return 1 + n + k
}

func member(lines []int32, n int) instances.Bits {
	in := instances.NewBits(n)
	for _, l := range lines {
		in.Set(int(l))
	}
	return in
}

func without(lines, out []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(lines), func(l int32) bool { return slices.Contains(out, l) })
}
