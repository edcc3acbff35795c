package law

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/hubcover/hubcover/verify/manifold"
)

// flow is a smooth field on any manifold: the tangent part of a fixed vector and
// of half of what the other particles are.
func flow(m manifold.Manifold, v []float64) func(dst, x [][]float64) error {
	w := make([]float64, len(v))
	return func(dst, x [][]float64) error {
		for i := range x {
			for l := range w {
				w[l] = 0.4*v[l] + 0.3*math.Sin(2*math.Pi*x[(i+1)%len(x)][l])
			}
			m.Tangent(dst[i], x[i], w)
		}
		return nil
	}
}

var spaces = []string{"euclidean:2", "sphere:3", "torus:2", "projective:2", "hyperbolic:2", "grassmann:2,4", "sphere:1*hyperbolic:1"}

func someParticles(t *testing.T, name string, n int) (manifold.Manifold, [][]float64, []float64) {
	t.Helper()
	m, err := manifold.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	x := rows(n, m.Ambient())
	for i := range x {
		m.Sample(x[i], rng)
	}
	v := make([]float64, m.Ambient())
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return m, x, v
}

func far(m manifold.Manifold, x, y [][]float64) float64 {
	d := 0.0
	for i := range x {
		d = max(d, m.Distance(x[i], y[i]))
	}
	return d
}

func cloned(x [][]float64) [][]float64 {
	y := rows(len(x), len(x[0]))
	for i := range x {
		copy(y[i], x[i])
	}
	return y
}

// Halving the step divides the error by about 2⁵, on every manifold, and no
// particle leaves it. The estimate falls with the same order.
func TestOrder(t *testing.T) {
	for _, name := range spaces {
		t.Run(name, func(t *testing.T) {
			m, start, v := someParticles(t, name, 3)
			run := func(steps int) ([][]float64, float64) {
				x, worst := cloned(start), 0.0
				g := newIntegrator(m, len(x), flow(m, v))
				for range steps {
					e, err := g.try(x, 1/float64(steps))
					if err != nil {
						t.Fatal(err)
					}
					worst = max(worst, e)
					g.accept(x)
				}
				for i := range x {
					if err := m.Check(x[i]); err != nil {
						t.Fatal(err)
					}
				}
				return x, worst
			}
			exact, _ := run(1280)
			coarse, estimate := run(60)
			fine, estimateFine := run(120)
			if order := math.Log2(far(m, coarse, exact) / far(m, fine, exact)); !(order > 4.4 && order < 6.5) {
				t.Errorf("order %v: errors %v and %v", order, far(m, coarse, exact), far(m, fine, exact))
			}
			if order := math.Log2(estimate / estimateFine); !(order > 4.2) {
				t.Errorf("estimates %v and %v fall with order %v, 5 is due", estimate, estimateFine, order)
			}
		})
	}
}

// A great circle at unit speed, and the geodesic of the hyperbolic plane.
func TestClosedForms(t *testing.T) {
	for _, c := range []struct {
		space string
		field func(dst, x []float64)
		want  []float64
	}{
		{"sphere:1", func(dst, x []float64) { dst[0], dst[1] = -x[1], x[0] }, []float64{math.Cos(2), math.Sin(2)}},
		{"hyperbolic:1", func(dst, x []float64) { dst[0], dst[1] = x[1], x[0] }, []float64{math.Cosh(2), math.Sinh(2)}},
		{"torus:1", func(dst, x []float64) { dst[0] = 1.15 }, []float64{0.3}},
	} {
		m, err := manifold.Parse(c.space)
		if err != nil {
			t.Fatal(err)
		}
		x := rows(1, m.Ambient())
		m.Base(x[0])
		g := newIntegrator(m, 1, func(dst, x [][]float64) error { c.field(dst[0], x[0]); return nil })
		p := &pace{tolerance: 1e-10, reach: 0.5, least: 1e-9, limit: 1000}
		if err := g.advance(context.Background(), x, 2, p); err != nil {
			t.Fatal(err)
		}
		if d := m.Distance(x[0], c.want); d > 1e-8 {
			t.Errorf("%s: it ends at %v, %v from %v", c.space, x[0], d, c.want)
		}
	}
}

