package manifold_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/verify/manifold"
)

func names(n int) []string {
	s := make([]string, n)
	for i := range s {
		s[i] = fmt.Sprint("v", i)
	}
	return s
}

func Example() {
	m, err := manifold.Parse("sphere:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := manifold.Packed(context.Background(), m, []string{"a", "b", "c", "d"}, manifold.Packing{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _, least := e.Closest()
	fmt.Printf("four points of %s, at angles of %.3f or more\n", m, least)
	// Output: four points of sphere:2, at angles of 1.911 or more
}

func ExampleEmbed() {
	m, err := manifold.Parse("torus:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	points := [][]float64{{0, 0}, {0.5, 0.5}, {0.9, 0}}
	_, err = manifold.Embed(m, []string{"a", "b", "c"}, points, manifold.Radii{R0: 0.2})
	fmt.Println(err)
	e, err := manifold.Embed(m, []string{"a", "b"}, points[:2], manifold.Radii{R0: 0.5})
	fmt.Println(e.R0, e.Rho, err)
	// Output:
	// points "a" and "c" are at distance 0.09999999999999998, which is not above r0 = 0.2; move them apart or lower r0
	// 0.5 0.25 <nil>
}

func TestEmbedRefuses(t *testing.T) {
	sphere := parse(t, "sphere:1")
	apart := [][]float64{{1, 0}, {0, 1}}
	inf := math.Inf(1)
	for _, c := range []struct {
		points [][]float64
		radii  manifold.Radii
		fault  string
	}{
		{nil, manifold.Radii{}, "no points"},
		{[][]float64{{1, 0}, {1, 1}}, manifold.Radii{}, `point "v1" is not on sphere:1: its length is 1.4`},
		{[][]float64{{1, 0}, {1}}, manifold.Radii{}, `point "v1" is not on sphere:1: 1 coordinates`},
		{[][]float64{{1, 0}, {0, 1}, {1, 0}}, manifold.Radii{}, `points "v0" and "v2" are the same`},
		{apart, manifold.Radii{R0: 1.6}, `points "v0" and "v1" are at distance 1.57`},
		{apart, manifold.Radii{R0: sphere.Distance(apart[0], apart[1])}, "not above r0"},
		{apart, manifold.Radii{R0: -1}, "r0 = -1 is no positive"},
		{apart, manifold.Radii{R0: math.NaN()}, "r0 = NaN is no positive"},
		{apart[:1], manifold.Radii{R0: inf}, "r0 = +Inf is no positive"},
		{apart, manifold.Radii{R0: 1, Rho: 0.51}, "rho = 0.51 is above r0/2 = 0.5"},
		{apart, manifold.Radii{Rho: -1}, "rho = -1 is no positive"},
		{apart, manifold.Radii{Rho: math.NaN()}, "rho = NaN is no positive"},
		{apart[:1], manifold.Radii{R0: 7, Rho: 3.2}, "not below the injectivity radius 3.14"},
	} {
		if e, err := manifold.Embed(sphere, names(len(c.points)), c.points, c.radii); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%v, %+v: %v, %v; want %q", c.points, c.radii, e, err, c.fault)
		}
	}
	if _, err := manifold.Embed(sphere, names(1), apart, manifold.Radii{}); err == nil {
		t.Error("2 points for 1 name")
	}
	// The same plane twice is at a distance of rounding only.
	planes := samples(parse(t, "grassmann:2,5"), 1)
	if _, err := manifold.Embed(parse(t, "grassmann:2,5"), names(2), append(planes, planes[0]), manifold.Radii{}); err == nil {
		t.Error("one plane for two names")
	}
}

func TestEmbedCopies(t *testing.T) {
	points, ids := [][]float64{{1}, {2}}, names(2)
	e, err := manifold.Embed(parse(t, "euclidean:1"), ids, points, manifold.Radii{})
	if err != nil {
		t.Fatal(err)
	}
	points[0][0], ids[0] = 7, "x"
	if e.Points[0][0] != 1 || e.Names[0] != "v0" {
		t.Error("the embedding changed with what it was made from")
	}
}

// admissible checks what an Embedding promises.
func admissible(t interface{ Fatalf(string, ...any) }, e *manifold.Embedding, n int) {
	if len(e.Points) != n || len(e.Names) != n {
		t.Fatalf("%d points, %d names, want %d", len(e.Points), len(e.Names), n)
	}
	for i, x := range e.Points {
		if err := e.Manifold.Check(x); err != nil {
			t.Fatalf("point %d: %v", i, err)
		}
		for j := range i {
			if d := e.Manifold.Distance(x, e.Points[j]); !(d > e.R0) {
				t.Fatalf("points %d and %d at distance %v, r0 = %v", j, i, d, e.R0)
			}
		}
	}
	if !(e.Rho > 0 && e.Rho <= e.R0/2 && e.Rho < e.Manifold.Injectivity()) {
		t.Fatalf("rho = %v, r0 = %v, injectivity radius %v", e.Rho, e.R0, e.Manifold.Injectivity())
	}
}

func TestRandom(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"euclidean:2", "sphere:2", "torus:3", "projective:2", "hyperbolic:2", "grassmann:2,4", "sphere:1*torus:1"}).Draw(t, "manifold")
		m, err := manifold.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		n, seed := rapid.IntRange(1, 12).Draw(t, "n"), rapid.Uint64().Draw(t, "seed")
		separation := rapid.Float64Range(1e-3, 0.2).Draw(t, "separation")
		e, err := manifold.Random(ctx, m, names(n), separation, seed)
		if err != nil {
			t.Fatal(err)
		}
		admissible(t, e, n)
		if _, _, d := e.Closest(); !(d > separation) {
			t.Fatalf("separation %v, asked for %v", d, separation)
		}
		again, err := manifold.Random(ctx, m, names(n), separation, seed)
		if err != nil || !slices.EqualFunc(e.Points, again.Points, slices.Equal[[]float64]) {
			t.Fatalf("the same seed gives other points: %v", err)
		}
	})
}

