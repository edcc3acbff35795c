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

// rowStarts gives the index of the first cell of each row, and their number.
func rowStarts(rel Relation) []int {
	start := make([]int, rel.Rows()+1)
	for r := range rel.Rows() {
		start[r+1] = start[r] + len(rel.Row(r))
	}
	return start
}

func hasOptional(rel Relation) bool {
	for i := range rel.Len() {
		if rel.Optional(i) {
			return true
		}
	}
	return false
}

// has reports whether (r,c), both in range, is a cell.
func has(rel Relation, r, c int32) bool {
	_, ok := slices.BinarySearch(rel.Row(int(r)), c)
	return ok
}

// requiredCells wants different cells that a cover has to cover.
func requiredCells(rel Relation, cells [][2]int32) error {
	start := rowStarts(rel)
	for _, e := range cells {
		if e[0] < 0 || int(e[0]) >= rel.Rows() || e[1] < 0 || int(e[1]) >= rel.Cols() {
			return fmt.Errorf("(%d,%d) is outside the %d × %d relation", e[0], e[1], rel.Rows(), rel.Cols())
		}
		k, ok := slices.BinarySearch(rel.Row(int(e[0])), e[1])
		if !ok {
			return fmt.Errorf("(%d,%d) is not a cell of the relation", e[0], e[1])
		}
		if rel.Optional(start[e[0]] + k) {
			return fmt.Errorf("cell (%d,%d) is optional: a bound may not rest on covering it", e[0], e[1])
		}
	}
	sorted := slices.SortedFunc(slices.Values(cells), func(e, f [2]int32) int { return slices.Compare(e[:], f[:]) })
	for i, e := range sorted[min(1, len(sorted)):] {
		if e == sorted[i] {
			return fmt.Errorf("cell (%d,%d) is named twice", e[0], e[1])
		}
	}
	return nil
}

// columnsOf gives the rows of each column, ascending.
func columnsOf(rel Relation) [][]int32 {
	size := make([]int, rel.Cols())
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			size[c]++
		}
	}
	columns, room := make([][]int32, rel.Cols()), make([]int32, rel.Len())
	for c, n := range size {
		columns[c], room = room[:0:n], room[n:]
	}
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			columns[c] = append(columns[c], int32(r))
		}
	}
	return columns
}
