package formats

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hubcover/hubcover/instances"
)

// JSON is {"rows":…,"cols":…,"cells":[[r,c],…]} for a relation and
// {"nodes":…,"edges":[[a,b],…]} for a digraph; rows, cols and nodes are lists of
// names or, for lines without names, how many there are. Cells and edges are
// pairs of 0-based indices.
var JSON = Format{
	Name:       "json",
	Doc:        `{"rows":…,"cols":…,"cells":…} or {"nodes":…,"edges":…}`,
	Extensions: []string{".json"},
	Detect: func(h Head) bool {
		text := bytes.TrimLeft(h.Bytes, " \t\r\n")
		if !bytes.HasPrefix(text, []byte("{")) {
			return false
		}
		text = bytes.TrimLeft(text[1:], " \t\r\n")
		return len(text) == 0 || text[0] == '"' || text[0] == '}'
	},
	Read:  readJSON,
	Write: writeJSON,
}

func readJSON(in *Input) (*instances.Relation, error) {
	data, err := in.Bytes()
	if err != nil {
		return nil, err
	}
	j := jsonReader{in: in, text: data, where: newLocator(data), t: table{in: in}, keys: map[string]int{}}
	if err := j.object(j.key); err != nil {
		return nil, err
	}
	if j.blanks(); j.i < len(data) {
		return nil, j.wrong(j.i, "%s behind the end of the object", show(data[j.i:j.i+1]))
	}
	return j.finish()
}

// jsonReader reads a JSON text from the left.
type jsonReader struct {
	in    *Input
	text  []byte
	i     int
	where *locator
	t     table
	keys  map[string]int // where they stood
}

func (j *jsonReader) wrong(offset int, format string, args ...any) error {
	return j.in.wrongAt(j.where.place(offset), "", format, args...)
}

// expected is the error of what stands at i.
func (j *jsonReader) expected(what string) error {
	if j.i >= len(j.text) {
		return j.wrong(len(j.text), "the text ends where %s is expected", what)
	}
	_, size := utf8.DecodeRune(j.text[j.i:])
	return j.wrong(j.i, "%s where %s is expected", show(j.text[j.i:j.i+size]), what)
}

func (j *jsonReader) blanks() {
	for j.i < len(j.text) && (blank(j.text[j.i]) || j.text[j.i] == '\n' || j.text[j.i] == '\r') {
		j.i++
	}
}

// take steps over a byte if it comes next, blanks set aside.
func (j *jsonReader) take(b byte) bool {
	if j.blanks(); j.i < len(j.text) && j.text[j.i] == b {
		j.i++
		return true
	}
	return false
}

// key reads the value of a key of the instance.
func (j *jsonReader) key(key string, offset int) error {
	if _, again := j.keys[key]; again {
		return j.wrong(offset, "the key %s occurs twice", show(key))
	}
	j.keys[key] = offset
	switch key {
	case "rows":
		return j.lines(&j.t.rows, &j.t.numRows)
	case "cols":
		return j.lines(&j.t.cols, &j.t.numCols)
	case "nodes":
		j.t.digraph = true
		return j.lines(&j.t.nodes, &j.t.numRows)
	case "cells", "edges":
		return j.list(j.pair)
	case "optional":
		return j.wrong(offset, "the format has no optional (?) cells")
	}
	j.in.warn("the key %s is passed over", show(key))
	return j.skip(0)
}

// lines reads a list of names, or a number.
func (j *jsonReader) lines(to **names, n *int) error {
	j.blanks()
	if j.i < len(j.text) && j.text[j.i] != '[' {
		var err error
		*n, err = j.number()
		return err
	}
	*to = newNames()
	return j.list(func() error {
		j.blanks()
		var name string
		if j.i < len(j.text) && j.text[j.i] != '"' {
			start := j.i
			if _, err := j.number(); err != nil {
				return j.expected("a name")
			}
			name = string(j.text[start:j.i])
		} else {
			var err error
			if name, err = j.string(); err != nil {
				return err
			}
		}
		if !(*to).fresh(name) {
			j.in.warn("two lines are named %s", show(name))
		}
		return nil
	})
}

