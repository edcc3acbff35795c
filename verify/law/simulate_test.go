package law_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

func simulate(t *testing.T, l *law.Law, d law.Dynamics) *law.Trajectory {
	t.Helper()
	tr, err := l.Simulate(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// Particles stay on the manifold, whoever acts and however weights are
// normalised, and the same seed gives the same trajectory.
func TestSimulateStays(t *testing.T) {
	p := family(t, "crown", "n=6")
	for i, name := range []string{"euclidean:2", "sphere:3", "torus:3", "projective:4", "hyperbolic:2", "grassmann:2,4", "sphere:2*torus:1"} {
		l := build(t, p, packed(t, name, p.rel), law.Design{Field: law.Kinds[i%2], Seed: 2})
		for _, n := range law.Normalizations {
			d := law.Dynamics{Normalize: n, Time: 0.3, Samples: 7, Perturb: 0.4, Seed: 9}
			tr := simulate(t, l, d)
			if tr.Stop == "" && (len(tr.Times) != 7 || tr.Times[6] != 0.3) {
				t.Errorf("%s: times %v", name, tr.Times)
			}
			if tr.Stop != "" && n != law.Sinkhorn {
				t.Errorf("%s, %s: it stops %s", name, n, tr.Stop)
			}
			for k := range tr.Times {
				for v, x := range tr.Positions[k] {
					if err := l.Cover.Embedding.Manifold.Check(x); err != nil {
						t.Fatalf("%s, %s: particle %d at time %v: %v", name, n, v, tr.Times[k], err)
					}
				}
			}
			for v, x := range tr.Positions[0] {
				if at := l.Cover.Embedding.Manifold.Distance(x, l.Cover.Embedding.Points[v]); at > 0.4*l.Cover.Embedding.Rho {
					t.Errorf("%s: particle %d begins at distance %v", name, v, at)
				}
			}
			if !reflect.DeepEqual(tr, simulate(t, l, d)) {
				t.Errorf("%s, %s: another trajectory from the same seed", name, n)
			}
		}
	}
}

// At the start, velocities are what the edges say: with the projected field the
// in-degree times a_θ, counted with colours; normalised by rows, a_θ alone; and
// nothing at a node without sources.
func TestFirstVelocities(t *testing.T) {
	p := family(t, "causal", "n=8")
	l := build(t, p, packed(t, "sphere:5", p.rel), law.Design{})
	e := l.Cover.Embedding
	const h = 1e-6
	speeds := func(n law.Normalization) (out []float64) {
		tr := simulate(t, l, law.Dynamics{Normalize: n, Time: h, Samples: 2})
		for v := range e.Points {
			out = append(out, e.Manifold.Distance(tr.Positions[1][v], e.Points[v])/h)
		}
		return out
	}
	want := make([]float64, len(e.Points))
	for _, c := range l.Cover.Colors {
		for a := range e.Points {
			for b := range e.Points {
				if c.Has(a, b) {
					want[b]++
				}
			}
		}
	}
	for b, v := range speeds(law.None) {
		if math.Abs(v-want[b]) > 1e-4*want[b] {
			t.Errorf("node %d has speed %v, %v is due", b, v, want[b])
		}
	}
	for b, v := range speeds(law.Row) {
		if math.Abs(v-min(1, want[b])) > 1e-4 {
			t.Errorf("normalised, node %d has speed %v", b, v)
		}
	}
}

// The triangle of causal masks has a perfect matching, the diagonal, and no
// other: entries off it have no support.
func TestSinkhornRefuses(t *testing.T) {
	p := family(t, "causal", "n=4")
	l := build(t, p, packed(t, "torus:3", p.rel), law.Design{})
	if _, err := l.Simulate(context.Background(), law.Dynamics{Normalize: law.Sinkhorn}); !errors.Is(err, law.ErrNoSupport) {
		t.Errorf("error %v", err)
	}
}

// Two particles that attract each other come together as far as their balls
// reach, and count as one cluster then.
func TestClusters(t *testing.T) {
	x := instances.Extension{{Sources: []int32{0}, Targets: []int32{1}, Color: 1}, {Sources: []int32{1}, Targets: []int32{0}, Color: 1}}
	rel, err := x.Induced(3, 3)
	if err == nil {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := manifold.Embed(space(t, "euclidean:2"), []string{"a", "b", "far"}, [][]float64{{0, 0}, {1, 0}, {0, 5}}, manifold.Radii{})
	if err != nil {
		t.Fatal(err)
	}
	l := build(t, problem{"", rel, x}, e, law.Design{Field: law.Source})
	tr := simulate(t, l, law.Dynamics{Time: 3, Samples: 31})
	if first, last := tr.Count(0), tr.Count(30); first != 3 || last != 2 {
		t.Errorf("%d clusters at the start, %d at the end", first, last)
	}
	if got := tr.Clusters[30]; !slices.Equal(got, []int{0, 0, 1}) {
		t.Error("clusters ", got)
	}
	for k, at := range tr.Positions {
		if at[0][0] > e.Rho || at[1][0] < 1-e.Rho || at[0][1] != 0 || at[2][1] != 5 {
			t.Fatalf("time %v: %v", tr.Times[k], at)
		}
		if k > 0 && !(tr.Speeds[k] <= tr.Speeds[k-1]) {
			t.Errorf("time %v: speed %v after %v", tr.Times[k], tr.Speeds[k], tr.Speeds[k-1])
		}
	}
}

// Influence is β_j at the nodes: 1 on E_j, the inner product of two codes
// elsewhere. Also where balls are tiny and many sources act.
func TestInfluence(t *testing.T) {
	p := family(t, "crown", "n=12")
	for _, name := range []string{"sphere:5", "torus:3", "projective:4", "grassmann:2,5", "hyperbolic:3"} {
		for _, fibre := range []int{2, 3} {
			l := build(t, p, packed(t, name, p.rel), law.Design{Density: density.Design{Fibre: fibre}})
			for j, c := range l.Cover.Colors {
				influence, err := l.Influence(context.Background(), j)
				if err != nil {
					t.Fatal(err)
				}
				for k, row := range influence {
					for i, a := range row {
						want := 0.0
						if s, r := c.Sources[k], c.Targets[i]; s != density.None && r != density.None {
							for n, w := range c.Codes[s] {
								want += w * c.Codes[r][n]
							}
						}
						if math.Abs(a-want) > 1e-7 {
							t.Fatalf("%s, fibre %d, colour %d: influence of %d on %d is %v, %v is due", name, fibre, j+1, k, i, a, want)
						}
					}
				}
			}
		}
	}
}

// Nodes 0 and 1 are opposite on a circle, so that none knows a way to the other, or
// a little less than opposite, so that they do. The others draw 1 from there to
// here within the measurement, which must not turn what 0 does to it round.
func TestInfluenceAtTheCutLocus(t *testing.T) {
	m := space(t, "torus:1")
	x := instances.Extension{{Sources: []int32{0, 2, 3}, Targets: []int32{1}, Color: 1}}
	rel, err := x.Induced(4, 4)
	if err == nil {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, short := range []float64{0, 1e-9, 4.99e-4, 4.993e-4, 4.9945e-4, 4.99495e-4, 4.995e-4, 4.99505e-4, 4.9955e-4, 5e-4} {
		e, err := manifold.Embed(m, []string{"0", "1", "2", "3"}, [][]float64{{0}, {0.5 - short}, {0.7}, {0.85}}, manifold.Radii{})
		if err != nil {
			t.Fatal(err)
		}
		l := build(t, problem{"opposite", rel, x}, e, law.Design{})
		l.Field.V[0] = 1 // against the way to 0
		influence, err := l.Influence(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		for k, row := range influence {
			for i, a := range row {
				want := 0.0
				if rel.Has(int32(k), int32(i)) {
					want = 1
				}
				if math.Abs(a-want) > 1e-7 {
					t.Errorf("%v short of opposite: influence of %d on %d is %v, %v is due", short, k, i, a, want)
				}
			}
		}
	}
}

func TestDynamicsRefused(t *testing.T) {
	p := family(t, "crown", "n=4")
	l := build(t, p, packed(t, "torus:2", p.rel), law.Design{})
	for _, d := range []law.Dynamics{{Time: -1}, {Samples: 1}, {Perturb: 1}, {Perturb: -0.1}, {Tolerance: -1}, {MaxSteps: -1}, {Near: -1}, {Normalize: "all"}, {Time: math.Inf(1)}} {
		if _, err := l.Simulate(context.Background(), d); err == nil {
			t.Errorf("%+v was taken", d)
		}
	}
	tr := simulate(t, l, law.Dynamics{MaxSteps: 2})
	if tr.Stop == "" || len(tr.Times) < 1 {
		t.Errorf("two steps were enough: %+v", tr)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Simulate(ctx, law.Dynamics{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v from an ended context", err)
	}
	if _, err := l.Influence(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v from an ended context", err)
	}
}
