package hubcover_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/heads"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

func digraphOf(t testing.TB, inst *instances.Instance) *instances.Instance {
	t.Helper()
	out := *inst
	var err error
	if out.Relation, err = inst.Relation.AsDigraph(); err != nil {
		t.Fatal(err)
	}
	return &out
}

func ofFamily(t testing.TB, name string, args ...string) *instances.Instance {
	t.Helper()
	inst, err := families.Generate(name, args)
	if err != nil {
		t.Fatal(err)
	}
	return digraphOf(t, inst)
}

func spaceOf(t testing.TB, name string) manifold.Manifold {
	t.Helper()
	m, err := manifold.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// coloured is a hub extension in few colours.
func coloured(t testing.TB, inst *instances.Instance) hubcover.Point {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	res, err := hubcover.Solve(ctx, inst, hubcover.Options{Questions: []instances.Question{instances.Chi}, NoProof: true})
	if err != nil {
		t.Fatal(err)
	}
	return hubcover.Point{Hubs: len(res.Chi.Hubs), Colors: res.Chi.Upper, Extension: res.Chi.Hubs}
}

// From the instance to its laws and back, on every manifold, with orthonormal
// codes and with two coordinates: all checks accept, margins are as predicted,
// the digraph comes back, influence is E, and the heads attend to it. Identity
// keys do the same, on one of the manifolds each.
func TestLawsEndToEnd(t *testing.T) {
	list := []*instances.Instance{
		ofFamily(t, "crown", "n=8"), ofFamily(t, "causal", "n=16"), ofFamily(t, "petersen"),
		ofFamily(t, "bigbird", "blocks=12"), ofFamily(t, "random-hub", "nodes=30", "hubs=8", "p=0.2", "seed=1"),
	}
	for _, name := range []string{"fca-digits.cxt", "fca-tealady.cxt", "karate.gml"} {
		t.Run(name, func(t *testing.T) { list = append(list, encodetest.Public(t, name)) }) // or skips
	}
	for i, inst := range list {
		hubs := coloured(t, inst)
		keys, err := hubcover.LawPoint(context.Background(), inst, hubcover.LawChoice{IdentityKey: true}, hubcover.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k, name := range []string{"sphere:7", "torus:4", "projective:5", "grassmann:2,5"} {
			d := hubcover.LawDesign{Manifold: spaceOf(t, name), Random: k > 0 && inst.Relation.Bipartite().Rows() > 12, Design: law.Design{Seed: 1, Field: law.Kinds[i%2]}}
			d.Density.Fibre = []int{0, 2}[(i+k)%2]
			t.Run(fmt.Sprintf("%s/%s/%d", inst.Name, name, d.Density.Fibre), func(t *testing.T) { endToEnd(t, inst, hubs, d) })
			if k == i%4 {
				t.Run(fmt.Sprintf("%s/%s/%d/keys", inst.Name, name, d.Density.Fibre), func(t *testing.T) { endToEnd(t, inst, keys, d) })
			}
		}
	}
}

func endToEnd(t *testing.T, inst *instances.Instance, p hubcover.Point, d hubcover.LawDesign) {
	ctx := context.Background()
	l, err := hubcover.BuildLaw(ctx, inst, p.Extension, d)
	if err != nil {
		t.Fatal(err)
	}
	findings, err := l.Check(ctx, inst.Relation, law.Checking{Seed: 1, Rays: 2, Search: density.Search{Starts: 16}})
	if err != nil || len(findings) != 12 {
		t.Fatalf("%d findings, %v", len(findings), err)
	}
	embedding, err := heads.Random(len(l.Cover.Embedding.Names), len(l.Cover.Embedding.Names)+3, 1)
	if err != nil {
		t.Fatal(err)
	}
	h, err := heads.Build(l.Cover, embedding, 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	attention, err := h.Check(ctx, l.Cover, 1e-3)
	if err != nil || len(attention) != 3+p.Colors {
		t.Fatalf("%d findings about heads, %v", len(attention), err)
	}
	for _, f := range slices.Concat(findings, attention) {
		if f.Err != nil {
			t.Error(f)
		}
	}
	rel, err := l.Recover()
	if err != nil || !rel.Equal(inst.Relation.Bipartite()) {
		t.Errorf("another digraph is recovered, %v", err)
	}
	for j, c := range l.Cover.Colors {
		want := 1.0
		if n := len(c.Codes); l.Cover.Fibre == 2 && n > 1 {
			want = 1 - math.Cos(math.Pi/2/float64(n-1))
		}
		if math.Abs(c.Margin-want) > 1e-9 {
			t.Errorf("colour %d of %d hubs: margin %v, want %v", j+1, len(c.Codes), c.Margin, want)
		}
	}
}

// Causal attention to 64 positions: seven laws, where identity keys need 64.
func TestCausalLawsAgainstIdentityKeys(t *testing.T) {
	inst := ofFamily(t, "causal", "n=64")
	ctx := context.Background()
	few, err := hubcover.LawPoint(ctx, inst, hubcover.LawChoice{}, hubcover.Options{})
	if err != nil || few.Colors != 7 || few.Hubs != 64 || few.Status != hubcover.Optimal {
		t.Fatalf("(%d, %d) %s, %v", few.Hubs, few.Colors, few.Status, err)
	}
	many, err := hubcover.LawPoint(ctx, inst, hubcover.LawChoice{IdentityKey: true}, hubcover.Options{})
	if err != nil || many.Colors != 64 || many.Hubs != 2080 {
		t.Fatalf("(%d, %d), %v", many.Hubs, many.Colors, err)
	}
	d := hubcover.LawDesign{Manifold: spaceOf(t, "sphere:7"), Random: true, Design: law.Design{Density: density.Design{Fibre: 2}}}
	laws := map[string]*law.Law{}
	for name, x := range map[string]instances.Extension{"few": few.Extension, "many": many.Extension} {
		if laws[name], err = hubcover.BuildLaw(ctx, inst, x, d); err != nil {
			t.Fatal(err)
		}
		rel, err := laws[name].Recover()
		if err != nil || !rel.Equal(inst.Relation) {
			t.Errorf("%s: another digraph is recovered, %v", name, err)
		}
	}
	// The variant, built, has the parameters that the law says it would have.
	if got, want := laws["many"].Parameters.Law, laws["few"].Parameters.IdentityKey; got != want || want != 2080*4+8 {
		t.Errorf("identity keys have %d parameters, %d were foretold", got, want)
	}
	if got := laws["few"].Parameters; got.Law != 64*2+few.Extension.Memberships()+8 || got.Edges != 2080 {
		t.Errorf("parameters %v", got)
	}
}

// Identity keys pass every check, also where colours are full.
func TestIdentityKeyLaws(t *testing.T) {
	for _, inst := range []*instances.Instance{ofFamily(t, "causal", "n=8"), ofFamily(t, "petersen")} {
		p, err := hubcover.LawPoint(context.Background(), inst, hubcover.LawChoice{IdentityKey: true}, hubcover.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, fibre := range []int{0, 2, 3} {
			l, err := hubcover.BuildLaw(context.Background(), inst, p.Extension, hubcover.LawDesign{Manifold: spaceOf(t, "torus:3"), Random: true, Design: law.Design{Density: density.Design{Fibre: fibre}}})
			if err != nil {
				t.Fatal(err)
			}
			findings, err := l.Check(context.Background(), inst.Relation, law.Checking{Search: density.Search{Starts: 8}})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range findings {
				if f.Err != nil {
					t.Errorf("%s, fibre %d: %v", inst.Name, fibre, f)
				}
			}
			if fibre > 0 && l.Parameters.Law != l.Parameters.IdentityKey {
				t.Errorf("%s: %v", inst.Name, l.Parameters)
			}
		}
	}
}

// The points of K3 without loops are (3,3) and (4,2): each cost has its own.
func TestLawPointByCost(t *testing.T) {
	inst := &instances.Instance{Name: "K3", Relation: relation(t, "011", "101", "110")}
	for _, c := range []struct {
		choice       hubcover.LawChoice
		hubs, colors int
	}{
		{hubcover.LawChoice{}, 4, 2},
		{hubcover.LawChoice{Hubs: 4, Colors: 4, Cost: hubcover.CostColors}, 4, 2},
		{hubcover.LawChoice{Hubs: 4, Colors: 4, Cost: hubcover.CostHubs}, 3, 3},
		{hubcover.LawChoice{Hubs: hubcover.Unbounded, Colors: 2, Cost: hubcover.CostHubs}, 4, 2},
		{hubcover.LawChoice{Cost: hubcover.CostColors}, 4, 2},
		{hubcover.LawChoice{Cost: hubcover.CostHubs}, 3, 3},
		{hubcover.LawChoice{Cost: hubcover.CostCoordinates}, 3, 3},           // 3·1 against 2·2
		{hubcover.LawChoice{Cost: hubcover.CostCoordinates, Fibre: 2}, 4, 2}, // 3·2 against 2·2
		{hubcover.LawChoice{Cost: hubcover.CostParameters}, 3, 3},            // 3·1 + 9 against 4·2 + 12 or so
		{hubcover.LawChoice{Fibre: 1}, 3, 3},
		{hubcover.LawChoice{Hubs: 4, Colors: 2}, 4, 2},
		{hubcover.LawChoice{Hubs: 3, Colors: 3}, 3, 3},
		{hubcover.LawChoice{Hubs: 3}, 3, 3},
		{hubcover.LawChoice{IdentityKey: true}, 6, 2},
	} {
		p, err := hubcover.LawPoint(context.Background(), inst, c.choice, hubcover.Options{})
		if err != nil {
			t.Fatalf("%+v: %v", c.choice, err)
		}
		status := hubcover.Optimal
		switch {
		case c.choice.Cost == hubcover.CostParameters:
			status = hubcover.Bounded // 12 labels, of which 6 are proved
		case c.choice.Cost == "" && c.choice.Hubs != 0:
			status = "" // within bounds, and no more is said
		}
		if p.Hubs != c.hubs || p.Colors != c.colors || p.Status != status || len(p.Extension) != p.Hubs || p.Extension.Colors() != p.Colors {
			t.Errorf("%+v: (%d, %d) %s, want (%d, %d)", c.choice, p.Hubs, p.Colors, p.Status, c.hubs, c.colors)
		}
	}
	for want, choice := range map[string]hubcover.LawChoice{
		"no hub extension is within 3 hubs and 2 colours": {Hubs: 3, Colors: 2},
		"no hub extension is within 1 colours":            {Hubs: hubcover.Unbounded, Colors: 1},
	} {
		if _, err := hubcover.LawPoint(context.Background(), inst, choice, hubcover.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Heads of one coordinate, one a hub, have fewest coordinates together, and their
// laws fewest parameters, where the fibre dimension is free.
func TestLawPointOfOneCoordinate(t *testing.T) {
	inst := ofFamily(t, "causal", "n=4") // (4, 3)
	for _, c := range []struct {
		choice hubcover.LawChoice
		colors int
		status hubcover.Status
	}{
		{hubcover.LawChoice{Cost: hubcover.CostCoordinates}, 4, hubcover.Optimal},
		{hubcover.LawChoice{Cost: hubcover.CostParameters}, 4, hubcover.Bounded},
		{hubcover.LawChoice{Cost: hubcover.CostCoordinates, Fibre: 2}, 3, hubcover.Optimal},
		{hubcover.LawChoice{Cost: hubcover.CostCoordinates, Colors: 3, Hubs: hubcover.Unbounded}, 3, hubcover.Optimal},
	} {
		p, err := hubcover.LawPoint(context.Background(), inst, c.choice, hubcover.Options{})
		if err != nil || p.Hubs != 4 || p.Colors != c.colors || p.Extension.Colors() != c.colors || p.Status != c.status {
			t.Errorf("%+v: (%d, %d) %s, %v", c.choice, p.Hubs, p.Colors, p.Status, err)
		}
	}
	// Of a matching nothing can be saved, and that is proved.
	p, err := hubcover.LawPoint(context.Background(), &instances.Instance{Relation: relation(t, "100", "010", "000")}, hubcover.LawChoice{Cost: hubcover.CostParameters, Fibre: 2}, hubcover.Options{})
	if err != nil || p.Hubs != 2 || p.Status != hubcover.Optimal {
		t.Errorf("(%d, %d) %s, %v", p.Hubs, p.Colors, p.Status, err)
	}
}

func TestAmong(t *testing.T) {
	k3 := relation(t, "011", "101", "110")
	three := instances.Extension{{Sources: []int32{0}, Targets: []int32{1, 2}, Color: 1}, {Sources: []int32{1}, Targets: []int32{0, 2}, Color: 2}, {Sources: []int32{2}, Targets: []int32{0, 1}, Color: 3}}
	four := instances.Extension{{Sources: []int32{0, 1}, Targets: []int32{2}, Color: 1}, {Sources: []int32{2}, Targets: []int32{0, 1}, Color: 1}, {Sources: []int32{0}, Targets: []int32{1}, Color: 2}, {Sources: []int32{1}, Targets: []int32{0}, Color: 2}}
	points := []hubcover.Point{{Hubs: 3, Colors: 3, Extension: three}, {Hubs: 4, Colors: 2, Extension: four}}
	p, err := hubcover.LawChoice{Fibre: 1}.Among(k3, points)
	if err != nil || p.Hubs != 3 || p.Colors != 3 {
		t.Errorf("(%d, %d), %v", p.Hubs, p.Colors, err)
	}
	if _, err := (hubcover.LawChoice{Fibre: 1, Hubs: 4, Colors: 2}).Among(k3, points); err == nil || !strings.Contains(err.Error(), "fibre dimension 1") {
		t.Errorf("error %v", err)
	}
	if slices.ContainsFunc(four, func(h instances.Hub) bool { return h.Color > 2 }) {
		t.Error("the points were changed")
	}
	if _, err := (hubcover.LawChoice{Hubs: 3, Colors: 2}).Among(k3, points); err == nil || !strings.Contains(err.Error(), "(3, 3) (4, 2)") {
		t.Errorf("error %v", err)
	}
	if _, err := (hubcover.LawChoice{}).Among(k3, nil); err == nil {
		t.Error("something was found among nothing")
	}
}

func TestBuildLawRefuses(t *testing.T) {
	inst := ofFamily(t, "crown", "n=4")
	p := coloured(t, inst)
	apart := [][]float64{{0, 0}, {3, 0}, {0, 3}, {3, 3}}
	for _, c := range []struct {
		want string
		d    hubcover.LawDesign
	}{
		{`points "0" and "1" are at distance 3, which is not above r0 = 4`, hubcover.LawDesign{Points: apart, Radii: manifold.Radii{R0: 4}}},
		{"rho = 2 is above r0/2", hubcover.LawDesign{Points: apart, Radii: manifold.Radii{R0: 2, Rho: 2}}},
		{"4 names and 3 points", hubcover.LawDesign{Points: apart[1:]}},
		{"no place in", hubcover.LawDesign{Random: true, Radii: manifold.Radii{R0: 1.9}}},
		{"no field", hubcover.LawDesign{Points: apart, Design: law.Design{Field: "sideways"}}},
	} {
		c.d.Manifold = spaceOf(t, "euclidean:2")
		if _, err := hubcover.BuildLaw(context.Background(), inst, p.Extension, c.d); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	// On the circle every field vanishes somewhere, and balls that nearly meet
	// leave no room for that.
	d := hubcover.LawDesign{Manifold: spaceOf(t, "sphere:1")}
	for k := range 4 {
		s, c := math.Sincos(math.Pi / 2 * float64(k))
		d.Points = append(d.Points, []float64{c, s})
	}
	l, err := hubcover.BuildLaw(context.Background(), inst, p.Extension, d)
	if err != nil || !(l.Cover.Embedding.Rho < l.Cover.Embedding.R0/2) {
		t.Fatalf("%v", err)
	}
	d.Radii.Rho = math.Pi/4 - 1e-8
	if _, err := hubcover.BuildLaw(context.Background(), inst, p.Extension, d); err == nil || !strings.Contains(err.Error(), "lower rho") {
		t.Errorf("error %v", err)
	}
}

// Trimmed extensions are still coloured extensions, and no member of a hub can
// be left out any more.
func TestLawOfFewestParametersIsTrimmed(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 60 {
		rows, cols := 2+rng.IntN(5), 2+rng.IntN(5)
		var x instances.Extension
		for range 1 + rng.IntN(7) {
			h := instances.Hub{Color: len(x) + 1}
			for a := range rows {
				if rng.IntN(2) == 0 {
					h.Sources = append(h.Sources, int32(a))
				}
			}
			for b := range cols {
				if rng.IntN(2) == 0 {
					h.Targets = append(h.Targets, int32(b))
				}
			}
			if len(h.Sources) > 0 && len(h.Targets) > 0 {
				x = append(x, h)
			}
		}
		rel, err := x.Induced(rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		given := hubcover.Point{Hubs: len(x), Colors: len(x), Extension: x}
		p, err := hubcover.LawChoice{Cost: hubcover.CostParameters}.Among(rel, []hubcover.Point{given})
		if err != nil {
			t.Fatal(err)
		}
		if err := verify.Coloring(rel, p.Extension, p.Colors); err != nil {
			t.Fatalf("%v of %v: %v", p.Extension, x, err)
		}
		if err := verify.Coloring(rel, x, len(x)); err != nil {
			t.Fatalf("the extension that was given is spoilt: %v", err)
		}
		for i := range p.Extension {
			for _, side := range []*[]int32{&p.Extension[i].Sources, &p.Extension[i].Targets} {
				whole := *side
				for k := range whole {
					*side = slices.Delete(slices.Clone(whole), k, k+1)
					rest := p.Extension
					if len(*side) == 0 {
						rest = slices.Delete(slices.Clone(rest), i, i+1)
					}
					if verify.Cover(rel, rest) == nil {
						t.Fatalf("%v: hub %d can do without member %d", p.Extension, i+1, k)
					}
				}
				*side = whole
			}
		}
	}
}
