package density

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/manifold"
)

// Search says how hard Check looks for maxima where none should be; zero fields
// have their defaults.
type Search struct {
	Seed   uint64
	Starts int // ascents of every β_j, default 64
	// Steps of an ascent at most, default 200; one that has not ended by then
	// counts against the cover. Thirty are usual.
	Steps int
}

// faint is where a climb is not begun: so near the boundary of its support that
// squares of β_j underflow.
const faint = 1e-100

// search climbs β_j from points of its support: half of the starts are in the
// balls of pairs of E_j, half in those of any source and any target of the
// colour. Every point on the way that is above 1 - Margin/2 has to be in the balls
// of a pair of E_j that is an edge, nothing may pass 1, and the climb has to end at
// that pair, with value 1. Climbs that begin in the balls of E_j have to get there.
func (c *Cover) search(ctx context.Context, g *instances.Relation, s Search) (string, error) {
	if s.Starts < 0 || s.Steps < 0 {
		return "", fmt.Errorf("search with %d starts, %d steps: none may be negative", s.Starts, s.Steps)
	}
	if s.Starts == 0 {
		s.Starts = 64
	}
	if s.Steps == 0 {
		s.Steps = 200
	}
	k := newClimb(c, g, s.Steps)
	tops := 0
	for j := range c.Colors {
		color := &c.Colors[j]
		if !(color.Margin > 0) {
			return "", fmt.Errorf("colour %d has no margin, so that nothing tells its edges from others", j+1)
		}
		k.color, k.j = color, j
		rng := rand.New(rand.NewPCG(s.Seed, uint64(j)))
		sources, targets, edges := labelled(color.Sources), labelled(color.Targets), color.Edges()
		if len(edges) == 0 {
			return "", fmt.Errorf("no pair is in E_%d: β_%d has no maximum to be at", j+1, j+1)
		}
		rng.Shuffle(len(edges), func(i, k int) { edges[i], edges[k] = edges[k], edges[i] })
		for start := range s.Starts {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			edge := edges[start/2%len(edges)]
			pair := [2]int{int(edge.Row), int(edge.Col)}
			if start%2 == 1 {
				pair = [2]int{sources[rng.IntN(len(sources))], targets[rng.IntN(len(targets))]}
			}
			k.start(k.x, pair[0], rng)
			k.start(k.y, pair[1], rng)
			top, err := k.climb()
			if err == nil && !top && color.Has(pair[0], pair[1]) && k.value > faint {
				err = fmt.Errorf("it ends with value %v, 1 is due", k.value)
			}
			if err != nil {
				return "", fmt.Errorf("β_%d climbed from the balls of (%q,%q): %w", j+1, c.name(pair[0]), c.name(pair[1]), err)
			}
			if top {
				tops++
			}
		}
	}
	return fmt.Sprintf("%d ascents, %d to an edge, all others below 1 - margin/2", len(c.Colors)*s.Starts, tops), nil
}

// climb is an ascent on M×M by gradients of log β_j, which is steep where β_j
// is small, with Armijo's rule.
type climb struct {
	*sums
	g              *instances.Relation
	j, steps       int
	value          float64 // at (x,y)
	x, y           []float64
	trialX, trialY []float64
}

func newClimb(c *Cover, g *instances.Relation, steps int) *climb {
	k := &climb{sums: newSums(c), g: g, steps: steps}
	for _, p := range []*[]float64{&k.x, &k.y, &k.trialX, &k.trialY} {
		*p = make([]float64, c.Embedding.Manifold.Ambient())
	}
	return k
}

// start sets x to a point of the ball about node v.
func (k *climb) start(x []float64, v int, rng *rand.Rand) {
	e := k.c.Embedding
	for i := range k.log {
		k.log[i] = rng.NormFloat64()
	}
	e.Manifold.Tangent(k.log, e.Points[v], k.log)
	length := 0.0
	if n := manifold.Norm(e.Manifold, k.log); n > 0 {
		length = rng.Float64() * e.Rho / n
	}
	for i := range k.log {
		k.log[i] *= length
	}
	e.Manifold.Exp(x, e.Points[v], k.log)
}

