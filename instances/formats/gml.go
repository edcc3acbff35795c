package formats

import (
	"bytes"
	"html"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// GML is Himsolt's graph modelling language: graph [ directed 1 node [ id 1
// label "a" ] edge [ source 1 target 2 ] ]. Labels are the names, ids where a
// node has none; everything else is passed over. Graphs are undirected unless
// they say directed 1.
var GML = Format{
	Name:       "gml",
	Doc:        "graph modelling language, directed or not",
	Extensions: []string{".gml"},
	Detect: func(h Head) bool {
		g := gmlReader{text: h.Bytes}
		for range 100 { // keys before the graph: Creator "…"
			key, ok := g.token()
			if !ok || key.text == "" || !isKey(key.text) {
				return false
			}
			value, ok := g.token()
			if !ok {
				return false
			}
			switch {
			case strings.EqualFold(key.text, "graph"):
				return value.text == "[" && !value.quoted
			case value.text == "[" && !value.quoted:
				return false
			case !value.quoted && !isGMLNumber(value.text):
				return false
			}
		}
		return false
	},
	Read: readGML,
}

func readGML(in *Input) (*instances.Relation, error) {
	data, err := in.Bytes()
	if err != nil {
		return nil, err
	}
	g := gmlReader{in: in, text: data, where: newLocator(data)}
	found := false
	err = g.pairs(0, func(key, value gmlToken) error {
		if !strings.EqualFold(key.text, "graph") {
			return g.pass(value, 0)
		}
		if found {
			return g.wrong(key, "a second graph: one file, one graph")
		}
		found = true
		return g.graph(value)
	})
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, in.wrongAt(0, "", "the file has no graph [ … ]")
	}
	return g.finish()
}

type gmlReader struct {
	in       *Input
	text     []byte
	i        int
	where    *locator
	directed bool
	ids      map[string]int32
	labels   []string // by node; its id where it has none
	idList   []string
	edges    []gmlEdge
}

type gmlEdge struct{ source, target gmlToken }

// gmlToken is a key, a number, a string or a bracket.
type gmlToken struct {
	text   string
	quoted bool
	at     place
}

func isKey(s string) bool {
	for i := range len(s) {
		letter := s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z' || s[i] == '_'
		if !letter && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}

func isGMLNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || strings.Contains(err.Error(), "range")
}

// blanks steps over white space and # comments.
func (g *gmlReader) blanks() {
	for g.i < len(g.text) && bytes.IndexByte([]byte(" \t\r\n#"), g.text[g.i]) >= 0 {
		if g.text[g.i] != '#' {
			g.i++
		} else if end := bytes.IndexByte(g.text[g.i:], '\n'); end >= 0 {
			g.i += end
		} else {
			g.i = len(g.text)
		}
	}
}

// token gives the next token; ok is false at the end, and for a string that has
// none, whose token then says so by its text `"`.
func (g *gmlReader) token() (t gmlToken, ok bool) {
	g.blanks()
	if g.where != nil {
		t.at = g.where.place(g.i)
	}
	if g.i == len(g.text) {
		return t, false
	}
	start := g.i
	switch b := g.text[g.i]; b {
	case '[', ']':
		g.i++
		t.text = string(b)
	case '"':
		end := bytes.IndexByte(g.text[g.i+1:], '"')
		if end < 0 {
			t.text = `"`
			return t, false
		}
		g.i += end + 2
		t.text, t.quoted = html.UnescapeString(string(g.text[start+1:g.i-1])), true
	default:
		for g.i < len(g.text) && bytes.IndexByte([]byte(" \t\r\n[]\"#"), g.text[g.i]) < 0 {
			g.i++
		}
		t.text = string(g.text[start:g.i])
	}
	return t, true
}

func (g *gmlReader) wrong(t gmlToken, format string, args ...any) error {
	return g.in.wrongAt(t.at, "", format, args...)
}