// pair reads a cell.
func (j *jsonReader) pair() error {
	j.blanks()
	start := j.i
	var c [2]int
	n := 0
	err := j.list(func() (err error) {
		if n == 2 {
			return j.expected("] after the two indices of a cell")
		}
		c[n], err = j.number()
		n++
		return err
	})
	if err != nil {
		return err
	}
	if n < 2 {
		return j.wrong(start, "a cell is a pair of indices")
	}
	j.t.add(int32(c[0]), int32(c[1]), j.where.place(start))
	return nil
}

func (j *jsonReader) object(key func(key string, offset int) error) error {
	if !j.take('{') {
		return j.expected("{")
	}
	for first := true; !first || !j.take('}'); first = false {
		j.blanks()
		start := j.i
		name, err := j.string()
		if err != nil {
			return err
		}
		if !j.take(':') {
			return j.expected(":")
		}
		if err := key(name, start); err != nil {
			return err
		}
		if j.take('}') {
			break
		}
		if !j.take(',') {
			return j.expected(", or }")
		}
	}
	return nil
}

func (j *jsonReader) list(value func() error) error {
	if !j.take('[') {
		return j.expected("[")
	}
	for first := true; !first || !j.take(']'); first = false {
		if err := value(); err != nil {
			return err
		}
		if j.take(']') {
			break
		}
		if !j.take(',') {
			return j.expected(", or ]")
		}
	}
	return nil
}

// number reads an index or a size.
func (j *jsonReader) number() (int, error) {
	j.blanks()
	start := j.i
	for j.i < len(j.text) && j.text[j.i] >= '0' && j.text[j.i] <= '9' {
		j.i++
	}
	n, ok := number(j.text[start:j.i])
	if !ok || j.text[start] == '0' && j.i > start+1 {
		if j.i > start {
			return 0, j.wrong(start, "%s is no index: too large, or with a 0 in front", show(j.text[start:j.i]))
		}
		return 0, j.expected("a number from 0 up")
	}
	return n, nil
}

func (j *jsonReader) string() (string, error) {
	if !j.take('"') {
		return "", j.expected("a string in double quotes")
	}
	start := j.i - 1
	plain := true
	for ; j.i < len(j.text) && j.text[j.i] != '"'; j.i++ {
		switch b := j.text[j.i]; {
		case b < ' ':
			return "", j.wrong(j.i, "%s inside a string must be escaped", show(j.text[j.i:j.i+1]))
		case b == '\\':
			plain = false
			j.i++
		}
	}
	if j.i >= len(j.text) {
		return "", j.wrong(start, "the string that begins here has no end")
	}
	j.i++
	literal := j.text[start:j.i]
	if !utf8.Valid(literal) {
		return "", j.wrong(start, "the string that begins here is not UTF-8")
	}
	if plain {
		return string(literal[1 : len(literal)-1]), nil
	}
	var s string
	if json.Unmarshal(literal, &s) != nil {
		return "", j.wrong(start, "the string that begins here has an escape that is none")
	}
	// Half a surrogate pair comes out as U+FFFD, another name.
	const replaced = string(utf8.RuneError)
	meant := strings.Count(string(literal), replaced) + strings.Count(strings.ToLower(string(literal)), `\ufffd`)
	if strings.Count(s, replaced) > meant {
		return "", j.wrong(start, "the string that begins here has half a surrogate pair")
	}
	return s, nil
}

// skip steps over any value.
func (j *jsonReader) skip(depth int) error {
	const deepest = 100
	j.blanks()
	if j.i >= len(j.text) {
		return j.expected("a value")
	}
	if depth > deepest {
		return j.wrong(j.i, "values are nested deeper than %d", deepest)
	}
	switch b := j.text[j.i]; {
	case b == '{':
		return j.object(func(string, int) error { return j.skip(depth + 1) })
	case b == '[':
		return j.list(func() error { return j.skip(depth + 1) })
	case b == '"':
		_, err := j.string()
		return err
	}
	start := j.i
	for j.i < len(j.text) && bytes.IndexByte([]byte(" \t\r\n,]}"), j.text[j.i]) < 0 {
		j.i++
	}
	if !json.Valid(j.text[start:j.i]) {
		return j.wrong(start, "%s is no value", show(j.text[start:j.i]))
	}
	return nil
}

