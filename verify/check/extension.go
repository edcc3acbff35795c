package check

import (
	"fmt"
	"slices"
)

// Relation is the original 0/1 matrix that a claim is about. Cells are indexed
// by row, then by column.
type Relation interface {
	Rows() int
	Cols() int
	Len() int            // number of cells
	Row(r int) []int32   // columns of row r, ascending
	Optional(i int) bool // cell i may be covered, but need not be
}

// Hub is one biclique of a hub extension; Color counts from 1, 0 is none.
type Hub struct {
	Sources, Targets []int32
	Color            int
}

// Claim is what a hub extension is said to show: at most this many hubs and
// colours; a negative number claims nothing.
type Claim struct{ Hubs, Colors int }

// Extension checks a hub extension by definition alone (math.md, section 1):
// every A×B ⊆ E, the union is E (optional cells may stay uncovered), and, where
// colours are claimed, every hub has one of 1..Colors and no vertex feeds, or
// reads, two hubs of one colour. The error names the first thing that is wrong.
func Extension(rel Relation, hubs []Hub, claim Claim) error {
	if claim.Hubs >= 0 && len(hubs) > claim.Hubs {
		return fmt.Errorf("%d hubs, claimed at most %d", len(hubs), claim.Hubs)
	}
	start := rowStarts(rel)
	covered := make([]bool, rel.Len())
	for i, h := range hubs {
		if err := biclique(rel, h, start, covered); err != nil {
			return fmt.Errorf("hub %d: %w", i+1, err)
		}
	}
	for r := range rel.Rows() {
		for k, c := range rel.Row(r) {
			if i := start[r] + k; !covered[i] && !rel.Optional(i) {
				return fmt.Errorf("cell (%d,%d) is covered by no hub", r, c)
			}
		}
	}
	if claim.Colors >= 0 {
		return legalColors(rel, hubs, claim.Colors)
	}
	return nil
}

func rowStarts(rel Relation) []int {
	start := make([]int, rel.Rows()+1)
	for r := range rel.Rows() {
		start[r+1] = start[r] + len(rel.Row(r))
	}
	return start
}

// biclique checks one hub and marks its cells.
func biclique(rel Relation, h Hub, start []int, covered []bool) error {
	if err := members("source", h.Sources, rel.Rows()); err != nil {
		return err
	}
	if err := members("target", h.Targets, rel.Cols()); err != nil {
		return err
	}
	for _, a := range h.Sources {
		row, k := rel.Row(int(a)), 0
		for _, b := range h.Targets {
			n, ok := slices.BinarySearch(row[k:], b)
			if !ok {
				return fmt.Errorf("source %d does not reach target %d", a, b)
			}
			k += n
			covered[start[a]+k] = true
		}
	}
	return nil
}

// members wants a nonempty, strictly ascending list of indices below n.
func members(what string, list []int32, n int) error {
	if len(list) == 0 {
		return fmt.Errorf("no %s", what)
	}
	for i, v := range list {
		switch {
		case v < 0 || int(v) >= n:
			return fmt.Errorf("%s %d is out of range 0..%d", what, v, n-1)
		case i > 0 && v <= list[i-1]:
			return fmt.Errorf("%ss are not in ascending order at %d", what, v)
		}
	}
	return nil
}

func legalColors(rel Relation, hubs []Hub, colors int) error {
	for i, h := range hubs {
		if h.Color < 1 || h.Color > colors {
			return fmt.Errorf("hub %d has colour %d, claimed are 1..%d", i+1, h.Color, colors)
		}
	}
	byColor := make([]int, len(hubs))
	for i := range byColor {
		byColor[i] = i
	}
	slices.SortStableFunc(byColor, func(i, j int) int { return hubs[i].Color - hubs[j].Color })
	feeds, reads := make([]int, rel.Rows()), make([]int, rel.Cols()) // last colour seen
	for _, i := range byColor {
		h := hubs[i]
		for _, a := range h.Sources {
			if feeds[a] == h.Color {
				return fmt.Errorf("source %d feeds two hubs of colour %d (the second is hub %d)", a, h.Color, i+1)
			}
			feeds[a] = h.Color
		}
		for _, b := range h.Targets {
			if reads[b] == h.Color {
				return fmt.Errorf("target %d reads two hubs of colour %d (the second is hub %d)", b, h.Color, i+1)
			}
			reads[b] = h.Color
		}
	}
	return nil
}

// CellColors checks an edge colouring for χ′: one colour a cell in canonical
// order, each in 1..colors, two cells of one row or one column different.
func CellColors(rel Relation, color []int32, colors int) error {
	if len(color) != rel.Len() {
		return fmt.Errorf("%d colours for %d cells", len(color), rel.Len())
	}
	type cell struct{ row, color int32 }
	byCol := make([][]cell, rel.Cols())
	inRow := make([]int, colors+1) // row+1 that last had the colour
	i := 0
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			k := color[i]
			i++
			if k < 1 || int(k) > colors {
				return fmt.Errorf("cell (%d,%d) has colour %d, claimed are 1..%d", r, c, k, colors)
			}
			if inRow[k] == r+1 {
				return fmt.Errorf("row %d has colour %d twice, again in column %d", r, k, c)
			}
			inRow[k] = r + 1
			byCol[c] = append(byCol[c], cell{int32(r), k})
		}
	}
	inCol := make([]int, colors+1)
	for c, cells := range byCol {
		for _, x := range cells {
			if inCol[x.color] == c+1 {
				return fmt.Errorf("column %d has colour %d twice, again in row %d", c, x.color, x.row)
			}
			inCol[x.color] = c + 1
		}
	}
	return nil
}
