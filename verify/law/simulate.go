package law

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/verify/manifold"
)

// Dynamics is how particles that begin at the embedded nodes are moved; zero
// fields have their defaults.
type Dynamics struct {
	Normalize Normalization // default None
	Time      float64       // to the end, default 1
	Samples   int           // times at which to look, both ends among them, default 101
	// Perturb is how far particles begin from their nodes at most, in units of
	// Rho, each in a random direction; below 1.
	Perturb   float64
	Seed      uint64  // of that
	Tolerance float64 // error of a step, a length, default 1e-6
	MaxSteps  int     // default 100000
	// Near is the distance below which particles are in one cluster, together
	// with all that are in a chain of such; default R0/2.
	Near float64
}

// Trajectory is where the particles were.
type Trajectory struct {
	Times     []float64
	Positions [][][]float64 // of each time and particle
	Clusters  [][]int       // of each time and particle, numbered from 0 by first member
	Speeds    []float64     // of the fastest particle, of each time
	Steps     int
	Refused   int // steps whose error was above the tolerance
	Forced    int // steps of the least size, taken with such an error
	// Stop is why it ends before its time; "" where it does not.
	Stop string
}

// Count is the number of clusters at time number n.
func (t *Trajectory) Count(n int) int { return 1 + slices.Max(t.Clusters[n]) }

func (d Dynamics) withDefaults(l *Law) (Dynamics, error) {
	e := l.Cover.Embedding
	if d.Normalize == "" {
		d.Normalize = None
	}
	for _, x := range []struct {
		value   *float64
		initial float64
	}{{&d.Time, 1}, {&d.Tolerance, 1e-6}, {&d.Near, e.R0 / 2}} {
		if *x.value == 0 {
			*x.value = x.initial
		}
	}
	if d.Samples == 0 {
		d.Samples = 101
	}
	if d.MaxSteps == 0 {
		d.MaxSteps = 100000
	}
	switch {
	case !slices.Contains(Normalizations, d.Normalize):
		return d, fmt.Errorf("no normalisation %q; there are none, row and sinkhorn", d.Normalize)
	case !(d.Time > 0) || math.IsInf(d.Time, 1):
		return d, fmt.Errorf("time %v is no positive number", d.Time)
	case d.Samples < 2:
		return d, fmt.Errorf("%d samples: at least the two ends are needed", d.Samples)
	case !(d.Perturb >= 0 && d.Perturb < 1):
		return d, fmt.Errorf("perturbation %v: particles begin within their balls, below 1 in units of rho", d.Perturb)
	case !(d.Tolerance > 0):
		return d, fmt.Errorf("tolerance %v is no positive number", d.Tolerance)
	case d.MaxSteps < 1:
		return d, fmt.Errorf("%d steps: at least 1 is needed", d.MaxSteps)
	case !(d.Near > 0):
		return d, fmt.Errorf("the distance of clusters is %v, which is no positive number", d.Near)
	}
	return d, nil
}

// Simulate moves a particle for every node by ẋ_i = Σ_k Σ_j u_j(x_k,x_i). Same
// law and Dynamics, same trajectory. Sinkhorn is refused with ErrNoSupport where
// the weights at the start have no total support; where they lose it on the way,
// as where a particle leaves all balls, the trajectory stops there, and so it
// does when MaxSteps are taken.
func (l *Law) Simulate(ctx context.Context, d Dynamics) (*Trajectory, error) {
	d, err := d.withDefaults(l)
	if err != nil {
		return nil, err
	}
	e := l.Cover.Embedding
	x := l.start(d)
	motion := newMotion(l, len(x), d.Normalize)
	g := newIntegrator(e.Manifold, len(x), motion.velocity)
	p := &pace{tolerance: d.Tolerance, reach: e.Rho / 4, least: 1e-9 * d.Time, limit: d.MaxSteps}
	t := &Trajectory{}
	if err := g.begin(x); err != nil {
		return nil, err
	}
	look := func(at float64) {
		t.Times = append(t.Times, at)
		y := rows(len(x), e.Manifold.Ambient())
		for i := range x {
			copy(y[i], x[i])
		}
		t.Positions = append(t.Positions, y)
		t.Clusters = append(t.Clusters, clusters(e.Manifold, x, d.Near))
		t.Speeds = append(t.Speeds, g.fastest())
	}
	look(0)
	for n := 1; n < d.Samples; n++ {
		from, to := d.Time*float64(n-1)/float64(d.Samples-1), d.Time*float64(n)/float64(d.Samples-1)
		if err := g.advance(ctx, x, to-from, p); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			t.Stop = fmt.Sprintf("after time %.6g: %v", from, err)
			break
		}
		look(to)
	}
	t.Steps, t.Refused, t.Forced = p.steps, p.refused, p.forced
	return t, nil
}

