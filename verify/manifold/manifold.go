// Package manifold holds the manifolds that the vertices of a digraph are
// embedded in, and the embeddings.
//
//	m, err := manifold.Parse("sphere:7")
//	e, err := manifold.Packed(ctx, m, names, manifold.Packing{Seed: 1})
//
// Every manifold lies isometrically in a flat space with a constant bilinear
// form, Inner, and has its geodesics in closed form: points and tangent vectors
// are slices of Ambient coordinates, the tangent projection is an orthogonal
// projection, and the exponential map serves as the retraction. A new manifold
// is one file, one line of All, and passes manifoldtest.Run.
//
// Angles and distances are taken by arcs of tangents, never by the arc of a
// cosine: points as close as rounding allows keep their distance, and nothing is
// ever rounded out of a domain.
package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Tolerance is how far a point may be from meeting the equations of its
// manifold, each scaled to be about 1.
const Tolerance = 1e-9

// CutMargin is the distance from the cut locus below which Log gives up: the
// direction of the shortest path has lost half its digits there.
const CutMargin = 1e-8

// Manifold is a complete Riemannian manifold with its distance. Slices hold
// Ambient coordinates, and the caller sees to their length; only Check and
// Project refuse wrong ones. A dst may be one of the arguments. Methods, but for
// TangentBound, do not allocate; they may be called from several goroutines.
type Manifold interface {
	// String is the name that Parse reads, such as "sphere:7".
	String() string
	// Dim is the dimension of the manifold.
	Dim() int
	// Ambient is the number of coordinates of a point.
	Ambient() int
	// Injectivity is the injectivity radius, the same at every point; +Inf
	// where the exponential map is a bijection.
	Injectivity() float64
	// Diameter is the greatest distance of two points; +Inf where the manifold
	// is not compact.
	Diameter() float64

	// Base sets dst to a fixed point.
	Base(dst []float64)
	// Sample sets dst to a random point: uniform by volume on the manifold
	// where it is compact, else in the ball of radius 1 about Base. (A product
	// samples its factors.)
	Sample(dst []float64, rng *rand.Rand)
	// Check says why x is not a point, up to Tolerance; nil when it is one.
	Check(x []float64) error
	// Project moves x, a vector near the manifold, onto it; points stay where
	// they are.
	Project(dst, x []float64) error

	// Inner is the Riemannian inner product of two tangent vectors at one
	// point, and the bilinear form that Tangent is self-adjoint for.
	Inner(u, v []float64) float64
	// Tangent sets dst to Π_y v, the orthogonal projection of an ambient v to
	// the tangent space at y.
	Tangent(dst, y, v []float64)
	// TangentBound is a lower bound of the length of Π_z v over all z within r
	// of y, for the field that a fixed ambient v gives; 0 where it knows none.
	TangentBound(y, v []float64, r float64) float64

	// Distance is the length of a shortest path.
	Distance(x, y []float64) float64
	// Exp sets dst to the end of the geodesic that leaves y with the tangent
	// vector v and takes unit time.
	Exp(dst, y, v []float64)
	// Log sets dst to the shortest tangent vector at y with Exp(y, dst) = x,
	// or says false when x is within CutMargin of the cut locus of y; dst is
	// then of no use.
	Log(dst, y, x []float64) bool
}

// Norm is the Riemannian length of a tangent vector.
func Norm(m Manifold, v []float64) float64 { return math.Sqrt(max(0, m.Inner(v, v))) }

func dot(x, y []float64) float64 {
	s := 0.0
	for i, a := range x {
		s += a * y[i]
	}
	return s
}

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }

// coordinates refuses vectors that no manifold could take.
func coordinates(m Manifold, x []float64) error {
	if len(x) != m.Ambient() {
		return fmt.Errorf("%d coordinates, %s has points of %d", len(x), m, m.Ambient())
	}
	for i, a := range x {
		if math.IsNaN(a) || math.IsInf(a, 0) {
			return fmt.Errorf("coordinate %d is %v", i, a)
		}
	}
	return nil
}

// ratio is f(t)/t, by its limit 1 at 0.
func ratio(f, t float64) float64 {
	if t == 0 {
		return 1
	}
	return f / t
}
