package manifold

import (
	"math"
	"math/rand/v2"
)

// spread is the function that packing lowers: for all distances d of two points
//
//	f = (1/sharp) log Σ exp(-sharp d),
//
// which is the negative of the least distance, smoothed, and no more than
// log(pairs)/sharp above it. Where the manifold is not compact a point x also
// has the "distance" 2 (radius - d(x, base)) to the wall: balls of half the
// least distance then lie in the ball of that radius.
type spread struct {
	m      Manifold
	n      int
	base   []float64 // nil where the manifold is compact
	radius float64
	sharp  float64

	// Of the points last measured:
	pairs   []float64 // d(x_i, x_j), i < j, at j(j-1)/2 + i
	walls   []float64
	nearest []float64 // least distance of each point, to others or the wall
	least   float64
	weights float64 // Σ exp(-sharp (d - least))

	log []float64 // scratch of gradient
}

func newSpread(m Manifold, n int, radius float64) *spread {
	s := &spread{m: m, n: n, radius: radius}
	s.pairs = make([]float64, n*(n-1)/2)
	s.nearest = make([]float64, n)
	s.log = make([]float64, m.Ambient())
	if math.IsInf(m.Diameter(), 1) {
		s.base = make([]float64, m.Ambient())
		m.Base(s.base)
		s.walls = make([]float64, n)
	}
	return s
}

// configuration makes room for a vector at each point.
func (s *spread) configuration() [][]float64 {
	rows := make([][]float64, s.n)
	all := make([]float64, s.n*s.m.Ambient())
	for i := range rows {
		rows[i] = row(all, i, s.m.Ambient())
	}
	return rows
}

// sample draws a point, within the walls if there are any.
func (s *spread) sample(x []float64, rng *rand.Rand) {
	for {
		s.m.Sample(x, rng)
		if s.base == nil {
			return
		}
		if s.m.Log(s.log, s.base, x) {
			scale(s.log, s.radius/(1+s.m.Distance(s.base, x)))
			s.m.Exp(x, s.base, s.log)
			return
		}
	}
}

// measure takes the distances of a configuration, which value and gradient
// then go by.
func (s *spread) measure(x [][]float64) {
	s.least = math.Inf(1)
	for i := range s.nearest {
		s.nearest[i] = math.Inf(1)
	}
	k := 0
	for j := range x {
		for i := range j {
			d := s.m.Distance(x[i], x[j])
			s.pairs[k] = d
			s.nearest[i] = min(s.nearest[i], d)
			s.nearest[j] = min(s.nearest[j], d)
			k++
		}
		if s.base != nil {
			s.walls[j] = 2 * (s.radius - s.m.Distance(x[j], s.base))
			s.nearest[j] = min(s.nearest[j], s.walls[j])
		}
		s.least = min(s.least, s.nearest[j])
	}
}

// spacing is the mean distance to the nearest.
func (s *spread) spacing() float64 {
	sum := 0.0
	for _, d := range s.nearest {
		sum += max(d, 0)
	}
	return sum / float64(s.n)
}

func (s *spread) value() float64 {
	s.weights = 0
	for _, d := range s.pairs {
		s.weights += math.Exp(-s.sharp * (d - s.least))
	}
	for _, d := range s.walls {
		s.weights += math.Exp(-s.sharp * (d - s.least))
	}
	return math.Log(s.weights)/s.sharp - s.least
}

// gradient sets g to the Riemannian gradient at x, after measure and value: the
// gradient of d(·, y) at x is the unit vector against Log(x, y).
func (s *spread) gradient(g, x [][]float64) {
	for i := range g {
		clear(g[i])
	}
	k := 0
	for j := range x {
		for i := range j {
			s.pull(g[i], x[i], x[j], s.pairs[k], s.weight(s.pairs[k]))
			s.pull(g[j], x[j], x[i], s.pairs[k], s.weight(s.pairs[k]))
			k++
		}
		if s.base != nil {
			s.pull(g[j], x[j], s.base, s.m.Distance(x[j], s.base), -2*s.weight(s.walls[j]))
		}
	}
}

func (s *spread) weight(d float64) float64 { return math.Exp(-s.sharp*(d-s.least)) / s.weights }

// pull adds c times the unit vector from x to y, at distance d, to g.
func (s *spread) pull(g, x, y []float64, d, c float64) {
	const nothing = 1e-10
	if math.Abs(c) < nothing || d == 0 || !s.m.Log(s.log, x, y) {
		return // at the cut locus y is as far as it can be
	}
	for l, a := range s.log {
		g[l] += c / d * a
	}
}

// inner is the inner product on the configurations.
func (s *spread) inner(u, v [][]float64) float64 {
	sum := 0.0
	for i := range u {
		sum += s.m.Inner(u[i], v[i])
	}
	return sum
}
