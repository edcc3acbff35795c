package law

import (
	"context"
	"fmt"
	"math"

	"github.com/hubcover/hubcover/verify/manifold"
)

// The pair of Dormand and Prince (J. Comput. Appl. Math. 6 (1980) 19-26): order
// 5, with one of order 4 to estimate the error by. The last stage is the first of
// the next step.
const stages = 7

var (
	dpA = [stages][stages]float64{
		{},
		{1. / 5},
		{3. / 40, 9. / 40},
		{44. / 45, -56. / 15, 32. / 9},
		{19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
		{9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
		{35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84},
	}
	// dpE is the difference of the two results.
	dpE = [stages]float64{71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40}
)

// integrator moves particles on a manifold along velocities that are tangent.
// A step is one of Runge and Kutta in the flat space around, with the velocity
// of a point beside the manifold taken where it is projected to: that is a smooth
// field which the manifold is invariant under, so that the order is kept, and
// every stage and every result is projected (Hairer, Lubich and Wanner, Geometric
// Numerical Integration, 2006, section IV.4). Projection is the retraction.
type integrator struct {
	m        manifold.Manifold
	velocity func(dst, x [][]float64) error // at x, one vector a particle
	stage    [stages][][]float64
	fresh    bool        // stage[0] is the velocity at the start of the next step
	next     [][]float64 // result of the last step tried
	sum      []float64
}

func newIntegrator(m manifold.Manifold, particles int, velocity func(dst, x [][]float64) error) *integrator {
	g := &integrator{m: m, velocity: velocity, next: rows(particles, m.Ambient()), sum: make([]float64, m.Ambient())}
	for s := range g.stage {
		g.stage[s] = rows(particles, m.Ambient())
	}
	return g
}

func rows(n, width int) [][]float64 {
	out, all := make([][]float64, n), make([]float64, n*width)
	for i := range out {
		out[i] = all[i*width : (i+1)*width : (i+1)*width]
	}
	return out
}

// begin takes the velocities at x, where the next step starts.
func (g *integrator) begin(x [][]float64) error {
	if g.fresh {
		return nil
	}
	err := g.velocity(g.stage[0], x)
	g.fresh = err == nil
	return err
}

// try sets next to where x is after time h, and returns the greatest estimated
// error of a particle, a length.
func (g *integrator) try(x [][]float64, h float64) (deviation float64, err error) {
	if err := g.begin(x); err != nil {
		return 0, err
	}
	for s := 1; s < stages; s++ {
		for i := range x {
			g.combine(i, h, &dpA[s])
			for l, a := range x[i] {
				g.sum[l] += a
			}
			if err := g.m.Project(g.next[i], g.sum); err != nil {
				return math.Inf(1), nil // too far from the manifold
			}
		}
		if err := g.velocity(g.stage[s], g.next); err != nil {
			return 0, err
		}
	}
	for i := range x {
		g.combine(i, h, &dpE)
		g.m.Tangent(g.sum, x[i], g.sum)
		if e := manifold.Norm(g.m, g.sum); !(e <= deviation) {
			deviation = e
		}
	}
	return deviation, nil
}

// combine sets sum to h times the combination of the stages of particle i.
func (g *integrator) combine(i int, h float64, weights *[stages]float64) {
	clear(g.sum)
	for s, c := range weights {
		if c == 0 {
			continue
		}
		for l, a := range g.stage[s][i] {
			g.sum[l] += h * c * a
		}
	}
}

// accept moves x to next.
func (g *integrator) accept(x [][]float64) {
	for i := range x {
		copy(x[i], g.next[i])
	}
	g.stage[0], g.stage[stages-1] = g.stage[stages-1], g.stage[0]
}

// fastest is the greatest speed at the start of the next step.
func (g *integrator) fastest() float64 {
	v := 0.0
	for _, k := range g.stage[0] {
		v = max(v, manifold.Norm(g.m, k))
	}
	return v
}

// pace is how an integration keeps to its tolerance, and what it cost.
type pace struct {
	tolerance float64 // of a step, a length
	reach     float64 // that a particle may move in a step
	least     float64 // step that is taken whatever its error
	limit     int     // steps at most, refused ones counted
	h         float64 // next step; 0 before the first

	steps, refused int
	forced         int // steps of the least size beyond the tolerance
}

// advance moves x by the time span.
func (g *integrator) advance(ctx context.Context, x [][]float64, span float64, p *pace) error {
	for left := span; left > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.steps+p.refused >= p.limit {
			return fmt.Errorf("%d steps were not enough; raise the limit or the tolerance", p.limit)
		}
		if err := g.begin(x); err != nil {
			return err
		}
		fastest := g.fastest()
		if p.h == 0 {
			p.h = 0.01 * p.reach / max(fastest, 0.01*p.reach/span)
		}
		if fastest*p.h > p.reach {
			p.h = p.reach / fastest
		}
		h, last := p.h, false
		if h >= left*(1-1e-12) {
			h, last = left, true
		}
		deviation, err := g.try(x, h)
		if err != nil {
			return err
		}
		change := 0.9 * math.Pow(deviation/p.tolerance, -1./5)
		if !(deviation <= p.tolerance) {
			if h > p.least {
				p.refused++
				p.h = max(p.least, h*min(0.9, max(0.2, change)))
				continue
			}
			p.forced++
		}
		g.accept(x)
		p.steps++
		if last {
			left = 0
			p.h = max(p.h, h*min(5, change))
		} else {
			left -= h
			p.h = h * min(5, max(0.2, change))
		}
	}
	return nil
}
