package check

import (
	"errors"
	"fmt"
	"slices"
)

// parts combines bounds of groups of cells. Maxima need no condition (F16);
// sums need groups that conflict pairwise, cell by cell: no biclique then
// serves two groups (F5, F6), neither for b nor within a number of colours.
func (c *run) parts(g goal, by By) (Verdict, error) {
	total := Verdict{Facts: []string{"F16"}}
	switch {
	case len(by.Parts) == 0:
		return Verdict{}, errors.New("no parts")
	case by.Rule == "max":
	case by.Rule == "sum" && (g.what == B || g.what == within):
		total.Facts = []string{"F5", "F6", "F16"}
		if err := c.conflictAcross(by.Parts); err != nil {
			return Verdict{}, err
		}
	default:
		return Verdict{}, fmt.Errorf("rule %q does not combine bounds for %s", by.Rule, g)
	}
	for i, p := range by.Parts {
		if p.Method == "parts" { // a group is what its own method speaks of
			return Verdict{}, fmt.Errorf("part %d is parts again", i+1)
		}
		v, err := c.lower(g, p)
		if err != nil {
			return Verdict{}, fmt.Errorf("part %d: %w", i+1, err)
		}
		switch {
		case by.Rule == "max" || v.Bound == Infinite || total.Bound == Infinite:
			total.Bound = max(total.Bound, v.Bound)
		default:
			total.Bound += v.Bound // each at most the number of cells named
		}
		total.Facts = merge(total.Facts, v.Facts...)
	}
	return total, nil
}

// conflictAcross tests that no two cells of different groups fit one biclique:
// of rows a and c with cells S and T of two groups, S meets what c reaches, or T
// what a reaches, but not both.
func (c *run) conflictAcross(groups []By) error {
	reach := make([][]word, c.rel.Rows()) // of rows with cells in groups
	var all []groupRow
	a := newSet(c.rel.Cols()) // what the row at hand reaches
	s := newSet(c.rel.Cols()) // its cells
	for i, g := range groups {
		if len(g.Cells) == 0 {
			return fmt.Errorf("part %d names no cells", i+1)
		}
		if err := requiredCells(c.rel, g.Cells); err != nil {
			return fmt.Errorf("part %d: %w", i+1, err)
		}
		rows := groupRows(i, g.Cells)
		for _, own := range rows {
			if reach[own.row] == nil {
				reach[own.row] = words(nil, c.rel.Row(int(own.row)))
			}
			a.put(reach[own.row])
			s.put(own.cells)
			for _, other := range all {
				if err := c.stopped(len(other.cells)); err != nil {
					return err
				}
				if a.meets(other.cells) && s.meets(reach[other.row]) {
					return fmt.Errorf("cells of row %d of part %d and of row %d of part %d fit one biclique", own.row, i+1, other.row, other.group+1)
				}
			}
			a.remove(reach[own.row])
			s.remove(own.cells)
		}
		all = append(all, rows...)
	}
	return nil
}

// groupRow is the cells of a group in one row, as a set of columns.
type groupRow struct {
	group int
	row   int32
	cells []word
}

func groupRows(group int, cells [][2]int32) (out []groupRow) {
	cells = slices.Clone(cells)
	slices.SortFunc(cells, func(e, f [2]int32) int { return slices.Compare(e[:], f[:]) })
	var cols []int32
	for i, e := range cells {
		cols = append(cols, e[1])
		if i+1 == len(cells) || cells[i+1][0] != e[0] {
			out = append(out, groupRow{group, e[0], words(nil, cols)})
			cols = cols[:0]
		}
	}
	return out
}
