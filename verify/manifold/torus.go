package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// torus is the flat torus R^d/Z^d: coordinates in [0,1), every circle has
// length 1.
type torus struct{ d int }

func newTorus(args []int) Manifold { return torus{args[0]} }

func (m torus) String() string       { return fmt.Sprintf("torus:%d", m.d) }
func (m torus) Dim() int             { return m.d }
func (m torus) Ambient() int         { return m.d }
func (m torus) Injectivity() float64 { return 0.5 }
func (m torus) Diameter() float64    { return math.Sqrt(float64(m.d)) / 2 }

func (m torus) Base(dst []float64) { clear(dst) }

func (m torus) Sample(dst []float64, rng *rand.Rand) {
	for i := range dst {
		dst[i] = rng.Float64()
	}
}

func (m torus) Check(x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	for i, a := range x {
		if a < 0 || a >= 1 {
			return fmt.Errorf("coordinate %d is %v, on a torus they are in [0,1)", i, a)
		}
	}
	return nil
}

func (m torus) Project(dst, x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	for i, a := range x {
		dst[i] = fraction(a)
	}
	return nil
}

func (m torus) Inner(u, v []float64) float64 { return dot(u, v) }
func (m torus) Tangent(dst, _, v []float64)  { copy(dst, v) }

func (m torus) TangentBound(_, v []float64, _ float64) float64 { return norm(v) }

func (m torus) Distance(x, y []float64) float64 {
	s := 0.0
	for i, a := range x {
		t := around(a - y[i])
		s += t * t
	}
	return math.Sqrt(s)
}

func (m torus) Exp(dst, y, v []float64) {
	for i, a := range y {
		dst[i] = fraction(a + v[i])
	}
}

func (m torus) Log(dst, y, x []float64) bool {
	ok := true
	for i, a := range x {
		dst[i] = around(a - y[i])
		ok = ok && math.Abs(dst[i]) < 0.5-CutMargin
	}
	return ok
}

// around is the shortest way round a circle of length 1.
func around(t float64) float64 { return t - math.Round(t) }

// fraction is the representative in [0,1), also where rounding gives 1.
func fraction(t float64) float64 {
	if t -= math.Floor(t); t < 1 {
		return t
	}
	return 0
}
