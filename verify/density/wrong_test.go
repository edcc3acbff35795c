package density_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/manifold"
)

// copied is a cover that can be spoilt without harm to the first.
func copied(c *density.Cover) *density.Cover {
	d := *c
	e := *c.Embedding
	d.Embedding = &e
	d.Colors = slices.Clone(c.Colors)
	for j := range d.Colors {
		color := &d.Colors[j]
		color.Sources, color.Targets = slices.Clone(color.Sources), slices.Clone(color.Targets)
		color.Codes = slices.Clone(color.Codes)
		for k := range color.Codes {
			color.Codes[k] = slices.Clone(color.Codes[k])
		}
	}
	return &d
}

// Each wrong cover is rejected by exactly the checks that can see its fault.
func TestWrongCovers(t *testing.T) {
	n := 8
	rel := digraph(t, n, digits(n))
	for _, name := range []string{"sphere:7", "torus:4", "projective:5", "grassmann:2,5"} {
		right := build(t, problem{"", rel, digits(n)}, packed(t, name, n), density.Design{Fibre: 2})
		a, b, least := right.Embedding.Closest()
		for _, c := range []struct {
			name  string
			spoil func(*density.Cover)
			want  string // checks that reject, in order
		}{
			{"nothing", func(*density.Cover) {}, ""},
			{"equal codes", func(c *density.Cover) {
				copy(c.Colors[1].Codes[1], c.Colors[1].Codes[0])
			}, "codes vertices bound search"},
			{"equal codes, and said so", func(c *density.Cover) {
				copy(c.Colors[1].Codes[1], c.Colors[1].Codes[0])
				c.Colors[1].Margin = 0
			}, "codes vertices bound search"},
			{"codes nearer than stated", func(c *density.Cover) {
				c.Colors[1].Codes[1] = []float64{math.Sqrt(0.5), math.Sqrt(0.5)}
			}, "codes vertices bound search"},
			{"margin stated too small", func(c *density.Cover) { c.Colors[0].Margin = 0.5 }, "codes"},
			{"no unit vector", func(c *density.Cover) { c.Colors[0].Codes[0] = []float64{0.5, 0} }, "codes vertices search"},
			{"a negative coordinate", func(c *density.Cover) { c.Colors[0].Codes[0] = []float64{-1, 0} }, "codes"},
			{"an edge missing", func(c *density.Cover) {
				// 0 → 1 is in the first colour alone
				c.Colors[0].Sources[0] = density.None
			}, "labels vertices"},
			{"a source of the wrong hub", func(c *density.Cover) {
				c.Colors[0].Sources[0] = 1 - c.Colors[0].Sources[0]
			}, "labels vertices search"},
			{"no colour", func(c *density.Cover) { c.Colors = nil }, "labels vertices"},
			// Illegal colouring: vertex 0 a source of both hubs of a colour, vertex
			// 1 a target of both. Their terms add up, as two codes in one.
			{"a source of two hubs", func(c *density.Cover) {
				color := &c.Colors[0]
				color.Codes = append(color.Codes, []float64{1, 1})
				color.Sources[0] = 2
			}, "codes labels vertices bound search"},
			{"a source and a target of two hubs", func(c *density.Cover) {
				color := &c.Colors[0]
				color.Codes = append(color.Codes, []float64{1, 1})
				color.Sources[0], color.Targets[1] = 2, 2
			}, "codes vertices bound search"},
			// Balls overlap, no node is in another's.
			{"rho above r0/2", func(c *density.Cover) {
				c.Embedding.Rho = 0.9 * least
				together(c, a, b)
			}, "supports bound search"},
			// Nodes are in each other's balls.
			{"rho above r0", func(c *density.Cover) {
				c.Embedding.Rho = 1.5 * least
				together(c, a, b)
			}, "supports vertices bound search"},
			{"r0 above the least distance", func(c *density.Cover) { c.Embedding.R0 = 1.1 * least }, "supports"},
			{"two nodes at one point", func(c *density.Cover) {
				c.Embedding.Points = slices.Clone(c.Embedding.Points)
				c.Embedding.Points[1] = c.Embedding.Points[0]
			}, "supports vertices bound search"},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				wrong := copied(right)
				c.spoil(wrong)
				against := rel
				if strings.HasPrefix(c.name, "rho") {
					against = induced(t, wrong)
				}
				got := verdicts(t, wrong, against, density.Search{Seed: 1})
				if strings.Join(got, " ") != c.want {
					t.Errorf("rejected by %v, want %q", got, c.want)
				}
			})
		}
	}
}

// together gives two close nodes the same labels, so that their terms add up
// where their balls overlap.
func together(c *density.Cover, a, b int) {
	for j := range c.Colors {
		c.Colors[j].Sources[b] = c.Colors[j].Sources[a]
		c.Colors[j].Targets[b] = c.Colors[j].Targets[a]
	}
}

// induced is the digraph of the labels.
func induced(t *testing.T, c *density.Cover) *instances.Relation {
	t.Helper()
	var cells []instances.Cell
	for j := range c.Colors {
		for a := range c.Embedding.Points {
			for b := range c.Embedding.Points {
				if c.Colors[j].Has(a, b) {
					cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
				}
			}
		}
	}
	rel, err := instances.New(len(c.Embedding.Points), len(c.Embedding.Points), cells)
	if err != nil {
		t.Fatal(err)
	}
	if rel, err = rel.AsDigraph(); err != nil {
		t.Fatal(err)
	}
	return rel
}

