package formats

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// CSV is text separated by commas, or by tabs: pairs "user,permission" where
// lines have two fields, otherwise a table. Its marks are 1, x or X for a cell,
// 0 or nothing for none, ? for an optional one.
//
// The first line of pairs is a header if its words are the usual ones. The
// first line of a table is a header unless all it has are marks; the first
// fields of the other lines name the rows unless they are marks throughout.
var CSV = Format{
	Name:       "csv",
	Doc:        "comma or tab separated: user,permission pairs, or a table with header and row names",
	Extensions: []string{".csv", ".tsv"},
	Detect: func(h Head) bool {
		data := h.data()
		if len(data) == 0 || isList(data[0]) {
			return false
		}
		comma, tab := bytes.IndexByte(data[0], ',') >= 0, bytes.IndexByte(data[0], '\t') >= 0
		return comma || tab && (h.Ext == ".tsv" || isTabTable(data))
	},
	Read: readCSV,
}

// isTabTable tells a table with tabs from lists with tabs: all lines but the
// first have equally many fields, at least three, marks but for the first.
func isTabTable(data [][]byte) bool {
	if len(data) < 2 {
		return false
	}
	n := bytes.Count(data[1], []byte("\t")) + 1
	for i, line := range data {
		fields := strings.Split(string(line), "\t")
		if i == 0 && (len(fields) == n || len(fields) == n-1) {
			continue
		}
		if n < 3 || len(fields) != n || slices.ContainsFunc(fields[1:], isName) {
			return false
		}
	}
	return true
}

func isName(field string) bool {
	_, ok := csvMark(field)
	return !ok
}

// csvMark gives '0', '1' or '?' for a field of a table.
func csvMark(field string) (m byte, ok bool) {
	switch strings.TrimSpace(field) {
	case "", "0":
		return '0', true
	case "1", "x", "X":
		return '1', true
	case "?":
		return '?', true
	}
	return 0, false
}

func readCSV(in *Input) (*instances.Relation, error) {
	head, _ := in.r.Peek(headSize)
	line, _, _ := bytes.Cut(head, []byte("\n"))
	r := &csvReader{in: in, Reader: csv.NewReader(in.r)}
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	if r.TrimLeadingSpace = bytes.IndexByte(line, ',') >= 0; !r.TrimLeadingSpace {
		r.Comma = '\t'
	}
	first, err := r.next()
	if err == nil {
		first = slices.Clone(first)
	}
	switch {
	case err == io.EOF:
		return nil, in.wrongAt(at(1, 1), "", "there is no line with fields")
	case err != nil:
		return nil, err
	case len(first) == 1:
		return nil, r.wrong(0, "--from pairs or dense", "a single field where there should be two or more")
	case len(first) == 2:
		return r.pairs(first)
	}
	return r.table(first)
}

// csvReader reads records and says where they are wrong.
type csvReader struct {
	*csv.Reader
	in   *Input
	held []string // a record that was read too early
}

func (r *csvReader) next() ([]string, error) {
	if fields := r.held; fields != nil {
		r.held = nil
		return fields, nil
	}
	fields, err := r.Read()
	var e *csv.ParseError
	if errors.As(err, &e) {
		return nil, r.in.wrongAt(at(e.Line, e.Column), "doubling the quote inside quotes", "%v", e.Err)
	}
	return fields, err
}

// wrong is the error of what stands in a field of the last record.
func (r *csvReader) wrong(field int, hint, format string, args ...any) error {
	return r.in.wrongAt(at(r.FieldPos(field)), hint, format, args...)
}

