package law_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

// problem is a digraph with a coloured hub extension of it.
type problem struct {
	name string
	rel  *instances.Relation
	x    instances.Extension
}

func family(t testing.TB, name string, args ...string) problem {
	t.Helper()
	inst, err := families.Generate(name, args)
	if err != nil {
		t.Fatal(err)
	}
	rel, err := inst.Relation.AsDigraph()
	if err != nil {
		t.Fatal(err)
	}
	return problem{fmt.Sprint(name, " ", args), rel, inst.Known.FewestColors}
}

// randomHubs draws a random hub extension and colours it greedily.
func randomHubs(n, hubs int, p float64, seed uint64) problem {
	rng := rand.New(rand.NewPCG(seed, 0))
	var x instances.Extension
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
	rel, err := x.Induced(n, n)
	if err == nil {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		panic(err)
	}
	return problem{fmt.Sprintf("random %d:%d:%v seed %d", n, hubs, p, seed), rel, x}
}

func space(t testing.TB, name string) manifold.Manifold {
	t.Helper()
	m, err := manifold.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func packed(t testing.TB, name string, rel *instances.Relation) *manifold.Embedding {
	t.Helper()
	g := rel.Bipartite()
	names := make([]string, g.Rows())
	for v := range names {
		names[v] = g.RowName(v)
	}
	e, err := manifold.Packed(context.Background(), space(t, name), names, manifold.Packing{Seed: 1, Starts: 1, Steps: 10})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func build(t testing.TB, p problem, e *manifold.Embedding, d law.Design) *law.Law {
	t.Helper()
	l, err := law.Build(context.Background(), p.rel, p.x, e, d)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// verdicts are the checks that reject, in order.
func verdicts(t testing.TB, l *law.Law, rel *instances.Relation, s law.Checking) (rejected []string) {
	t.Helper()
	findings, err := l.Check(context.Background(), rel, s)
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

// again writes a law and reads it back.
func again(t testing.TB, l *law.Law) *law.Law {
	t.Helper()
	var first, second bytes.Buffer
	if err := l.Write(&first); err != nil {
		t.Fatal(err)
	}
	back, err := law.Read(bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := back.Write(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("%v: read back and written again, it is another file", err)
	}
	return back
}

var quick = density.Search{Starts: 8}

// On every manifold, the law of a hub extension passes all checks, also as it is
// read back, and margins are as predicted.
func TestLaws(t *testing.T) {
	problems := []problem{family(t, "crown", "n=8"), family(t, "causal", "n=16"), randomHubs(14, 6, 0.25, 1)}
	for _, name := range []string{"sphere:7", "torus:4", "projective:5", "grassmann:2,5", "hyperbolic:3", "euclidean:3", "sphere:2*torus:1"} {
		for i, p := range problems {
			e := packed(t, name, p.rel)
			for _, fibre := range []int{0, 2} {
				t.Run(fmt.Sprintf("%s/%s/%d", name, p.name, fibre), func(t *testing.T) {
					kind := law.Kinds[(i+fibre/2)%2]
					l := again(t, build(t, p, e, law.Design{Density: density.Design{Fibre: fibre}, Field: kind, Seed: 1}))
					if bad := verdicts(t, l, p.rel, law.Checking{Search: quick}); bad != nil {
						t.Error("rejected by ", bad)
					}
					for j, c := range l.Cover.Colors {
						want := 1.0
						if n := len(c.Codes); fibre == 2 && n > 1 {
							want = 1 - math.Cos(math.Pi/2/float64(n-1))
						}
						if math.Abs(c.Margin-want) > 1e-9 {
							t.Errorf("colour %d of %d hubs: margin %v, want %v", j+1, len(c.Codes), c.Margin, want)
						}
					}
				})
			}
		}
	}
}

// A kernel that is flat at its top, or rises again, makes no strict maximum.
func TestWrongKernels(t *testing.T) {
	p := family(t, "crown", "n=4")
	l := build(t, p, packed(t, "torus:2", p.rel), law.Design{})
	for name, at := range map[string]func(s float64) (value, slope float64){
		"flat":   func(s float64) (float64, float64) { return min(1, 2-2*s), 0 },
		"rising": func(s float64) (float64, float64) { return 0.5 + 0.5*math.Abs(1-3*s), 0 },
		"low":    func(s float64) (float64, float64) { return 0.5 - 0.5*s, 0 },
	} {
		cover := *l.Cover
		cover.Kernel = density.Kernel{Name: name, At: at}
		wrong := *l
		wrong.Cover = &cover
		if bad := verdicts(t, &wrong, p.rel, law.Checking{Search: quick}); !slices.Contains(bad, "strong") {
			t.Errorf("%s: rejected by %v", name, bad)
		}
	}
}

// Without edges there is nothing that v has to point at, but it is a direction, so
// that what is written is read again.
func TestNoEdges(t *testing.T) {
	rel, err := instances.New(2, 2, nil)
	if err == nil {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		l := build(t, problem{"nothing", rel, nil}, packed(t, "euclidean:1", rel), law.Design{Seed: seed})
		if bad := verdicts(t, again(t, l), rel, law.Checking{}); bad != nil {
			t.Errorf("seed %d: rejected by %v", seed, bad)
		}
	}
	l := build(t, problem{"nothing", rel, nil}, packed(t, "euclidean:1", rel), law.Design{})
	for _, spoil := range []func(*law.Law){
		func(l *law.Law) { l.Field.V = []float64{0} },
		func(l *law.Law) { l.Instance.SHA256 = "" },
		func(l *law.Law) { l.Instance.As = "graph" },
		func(l *law.Law) { l.Parameters.Edges = -1 },
	} {
		wrong := *l
		spoil(&wrong)
		var out bytes.Buffer
		if err := wrong.Write(&out); err == nil || out.Len() > 0 {
			t.Errorf("%s is written, which is not read", out.String())
		}
	}
}
