package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// euclidean is R^d.
type euclidean struct{ d int }

func newEuclidean(args []int) Manifold { return euclidean{args[0]} }

func (m euclidean) String() string       { return fmt.Sprintf("euclidean:%d", m.d) }
func (m euclidean) Dim() int             { return m.d }
func (m euclidean) Ambient() int         { return m.d }
func (m euclidean) Injectivity() float64 { return math.Inf(1) }
func (m euclidean) Diameter() float64    { return math.Inf(1) }

func (m euclidean) Base(dst []float64) { clear(dst) }

func (m euclidean) Sample(dst []float64, rng *rand.Rand) {
	direction(dst, rng)
	scale(dst, math.Pow(rng.Float64(), 1/float64(m.d)))
}

func (m euclidean) Check(x []float64) error { return coordinates(m, x) }

func (m euclidean) Project(dst, x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	copy(dst, x)
	return nil
}

func (m euclidean) Inner(u, v []float64) float64 { return dot(u, v) }
func (m euclidean) Tangent(dst, _, v []float64)  { copy(dst, v) }

func (m euclidean) TangentBound(_, v []float64, _ float64) float64 { return norm(v) }

func (m euclidean) Distance(x, y []float64) float64 {
	s := 0.0
	for i, a := range x {
		s += (a - y[i]) * (a - y[i])
	}
	return math.Sqrt(s)
}

func (m euclidean) Exp(dst, y, v []float64) {
	for i, a := range y {
		dst[i] = a + v[i]
	}
}

func (m euclidean) Log(dst, y, x []float64) bool {
	for i, a := range x {
		dst[i] = a - y[i]
	}
	return true
}

// direction sets dst to a uniform unit vector.
func direction(dst []float64, rng *rand.Rand) {
	for {
		for i := range dst {
			dst[i] = rng.NormFloat64()
		}
		if r := norm(dst); r > 0 {
			scale(dst, 1/r)
			return
		}
	}
}

func scale(x []float64, c float64) {
	for i := range x {
		x[i] *= c
	}
}
