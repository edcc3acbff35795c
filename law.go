package hubcover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

// Cost is what a hub extension costs a law that is built on it.
type Cost string

const (
	CostColors      Cost = "colors"      // laws, then hubs
	CostHubs        Cost = "hubs"        // then colours
	CostCoordinates Cost = "coordinates" // colours times fibre dimension: what all heads together need
	CostParameters  Cost = "parameters"  // of the law, law.Parameters
)

// Costs lists them; the first is the default.
var Costs = []Cost{CostColors, CostHubs, CostCoordinates, CostParameters}

// LawChoice says which hub extension a law is built on.
type LawChoice struct {
	// Hubs and Colors, where one is not 0, bound what is taken: the first part
	// of a law's data. Unbounded leaves one of them out.
	Hubs, Colors int
	// Cost is what to choose by; none takes any within Hubs and Colors, and without
	// these is CostColors.
	Cost        Cost
	Fibre       int  // of the law; 0 stands for the hubs of the fullest colour
	IdentityKey bool // a hub of its own for every cell, χ′ colours
}

// LawPoint finds the extension of the instance to build a law on: of the Pareto
// front the point of least cost, or one within the bounds. Its status says whether
// a cheaper one is excluded, which it is not always when ctx ends, and seldom where
// parameters are the cost: those depend on more than the point. One that is only
// within bounds, with no cost named, has no status: nothing is said to be least. The
// questions in opt do not matter.
func LawPoint(ctx context.Context, inst *instances.Instance, c LawChoice, opt Options) (Point, error) {
	switch {
	case c.IdentityKey:
		return identityKey(ctx, inst, opt)
	case c.bounded() && c.Cost == "":
		return c.decided(ctx, inst, opt)
	}
	opt.Questions = []instances.Question{instances.Front}
	res, err := Solve(ctx, inst, opt)
	if err != nil {
		return Point{}, err
	}
	p, err := c.Among(inst.Relation, res.Front.Points)
	if err != nil {
		return Point{}, fmt.Errorf("%s: %w", inst.Name, err)
	}
	switch {
	case c.Cost == CostParameters && c.parameters(p) > c.leastParameters(inst.Relation, res.Front):
		p.Status = Bounded
	case c.Cost == CostParameters || c.Cost == CostCoordinates || c.bounded():
		p.Status = res.Front.Status // any point may cost less
	}
	return p, nil
}

// leastParameters is what those in which laws differ are at least: a code for each
// of b hubs, and a label for each row and column that is not empty.
func (c LawChoice) leastParameters(rel *instances.Relation, f *FrontResult) int {
	n := max(1, c.Fibre) * f.Points[0].Hubs
	for a := range rel.Rows() {
		n += min(1, len(rel.Row(a)))
	}
	for b := range rel.Cols() {
		n += min(1, len(rel.Col(b)))
	}
	return n
}

func (c LawChoice) bounded() bool { return c.Hubs != 0 || c.Colors != 0 }

// bounds has Unbounded where nothing is said.
func (c LawChoice) bounds() (hubs, colors int) {
	hubs, colors = c.Hubs, c.Colors
	if hubs == 0 {
		hubs = Unbounded
	}
	if colors == 0 {
		colors = Unbounded
	}
	return hubs, colors
}

// decided asks for an extension within the bounds.
func (c LawChoice) decided(ctx context.Context, inst *instances.Instance, opt Options) (Point, error) {
	hubs, colors := c.bounds()
	res, err := Decide(ctx, inst, hubs, colors, opt)
	if err != nil {
		return Point{}, err
	}
	switch d := res.Decide; d.Answer {
	case "yes":
		x := slices.Clone(d.Extension)
		if x.Colors() == 0 { // none were asked for
			for i := range x {
				x[i].Color = i + 1
			}
		}
		return Point{Hubs: len(x), Colors: x.Colors(), Extension: x}, nil
	case "no":
		return Point{}, fmt.Errorf("%s: no hub extension is within %s; solve -q front shows what is", inst.Name, c)
	default:
		return Point{}, fmt.Errorf("%s: no hub extension within %s was found in time; give it more", inst.Name, c)
	}
}

// String names the bounds.
func (c LawChoice) String() string {
	hubs, colors := c.bounds()
	text := ""
	if hubs != Unbounded {
		text = fmt.Sprintf("%d hubs", hubs)
	}
	if colors != Unbounded {
		if text != "" {
			text += " and "
		}
		text += fmt.Sprintf("%d colours", colors)
	}
	return text
}

// Among chooses among extensions of the relation that are known, all of them
// coloured: the one of least cost within the bounds, the first of several. Where
// parameters are the cost, members of hubs that nothing needs are left out.
func (c LawChoice) Among(rel *instances.Relation, points []Point) (Point, error) {
	if len(points) == 0 {
		return Point{}, errors.New("no coloured hub extension is known")
	}
	hubs, colors := c.bounds()
	var fit []Point
	for _, p := range points {
		if (hubs == Unbounded || p.Hubs <= hubs) && (colors == Unbounded || p.Colors <= colors) {
			fit = append(fit, p)
		}
	}
	if len(fit) == 0 {
		return Point{}, fmt.Errorf("no hub extension that is known is within %s; those that are have%s", c, listed(points))
	}
	if c.Fibre == 1 {
		for i := range fit {
			if fit[i] = ownColors(fit[i]); colors != Unbounded && fit[i].Colors > colors {
				return Point{}, fmt.Errorf("fibre dimension 1 needs a colour for every hub, and there are %d; take 2 or more", fit[i].Hubs)
			}
		}
	}
	if c.Fibre == 0 && colors == Unbounded && (c.Cost == CostCoordinates || c.Cost == CostParameters) {
		for _, p := range fit { // a coordinate a hub is the least
			fit = append(fit, ownColors(p))
		}
	}
	if c.Cost == CostParameters {
		for i := range fit {
			fit[i].Extension = trimmed(rel, fit[i].Extension)
			fit[i].Hubs, fit[i].Colors = len(fit[i].Extension), fit[i].Extension.Colors()
		}
	}
	return slices.MinFunc(fit, c.compare), nil
}