func TestRandomGivesUp(t *testing.T) {
	m := parse(t, "sphere:1")
	for separation, fault := range map[float64]string{
		2:          "separation 2: ", // only 3 fit, and only 2 or 3 are found
		3.2:        "no two points of sphere:1 are further apart than 3.14",
		0:          "no positive number",
		math.NaN(): "no positive number",
	} {
		if _, err := manifold.Random(context.Background(), m, names(4), separation, 1); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("separation %v: %v, want %q", separation, err, fault)
		}
	}
	_, err := manifold.Random(context.Background(), m, names(4), 2, 1)
	if err == nil || !(strings.Contains(err.Error(), "2 of 4 points placed") || strings.Contains(err.Error(), "3 of 4 points placed")) {
		t.Errorf("not said how far it got: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := manifold.Random(ctx, m, names(2), 0.1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Best possible least distances: regular polygons and polyhedra; the square
// antiprism (Schütte and van der Waerden, Math. Ann. 123 (1951)); simplex and
// cross-polytope (Rankin, Proc. Glasgow Math. Assoc. 2 (1955)); the five squares
// of side 1/√5 that tile the torus; the diagonals of the icosahedron; seven
// discs in a disc.
func TestPackedKnown(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want float64
	}{
		{"sphere:1", 7, 2 * math.Pi / 7},
		{"sphere:2", 2, math.Pi},
		{"sphere:2", 4, math.Acos(-1. / 3)},
		{"sphere:2", 6, math.Pi / 2},
		{"sphere:2", 8, math.Acos((math.Sqrt(8) - 1) / 7)},
		{"sphere:2", 12, math.Atan(2)},
		{"sphere:7", 9, math.Acos(-1. / 8)},
		{"sphere:7", 16, math.Pi / 2},
		{"torus:1", 5, 0.2},
		{"torus:2", 5, 1 / math.Sqrt(5)},
		{"projective:1", 5, math.Pi / 5},
		{"projective:2", 6, math.Atan(2)},
		{"grassmann:2,3", 6, math.Atan(2)},
		{"euclidean:1", 3, 2. / 3},
		{"euclidean:2", 7, 2. / 3},
		{"hyperbolic:1", 3, 2. / 3},
	} {
		e, err := manifold.Packed(context.Background(), parse(t, c.name), names(c.n), manifold.Packing{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		admissible(t, e, c.n)
		_, _, d := e.Closest()
		if !(d <= c.want+1e-9) || d < c.want-5e-4 {
			t.Errorf("%d points of %s: least distance %v, the best is %v", c.n, c.name, d, c.want)
		}
		near(t, "r0", e.R0, d, 1e-8)
	}
}

func TestPacked(t *testing.T) {
	ctx := context.Background()
	quick := manifold.Packing{Seed: 5, Starts: 2, Steps: 10}
	for _, name := range []string{"sphere:3", "torus:2", "projective:3", "hyperbolic:3", "grassmann:2,4", "sphere:2*euclidean:1", "euclidean:2*hyperbolic:2"} {
		m := parse(t, name)
		for _, n := range []int{1, 2, 9} {
			e, err := manifold.Packed(ctx, m, names(n), quick)
			if err != nil {
				t.Fatal(err)
			}
			admissible(t, e, n)
			again, err := manifold.Packed(ctx, m, names(n), quick)
			if err != nil || !slices.EqualFunc(e.Points, again.Points, slices.Equal[[]float64]) {
				t.Errorf("%s: the same seed gives other points: %v", name, err)
			}
		}
	}
	m := parse(t, "euclidean:3")
	for _, bad := range []manifold.Packing{{Starts: -1}, {Steps: -1}, {Radius: -1}, {Radius: math.NaN()}} {
		if _, err := manifold.Packed(ctx, m, names(2), bad); err == nil {
			t.Errorf("%+v passes", bad)
		}
	}
	if _, err := manifold.Packed(ctx, m, nil, quick); err == nil {
		t.Error("nothing is packed")
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := manifold.Packed(ctx, m, names(3), quick); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Eight balls in a ball of radius 1 have radius 0.378 at best.
func TestPackedWithin(t *testing.T) {
	m := parse(t, "euclidean:3")
	for _, radius := range []float64{0.01, 50} {
		e, err := manifold.Packed(context.Background(), m, names(8), manifold.Packing{Radius: radius})
		if err != nil {
			t.Fatal(err)
		}
		_, _, d := e.Closest()
		for _, x := range e.Points {
			if r := m.Distance(x, make([]float64, 3)); r+d/2 > radius*1.001 {
				t.Errorf("a ball of radius %v at %v from the centre, in one of %v", d/2, r, radius)
			}
		}
		near(t, "least distance in units of the radius", d/radius, 2*0.378, 2e-3)
	}
}

func TestMoreStartsAreNoWorse(t *testing.T) {
	m := parse(t, "torus:2")
	least := func(starts int) float64 {
		e, err := manifold.Packed(context.Background(), m, names(13), manifold.Packing{Starts: starts, Steps: 20})
		if err != nil {
			t.Fatal(err)
		}
		_, _, d := e.Closest()
		return d
	}
	one, before := least(1), 0.0
	for starts := 1; starts <= 6; starts++ {
		d := least(starts)
		if d < before {
			t.Errorf("%v by %d starts, %v by one less", d, starts, before)
		}
		before = d
	}
	if before == one {
		t.Error("all starts end alike, this shows nothing")
	}
}
