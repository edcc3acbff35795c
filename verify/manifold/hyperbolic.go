package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// hyperbolic is H^d of curvature -1 in the Lorentz model: the sheet x_0 > 0 of
// ⟨x,x⟩ = -1 in R^(d+1) with ⟨x,y⟩ = -x_0 y_0 + x_1 y_1 + … + x_d y_d. At
// distance r from the base point coordinates are of size e^r, and that many
// digits are lost: points should stay within a distance of about 10.
type hyperbolic struct{ d int }

func newHyperbolic(args []int) Manifold { return hyperbolic{args[0]} }

func (m hyperbolic) String() string       { return fmt.Sprintf("hyperbolic:%d", m.d) }
func (m hyperbolic) Dim() int             { return m.d }
func (m hyperbolic) Ambient() int         { return m.d + 1 }
func (m hyperbolic) Injectivity() float64 { return math.Inf(1) }
func (m hyperbolic) Diameter() float64    { return math.Inf(1) }

func (m hyperbolic) Base(dst []float64) {
	clear(dst)
	dst[0] = 1
}

// Sample draws the radius with density sinh(r)^(d-1) on [0,1], by rejection
// from r^(d-1); at least half the draws are accepted in every dimension.
func (m hyperbolic) Sample(dst []float64, rng *rand.Rand) {
	for {
		r := math.Pow(rng.Float64(), 1/float64(m.d))
		accept := math.Pow(ratio(math.Sinh(r), r)/math.Sinh(1), float64(m.d-1))
		if rng.Float64() < accept {
			direction(dst[1:], rng)
			scale(dst[1:], math.Sinh(r))
			lift(dst)
			return
		}
	}
}

func (m hyperbolic) Check(x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	if x[0] <= 0 {
		return fmt.Errorf("coordinate 0 is %v, on the hyperbolic sheet it is positive", x[0])
	}
	want := math.Sqrt(1 + dot(x[1:], x[1:]))
	if !(math.Abs(x[0]-want) <= Tolerance*want) {
		return fmt.Errorf("coordinate 0 is %v, on the hyperbolic sheet it is %v with the others as given", x[0], want)
	}
	return nil
}

// Project keeps all coordinates but the first.
func (m hyperbolic) Project(dst, x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	copy(dst, x)
	lift(dst)
	if math.IsInf(dst[0], 0) {
		return fmt.Errorf("the vector is too long for floating point")
	}
	return nil
}

func (m hyperbolic) Inner(u, v []float64) float64 { return dot(u[1:], v[1:]) - u[0]*v[0] }

func (m hyperbolic) Tangent(dst, y, v []float64) {
	c := m.Inner(y, v)
	for i, a := range v {
		dst[i] = a + c*y[i]
	}
}

// TangentBound: with c = ⟨z,v⟩, the length squared is ⟨v,v⟩ + c². Where y has
// length f and product c, a step of length t towards c = 0 leads to the product
// |c| cosh t - f sinh t and to the length f cosh t - |c| sinh t, and no other
// lowers both as fast.
func (m hyperbolic) TangentBound(y, v []float64, r float64) float64 {
	c := m.Inner(y, v)
	f, square := 0.0, m.Inner(v, v)
	for i, a := range v {
		e := a + c*y[i]
		if i == 0 {
			f -= e * e
		} else {
			f += e * e
		}
	}
	f, c = math.Sqrt(max(0, f)), math.Abs(c)
	if c*math.Cosh(r)-f*math.Sinh(r) <= 0 { // z with ⟨z,v⟩ = 0 are within reach
		return math.Sqrt(max(0, square))
	}
	return max(0, f*math.Cosh(r)-c*math.Sinh(r))
}

func (m hyperbolic) Distance(x, y []float64) float64 { return 2 * math.Asinh(m.chord(x, y)/2) }

// chord is the Lorentz length of x-y, 2 sinh(d/2).
func (m hyperbolic) chord(x, y []float64) float64 {
	s := -(x[0] - y[0]) * (x[0] - y[0])
	for i := 1; i < len(x); i++ {
		s += (x[i] - y[i]) * (x[i] - y[i])
	}
	return math.Sqrt(max(0, s))
}

func (m hyperbolic) Exp(dst, y, v []float64) {
	t := Norm(m, v)
	c, s := math.Cosh(t), ratio(math.Sinh(t), t)
	for i, a := range y {
		dst[i] = c*a + s*v[i]
	}
	lift(dst) // against drift over many steps
}

func (m hyperbolic) Log(dst, y, x []float64) bool {
	h := m.chord(x, y)
	t := 2 * math.Asinh(h/2)
	h = h * h / 2 // cosh t - 1, without cancellation
	s := 1 / ratio(math.Sinh(t), t)
	for i, a := range x {
		dst[i] = s * ((a - y[i]) - h*y[i])
	}
	return true
}

// lift puts x on the sheet by its first coordinate.
func lift(x []float64) { x[0] = math.Sqrt(1 + dot(x[1:], x[1:])) }
