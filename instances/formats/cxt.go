package formats

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// CXT is Burmeister's format of formal contexts: a line "B", the context's name
// (often empty), the numbers of objects and attributes, an empty line, their
// names, a line each, and the rows of X and dots.
var CXT = Format{
	Name:       "cxt",
	Doc:        "Burmeister's formal contexts",
	Extensions: []string{".cxt"},
	Detect: func(h Head) bool {
		lines := h.Lines()
		if string(bytes.TrimRight(lines[0], " ")) != "B" {
			return false
		}
		if h.Ext == ".cxt" {
			return true
		}
		// Two numbers follow, perhaps after a name and empty lines.
		lines = slices.DeleteFunc(lines[1:], func(l []byte) bool { return first(l) == 0 })
		before := 0
		for _, l := range lines[:min(3, len(lines))] {
			if _, ok := number(bytes.TrimSpace(l)); ok {
				before++
			} else {
				before = 0
			}
			if before == 2 {
				return true
			}
		}
		return false
	},
	Read:  readCXT,
	Write: writeCXT,
}

func readCXT(in *Input) (*instances.Relation, error) {
	c := contextReader{in: in}
	if b := c.line("B"); strings.TrimRight(b, " ") != "B" {
		c.fail("%s where the first line should be B", show(b))
	}
	name := c.line("the name of the context")
	first := c.line("the number of objects")
	for strings.TrimSpace(first) == "" && c.err == nil {
		first = c.line("the number of objects")
	}
	objects := c.number(first)
	second := c.line("the number of attributes")
	var attributes int
	if _, ok := number([]byte(strings.TrimSpace(name))); ok && strings.TrimSpace(second) == "" {
		// The name's line is missing: these were both numbers and the empty line.
		objects, attributes = c.number(name), objects
	} else {
		attributes = c.number(second)
		if empty := c.line("an empty line"); strings.TrimSpace(empty) != "" {
			c.fail("%s where an empty line should follow the numbers", show(empty))
		}
	}
	t := table{in: in, rows: newNames(), cols: newNames()}
	t.rows.all(in, "objects", c.lines(objects, "the name of an object"))
	t.cols.all(in, "attributes", c.lines(attributes, "the name of an attribute"))
	for i := 0; i < objects && c.err == nil; i++ {
		if attributes > 0 {
			c.row(&t, int32(i))
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	return t.relation()
}

// contextReader keeps the first error.
type contextReader struct {
	in  *Input
	err error
}

func (c *contextReader) fail(format string, args ...any) {
	if c.err == nil {
		c.err = c.in.wrong(1, "", format, args...)
	}
}

// line reads a line; without one, what says what is missing.
func (c *contextReader) line(what string) string {
	if c.err != nil {
		return ""
	}
	line, err := c.in.Line()
	if err == io.EOF {
		c.err = c.in.wrong(0, "", "the file ends where %s should follow", what)
	} else if err != nil {
		c.err = err
	}
	return string(line)
}

func (c *contextReader) lines(n int, what string) []string {
	var list []string
	for i := 0; i < n && c.err == nil; i++ {
		list = append(list, c.line(what))
	}
	return list
}

func (c *contextReader) number(line string) int {
	n, ok := number([]byte(strings.TrimSpace(line)))
	if !ok {
		c.fail("%s where a number of objects or attributes should stand", show(line))
	}
	return n
}

func (c *contextReader) row(t *table, i int32) {
	line := []byte(c.line("a row of X and dots"))
	line = bytes.TrimRight(line, " \t")
	for j, b := range line {
		switch {
		case j == len(t.cols.list):
			c.err = c.in.wrong(j+1, "", "the row is longer than the %d attributes", j)
		case b == 'X' || b == 'x':
			t.add(i, int32(j), 0)
		case b == '?':
			c.err = c.in.wrong(j+1, "a table: --from dense or csv", "a context has no optional (?) cells")
		case b != '.':
			c.err = c.in.wrong(j+1, "", "%s where X or a dot should stand", show(line[j:j+1]))
		}
		if c.err != nil {
			return
		}
	}
	if c.err == nil && len(line) < len(t.cols.list) {
		c.err = c.in.wrong(len(line)+1, "", "the row ends after %d of %d attributes", len(line), len(t.cols.list))
	}
}

func writeCXT(w io.Writer, rel *instances.Relation) (lost []string, err error) {
	if err := refuseOptional("cxt", rel); err != nil {
		return nil, err
	}
	b := fmt.Appendf(nil, "B\n\n%d\n%d\n\n", rel.Rows(), rel.Cols())
	for i := range rel.Rows() + rel.Cols() {
		name := ""
		if i < rel.Rows() {
			name = rel.RowName(i)
		} else {
			name = rel.ColName(i - rel.Rows())
		}
		if strings.ContainsAny(name, "\n\r") {
			return nil, refuse("cxt", "json or pairs", "the name %s has a line break, and a name is a line in this format", show(name))
		}
		b = append(append(b, name...), '\n')
	}
	if rel.IsDigraph() {
		lost = append(lost, "that rows and columns are the same nodes")
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	line := make([]byte, rel.Cols()+1)
	line[rel.Cols()] = '\n'
	for i := range rel.Rows() {
		for j := range rel.Cols() {
			line[j] = '.'
		}
		for _, j := range rel.Row(i) {
			line[j] = 'X'
		}
		if _, err := w.Write(line); err != nil {
			return nil, err
		}
	}
	return lost, nil
}