// pairs reads keys with their values up to the closing bracket, at depth 0 up
// to the end of the text.
func (g *gmlReader) pairs(depth int, take func(key, value gmlToken) error) error {
	const deepest = 100
	for {
		key, ok := g.token()
		switch {
		case !ok && depth == 0 && key.text == "":
			return nil
		case !ok && key.text == "":
			return g.wrong(key, "the text ends within [ … ]")
		case depth > 0 && key.text == "]" && !key.quoted:
			return nil
		case depth > deepest:
			return g.wrong(key, "brackets are nested deeper than %d", deepest)
		case !ok || key.quoted || !isKey(key.text):
			return g.wrong(key, "%s where a key is expected", show(key.text))
		}
		value, ok := g.token()
		if !ok || !value.quoted && value.text != "[" && !isGMLNumber(value.text) {
			if value.text == `"` {
				return g.wrong(value, "the string that begins here has no end")
			}
			return g.wrong(value, "%s where the value of %s is expected", show(value.text), key.text)
		}
		if err := take(key, value); err != nil {
			return err
		}
	}
}

// pass steps over a value.
func (g *gmlReader) pass(value gmlToken, depth int) error {
	if value.text != "[" || value.quoted {
		return nil
	}
	return g.pairs(depth+1, func(_, v gmlToken) error { return g.pass(v, depth+1) })
}

// inside wants a value in brackets and reads what is in them.
func (g *gmlReader) inside(key, value gmlToken, depth int, take func(key, value gmlToken) error) error {
	if value.text != "[" || value.quoted {
		return g.wrong(value, "%s where %s [ is expected", show(value.text), key.text)
	}
	return g.pairs(depth, take)
}

func (g *gmlReader) graph(value gmlToken) error {
	g.ids = map[string]int32{}
	return g.inside(gmlToken{text: "graph"}, value, 1, func(key, value gmlToken) error {
		switch strings.ToLower(key.text) {
		case "directed":
			if value.text != "0" && value.text != "1" {
				return g.wrong(value, "directed must be 0 or 1, not %s", show(value.text))
			}
			g.directed = value.text == "1"
			return nil
		case "node":
			return g.node(key, value)
		case "edge":
			return g.edge(key, value)
		}
		return g.pass(value, 1)
	})
}

func (g *gmlReader) node(key, value gmlToken) error {
	var id, label *gmlToken
	err := g.inside(key, value, 2, func(k, v gmlToken) error {
		switch {
		case strings.EqualFold(k.text, "id") && v.text != "[":
			id = &v
		case strings.EqualFold(k.text, "label") && (v.quoted || v.text != "["):
			label = &v
		}
		return g.pass(v, 2)
	})
	switch {
	case err != nil:
		return err
	case id == nil:
		return g.wrong(key, "the node has no id")
	}
	if _, again := g.ids[id.text]; again {
		return g.wrong(*id, "a second node with id %s", show(id.text))
	}
	g.ids[id.text] = int32(len(g.idList))
	g.idList = append(g.idList, id.text)
	if label == nil {
		label = id
	} else {
	}
	g.labels = append(g.labels, label.text)
	return nil
}

func (g *gmlReader) edge(key, value gmlToken) error {
	var e gmlEdge
	err := g.inside(key, value, 2, func(k, v gmlToken) error {
		switch strings.ToLower(k.text) {
		case "source":
			e.source = v
		case "target":
			e.target = v
		}
		return g.pass(v, 2)
	})
	if err != nil {
		return err
	}
	if e.source.at == 0 || e.target.at == 0 {
		return g.wrong(key, "the edge lacks a source or a target")
	}
	g.edges = append(g.edges, e)
	return nil
}

// finish finds the ends of the edges, which may come before the nodes.
func (g *gmlReader) finish() (*instances.Relation, error) {
	t := table{in: g.in, nodes: newNames()}
	list := g.labels
	for _, name := range list {
		if !t.nodes.fresh(name) {
			g.in.warn("two nodes are labelled %s: nodes are named by their ids", show(name))
			list, t.nodes = g.idList, newNames()
			for _, id := range list {
				t.nodes.fresh(id)
			}
			break
		}
	}
	for _, e := range g.edges {
		var ends [2]int32
		for i, end := range []gmlToken{e.source, e.target} {
			node, ok := g.ids[end.text]
			if !ok {
				return nil, g.wrong(end, "no node has the id %s", show(end.text))
			}
			ends[i] = node
		}
		if g.directed {
			t.add(ends[0], ends[1], e.source.at)
		} else {
			t.addBoth(ends[0], ends[1], e.source.at)
		}
	}
	return t.relation()
}
