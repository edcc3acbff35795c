package density

import "math"

// sums evaluates a β_j by its definition: key and query are sums over all nodes,
// so that it is right too where balls overlap and no node is alone. Weight is
// held against it. Its room is allocated once.
type sums struct {
	c     *Cover
	color *Color

	key, query []float64 // φ_j(x), ψ_j(y), Fibre coordinates
	// The gradient is of the value last computed.
	gradX, gradY []float64
	log          []float64
	terms        [2][]term // of key and query
}

// term is a node whose ball a point is in.
type term struct {
	node     int
	distance float64
	slope    float64 // dκ/d distance
}

func newSums(c *Cover) *sums {
	ambient, n := c.Embedding.Manifold.Ambient(), len(c.Embedding.Points)
	s := &sums{c: c, key: make([]float64, c.Fibre), query: make([]float64, c.Fibre)}
	s.gradX, s.gradY, s.log = make([]float64, ambient), make([]float64, ambient), make([]float64, ambient)
	s.terms = [2][]term{make([]term, 0, n), make([]term, 0, n)}
	return s
}

// at is β_j(x,y).
func (s *sums) at(x, y []float64) float64 {
	s.terms[0] = s.add(s.key, x, s.color.Sources, s.terms[0][:0])
	s.terms[1] = s.add(s.query, y, s.color.Targets, s.terms[1][:0])
	return dot(s.key, s.query)
}

func (s *sums) add(vector, x []float64, labels []int32, terms []term) []term {
	e := s.c.Embedding
	clear(vector)
	for v, k := range labels {
		if k == None {
			continue
		}
		d := e.Manifold.Distance(x, e.Points[v])
		if d >= e.Rho {
			continue
		}
		kappa, slope := s.c.Kernel.At(d / e.Rho)
		for i, a := range s.color.Codes[k] {
			vector[i] += kappa * a
		}
		terms = append(terms, term{v, d, slope / e.Rho})
	}
	return terms
}

// gradient sets gradX and gradY to the Riemannian gradient of β_j at the point
// that at was last called for, and returns its squared length: the gradient of
// the distance to p at x is the unit vector against Log(x, p).
func (s *sums) gradient(x, y []float64) float64 {
	s.pull(s.gradX, x, s.color.Sources, s.terms[0], s.query)
	s.pull(s.gradY, y, s.color.Targets, s.terms[1], s.key)
	m := s.c.Embedding.Manifold
	return m.Inner(s.gradX, s.gradX) + m.Inner(s.gradY, s.gradY)
}

func (s *sums) pull(g, x []float64, labels []int32, terms []term, other []float64) {
	e := s.c.Embedding
	clear(g)
	for _, t := range terms {
		if t.distance == 0 || !e.Manifold.Log(s.log, x, e.Points[t.node]) {
			continue // at its top, or at the cut locus, where there is no gradient
		}
		f := -t.slope * dot(s.color.Codes[labels[t.node]], other) / t.distance
		for i, a := range s.log {
			g[i] += f * a
		}
	}
}

// nearest returns the node nearest to x, and its distance.
func (c *Cover) nearest(x []float64) (node int, distance float64) {
	distance = math.Inf(1)
	for v, p := range c.Embedding.Points {
		if d := c.Embedding.Manifold.Distance(x, p); d < distance {
			node, distance = v, d
		}
	}
	return node, distance
}
