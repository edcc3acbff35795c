package manifold

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// triesPerPoint bounds the samples that Random takes in a row without placing
// one.
const triesPerPoint = 2000

// Random embeds the names at random points, each drawn again until it is more
// than separation away from all before it. Where the manifold is not compact,
// points are drawn near the base point (Sample).
func Random(ctx context.Context, m Manifold, names []string, separation float64, seed uint64) (*Embedding, error) {
	if !(separation > 0) {
		return nil, fmt.Errorf("separation %v is no positive number", separation)
	}
	if len(names) > 1 && separation >= m.Diameter() {
		return nil, fmt.Errorf("separation %v: no two points of %s are further apart than %v", separation, m, m.Diameter())
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	points := make([][]float64, 0, len(names))
	x := make([]float64, m.Ambient())
	for tries := 0; len(points) < len(names); tries++ {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("placing point %d of %d: %w", len(points)+1, len(names), err)
		}
		if tries == triesPerPoint {
			return nil, fmt.Errorf("separation %v: %d of %d points placed on %s, then no place in %d tries; lower the separation, raise the dimension, or pack the points",
				separation, len(points), len(names), m, triesPerPoint)
		}
		m.Sample(x, rng)
		if apart(m, x, points, separation) {
			points = append(points, append([]float64(nil), x...))
			tries = -1
		}
	}
	return Embed(m, names, points, Radii{})
}

func apart(m Manifold, x []float64, points [][]float64, separation float64) bool {
	for _, y := range points {
		if !(m.Distance(x, y) > separation) {
			return false
		}
	}
	return true
}