// climb ascends from (x,y), and reports whether it reached an edge.
func (k *climb) climb() (top bool, err error) {
	rho := k.c.Embedding.Rho
	threshold := 1 - k.color.Margin/2
	edge := [2]int{-1, -1}
	t := rho * rho / 2
	k.value = k.at(k.x, k.y)
	for range k.steps {
		if k.value > 1+nearly || math.IsNaN(k.value) {
			return false, fmt.Errorf("it reaches %v, above 1", k.value)
		}
		if k.value > threshold {
			at, err := k.edge()
			switch {
			case err != nil:
				return false, err
			case edge[0] >= 0 && edge != at:
				return false, fmt.Errorf("it left %s for %s above 1 - margin/2", k.pair(edge), k.pair(at))
			}
			edge = at
		}
		slope := k.gradient(k.x, k.y)
		if !(k.value > faint) || !(slope > 0) {
			break
		}
		slope /= k.value * k.value // of the logarithm
		t = min(t, rho/2/math.Sqrt(slope))
		next, ok := k.step(t, slope)
		for range 50 {
			if ok {
				break
			}
			t /= 2
			next, ok = k.step(t, slope)
		}
		if !ok {
			break // no ascent left within rounding
		}
		k.x, k.trialX, k.y, k.trialY = k.trialX, k.x, k.trialY, k.y
		k.value = next
		t *= 2
	}
	switch {
	case edge[0] >= 0:
		return true, k.ends(edge)
	case k.value > threshold:
		return false, fmt.Errorf("it is at %v after %d steps and has not ended; take more", k.value, k.steps)
	}
	return false, nil
}

// step tries one of length t along the gradient of the logarithm, and says
// whether it ascends enough. The terms of at are those of the trial then, or of
// no further use.
func (k *climb) step(t, slope float64) (next float64, ok bool) {
	m := k.c.Embedding.Manifold
	for i, a := range k.gradX {
		k.trialX[i] = t / k.value * a
	}
	for i, a := range k.gradY {
		k.trialY[i] = t / k.value * a
	}
	m.Exp(k.trialX, k.x, k.trialX)
	m.Exp(k.trialY, k.y, k.trialY)
	next = k.at(k.trialX, k.trialY)
	// At a top with curvatures all the same, as β_j has, this share keeps steps
	// from leaping to the other side for ever.
	const enough = 0.4
	return next, next > 0 && math.Log(next/k.value) > enough*t*slope
}

// edge is the pair of E_j, and of E, whose balls (x,y) is in.
func (k *climb) edge() (pair [2]int, err error) {
	a, dx := k.c.nearest(k.x)
	b, dy := k.c.nearest(k.y)
	pair = [2]int{a, b}
	rho := k.c.Embedding.Rho
	switch {
	case !(dx < rho) || !(dy < rho):
		return pair, fmt.Errorf("it is %v at a point that is in no balls", k.value)
	case !k.color.Has(a, b):
		return pair, fmt.Errorf("it is %v, above 1 - margin/2, in the balls of %s, which is not in E_%d", k.value, k.pair(pair), k.j+1)
	case !k.g.Has(int32(a), int32(b)):
		return pair, fmt.Errorf("it is %v, above 1 - margin/2, in the balls of %s, which is no edge", k.value, k.pair(pair))
	}
	return pair, nil
}

// ends holds the end of a climb against the edge it passed on its way.
func (k *climb) ends(edge [2]int) error {
	const inside = 1e-3 // of Rho: far above rounding, far inside the ball
	e := k.c.Embedding
	dx, dy := e.Manifold.Distance(k.x, e.Points[edge[0]]), e.Manifold.Distance(k.y, e.Points[edge[1]])
	if !(dx <= inside*e.Rho) || !(dy <= inside*e.Rho) {
		return fmt.Errorf("it ends %.3g rho and %.3g rho away from the edge %s", dx/e.Rho, dy/e.Rho, k.pair(edge))
	}
	if !(k.value >= 1-1e-3) {
		return fmt.Errorf("it ends at the edge %s with value %v, 1 is due", k.pair(edge), k.value)
	}
	return nil
}

func (k *climb) pair(p [2]int) string { return fmt.Sprintf("(%q,%q)", k.c.name(p[0]), k.c.name(p[1])) }
