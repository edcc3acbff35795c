package density_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/manifold"
)

// problem is a digraph with a coloured hub extension of it.
type problem struct {
	name string
	rel  *instances.Relation
	x    instances.Extension
}

func digraph(t testing.TB, n int, x instances.Extension) *instances.Relation {
	t.Helper()
	rel, err := x.Induced(n, n)
	if err != nil {
		t.Fatal(err)
	}
	if rel, err = rel.AsDigraph(); err != nil {
		t.Fatal(err)
	}
	return rel
}

// digits covers K_n without loops by binary digits (fact F10).
func digits(n int) (x instances.Extension) {
	for j := 0; 1<<j < n; j++ {
		var sides [2][]int32
		for v := range n {
			sides[v>>j&1] = append(sides[v>>j&1], int32(v))
		}
		x = append(x, instances.Hub{Sources: sides[0], Targets: sides[1], Color: j + 1},
			instances.Hub{Sources: sides[1], Targets: sides[0], Color: j + 1})
	}
	return x
}

// stars gives every vertex of K_n without loops a hub of its own.
func stars(n int) (x instances.Extension) {
	for v := range n {
		h := instances.Hub{Sources: []int32{int32(v)}, Color: v + 1}
		for w := range n {
			if w != v {
				h.Targets = append(h.Targets, int32(w))
			}
		}
		x = append(x, h)
	}
	return x
}

// randomHubs draws a random hub extension and colours it greedily.
func randomHubs(n, hubs int, p float64, seed uint64) (x instances.Extension) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for len(x) < hubs {
		var h instances.Hub
		for v := range n {
			if rng.Float64() < p {
				h.Sources = append(h.Sources, int32(v))
			}
			if rng.Float64() < p {
				h.Targets = append(h.Targets, int32(v))
			}
		}
		if len(h.Sources) == 0 || len(h.Targets) == 0 {
			continue
		}
		for h.Color = 1; slices.ContainsFunc(x, func(g instances.Hub) bool { return g.Color == h.Color && g.Conflict(h) }); {
			h.Color++
		}
		x = append(x, h)
	}
	return x
}

func problems(t testing.TB) []problem {
	t.Helper()
	causal, err := families.Generate("causal", []string{"n=8"})
	if err != nil {
		t.Fatal(err)
	}
	list := []problem{
		{"K3 (3,3)", digraph(t, 3, stars(3)), stars(3)},
		{"K3 (4,2)", digraph(t, 3, digits(3)), digits(3)},
		{"crown 8", digraph(t, 8, digits(8)), digits(8)},
		{"causal 8", causal.Relation, causal.Known.FewestColors},
	}
	for seed := range uint64(3) {
		x := randomHubs(10, 6, 0.25, seed)
		list = append(list, problem{fmt.Sprint("random hub ", seed), digraph(t, 10, x), x})
	}
	return list
}