func listed(points []Point) (text string) {
	for _, p := range points {
		text += fmt.Sprintf(" (%d, %d)", p.Hubs, p.Colors)
	}
	return text
}

// ownColors gives every hub a colour of its own, which fibre dimension 1 needs.
func ownColors(p Point) Point {
	p.Extension = slices.Clone(p.Extension)
	for i := range p.Extension {
		p.Extension[i].Color = i + 1
	}
	p.Colors = len(p.Extension)
	return p
}

func (c LawChoice) compare(p, q Point) int {
	byColors := cmp.Or(cmp.Compare(p.Colors, q.Colors), cmp.Compare(p.Hubs, q.Hubs))
	switch c.Cost {
	case CostHubs:
		return cmp.Or(cmp.Compare(p.Hubs, q.Hubs), byColors)
	case CostCoordinates:
		return cmp.Or(cmp.Compare(p.Colors*c.fibre(p), q.Colors*c.fibre(q)), byColors)
	case CostParameters:
		return cmp.Or(cmp.Compare(c.parameters(p), c.parameters(q)), byColors)
	}
	return byColors
}

// fibre is the dimension that the law of a point has.
func (c LawChoice) fibre(p Point) int {
	if c.Fibre > 0 {
		return c.Fibre
	}
	hubs := make(map[int]int)
	fullest := 1
	for _, h := range p.Extension {
		hubs[h.Color]++
		fullest = max(fullest, hubs[h.Color])
	}
	return fullest
}

// parameters are those in which the laws of points differ.
func (c LawChoice) parameters(p Point) int {
	return p.Hubs*c.fibre(p) + p.Extension.Memberships()
}

// identityKey gives every cell a hub, in the fewest colours.
func identityKey(ctx context.Context, inst *instances.Instance, opt Options) (Point, error) {
	opt.Questions = []instances.Question{instances.ChiPrime}
	res, err := Solve(ctx, inst, opt)
	if err != nil {
		return Point{}, err
	}
	iv := res.ChiPrime
	if iv.Upper < 0 {
		return Point{}, fmt.Errorf("%s: its cells were not coloured in time; give it more", inst.Name)
	}
	x := make(instances.Extension, inst.Relation.Len())
	for i, cell := range inst.Relation.All() {
		x[i] = instances.Hub{Sources: []int32{cell.Row}, Targets: []int32{cell.Col}, Color: int(iv.CellColors[i])}
	}
	return Point{Hubs: len(x), Colors: iv.Upper, Status: iv.Status(), Extension: x}, nil
}

// LawDesign is what is free in a law beside the extension.
type LawDesign struct {
	law.Design
	Manifold manifold.Manifold
	// Points are the embedding, one for every node of the digraph view in order
	// (rows, then columns, where these are apart); nil has it made.
	Points [][]float64
	// Random takes random points, more than Radii.R0 apart where that is not 0;
	// without it they are packed.
	Random bool
	Radii  manifold.Radii
}

// BuildLaw embeds the nodes of the instance and makes the interaction laws of a
// coloured hub extension of it. A radius that is given is kept or refused.
func BuildLaw(ctx context.Context, inst *instances.Instance, x instances.Extension, d LawDesign) (*law.Law, error) {
	e, err := d.embed(ctx, nodeNames(inst.Relation))
	if err != nil {
		return nil, err
	}
	d.FixedRho = d.FixedRho || d.Radii.Rho != 0
	return law.Build(ctx, inst.Relation, x, e, d.Design)
}

func nodeNames(rel *instances.Relation) []string {
	g := rel.Bipartite()
	names := make([]string, g.Rows())
	for v := range names {
		names[v] = g.RowName(v)
	}
	return names
}

func (d *LawDesign) embed(ctx context.Context, names []string) (*manifold.Embedding, error) {
	points := d.Points
	if points == nil {
		e, err := d.place(ctx, names)
		if err != nil {
			return nil, err
		}
		points = e.Points
	}
	return manifold.Embed(d.Manifold, names, points, d.Radii)
}

// place makes points.
func (d *LawDesign) place(ctx context.Context, names []string) (*manifold.Embedding, error) {
	if !d.Random {
		return manifold.Packed(ctx, d.Manifold, names, manifold.Packing{Seed: d.Seed})
	}
	if d.Radii.R0 != 0 {
		return manifold.Random(ctx, d.Manifold, names, d.Radii.R0, d.Seed)
	}
	var e *manifold.Embedding
	err := errors.New("no separation tried")
	for separation := min(d.Manifold.Diameter(), 2) / 2; err != nil && separation > manifold.Tolerance && ctx.Err() == nil; separation /= 2 {
		e, err = manifold.Random(ctx, d.Manifold, names, separation, d.Seed)
	}
	return e, err
}
