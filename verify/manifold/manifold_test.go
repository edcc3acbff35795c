package manifold_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/hubcover/hubcover/verify/manifold"
)

func parse(t testing.TB, name string) manifold.Manifold {
	t.Helper()
	m, err := manifold.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func samples(m manifold.Manifold, n int) [][]float64 {
	rng := rand.New(rand.NewPCG(3, 4))
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, m.Ambient())
		m.Sample(points[i], rng)
	}
	return points
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v, want %v within %g", what, got, want, tolerance)
	}
}

func TestParse(t *testing.T) {
	for name, want := range map[string][2]int{ // dimension, coordinates
		"euclidean:3":                   {3, 3},
		"sphere:7":                      {7, 8},
		"torus:4":                       {4, 4},
		"projective:5":                  {5, 36},
		"hyperbolic:2":                  {2, 3},
		"grassmann:2,5":                 {6, 25},
		" sphere:2 * torus:1":           {3, 4},
		"torus:1*grassmann:1,3*torus:1": {4, 11},
	} {
		m := parse(t, name)
		if m.Dim() != want[0] || m.Ambient() != want[1] {
			t.Errorf("%s: dimension %d in %d coordinates, want %v", name, m.Dim(), m.Ambient(), want)
		}
		if plain := strings.ReplaceAll(name, " ", ""); m.String() != plain {
			t.Errorf("%s calls itself %s", plain, m)
		}
	}
	for name, fault := range map[string]string{
		"":                             "no manifold is named",
		"shpere:2":                     `no manifold is named "shpere"; there are euclidean:d, sphere:d,`,
		"sphere":                       "does not have the form sphere:d",
		"sphere:":                      "does not have the form",
		"sphere:2,3":                   "does not have the form sphere:d",
		"sphere:0":                     "d = \"0\" in \"sphere:0\" is no whole number from 1",
		"sphere:-1":                    "no whole number from 1",
		"sphere:2.5":                   "no whole number from 1",
		"sphere:999999999999999999999": "no whole number from 1",
		"grassmann:2":                  "does not have the form grassmann:k,n",
		"grassmann:3,3":                "k = 3 must be below n = 3",
		"grassmann:2,300":              "more than 65536 coordinates",
		"projective:65536":             "more than 65536 coordinates",
		"torus:40000*torus:40000":      "more than 65536 coordinates",
		"sphere:2*":                    "no manifold is named",
	} {
		if m, err := manifold.Parse(name); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%q: %v, %v; want %q", name, m, err, fault)
		}
	}
}

func FuzzParse(f *testing.F) {
	for i := range manifold.All {
		f.Add(strings.NewReplacer("d", "3", "k", "2", "n", "4").Replace(manifold.All[i].Usage()))
	}
	f.Add("sphere:2*torus:1")
	f.Add("grassmann:5,2*sphere:99999999999")
	f.Fuzz(func(t *testing.T, name string) {
		m, err := manifold.Parse(name)
		if err != nil {
			return
		}
		if m.Ambient() > manifold.MaxAmbient {
			t.Fatalf("%s has %d coordinates", m, m.Ambient())
		}
		if again, err := manifold.Parse(m.String()); err != nil || again.String() != m.String() {
			t.Fatalf("%q calls itself %q, read back as %v, %v", name, m, again, err)
		}
	})
}

// The singular values of the product of two bases are the cosines of the
// principal angles.
func TestGrassmannByAnotherWay(t *testing.T) {
	const k, n = 2, 5
	m, complement := parse(t, "grassmann:2,5"), parse(t, "grassmann:3,5")
	points := samples(m, 12)
	other := func(p []float64) []float64 {
		q := make([]float64, len(p))
		for i, a := range p {
			q[i] = -a
			if i%(n+1) == 0 {
				q[i]++
			}
		}
		return q
	}
	for i, p := range points {
		for _, q := range points[:i] {
			var product mat.Dense
			product.Mul(mat.NewDense(n, n, p), mat.NewDense(n, n, q))
			var svd mat.SVD
			if !svd.Factorize(&product, mat.SVDNone) {
				t.Fatal("no singular values")
			}
			want := 0.0
			for _, c := range svd.Values(nil)[:k] {
				want += math.Pow(math.Acos(min(1, c)), 2)
			}
			near(t, "distance of two planes", m.Distance(p, q), math.Sqrt(want), 1e-7)
			near(t, "distance of the complements", complement.Distance(other(p), other(q)), m.Distance(p, q), 1e-12)
		}
	}
}

func TestProjectiveIsTheSphereFolded(t *testing.T) {
	m, sphere := parse(t, "projective:3"), parse(t, "sphere:3")
	points := samples(sphere, 12)
	line := func(x []float64) (p []float64) {
		for _, a := range x {
			for _, b := range x {
				p = append(p, a*b)
			}
		}
		return p
	}
	for i, x := range points {
		for _, y := range points[:i] {
			d := sphere.Distance(x, y)
			near(t, "distance of two lines", m.Distance(line(x), line(y)), min(d, math.Pi-d), 1e-12)
		}
	}
}

