package bound_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
)

// Labels must find χ colours on small matrices, and never fewer.
func TestLabelsMeetsBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 22))
	check := func(rel *instances.Relation) {
		t.Helper()
		chi := encodetest.BruteChi(rel)
		x, ok := bound.Labels(ctx, rel, nil, chi, 1, 100_000)
		if !ok {
			t.Fatalf("%d colours not found: %v", chi, rel.Cells())
		}
		if err := verify.Coloring(rel, x, chi); err != nil {
			t.Fatal(err)
		}
		if chi == 0 {
			return
		}
		if x, ok := bound.Labels(ctx, rel, nil, chi-1, 1, 500); ok {
			t.Fatalf("%v with %d colours, χ is %d", x, chi-1, chi)
		}
	}
	smallest(3, 4, check)
	for range 100 {
		check(encodetest.Random(rng, 1+rng.IntN(5), 1+rng.IntN(5), rng.Float64()))
	}
}

func TestLabelsOnFamilies(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 22))
	for _, f := range []struct {
		name   string
		rel    *instances.Relation
		colors int
	}{
		{"crown 8", crown(8), 3}, {"causal 7", causal(7), 3}, {"tournament 8", tournament(8), 3}, {"INT 3", intersecting(3), 3},
		{"random 12", encodetest.Random(rng, 12, 12, 0.5), 4}, {"random 9×14", encodetest.Random(rng, 9, 14, 0.7), 4},
		{"random 20", encodetest.Random(rng, 20, 20, 0.2), 4},
	} {
		for _, rel := range []*instances.Relation{f.rel, encodetest.Shuffled(rng, f.rel).Transpose()} {
			x, ok := bound.Labels(ctx, rel, nil, f.colors, 1, 1_000_000)
			if !ok {
				t.Errorf("%s: %d colours not found", f.name, f.colors)
			} else if err := verify.Coloring(rel, x, f.colors); err != nil {
				t.Errorf("%s: %v", f.name, err)
			}
		}
	}
}

// Only some cells are to be covered.
func TestLabelsOfSomeCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 22))
	for range 50 {
		rel := encodetest.Random(rng, 8, 7, 0.6)
		cells := subset(rng, rel.Cells(), 0.5)
		x, ok := bound.Labels(ctx, rel, cells, 3, 1, 100_000)
		if !ok {
			t.Fatalf("3 colours not found for %v", cells)
		}
		checkCover(t, rel, cells, x, true)
	}
	rel := encodetest.WithOptional(rng, encodetest.Random(rng, 8, 8, 0.5), 0.3)
	x, ok := bound.Labels(ctx, rel, nil, 3, 1, 100_000)
	if !ok {
		t.Fatal("3 colours not found")
	}
	checkCover(t, rel, rel.Required(), x, true)
}

func TestLabelsUnderLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 22))
	rel := encodetest.Random(rng, 14, 14, 0.5)
	x, ok := bound.Labels(ctx, rel, nil, 4, 7, 1_000_000)
	y, _ := bound.Labels(ctx, rel, nil, 4, 7, 1_000_000)
	if !ok || !reflect.DeepEqual(x, y) {
		t.Errorf("the same seed gave %v and %v", x, y)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if x, ok := bound.Labels(ended, rel, nil, 1, 1, 1<<60); ok {
		t.Errorf("found %v with one colour", x)
	}
	for _, c := range []struct {
		rel    *instances.Relation
		colors int
	}{{crown(65), 16}, {crown(5), 17}, {crown(5), 0}, {crown(5), -1}} {
		if x, ok := bound.Labels(ctx, c.rel, nil, c.colors, 1, 1000); ok {
			t.Errorf("%d rows, %d colours: %v", c.rel.Rows(), c.colors, x)
		}
	}
	wide := encodetest.Random(rng, 64, 64, 0.05)
	if x, ok := bound.Labels(ctx, wide, nil, 16, 1, 100_000); !ok {
		t.Error("64 rows: 16 colours not found")
	} else if err := verify.Coloring(wide, x, 16); err != nil {
		t.Error(err)
	}
	if x, ok := bound.Labels(ctx, relation(3, 3, nil), nil, 0, 1, 0); !ok || len(x) != 0 {
		t.Errorf("%v for no cells", x)
	}
}

// With hubs bounded, every point of the front of small matrices is found, and
// none beyond it.
func TestFewLabelsMeetsBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 22))
	for range 40 {
		rel := encodetest.Random(rng, 2+rng.IntN(3), 2+rng.IntN(3), rng.Float64())
		for _, p := range encodetest.BruteFront(rel) {
			if p.Hubs == 0 {
				continue
			}
			x, ok := bound.FewLabels(ctx, rel, nil, p.Hubs, p.Colors, 1, 100_000)
			if !ok {
				t.Fatalf("%d hubs with %d colours not found: %v", p.Hubs, p.Colors, rel.Cells())
			}
			if err := verify.Coloring(rel, x, p.Colors); err != nil || len(x) > p.Hubs {
				t.Fatalf("%d hubs, %d wanted: %v", len(x), p.Hubs, err)
			}
			if p.Hubs > p.Colors {
				if x, ok := bound.FewLabels(ctx, rel, nil, p.Hubs-1, p.Colors, 1, 500); ok {
					t.Fatalf("%v with %d hubs, the front has %v", x, p.Hubs-1, p)
				}
			}
		}
	}
}
