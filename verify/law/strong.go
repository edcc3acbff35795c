package law

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/manifold"
)

// shares of Rho at which to look along a ray, growing.
var shares = [...]float64{0.02, 0.2, 0.5, 0.8}

// strong looks along rays from every edge: in both variables of β_j together, and
// in each alone. β_j is the sum that it is by definition, over all nodes within
// Rho, so that overlapping balls are seen.
func (l *Law) strong(ctx context.Context, count int, seed uint64) (string, error) {
	r := newRays(l, count, seed)
	edges := 0
	for j := range l.Cover.Colors {
		for a := range r.at {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			for b := range r.at {
				if !l.Cover.Colors[j].Has(a, b) {
					continue
				}
				edges++
				if err := r.edge(j, a, b); err != nil {
					return "", fmt.Errorf("at the edge %s, %w", l.pair(a, b), err)
				}
			}
		}
	}
	return fmt.Sprintf("u_j weakens along %d rays from each of %d edges in colours, ‖a_θ‖ = 1 there", count, edges), nil
}

// rays leave every node, the first towards the nearest other one, the rest in
// random directions.
type rays struct {
	l               *Law
	at              [][]density.Near   // of each node: what its point is within Rho of
	points          [][][]float64      // of each node: ray by ray, one for each of shares
	near            [][][]density.Near // what those are within Rho of
	direction, room []float64
}

func newRays(l *Law, count int, seed uint64) *rays {
	e := l.Cover.Embedding
	rng := rand.New(rand.NewPCG(seed, 2))
	r := &rays{l: l, direction: make([]float64, e.Manifold.Ambient()), room: make([]float64, e.Manifold.Ambient())}
	nearest, about := neighbours(e)
	for v, p := range e.Points {
		points, near := rows(count*len(shares), len(p)), make([][]density.Near, count*len(shares))
		for k := range points {
			towards := k == 0 && nearest[v] >= 0 && e.Manifold.Log(r.direction, p, e.Points[nearest[v]]) && unit(e.Manifold, r.direction)
			if !towards && k%len(shares) == 0 {
				direct(e.Manifold, r.direction, p, rng)
			}
			for i, a := range r.direction {
				points[k][i] = shares[k%len(shares)] * e.Rho * a
			}
			e.Manifold.Exp(points[k], p, points[k])
			near[k] = l.within(points[k], about[v])
		}
		r.points, r.near = append(r.points, points), append(r.near, near)
		r.at = append(r.at, l.within(p, about[v]))
	}
	return r
}

// neighbours finds the node nearest to each, -1 where there is no other, and all
// whose balls may meet its own, itself included.
func neighbours(e *manifold.Embedding) (nearest []int, about [][]int) {
	n := len(e.Points)
	nearest, about = slices.Repeat([]int{-1}, n), make([][]int, n)
	least := slices.Repeat([]float64{math.Inf(1)}, n)
	for u, p := range e.Points {
		about[u] = append(about[u], u)
		for v, q := range e.Points[:u] {
			d := e.Manifold.Distance(p, q)
			if d < least[u] {
				nearest[u], least[u] = v, d
			}
			if d < least[v] {
				nearest[v], least[v] = u, d
			}
			if d <= 2*e.Rho {
				about[u], about[v] = append(about[u], v), append(about[v], u)
			}
		}
	}
	return nearest, about
}

// within lists those of the nodes that x is within Rho of.
func (l *Law) within(x []float64, nodes []int) (near []density.Near) {
	for _, v := range nodes {
		if d := l.Cover.Embedding.Manifold.Distance(x, l.Cover.Embedding.Points[v]); d < l.Cover.Embedding.Rho {
			kappa, _ := l.Cover.Kernel.At(d / l.Cover.Embedding.Rho)
			near = append(near, density.Near{Node: int32(v), Kappa: kappa})
		}
	}
	return near
}

// beta is β_j of two points.
func (r *rays) beta(j int, x, y []density.Near) (sum float64) {
	for _, a := range x {
		for _, b := range y {
			sum += r.l.Cover.Between(j, a, b)
		}
	}
	return sum
}

// direct sets dst to a random direction at p.
func direct(m manifold.Manifold, dst, p []float64, rng *rand.Rand) {
	for {
		for i := range dst {
			dst[i] = rng.NormFloat64()
		}
		m.Tangent(dst, p, dst)
		if unit(m, dst) {
			return
		}
	}
}

// edge looks along the rays from an edge of E_j.
func (r *rays) edge(j, a, b int) error {
	e := r.l.Cover.Embedding
	top := r.beta(j, r.at[a], r.at[b])
	if !(math.Abs(top-1) <= nearly) {
		return fmt.Errorf("u_%d has strength %v, 1 is due", j+1, top)
	}
	if err := r.directed(e.Points[a], e.Points[b]); err != nil {
		return err
	}
	last := top
	for k, x := range r.near[a] {
		if k%len(shares) == 0 {
			last = top
		}
		y, share := r.near[b][k], shares[k%len(shares)]
		both := r.beta(j, x, y)
		alone := max(r.beta(j, x, r.at[b]), r.beta(j, r.at[a], y))
		if !(both < last && alone < top && both <= alone) {
			return fmt.Errorf("u_%d does not weaken %v rho away: it has strength %v, and %v before", j+1, share, both, last)
		}
		if err := r.directed(r.points[a][k], r.points[b][k]); err != nil {
			return fmt.Errorf("%v rho away, %w", share, err)
		}
		last = both
	}
	return nil
}

// directed wants a_θ(x,y) to have length 1.
func (r *rays) directed(x, y []float64) error {
	r.l.direction(r.direction, r.room, x, y)
	if length := manifold.Norm(r.l.Cover.Embedding.Manifold, r.direction); !(math.Abs(length-1) <= nearly) {
		return fmt.Errorf("a_θ has length %v, 1 is due", length)
	}
	return nil
}