// The Poincaré disc has the distance arcosh(1 + 2|x-y|²/((1-|x|²)(1-|y|²))).
func TestHyperbolicIsPoincare(t *testing.T) {
	m := parse(t, "hyperbolic:2")
	points := samples(m, 12)
	for i, x := range points {
		for _, y := range points[:i] {
			u, v := [2]float64{x[1] / (1 + x[0]), x[2] / (1 + x[0])}, [2]float64{y[1] / (1 + y[0]), y[2] / (1 + y[0])}
			square := func(a, b float64) float64 { return a*a + b*b }
			want := math.Acosh(1 + 2*square(u[0]-v[0], u[1]-v[1])/((1-square(u[0], u[1]))*(1-square(v[0], v[1]))))
			near(t, "distance", m.Distance(x, y), want, 1e-7)
		}
	}
}

// What part of the volume a ball about the base point has.
func TestSamplesAreUniform(t *testing.T) {
	for name, want := range map[string]float64{
		"euclidean:3":   math.Pow(0.5, 3),
		"sphere:2":      (1 - math.Cos(0.5)) / 2,
		"torus:2":       math.Pi / 4, // a radius of 1/2
		"projective:2":  1 - math.Cos(0.5),
		"grassmann:2,3": 1 - math.Cos(0.5), // planes are normals
		"hyperbolic:2":  (math.Cosh(0.5) - 1) / (math.Cosh(1) - 1),
		"hyperbolic:3":  (math.Sinh(1) - 1) / (math.Sinh(2) - 2),
	} {
		m := parse(t, name)
		base := make([]float64, m.Ambient())
		m.Base(base)
		const n = 10000
		inside := 0.0
		for _, x := range samples(m, n) {
			if m.Distance(x, base) < 0.5 {
				inside++
			}
		}
		near(t, name, inside/n, want, 5*math.Sqrt(want*(1-want)/n))
	}
}

func TestProjectIsNearest(t *testing.T) {
	m := parse(t, "grassmann:2,4")
	rng := rand.New(rand.NewPCG(5, 6))
	for _, p := range samples(m, 10) {
		// Antisymmetric and normal parts are as far from every plane.
		v := make([]float64, len(p))
		for i := range v {
			v[i] = 0.1 * rng.NormFloat64()
		}
		tangent := make([]float64, len(p))
		m.Tangent(tangent, p, v)
		for i := range v {
			v[i] += p[i] - tangent[i]
		}
		if err := m.Project(v, v); err != nil {
			t.Fatal(err)
		}
		near(t, "how far the nearest point moved", m.Distance(v, p), 0, 1e-12)
	}
	for name, x := range map[string][]float64{
		"sphere:2":         {0, 0, 0},
		"grassmann:1,2":    {1, 0, 0, 1},
		"projective:1":     {0, 0, 0, 0},
		"torus:1*sphere:1": {0, 0, 0},
	} {
		m := parse(t, name)
		if err := m.Project(make([]float64, len(x)), x); err == nil {
			t.Errorf("%s: %v has no nearest point", name, x)
		}
	}
	torus := parse(t, "torus:3")
	x := []float64{1, -0.25, 2.5}
	if err := torus.Project(x, x); err != nil || x[0] != 0 || x[1] != 0.75 || x[2] != 0.5 {
		t.Errorf("%v, %v", x, err)
	}
}

// Check tells apart what is wrong.
func TestCheckSays(t *testing.T) {
	for _, c := range []struct {
		name  string
		x     []float64
		fault string
	}{
		{"sphere:1", []float64{1, 1}, "its length is 1.414"},
		{"torus:1", []float64{1}, "in [0,1)"},
		{"hyperbolic:1", []float64{-1, 0}, "is positive"},
		{"hyperbolic:1", []float64{1, 1}, "it is 1.414"},
		{"projective:1", []float64{1, 0.1, 0, 0}, "symmetric"},
		{"projective:1", []float64{1, 0.1, 0.1, 0}, "own square"},
		{"projective:1", []float64{1, 0, 0, 1}, "has trace 1"},
		{"projective:1", []float64{1, 0}, "2 coordinates, projective:1 has points of 4"},
		{"torus:1*sphere:1", []float64{0, 0, 2}, "factor 2, sphere:1: its length is 2"},
		{"euclidean:1", []float64{math.NaN()}, "coordinate 0 is NaN"},
	} {
		if err := parse(t, c.name).Check(c.x); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v: %v, want %q", c.name, c.x, err, c.fault)
		}
	}
}

// One factor at its cut locus is enough.
func TestProductAtTheCutLocus(t *testing.T) {
	m := parse(t, "torus:1*euclidean:1*torus:1")
	v := make([]float64, 3)
	for _, x := range [][]float64{{0.5, 1, 0.25}, {0.25, 1, 0.5}} {
		if m.Log(v, make([]float64, 3), x) {
			t.Errorf("two shortest ways from 0 to %v, Log gives %v", x, v)
		}
	}
	if !m.Log(v, make([]float64, 3), []float64{0.75, 1, 0.25}) || v[0] != -0.25 || v[1] != 1 || v[2] != 0.25 {
		t.Errorf("Log gives %v", v)
	}
}

// One manifold serves several goroutines.
func TestConcurrent(t *testing.T) {
	m := parse(t, "grassmann:2,5*projective:2")
	points := samples(m, 20)
	distances := func() (d []float64) {
		for i, x := range points {
			for _, y := range points[:i] {
				d = append(d, m.Distance(x, y))
			}
		}
		return d
	}
	want := distances()
	var wait sync.WaitGroup
	for range 12 {
		wait.Go(func() {
			for i, d := range distances() {
				if d != want[i] {
					t.Errorf("distance %d: %v, alone %v", i, d, want[i])
				}
			}
		})
	}
	wait.Wait()
}
