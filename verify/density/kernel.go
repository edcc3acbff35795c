package density

import (
	"fmt"
	"math"
	"strings"
)

// Kernel is a function of s = distance/Rho: 1 at s = 0, strictly decreasing
// for s < 1, 0 from there on, and of slope 0 at both ends. These are what the
// argument for density covers asks for, with as many derivatives as the cover is
// to have.
type Kernel struct {
	Name string
	Doc  string // formula and smoothness, one line
	// At returns κ(s) in 0..1, s ≥ 0, and dκ/ds.
	At func(s float64) (value, slope float64)
}

// Kernels lists them; the first is the one that math.md, section 3, takes. The
// piecewise polynomials are Wendland's φ_{3,1} and φ_{3,2} (Adv. Comput. Math. 4
// (1995) 389-396), for those who compute with fewer derivatives and want no
// values near the boundary that are too small to follow.
var Kernels = []Kernel{
	{"bump", "exp(1 - 1/(1-s²)), infinitely smooth", bump},
	{"wendland2", "(1-s)⁴ (4s+1), twice continuously differentiable", wendland2},
	{"wendland4", "(1-s)⁶ (35s²+18s+3)/3, four times continuously differentiable", wendland4},
}

// FindKernel is the kernel of that name.
func FindKernel(name string) (Kernel, error) {
	names := make([]string, len(Kernels))
	for i, k := range Kernels {
		if k.Name == name {
			return k, nil
		}
		names[i] = k.Name
	}
	return Kernel{}, fmt.Errorf("no kernel %q; there are %s", name, strings.Join(names, ", "))
}

func bump(s float64) (value, slope float64) {
	if s >= 1 {
		return 0, 0
	}
	rest := (1 - s) * (1 + s)
	value = math.Exp(-s * s / rest) // 1 - 1/(1-s²), without cancellation
	return value, -2 * s / (rest * rest) * value
}

func wendland2(s float64) (value, slope float64) {
	if s >= 1 {
		return 0, 0
	}
	cube := (1 - s) * (1 - s) * (1 - s)
	return min(1, cube*(1-s)*(4*s+1)), -20 * s * cube
}

func wendland4(s float64) (value, slope float64) {
	if s >= 1 {
		return 0, 0
	}
	square := (1 - s) * (1 - s)
	fifth := square * square * (1 - s)
	return min(1, fifth*(1-s)*(35*s*s+18*s+3)/3), -56. / 3 * s * (5*s + 1) * fifth
}
