package formats

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hubcover/hubcover/instances"
)

// DOT is the language of Graphviz: graph { a -- b } or digraph { a -> b -> {c d} },
// identifiers being the names. Attributes and ports are passed over.
//
// A relation whose rows and columns are sets apart is written as a digraph with
// the attribute hubcover=relation, rows named "r:NAME" and columns "c:NAME".
var DOT = Format{
	Name:       "dot",
	Doc:        "Graphviz graphs and digraphs",
	Extensions: []string{".dot", ".gv"},
	Detect: func(h Head) bool {
		s := dotScanner{text: h.Bytes}
		t := s.next()
		if t.keyword() == "strict" {
			t = s.next()
		}
		if k := t.keyword(); k != "graph" && k != "digraph" {
			return false
		}
		if t = s.next(); t.isID() {
			t = s.next()
		}
		return t.is("{")
	},
	Read:  readDOT,
	Write: writeDOT,
}

// dotRelation is the attribute that tells a relation from a digraph.
const dotRelation = "relation"

func readDOT(in *Input) (*instances.Relation, error) {
	data, err := in.Bytes()
	if err != nil {
		return nil, err
	}
	d := dotReader{
		in: in, scan: dotScanner{text: data, where: newLocator(data)}, size: len(data),
		t: table{in: in, nodes: newNames()},
	}
	d.advance()
	if d.tok.keyword() == "strict" {
		d.t.strict = true
		d.advance()
	}
	switch d.tok.keyword() {
	case "graph":
	case "digraph":
		d.directed = true
	default:
		return nil, d.expected("graph or digraph")
	}
	if d.advance(); d.tok.isID() {
		d.advance()
	}
	if _, err := d.block(0); err != nil {
		return nil, err
	}
	if d.tok.kind != dotEnd {
		return nil, d.expected("the end of the file, behind its one graph")
	}
	if d.as == dotRelation {
		return d.relation()
	}
	return d.t.relation()
}

// dotReader is a recursive descent with one token of lookahead.
type dotReader struct {
	in       *Input
	scan     dotScanner
	tok      dotToken
	size     int // of the text
	directed bool
	as       string // value of the attribute hubcover
	products int    // edges between subgraphs so far
	t        table
}

func (d *dotReader) advance() { d.tok = d.scan.next() }

func (d *dotReader) expected(what string) error {
	switch d.tok.kind {
	case dotBad:
		return d.in.wrongAt(d.tok.at, "", "%s", d.tok.text)
	case dotEnd:
		return d.in.wrongAt(d.tok.at, "", "the text ends where %s is expected", what)
	}
	return d.in.wrongAt(d.tok.at, "", "%s where %s is expected", show(d.tok.text), what)
}

// block reads { statements } and gives the nodes in it.
func (d *dotReader) block(depth int) (nodes []int32, err error) {
	const deepest = 100
	if !d.tok.is("{") {
		return nil, d.expected("{")
	}
	if depth > deepest {
		return nil, d.in.wrongAt(d.tok.at, "", "subgraphs are nested deeper than %d", deepest)
	}
	for d.advance(); !d.tok.is("}"); {
		if d.tok.is(";") || d.tok.is(",") {
			d.advance()
			continue
		}
		more, err := d.statement(depth)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, more...)
	}
	d.advance()
	if depth > 0 {
		slices.Sort(nodes)
		nodes = slices.Compact(nodes)
	} else {
		nodes = nil // of no use, and many
	}
	return nodes, nil
}

// statement reads an attribute, or a chain of nodes and subgraphs.
func (d *dotReader) statement(depth int) (nodes []int32, err error) {
	switch d.tok.keyword() {
	case "graph", "node", "edge":
		if d.advance(); !d.tok.is("[") {
			return nil, d.expected("[")
		}
		return nil, d.attributes()
	}
	from, err := d.end(depth, "a node, an edge or }")
	if err != nil {
		return nil, err
	}
	if from == nil { // it was an attribute
		return nil, nil
	}
	nodes = from
	for d.tok.is("->") || d.tok.is("--") {
		p := d.tok.at
		if d.tok.is("->") != d.directed {
			want := "--"
			if d.directed {
				want = "->"
			}
			return nil, d.in.wrongAt(p, want, "%s in a graph of the other kind", d.tok.text)
		}
		d.advance()
		to, err := d.end(depth, "a node or a subgraph")
		if err != nil {
			return nil, err
		}
		if to == nil {
			return nil, d.expected("a node, not an attribute,")
		}
		if err := d.edges(from, to, p); err != nil {
			return nil, err
		}
		nodes = append(slices.Clip(nodes), to...)
		from = to
	}
	return nodes, d.attributes()
}

// edges puts in all edges between two ends.
func (d *dotReader) edges(from, to []int32, p place) error {
	if n := len(from) * len(to); n > 1 {
		if d.products += n; d.products > d.in.opts.MaxIsolated+4*d.size {
			return d.in.wrongAt(p, "writing the edges one by one", "subgraphs stand for more than %d edges", d.in.opts.MaxIsolated+4*d.size)
		}
	}
	for _, a := range from {
		for _, b := range to {
			if d.directed {
				d.t.add(a, b, p)
			} else {
				d.t.addBoth(a, b, p)
			}
		}
	}
	return nil
}

