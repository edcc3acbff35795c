package law

import (
	"context"
	"fmt"
	"math"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
)

// Finding is what came of one check.
type Finding = density.Finding

// Checking says how hard Check looks; zero fields have their defaults.
type Checking struct {
	Seed   uint64
	Search density.Search // its Seed is that above
	Rays   int            // from every node, along which an edge has to weaken, default 4
}

// Check tests that the law implements the relation's digraph view, and returns
// a finding for each test: those of density.Cover.Check, which are about β_j, and
//
//   - instance: digest, reading and names are those of the relation.
//   - parameters: they are counted right.
//   - field: Π_y v stays away from 0 on the balls of all targets, by a bound.
//   - strong: along rays from every edge of every E_j, β_j falls from 1, its value
//     there, and ‖a_θ‖ = 1.
//   - recover: the digraph rebuilt from points, codes and labels is the relation's.
//   - influence: of who acts on whom, as the integrator has it (Influence). It
//     exceeds 1 - Margin/2 exactly on E_j, together exactly on E, and where the
//     codes are orthonormal it vanishes elsewhere.
//
// Where the relation has another number of nodes, there is the finding instance
// alone. The error is for a law whose parts do not fit, a relation with optional
// cells, and the end of the context.
func (l *Law) Check(ctx context.Context, rel *instances.Relation, s Checking) ([]Finding, error) {
	if err := l.validate(); err != nil {
		return nil, err
	}
	if s.Rays == 0 {
		s.Rays = 4
	}
	if s.Rays < 0 {
		return nil, fmt.Errorf("%d rays: at least 1 is needed", s.Rays)
	}
	s.Search.Seed = s.Seed
	g := rel.Bipartite()
	findings := []Finding{finding("instance")(l.instance(rel, g))}
	if g.Rows() != len(l.Cover.Embedding.Points) {
		return findings, nil
	}
	findings = append(findings, finding("parameters")(l.counted(rel)))
	cover, err := l.Cover.Check(ctx, rel, s.Search)
	if err != nil {
		return nil, err
	}
	findings = append(findings, cover...)
	for _, c := range []struct {
		name string
		run  func() (string, error)
	}{
		{"field", l.field},
		{"strong", func() (string, error) { return l.strong(ctx, s.Rays, s.Seed) }},
		{"recover", func() (string, error) { return l.recovers(g) }},
		{"influence", func() (string, error) { return l.influences(ctx, g) }},
	} {
		findings = append(findings, finding(c.name)(c.run()))
	}
	return findings, ctx.Err()
}

func finding(check string) func(string, error) Finding {
	return func(why string, err error) Finding { return Finding{Check: check, Why: why, Err: err} }
}

func (l *Law) name(v int) string { return l.Cover.Embedding.Names[v] }

func (l *Law) instance(rel, g *instances.Relation) (string, error) {
	e := l.Cover.Embedding
	switch {
	case len(e.Points) != g.Rows():
		return "", fmt.Errorf("the law has %d nodes, the %s %d", len(e.Points), rel.As(), g.Rows())
	case l.Instance.As != rel.As():
		return "", fmt.Errorf("the law is of a %s, the instance is read as a %s", l.Instance.As, rel.As())
	}
	for v := range e.Points {
		if want := g.RowName(v); l.name(v) != want {
			return "", fmt.Errorf("node %d is %q in the law and %q in the instance", v, l.name(v), want)
		}
	}
	if got := rel.Digest(); l.Instance.SHA256 != got {
		return "", fmt.Errorf("the law is of an instance with the digest %s, this one has %s", l.Instance.SHA256, got)
	}
	return fmt.Sprintf("%d nodes and the digest are those of the %s", g.Rows(), rel.As()), nil
}

func (l *Law) counted(rel *instances.Relation) (string, error) {
	if got := l.parameters(rel); got != l.Parameters {
		return "", fmt.Errorf("%v are stated, %v are there", l.Parameters, got)
	}
	return l.Parameters.String(), nil
}

