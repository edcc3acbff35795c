// Package instances holds what hubcover is asked about: a 0/1 relation between
// sources (rows) and targets (columns), the hubs that cover it, and the
// questions. A digraph is the relation whose rows and columns are the same
// nodes; loops are ordinary cells.
//
// The package imports only the standard library, and a Relation never changes
// once it is made, so it can be shared between goroutines.
package instances

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"slices"
	"sort"
	"strconv"
)

// Cell is one pair (row, column), in words: source Row reaches target Col.
type Cell struct{ Row, Col int32 }

// Compare orders cells by row, then by column: the canonical order.
func (c Cell) Compare(d Cell) int {
	if c.Row != d.Row {
		return int(c.Row) - int(d.Row)
	}
	return int(c.Col) - int(d.Col)
}

// Relation is a 0/1 matrix of Rows × Cols, kept as sorted adjacency both ways:
// memory is proportional to rows + columns + cells.
//
// A cell may be optional (written ? in dense files): a cover may use it but
// need not cover it. Optional cells are cells for Has, Row, Col and Len.
type Relation struct {
	rowStart []int   // cells of row r are rowCols[rowStart[r]:rowStart[r+1]]
	rowCols  []int32 // ascending within a row
	colStart []int
	colRows  []int32
	optional Bits // by cell index; nil when there are none
	rowNames []string
	colNames []string
	digraph  bool
}

// New makes a relation of rows × cols from cells in any order; a cell that
// occurs twice counts once. Time and memory are linear in rows + cols + cells.
func New(rows, cols int, cells []Cell) (*Relation, error) {
	if rows < 0 || cols < 0 || rows > MaxLines || cols > MaxLines {
		return nil, fmt.Errorf("relation of %d × %d: sizes must lie between 0 and %d", rows, cols, MaxLines)
	}
	for i, c := range cells {
		if c.Row < 0 || int(c.Row) >= rows || c.Col < 0 || int(c.Col) >= cols {
			return nil, fmt.Errorf("cell %d is (%d,%d), outside the %d × %d relation", i, c.Row, c.Col, rows, cols)
		}
	}
	// Two counting sorts: by column gives each column its rows in the order of
	// the second sort, and so on; doing columns first leaves rows sorted.
	byCol := make([]Cell, len(cells))
	start := make([]int, cols+1)
	for _, c := range cells {
		start[c.Col+1]++
	}
	for i := range cols {
		start[i+1] += start[i]
	}
	for _, c := range cells {
		byCol[start[c.Col]] = c
		start[c.Col]++
	}
	rel := &Relation{rowStart: make([]int, rows+1), rowCols: make([]int32, len(cells))}
	for _, c := range byCol {
		rel.rowStart[c.Row+1]++
	}
	for i := range rows {
		rel.rowStart[i+1] += rel.rowStart[i]
	}
	next := slices.Clone(rel.rowStart)
	for _, c := range byCol {
		rel.rowCols[next[c.Row]] = c.Col
		next[c.Row]++
	}
	rel.dropDuplicates()
	rel.colStart, rel.colRows = transposed(rel.rowStart, rel.rowCols, cols)
	return rel, nil
}

// MaxLines is the largest number of rows, or of columns, of a relation.
const MaxLines = 1 << 30

func (r *Relation) dropDuplicates() {
	out, from := 0, 0
	for row := range r.Rows() {
		to, begin := r.rowStart[row+1], out
		for i := from; i < to; i++ {
			if i == from || r.rowCols[i] != r.rowCols[i-1] {
				r.rowCols[out] = r.rowCols[i]
				out++
			}
		}
		from = to
		r.rowStart[row] = begin
	}
	r.rowStart[r.Rows()] = out
	r.rowCols = r.rowCols[:out]
}

