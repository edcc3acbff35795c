package bound

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// greedySparse covers the cells one after the other, in random order, without a
// graph: around a bare cell (a,b) it starts with the bare cells of row a and
// adds rows of column b as long as the rectangle grows, then makes the hub
// maximal. Hubs that turned out needless go at the end. When ctx ends it
// returns nil.
func greedySparse(ctx context.Context, rel *instances.Relation, cells []instances.Cell, rng *rand.Rand) instances.Extension {
	start := make([]int, rel.Rows()+1)
	for i := range rel.Rows() {
		start[i+1] = start[i] + len(rel.Row(i))
	}
	bare := instances.NewBits(rel.Len())
	for _, c := range cells {
		if i, ok := rel.Index(c); ok {
			bare.Set(i)
		}
	}
	var cover instances.Extension
	for n, k := range rng.Perm(len(cells)) {
		if n&255 == 0 && ctx.Err() != nil {
			return nil
		}
		c := cells[k]
		i, ok := rel.Index(c)
		if !ok || !bare.Has(i) {
			continue
		}
		h := rectangle(rel, c, start, bare, rng)
		for _, a := range h.Sources {
			row, from := rel.Row(int(a)), 0
			for _, b := range h.Targets {
				at, _ := slices.BinarySearch(row[from:], b)
				from += at
				bare.Clear(start[a] + from)
			}
		}
		cover = append(cover, h)
	}
	return shrinkTo(rel, cells, cover)
}

// maxRowsTried is how many rows of a column are tried for one hub.
const maxRowsTried = 32

func rectangle(rel *instances.Relation, c instances.Cell, start []int, bare instances.Bits, rng *rand.Rand) instances.Hub {
	var targets []int32
	for k, b := range rel.Row(int(c.Row)) {
		if bare.Has(start[c.Row] + k) {
			targets = append(targets, b)
		}
	}
	rows := 1
	beside := rel.Col(int(c.Col))
	from := rng.IntN(len(beside))
	for k := range min(len(beside), maxRowsTried) {
		a := beside[(from+k)%len(beside)]
		if a == c.Row {
			continue
		}
		both := intersection(targets, rel.Row(int(a)))
		if (rows+1)*len(both) >= rows*len(targets) {
			targets, rows = both, rows+1
		}
	}
	sources := common(targets, rel.Col)
	return instances.Hub{Sources: sources, Targets: common(sources, rel.Row)}
}

// common is the intersection of the neighbourhoods of some lines, at least one.
func common(lines []int32, neighbours func(int) []int32) []int32 {
	out := neighbours(int(lines[0]))
	for _, i := range lines[1:] {
		out = intersection(out, neighbours(int(i)))
	}
	return slices.Clone(out)
}

// intersection of two ascending lists, as a new list.
func intersection(a, b []int32) []int32 {
	out := make([]int32, 0, min(len(a), len(b)))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			out = append(out, a[0])
			a, b = a[1:], b[1:]
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return out
}
