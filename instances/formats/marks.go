package formats

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hubcover/hubcover/instances"
)

// A pair list or a table of 0 and 1 has no room for names that hold blanks, for
// empty lines, for an order of columns. Written by this package, such a file
// says these things in comments that other readers pass over:
//
//	#hubcover pairs            the file's format; always the first line
//	#hubcover rows a "b c"     names of rows, in order; likewise cols
//	#hubcover nodes a "b c"    names of the nodes of a digraph, in order
//	#hubcover size 3 0         numbers of rows and columns
//	#hubcover as relation      or digraph
//
// In such a file a name may be written as a Go string literal: "tab\there".
const mark = "#hubcover "

// markedAs gives the format that the first line names.
func markedAs(head []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(head, []byte(mark))
	if !ok {
		return "", false
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	name := string(bytes.TrimSpace(line))
	return name, slices.Contains([]string{"pairs", "dense"}, name)
}

// marks is what the comments of a file said.
type marks struct {
	marked            bool // the first line was one
	rows, cols, nodes *names
	sized             bool
	numRows, numCols  int
	as                string
}

// read takes in a comment line.
func (m *marks) read(in *Input, line []byte) error {
	rest, ok := bytes.CutPrefix(line, []byte(mark))
	if !ok || in.line > 1 && !m.marked {
		return nil
	}
	m.marked = true
	f := markFields{fields: splitter(line)}
	f.next() // #hubcover
	word, column := f.next()
	switch string(word) {
	case "pairs", "dense":
		if string(word) != in.format {
			return in.wrong(column, "--from "+string(word), "the file says that its format is %s", word)
		}
	case "rows":
		return m.names(in, &f, &m.rows)
	case "cols":
		return m.names(in, &f, &m.cols)
	case "nodes":
		return m.names(in, &f, &m.nodes)
	case "size":
		r, rowColumn := f.next()
		c, colColumn := f.next()
		var rowsOK, colsOK bool
		m.numRows, rowsOK = number(r)
		m.numCols, colsOK = number(c)
		if !rowsOK || !colsOK {
			if rowsOK {
				rowColumn = colColumn
			}
			return in.wrong(rowColumn, "", "a size is two numbers, rows and columns, not %s", show(bytes.TrimSpace(rest)))
		}
		m.sized = true
	case "as":
		as, column := f.next()
		if m.as = string(as); m.as != "digraph" && m.as != "relation" {
			return in.wrong(column, "", "a file is read as digraph or relation, not as %s", show(as))
		}
	default:
		return in.wrong(column, "deleting the line", "#hubcover is not followed by pairs, dense, rows, cols, nodes, size or as, but by %s", show(word))
	}
	return nil
}

func (m *marks) names(in *Input, f *markFields, to **names) error {
	if *to == nil {
		*to = newNames()
	}
	for {
		name, column := f.next()
		if name == nil {
			return nil
		}
		if !(*to).fresh(string(name)) {
			return in.wrong(column, "", "%s is listed twice", show(name))
		}
	}
}

// markFields splits a line of a marked file: fields may be string literals.
type markFields struct{ fields }

func (f *markFields) next() (field []byte, column int) {
	probe := f.fields
	field, column = probe.next()
	if len(field) == 0 || field[0] != '"' {
		f.fields = probe
		return field, column
	}
	start := probe.offset - len(field)
	literal, err := strconv.QuotedPrefix(string(f.line[start:]))
	end := start + len(literal)
	if err != nil || end < len(f.line) && !blank(f.line[end]) {
		f.fields = probe
		return field, column
	}
	f.skip(end)
	name, _ := strconv.Unquote(literal)
	if name == "" {
		return []byte{}, column
	}
	return []byte(name), column
}

// appendName appends a name as markFields reads it.
func appendName(b []byte, name string) []byte {
	bare := name != "" && name[0] != '"' && name[0] != '#' && utf8.ValidString(name) &&
		strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }) < 0
	if bare {
		return append(b, name...)
	}
	return strconv.AppendQuote(b, name)
}

// writeMark writes a line of n names.
func writeMark(w io.Writer, word string, n int, name func(int) string) error {
	line := append([]byte(mark), word...)
	for i := range n {
		line = appendName(append(line, ' '), name(i))
		if len(line) > 1<<16 {
			if _, err := w.Write(line); err != nil {
				return err
			}
			line = line[:0]
		}
	}
	_, err := w.Write(append(line, '\n'))
	return err
}

// ambiguous names a name that two rows, or two columns, have.
func ambiguous(rel *instances.Relation) (name string, found bool) {
	rows, cols := rel.Names()
	for _, list := range [][]string{rows, cols} {
		seen := make(map[string]bool, len(list))
		for _, name := range list {
			if seen[name] {
				return name, true
			}
			seen[name] = true
		}
	}
	return "", false
}

// refuseAmbiguous is the error of formats that know lines by their names alone.
func refuseAmbiguous(format string, rel *instances.Relation) error {
	if name, found := ambiguous(rel); found {
		return refuse(format, "json or cxt", "two lines are named %s, and names are all that tells them apart in this format", show(name))
	}
	return nil
}

// refuseOptional is the error of formats without optional cells.
func refuseOptional(format string, rel *instances.Relation) error {
	if rel.HasOptional() {
		return refuse(format, "dense or cells", "the format has no optional (?) cells")
	}
	return nil
}

// adopt makes the names that comments listed the first of the table.
func (t *table) adopt(m *marks) error {
	if len(t.cells) > 0 && (m.nodes != nil && m.nodes != t.nodes || m.rows != nil && m.rows != t.rows || m.cols != nil && m.cols != t.cols) {
		return t.in.wrong(0, "", "names must be listed before the first cell")
	}
	if m.nodes != nil && (m.rows != nil || m.cols != nil) {
		return t.in.wrong(0, "", "a file lists the nodes of a digraph, or rows and columns apart, not both")
	}
	switch {
	case m.nodes != nil:
		t.nodes, t.rows, t.cols = m.nodes, m.nodes, m.nodes
	case m.rows != nil || m.cols != nil:
		if t.nodes != nil {
			t.nodes, t.rows, t.cols = nil, newNames(), newNames()
		}
		if m.rows != nil {
			t.rows = m.rows
		}
		if m.cols != nil {
			t.cols = m.cols
		}
	}
	return nil
}
