package formats

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hubcover/hubcover/instances"
)

// RMP is a role mining instance, a user a line with his permissions: with tabs
// as in RMPlib (Anderer et al., SACMAT 2021), "u0<TAB>p1<TAB>p4" below # comments,
// or as "u0:['p0', 'p1']" with string literals of Python. A user who has two
// lines has the permissions of both.
var RMP = Format{
	Name:       "rmp",
	Doc:        "role mining: user, tab, permissions between tabs; or u0:['p0', 'p1']",
	Extensions: []string{".rmp"},
	Detect: func(h Head) bool {
		data := h.data()
		if len(data) == 0 {
			return false
		}
		if isList(data[0]) {
			return true
		}
		comments := h.Bytes[:max(0, bytes.Index(h.Bytes, data[0]))]
		if h.Ext == ".rmp" || bytes.Contains(comments, []byte(".rmp")) || bytes.Contains(comments, []byte("RMPlib")) {
			return true
		}
		// Tabs and names, where a pair list may have a few bad lines.
		others := 0
		for _, line := range data {
			if bytes.Count(line, []byte("\t")) != 1 {
				others++
			}
		}
		user, rest, tabs := bytes.Cut(data[0], []byte("\t"))
		_, numeric := number(bytes.TrimSpace(user))
		return tabs && !numeric && (2*others > len(data) || bytes.IndexByte(rest, '\t') >= 0)
	},
	Read: readRMP,
}

func readRMP(in *Input) (*instances.Relation, error) {
	t := table{in: in, rows: newNames(), cols: newNames()}
	for {
		line, err := in.Line()
		if err == io.EOF {
			return t.relation()
		}
		if err != nil {
			return nil, err
		}
		switch {
		case first(line) == 0 || line[0] == '#':
		case isList(line):
			err = t.list(line)
		default:
			t.tabbed(line)
		}
		if err != nil {
			return nil, err
		}
	}
}

// tabbed reads a user and his permissions between tabs.
func (t *table) tabbed(line []byte) {
	row, column := int32(-1), 1
	for field := range bytes.SplitSeq(line, []byte("\t")) {
		name := bytes.Trim(field, " ")
		switch {
		case len(name) == 0:
		case row < 0:
			row = t.rows.of(name)
		default:
			t.add(row, t.cols.of(name), at(t.in.line, column))
		}
		column += utf8.RuneCount(field) + 1
	}
}

// isList recognises "name:[".
func isList(line []byte) bool {
	_, after := splitUser(line)
	return after > 0
}

// splitUser gives the user's name and the offset after the bracket, 0 where
// there is none.
func splitUser(line []byte) (name []byte, after int) {
	if i := skip(line, 0); i < len(line) && (line[i] == '\'' || line[i] == '"') {
		if text, end, ok := pythonString(line, i); ok {
			if j := opening(line, end); j > 0 {
				return []byte(text), j
			}
		}
	}
	for i := 0; i < len(line); i++ {
		if line[i] == ':' {
			if j := opening(line, i); j > 0 {
				return bytes.TrimSpace(line[:i]), j
			}
		}
	}
	return nil, 0
}

// opening gives the offset after ":[", blanks set aside, 0 where there is none.
func opening(line []byte, i int) int {
	if i = skip(line, i); i == len(line) || line[i] != ':' {
		return 0
	}
	if i = skip(line, i+1); i == len(line) || line[i] != '[' {
		return 0
	}
	return i + 1
}

// list reads "u0:['p0', 'p1']".
func (t *table) list(line []byte) error {
	user, start := splitUser(line)
	row := t.rows.of(user)
	f := splitter(line)
	f.skip(start)
	f.skip(skip(line, f.offset))
	for !f.at(']') {
		if !f.at('\'') && !f.at('"') {
			return f.expected(t.in, "a permission in quotes or ]")
		}
		name, end, ok := pythonString(line, f.offset)
		if !ok {
			return t.in.wrong(f.column, "", "the permission that begins here has no end, or an escape that is none")
		}
		t.add(row, t.cols.add(name), at(t.in.line, f.column))
		f.skip(skip(line, end))
		if f.at(',') { // Python allows one before ], too
			f.skip(skip(line, f.offset+1))
		} else if !f.at(']') {
			return f.expected(t.in, "a comma or ]")
		}
	}
	f.skip(skip(line, f.offset+1))
	if f.offset < len(line) && !f.at(',') && !f.at('#') {
		return f.expected(t.in, "the end of the line")
	}
	return nil
}

// at reports whether the next byte is b.
func (f *fields) at(b byte) bool { return f.offset < len(f.line) && f.line[f.offset] == b }

// expected is the error of what comes next.
func (f *fields) expected(in *Input, want string) error {
	if f.offset == len(f.line) {
		return in.wrong(f.column, "", "the line ends where %s is expected", want)
	}
	return in.wrong(f.column, "", "%s where %s is expected", show(f.line[f.offset:min(f.offset+8, len(f.line))]), want)
}

// pythonString reads the string literal at i and gives the offset after it.
func pythonString(line []byte, i int) (text string, end int, ok bool) {
	quote := line[i]
	for end = i + 1; end < len(line) && line[end] != quote; end++ {
		if line[end] == '\\' {
			end++
		}
	}
	if end >= len(line) {
		return "", 0, false
	}
	var b strings.Builder
	for rest := string(line[i+1 : end]); rest != ""; {
		switch {
		case rest[0] != '\\':
			b.WriteByte(rest[0])
			rest = rest[1:]
		case rest[1] == '\'' || rest[1] == '"':
			b.WriteByte(rest[1])
			rest = rest[2:]
		default:
			r, _, tail, err := strconv.UnquoteChar(rest, 0)
			if err != nil {
				return "", 0, false
			}
			b.WriteRune(r) // \xNN is a character in Python, not a byte
			rest = tail
		}
	}
	return b.String(), end + 1, true
}
