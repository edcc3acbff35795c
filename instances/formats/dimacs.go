package formats

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"github.com/hubcover/hubcover/instances"
)

// DIMACS is the format of the DIMACS challenges: c comments, a line "p edge N M"
// (or p col) with edges "e u v" of a graph, or "p arc N M" (or p sp, p max) with
// arcs "a u v" of a digraph. Nodes are numbered from 1, and that is their name;
// weights are passed over.
var DIMACS = Format{
	Name:       "dimacs",
	Doc:        "DIMACS graphs (p edge, p col) and digraphs (p arc, p sp)",
	Extensions: []string{".col", ".gr", ".dimacs"},
	Detect: func(h Head) bool {
		for _, line := range h.Lines() {
			f := splitter(line)
			switch word, _ := f.next(); {
			case len(word) == 0 || word[0] == 'c' && len(word) == 1:
			case string(word) == "p":
				kind, _ := f.next()
				return slices.Contains(slices.Concat(graphKinds, digraphKinds, []string{"cnf", "wcnf"}), string(kind))
			default:
				return false
			}
		}
		return false
	},
	Read: func(in *Input) (*instances.Relation, error) {
		d := dimacsReader{in: in, t: table{in: in}}
		for {
			line, err := in.Line()
			if err == io.EOF {
				return d.finish()
			}
			if err == nil {
				err = d.line(line)
			}
			if err != nil {
				return nil, err
			}
		}
	},
}

var (
	graphKinds   = []string{"edge", "edges", "col"}
	digraphKinds = []string{"arc", "arcs", "sp", "max", "min", "asn"}
)

type dimacsReader struct {
	in     *Input
	t      table
	header place // of the p line, 0 before it
	arcs   bool
	lines  int // announced
	found  int
}

func (d *dimacsReader) line(line []byte) error {
	f := splitter(line)
	word, column := f.next()
	switch {
	case word == nil || word[0] == 'c':
		return nil
	case string(word) == "p":
		return d.problem(&f, column)
	case d.header == 0:
		return d.in.wrong(column, "", "the p line must come before %s", show(word))
	case string(word) == "e" && !d.arcs || string(word) == "a" && d.arcs:
		u, err := d.node(&f)
		if err != nil {
			return err
		}
		v, err := d.node(&f)
		if err != nil {
			return err
		}
		d.found++
		if p := at(d.in.line, 1); d.arcs {
			d.t.add(u, v, p)
		} else {
			d.t.addBoth(u, v, p)
		}
		return nil
	case len(word) == 1 && bytes.Contains([]byte("ndvx"), word):
		return nil // values, dimensions and places of nodes
	}
	want := "e"
	if d.arcs {
		want = "a"
	}
	return d.in.wrong(column, "", "%s where c, p or %s should begin the line", show(word), want)
}

func (d *dimacsReader) problem(f *fields, column int) error {
	if d.header != 0 {
		return d.in.wrong(column, "", "a second p line; the first is line %d", d.header.line())
	}
	kind, column := f.next()
	switch {
	case slices.Contains(digraphKinds, string(kind)):
		d.arcs = true
	case string(kind) == "cnf" || string(kind) == "wcnf":
		return d.in.wrong(column, "a solver", "the file is a formula (p %s), not a graph", kind)
	case !slices.Contains(graphKinds, string(kind)):
		return d.in.wrong(column, "p edge or p arc", "%s is no kind of graph", show(kind))
	}
	d.header = at(d.in.line, 1)
	for _, to := range []*int{&d.t.numRows, &d.lines} {
		field, column := f.next()
		n, ok := number(field)
		if !ok {
			return d.in.wrong(column, "", "the p line must give the numbers of nodes and of edges, not %s", show(field))
		}
		*to = n
	}
	return nil
}

func (d *dimacsReader) node(f *fields) (int32, error) {
	field, column := f.next()
	v, ok := number(field)
	switch {
	case !ok:
		return 0, d.in.wrong(column, "", "%s where the number of a node should stand", show(field))
	case v < 1 || v > d.t.numRows:
		return 0, d.in.wrong(column, "", "node %d of a graph whose nodes are 1 to %d", v, d.t.numRows)
	}
	return int32(v - 1), nil
}

func (d *dimacsReader) finish() (*instances.Relation, error) {
	if d.header == 0 {
		return nil, d.in.wrong(0, "", "the file has no p line")
	}
	if err := d.in.justified(d.header, d.t.numRows, len(d.t.cells)); err != nil {
		return nil, err
	}
	if d.found != d.lines {
		d.in.warn("the p line announces %d edges, the file has %d", d.lines, d.found)
	}
	d.t.nodes = fromOne(d.t.numRows)
	return d.t.relation()
}

// fromOne gives n names 1, 2, ….
func fromOne(n int) *names {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i + 1)
	}
	return &names{list: list}
}
