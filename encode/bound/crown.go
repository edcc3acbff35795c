package bound

import "github.com/hubcover/hubcover/instances"

// smallestCrown is the order from which on fooling sets do not close a crown:
// the largest has three cells.
const smallestCrown = 4

// Crown covers a crown with as few hubs as there can be (F10), and reports
// whether rel is one: whether, empty lines aside and equal lines taken as one,
// every row has at most one non-cell and every column too, and at least four
// rows have one. Lines may come in any order; rows and columns without a
// non-cell, of which there is then one each at most, are in every hub. A few
// lines with more non-cells, as one cell less makes them, get a hub of their own
// each.
//
// With m non-cells there are as many hubs as the least r with C(r,⌊r/2⌋) ≥ m,
// which is b when all cells of rel are to be covered: Sperner proves it (F12).
// The rows with a non-cell get different ⌊r/2⌋-subsets of the hubs to feed, the
// column of the non-cell reads the other hubs: of two different sets of one size
// neither holds the other, so that just the non-cells have no hub (de Caen,
// Gregory and Pullman, The Boolean rank of zero-one matrices, 1981).
//
// Time and memory are linear in the cells of rel and of the hubs.
func Crown(rel *instances.Relation) (instances.Extension, bool) {
	t := rel.Transpose()
	rowTwins, colTwins := twinLines(rel), twinLines(t)
	rows, cols := firsts(rel, rowTwins), firsts(t, colTwins)
	if len(rows) < smallestCrown || len(cols) < smallestCrown {
		return nil, false
	}
	mate, stars, ok := complementMatching(rel, rows, cols)
	if !ok {
		return nil, false
	}
	m := 0
	for _, j := range mate {
		if j >= 0 {
			m++
		}
	}
	if m < smallestCrown {
		return nil, false
	}

	r := spernerInverse(m)
	all := uint64(1)<<r - 1
	feeds, reads := make([]uint64, rel.Rows()), make([]uint64, rel.Cols())
	for _, b := range cols { // unless a row takes hubs away
		reads[b] = all
	}
	subset := uint64(1)<<(r/2) - 1
	for i, a := range rows {
		feeds[a] = all
		if mate[i] >= 0 {
			feeds[a], reads[mate[i]] = subset, all&^subset
			subset = nextSubset(subset)
		}
	}
	for _, a := range stars.rows {
		feeds[a] = 0
	}
	for _, b := range stars.cols {
		reads[b] = 0
	}
	for _, a := range rows {
		for _, twin := range rowTwins[a] {
			feeds[twin] = feeds[a]
		}
	}
	for _, b := range cols {
		for _, twin := range colTwins[b] {
			reads[twin] = reads[b]
		}
	}
	hubs := make(instances.Extension, r)
	for k := range hubs {
		hubs[k] = instances.Hub{Sources: withBit(feeds, k), Targets: withBit(reads, k)}
	}
	for _, a := range stars.rows {
		hubs = append(hubs, instances.Hub{Sources: rowTwins[a], Targets: rel.Row(int(a))})
	}
	for _, b := range stars.cols {
		hubs = append(hubs, instances.Hub{Sources: rel.Col(int(b)), Targets: colTwins[b]})
	}
	return hubs, true
}

// complementMatching gives for each of the rows the one of the columns, both
// ascending, that it does not reach, or unmatched. Rows that miss two of them are
// pulled out, then columns that are missed by two; it fails where they are many.
func complementMatching(rel *instances.Relation, rows, cols []int32) (mate []int32, out pulled, ok bool) {
	mate = filled(len(rows), unmatched)
	missing := make([]int32, rel.Cols()) // the row that misses a column, counted from 1
	for i, a := range rows {
		row := rel.Row(int(a))
		var missed []int32
		for _, b := range cols {
			for len(row) > 0 && row[0] < b {
				row = row[1:]
			}
			if len(row) > 0 && row[0] == b {
				continue
			}
			if missed = append(missed, b); len(missed) > 1 {
				break
			}
		}
		if len(missed) > 1 {
			out.rows = append(out.rows, a)
		} else if len(missed) == 1 {
			if b := missed[0]; missing[b] == 0 {
				mate[i], missing[b] = b, int32(i+1)
			} else if missing[b] > 0 {
				mate[missing[b]-1], missing[b] = unmatched, -1
				out.cols = append(out.cols, b)
			}
		}
		if len(out.rows)+len(out.cols) > maxPulled {
			return nil, out, false
		}
	}
	return mate, out, true
}

// nextSubset is the next larger number with as many ones (Gosper).
func nextSubset(s uint64) uint64 {
	low := s & -s
	carried := s + low
	return carried | (s^carried)/low>>2
}

// withBit lists the lines whose set has member k.
func withBit(sets []uint64, k int) []int32 {
	var lines []int32
	for i, s := range sets {
		if s>>k&1 != 0 {
			lines = append(lines, int32(i))
		}
	}
	return lines
}