// transposed turns sorted adjacency one way into sorted adjacency the other way.
func transposed(start []int, adj []int32, n int) ([]int, []int32) {
	tStart, tAdj := make([]int, n+1), make([]int32, len(adj))
	for _, c := range adj {
		tStart[c+1]++
	}
	for i := range n {
		tStart[i+1] += tStart[i]
	}
	next := slices.Clone(tStart)
	for r := 0; r+1 < len(start); r++ {
		for _, c := range adj[start[r]:start[r+1]] {
			tAdj[next[c]] = int32(r)
			next[c]++
		}
	}
	return tStart, tAdj
}

// WithNames returns the relation with names for its rows and columns, which
// must be as many; nil means that the names are the indices 0, 1, ….
func (r *Relation) WithNames(rows, cols []string) (*Relation, error) {
	if rows != nil && len(rows) != r.Rows() {
		return nil, fmt.Errorf("%d row names for %d rows", len(rows), r.Rows())
	}
	if cols != nil && len(cols) != r.Cols() {
		return nil, fmt.Errorf("%d column names for %d columns", len(cols), r.Cols())
	}
	c := *r
	c.rowNames, c.colNames = rows, cols
	return &c, nil
}

// AsDigraph returns the relation read as a digraph: row i and column i are the
// same node. It fails unless the relation is square and its names agree.
func (r *Relation) AsDigraph() (*Relation, error) {
	if r.Rows() != r.Cols() {
		return nil, fmt.Errorf("a %d × %d relation is no digraph: rows and columns differ in number", r.Rows(), r.Cols())
	}
	for i := range r.Rows() {
		if r.RowName(i) != r.ColName(i) {
			return nil, fmt.Errorf("no digraph: row %d is named %q, column %d %q", i, r.RowName(i), i, r.ColName(i))
		}
	}
	c := *r
	c.digraph = true
	return &c, nil
}

// AsRelation returns the same cells with rows and columns read as sets apart.
func (r *Relation) AsRelation() *Relation {
	c := *r
	c.digraph = false
	return &c
}

// WithOptional returns the relation with the named cells, which must be cells
// of it, marked as optional: a cover may use them but need not cover them.
func (r *Relation) WithOptional(cells []Cell) (*Relation, error) {
	c := *r
	c.optional = nil
	if len(cells) > 0 {
		c.optional = NewBits(r.Len())
	}
	for _, cell := range cells {
		i, ok := r.Index(cell)
		if !ok {
			return nil, fmt.Errorf("optional cell (%d,%d) is not a cell of the relation", cell.Row, cell.Col)
		}
		c.optional.Set(i)
	}
	return &c, nil
}

// Rows is the number of rows (sources).
func (r *Relation) Rows() int { return len(r.rowStart) - 1 }

// Cols is the number of columns (targets).
func (r *Relation) Cols() int { return len(r.colStart) - 1 }

// Len is the number of cells, optional ones included.
func (r *Relation) Len() int { return len(r.rowCols) }

// IsDigraph reports whether row i and column i are the same node.
func (r *Relation) IsDigraph() bool { return r.digraph }

// As is "digraph" or "relation".
func (r *Relation) As() string {
	if r.digraph {
		return "digraph"
	}
	return "relation"
}

// Row lists the columns of row i, ascending. The caller must not change it.
func (r *Relation) Row(i int) []int32 { return r.rowCols[r.rowStart[i]:r.rowStart[i+1]] }

// Col lists the rows of column j, ascending. The caller must not change it.
func (r *Relation) Col(j int) []int32 { return r.colRows[r.colStart[j]:r.colStart[j+1]] }

// Has reports whether (row, col) is a cell; both must be in range.
func (r *Relation) Has(row, col int32) bool {
	_, ok := slices.BinarySearch(r.Row(int(row)), col)
	return ok
}

// Index is the position of a cell in canonical order (by row, then column).
func (r *Relation) Index(c Cell) (int, bool) {
	if c.Row < 0 || int(c.Row) >= r.Rows() {
		return 0, false
	}
	i, ok := slices.BinarySearch(r.Row(int(c.Row)), c.Col)
	return r.rowStart[c.Row] + i, ok
}

