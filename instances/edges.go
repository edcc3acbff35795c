package instances

// ExtensionEdge is an edge of the digraph that a hub extension is (math.md,
// section 1): from the source Line (a row) to hub Hub, or where Out is set from
// the hub to the target Line (a column).
type ExtensionEdge struct {
	Hub, Line int32
	Out       bool
	Color     int // from 1; 0 is none
}

// Edges lists the edges of the extension, hub by hub, those in before those
// out, each with the colour of its hub: colours of hubs and of edges are two
// ways to say the same.
func (x Extension) Edges() []ExtensionEdge {
	out := make([]ExtensionEdge, 0, x.Memberships())
	for i, h := range x {
		for _, a := range h.Sources {
			out = append(out, ExtensionEdge{Hub: int32(i), Line: a, Color: h.Color})
		}
		for _, b := range h.Targets {
			out = append(out, ExtensionEdge{Hub: int32(i), Line: b, Out: true, Color: h.Color})
		}
	}
	return out
}

// Digraph is the extension as a digraph: the nodes of the relation's digraph
// view (Relation.Bipartite), which it must be an extension of, then the hubs.
func (x Extension) Digraph(rel *Relation) (*Relation, error) {
	rows, nodes := 0, rel.Rows() // of the columns' nodes, the first; of all nodes
	if !rel.IsDigraph() {
		rows, nodes = rel.Rows(), rel.Rows()+rel.Cols()
	}
	var cells []Cell
	for _, e := range x.Edges() {
		hub := int32(nodes) + e.Hub
		if e.Out {
			cells = append(cells, Cell{Row: hub, Col: int32(rows) + e.Line})
		} else {
			cells = append(cells, Cell{Row: e.Line, Col: hub})
		}
	}
	g, err := New(nodes+len(x), nodes+len(x), cells)
	if err != nil {
		return nil, err
	}
	return g.AsDigraph()
}
