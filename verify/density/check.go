package density

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// nearly is what rounding may do to a value in 0..1.
const nearly = 1e-9

// Finding is what came of one check.
type Finding struct {
	Check string // supports, codes, labels, vertices, bound or search
	Why   string // what was seen
	Err   error  // what is wrong; nil where the check accepts
}

// String is the line to print.
func (f Finding) String() string {
	if f.Err != nil {
		return fmt.Sprintf("REJECTED %s: %v", f.Check, f.Err)
	}
	return fmt.Sprintf("accepted %s: %s", f.Check, f.Why)
}

// Check tests, in three ways that share little, that β_1..β_h is a density cover
// of the relation's digraph view, and returns a finding for each test:
//
//   - supports, codes, labels: the hypotheses of the argument. Disjoint balls,
//     unit codes that differ, labels that induce exactly E; then the maxima are
//     exactly the embedded edges. vertices holds β_j, evaluated at all pairs of
//     embedded nodes, against that conclusion.
//   - bound: from κ ≤ 1 alone and with rounding counted against the cover, β_j is
//     at most 1 - Margin on all of every product of balls outside E_j.
//   - search: ascent of β_j, by its definition as a sum, from many points; whatever
//     is above 1 - Margin/2 has to be near an edge of E_j and to ascend to it.
//
// The error is for a cover whose parts do not fit (Validate), another number of
// nodes, and the end of the context.
func (c *Cover) Check(ctx context.Context, rel *instances.Relation, s Search) ([]Finding, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := rel.Bipartite()
	if g.HasOptional() {
		return nil, fmt.Errorf("the relation has optional cells, which no density cover allows")
	}
	if g.Rows() != len(c.Embedding.Points) {
		return nil, fmt.Errorf("the cover has %d nodes, the digraph %d", len(c.Embedding.Points), g.Rows())
	}
	findings := []Finding{
		finding("supports")(c.supports()),
		finding("codes")(c.codes()),
		finding("labels")(c.labels(g)),
		finding("vertices")(c.vertices(g)),
		finding("bound")(c.bound()),
		finding("search")(c.search(ctx, g, s)),
	}
	return findings, ctx.Err()
}

func finding(check string) func(string, error) Finding {
	return func(why string, err error) Finding { return Finding{check, why, err} }
}

// supports: balls of radius Rho are disjoint and look like balls of R^d.
func (c *Cover) supports() (string, error) {
	e := c.Embedding
	a, b, least := e.Closest()
	switch inj := e.Manifold.Injectivity(); {
	case !(least > e.R0):
		return "", fmt.Errorf("%q and %q are at distance %v, not above r0 = %v", c.name(a), c.name(b), least, e.R0)
	case !(e.Rho <= e.R0/2):
		return "", fmt.Errorf("rho = %v is above r0/2 = %v: balls may overlap", e.Rho, e.R0/2)
	case !(e.Rho < inj):
		return "", fmt.Errorf("rho = %v is not below the injectivity radius %v of %s", e.Rho, inj, e.Manifold)
	}
	if len(e.Points) == 1 {
		return fmt.Sprintf("one point, r0 = %.6g ≥ 2 rho, rho = %.6g", e.R0, e.Rho), nil
	}
	return fmt.Sprintf("least distance %.6g > r0 = %.6g ≥ 2 rho, rho = %.6g", least, e.R0, e.Rho), nil
}

// codes: unit vectors of the nonnegative orthant, with the margin that is
// stated, each of them in use on both sides.
func (c *Cover) codes() (string, error) {
	least := 1.0
	for j := range c.Colors {
		color := &c.Colors[j]
		for k, w := range color.Codes {
			for _, a := range w {
				if !(a >= 0) {
					return "", fmt.Errorf("colour %d: code %d has the coordinate %v; none may be negative", j+1, k, a)
				}
			}
			if norm := math.Sqrt(dot(w, w)); !(math.Abs(norm-1) <= nearly) {
				return "", fmt.Errorf("colour %d: code %d has length %v; codes are unit vectors", j+1, k, norm)
			}
			if !slices.Contains(color.Sources, int32(k)) || !slices.Contains(color.Targets, int32(k)) {
				return "", fmt.Errorf("colour %d: code %d lacks a source or a target", j+1, k)
			}
		}
		k, l, inner := closestCodes(color.Codes)
		switch {
		case !(inner < 1-nearly):
			return "", fmt.Errorf("colour %d: codes %d and %d are the same, or so near that no margin is left", j+1, k, l)
		case !(math.Abs(1-inner-color.Margin) <= nearly):
			return "", fmt.Errorf("colour %d: margin %v is stated, codes %d and %d give %v", j+1, color.Margin, k, l, 1-inner)
		}
		least = min(least, color.Margin)
	}
	return fmt.Sprintf("unit, nonnegative, least margin %.9g", least), nil
}