// Cell is the cell at position i of the canonical order.
func (r *Relation) Cell(i int) Cell {
	row := sort.Search(r.Rows(), func(k int) bool { return r.rowStart[k+1] > i })
	return Cell{int32(row), r.rowCols[i]}
}

// All walks the cells in canonical order with their positions.
func (r *Relation) All() iter.Seq2[int, Cell] {
	return func(yield func(int, Cell) bool) {
		for row := range r.Rows() {
			for i := r.rowStart[row]; i < r.rowStart[row+1]; i++ {
				if !yield(i, Cell{int32(row), r.rowCols[i]}) {
					return
				}
			}
		}
	}
}

// Cells lists all cells in canonical order.
func (r *Relation) Cells() []Cell {
	cells := make([]Cell, r.Len())
	for row := range r.Rows() {
		for i := r.rowStart[row]; i < r.rowStart[row+1]; i++ {
			cells[i] = Cell{int32(row), r.rowCols[i]}
		}
	}
	return cells
}

// Required lists, in canonical order, the cells that a cover must cover.
func (r *Relation) Required() []Cell {
	if r.optional == nil {
		return r.Cells()
	}
	var cells []Cell
	for i, c := range r.All() {
		if !r.optional.Has(i) {
			cells = append(cells, c)
		}
	}
	return cells
}

// HasOptional reports whether some cell is optional.
func (r *Relation) HasOptional() bool { return r.optional != nil }

// Optional reports whether the cell at position i need not be covered.
func (r *Relation) Optional(i int) bool { return r.optional != nil && r.optional.Has(i) }

// RowName is the name of row i; without names, its index.
func (r *Relation) RowName(i int) string { return name(r.rowNames, i) }

// ColName is the name of column j; without names, its index.
func (r *Relation) ColName(j int) string { return name(r.colNames, j) }

func name(names []string, i int) string {
	if names == nil {
		return strconv.Itoa(i)
	}
	return names[i]
}

// Names returns the names of rows and columns; nil where they are the indices.
func (r *Relation) Names() (rows, cols []string) { return r.rowNames, r.colNames }

// Transpose swaps rows and columns.
func (r *Relation) Transpose() *Relation {
	t := &Relation{
		rowStart: r.colStart, rowCols: r.colRows, colStart: r.rowStart, colRows: r.rowCols,
		rowNames: r.colNames, colNames: r.rowNames, digraph: r.digraph,
	}
	if r.optional != nil {
		t.optional = NewBits(r.Len())
		for i, c := range r.All() {
			if r.optional.Has(i) {
				k, _ := t.Index(Cell{c.Col, c.Row})
				t.optional.Set(k)
			}
		}
	}
	return t
}

// Sub is the submatrix on the listed rows and columns, in the order listed;
// line i of the result is rows[i], or cols[i], of r, and keeps its name. Time is
// linear in the cells of the rows where the columns are ascending.
func (r *Relation) Sub(rows, cols []int32) *Relation {
	if counts(rows, r.Rows()) && counts(cols, r.Cols()) {
		return r.AsRelation()
	}
	newCol, ascending := finder(cols, r.Cols()), slices.IsSorted(cols)
	most := 0
	for _, row := range rows {
		most += min(len(r.Row(int(row))), len(cols))
	}
	sub := &Relation{rowStart: make([]int, len(rows)+1), rowCols: make([]int32, 0, most)}
	var optional []Cell
	for i, row := range rows {
		for k, c := range r.Row(int(row)) {
			if j := newCol(c); j >= 0 {
				sub.rowCols = append(sub.rowCols, j)
				if r.Optional(r.rowStart[row] + k) {
					optional = append(optional, Cell{int32(i), j})
				}
			}
		}
		sub.rowStart[i+1] = len(sub.rowCols)
		if !ascending {
			slices.Sort(sub.rowCols[sub.rowStart[i]:])
		}
	}
	sub.colStart, sub.colRows = transposed(sub.rowStart, sub.rowCols, len(cols))
	if optional != nil {
		var err error
		if sub, err = sub.WithOptional(optional); err != nil {
			panic("submatrix of a relation: " + err.Error()) // they are cells
		}
	}
	if r.rowNames != nil {
		sub.rowNames = pick(r.rowNames, rows)
	}
	if r.colNames != nil {
		sub.colNames = pick(r.colNames, cols)
	}
	return sub
}

