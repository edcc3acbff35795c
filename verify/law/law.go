// Package law turns a density cover into interaction laws u_j = β_j a_θ on M×M
// (math.md, section 3): a particle at y that sees another at x moves with
// velocity Σ_j u_j(x,y), in a direction a_θ of length 1, and how strongly β_j
// says. With the particles at the embedded nodes, exactly the edges act.
//
//	l, err := law.Build(ctx, rel, extension, embedding, law.Design{})
//	findings, err := l.Check(ctx, rel, law.Checking{Seed: 1})
//	edges := l.Recover()
//	err = l.Write(file)
//
// A law in a file has points, codes and labels, and no hubs: Recover rebuilds
// the digraph from these, and Check holds everything against an instance.
package law

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/manifold"
)

// Law is the interaction laws u_1..u_h of a density cover. Build makes one that is
// right, Read one whose parts fit together; whether it is right is for Check to say.
type Law struct {
	Cover      *density.Cover
	Field      Field
	Instance   Origin
	Parameters Parameters
}

// Origin is the instance that a law is of.
type Origin struct {
	SHA256 string // Relation.Digest
	As     string // "digraph" or "relation": then nodes are rows, then columns
}

// Parameters are what laws are described by, beside the points.
type Parameters struct {
	Law int // coordinates of codes, labels that are not None, coordinates of v
	// IdentityKey is the same for hubs of one source and one target: a code and
	// two labels an edge. Its fibre dimension is the law's, but 2 where that is 1
	// and does not suffice.
	IdentityKey int
	Edges       int
}

// Design is what is free in a law; zero fields have their defaults.
type Design struct {
	Density density.Design
	Field   Kind // default Projected
	Seed    uint64
	// FixedRho keeps the radius of the embedding: without it, balls are made
	// smaller where no field stays away from 0 on them.
	FixedRho bool
}

// Build makes the interaction laws of a coloured hub extension of the relation,
// by density.Build, which says what is refused. It also refuses a radius, where
// that is fixed, for which it finds no v with Π_y v away from 0 within it of
// every target.
func Build(ctx context.Context, rel *instances.Relation, x instances.Extension, e *manifold.Embedding, d Design) (*Law, error) {
	if d.Field == "" {
		d.Field = Projected
	}
	if err := d.Field.check(); err != nil {
		return nil, err
	}
	cover, err := density.Build(ctx, rel, x, e, d.Density)
	if err != nil {
		return nil, err
	}
	l := &Law{Cover: cover, Field: Field{Kind: d.Field}, Instance: Origin{rel.Digest(), rel.As()}}
	if err := l.chooseV(ctx, d.Seed, d.FixedRho); err != nil {
		return nil, err
	}
	l.Parameters = l.parameters(rel)
	return l, nil
}

// parameters counts those of the law and of its identity-key variant.
func (l *Law) parameters(rel *instances.Relation) Parameters {
	fibre, edges := l.Cover.Fibre, rel.Len()
	if fibre == 1 && edges > maxDegree(rel) { // some colour has two hubs
		fibre = 2
	}
	return Parameters{
		Law:         l.Cover.Parameters() + len(l.Field.V),
		IdentityKey: edges*(fibre+2) + len(l.Field.V),
		Edges:       edges,
	}
}

// maxDegree is the ordinary chromatic index (fact F1).
func maxDegree(rel *instances.Relation) (degree int) {
	for a := range rel.Rows() {
		degree = max(degree, len(rel.Row(a)))
	}
	for b := range rel.Cols() {
		degree = max(degree, len(rel.Col(b)))
	}
	return degree
}

// Recover rebuilds the digraph on the nodes of the law from points, codes and
// labels alone, by evaluating every β_j at all pairs of embedded nodes.
func (l *Law) Recover() (*instances.Relation, error) {
	var cells []instances.Cell
	for j := range l.Cover.Colors {
		cells = append(cells, l.Cover.Recover(j)...)
	}
	names := l.Cover.Embedding.Names
	rel, err := instances.New(len(names), len(names), cells)
	if err != nil {
		return nil, err
	}
	if rel, err = rel.WithNames(names, names); err != nil {
		return nil, err
	}
	return rel.AsDigraph()
}

// targets lists the nodes that read a hub of any colour.
func (l *Law) targets() (nodes []int) {
	for v := range l.Cover.Embedding.Points {
		if slices.ContainsFunc(l.Cover.Colors, func(c density.Color) bool { return c.Targets[v] != density.None }) {
			nodes = append(nodes, v)
		}
	}
	return nodes
}

// validate says whether the parts fit together, and could be those of a law: what
// Write writes, Read reads.
func (l *Law) validate() error {
	if err := l.Cover.Validate(); err != nil {
		return err
	}
	if err := l.Field.Kind.check(); err != nil {
		return err
	}
	e, size := l.Cover.Embedding, length(l.Field.V)
	switch got, want := len(l.Field.V), e.Manifold.Ambient(); {
	case !(e.R0 > 0) || math.IsInf(e.R0, 1):
		return fmt.Errorf("r0 = %v is no positive number", e.R0)
	case got != want:
		return fmt.Errorf("the field has v of %d coordinates, %s has %d", got, e.Manifold, want)
	case !(size > 0) || math.IsInf(size, 1):
		return fmt.Errorf("v of the field has length %v", size)
	}
	switch p := l.Parameters; {
	case !digest.MatchString(l.Instance.SHA256):
		return fmt.Errorf("the digest of the instance is %q, expected 64 hexadecimal digits", l.Instance.SHA256)
	case l.Instance.As != "digraph" && l.Instance.As != "relation":
		return fmt.Errorf("the instance is read as %q, expected digraph or relation", l.Instance.As)
	case p.Law < 0 || p.IdentityKey < 0 || p.Edges < 0:
		return errors.New("a number of parameters is negative")
	}
	return nil
}

var digest = regexp.MustCompile(`^[0-9a-f]{64}$`)
