package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"unicode/utf8"

	"github.com/hubcover/hubcover/instances"
)

// Input is a decompressed file on its way through a reader.
type Input struct {
	opts     Options
	format   string
	r        *bufio.Reader
	long     []byte // holds a line longer than the buffer of r
	line     int    // lines read so far
	warnings []string
	also     []string // warnings that hold for every instance of the file

	maps []attentionMap // left to read; nil before the file is
	part string         // of the file that the instance is, "" for all
}

// Line gives the next line without its ending (LF or CRLF), io.EOF after the
// last. The bytes are good until the next call.
func (in *Input) Line() ([]byte, error) {
	line, err := in.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		in.long = in.long[:0]
		for err == bufio.ErrBufferFull {
			in.long = append(in.long, line...)
			line, err = in.r.ReadSlice('\n')
		}
		in.long = append(in.long, line...)
		line = in.long
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	in.line++
	return trimEnd(line), nil
}

func trimEnd(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// Bytes gives all that is left.
func (in *Input) Bytes() ([]byte, error) { return io.ReadAll(in.r) }

// warn has something said about the instance.
func (in *Input) warn(format string, args ...any) {
	in.warnings = append(in.warnings, fmt.Sprintf(format, args...))
}

// wrong is the error of what stands in the current line at a column, 0 for the
// line as a whole.
func (in *Input) wrong(column int, hint, format string, args ...any) error {
	return in.wrongAt(at(in.line, column), hint, format, args...)
}

// wrongAt is the error of what stands at a place.
func (in *Input) wrongAt(p place, hint, format string, args ...any) error {
	return &Error{
		File: in.opts.Source, Line: p.line(), Column: p.column(),
		Format: in.format, Message: fmt.Sprintf(format, args...), Hint: hint,
	}
}

// failed is the error of what could not be read.
func (in *Input) failed(err error) error {
	e := &Error{File: in.opts.Source, Format: in.format, Message: err.Error(), Err: err}
	var large *tooLarge
	var path *fs.PathError // names the file, which e does already
	switch {
	case errors.As(err, &large):
		e.Hint = "a larger limit, if you trust the file"
	case errors.As(err, &path):
		e.Message = path.Err.Error()
	}
	return e
}

// justified refuses sizes that a file announces without the cells to fill
// them: lines is the number of rows and columns (nodes count once), cells how
// many cells the file holds.
func (in *Input) justified(p place, lines, cells int) error {
	if lines-2*cells <= in.opts.MaxIsolated {
		return nil
	}
	return in.wrongAt(p, "a larger limit of isolated nodes, if you trust the file",
		"%d rows, columns or nodes are announced with only %d cells: more than %d would be isolated", lines, cells, in.opts.MaxIsolated)
}

// as gives the relation in the reading that was asked for.
func (in *Input) as(rel *instances.Relation) (*instances.Relation, error) {
	switch {
	case in.opts.As == "relation":
		return rel.AsRelation(), nil
	case in.opts.As == "" || rel.IsDigraph():
		return rel, nil
	}
	if g, err := rel.AsDigraph(); err == nil {
		return g, nil
	}
	rows, cols := rel.Names()
	if rows == nil && cols == nil {
		return nil, in.wrongAt(0, "--as relation", "%d rows and %d columns without names are not the nodes of a digraph", rel.Rows(), rel.Cols())
	}
	return in.united(rel)
}

// united makes rows and columns of the same name one node: rows first, then
// the columns that are no rows.
func (in *Input) united(rel *instances.Relation) (*instances.Relation, error) {
	nodes := newNames()
	for i := range rel.Rows() {
		if int(nodes.add(rel.RowName(i))) != i {
			return nil, in.wrongAt(0, "--as relation", "two rows are named %s: names do not tell nodes apart", show(rel.RowName(i)))
		}
	}
	node := make([]int32, rel.Cols())
	seen := make(map[int32]bool, rel.Cols())
	for j := range node {
		node[j] = nodes.add(rel.ColName(j))
		if seen[node[j]] {
			return nil, in.wrongAt(0, "--as relation", "two columns are named %s: names do not tell nodes apart", show(rel.ColName(j)))
		}
		seen[node[j]] = true
	}
	t := table{in: in, nodes: nodes}
	for i, c := range rel.All() {
		c.Col = node[c.Col]
		t.cells = append(t.cells, c)
		if rel.Optional(i) {
			t.optional = append(t.optional, c)
		}
	}
	return t.relation()
}

// place is a line and a column of a file, both from 1, packed; 0 is no place.
type place int64

const columnBits = 24

func at(line, column int) place {
	return place(line)<<columnBits | place(min(column, 1<<columnBits-1))
}

func (p place) line() int   { return int(p >> columnBits) }
func (p place) column() int { return int(p & (1<<columnBits - 1)) }

// locator turns ascending offsets in a text into places.
type locator struct {
	text         []byte
	offset       int
	line, column int
}

func newLocator(text []byte) *locator { return &locator{text: text, line: 1, column: 1} }

func (l *locator) place(offset int) place {
	for _, b := range l.text[l.offset:max(offset, l.offset)] {
		switch {
		case b == '\n':
			l.line++
			l.column = 1
		case utf8.RuneStart(b):
			l.column++
		}
	}
	l.offset = max(offset, l.offset)
	return at(l.line, l.column)
}

// fields splits a line at blanks and tabs and knows the column of each field.
type fields struct {
	line   []byte
	offset int
	column int // of offset, from 1
}

func splitter(line []byte) fields { return fields{line: line, column: 1} }

// next gives the next field, nil after the last.
func (f *fields) next() (field []byte, column int) {
	i := f.offset
	for i < len(f.line) && blank(f.line[i]) {
		i++
	}
	f.skip(i)
	for i < len(f.line) && !blank(f.line[i]) {
		i++
	}
	if i == f.offset {
		return nil, f.column
	}
	field, column = f.line[f.offset:i], f.column
	f.skip(i)
	return field, column
}

func (f *fields) skip(to int) {
	f.column += utf8.RuneCount(f.line[f.offset:to])
	f.offset = to
}

func blank(b byte) bool { return b == ' ' || b == '\t' }

// columnOf is the column at a byte offset of a line.
func columnOf(line []byte, offset int) int { return utf8.RuneCount(line[:offset]) + 1 }

// number reads a decimal number without sign that fits an int32.
func number(b []byte) (int, bool) {
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n = 10*n + int(c-'0'); n > 1<<31-1 {
			return 0, false
		}
	}
	return n, len(b) > 0
}