// start puts the particles at their nodes, or near them.
func (l *Law) start(d Dynamics) [][]float64 {
	e := l.Cover.Embedding
	x := rows(len(e.Points), e.Manifold.Ambient())
	rng := rand.New(rand.NewPCG(d.Seed, 1))
	for i, p := range e.Points {
		copy(x[i], p)
		if d.Perturb > 0 {
			aside(e.Manifold, x[i], p, d.Perturb*e.Rho*rng.Float64(), rng)
		}
	}
	return x
}

// aside sets dst to a point at a distance from p, in a random direction.
func aside(m manifold.Manifold, dst, p []float64, distance float64, rng *rand.Rand) {
	v := make([]float64, len(p))
	direct(m, v, p, rng)
	for i := range v {
		v[i] *= distance
	}
	m.Exp(dst, p, v)
}

// clusters numbers the connected components of the graph of particles nearer
// than a distance.
func clusters(m manifold.Manifold, x [][]float64, near float64) []int {
	of := slices.Repeat([]int{-1}, len(x))
	n := 0
	for i := range x {
		if of[i] >= 0 {
			continue
		}
		of[i] = n
		for stack := []int{i}; len(stack) > 0; {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for v := range x {
				if of[v] < 0 && m.Distance(x[u], x[v]) < near {
					of[v] = n
					stack = append(stack, v)
				}
			}
		}
		n++
	}
	return of
}

// Influence measures who acts on whom through colour j: the particles are moved
// from the embedded nodes for a very short time, each towards the source (or, at
// the source or its cut locus, as Projected) and without normalisation, once with
// all and once for every source without it, and the speed at which that makes particle i go elsewhere is the influence of
// the source k on i: row k, column i. To first order it is β_j(x_k,x_i), and the
// next order is taken out by half the time (Richardson's extrapolation).
func (l *Law) Influence(ctx context.Context, j int) ([][]float64, error) {
	e := l.Cover.Embedding
	n := len(e.Points)
	motion := newMotion(l, n, None)
	motion.color, motion.towards = j, l.reaches()
	g := newIntegrator(e.Manifold, n, motion.velocity)
	if err := g.begin(e.Points); err != nil {
		return nil, err
	}
	// A particle goes a share of Rho, so that twelve digits are left of where it
	// goes and the square of that share is nothing.
	span := 1e-4 * e.Rho / max(1, g.fastest())
	together := [2][][]float64{rows(n, e.Manifold.Ambient()), rows(n, e.Manifold.Ambient())}
	spans := [2]float64{span, span / 2}
	for s, x := range together {
		if _, err := g.try(e.Points, spans[s]); err != nil {
			return nil, err
		}
		for i := range x {
			copy(x[i], g.next[i])
		}
	}
	influence := rows(n, n)
	for k := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if l.Cover.Colors[j].Sources[k] < 0 {
			continue // acts on nobody: the motion is the same
		}
		motion.without, g.fresh = k, false
		for s, share := range [2]float64{-1, 2} {
			if _, err := g.try(e.Points, spans[s]); err != nil {
				return nil, err
			}
			for i := range n {
				influence[k][i] += share * e.Manifold.Distance(together[s][i], g.next[i]) / spans[s]
			}
		}
	}
	return influence, nil
}

// reaches tells for each node, and every other, whether the one knows a direction
// to the other. At the boundary of that a field may turn round.
func (l *Law) reaches() [][]bool {
	e := l.Cover.Embedding
	v, room := make([]float64, e.Manifold.Ambient()), make([]float64, e.Manifold.Ambient())
	out := make([][]bool, len(e.Points))
	for i, y := range e.Points {
		out[i] = make([]bool, len(e.Points))
		for k, x := range e.Points {
			out[i][k] = shortest(e.Manifold, v, room, x, y) && unit(e.Manifold, v)
		}
	}
	return out
}
