package check

import (
	"encoding/binary"
	"slices"
)

// sheet is the relation with one line for all that are twins.
type sheet struct {
	*run
	*problem
	rowOf, colOf []int32 // the line that stands for each of the relation
	p, q         []int64 // twins of each line
	hubs         []pinnedHub
	certain      int64 // memberships
}

// sheet merges the rows, and the columns, that have the same cells, the same of
// them optional.
func (c *run) sheet() (*sheet, error) {
	if err := c.fits(64*int64(c.rel.Rows()+c.rel.Cols()+c.rel.Len()), "the relation"); err != nil {
		return nil, err
	}
	rows, cols := make([][]byte, c.rel.Rows()), make([][]byte, c.rel.Cols())
	note := func(line *[]byte, i int32, optional bool) {
		n := uint64(i) << 1
		if optional {
			n++
		}
		*line = binary.AppendUvarint(*line, n)
	}
	i := 0
	for r := range rows {
		for _, col := range c.rel.Row(r) {
			note(&rows[r], col, c.rel.Optional(i))
			note(&cols[col], int32(r), c.rel.Optional(i))
			i++
		}
	}
	s := &sheet{run: c, problem: &problem{}}
	s.rowOf, s.p = twinsOf(rows)
	s.colOf, s.q = twinsOf(cols)
	s.rows, s.cols = make([][]int32, len(s.p)), make([][]int32, len(s.q))
	seen := make([]int, len(s.cols)) // 1 + the last row with the column
	i = 0
	for r, u := range s.rowOf {
		first := len(s.rows[u]) == 0
		for _, col := range c.rel.Row(r) {
			v := s.colOf[col]
			if first && seen[v] != r+1 {
				seen[v] = r + 1
				s.rows[u], s.cols[v] = append(s.rows[u], v), append(s.cols[v], u)
				if !c.rel.Optional(i) {
					s.must = append(s.must, cell{u, v})
				}
			}
			i++
		}
		if first {
			slices.Sort(s.rows[u])
		}
	}
	s.at = make([]int, len(s.rows)+1)
	for u, row := range s.rows {
		s.at[u+1] = s.at[u] + len(row)
	}
	return s, nil
}

// twinsOf numbers the different lines by first appearance, and counts them.
func twinsOf(lines [][]byte) (of []int32, size []int64) {
	class := map[string]int32{}
	of = make([]int32, len(lines))
	for i, l := range lines {
		k, ok := class[string(l)]
		if !ok {
			k = int32(len(size))
			class[string(l)] = k
			size = append(size, 0)
		}
		of[i] = k
		size[k]++
	}
	return of, size
}

// cells maps cells that have to be covered to the sheet.
func (s *sheet) cells(list Cells) ([]cell, error) {
	if err := requiredCells(s.rel, list); err != nil {
		return nil, err
	}
	out := make([]cell, len(list))
	for i, e := range list {
		out[i] = cell{s.rowOf[e[0]], s.colOf[e[1]]}
	}
	return out, nil
}
