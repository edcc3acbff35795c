package bound

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/coloring"
	"gonum.org/v1/gonum/graph/simple"

	"github.com/hubcover/hubcover/instances"
)

func randomHubs(rng *rand.Rand, lines, n int, p float64) instances.Extension {
	members := func() []int32 {
		out := []int32{int32(rng.IntN(lines))}
		for v := range lines {
			if rng.Float64() < p && int32(v) != out[0] {
				out = append(out, int32(v))
			}
		}
		slices.Sort(out)
		return out
	}
	var out instances.Extension
	for range n {
		out = append(out, instances.Hub{Sources: members(), Targets: members()})
	}
	return out
}

func hubGraph(t *testing.T, hubs instances.Extension) *HubGraph {
	t.Helper()
	g, err := NewHubGraph(context.Background(), hubs)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range hubs {
		for k, b := range hubs {
			if g.beside[i].Has(k) != (i != k && a.Conflict(b)) {
				t.Fatalf("hubs %d and %d of %v", i, k, hubs)
			}
		}
	}
	return g
}

// chromatic is the chromatic number of the graph by an algorithm of others.
func chromatic(t *testing.T, g *HubGraph) int {
	t.Helper()
	s := simple.NewUndirectedGraph()
	for i := range g.beside {
		s.AddNode(simple.Node(i))
	}
	for i, set := range g.beside {
		for k := set.Next(i + 1); k >= 0; k = set.Next(k + 1) {
			s.SetEdge(simple.Edge{F: simple.Node(i), T: simple.Node(k)})
		}
	}
	k, _, err := coloring.DsaturExact(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// all colours the whole graph: the core by search, the rest behind it.
func (g *HubGraph) all(t *testing.T, colors int, fix bool) (painted []int, exact bool) {
	core, gone := g.Core(colors)
	for _, i := range core {
		beside := 0
		for _, k := range core {
			if g.beside[i].Has(k) {
				beside++
			}
		}
		if beside < colors {
			t.Fatalf("hub %d of a core for %d colours is beside %d", i, colors, beside)
		}
	}
	fixed := 0
	if fix && len(core) > 0 {
		clique, _ := g.Clique(context.Background(), core, nil, 1000, len(core))
		fixed = len(clique)
		core = append(clique, slices.DeleteFunc(core, func(i int) bool { return slices.Contains(clique, i) })...)
	}
	found, exact := g.Paint(context.Background(), core, fixed, colors, 1_000_000)
	if found == nil && len(core) > 0 {
		return nil, exact
	}
	painted = make([]int, len(g.beside))
	for k, i := range core {
		painted[i] = found[k]
	}
	g.Extend(painted, gone)
	return painted, exact
}

func TestPaintAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	gaps := 0 // above the largest clique
	for range 150 {
		hubs := randomHubs(rng, 4+rng.IntN(9), 1+rng.IntN(18), .12)
		g := hubGraph(t, hubs)
		want := chromatic(t, g)
		for _, fix := range []bool{false, true} {
			if painted, exact := g.all(t, want-1, fix); painted != nil || !exact {
				t.Fatalf("%v: %v in %d colours, exact %v", hubs, painted, want-1, exact)
			}
			painted, _ := g.all(t, want, fix)
			if painted == nil || slices.Max(painted) > want {
				t.Fatalf("%v: %v in %d colours", hubs, painted, want)
			}
			for i, set := range g.beside {
				for k := set.Next(0); k >= 0; k = set.Next(k + 1) {
					if painted[i] == painted[k] || painted[i] < 1 {
						t.Fatalf("%v: %v is no colouring", hubs, painted)
					}
				}
			}
		}
		every := make([]int, len(hubs))
		for i := range every {
			every[i] = i
		}
		line := HeaviestLine(hubs)
		clique, exact := g.Clique(context.Background(), every, line, 100_000, want)
		if !exact || len(clique) < len(line) {
			t.Fatalf("%v: clique %v of at least %v", hubs, clique, line)
		}
		for i, a := range clique {
			for _, b := range clique[:i] {
				if !hubs[a].Conflict(hubs[b]) {
					t.Fatalf("%v: %v is no clique", hubs, clique)
				}
			}
		}
		if len(clique) < want {
			gaps++
		}
	}
	if gaps < 3 {
		t.Errorf("only %d graphs need more colours than their cliques", gaps)
	}
}

func TestRepaint(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	found := 0
	for range 40 {
		hubs := randomHubs(rng, 20+rng.IntN(20), 40+rng.IntN(60), .04)
		g := hubGraph(t, hubs)
		colored, n := ColorHubs(context.Background(), hubs)
		every, start := make([]int, len(hubs)), make([]int, len(hubs))
		for i, h := range colored {
			every[i], start[i] = i, h.Color
		}
		if got := g.Repaint(context.Background(), every, start, n, 0, 1); !slices.Equal(got, start) {
			t.Fatalf("a colouring became %v", got)
		}
		for colors := n; colors >= n-1; colors-- {
			for i := range start {
				start[i] = 1 + rng.IntN(n)
			}
			got := g.Repaint(context.Background(), every, start, colors, 20_000, 1)
			if !slices.Equal(got, g.Repaint(context.Background(), every, start, colors, 20_000, 1)) {
				t.Fatal("the same seed gives other colours")
			}
			if got == nil {
				continue
			}
			found++
			for i, set := range g.beside {
				for k := set.Next(0); k >= 0; k = set.Next(k + 1) {
					if got[i] == got[k] || got[i] < 1 || got[i] > colors {
						t.Fatalf("%v is no colouring with %d colours", got, colors)
					}
				}
			}
		}
		if clique := HeaviestLine(hubs); len(clique) > 1 {
			if got := g.Repaint(context.Background(), every, start, len(clique)-1, 500, 1); got != nil {
				t.Fatalf("%v needs %d colours", got, len(clique))
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d colourings were found", found)
	}
}

func TestHubGraphKeepsToItsBudget(t *testing.T) {
	hubs := randomHubs(rand.New(rand.NewPCG(5, 6)), 60, 200, .03)
	g := hubGraph(t, hubs)
	core, _ := g.Core(18)
	if painted, exact := g.Paint(context.Background(), core, 0, 18, 3); painted != nil || exact {
		t.Errorf("three steps give %v, %v", painted, exact)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewHubGraph(ctx, hubs); err == nil {
		t.Error("a graph was made with the context over")
	}
	if painted, exact := g.Paint(ctx, core, 0, 18, 1_000_000); painted != nil || exact {
		t.Errorf("with the context over %v, %v", painted, exact)
	}
	if HeaviestLine(nil) != nil {
		t.Error("no hubs have a line")
	}
}
