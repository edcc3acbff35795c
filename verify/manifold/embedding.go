package manifold

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Embedding is an admissible embedding α of named vertices (math.md, section 3):
// all distances of two of its points are greater than R0, and the balls of
// radius Rho about them are disjoint and look like balls of the tangent space.
// Embed makes it; it is not to be changed.
type Embedding struct {
	Manifold Manifold
	Names    []string
	Points   [][]float64 // of each name, Ambient coordinates
	R0       float64
	Rho      float64 // 0 < Rho ≤ R0/2, below the injectivity radius
}

// Radii are what an embedding is asked to have; zero leaves the choice to Embed.
type Radii struct {
	R0  float64 // default: the least distance, slightly less; 1 for a single point
	Rho float64 // default: R0/2, or slightly less than the injectivity radius
}

// slightly is the factor for "slightly less": rounding never reaches it.
const slightly = 1 - 1e-9

// Embed takes given points, shape len(names) × m.Ambient(), or says which point
// is not on the manifold, which two points are too near, or which radius is
// wrong. The points are copied. (Manifold.Project normalises points that were
// written with few digits.)
func Embed(m Manifold, names []string, points [][]float64, want Radii) (*Embedding, error) {
	if len(names) != len(points) {
		return nil, fmt.Errorf("%d names and %d points", len(names), len(points))
	}
	if len(points) == 0 {
		return nil, errors.New("no points to embed")
	}
	e := &Embedding{Manifold: m, Names: slices.Clone(names), Points: make([][]float64, len(points)), R0: want.R0, Rho: want.Rho}
	for i, x := range points {
		if err := m.Check(x); err != nil {
			return nil, fmt.Errorf("point %q is not on %s: %w (points are taken within %g)", names[i], m, err, Tolerance)
		}
		e.Points[i] = slices.Clone(x)
	}
	a, b, least := e.Closest()
	if least <= Tolerance {
		return nil, fmt.Errorf("points %q and %q are the same up to rounding, at distance %v", names[a], names[b], least)
	}
	if e.R0 == 0 {
		e.R0 = 1
		if len(points) > 1 {
			e.R0 = slightly * least
		}
	}
	if !(e.R0 > 0) || math.IsInf(e.R0, 1) {
		return nil, fmt.Errorf("r0 = %v is no positive number", e.R0)
	}
	if !(least > e.R0) {
		return nil, fmt.Errorf("points %q and %q are at distance %v, which is not above r0 = %v; move them apart or lower r0", names[a], names[b], least, e.R0)
	}
	return e, e.radius()
}

// radius chooses or checks Rho.
func (e *Embedding) radius() error {
	inj := e.Manifold.Injectivity()
	if e.Rho == 0 {
		e.Rho = min(e.R0/2, slightly*inj)
	}
	switch {
	case !(e.Rho > 0):
		return fmt.Errorf("rho = %v is no positive number", e.Rho)
	case e.Rho > e.R0/2:
		return fmt.Errorf("rho = %v is above r0/2 = %v: balls of that radius may overlap", e.Rho, e.R0/2)
	case e.Rho >= inj:
		return fmt.Errorf("rho = %v is not below the injectivity radius %v of %s", e.Rho, inj, e.Manifold)
	}
	return nil
}

// Closest returns the two nearest points, the first such in order, and their
// distance; a = b = 0 and +Inf for a single point.
func (e *Embedding) Closest() (a, b int, distance float64) {
	distance = math.Inf(1)
	for j, y := range e.Points {
		for i, x := range e.Points[:j] {
			if d := e.Manifold.Distance(x, y); d < distance {
				a, b, distance = i, j, d
			}
		}
	}
	return a, b, distance
}
