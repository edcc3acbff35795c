package bound_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// Symmetric windows take n−radius hubs, in whatever order their lines come.
func TestStaircaseOfSymmetricWindows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 60 {
		n := 2 + rng.IntN(40)
		radius := rng.IntN(n)
		var cells []instances.Cell
		for a := range int32(n) {
			for b := range int32(n) {
				if max(a-b, b-a) <= int32(radius) {
					cells = append(cells, instances.Cell{Row: a, Col: b})
				}
			}
		}
		rel := encodetest.Shuffled(rng, relation(n, n, cells))
		hubs, fooling := bound.Staircase(ctx, rel, nil)
		if len(hubs) != n-radius {
			t.Fatalf("%d hubs for %d nodes and radius %d", len(hubs), n, radius)
		}
		checkCover(t, rel, rel.Cells(), hubs, false)
		for i, e := range fooling {
			for _, f := range fooling[:i] {
				if rel.Has(e.Row, f.Col) && rel.Has(f.Row, e.Col) {
					t.Fatalf("%v and %v fit one biclique", e, f)
				}
			}
		}
	}
}

// Some cells of bands are covered, and what is no band is left alone.
func TestStaircaseOfSomeCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for range 60 {
		rel := causal(2 + rng.IntN(12))
		cells := subset(rng, rel.Cells(), .4)
		if hubs, _ := bound.Staircase(ctx, rel, cells); len(cells) > 0 {
			checkCover(t, rel, cells, hubs, false)
		}
	}
	if hubs, _ := bound.Staircase(ctx, crown(6), nil); hubs != nil {
		t.Errorf("%v for a crown", hubs)
	}
	if hubs, _ := bound.Staircase(ctx, relation(2, 2, nil), nil); hubs != nil {
		t.Errorf("%v for nothing", hubs)
	}
}
