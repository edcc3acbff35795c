package manifold

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSpread(t *testing.T) {
	const n, h = 5, 1e-5
	rng := rand.New(rand.NewPCG(1, 1))
	for _, name := range []string{"sphere:2", "torus:3", "projective:3", "hyperbolic:2", "grassmann:2,4", "sphere:1*euclidean:2"} {
		m, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		s := newSpread(m, n, 1)
		x, v, g, moved := s.configuration(), s.configuration(), s.configuration(), s.configuration()
		for i := range x {
			s.sample(x[i], rng)
			direction(v[i], rng)
			m.Tangent(v[i], x[i], v[i])
		}
		at := func(step float64) float64 {
			for i := range x {
				copy(moved[i], v[i])
				scale(moved[i], step)
				m.Exp(moved[i], x[i], moved[i])
			}
			s.measure(moved)
			return s.value()
		}
		for _, s.sharp = range []float64{3, 30} {
			slope := (at(h) - at(-h)) / (2 * h)
			value := at(0)
			s.gradient(g, x)
			if got := s.inner(g, v); !(math.Abs(got-slope) <= 1e-5) {
				t.Errorf("%s: slope %v by the gradient, %v by differences", name, got, slope)
			}
			terms := float64(len(s.pairs) + len(s.walls))
			if least := -s.least; !(value >= least && value <= least+math.Log(terms)/s.sharp) {
				t.Errorf("%s: value %v, least distance %v, sharpness %v", name, value, s.least, s.sharp)
			}
		}
	}
}
