package density

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/optimize"
)

// codeSharpnesses are those of the smoothed maximum one after the other: soft to
// find the arrangement, sharp to finish it.
var codeSharpnesses = [...]float64{10, 40, 160, 640, 2560, 10240, 40960, 163840}

// sphericalCode lowers the largest inner product of n unit vectors of the
// nonnegative orthant of R^m. A vector is w = u²/|u²|, coordinate by coordinate,
// of a free vector u, so that the descent has no constraint.
func sphericalCode(ctx context.Context, n, m int, s CodeSearch) ([][]float64, error) {
	if s.Starts == 0 {
		s.Starts = 8
	}
	if s.Steps == 0 {
		s.Steps = 200
	}
	best, bestMargin := vectors(n, m), -1.0
	for start := range s.Starts {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(start)))
		u := make([]float64, n*m)
		for i := range u {
			u[i] = math.Sqrt(math.Abs(rng.NormFloat64()))
		}
		f := newCrowding(n, m)
		for _, f.sharp = range codeSharpnesses {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("searching %d codes of dimension %d: %w", n, m, err)
			}
			f.stir(u, rng)
			problem := optimize.Problem{Func: f.value, Grad: f.gradient, Status: func() (optimize.Status, error) {
				return optimize.NotTerminated, ctx.Err()
			}}
			result, _ := optimize.Minimize(problem, u, &optimize.Settings{MajorIterations: s.Steps}, &optimize.LBFGS{})
			// An error says that a line search found no descent within
			// rounding, or that the context ended, which is seen above.
			if result != nil && len(result.X) == len(u) {
				copy(u, result.X)
			}
		}
		f.place(u)
		if margin := Margin(f.codes); margin > bestMargin {
			best, bestMargin = f.codes, margin
		}
	}
	return best, ctx.Err()
}

// crowding is the function that the descent lowers,
//
//	(1/sharp) log Σ_{k<l} exp(sharp ⟨w_k,w_l⟩),
//
// at most log(pairs)/sharp above the largest inner product.
type crowding struct {
	n, m  int
	sharp float64
	codes [][]float64
	norms []float64   // |u_k²|
	pull  [][]float64 // the gradient by w
	inner []float64   // ⟨w_k,w_l⟩, l < k, at k(k-1)/2 + l
}

func newCrowding(n, m int) *crowding {
	return &crowding{n: n, m: m, codes: vectors(n, m), norms: make([]float64, n), pull: vectors(n, m), inner: make([]float64, n*(n-1)/2)}
}

// place sets the codes that belong to u.
func (f *crowding) place(u []float64) {
	for k, w := range f.codes {
		sum := 0.0
		for i := range w {
			w[i] = u[k*f.m+i] * u[k*f.m+i]
			sum += w[i] * w[i]
		}
		f.norms[k] = math.Sqrt(sum)
		for i := range w {
			w[i] /= f.norms[k]
		}
	}
}

// stir rewrites u with |u²| = 1 and adds a little to each coordinate: a square
// has no slope at 0, and equal codes do not push each other, so that the
// descent would leave neither.
func (f *crowding) stir(u []float64, rng *rand.Rand) {
	f.place(u)
	most := 0.3 / math.Sqrt(f.sharp)
	for k, w := range f.codes {
		for i, a := range w {
			u[k*f.m+i] = math.Sqrt(a) + most*rng.Float64()
		}
	}
}

// measure takes the inner products, and returns their maximum and
// Σ exp(sharp (⟨w_k,w_l⟩ - maximum)).
func (f *crowding) measure(u []float64) (worst, sum float64) {
	f.place(u)
	p := 0
	for k, w := range f.codes {
		for _, v := range f.codes[:k] {
			f.inner[p] = dot(v, w)
			worst = max(worst, f.inner[p])
			p++
		}
	}
	for _, a := range f.inner {
		sum += math.Exp(f.sharp * (a - worst))
	}
	return worst, sum
}

func (f *crowding) value(u []float64) float64 {
	worst, sum := f.measure(u)
	return worst + math.Log(sum)/f.sharp
}

func (f *crowding) gradient(g, u []float64) {
	worst, sum := f.measure(u)
	for k := range f.pull {
		clear(f.pull[k])
	}
	p := 0
	for k, w := range f.codes {
		for l, v := range f.codes[:k] {
			c := math.Exp(f.sharp*(f.inner[p]-worst)) / sum
			for i := range w {
				f.pull[k][i] += c * v[i]
				f.pull[l][i] += c * w[i]
			}
			p++
		}
	}
	for k, w := range f.codes {
		along := dot(f.pull[k], w)
		for i, a := range w {
			g[k*f.m+i] = 2 * u[k*f.m+i] * (f.pull[k][i] - along*a) / f.norms[k]
		}
	}
}
