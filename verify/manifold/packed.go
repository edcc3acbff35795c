package manifold

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/optimize"
)

// Packing says how long Packed searches; zero fields have their defaults.
type Packing struct {
	Seed   uint64
	Starts int // random configurations to improve, default 3
	Steps  int // of descent at each sharpness, default 60
	// Radius of the ball about the base point that points are packed into
	// where the manifold is not compact, default 1.
	Radius float64
}

// sharpnesses are those of the smoothed least distance one after the other, in
// units of 1/(distance to the nearest): soft to find the arrangement, sharp to
// finish it.
var sharpnesses = [...]float64{10, 40, 160, 640, 2560}

// Packed embeds the names so that the least distance is large: the best of
// several descents on its smoothed negative (spread). Same manifold, number of
// names and Packing: same points. Work grows with the square of that number;
// 64 points of dimension 6 take a second or two. So few points that the least
// distance passes the injectivity radius may end a little short of the best:
// the distance has kinks there.
//
// Where the manifold is not compact, balls of half the least
// distance about the points are packed into one of Radius; the ball is taken in
// the whole product.
func Packed(ctx context.Context, m Manifold, names []string, p Packing) (*Embedding, error) {
	if len(names) == 0 {
		return nil, errors.New("no points to pack")
	}
	if p.Starts < 0 || p.Steps < 0 || !(p.Radius >= 0) {
		return nil, fmt.Errorf("packing with %d starts, %d steps, radius %v: none may be negative", p.Starts, p.Steps, p.Radius)
	}
	if p.Starts == 0 {
		p.Starts = 3
	}
	if p.Steps == 0 {
		p.Steps = 60
	}
	if p.Radius == 0 {
		p.Radius = 1
	}
	s := newSpread(m, len(names), p.Radius)
	if len(names) == 1 {
		x := s.configuration()
		m.Base(x[0])
		return Embed(m, names, x, Radii{})
	}
	best, bestLeast := s.configuration(), -1.0
	for start := range p.Starts {
		x := s.configuration()
		rng := rand.New(rand.NewPCG(p.Seed, uint64(start)))
		for _, xi := range x {
			s.sample(xi, rng)
		}
		for _, sharpness := range sharpnesses {
			if err := s.descend(ctx, x, sharpness, p.Steps); err != nil {
				return nil, fmt.Errorf("packing %d points on %s: %w", len(names), m, err)
			}
		}
		s.measure(x)
		if s.least > bestLeast {
			best, bestLeast = x, s.least
		}
	}
	return Embed(m, names, best, Radii{})
}

// descend moves the points x along geodesics by the conjugate gradients of
// Polak and Ribière, the old direction projected to the new tangent spaces, with
// Armijo's line search (Absil, Mahony and Sepulchre, Optimization Algorithms on
// Matrix Manifolds, 2008, section 8.3). Distances have their gradients in closed
// form, so no derivative of a chart is needed.
func (s *spread) descend(ctx context.Context, x [][]float64, sharpness float64, steps int) error {
	g, old, p, trial := s.configuration(), s.configuration(), s.configuration(), s.configuration()
	s.measure(x)
	s.sharp = sharpness / s.spacing()
	longest := s.spacing() // that a point may move in a step
	value := s.value()
	s.gradient(g, x)
	size := s.inner(g, g)
	step := 0.1 * longest
	search := &optimize.Backtracking{MinimumStepSize: 1e-12}
	for n := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		slope := s.inner(g, p)
		if n == 0 || !(slope < 0) {
			for i := range p {
				for l := range p[i] {
					p[i][l] = -g[i][l]
				}
			}
			slope = -size
		}
		fastest := 0.0
		for i := range p {
			fastest = max(fastest, Norm(s.m, p[i]))
		}
		if !(slope < 0) || !(fastest > 0) {
			return nil
		}
		step = min(step, longest/fastest)
		next := value
		for op := search.Init(value, slope, step); op != optimize.MajorIteration; {
			for i := range x {
				for l, a := range p[i] {
					trial[i][l] = step * a
				}
				s.m.Exp(trial[i], x[i], trial[i])
			}
			s.measure(trial)
			next = s.value()
			var err error
			if op, step, err = search.Iterate(next, 0); err != nil {
				return nil // no descent left within rounding
			}
		}
		for i := range x {
			copy(x[i], trial[i])
		}
		value = next
		step *= 2
		g, old = old, g
		s.gradient(g, x)
		for i := range old {
			s.m.Tangent(old[i], x[i], old[i])
			s.m.Tangent(p[i], x[i], p[i])
		}
		beta := (s.inner(g, g) - s.inner(g, old)) / size
		size = s.inner(g, g)
		for i := range p {
			for l := range p[i] {
				p[i][l] = max(0, beta)*p[i][l] - g[i][l]
			}
		}
	}
	return nil
}
