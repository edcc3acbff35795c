package check

import (
	"errors"
	"fmt"
	"slices"
)

// cell is a cell of a submatrix, by positions in its lists of rows and columns.
type cell struct{ u, v int32 }

// problem is the weaker problem that a bound is proved on (F16): a submatrix,
// whose cells are E, and E′, the cells of it that are asked to be covered.
type problem struct {
	rows [][]int32 // E: the columns of each row, ascending
	cols [][]int32 // E: the rows of each column, ascending
	at   []int     // index in E, by row then column, of each row's first cell
	must []cell    // E′ in the order of the certificate
}

// problem reads rows, cols and cells of by.
func (c *run) problem(by By) (*problem, error) {
	if err := c.fits(8*int64(c.rel.Rows()+c.rel.Cols()+4*c.rel.Len()), "the relation"); err != nil {
		return nil, err
	}
	rowAt, m, err := positions("row", by.Rows, c.rel.Rows())
	if err != nil {
		return nil, err
	}
	colAt, n, err := positions("column", by.Cols, c.rel.Cols())
	if err != nil {
		return nil, err
	}
	p := &problem{rows: make([][]int32, m), cols: make([][]int32, n), at: make([]int, m+1)}
	i := 0
	for r := range c.rel.Rows() {
		for _, col := range c.rel.Row(r) {
			if e := (cell{rowAt[r], colAt[col]}); e.u >= 0 && e.v >= 0 {
				p.rows[e.u] = append(p.rows[e.u], e.v)
				p.cols[e.v] = append(p.cols[e.v], e.u)
				if len(by.Cells) == 0 && !c.rel.Optional(i) {
					p.must = append(p.must, e)
				}
			}
			i++
		}
	}
	for u, row := range p.rows {
		p.at[u+1] = p.at[u] + len(row)
	}
	if err := requiredCells(c.rel, by.Cells); err != nil {
		return nil, err
	}
	for _, e := range by.Cells {
		f := cell{rowAt[e[0]], colAt[e[1]]}
		if f.u < 0 || f.v < 0 {
			return nil, fmt.Errorf("cell (%d,%d) is outside the submatrix", e[0], e[1])
		}
		p.must = append(p.must, f)
	}
	if len(p.must) == 0 {
		return nil, errors.New("no cells are to be covered")
	}
	return p, nil
}

// positions maps each of n lines to its position in the list, or -1; an empty
// list stands for all lines.
func positions(what string, list []Line, n int) (at []int32, count int, err error) {
	at = make([]int32, n)
	for i := range at {
		at[i] = int32(i)
		if len(list) > 0 {
			at[i] = -1
		}
	}
	for i, l := range list {
		switch {
		case l < 0 || int(l) >= n:
			return nil, 0, fmt.Errorf("%s %d is out of range 0..%d", what, l, n-1)
		case i > 0 && l <= list[i-1]:
			return nil, 0, fmt.Errorf("%ss are not in ascending order at %d", what, l)
		}
		at[l] = int32(i)
	}
	if len(list) > 0 {
		n = len(list)
	}
	return at, n, nil
}

// index is the position in E of the cell (u,v), or -1 where it is none.
func (p *problem) index(u, v int32) int {
	k, ok := slices.BinarySearch(p.rows[u], v)
	if !ok {
		return -1
	}
	return p.at[u] + k
}

// conflict reports that no biclique holds both cells (F6).
func (p *problem) conflict(e, f cell) bool {
	return p.index(e.u, f.v) < 0 || p.index(f.u, e.v) < 0
}
