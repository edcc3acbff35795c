package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Antichain is lines with pairwise incomparable neighbourhoods: for each
// ordered pair of them some cell to be covered of the first has a non-cell
// beside it in the second.
type Antichain struct {
	Lines   []int32 // ascending
	Columns bool    // whether they are columns
	Bound   int     // least r with C(r,⌊r/2⌋) ≥ len(Lines): b is at least that (F12)
}

// maxOrder is the largest number of lines whose inclusion order is built: n²
// bits, and up to n²/2 pairs.
const maxOrder = 4096

// Sperner is a largest antichain of rows or of columns, whichever is larger, by
// Dilworth's theorem. Only the first half of F12 is used.
//
// When only some cells are to be covered (F16), "N′(a) ⊆ N(a′)" need not be
// transitive; an antichain of its transitive closure is taken, which is smaller
// than the largest or equal. Beyond 4096 lines, when all cells are to be
// covered, it is a largest set of distinct neighbourhoods of one size instead.
func Sperner(rel *instances.Relation, cells []instances.Cell) Antichain {
	if coversAll(rel, cells) {
		cells = nil
	} else {
		cells = required(rel, cells)
	}
	rows := antichain(rel, cells)
	t := rel.Transpose()
	if len(rows) < rel.Cols() { // or columns cannot be more
		flipped := make([]instances.Cell, len(cells))
		for i, c := range cells {
			flipped[i] = instances.Cell{Row: c.Col, Col: c.Row}
		}
		if cells == nil {
			flipped = nil
		}
		if cols := antichain(t, flipped); len(cols) > len(rows) {
			return Antichain{Lines: cols, Columns: true, Bound: spernerInverse(len(cols))}
		}
	}
	return Antichain{Lines: rows, Bound: spernerInverse(len(rows))}
}

// coversAll reports whether the cells to be covered are plainly all cells.
func coversAll(rel *instances.Relation, cells []instances.Cell) bool {
	if cells == nil {
		return !rel.HasOptional()
	}
	if len(cells) != rel.Len() {
		return false
	}
	for i, c := range rel.All() {
		if cells[i] != c {
			return false
		}
	}
	return true
}

// spernerInverse is the least r for which the subsets of r things have an
// antichain of m: C(r,⌊r/2⌋) ≥ m (Sperner, Math. Z. 27 (1928) 544-548). One
// line with a cell to be covered needs a hub all the same.
func spernerInverse(m int) int {
	if m <= 1 {
		return m
	}
	r, middle := 2, 2 // middle = C(r,⌊r/2⌋)
	for middle < m {
		r++
		middle = middle * r / ((r + 1) / 2)
	}
	return r
}

// antichain is one of rows; nil cells stand for all of the relation.
func antichain(rel *instances.Relation, cells []instances.Cell) []int32 {
	need := make([][]int32, rel.Rows()) // N′
	for _, c := range cells {
		need[c.Row] = append(need[c.Row], c.Col)
	}
	all := true
	var lines []int32 // rows with a cell to be covered
	for a := range need {
		if cells == nil {
			need[a] = rel.Row(a)
		} else {
			need[a] = distinct(need[a])
		}
		if len(need[a]) > 0 {
			lines = append(lines, int32(a))
			all = all && len(need[a]) == len(rel.Row(a))
		}
	}
	if all {
		level, different := levelAntichain(need, lines)
		if len(level) == different || len(lines) > maxOrder {
			return level
		}
	} else if len(lines) > maxOrder {
		return nil
	}
	below := inclusions(rel, need, lines)
	if !all {
		closeTransitively(below)
	}
	lines, below = representatives(lines, below)

	g := bipartite{adj: make([][]int32, len(lines)), right: len(lines)}
	for i := range lines {
		below[i].Clear(i)
		g.adj[i] = below[i].Members()
	}
	left, right := g.vertexCover()
	var out []int32
	for i, a := range lines {
		if !left[i] && !right[i] {
			out = append(out, a)
		}
	}
	return out
}

// inclusions gives for each line i the lines k with N′(i) ⊆ N(k), i among them.
func inclusions(rel *instances.Relation, need [][]int32, lines []int32) []instances.Bits {
	col := make([]instances.Bits, rel.Cols())
	for i, a := range lines {
		for _, b := range rel.Row(int(a)) {
			if col[b] == nil {
				col[b] = instances.NewBits(len(lines))
			}
			col[b].Set(i)
		}
	}
	below := make([]instances.Bits, len(lines))
	for i, a := range lines {
		below[i] = instances.Full(len(lines))
		for _, b := range need[a] {
			below[i].And(col[b])
		}
	}
	return below
}

// closeTransitively is Warshall's algorithm.
func closeTransitively(below []instances.Bits) {
	for k := range below {
		for i := range below {
			if i != k && below[i].Has(k) {
				below[i].Or(below[k])
			}
		}
	}
}

// representatives keeps the first of lines that lie below each other.
func representatives(lines []int32, below []instances.Bits) ([]int32, []instances.Bits) {
	var keep []int
	for i := range lines {
		first := true
		for k := below[i].Next(0); k >= 0 && k < i && first; k = below[i].Next(k + 1) {
			first = !below[k].Has(i)
		}
		if first {
			keep = append(keep, i)
		}
	}
	if len(keep) == len(lines) {
		return lines, below
	}
	kept := make([]int32, len(keep))
	order := make([]instances.Bits, len(keep))
	for n, i := range keep {
		kept[n] = lines[i]
		order[n] = instances.NewBits(len(keep))
		for m, k := range keep {
			if below[i].Has(k) {
				order[n].Set(m)
			}
		}
	}
	return kept, order
}

// levelAntichain is a largest set of lines with distinct neighbourhoods of one
// size, and how many distinct neighbourhoods there are in all.
func levelAntichain(need [][]int32, lines []int32) (best []int32, different int) {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b int32) int {
		if d := len(need[a]) - len(need[b]); d != 0 {
			return d
		}
		return slices.Compare(need[a], need[b])
	})
	var level []int32
	for i, a := range sorted {
		if i > 0 && len(need[a]) != len(need[sorted[i-1]]) {
			level = level[:0]
		}
		if i == 0 || !slices.Equal(need[a], need[sorted[i-1]]) {
			level = append(level, a)
			different++
		}
		if len(level) > len(best) {
			best = append(best[:0], level...)
		}
	}
	slices.Sort(best)
	return best, different
}
