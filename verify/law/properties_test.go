package law_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

var factors = []string{"euclidean:1", "sphere:1", "torus:1", "projective:1", "hyperbolic:1", "grassmann:1,2", "euclidean:2", "euclidean:3", "sphere:2", "sphere:5", "torus:2", "torus:4", "projective:3", "hyperbolic:2", "grassmann:2,4", "grassmann:2,5"}

// drawn is a random relation or digraph with a hub extension, coloured greedily,
// embedded at random.
type drawn struct {
	problem
	e *manifold.Embedding
	d law.Design
}

func draw(t *rapid.T) drawn {
	rows := rapid.IntRange(1, 5).Draw(t, "rows")
	cols := rows
	digraph := rapid.Bool().Draw(t, "digraph")
	if !digraph {
		cols = rapid.IntRange(1, 5).Draw(t, "cols")
	}
	var x instances.Extension
	for range rapid.IntRange(0, 4).Draw(t, "hubs") {
		side := func(n int, what string) []int32 {
			s := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(n)-1), 1, n, rapid.ID).Draw(t, what)
			slices.Sort(s)
			return s
		}
		h := instances.Hub{Sources: side(rows, "sources"), Targets: side(cols, "targets")}
		for h.Color = 1; slices.ContainsFunc(x, func(g instances.Hub) bool { return g.Color == h.Color && g.Conflict(h) }); {
			h.Color++
		}
		x = append(x, h)
	}
	rel, err := x.Induced(rows, cols)
	if err == nil && digraph {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		t.Fatal(err)
	}
	name := rapid.SampledFrom(factors).Draw(t, "manifold")
	if rapid.Bool().Draw(t, "product") {
		name += "*" + rapid.SampledFrom(factors).Draw(t, "second factor")
	}
	m, err := manifold.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	g := rel.Bipartite()
	names := make([]string, g.Rows())
	for v := range names {
		names[v] = g.RowName(v)
	}
	e, err := manifold.Random(context.Background(), m, names, 0.15, rapid.Uint64().Draw(t, "seed"))
	if err != nil {
		t.Skip("no place for the points")
	}
	return drawn{problem{name, rel, x}, e, law.Design{
		Density: density.Design{
			Fibre:  rapid.SampledFrom([]int{0, 2, 3, 4}).Draw(t, "fibre"),
			Kernel: rapid.SampledFrom(density.Kernels).Draw(t, "kernel"),
			Codes:  density.CodeSearch{Starts: 2, Steps: 40},
		},
		Field: rapid.SampledFrom(law.Kinds).Draw(t, "field"),
		Seed:  rapid.Uint64().Draw(t, "field seed"),
	}}
}

// Every coloured hub extension gives a law that all checks accept, that is read
// back the same, and whose digraph is the one there was.
func TestAnyExtension(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		l, err := law.Build(context.Background(), d.rel, d.x, d.e, d.d)
		if err != nil {
			t.Fatal(err)
		}
		findings, err := l.Check(context.Background(), d.rel, law.Checking{Rays: 2, Search: density.Search{Starts: 4}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Err != nil {
				t.Error(f)
			}
		}
		holdField(t, l)
		rel, err := l.Recover()
		if err != nil || !rel.Equal(d.rel.Bipartite()) {
			t.Errorf("recovered %v, %v", rel, err)
		}
		if want := l.Cover.Parameters() + len(l.Field.V); l.Parameters.Law != want || l.Parameters.Edges != d.rel.Len() {
			t.Errorf("%v", l.Parameters)
		}
	})
}

// A law is of one digraph: with a cell more or less it is rejected.
func TestAnyOtherDigraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		l, err := law.Build(context.Background(), d.rel, d.x, d.e, d.d)
		if err != nil {
			t.Fatal(err)
		}
		flip := instances.Cell{Row: int32(rapid.IntRange(0, d.rel.Rows()-1).Draw(t, "row")), Col: int32(rapid.IntRange(0, d.rel.Cols()-1).Draw(t, "col"))}
		cells := slices.DeleteFunc(d.rel.Cells(), func(c instances.Cell) bool { return c == flip })
		if len(cells) == d.rel.Len() {
			cells = append(cells, flip)
		}
		other, err := instances.New(d.rel.Rows(), d.rel.Cols(), cells)
		if err == nil && d.rel.IsDigraph() {
			other, err = other.AsDigraph()
		}
		if err != nil {
			t.Fatal(err)
		}
		findings, err := l.Check(context.Background(), other, law.Checking{Rays: 1, Search: density.Search{Starts: 1}})
		if err != nil {
			t.Fatal(err)
		}
		rejected := map[string]bool{}
		for _, f := range findings {
			rejected[f.Check] = f.Err != nil
		}
		for _, check := range []string{"instance", "labels", "vertices", "recover", "influence"} {
			if !rejected[check] {
				t.Errorf("%s accepts another digraph", check)
			}
		}
	})
}

// holdField looks for points of balls where the field is weaker than it is said
// to be.
func holdField(t *rapid.T, l *law.Law) {
	e := l.Cover.Embedding
	strength, _ := l.Strength()
	size := 0.0
	for _, a := range l.Field.V {
		size = math.Hypot(size, a)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, e.Manifold.Ambient())
	for b, p := range e.Points {
		if !slices.ContainsFunc(l.Cover.Colors, func(c density.Color) bool { return c.Targets[b] != density.None }) {
			continue
		}
		for range 10 {
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			e.Manifold.Tangent(v, p, v)
			c := e.Rho * rng.Float64() / manifold.Norm(e.Manifold, v)
			for i := range v {
				v[i] *= c
			}
			y := slices.Clone(p)
			e.Manifold.Exp(y, p, v)
			e.Manifold.Tangent(v, y, l.Field.V)
			if got := manifold.Norm(e.Manifold, v); !(strength > 0 && got >= strength*size) {
				t.Fatalf("at a point near node %d the field has length %v, %v is the bound", b, got, strength*size)
			}
		}
	}
}