func packed(t testing.TB, name string, n int) *manifold.Embedding {
	t.Helper()
	m, err := manifold.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("v", i)
	}
	e, err := manifold.Packed(context.Background(), m, names, manifold.Packing{Seed: 1, Starts: 1, Steps: 10})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func build(t testing.TB, p problem, e *manifold.Embedding, d density.Design) *density.Cover {
	t.Helper()
	c, err := density.Build(context.Background(), p.rel, p.x, e, d)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// verdicts are the checks that reject, in order.
func verdicts(t testing.TB, c *density.Cover, rel *instances.Relation, s density.Search) (rejected []string) {
	t.Helper()
	findings, err := c.Check(context.Background(), rel, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		t.Log(f)
		if f.Err != nil {
			rejected = append(rejected, f.Check)
		}
	}
	return rejected
}

// Every cover is accepted by every check, and by the definition in brute force.
func TestCovers(t *testing.T) {
	for _, name := range []string{"sphere:7", "torus:4", "projective:5", "grassmann:2,5", "hyperbolic:3"} {
		embeddings := map[int]*manifold.Embedding{}
		for i, p := range problems(t) {
			n := p.rel.Bipartite().Rows()
			if embeddings[n] == nil {
				embeddings[n] = packed(t, name, n)
			}
			for _, fibre := range []int{0, 2, 3} {
				d := density.Design{Fibre: fibre, Kernel: density.Kernels[(i+fibre)%len(density.Kernels)], Codes: density.CodeSearch{Starts: 2, Steps: 40}}
				t.Run(fmt.Sprintf("%s/%s/%d", name, p.name, fibre), func(t *testing.T) {
					c := build(t, p, embeddings[n], d)
					if bad := verdicts(t, c, p.rel, density.Search{Seed: 1, Starts: 12}); bad != nil {
						t.Error("rejected by ", bad)
					}
					brute(t, p, c)
				})
			}
		}
	}
}

// brute rebuilds E_j from the hubs, and β_j from math.md's sums over hubs.
func brute(t *testing.T, p problem, c *density.Cover) {
	t.Helper()
	e := c.Embedding
	rng := rand.New(rand.NewPCG(7, 7))
	near := func(v int) []float64 {
		x := slices.Clone(e.Points[v])
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		e.Manifold.Tangent(x, e.Points[v], x)
		for i := range x {
			x[i] *= e.Rho / 2 / manifold.Norm(e.Manifold, x) * rng.Float64()
		}
		e.Manifold.Exp(x, e.Points[v], x)
		return x
	}
	for j, color := range c.Colors {
		var hubs []instances.Hub
		for _, h := range p.x {
			if h.Color == j+1 {
				hubs = append(hubs, h)
			}
		}
		sum := func(x []float64, side func(instances.Hub) []int32) []float64 {
			out := make([]float64, c.Fibre)
			for k, h := range hubs {
				for _, v := range side(h) {
					kappa, _ := c.Kernel.At(e.Manifold.Distance(x, e.Points[v]) / e.Rho)
					for i, a := range color.Codes[k] {
						out[i] += kappa * a
					}
				}
			}
			return out
		}
		for range 20 {
			x, y := near(rng.IntN(len(e.Points))), near(rng.IntN(len(e.Points)))
			key := sum(x, func(h instances.Hub) []int32 { return h.Sources })
			query := sum(y, func(h instances.Hub) []int32 { return h.Targets })
			want := 0.0
			for i, a := range key {
				want += a * query[i]
			}
			if got := c.Weight(j, x, y); math.Abs(got-want) > 1e-12 {
				t.Fatalf("colour %d: weight %v, by definition %v", j+1, got, want)
			}
		}
		var cells []instances.Cell
		for _, h := range hubs {
			for _, a := range h.Sources {
				for _, b := range h.Targets {
					cells = append(cells, instances.Cell{Row: a, Col: b})
				}
			}
		}
		slices.SortFunc(cells, instances.Cell.Compare)
		if got := c.Recover(j); !slices.Equal(got, cells) {
			t.Errorf("colour %d: recovered %v, want %v", j+1, got, cells)
		}
	}
}

// Rows and columns apart: column b is the node after all rows.
func TestRelation(t *testing.T) {
	x := instances.Extension{{Sources: []int32{0, 1}, Targets: []int32{0, 2}, Color: 1}, {Sources: []int32{2}, Targets: []int32{1}, Color: 1}}
	rel, err := x.Induced(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	c := build(t, problem{"", rel, x}, packed(t, "sphere:2", 7), density.Design{})
	if bad := verdicts(t, c, rel, density.Search{}); bad != nil {
		t.Error("rejected by ", bad)
	}
	if got := c.Recover(0); len(got) != 5 || got[0] != (instances.Cell{Row: 0, Col: 3}) {
		t.Error("recovered ", got)
	}
	if got, want := c.Parameters(), 2*2+3+3; got != want {
		t.Errorf("%d parameters, want %d", got, want)
	}
}

func TestNoEdges(t *testing.T) {
	rel, err := instances.New(2, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := build(t, problem{"", rel, nil}, packed(t, "torus:2", 4), density.Design{})
	if bad := verdicts(t, c, rel, density.Search{}); bad != nil || len(c.Colors) != 0 {
		t.Error("rejected by ", bad)
	}
}

func TestWeightDoesNotAllocate(t *testing.T) {
	c := build(t, problem{"", digraph(t, 8, digits(8)), digits(8)}, packed(t, "grassmann:2,5", 8), density.Design{})
	x, y := c.Embedding.Points[3], c.Embedding.Points[4]
	total := 0.0
	if n := testing.AllocsPerRun(20, func() { total += c.Weight(0, x, y) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Whatever hint there is, the same node is found.
func TestNearFromAnyHint(t *testing.T) {
	c := build(t, problem{"", digraph(t, 8, digits(8)), digits(8)}, packed(t, "torus:2", 8), density.Design{})
	rng := rand.New(rand.NewPCG(3, 3))
	x := make([]float64, 2)
	found := 0
	for range 200 {
		c.Embedding.Manifold.Sample(x, rng)
		want := c.Near(x)
		if want.Node != density.None {
			found++
		}
		for hint := density.None; hint < 8; hint++ {
			if got := c.NearFrom(x, hint); got != want {
				t.Fatalf("near %+v, from %d near %+v", want, hint, got)
			}
		}
	}
	if found < 50 || found > 199 {
		t.Errorf("%d of 200 points in balls", found)
	}
}

// A hub of its own for every cell is a hub extension like others.
func TestIdentityKeys(t *testing.T) {
	causal, err := families.Generate("causal", []string{"n=6"})
	if err != nil {
		t.Fatal(err)
	}
	var x instances.Extension
	for _, cell := range causal.Relation.All() {
		// a + b modulo n colours the cells of K_n with loops.
		x = append(x, instances.Hub{Sources: []int32{cell.Row}, Targets: []int32{cell.Col}, Color: int(cell.Row+cell.Col)%6 + 1})
	}
	for _, fibre := range []int{0, 2, 3} {
		c := build(t, problem{"", causal.Relation, x}, packed(t, "sphere:3", 6), density.Design{Fibre: fibre})
		if bad := verdicts(t, c, causal.Relation, density.Search{Starts: 12}); bad != nil {
			t.Errorf("fibre %d: rejected by %v", fibre, bad)
		}
		if len(c.Colors) != 6 || c.Parameters() != 21*(c.Fibre+2) {
			t.Errorf("%d colours, %d parameters", len(c.Colors), c.Parameters())
		}
	}
}
