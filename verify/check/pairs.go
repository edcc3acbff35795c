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
	clash := func(e, f [2]int32) error {
		return fmt.Errorf("cells (%d,%d) and (%d,%d) fit one biclique", f[0], f[1], e[0], e[1])
	}
	inColumn := make([]int32, c.rel.Cols()) // the cell there, counted from 1
	for i, e := range cells {
		if k := inColumn[e[1]]; k > 0 {
			return Verdict{}, clash(e, cells[k-1])
		}
		inColumn[e[1]] = int32(i + 1)
	}
	columns := columnsOf(c.rel)
	reached := make([]int, c.rel.Rows()) // the last cell, counted from 1, whose column has the row
	for i, e := range cells {
		row, column := c.rel.Row(int(e[0])), columns[e[1]]
		if err := c.stopped(len(row) + len(column)); err != nil {
			return Verdict{}, err
		}
		for _, r := range column {
			reached[r] = i + 1
		}
		for _, b := range row {
			if k := int(inColumn[b]); k > 0 && k != i+1 && reached[cells[k-1][0]] == i+1 {
				return Verdict{}, clash(e, cells[k-1])
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
	within := make([]lineSet, len(lines))
	for i, l := range lines {
		within[i] = newLineSet(width, reached(int(l)))
	}
	for i, a := range lines {
		wanted := within[i]
		if must != nil {
			wanted = newLineSet(width, must[a])
		}
		if err := c.stopped(len(lines) + width); err != nil {
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

// lineSet is a set with numbers that tell most pairs of sets apart.
type lineSet struct {
	set
	size, sum int // of its members
}

func newLineSet(n int, members []int32) lineSet {
	l := lineSet{set: setOf(n, members), size: len(members)}
	for _, i := range members {
		l.sum += int(i)
	}
	return l
}

// within reports whether all members of l are in k: then they are fewer, or the
// same.
func (l lineSet) within(k lineSet) bool {
	return (l.size < k.size || l.size == k.size && l.sum == k.sum) && l.set.within(k.set)
}

// coverLists gives per row (or column) the targets (or sources) of E′, nil where
// that is all that they reach.
func coverLists(rel Relation, cells [][2]int32, columns bool) ([][]int32, error) {
	n := rel.Rows()
	if columns {
		n = rel.Cols()
	}
	if len(cells) == 0 && !hasOptional(rel) {
		return nil, nil
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
	later := newSet(rel.Cols()) // columns of the pairs after the one at hand
	for i := len(rows) - 1; i >= 0; i-- {
		var reached []int32
		if rows[i] != Empty {
			reached = rel.Row(int(rows[i]))
		}
		if err := c.stopped(len(reached) + rel.Cols()/64); err != nil {
			return Verdict{}, err
		}
		row := setOf(rel.Cols(), reached)
		switch {
		case cols[i] == Empty && i > 0:
			return Verdict{}, fmt.Errorf("the column of pair %d is empty, which that of the first may be alone", i+1)
		case cols[i] != Empty && row.has(int(cols[i])):
			return Verdict{}, fmt.Errorf("pair %d is a cell", i+1)
		case !later.within(row):
			return Verdict{}, fmt.Errorf("the row of pair %d does not reach the columns of all later pairs", i+1)
		}
		if cols[i] != Empty {
			later.add(int(cols[i]))
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
