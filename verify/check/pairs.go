package check

import (
	"errors"
	"fmt"
	"math/bits"
)

// fooling: cells pairwise in conflict need a biclique each (F6).
func (c *run) fooling(by By) (Verdict, error) {
	cells := by.Cells
	if err := requiredCells(c.rel, cells); err != nil {
		return Verdict{}, err
	}
	for i, e := range cells {
		if err := c.stopped(len(by.Cells) + len(by.Rows) + len(by.Cols)); err != nil {
			return Verdict{}, err
		}
		for _, f := range cells[:i] {
			if !conflict(c.rel, e, f) {
				return Verdict{}, fmt.Errorf("cells (%d,%d) and (%d,%d) fit one biclique", f[0], f[1], e[0], e[1])
			}
		}
	}
	return Verdict{Bound: len(cells), Facts: []string{"F6"}}, nil
}

// sperner: lines whose sets of hubs are pairwise incomparable (F12). For each
// ordered pair a, a′ some cell (a,b) of E′ has (a′,b) ∉ E.
func (c *run) sperner(by By) (Verdict, error) {
	rel := c.rel
	lines, n, reached := by.Rows, rel.Rows(), rel.Row
	if len(by.Cols) > 0 {
		columns := columnsOf(rel)
		lines, n, reached = by.Cols, rel.Cols(), func(i int) []int32 { return columns[i] }
	}
	if len(lines) == 0 || (len(by.Rows) > 0 && len(by.Cols) > 0) {
		return Verdict{}, errors.New("wants rows or columns, one of them")
	}
	must, err := coverLists(rel, by.Cells, len(by.Cols) > 0)
	if err != nil {
		return Verdict{}, err
	}
	seen := make(map[Line]bool, len(lines))
	for _, l := range lines {
		if l < 0 || int(l) >= n || seen[l] {
			return Verdict{}, fmt.Errorf("line %d is out of range or named twice", l)
		}
		seen[l] = true
	}
	width := rel.Cols()
	if len(by.Cols) > 0 {
		width = rel.Rows()
	}
	if err := c.fits(int64(len(lines))*int64(width/8+32), "the lines as sets"); err != nil {
		return Verdict{}, err
	}
	within := make([]set, len(lines))
	for i, l := range lines {
		within[i] = setOf(width, reached(int(l)))
	}
	for i, a := range lines {
		wanted := setOf(width, must[a])
		if err := c.stopped(len(lines) + width + len(by.Cells)/len(lines)); err != nil {
			return Verdict{}, err
		}
		for j, o := range lines {
			if i != j && wanted.within(within[j]) {
				return Verdict{}, fmt.Errorf("what line %d must reach is within what line %d reaches", a, o)
			}
		}
	}
	bound := 0
	for centralBinomial(bound) < len(lines) {
		bound++
	}
	return Verdict{Bound: bound, Facts: []string{"F12"}}, nil
}

// coverLists gives per row (or column) the targets (or sources) of E′.
func coverLists(rel Relation, cells [][2]int32, columns bool) ([][]int32, error) {
	n := rel.Rows()
	if columns {
		n = rel.Cols()
	}
	must := make([][]int32, n)
	add := func(r, c int32) {
		if columns {
			r, c = c, r
		}
		must[r] = append(must[r], c)
	}
	if len(cells) > 0 {
		if err := requiredCells(rel, cells); err != nil {
			return nil, err
		}
		for _, e := range cells {
			add(e[0], e[1])
		}
		return must, nil
	}
	i := 0
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			if !rel.Optional(i) {
				add(int32(r), c)
			}
			i++
		}
	}
	return must, nil
}

// centralBinomial is C(r,⌊r/2⌋), or the largest int where it does not fit.
func centralBinomial(r int) int {
	c := 1
	for i := 1; i <= r/2; i++ {
		hi, lo := bits.Mul(uint(c), uint(r-r/2+i))
		if hi != 0 || lo > 1<<62 {
			return 1<<63 - 1
		}
		c = int(lo) / i
	}
	return c
}

// skew: rows a_1..a_t and columns b_1..b_t with (a_i,b_i) ∉ E and
// (a_i,b_k) ∈ E for i < k need ⌈log2 t⌉ colours (F13). Either line may be Empty,
// which is free (F3) and of use only as the first column or the last row.
func (c *run) skew(by By) (Verdict, error) {
	rel, rows, cols := c.rel, by.Rows, by.Cols
	if len(rows) != len(cols) || len(rows) == 0 {
		return Verdict{}, fmt.Errorf("%d rows against %d columns: a sequence of pairs is wanted", len(rows), len(cols))
	}
	for i := range rows {
		if rows[i] < Empty || int(rows[i]) >= rel.Rows() || cols[i] < Empty || int(cols[i]) >= rel.Cols() {
			return Verdict{}, fmt.Errorf("pair %d is out of range", i+1)
		}
	}
	cell := func(r, c Line) bool { return r != Empty && c != Empty && has(rel, int32(r), int32(c)) }
	for i, r := range rows {
		if err := c.stopped(len(by.Cells) + len(by.Rows) + len(by.Cols)); err != nil {
			return Verdict{}, err
		}
		if cell(r, cols[i]) {
			return Verdict{}, fmt.Errorf("pair %d is a cell", i+1)
		}
		for k := i + 1; k < len(cols); k++ {
			if !cell(r, cols[k]) {
				return Verdict{}, fmt.Errorf("row of pair %d does not reach the column of pair %d", i+1, k+1)
			}
		}
	}
	return Verdict{Bound: bits.Len(uint(len(rows) - 1)), Facts: []string{"F13"}}, nil
}

// degree: the cells of one line have pairwise different colours (F1).
func (c *run) degree(by By) (Verdict, error) {
	rel, row, col := c.rel, by.Row, by.Col
	switch {
	case row != nil && col == nil && *row >= 0 && int(*row) < rel.Rows():
		return Verdict{Bound: len(rel.Row(int(*row))), Facts: []string{"F1"}}, nil
	case col != nil && row == nil && *col >= 0 && int(*col) < rel.Cols():
		n := 0
		for r := range rel.Rows() {
			if has(rel, int32(r), int32(*col)) {
				n++
			}
		}
		return Verdict{Bound: n, Facts: []string{"F1"}}, nil
	}
	return Verdict{}, errors.New("wants one row or one column of the relation")
}
