package check

import (
	"bytes"
	"slices"
)

// Matrix is a relation read from a file.
type Matrix struct {
	rows     [][]int32
	cols     int
	optional []bool // by cell; nil where no cell is
}

func (m *Matrix) Rows() int           { return len(m.rows) }
func (m *Matrix) Cols() int           { return m.cols }
func (m *Matrix) Row(r int) []int32   { return m.rows[r] }
func (m *Matrix) Optional(i int) bool { return m.optional != nil && m.optional[i] }

func (m *Matrix) Len() (n int) {
	for _, row := range m.rows {
		n += len(row)
	}
	return n
}

// addRow adds a row of marks: 0 for no cell, ? for an optional one.
func (m *Matrix) addRow(marks []byte) {
	row := make([]int32, 0, len(marks)-bytes.Count(marks, []byte("0")))
	for c, mark := range marks {
		if mark == '0' {
			continue
		}
		row = append(row, int32(c))
		if mark == '?' && m.optional == nil {
			m.optional = make([]bool, m.Len()+len(row)-1)
		}
		if m.optional != nil {
			m.optional = append(m.optional, mark == '?')
		}
	}
	m.rows = append(m.rows, row)
}

// entry is a cell as a file has it.
type entry struct {
	r, c     int32
	optional bool
}

// newMatrix makes a matrix of entries within it; a repeated one counts once.
func newMatrix(rows, cols int, entries []entry) *Matrix {
	slices.SortFunc(entries, func(a, b entry) int {
		if a.r != b.r {
			return int(a.r) - int(b.r)
		}
		return int(a.c) - int(b.c)
	})
	entries = slices.CompactFunc(entries, func(a, b entry) bool { return a.r == b.r && a.c == b.c })
	m := &Matrix{rows: make([][]int32, rows), cols: cols}
	for i, e := range entries {
		m.rows[e.r] = append(m.rows[e.r], e.c)
		if e.optional {
			if m.optional == nil {
				m.optional = make([]bool, len(entries))
			}
			m.optional[i] = true
		}
	}
	return m
}
