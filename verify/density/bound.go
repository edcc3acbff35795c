package density

import (
	"fmt"
	"math"
)

// bound bounds β_j from above on the product of the balls about every pair of
// nodes, by intervals: κ is somewhere in 0..1, and sums are rounded up. On a pair
// of E_j nothing may pass 1, elsewhere nothing 1 - Margin (up to the rounding
// of the margin itself), and the gap that is so proved has to be positive. Every
// point with β_j > 0 is in such a product, so this bounds β_j everywhere.
//
// Where balls overlap, a point sees all nodes within 2 Rho of the one whose
// ball it is in, and their terms add up.
func (c *Cover) bound() (string, error) {
	near := c.overlaps()
	outside := 0.0
	for j := range c.Colors {
		color := &c.Colors[j]
		for a := range near {
			for b := range near {
				most := c.most(color, near[a], near[b])
				limit := 1 - color.Margin
				if color.Has(a, b) {
					limit = 1
				} else {
					outside = max(outside, most)
				}
				if !(most <= limit+nearly) {
					return "", fmt.Errorf("β_%d may reach %v in the balls of (%q,%q), above %v", j+1, most, c.name(a), c.name(b), limit)
				}
				if !color.Has(a, b) && !(most < 1-nearly) {
					return "", fmt.Errorf("β_%d may reach %v in the balls of (%q,%q), which is not in E_%d", j+1, most, c.name(a), c.name(b), j+1)
				}
			}
		}
	}
	return fmt.Sprintf("outside every E_j, β_j ≤ %.9g, with rounding counted", outside), nil
}

// overlaps lists, for every node, the nodes whose balls may meet its own, itself
// included.
func (c *Cover) overlaps() [][]int {
	e := c.Embedding
	near := make([][]int, len(e.Points))
	for a, x := range e.Points {
		for b, y := range e.Points {
			if a == b || e.Manifold.Distance(x, y) <= 2*e.Rho {
				near[a] = append(near[a], b)
			}
		}
	}
	return near
}

// most is no less than β_j in the balls of nodes that see the sources and the
// targets listed.
func (c *Cover) most(color *Color, sources, targets []int) float64 {
	most := 0.0
	for _, a := range sources {
		for _, b := range targets {
			if s, t := color.Sources[a], color.Targets[b]; s != None && t != None {
				if term := dotUp(color.Codes[s], color.Codes[t]); !(term <= 0) {
					most = math.Nextafter(most+term, math.Inf(1))
				}
			}
		}
	}
	return most
}

// dotUp is no less than the exact inner product. A computed one is off by at most
// γ Σ|x_i y_i|, γ = mu/(1-mu) with the unit roundoff u = 2^-53 (Higham, Accuracy
// and Stability of Numerical Algorithms, 2002, section 3.1), whatever the order
// of the sum; the sum of magnitudes is itself rounded, hence twice γ.
func dotUp(x, y []float64) float64 {
	size := 0.0
	for i, a := range x {
		size += math.Abs(a * y[i])
	}
	mu := float64(len(x)) * 0x1p-53
	const tiny = 0x1p-1000 // products may underflow
	return math.Nextafter(dot(x, y)+2*mu/(1-mu)*size+tiny, math.Inf(1))
}
