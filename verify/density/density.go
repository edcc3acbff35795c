// Package density turns a coloured hub extension into a density cover: functions
// β_1..β_h on M×M whose maxima are exactly the embedded edges (math.md, section
// 3), and checks that they are.
//
//	c, err := density.Build(ctx, rel, extension, embedding, density.Design{Fibre: 2})
//	β := c.Weight(0, x, y)
//	findings, err := c.Check(ctx, rel, density.Search{Seed: 1})
//
// Every hub has a code, a unit vector with nonnegative coordinates. The key of
// a point x within Rho of an embedded source a is the kernel of their distance
// times the code of the hub that a feeds, its query likewise; β_j is the inner
// product of the key of x with the query of y, in colour j. Since balls of
// radius Rho are disjoint and a colouring gives every node at most one hub to
// feed and one to read, no sum is ever taken.
package density

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/manifold"
)

// None is the label of a node that feeds, or reads, no hub of a colour.
const None int32 = -1

// Color is what one β_j is made of.
type Color struct {
	Codes  [][]float64 // of each hub of the colour, Fibre coordinates
	Margin float64     // 1 - the largest inner product of two codes
	// Sources and Targets are the labels of fact F9: of each node, the code of
	// the hub that it feeds, and of the hub that it reads, or None.
	Sources, Targets []int32
}

// Has reports whether (a,b) is in E_j: a feeds the hub that b reads.
func (c *Color) Has(a, b int) bool { return c.Sources[a] != None && c.Sources[a] == c.Targets[b] }

// Edges lists E_j in canonical order.
func (c *Color) Edges() (cells []instances.Cell) {
	for a := range c.Sources {
		for b := range c.Targets {
			if c.Has(a, b) {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return cells
}

// Cover is a density cover: β_j, j counted from 0, belongs to Colors[j]. The
// nodes are those of the digraph view of a relation (instances.Relation.Bipartite).
// Build makes one that is right; one that was read from elsewhere is to pass
// Validate, and then Check. A cover is not changed by its methods.
type Cover struct {
	Embedding *manifold.Embedding
	Kernel    Kernel
	Fibre     int // coordinates of a code
	Colors    []Color
}

// Validate says whether the parts fit together, which the methods rely on;
// whether they make a density cover is for Check to say.
func (c *Cover) Validate() error {
	if c.Embedding == nil || c.Embedding.Manifold == nil || len(c.Embedding.Points) == 0 {
		return errors.New("the cover has no embedding")
	}
	if !(c.Embedding.Rho > 0) {
		return fmt.Errorf("rho = %v is no positive number", c.Embedding.Rho)
	}
	if len(c.Embedding.Names) != len(c.Embedding.Points) {
		return fmt.Errorf("%d names and %d points", len(c.Embedding.Names), len(c.Embedding.Points))
	}
	for i, x := range c.Embedding.Points {
		if err := c.Embedding.Manifold.Check(x); err != nil {
			return fmt.Errorf("point %q is not on %s: %w", c.Embedding.Names[i], c.Embedding.Manifold, err)
		}
	}
	if c.Kernel.At == nil {
		return errors.New("the cover has no kernel; see Kernels")
	}
	if c.Fibre < 1 {
		return fmt.Errorf("fibre dimension %d: at least 1 is needed", c.Fibre)
	}
	for j := range c.Colors {
		if err := c.Colors[j].validate(len(c.Embedding.Points), c.Fibre); err != nil {
			return fmt.Errorf("colour %d: %w", j+1, err)
		}
	}
	return nil
}

func (c *Color) validate(nodes, fibre int) error {
	if len(c.Codes) == 0 {
		return errors.New("no codes: every colour must have a hub")
	}
	for k, w := range c.Codes {
		if len(w) != fibre {
			return fmt.Errorf("code %d has %d coordinates, the fibre dimension is %d", k, len(w), fibre)
		}
	}
	for _, labels := range [][]int32{c.Sources, c.Targets} {
		if len(labels) != nodes {
			return fmt.Errorf("%d labels for %d nodes", len(labels), nodes)
		}
		for v, k := range labels {
			if k != None && (k < 0 || int(k) >= len(c.Codes)) {
				return fmt.Errorf("node %d has label %d, there are %d codes", v, k, len(c.Codes))
			}
		}
	}
	return nil
}

// Parameters counts what the cover is described by beside the points:
// coordinates of codes, and labels that are not None.
func (c *Cover) Parameters() int {
	n := 0
	for _, color := range c.Colors {
		n += len(color.Codes) * c.Fibre
		for _, labels := range [][]int32{color.Sources, color.Targets} {
			for _, k := range labels {
				if k != None {
					n++
				}
			}
		}
	}
	return n
}

// Near is what the functions of a cover see of a point.
type Near struct {
	Node  int32   // within Rho of the point, or None
	Kappa float64 // the kernel of its distance, in 0..1; 0 for None
}

// Near finds the embedded node within Rho of x; there is at most one.
func (c *Cover) Near(x []float64) Near {
	e := c.Embedding
	for v, p := range e.Points {
		if d := e.Manifold.Distance(x, p); d < e.Rho {
			kappa, _ := c.Kernel.At(d / e.Rho)
			return Near{int32(v), kappa}
		}
	}
	return Near{Node: None}
}

// NearFrom is Near for a point that was near the node hint, or None, a moment
// ago: the ball of hint is tried first. Where balls overlap, against the
// rules, it may find another node than Near.
func (c *Cover) NearFrom(x []float64, hint int32) Near {
	if hint != None {
		if d := c.Embedding.Manifold.Distance(x, c.Embedding.Points[hint]); d < c.Embedding.Rho {
			kappa, _ := c.Kernel.At(d / c.Embedding.Rho)
			return Near{hint, kappa}
		}
	}
	return c.Near(x)
}

// Weight is β_j(x,y), in 0..1; it does not allocate. For several colours, or
// the same point again, take Near once and then Between.
func (c *Cover) Weight(j int, x, y []float64) float64 {
	source := c.Near(x)
	if source.Node == None || c.Colors[j].Sources[source.Node] == None {
		return 0
	}
	return c.Between(j, source, c.Near(y))
}

// Between is β_j of two points, x seen as a source and y as a target.
func (c *Cover) Between(j int, x, y Near) float64 {
	if x.Node == None || y.Node == None {
		return 0
	}
	color := &c.Colors[j]
	s, t := color.Sources[x.Node], color.Targets[y.Node]
	if s == None || t == None {
		return 0
	}
	return x.Kappa * y.Kappa * dot(color.Codes[s], color.Codes[t])
}

// Recover finds E_j, canonically ordered, by evaluating β_j at all pairs of
// embedded nodes: those above 1 - Margin/2 count. Labels come in only through β_j.
func (c *Cover) Recover(j int) []instances.Cell {
	near := make([]Near, len(c.Embedding.Points))
	for v, p := range c.Embedding.Points {
		near[v] = c.Near(p)
	}
	var cells []instances.Cell
	for a, x := range near {
		for b, y := range near {
			if c.Between(j, x, y) > 1-c.Colors[j].Margin/2 {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return cells
}

func (c *Cover) name(v int) string { return c.Embedding.Names[v] }

// labelled lists the nodes with a label.
func labelled(labels []int32) (nodes []int) {
	for v, k := range labels {
		if k != None {
			nodes = append(nodes, v)
		}
	}
	return slices.Clip(nodes)
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, a := range x {
		sum += a * y[i]
	}
	return sum
}