// The cover of another digraph, with one edge more or less.
func TestAnotherDigraph(t *testing.T) {
	n := 8
	x := digits(n)
	c := build(t, problem{"", digraph(t, n, x), x}, packed(t, "sphere:7", n), density.Design{})
	cells := digraph(t, n, x).Cells()
	for _, other := range []struct {
		cells []instances.Cell
		want  string
	}{
		{append(slices.Clone(cells), instances.Cell{}), "labels vertices"},
		{cells[1:], "labels vertices search"},
	} {
		rel, err := instances.New(n, n, other.cells)
		if err != nil {
			t.Fatal(err)
		}
		if rel, err = rel.AsDigraph(); err != nil {
			t.Fatal(err)
		}
		got := verdicts(t, c, rel, density.Search{Seed: 1, Starts: 200})
		if strings.Join(got, " ") != other.want {
			t.Errorf("rejected by %v, want %q", got, other.want)
		}
	}
}

func TestBuildRefuses(t *testing.T) {
	n := 4
	x := digits(n)
	rel, e := digraph(t, n, x), packed(t, "torus:2", n)
	recolor := func(colors ...int) instances.Extension {
		y := slices.Clone(x)
		for i, c := range colors {
			y[i].Color = c
		}
		return y
	}
	for _, c := range []struct {
		x     instances.Extension
		e     *manifold.Embedding
		fibre int
		want  string
	}{
		{recolor(1, 1, 1, 2), e, 0, `hubs 1 and 3 of colour 1 share the source "v0"`},
		{recolor(1, 1, 3, 3), e, 0, "hub 3 has colour 3, but only 2 colours have a hub"},
		{recolor(1, 0), e, 0, "hub 2 has no colour"},
		{x[:3], e, 0, "is covered by no hub"},
		{append(slices.Clone(x), instances.Hub{Sources: []int32{0}, Targets: []int32{0}, Color: 3}), e, 0, "does not reach"},
		{x, packed(t, "torus:2", n+1), 0, "the embedding has 5 points, the digraph has 4 nodes"},
		{x, e, 1, "colour 1: fibre dimension 1 has one code and 2 hubs share a colour"},
		{x, e, -1, "fibre dimension -1"},
	} {
		_, err := density.Build(context.Background(), rel, c.x, c.e, density.Design{Fibre: c.fibre})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// A shared target is as bad as a shared source, and is named.
func TestBuildRefusesSharedTargets(t *testing.T) {
	x := instances.Extension{{Sources: []int32{0}, Targets: []int32{2}, Color: 1}, {Sources: []int32{1}, Targets: []int32{2}, Color: 1}}
	_, err := density.Build(context.Background(), digraph(t, 3, x), x, packed(t, "torus:2", 3), density.Design{})
	if want := `hubs 1 and 2 of colour 1 share the target "v2"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// A single loop on the circle: the ball must not go round it.
func TestBallsBelowTheInjectivityRadius(t *testing.T) {
	x := instances.Extension{{Sources: []int32{0}, Targets: []int32{0}, Color: 1}}
	rel := digraph(t, 1, x)
	c := build(t, problem{"", rel, x}, packed(t, "torus:1", 1), density.Design{})
	if bad := verdicts(t, c, rel, density.Search{}); bad != nil {
		t.Error("rejected by ", bad)
	}
	c = copied(c)
	c.Embedding.Rho = 0.5
	if bad := verdicts(t, c, rel, density.Search{}); !slices.Equal(bad, []string{"supports"}) {
		t.Error("rejected by ", bad)
	}
}

func TestMalformedCovers(t *testing.T) {
	n := 4
	rel := digraph(t, n, digits(n))
	right := build(t, problem{"", rel, digits(n)}, packed(t, "torus:2", n), density.Design{})
	for want, spoil := range map[string]func(*density.Cover){
		"no embedding":                    func(c *density.Cover) { c.Embedding = nil },
		"no kernel":                       func(c *density.Cover) { c.Kernel = density.Kernel{} },
		"fibre dimension 0":               func(c *density.Cover) { c.Fibre = 0 },
		"code 1 has 1 coordinates":        func(c *density.Cover) { c.Colors[0].Codes[1] = []float64{1} },
		"3 labels for 4 nodes":            func(c *density.Cover) { c.Colors[1].Sources = c.Colors[1].Sources[1:] },
		"node 2 has label 2":              func(c *density.Cover) { c.Colors[1].Targets[2] = 2 },
		"every colour must have a hub":    func(c *density.Cover) { c.Colors[0].Codes = nil },
		"rho = NaN":                       func(c *density.Cover) { c.Embedding.Rho = math.NaN() },
		`point "v0" is not on torus:2`:    func(c *density.Cover) { c.Embedding.Points = [][]float64{{0}, {0}, {0}, {0}} },
		"1 names and 4 points":            func(c *density.Cover) { c.Embedding.Names = []string{"v"} },
		"colour 1: code 0 has 0 coordina": func(c *density.Cover) { c.Colors[0].Codes[0] = nil },
	} {
		c := copied(right)
		spoil(c)
		if _, err := c.Check(context.Background(), rel, density.Search{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := right.Check(context.Background(), digraph(t, 5, digits(5)), density.Search{}); err == nil {
		t.Error("a cover of 4 nodes was taken for one of 5")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := right.Check(ctx, rel, density.Search{}); err == nil {
		t.Error("no error from an ended context")
	}
}