func (j *jsonReader) has(key string) bool {
	_, ok := j.keys[key]
	return ok
}

// finish checks the indices against the sizes, which may come later.
func (j *jsonReader) finish() (*instances.Relation, error) {
	digraph := j.has("nodes") || j.has("edges")
	wanted := []string{"rows", "cols", "cells"}
	if digraph {
		wanted = []string{"nodes", "edges"}
	}
	for _, key := range wanted {
		if !j.has(key) {
			return nil, j.in.wrongAt(0, "", "the key %s is missing: an instance has %s", key, strings.Join(wanted, ", "))
		}
	}
	if digraph && (j.has("rows") || j.has("cols") || j.has("cells")) {
		return nil, j.in.wrongAt(0, "", "an instance has rows, cols and cells, or nodes and edges, not both")
	}
	t := &j.t
	announced, rows, cols := 0, t.numRows, t.numCols
	if digraph {
		cols = rows
		t.numCols = rows
		announced = rows
		if t.nodes != nil {
			rows = len(t.nodes.list)
			cols = rows
		}
	} else {
		announced = rows + cols
		if t.rows != nil {
			rows = len(t.rows.list)
		}
		if t.cols != nil {
			cols = len(t.cols.list)
		}
	}
	if err := j.in.justified(0, announced, len(t.cells)); err != nil {
		return nil, err
	}
	for i, c := range t.cells {
		if int(c.Row) >= rows || int(c.Col) >= cols {
			return nil, j.in.wrongAt(t.places.of(i), "", "[%d,%d] is outside the %d rows and %d columns", c.Row, c.Col, rows, cols)
		}
	}
	return t.relation()
}

func writeJSON(w io.Writer, rel *instances.Relation) (lost []string, err error) {
	if err := refuseOptional("json", rel); err != nil {
		return nil, err
	}
	rows, cols := rel.Names()
	for _, name := range append(append([]string{}, rows...), cols...) {
		if !utf8.ValidString(name) {
			return nil, refuse("json", "pairs or dense", "the name %s is not UTF-8, and JSON holds nothing else", show(name))
		}
	}
	var b bytes.Buffer
	cells := "cells"
	if rel.IsDigraph() {
		b.WriteString(`{"nodes":`)
		err = appendJSONNames(&b, rel.Rows(), rows)
		cells = "edges"
	} else {
		b.WriteString(`{"rows":`)
		if err = appendJSONNames(&b, rel.Rows(), rows); err == nil {
			b.WriteString(",\n\"cols\":")
			err = appendJSONNames(&b, rel.Cols(), cols)
		}
	}
	if err != nil {
		return nil, err
	}
	b.WriteString(",\n\"" + cells + `":[`)
	line, row := b.Bytes(), int32(0)
	for i, c := range rel.All() {
		if i > 0 {
			line = append(line, ',')
		}
		if i == 0 || c.Row != row { // a line a row
			line = append(line, '\n')
			row = c.Row
		}
		line = strconv.AppendInt(append(line, '['), int64(c.Row), 10)
		line = strconv.AppendInt(append(line, ','), int64(c.Col), 10)
		line = append(line, ']')
		if len(line) > 1<<16 {
			if _, err := w.Write(line); err != nil {
				return nil, err
			}
			line = line[:0]
		}
	}
	_, err = w.Write(append(line, "]}\n"...))
	return nil, err
}

// appendJSONNames writes names or, where there are none, how many lines.
func appendJSONNames(b *bytes.Buffer, n int, names []string) error {
	if names == nil {
		b.WriteString(strconv.Itoa(n))
		return nil
	}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(names); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the encoder's line break
	return nil
}
