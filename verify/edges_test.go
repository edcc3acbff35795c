package verify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
)

// Both definitions of a colouring allow the same colourings of hubs: tried on
// small extensions with every assignment of colours, legal or not.
func TestColoursOfHubsAndOfEdgesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	legal, illegal := 0, 0
	for range 60 {
		hubs := make(instances.Extension, 1+rng.IntN(4))
		for i := range hubs {
			hubs[i] = instances.Hub{Sources: some(rng, 3), Targets: some(rng, 3)}
		}
		rel, err := hubs.Induced(3, 3)
		if err != nil {
			t.Fatal(err)
		}
		const colors = 3
		total := 1
		for range hubs {
			total *= colors
		}
		for code := range total {
			for i := range hubs {
				hubs[i].Color = code%colors + 1
				code /= colors
			}
			onHubs := verify.Coloring(rel, hubs, colors)
			onEdges := verify.EdgeColoring(hubs, hubs.Edges(), colors)
			if (onHubs == nil) != (onEdges == nil) {
				t.Fatalf("%v: %v, by the edges %v", hubs, onHubs, onEdges)
			}
			if onHubs == nil {
				legal++
			} else {
				illegal++
			}
		}
	}
	if legal < 50 || illegal < 50 {
		t.Errorf("only %d legal and %d illegal colourings", legal, illegal)
	}
}

func some(rng *rand.Rand, n int) []int32 {
	for {
		var out []int32
		for v := range n {
			if rng.IntN(2) == 0 {
				out = append(out, int32(v))
			}
		}
		if out != nil {
			return out
		}
	}
}

// Free colourings of the edges: the fewest colours are those of the hubs.
func TestFewestColoursOfEdgesByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 25 {
		hubs := make(instances.Extension, 1+rng.IntN(3))
		for i := range hubs {
			hubs[i] = instances.Hub{Sources: some(rng, 2), Targets: some(rng, 2)}
		}
		edges := hubs.Edges()
		if len(edges) > 8 {
			continue
		}
		rel, err := hubs.Induced(2, 2)
		if err != nil {
			t.Fatal(err)
		}
		for colors := 1; colors <= 3; colors++ {
			onEdges := assign(len(edges), colors, func(i, c int) { edges[i].Color = c }, func() bool { return verify.EdgeColoring(hubs, edges, colors) == nil })
			onHubs := assign(len(hubs), colors, func(i, c int) { hubs[i].Color = c }, func() bool { return verify.Coloring(rel, hubs, colors) == nil })
			if onEdges != onHubs {
				t.Fatalf("%v in %d colours: edges %v, hubs %v", hubs, colors, onEdges, onHubs)
			}
		}
	}
}

// assign tries all assignments of colours to n things.
func assign(n, colors int, give func(i, c int), ok func() bool) bool {
	var from func(i int) bool
	from = func(i int) bool {
		if i == n {
			return ok()
		}
		for c := 1; c <= colors; c++ {
			if give(i, c); from(i + 1) {
				return true
			}
		}
		return false
	}
	return from(0)
}

func TestEdgeColoringRejects(t *testing.T) {
	hubs := instances.Extension{{Sources: []int32{0, 1}, Targets: []int32{0}, Color: 1}, {Sources: []int32{1}, Targets: []int32{1}, Color: 2}}
	good := hubs.Edges()
	if err := verify.EdgeColoring(hubs, good, 2); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(e []instances.ExtensionEdge) []instances.ExtensionEdge{
		"an edge is missing":      func(e []instances.ExtensionEdge) []instances.ExtensionEdge { return e[1:] },
		"the last is missing":     func(e []instances.ExtensionEdge) []instances.ExtensionEdge { return e[:len(e)-1] },
		"an edge comes twice":     func(e []instances.ExtensionEdge) []instances.ExtensionEdge { return append(e, e[0]) },
		"an edge of no hub":       func(e []instances.ExtensionEdge) []instances.ExtensionEdge { e[0].Hub = 7; return e },
		"an edge of another line": func(e []instances.ExtensionEdge) []instances.ExtensionEdge { e[0].Line = 7; return e },
		"no colour":               func(e []instances.ExtensionEdge) []instances.ExtensionEdge { e[0].Color = 0; return e },
		"too large a colour":      func(e []instances.ExtensionEdge) []instances.ExtensionEdge { e[0].Color = 3; return e },
		"two colours at a hub":    func(e []instances.ExtensionEdge) []instances.ExtensionEdge { e[0].Color = 2; return e },
		"two of one colour at a source": func(e []instances.ExtensionEdge) []instances.ExtensionEdge {
			e[3].Color, e[4].Color = 1, 1
			return e
		},
	} {
		if err := verify.EdgeColoring(hubs, spoil(append([]instances.ExtensionEdge{}, good...)), 2); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// The digraph of an extension has the hubs as nodes behind the others.
func TestDigraphOfAnExtension(t *testing.T) {
	hubs := instances.Extension{{Sources: []int32{0, 1}, Targets: []int32{0}}, {Sources: []int32{1}, Targets: []int32{1}}}
	rel, err := hubs.Induced(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		digraph bool
		nodes   int
		want    []instances.Cell
	}{
		{false, 6, []instances.Cell{cell(0, 4), cell(1, 4), cell(1, 5), cell(4, 2), cell(5, 3)}},
		{true, 4, []instances.Cell{cell(0, 2), cell(1, 2), cell(1, 3), cell(2, 0), cell(3, 1)}},
	} {
		r := rel
		if c.digraph {
			if r, err = rel.AsDigraph(); err != nil {
				t.Fatal(err)
			}
		}
		g, err := hubs.Digraph(r)
		if err != nil || g.Rows() != c.nodes || !g.IsDigraph() {
			t.Fatalf("%v, %v", g, err)
		}
		if got := g.Cells(); len(got) != len(c.want) {
			t.Fatalf("%v, want %v", got, c.want)
		}
		for i, e := range g.Cells() {
			if e != c.want[i] {
				t.Errorf("%v, want %v", g.Cells(), c.want)
			}
		}
	}
}
