package formats

import (
	"bytes"
	"io"

	"github.com/hubcover/hubcover/instances"
)

// Pairs is the pair list of role mining: "user permission" a line.
//
// Fields are separated by blanks or tabs. A line with a tab is split at tabs
// alone, so that names may hold blanks; a name in double quotes may too. Empty
// lines and # comments are passed over; marks.go tells what comments can say.
var Pairs = Format{
	Name:       "pairs",
	Doc:        "pair list: row and column a line, any names, # comments",
	Extensions: []string{".pairs", ".edges", ".edgelist"},
	Detect: func(h Head) bool {
		if name, ok := markedAs(h.Bytes); ok {
			return name == "pairs"
		}
		data := h.data()
		if len(data) == 0 {
			return false
		}
		found, _ := splitPair(data[0], false)
		return len(found) == 2
	},
	Read:  readPairs,
	Write: writePairs,
}

func readPairs(in *Input) (*instances.Relation, error) {
	var m marks
	t := table{in: in, rows: newNames(), cols: newNames()}
	if in.opts.As == "digraph" { // numbered by first appearance on either side
		t.nodes, t.cols = t.rows, t.rows
	}
	for {
		line, err := in.Line()
		if err == io.EOF {
			return t.relation()
		}
		if err != nil {
			return nil, err
		}
		switch first(line) {
		case 0:
		case '#':
			if err := m.read(in, line); err != nil {
				return nil, err
			}
			if err := t.adopt(&m); err != nil {
				return nil, err
			}
		default:
			row, col, ok := pair(line)
			if !ok || m.marked && bytes.IndexByte(line, '"') >= 0 {
				if row, col, err = m.pair(in, line); err != nil {
					return nil, err
				}
			}
			t.add(t.rows.of(row), t.cols.of(col), at(in.line, 1))
		}
	}
}

// first is the first byte of a line that is no blank, 0 if there is none.
func first(line []byte) byte {
	for _, b := range line {
		if !blank(b) {
			return b
		}
	}
	return 0
}

// pair splits a line of two fields without quotes. It is the whole of the work
// for nearly every line of nearly every file.
func pair(line []byte) (row, col []byte, ok bool) {
	i := skip(line, 0)
	j := until(line, i)
	k := skip(line, j)
	l := until(line, k)
	if i == j || k == l || skip(line, l) != len(line) || line[i] == '"' || line[k] == '"' {
		return nil, nil, false
	}
	if bytes.IndexByte(line, '\t') >= 0 && bytes.IndexByte(line[j:k], '\t') < 0 {
		return nil, nil, false
	}
	return line[i:j], line[k:l], true
}

func skip(line []byte, i int) int {
	for i < len(line) && blank(line[i]) {
		i++
	}
	return i
}

func until(line []byte, i int) int {
	for i < len(line) && !blank(line[i]) {
		i++
	}
	return i
}

// pair splits the other lines: with quotes, with blanks in names, or wrong.
func (m *marks) pair(in *Input, line []byte) (row, col []byte, err error) {
	const another = "--from csv, rmp or fimi if the file is no pair list"
	found, kind := splitPair(line, m.marked)
	switch {
	case len(found) == 2:
		return found[0].name, found[1].name, nil
	case len(found) < 2:
		return nil, nil, in.wrong(columnOf(line, len(bytes.TrimRight(line, " \t"))), another, "fewer %s than the two of a pair", kind)
	case string(found[2].name) == "?":
		return nil, nil, in.wrong(found[2].column, "a table: --from dense or csv", "a pair list has no optional (?) cells")
	}
	return nil, nil, in.wrong(found[2].column, another, "more %s than the two of a pair: %s", kind, show(found[2].name))
}

// side is one name of a pair.
type side struct {
	name   []byte
	column int
}

// splitPair gives the fields of a line, at most three, and what they are called.
func splitPair(line []byte, marked bool) (found []side, kind string) {
	kind = "fields"
	switch {
	case marked:
		f := markFields{splitter(line)}
		for name, column := f.next(); name != nil && len(found) < 3; name, column = f.next() {
			found = append(found, side{name, column})
		}
	case bytes.IndexByte(line, '\t') >= 0:
		kind = "fields between tabs"
		for start := 0; start <= len(line) && len(found) < 3; {
			end := len(line)
			if tab := bytes.IndexByte(line[start:], '\t'); tab >= 0 {
				end = start + tab
			}
			if field := bytes.Trim(line[start:end], " "); len(field) > 0 {
				found = append(found, side{unquoted(field), columnOf(line, skip(line, start))})
			}
			start = end + 1
		}
	default:
		for i := skip(line, 0); i < len(line) && len(found) < 3; {
			j := until(line, i)
			if k := closing(line, i); k > 0 {
				j = k
			}
			found = append(found, side{unquoted(line[i:j]), columnOf(line, i)})
			i = skip(line, j)
		}
	}
	return found, kind
}

// closing gives the end of a field in double quotes that begins at i, 0 if none
// does.
func closing(line []byte, i int) int {
	if line[i] != '"' {
		return 0
	}
	for j := i + 1; j < len(line); j++ {
		if line[j] == '"' && (j+1 == len(line) || blank(line[j+1])) {
			return j + 1
		}
	}
	return 0
}

// unquoted drops double quotes around a field.
func unquoted(field []byte) []byte {
	if n := len(field); n >= 2 && field[0] == '"' && field[n-1] == '"' {
		return field[1 : n-1]
	}
	return field
}

func writePairs(w io.Writer, rel *instances.Relation) ([]string, error) {
	if err := refuseOptional("pairs", rel); err != nil {
		return nil, err
	}
	if err := refuseAmbiguous("pairs", rel); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, mark+"pairs\n"); err != nil {
		return nil, err
	}
	if err := writeOrder(w, rel); err != nil {
		return nil, err
	}
	var line []byte
	for _, c := range rel.All() {
		line = appendName(line[:0], rel.RowName(int(c.Row)))
		line = append(line, '\t')
		line = appendName(line, rel.ColName(int(c.Col)))
		if _, err := w.Write(append(line, '\n')); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// writeOrder lists names where their first appearance would not tell the order.
func writeOrder(w io.Writer, rel *instances.Relation) error {
	if rel.IsDigraph() {
		return writeMark(w, "nodes", rel.Rows(), rel.RowName)
	}
	for i := range rel.Rows() {
		if len(rel.Row(i)) == 0 {
			if err := writeMark(w, "rows", rel.Rows(), rel.RowName); err != nil {
				return err
			}
			break
		}
	}
	next := int32(0)
	for _, c := range rel.All() {
		if c.Col > next {
			break
		}
		next = max(next, c.Col+1)
	}
	if int(next) < rel.Cols() {
		return writeMark(w, "cols", rel.Cols(), rel.ColName)
	}
	return nil
}