// String has the numbers side by side.
func (p Parameters) String() string {
	return fmt.Sprintf("law %d, identity key %d, edges %d", p.Law, p.IdentityKey, p.Edges)
}

func (l *Law) field() (string, error) {
	bound, node := l.Strength()
	switch e := l.Cover.Embedding; {
	case node < 0:
		return "no targets", nil
	case !(bound > 0):
		return "", fmt.Errorf("the field Π_y v may vanish within rho = %v of the target %q", e.Rho, l.name(node))
	}
	return fmt.Sprintf("‖Π_y v‖ ≥ %.6g |v| within rho of all %d targets", bound, len(l.targets())), nil
}

// nearly is what rounding may do to a value in 0..1.
const nearly = 1e-9

func (l *Law) pair(a, b int) string { return fmt.Sprintf("(%q,%q)", l.name(a), l.name(b)) }

func (l *Law) recovers(g *instances.Relation) (string, error) {
	rel, err := l.Recover()
	if err != nil {
		return "", err
	}
	for _, c := range rel.All() {
		if !g.Has(c.Row, c.Col) {
			return "", fmt.Errorf("%s is recovered and no edge", l.pair(int(c.Row), int(c.Col)))
		}
	}
	for _, c := range g.All() {
		if !rel.Has(c.Row, c.Col) {
			return "", fmt.Errorf("the edge %s is not recovered", l.pair(int(c.Row), int(c.Col)))
		}
	}
	return fmt.Sprintf("exactly the %d edges, from points, codes and labels", g.Len()), nil
}

// influences holds the measured influence of every colour against E_j, and of all
// together against E.
func (l *Law) influences(ctx context.Context, g *instances.Relation) (string, error) {
	const (
		nothing = 1e-3 // that may be measured where there is no influence
		least   = 1e-6 // margin, far above the error of the measurement
	)
	acts := make([]bool, g.Len())
	orthonormal := true
	for j := range l.Cover.Colors {
		color := &l.Cover.Colors[j]
		if !(color.Margin > least) {
			return "", fmt.Errorf("colour %d has margin %v, too small to measure influence by", j+1, color.Margin)
		}
		influence, err := l.Influence(ctx, j)
		if err != nil {
			return "", err
		}
		apart := math.Abs(color.Margin-1) <= nearly
		orthonormal = orthonormal && apart
		for k, row := range influence {
			for i, a := range row {
				at, edge := g.Index(instances.Cell{Row: int32(k), Col: int32(i)})
				switch strong := a > 1-color.Margin/2; {
				case strong && !color.Has(k, i):
					return "", fmt.Errorf("through colour %d, the influence of %q on %q is measured as %.6g, and they are not in E_%d", j+1, l.name(k), l.name(i), a, j+1)
				case !strong && color.Has(k, i):
					return "", fmt.Errorf("through colour %d, the influence of %q on %q is measured as %.6g, not above %.6g", j+1, l.name(k), l.name(i), a, 1-color.Margin/2)
				case strong && !edge:
					return "", fmt.Errorf("through colour %d, %q acts on %q, and that is no edge", j+1, l.name(k), l.name(i))
				case apart && !strong && a > nothing:
					return "", fmt.Errorf("through colour %d, the influence of %q on %q is measured as %.6g; with orthonormal codes it is 0", j+1, l.name(k), l.name(i), a)
				case strong:
					acts[at] = true
				}
			}
		}
	}
	for at, c := range g.All() {
		if !acts[at] {
			return "", fmt.Errorf("%q acts on %q through no colour, and that is an edge", l.name(int(c.Row)), l.name(int(c.Col)))
		}
	}
	what := "exceeds 1 - margin/2"
	if orthonormal {
		what = "is not 0"
	}
	return fmt.Sprintf("measured with each source removed, it %s exactly on E_j, together on the %d edges", what, g.Len()), nil
}
