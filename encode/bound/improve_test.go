package bound_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

func TestImproveFindsTheFewest(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for n := range 300 {
		rel := encodetest.Random(rng, 2+rng.IntN(5), 2+rng.IntN(5), 0.2+0.7*rng.Float64())
		cells := subset(rng, rel.Cells(), 0.9)
		var start instances.Extension // none, or a hub for every cell
		if n%2 == 1 {
			for _, c := range cells {
				start = append(start, instances.Hub{Sources: []int32{c.Row}, Targets: []int32{c.Col}})
			}
		}
		x := bound.Improve(ctx, rel, cells, start, 7, 300, 0)
		checkCover(t, rel, cells, x, false)
		if b := len(encodetest.BruteCover(rel, cells)); len(x) != b {
			t.Fatalf("%d hubs, b is %d: %v of %v", len(x), b, cells, rel.Cells())
		}
	}
}

func TestImproveLeavesOptionalCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		rel := encodetest.WithOptional(rng, encodetest.Random(rng, 5, 5, 0.7), 0.3)
		x := bound.Improve(ctx, rel, nil, nil, 7, 300, 0)
		checkCover(t, rel, rel.Required(), x, false)
		if b := encodetest.BruteB(rel); len(x) != b {
			t.Fatalf("%d hubs, b is %d: %v, optional all but %v", len(x), b, rel.Cells(), rel.Required())
		}
	}
}

// planted is the union of some random bicliques.
func planted(rng *rand.Rand, rows, cols, hubs int, p float64) *instances.Relation {
	var x instances.Extension
	for range hubs {
		var h instances.Hub
		for a := range int32(rows) {
			if rng.Float64() < p {
				h.Sources = append(h.Sources, a)
			}
		}
		for b := range int32(cols) {
			if rng.Float64() < p {
				h.Targets = append(h.Targets, b)
			}
		}
		x = append(x, h)
	}
	rel, err := x.Induced(rows, cols)
	if err != nil {
		panic(err)
	}
	return rel
}

// Planted covers are found where greedy ones are far from them: in matrices
// high and wide, also beyond one word a line.
func TestImproveFindsPlantedHubs(t *testing.T) {
	for _, size := range []struct{ rows, cols, hubs int }{{60, 60, 20}, {80, 50, 20}, {40, 130, 15}} {
		rel := planted(rand.New(rand.NewPCG(10, 10)), size.rows, size.cols, size.hubs, 0.3)
		x := bound.Improve(ctx, rel, nil, nil, 1, 50_000, size.hubs)
		checkCover(t, rel, rel.Cells(), x, false)
		if len(x) > size.hubs {
			t.Errorf("%d × %d: %d hubs, %d were planted", size.rows, size.cols, len(x), size.hubs)
		}
	}
}

func TestImproveRepeatsItselfAndStops(t *testing.T) {
	rel := planted(rand.New(rand.NewPCG(11, 11)), 40, 40, 20, 0.3)
	stars := bound.Stars(rel, nil)
	one, two := bound.Improve(ctx, rel, nil, stars, 3, 500, 0), bound.Improve(ctx, rel, nil, stars, 3, 500, 0)
	if !reflect.DeepEqual(one, two) {
		t.Fatal("same seed, different covers")
	}
	if len(one) >= len(stars)-1 {
		t.Fatalf("%d hubs after 500 steps, %d before", len(one), len(stars))
	}
	if got := bound.Improve(ctx, rel, nil, stars, 3, 1<<40, len(stars)-1); len(got) >= len(stars) {
		t.Errorf("%d hubs, %d stars", len(got), len(stars))
	}
	if got := bound.Improve(ctx, rel, nil, one, 4, 0, 0); !reflect.DeepEqual(got, one) {
		t.Error("no steps, another cover")
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	checkCover(t, rel, rel.Cells(), bound.Improve(ended, rel, nil, stars, 3, 1<<40, 0), false)
}

// A start that is no cover is replaced by one, or given back.
func TestImproveBearsAnyStart(t *testing.T) {
	rel := crown(6)
	for _, start := range []instances.Extension{
		{{Sources: []int32{0, 1}, Targets: []int32{0, 1}}, {Sources: []int32{2}, Targets: []int32{3}}, {}, {}, {}, {}},
		{{Targets: []int32{77}}, {Sources: []int32{-1}, Targets: []int32{-1}}},
	} {
		got := bound.Improve(ctx, rel, nil, start, 1, 2000, 0)
		if reflect.DeepEqual(got, start) {
			continue
		}
		checkCover(t, rel, rel.Cells(), got, false)
		if len(got) >= len(start) {
			t.Errorf("%d hubs for %d", len(got), len(start))
		}
	}
	empty := encodetest.Matrix(2, 2, 0)
	if x := bound.Improve(ctx, empty, nil, nil, 1, 100, 0); len(x) != 0 {
		t.Errorf("%v covers nothing", x)
	}
}