// counts reports whether the list is 0..n-1.
func counts(list []int32, n int) bool {
	for i, x := range list {
		if int(x) != i {
			return false
		}
	}
	return len(list) == n
}

// finder gives the position in the list of one of n numbers, -1 for none.
func finder(list []int32, n int) func(int32) int32 {
	if len(list) < n/16 {
		at := make(map[int32]int32, len(list))
		for i, x := range list {
			at[x] = int32(i) + 1
		}
		return func(x int32) int32 { return at[x] - 1 }
	}
	at := make([]int32, n)
	for i, x := range list {
		at[x] = int32(i) + 1
	}
	return func(x int32) int32 { return at[x] - 1 }
}

func pick(names []string, at []int32) []string {
	out := make([]string, len(at))
	for i, k := range at {
		out[i] = names[k]
	}
	return out
}

// RowBits gives every row as a set of columns: rows × cols bits, for kernels.
func (r *Relation) RowBits() []Bits { return bitRows(r.rowStart, r.rowCols, r.Cols()) }

// ColBits gives every column as a set of rows.
func (r *Relation) ColBits() []Bits { return bitRows(r.colStart, r.colRows, r.Rows()) }

func bitRows(start []int, adj []int32, n int) []Bits {
	words := (n + 63) / 64
	flat := make(Bits, words*(len(start)-1))
	rows := make([]Bits, len(start)-1)
	for i := range rows {
		rows[i] = flat[i*words : (i+1)*words : (i+1)*words]
		rows[i].SetAll(adj[start[i]:start[i+1]])
	}
	return rows
}

// WriteCells writes the canonical cell list: a line "R C m", then "r c" a
// line, by row then column, 0-based; an optional cell has a ? after it.
func (r *Relation) WriteCells(w io.Writer) error {
	buf := make([]byte, 0, 1<<16)
	buf = fmt.Appendf(buf, "%d %d %d\n", r.Rows(), r.Cols(), r.Len())
	for i, c := range r.All() {
		buf = strconv.AppendInt(buf, int64(c.Row), 10)
		buf = append(buf, ' ')
		buf = strconv.AppendInt(buf, int64(c.Col), 10)
		if r.Optional(i) {
			buf = append(buf, " ?"...)
		}
		buf = append(buf, '\n')
		if len(buf) > 1<<16-64 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	_, err := w.Write(buf)
	return err
}

// Digest is the hexadecimal SHA-256 of the canonical cell list: it names the
// matrix whatever file, format or names it came with.
func (r *Relation) Digest() string {
	h := sha256.New()
	r.WriteCells(h) // a hash never fails to write
	return hex.EncodeToString(h.Sum(nil))
}

// Equal reports whether two relations have the same cells, optional cells,
// names and reading.
func (r *Relation) Equal(s *Relation) bool {
	return slices.Equal(r.rowStart, s.rowStart) && slices.Equal(r.rowCols, s.rowCols) && r.Cols() == s.Cols() &&
		r.digraph == s.digraph && slices.Equal(r.optional, s.optional) &&
		sameNames(r.rowNames, s.rowNames) && sameNames(r.colNames, s.colNames)
}

func sameNames(a, b []string) bool {
	for i := range max(len(a), len(b)) {
		if name(a, i) != name(b, i) {
			return false
		}
	}
	return true
}
