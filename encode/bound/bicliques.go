package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// board is the submatrix of the lines that hold cells to be covered, with its
// maximal bicliques; rows and columns are positions in its lists.
type board struct {
	rows, cols []int32             // of the relation, ascending
	row, col   []instances.Bits    // the cells (E), by rows and by columns
	cells      []instances.Cell    // to be covered, in canonical order
	must       []instances.Bits    // the cells to be covered (E′), by rows
	at         [][]int32           // their numbers, -1 elsewhere
	bicliques  [][2]instances.Bits // every maximal one: rows, columns
}

// Limits of what is listed: entries of the submatrix and maximal bicliques. Who
// checks weights has to list these too.
const (
	maxBoard     = 1 << 16
	maxBicliques = 1 << 18
)

// newBoard lists the maximal bicliques, or reports false where there are more
// than so many.
func newBoard(ctx context.Context, rel *instances.Relation, cells []instances.Cell, bicliques int) (*board, bool) {
	b, ok := layOut(rel, cells)
	if !ok {
		return nil, false
	}
	b.bicliques, ok = b.list(ctx, instances.Full(len(b.rows)), instances.Full(len(b.cols)), min(bicliques, maxBicliques))
	return b, ok
}

// layOut is a board whose bicliques are not listed.
func layOut(rel *instances.Relation, cells []instances.Cell) (*board, bool) {
	b := &board{cells: slices.Clone(required(rel, cells))}
	slices.SortFunc(b.cells, instances.Cell.Compare)
	b.cells = slices.Compact(b.cells)
	lines := span(b.cells)
	b.rows, b.cols = lines.Sources, lines.Targets
	if len(b.cells) == 0 || len(b.rows) > maxBoard/len(b.cols) {
		return nil, false
	}
	b.row, b.col = make([]instances.Bits, len(b.rows)), make([]instances.Bits, len(b.cols))
	for j := range b.col {
		b.col[j] = instances.NewBits(len(b.rows))
	}
	b.at, b.must = make([][]int32, len(b.rows)), make([]instances.Bits, len(b.rows))
	for i, r := range b.rows {
		b.at[i] = filled(len(b.cols), -1)
		b.must[i] = instances.NewBits(len(b.cols))
		b.row[i] = instances.NewBits(len(b.cols))
		for _, c := range rel.Row(int(r)) {
			if j, ok := slices.BinarySearch(b.cols, c); ok {
				b.row[i].Set(j)
				b.col[j].Set(i)
			}
		}
	}
	for n, e := range b.cells {
		i, j := b.place(e)
		b.at[i][j] = int32(n)
		b.must[i].Set(j)
	}
	return b, true
}

// place is where a cell to be covered lies.
func (b *board) place(e instances.Cell) (row, col int) {
	row, _ = slices.BinarySearch(b.rows, e.Row)
	col, _ = slices.BinarySearch(b.cols, e.Col)
	return row, col
}

// list finds every biclique that is maximal within some rows and columns once,
// by closing one set of columns after the other (Close by One, Kuznetsov 1993):
// a set that column j extends is taken only where no column before j comes along.
func (b *board) list(ctx context.Context, within, among instances.Bits, most int) (found [][2]instances.Bits, ok bool) {
	fewer := instances.NewBits(len(b.rows))
	var extend func(rows, cols instances.Bits, from int) bool
	extend = func(rows, cols instances.Bits, from int) bool {
		if !cols.Empty() {
			found = append(found, [2]instances.Bits{rows, cols})
		}
		if n := len(found); n > most || n&255 == 0 && ctx.Err() != nil {
			return false
		}
		for j := among.Next(from); j >= 0; j = among.Next(j + 1) {
			if cols.Has(j) {
				continue
			}
			fewer.Copy(rows)
			fewer.And(b.col[j])
			if fewer.Empty() || b.comesAlong(fewer, cols, among, j) {
				continue
			}
			next := slices.Clone(fewer)
			if !extend(next, b.common(next, among), j+1) {
				return false
			}
		}
		return true
	}
	return found, extend(within, b.common(within, among), 0)
}

// comesAlong reports whether some column before j, not among cols, has all the
// rows.
func (b *board) comesAlong(rows, cols, among instances.Bits, j int) bool {
	for k := among.Next(0); k < j; k = among.Next(k + 1) {
		if !cols.Has(k) && rows.SubsetOf(b.col[k]) {
			return true
		}
	}
	return false
}

// common is the columns that have all the rows.
func (b *board) common(rows, among instances.Bits) instances.Bits {
	cols := slices.Clone(among)
	for i := rows.Next(0); i >= 0; i = rows.Next(i + 1) {
		cols.And(b.row[i])
	}
	return cols
}

// inside calls f with each cell to be covered of rows × cols.
func (b *board) inside(rows, cols instances.Bits, f func(cell int32)) {
	for i := rows.Next(0); i >= 0; i = rows.Next(i + 1) {
		for k, word := range b.must[i] {
			for word &= cols[k]; word != 0; word &= word - 1 {
				f(b.at[i][k<<6+lowest(word)])
			}
		}
	}
}
