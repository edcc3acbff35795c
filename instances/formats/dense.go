package formats

import (
	"bytes"
	"io"
	"strconv"

	"github.com/hubcover/hubcover/instances"
)

// Dense is a table of 0 and 1, a row a line, ? for optional cells, separated by
// blanks, by commas or not at all. A square table is a digraph. Empty lines and
// # comments are passed over; marks.go tells what comments can say.
var Dense = Format{
	Name:       "dense",
	Doc:        "table of 0, 1 and ?, a row a line, separated by blanks, commas or nothing",
	Extensions: []string{".dense", ".csv", ".tsv", ".dat"},
	Detect:     detectDense,
	Read:       readDense,
	Write:      writeDense,
}

func detectDense(h Head) bool {
	if name, ok := markedAs(h.Bytes); ok {
		return name == "dense"
	}
	data := h.data()
	if len(data) == 0 {
		return false
	}
	digits, equal, widest := false, true, 0
	s := denseScanner{mark: func(_ int, b byte) { digits = digits || b != '?' }}
	for i, line := range data {
		width, bad := s.scan(line)
		if bad >= 0 {
			return false
		}
		equal = equal && (i == 0 || width == widest)
		widest = max(widest, width)
	}
	// Rows of several lengths are a mistake for the reader to find, unless they
	// make sense as one of the lists.
	sense := equal || widest > 2 && !detectCells(h)
	return sense && (digits || s.separated)
}

func readDense(in *Input) (*instances.Relation, error) {
	var m marks
	t := table{in: in, numCols: -1}
	s := denseScanner{mark: func(col int, b byte) {
		switch b {
		case '1':
			t.add(int32(t.numRows), int32(col), 0)
		case '?':
			t.addOptional(int32(t.numRows), int32(col), 0)
		}
	}}
	for {
		line, err := in.Line()
		if err == io.EOF {
			return t.finishDense(&m)
		}
		if err != nil {
			return nil, err
		}
		switch first(line) {
		case 0:
			continue
		case '#':
			if err := m.read(in, line); err != nil {
				return nil, err
			}
			continue
		}
		width, bad := s.scan(line)
		if bad >= 0 {
			return nil, in.wrong(columnOf(line, bad), "--from csv if cells are marked in other ways",
				"%s where 0, 1 or ? is expected", show(line[bad:min(bad+1, len(line))]))
		}
		if t.numCols < 0 {
			t.numCols = width
		}
		if width != t.numCols {
			return nil, in.wrong(len(bytes.TrimRight(line, " \t"))+1, "", "this row has %d entries, the first has %d", width, t.numCols)
		}
		t.numRows++
	}
}

// denseScanner reads rows that are all written as the first is.
type denseScanner struct {
	started, separated bool
	mark               func(col int, b byte) // is called for every entry
}

// scan gives the number of entries and the offset of what is none, -1 if all
// are.
func (s *denseScanner) scan(line []byte) (width, bad int) {
	line = bytes.TrimRight(line, " \t")
	i := skip(line, 0)
	if !s.started {
		s.started, s.separated = true, bytes.ContainsAny(line[i:], " \t,")
	}
	ready, comma := true, false
	for ; i < len(line); i++ {
		switch b := line[i]; {
		case b == '0' || b == '1' || b == '?':
			if !ready {
				return width, i
			}
			s.mark(width, b)
			width++
			ready, comma = !s.separated, false
		case !s.separated:
			return width, i
		case blank(b):
			ready = true
		case b == ',' && width > 0 && !comma:
			ready, comma = true, true
		default:
			return width, i
		}
	}
	if comma {
		return width, len(line) - 1
	}
	return width, -1
}

// finishDense compares the table with what comments said of it.
func (t *table) finishDense(m *marks) (*instances.Relation, error) {
	empty := t.numCols < 0
	t.numCols = max(t.numCols, 0)
	if m.sized {
		if empty && (m.numRows == 0 || m.numCols == 0) {
			if err := t.in.justified(0, m.numRows+m.numCols, 0); err != nil {
				return nil, err
			}
			t.numRows, t.numCols = m.numRows, m.numCols
		}
		if t.numRows != m.numRows || t.numCols != m.numCols {
			return nil, t.in.wrong(0, "", "the table is %d × %d, though a comment says %d × %d", t.numRows, t.numCols, m.numRows, m.numCols)
		}
	}
	rows, cols := m.rows, m.cols
	if m.nodes != nil {
		rows, cols = m.nodes, m.nodes
	}
	for _, c := range []struct {
		what  string
		names *names
		n     int
	}{{"rows", rows, t.numRows}, {"columns", cols, t.numCols}} {
		if c.names != nil && len(c.names.list) != c.n {
			return nil, t.in.wrong(0, "", "comments name %d %s, but there are %d", len(c.names.list), c.what, c.n)
		}
	}
	t.nodes, t.rows, t.cols = m.nodes, m.rows, m.cols
	t.digraph = t.numRows == t.numCols && t.rows == nil && t.cols == nil && m.as != "relation"
	return t.relation()
}

func writeDense(w io.Writer, rel *instances.Relation) ([]string, error) {
	if err := writeDenseMarks(w, rel); err != nil {
		return nil, err
	}
	if rel.Cols() == 0 {
		return nil, nil
	}
	line := make([]byte, 2*rel.Cols())
	next := 0 // position of the row's first cell
	for i := range rel.Rows() {
		for j := range line {
			line[j] = "0 "[j&1]
		}
		line[len(line)-1] = '\n'
		for _, j := range rel.Row(i) {
			line[2*j] = '1'
			if rel.Optional(next) {
				line[2*j] = '?'
			}
			next++
		}
		if _, err := w.Write(line); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// writeDenseMarks says what the table does not: nothing, where it is clear.
func writeDenseMarks(w io.Writer, rel *instances.Relation) error {
	rows, cols := rel.Names()
	square := rel.Rows() == rel.Cols()
	clear := rel.Rows() > 0 && rel.Cols() > 1 && rows == nil && cols == nil && rel.IsDigraph() == square
	if clear {
		return nil
	}
	if err := refuseAmbiguous("dense", rel); err != nil {
		return err
	}
	b := append([]byte(mark), "dense\n"+mark+"size "...)
	b = append(b, strconv.Itoa(rel.Rows())+" "+strconv.Itoa(rel.Cols())+"\n"...)
	b = append(b, mark+"as "+rel.As()+"\n"...)
	if _, err := w.Write(b); err != nil {
		return err
	}
	if rel.IsDigraph() && rows != nil {
		return writeMark(w, "nodes", rel.Rows(), rel.RowName)
	}
	if rows != nil {
		if err := writeMark(w, "rows", rel.Rows(), rel.RowName); err != nil {
			return err
		}
	}
	if cols != nil {
		return writeMark(w, "cols", rel.Cols(), rel.ColName)
	}
	return nil
}
