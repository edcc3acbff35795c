package formats

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// MatrixMarket is the exchange format of NIST for matrices, sparse (coordinate)
// or full (array): every entry that is not 0 is a cell. Indices count from 1,
// and that is the name of a line. A square matrix is a digraph.
var MatrixMarket = Format{
	Name:       "matrixmarket",
	Doc:        "MatrixMarket, coordinate or array; what is not 0 is a cell",
	Extensions: []string{".mtx", ".mm"},
	Detect: func(h Head) bool {
		return bytes.HasPrefix(bytes.ToLower(h.Bytes[:min(14, len(h.Bytes))]), []byte("%%matrixmarket"))
	},
	Read: func(in *Input) (*instances.Relation, error) {
		m := matrixReader{in: in, t: table{in: in}}
		if err := m.banner(); err != nil {
			return nil, err
		}
		if err := m.size(); err != nil {
			return nil, err
		}
		if err := m.entries(); err != nil {
			return nil, err
		}
		m.t.rows = fromOne(m.t.numRows)
		m.t.cols = m.t.rows
		if m.t.numCols != m.t.numRows {
			m.t.cols = fromOne(m.t.numCols)
		} else {
			m.t.nodes = m.t.rows
		}
		return m.t.relation()
	},
}

type matrixReader struct {
	in                         *Input
	t                          table
	array, symmetric, diagonal bool // diagonal: may have entries
	values                     int  // numbers behind the indices of an entry
	want                       int  // entries
}

// banner reads "%%MatrixMarket matrix FORMAT FIELD SYMMETRY".
func (m *matrixReader) banner() error {
	line, err := m.in.Line()
	if err != nil && err != io.EOF {
		return err
	}
	f := splitter(line)
	m.diagonal = true
	choices := [][]string{{"%%matrixmarket"}, {"matrix"}, {"coordinate", "array"}, {"pattern", "integer", "real", "double", "complex"}, {"general", "symmetric", "skew-symmetric", "hermitian"}}
	for i, words := range choices {
		field, column := f.next()
		word := strings.ToLower(string(field))
		if !slices.Contains(words, word) {
			return m.in.wrong(column, "", "%s in the banner where one of %s should stand", show(field), strings.Join(words, ", "))
		}
		switch {
		case i == 2:
			m.array = word == "array"
		case word == "complex":
			m.values = 2
		case i == 3 && word != "pattern":
			m.values = 1
		case i == 3 && m.array:
			return m.in.wrong(column, "", "an array has values, it cannot be a pattern")
		case i == 4:
			m.symmetric = word != "general"
			m.diagonal = word != "skew-symmetric"
		}
	}
	return nil
}

// next gives the next line that is neither empty nor a comment.
func (m *matrixReader) next() ([]byte, error) {
	for {
		line, err := m.in.Line()
		if err != nil {
			return nil, err
		}
		if b := first(line); b != 0 && b != '%' {
			return line, nil
		}
	}
}

// size reads rows, columns and, in coordinate form, the number of entries.
func (m *matrixReader) size() error {
	n := 3
	if m.array {
		n = 2
	}
	line, err := m.next()
	if err == io.EOF {
		return m.in.wrong(0, "", "the file ends before the line of sizes")
	}
	if err != nil {
		return err
	}
	size, column, ok := numbers(line, n)
	if !ok {
		return m.in.wrong(column, "", "the line of sizes must be %d numbers", n)
	}
	m.t.numRows, m.t.numCols, m.want = size[0], size[1], size[2]
	if m.symmetric && size[0] != size[1] {
		return m.in.wrong(1, "", "a matrix of %d × %d is not symmetric", size[0], size[1])
	}
	return nil
}

// entries reads all of them. Sizes are believed only as far as entries follow.
func (m *matrixReader) entries() error {
	sizes := at(m.in.line, 1)
	// Where the next entry of an array stands; it goes down the columns.
	row, col := m.start(0)
	found := 0
	for {
		line, err := m.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		f := splitter(line)
		if !m.array {
			if found == m.want {
				return m.in.wrong(0, "", "more entries than the %d that the sizes announce", m.want)
			}
			if row, err = m.index(&f, "row", m.t.numRows); err != nil {
				return err
			}
			if col, err = m.index(&f, "column", m.t.numCols); err != nil {
				return err
			}
		} else if col >= m.t.numCols {
			return m.in.wrong(0, "", "more entries than a matrix of %d × %d has", m.t.numRows, m.t.numCols)
		}
		cell, err := m.value(&f)
		if err != nil {
			return err
		}
		if cell && m.symmetric {
			m.t.addBoth(int32(row), int32(col), at(m.in.line, 1))
		} else if cell {
			m.t.add(int32(row), int32(col), at(m.in.line, 1))
		}
		found++
		if m.array {
			if row++; row == m.t.numRows {
				row, col = m.start(col + 1)
			}
		}
	}
	switch {
	case !m.array && found < m.want:
		return m.in.wrong(0, "", "the file ends after %d of %d entries", found, m.want)
	case m.array && m.t.numRows > 0 && col < m.t.numCols:
		return m.in.wrong(0, "", "the file ends after %d entries, before those of a matrix of %d × %d", found, m.t.numRows, m.t.numCols)
	}
	lines := m.t.numRows
	if m.t.numCols != lines {
		lines += m.t.numCols
	}
	return m.in.justified(sizes, lines, len(m.t.cells)+m.listed(found))
}

// start gives the first place of a column of an array, past what symmetry
// leaves out.
func (m *matrixReader) start(col int) (int, int) {
	row := 0
	if m.symmetric {
		row = col
		if !m.diagonal {
			row++
		}
	}
	if row >= m.t.numRows {
		col = m.t.numCols
	}
	return row, col
}

// listed is how many lines the file filled though they have no cells.
func (m *matrixReader) listed(found int) int {
	if m.array {
		return found
	}
	return 0
}

func (m *matrixReader) index(f *fields, what string, n int) (int, error) {
	field, column := f.next()
	i, ok := number(field)
	if !ok || i < 1 || i > n {
		return 0, m.in.wrong(column, "", "%s where a %s from 1 to %d should stand", show(field), what, n)
	}
	return i - 1, nil
}

// value reports whether an entry is not 0.
func (m *matrixReader) value(f *fields) (cell bool, err error) {
	cell = m.values == 0
	for range m.values {
		field, column := f.next()
		if _, err := strconv.ParseFloat(string(field), 64); errors.Is(err, strconv.ErrSyntax) || bytes.ContainsAny(field, "nN") {
			return false, m.in.wrong(column, "", "%s where a number should stand", show(field))
		}
		digits, _, _ := bytes.Cut(bytes.ToLower(field), []byte("e")) // 1e-400 is not 0
		cell = cell || bytes.ContainsAny(digits, "123456789")
	}
	if rest, column := f.next(); rest != nil {
		return false, m.in.wrong(column, "", "%s behind the entry", show(rest))
	}
	return cell, nil
}