// The error follows the tolerance, and the number of steps rises with its root.
func TestTolerance(t *testing.T) {
	m, start, v := someParticles(t, "sphere:3", 3)
	run := func(tolerance float64) ([][]float64, *pace) {
		x := cloned(start)
		p := &pace{tolerance: tolerance, reach: 10, least: 1e-12, limit: 100000}
		if err := newIntegrator(m, len(x), flow(m, v)).advance(context.Background(), x, 3, p); err != nil {
			t.Fatal(err)
		}
		return x, p
	}
	exact, _ := run(1e-13)
	last := 0
	for _, tolerance := range []float64{1e-4, 1e-6, 1e-8, 1e-10} {
		x, p := run(tolerance)
		if d := far(m, x, exact); d > 200*tolerance {
			t.Errorf("tolerance %v: error %v", tolerance, d)
		}
		if p.steps <= last || p.forced != 0 {
			t.Errorf("tolerance %v: %d steps after %d, %d forced", tolerance, p.steps, last, p.forced)
		}
		last = p.steps
	}
}

// Where nothing else asks for small steps, no particle goes further in one than
// it may.
func TestReach(t *testing.T) {
	m, err := manifold.Parse("euclidean:1")
	if err != nil {
		t.Fatal(err)
	}
	x := rows(1, 1)
	g := newIntegrator(m, 1, func(dst, x [][]float64) error { dst[0][0] = 3; return nil })
	p := &pace{tolerance: 1e-6, reach: 0.1, least: 1e-9, limit: 1000}
	if err := g.advance(context.Background(), x, 1, p); err != nil {
		t.Fatal(err)
	}
	if p.steps < 30 || p.steps > 60 || math.Abs(x[0][0]-3) > 1e-12 {
		t.Errorf("at %v with %+v", x[0][0], *p)
	}
}

// A field that jumps is stepped over with the least step, and that is counted.
func TestJump(t *testing.T) {
	m, err := manifold.Parse("euclidean:1")
	if err != nil {
		t.Fatal(err)
	}
	x := rows(1, 1)
	g := newIntegrator(m, 1, func(dst, x [][]float64) error {
		dst[0][0] = 1
		if x[0][0] > 0.5 {
			dst[0][0] = 0
		}
		return nil
	})
	p := &pace{tolerance: 1e-9, reach: 0.1, least: 1e-6, limit: 1000}
	if err := g.advance(context.Background(), x, 2, p); err != nil {
		t.Fatal(err)
	}
	if math.Abs(x[0][0]-0.5) > 2e-6 || p.forced == 0 || p.refused == 0 {
		t.Errorf("at %v with %+v", x[0][0], *p)
	}
}

