package check

import (
	"errors"
	"fmt"
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

// conflictAcross tests every pair of cells of two different groups.
func (c *run) conflictAcross(groups []By) error {
	for i, g := range groups {
		if len(g.Cells) == 0 {
			return fmt.Errorf("part %d names no cells", i+1)
		}
		if err := requiredCells(c.rel, g.Cells); err != nil {
			return fmt.Errorf("part %d: %w", i+1, err)
		}
		for j, h := range groups[:i] {
			for _, e := range g.Cells {
				if err := c.stopped(len(h.Cells)); err != nil {
					return err
				}
				for _, f := range h.Cells {
					if !conflict(c.rel, e, f) {
						return fmt.Errorf("cells (%d,%d) of part %d and (%d,%d) of part %d fit one biclique", e[0], e[1], i+1, f[0], f[1], j+1)
					}
				}
			}
		}
	}
	return nil
}
