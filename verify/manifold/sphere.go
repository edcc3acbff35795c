package manifold

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// sphere is the unit sphere S^d in R^(d+1), distances are angles.
type sphere struct{ d int }

func newSphere(args []int) Manifold { return sphere{args[0]} }

func (m sphere) String() string       { return fmt.Sprintf("sphere:%d", m.d) }
func (m sphere) Dim() int             { return m.d }
func (m sphere) Ambient() int         { return m.d + 1 }
func (m sphere) Injectivity() float64 { return math.Pi }
func (m sphere) Diameter() float64    { return math.Pi }

func (m sphere) Base(dst []float64) {
	clear(dst)
	dst[0] = 1
}

func (m sphere) Sample(dst []float64, rng *rand.Rand) { direction(dst, rng) }

func (m sphere) Check(x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	if r := norm(x); !(math.Abs(r-1) <= Tolerance) {
		return fmt.Errorf("its length is %v, on a sphere it is 1", r)
	}
	return nil
}

func (m sphere) Project(dst, x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	r := norm(x)
	if r == 0 || math.IsInf(r, 0) {
		return errors.New("the vector has no direction")
	}
	copy(dst, x)
	scale(dst, 1/r)
	return nil
}

func (m sphere) Inner(u, v []float64) float64 { return dot(u, v) }

func (m sphere) Tangent(dst, y, v []float64) {
	c := dot(y, v)
	for i, a := range v {
		dst[i] = a - c*y[i]
	}
}

// TangentBound: the length is |v| times the sine of the angle to v or -v, which
// is least nearest to them.
func (m sphere) TangentBound(y, v []float64, r float64) float64 {
	c := dot(y, v)
	s := 0.0
	for i, a := range v {
		s += (a - c*y[i]) * (a - c*y[i])
	}
	angle := math.Atan2(math.Sqrt(s), math.Abs(c))
	if r >= angle {
		return 0
	}
	return norm(v) * math.Sin(angle-r)
}

// Distance is twice the angle between x and x+y: Kahan's formula, exact to
// rounding at both ends.
func (m sphere) Distance(x, y []float64) float64 {
	minus, plus := 0.0, 0.0
	for i, a := range x {
		minus += (a - y[i]) * (a - y[i])
		plus += (a + y[i]) * (a + y[i])
	}
	return 2 * math.Atan2(math.Sqrt(minus), math.Sqrt(plus))
}

func (m sphere) Exp(dst, y, v []float64) {
	t := norm(v)
	s, c := math.Sincos(t)
	s = ratio(s, t)
	for i, a := range y {
		dst[i] = c*a + s*v[i]
	}
	scale(dst, 1/norm(dst)) // against drift over many steps
}

func (m sphere) Log(dst, y, x []float64) bool {
	t := m.Distance(x, y)
	h := 0.0
	for i, a := range x {
		h += (a - y[i]) * (a - y[i])
	}
	h /= 2 // 1 - cos t, without cancellation
	for i, a := range x {
		dst[i] = (a - y[i]) + h*y[i]
	}
	scale(dst, 1/ratio(norm(dst), t))
	return t < math.Pi-CutMargin
}