func TestAdvanceEnds(t *testing.T) {
	m, x, v := someParticles(t, "sphere:3", 3)
	g := newIntegrator(m, len(x), flow(m, v))
	if err := g.advance(context.Background(), x, 1, &pace{tolerance: 1e-9, reach: 1, limit: 2}); err == nil {
		t.Error("no end at the limit of steps")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := g.advance(ctx, x, 1, &pace{tolerance: 1e-9, reach: 1, limit: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v from an ended context", err)
	}
	broken := errors.New("broken")
	g = newIntegrator(m, len(x), func(dst, x [][]float64) error { return broken })
	if err := g.advance(context.Background(), x, 1, &pace{tolerance: 1e-9, reach: 1, limit: 100}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// Total support by its definition, over all permutations.
func TestTotalSupport(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	name := func(i int) string { return fmt.Sprint(i) }
	seen := map[bool]int{}
	for range 400 {
		n := 1 + rng.IntN(5)
		pattern := make([][]bool, n)
		for i := range pattern {
			pattern[i] = make([]bool, n)
			for k := range pattern[i] {
				pattern[i][k] = rng.IntN(3) > 0
			}
		}
		covered := map[[2]int]bool{}
		var extend func(chosen []int)
		extend = func(chosen []int) {
			if len(chosen) == n {
				for i, k := range chosen {
					covered[[2]int{i, k}] = true
				}
				return
			}
			for k := range n {
				free := pattern[len(chosen)][k]
				for _, c := range chosen {
					free = free && c != k
				}
				if free {
					extend(append(chosen[:len(chosen):len(chosen)], k))
				}
			}
		}
		extend(nil)
		want := len(covered) > 0
		for i := range pattern {
			for k, is := range pattern[i] {
				want = want && (!is || covered[[2]int{i, k}])
			}
		}
		err := totalSupport(pattern, name)
		if (err == nil) != want || err != nil && !errors.Is(err, ErrNoSupport) {
			t.Fatalf("%v: %v, want support %v", pattern, err, want)
		}
		seen[want]++
		if !want {
			continue
		}
		w := make([][]act, n)
		for i := range w {
			for k := range n {
				if pattern[i][k] {
					w[i] = append(w[i], act{k, math.Exp(rng.NormFloat64())})
				}
			}
		}
		if err := newBalance(n, name).scale(w); err != nil {
			t.Fatal(err)
		}
		cols := make([]float64, n)
		for _, row := range w {
			sum := 0.0
			for _, a := range row {
				sum += a.weight
				cols[a.by] += a.weight
			}
			if math.Abs(sum-1) > 1e-8 {
				t.Fatalf("a row has sum %v", sum)
			}
		}
		for _, sum := range cols {
			if math.Abs(sum-1) > 1e-8 {
				t.Fatalf("a column has sum %v", sum)
			}
		}
	}
	if seen[true] < 50 || seen[false] < 50 {
		t.Errorf("only %v", seen)
	}
}

// Support that is lost is seen, wherever in the matrix.
func TestSupportIsLost(t *testing.T) {
	b := newBalance(2, func(i int) string { return fmt.Sprint(i) })
	full := func() [][]act { return [][]act{{{0, 1}, {1, 2}}, {{0, 3}, {1, 1}}} }
	for range 2 {
		if err := b.scale(full()); err != nil {
			t.Fatal(err)
		}
		if err := b.scale([][]act{{{0, 1}}, {{0, 3}, {1, 1}}}); !errors.Is(err, ErrNoSupport) {
			t.Fatalf("error %v", err)
		}
	}
}

func TestNormalizeRow(t *testing.T) {
	row := []act{{3, 1e-310}, {4, 3e-310}}
	normalizeRow(row)
	if math.Abs(row[0].weight-0.25) > 1e-9 || math.Abs(row[1].weight-0.75) > 1e-9 {
		t.Error(row)
	}
	normalizeRow(nil) // of a particle that nobody acts on
}

// Neither the integrator nor the laws allocate once they have room.
func TestStepsDoNotAllocate(t *testing.T) {
	m, x, v := someParticles(t, "sphere:3", 3)
	g := newIntegrator(m, len(x), flow(m, v))
	if n := testing.AllocsPerRun(20, func() {
		if _, err := g.try(x, 1e-3); err != nil {
			t.Fatal(err)
		}
		g.accept(x)
	}); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
	data, err := os.ReadFile("testdata/accept/crown-right.json")
	if err != nil {
		t.Fatal(err)
	}
	l, err := parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range Normalizations {
		l.Field.Kind = Source
		motion := newMotion(l, 4, n)
		dst := cloned(l.Cover.Embedding.Points)
		if got := testing.AllocsPerRun(20, func() {
			if err := motion.velocity(dst, l.Cover.Embedding.Points); err != nil {
				t.Fatal(err)
			}
		}); got != 0 {
			t.Errorf("%s: %v allocations for velocities", n, got)
		}
	}
}