// end reads a node or a subgraph, called what, and gives its nodes; it gives
// nil after an attribute.
func (d *dotReader) end(depth int, what string) ([]int32, error) {
	if d.tok.keyword() == "subgraph" {
		if d.advance(); d.tok.isID() {
			d.advance()
		}
	}
	if d.tok.is("{") {
		nodes, err := d.block(depth + 1)
		if nodes == nil {
			nodes = []int32{}
		}
		return nodes, err
	}
	name, err := d.id(what)
	if err != nil {
		return nil, err
	}
	if d.tok.is("=") {
		d.advance()
		value, err := d.id("the value of the attribute")
		if name == "hubcover" && depth == 0 {
			d.as = value
		}
		return nil, err
	}
	for range 2 { // a port, a point of the compass
		if d.tok.is(":") {
			d.advance()
			if _, err := d.id("a port"); err != nil {
				return nil, err
			}
		}
	}
	return []int32{d.t.nodes.add(name)}, nil
}

// id reads an identifier; strings may be joined by +.
func (d *dotReader) id(what string) (string, error) {
	if !d.tok.isID() {
		return "", d.expected(what)
	}
	kind, name := d.tok.kind, d.tok.text
	d.advance()
	if kind != dotQuoted || !d.tok.is("+") {
		return name, nil
	}
	parts := []string{name}
	for d.tok.is("+") {
		if d.advance(); d.tok.kind != dotQuoted {
			return "", d.expected("a string behind +")
		}
		parts = append(parts, d.tok.text)
		d.advance()
	}
	return strings.Join(parts, ""), nil
}

// attributes steps over any number of [ … ].
func (d *dotReader) attributes() error {
	for d.tok.is("[") {
		d.advance()
		for !d.tok.is("]") {
			switch {
			case d.tok.isID():
				if _, err := d.id(""); err != nil {
					return err
				}
			case d.tok.is("="), d.tok.is(";"), d.tok.is(","):
				d.advance()
			default:
				return d.expected("]")
			}
		}
		d.advance()
	}
	return nil
}

// relation takes r:NAME and c:NAME apart.
func (d *dotReader) relation() (*instances.Relation, error) {
	t := table{in: d.in, rows: newNames(), cols: newNames(), strict: d.t.strict, places: d.t.places}
	side := make([]byte, len(d.t.nodes.list))
	line := make([]int32, len(d.t.nodes.list))
	for i, name := range d.t.nodes.list {
		switch {
		case strings.HasPrefix(name, "r:"):
			side[i], line[i] = 'r', t.rows.add(name[2:])
		case strings.HasPrefix(name, "c:"):
			side[i], line[i] = 'c', t.cols.add(name[2:])
		default:
			return nil, d.in.wrongAt(0, "", "the node %s of a relation is neither r:NAME nor c:NAME", show(name))
		}
	}
	for i, c := range d.t.cells {
		if side[c.Row] != 'r' || side[c.Col] != 'c' {
			return nil, d.in.wrongAt(t.places.of(i), "", "an edge of a relation leads from a row to a column, not from %s to %s",
				show(d.t.nodes.list[c.Row]), show(d.t.nodes.list[c.Col]))
		}
		t.cells = append(t.cells, instances.Cell{Row: line[c.Row], Col: line[c.Col]})
	}
	return t.relation()
}

func writeDOT(w io.Writer, rel *instances.Relation) (lost []string, err error) {
	if err := refuseOptional("dot", rel); err != nil {
		return nil, err
	}
	if err := refuseAmbiguous("dot", rel); err != nil {
		return nil, err
	}
	head, rowMark, colMark := "digraph {\n", "", ""
	if !rel.IsDigraph() {
		head, rowMark, colMark = "digraph {\nhubcover="+dotRelation+"\n", "r:", "c:"
	}
	rows, err := dotNames(rel.Rows(), rowMark, rel.RowName)
	if err != nil {
		return nil, err
	}
	cols, nodes := rows, rows
	if !rel.IsDigraph() {
		if cols, err = dotNames(rel.Cols(), colMark, rel.ColName); err != nil {
			return nil, err
		}
		nodes = slices.Concat(rows, cols)
	}
	line := []byte(head)
	for _, name := range nodes {
		line = append(append(line, name...), '\n')
	}
	for _, c := range rel.All() {
		line = append(append(line, rows[c.Row]...), " -> "...)
		line = append(append(line, cols[c.Col]...), '\n')
		if len(line) > 1<<16 {
			if _, err := w.Write(line); err != nil {
				return nil, err
			}
			line = line[:0]
		}
	}
	_, err = w.Write(append(line, "}\n"...))
	return nil, err
}

// dotNames gives names in quotes, or refuses one.
func dotNames(n int, mark string, name func(int) string) ([]string, error) {
	quoted := make([]string, n)
	for i := range n {
		s := name(i)
		var ok bool
		if quoted[i], ok = dotQuote(mark + s); !ok {
			return nil, refuse("dot", "json or pairs", "the name %s has a backslash where DOT has no way to write one", show(s))
		}
		if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
			return nil, refuse("dot", "pairs", "the name %s is not UTF-8 text", show(s))
		}
	}
	return quoted, nil
}
