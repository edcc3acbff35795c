package manifold

import "math"

// orthogonalize turns the rows of a among themselves until they are orthogonal,
// and the rows of b with them: one-sided Jacobi (Hestenes, J. SIAM 6 (1958)
// 51-90). The rows then are the singular vectors of a, their lengths its
// singular values, small ones as accurate as large ones. a is rows × width, b
// rows × widthB, both by rows.
func orthogonalize(a []float64, width int, b []float64, widthB, rows int) {
	const sweeps = 40 // about 8 are enough
	for range sweeps {
		turned := false
		for i := range rows {
			for j := i + 1; j < rows; j++ {
				ai, aj := row(a, i, width), row(a, j, width)
				p, qi, qj := dot(ai, aj), dot(ai, ai), dot(aj, aj)
				if math.Abs(p) <= 1e-15*math.Sqrt(qi*qj) || p == 0 {
					continue
				}
				turned = true
				tau := (qj - qi) / (2 * p)
				t := math.Copysign(1, tau) / (math.Abs(tau) + math.Hypot(1, tau))
				c := 1 / math.Hypot(1, t)
				rotate(ai, aj, c, c*t)
				rotate(row(b, i, widthB), row(b, j, widthB), c, c*t)
			}
		}
		if !turned {
			return
		}
	}
}

func rotate(x, y []float64, c, s float64) {
	for i, a := range x {
		b := y[i]
		x[i], y[i] = c*a-s*b, s*a+c*b
	}
}

func row(a []float64, i, width int) []float64 { return a[i*width : (i+1)*width] }
