package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// product is M_1 × M_2 × …, coordinates one after the other, with the distance
// sqrt(d_1² + d_2² + …).
type product struct {
	factors []Manifold
	ends    []int // of the coordinates of each factor
}

func newProduct(factors []Manifold) Manifold {
	if len(factors) == 1 {
		return factors[0]
	}
	m := &product{factors: factors}
	end := 0
	for _, f := range factors {
		end += f.Ambient()
		m.ends = append(m.ends, end)
	}
	return m
}

// part cuts the coordinates of factor i.
func (m *product) part(x []float64, i int) []float64 {
	return x[m.ends[i]-m.factors[i].Ambient() : m.ends[i]]
}

func (m *product) String() string {
	names := make([]string, len(m.factors))
	for i, f := range m.factors {
		names[i] = f.String()
	}
	return strings.Join(names, "*")
}

func (m *product) Dim() int {
	d := 0
	for _, f := range m.factors {
		d += f.Dim()
	}
	return d
}

func (m *product) Ambient() int { return m.ends[len(m.ends)-1] }

func (m *product) Injectivity() float64 {
	r := math.Inf(1)
	for _, f := range m.factors {
		r = min(r, f.Injectivity())
	}
	return r
}

func (m *product) Diameter() float64 {
	d := 0.0
	for _, f := range m.factors {
		d = math.Hypot(d, f.Diameter())
	}
	return d
}

func (m *product) Base(dst []float64) {
	for i, f := range m.factors {
		f.Base(m.part(dst, i))
	}
}

func (m *product) Sample(dst []float64, rng *rand.Rand) {
	for i, f := range m.factors {
		f.Sample(m.part(dst, i), rng)
	}
}

func (m *product) Check(x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	for i, f := range m.factors {
		if err := f.Check(m.part(x, i)); err != nil {
			return fmt.Errorf("factor %d, %s: %w", i+1, f, err)
		}
	}
	return nil
}

func (m *product) Project(dst, x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	for i, f := range m.factors {
		if err := f.Project(m.part(dst, i), m.part(x, i)); err != nil {
			return fmt.Errorf("factor %d, %s: %w", i+1, f, err)
		}
	}
	return nil
}

func (m *product) Inner(u, v []float64) float64 {
	s := 0.0
	for i, f := range m.factors {
		s += f.Inner(m.part(u, i), m.part(v, i))
	}
	return s
}

func (m *product) Tangent(dst, y, v []float64) {
	for i, f := range m.factors {
		f.Tangent(m.part(dst, i), m.part(y, i), m.part(v, i))
	}
}

// TangentBound lets every factor move by all of r.
func (m *product) TangentBound(y, v []float64, r float64) float64 {
	b := 0.0
	for i, f := range m.factors {
		b = math.Hypot(b, f.TangentBound(m.part(y, i), m.part(v, i), r))
	}
	return b
}

func (m *product) Distance(x, y []float64) float64 {
	s := 0.0
	for i, f := range m.factors {
		d := f.Distance(m.part(x, i), m.part(y, i))
		s += d * d
	}
	return math.Sqrt(s)
}

func (m *product) Exp(dst, y, v []float64) {
	for i, f := range m.factors {
		f.Exp(m.part(dst, i), m.part(y, i), m.part(v, i))
	}
}

func (m *product) Log(dst, y, x []float64) bool {
	for i, f := range m.factors {
		if !f.Log(m.part(dst, i), m.part(y, i), m.part(x, i)) {
			return false
		}
	}
	return true
}