// closestCodes returns the two codes of the largest inner product; 0, 0, 0 for a
// single one.
func closestCodes(codes [][]float64) (k, l int, inner float64) {
	for i, w := range codes {
		for h, v := range codes[:i] {
			if a := dot(v, w); !(a <= inner) || i == 1 {
				k, l, inner = h, i, a
			}
		}
	}
	return k, l, inner
}

// labels: the union of the E_j is E (fact F9).
func (c *Cover) labels(g *instances.Relation) (string, error) {
	for a := range c.Embedding.Points {
		for b := range c.Embedding.Points {
			j := slices.IndexFunc(c.Colors, func(color Color) bool { return color.Has(a, b) })
			switch edge := g.Has(int32(a), int32(b)); {
			case edge && j < 0:
				return "", fmt.Errorf("edge %q → %q is in no E_j", c.name(a), c.name(b))
			case !edge && j >= 0:
				return "", fmt.Errorf("%q → %q is in E_%d and no edge", c.name(a), c.name(b), j+1)
			}
		}
	}
	return fmt.Sprintf("%d colours induce the %d edges", len(c.Colors), g.Len()), nil
}

// vertices: β_j at all pairs of embedded nodes is 1 on E_j and at most
// 1 - Margin elsewhere, up to rounding, and what it says to be edges are edges.
func (c *Cover) vertices(g *instances.Relation) (string, error) {
	e, sum := c.Embedding, newSums(c)
	n := len(e.Points)
	found := make([]bool, g.Len())
	near, keys, queries := make([]Near, n), vectors(n, c.Fibre), vectors(n, c.Fibre)
	for v, p := range e.Points {
		near[v] = c.Near(p)
	}
	for j := range c.Colors {
		color := &c.Colors[j]
		sum.color = color
		for v, p := range e.Points {
			sum.add(keys[v], p, color.Sources, nil)
			sum.add(queries[v], p, color.Targets, nil)
		}
		recovered := 0
		for a := range n {
			for b := range n {
				in, defined := c.Between(j, near[a], near[b]), dot(keys[a], queries[b])
				cell := instances.Cell{Row: int32(a), Col: int32(b)}
				at, edge := g.Index(cell)
				pair := func() string { return fmt.Sprintf("β_%d at (%q,%q)", j+1, c.name(a), c.name(b)) }
				switch {
				case !(math.Abs(in-defined) <= nearly):
					return "", fmt.Errorf("%s is %v by its definition, but %v by the nearest nodes", pair(), defined, in)
				case color.Has(a, b) && !(math.Abs(in-1) <= nearly):
					return "", fmt.Errorf("%s is %v, 1 is due on E_%d", pair(), in, j+1)
				case !color.Has(a, b) && !(in <= 1-color.Margin+nearly):
					return "", fmt.Errorf("%s is %v outside E_%d, above 1 - margin = %v", pair(), in, j+1, 1-color.Margin)
				}
				if in > 1-color.Margin/2 {
					if !edge {
						return "", fmt.Errorf("%s is %v, and that is no edge", pair(), in)
					}
					found[at] = true
					recovered++
				}
			}
		}
		if recovered == 0 {
			return "", fmt.Errorf("β_%d is 1 at no pair of nodes", j+1)
		}
	}
	if at := slices.Index(found, false); at >= 0 {
		cell := g.Cell(at)
		return "", fmt.Errorf("no β_j is 1 at the edge %q → %q", c.name(int(cell.Row)), c.name(int(cell.Col)))
	}
	return fmt.Sprintf("%d colours at %d pairs recover the %d edges", len(c.Colors), n*n, g.Len()), nil
}
