package small

import (
	"math/bits"
	"slices"
)

// fewestColors is χ_hub. Given which rows feed one hub, in every colour, the
// columns are independent (F22): a column is reached iff it is a union of at
// most one block of each colour. Blocks that no column uses do no harm, so the
// blocks of a colour may be taken to be a partition of the rows, and which
// columns it reaches, together with those of other colours, does not depend on
// the matrix.
func (t *Tables) fewestColors(m matrix) int {
	want := uint64(0) // set of columns, themselves sets of rows
	for _, col := range m.cols {
		want |= 1 << col
	}
	if want == 0 {
		return 0
	}
	for h := 1; ; h++ {
		for _, reached := range t.reached(m.rows, h) {
			if want&^reached == 0 {
				return h
			}
		}
	}
}

// reached lists, for colours that part that many rows in all ways, the sets of
// columns that are reached, larger ones first; some that are within another are
// left out.
func (t *Tables) reached(rows, colors int) []uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.levels[rows] == nil {
		t.levels[rows] = [][]uint64{{1}} // no colours reach the empty column
	}
	for h := len(t.levels[rows]); h <= colors; h++ {
		t.levels[rows] = append(t.levels[rows], further(t.levels[rows][h-1], rows))
	}
	return t.levels[rows][colors]
}

// further adds one colour.
func further(level []uint64, rows int) []uint64 {
	all := ^uint64(0) >> (64 - 1<<rows)
	parts := partitions(rows)
	seen := map[uint64]bool{}
	var out []uint64
	for _, u := range level {
		for _, blocks := range parts {
			x := u
			for rest := u; rest != 0; rest &= rest - 1 {
				for _, b := range blocks {
					x |= 1 << (uint8(bits.TrailingZeros64(rest)) | b)
				}
			}
			if x == all {
				return []uint64{all}
			}
			if !seen[x] {
				seen[x] = true
				out = append(out, x)
			}
		}
	}
	slices.SortFunc(out, func(a, b uint64) int {
		if n := bits.OnesCount64(b) - bits.OnesCount64(a); n != 0 {
			return n
		}
		if a < b {
			return -1
		}
		return 1
	})
	return maximal(out)
}

// maximal leaves out sets within another, where the list is short enough for
// that to pay.
func maximal(sorted []uint64) []uint64 {
	const long = 50_000
	if len(sorted) > long {
		return sorted
	}
	var out []uint64
	for _, x := range sorted {
		if !slices.ContainsFunc(out, func(y uint64) bool { return x&^y == 0 }) {
			out = append(out, x)
		}
	}
	return out
}

// partitions of so many rows, as lists of blocks.
func partitions(rows int) [][]uint8 {
	var out [][]uint8
	var part func(row int, blocks []uint8)
	part = func(row int, blocks []uint8) {
		if row == rows {
			out = append(out, slices.Clone(blocks))
			return
		}
		for k := range blocks {
			blocks[k] |= 1 << row
			part(row+1, blocks)
			blocks[k] &^= 1 << row
		}
		part(row+1, append(slices.Clip(blocks), 1<<row))
	}
	part(0, nil)
	return out
}