// pairs reads a list of pairs, unless the second line shows that the first is
// the header of a table of two columns.
func (r *csvReader) pairs(first []string) (*instances.Relation, error) {
	t := table{in: r.in, rows: newNames(), cols: newNames()}
	if isHeader(first) {
		r.in.warn("the first line, %s, is taken for a header", show(strings.Join(first, ",")))
	} else {
		t.add(t.rows.add(first[0]), t.cols.add(first[1]), at(r.FieldPos(0)))
	}
	marksOnly := true
	for line := 2; ; line++ {
		fields, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if line == 2 && len(fields) == 3 && len(t.cells) == 1 {
			r.held = fields
			return r.table(first)
		}
		if len(fields) != 2 {
			return nil, r.wrong(min(2, len(fields)-1), "", "%d fields in a list of pairs", len(fields))
		}
		marksOnly = marksOnly && !isName(fields[1])
		t.add(t.rows.add(fields[0]), t.cols.add(fields[1]), at(r.FieldPos(0)))
	}
	if marksOnly && len(t.cells) > 1 {
		r.in.warn("read as pairs, though second fields look like marks of a table with one column")
	}
	return t.relation()
}

// isHeader knows the usual words over pairs.
func isHeader(fields []string) bool {
	return slices.Contains([]string{"user", "users", "row", "rows", "source", "object", "from", "subject"}, strings.ToLower(fields[0])) &&
		slices.Contains([]string{"permission", "permissions", "col", "cols", "column", "target", "attribute", "to", "resource"}, strings.ToLower(fields[1]))
}

// table reads the lines below the first before it judges the first.
func (r *csvReader) table(first []string) (*instances.Relation, error) {
	names := slices.ContainsFunc(first[1:], isName)
	t := table{in: r.in}
	var leading []string // first fields of the lines below the first
	width := 0           // of these lines
	for {
		fields, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if leading == nil {
			width = len(fields)
			if wider := width == len(first)+1 && names; width != len(first) && !wider {
				return nil, r.wrong(0, "", "%d fields below a first line of %d", width, len(first))
			}
		}
		if len(fields) != width {
			return nil, r.wrong(0, "", "%d fields where the lines before have %d", len(fields), width)
		}
		if err := r.badMark(fields); err != nil {
			return nil, err
		}
		t.addMarks(int32(len(leading)+1), fields, 1)
		leading = append(leading, strings.Clone(fields[0]))
	}
	named := slices.ContainsFunc(leading, isName)
	header := names || first[0] == "" && named
	switch {
	case header:
		columns := first
		if width != len(first)+1 {
			columns = first[1:]
		}
		t.rows, t.cols = newNames(), newNames()
		t.cols.all(r.in, "columns", columns)
		t.rows.all(r.in, "rows", leading)
		for i := range t.cells {
			t.cells[i].Row--
		}
		for i := range t.optional {
			t.optional[i].Row--
		}
	case named || isName(first[0]):
		t.addMarks(0, first, 1)
		t.rows = newNames()
		t.rows.all(r.in, "rows", append([]string{first[0]}, leading...))
		t.numCols = len(first) - 1
	default: // every first field is a mark: they are a column as well
		t.addMarks(0, first, 1)
		for i, field := range append([]string{first[0]}, leading...) {
			t.addMarks(int32(i), []string{field}, 0)
		}
		t.numRows, t.numCols = len(leading)+1, len(first)
		return t.relation()
	}
	for i := range t.cells {
		t.cells[i].Col--
	}
	for i := range t.optional {
		t.optional[i].Col--
	}
	return t.relation()
}

// badMark is the error of the first field after the leading one that is no
// mark, nil if all are.
func (r *csvReader) badMark(fields []string) error {
	i := slices.IndexFunc(fields[1:], isName)
	if i < 0 {
		return nil
	}
	return r.wrong(i+1, "", "%s is no mark: cells of a table are 0, 1, x, X, ? or empty", show(fields[i+1]))
}

// addMarks adds the cells that the fields from the given one on mark.
func (t *table) addMarks(row int32, fields []string, from int) {
	for j, field := range fields[from:] {
		switch m, _ := csvMark(field); m {
		case '1':
			t.add(row, int32(from+j), 0)
		case '?':
			t.addOptional(row, int32(from+j), 0)
		}
	}
}
