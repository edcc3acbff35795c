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
	"github.com/hubcover/hubcover/verify/check"
)

// rests is what the checker is given of a bound for memberships.
func rests(w bound.SizeWeighting) check.By {
	by := check.By{Method: "size", W: w.W, Unit: w.Unit, Slack: w.Slack}
	for _, e := range w.Pins {
		by.Pins = append(by.Pins, [2]int32{e.Row, e.Col})
	}
	for _, e := range w.Cells {
		by.Cells = append(by.Cells, [2]int32{e.Row, e.Col})
	}
	return by
}

// sizes thins a cover and bounds it; everything is checked, and held against
// exhaustive search at that many hubs.
func sizes(t *testing.T, rel *instances.Relation, start instances.Extension) (lower, fewest, upper int) {
	t.Helper()
	hubs := len(start)
	thin := bound.Thin(ctx, rel, start, 1, 5000, 0)
	if err := verify.Cover(rel, thin); err != nil || len(thin) > hubs || thin.Colors() > 0 {
		t.Fatalf("%v thinned to %v: %v", start, thin, err)
	}
	if hubs == 0 {
		return 0, 0, thin.Memberships()
	}
	fewest, upper = encodetest.BruteSize(rel, hubs), thin.Memberships()
	pins := bound.Fooling(ctx, rel, nil, 100_000, 0).Cells
	for _, pins := range [][]instances.Cell{pins, pins[1:], nil} {
		w := bound.SizeWeights(ctx, rel, hubs, thin, pins, 100_000, 0)
		v, err := check.Checker{}.Size(rel, hubs, rests(w))
		if err != nil || v.Bound != w.Bound {
			t.Fatalf("%v at %d hubs: weights %+v are said to prove %d: %d, %v", rel.Cells(), hubs, w, w.Bound, v.Bound, err)
		}
		if lower = max(lower, v.Bound); lower > fewest {
			t.Fatalf("%v at %d hubs: at least %d, but exhaustive search finds %d", rel.Cells(), hubs, lower, fewest)
		}
	}
	if upper < fewest {
		t.Fatalf("%v at %d hubs: %d memberships, but exhaustive search needs %d", rel.Cells(), hubs, upper, fewest)
	}
	return lower, fewest, upper
}

func TestSizesAreBracketed(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	total, low, high := 0, 0, 0
	bracket := func(rel *instances.Relation) {
		x := encodetest.BruteCover(rel, rel.Required())
		stars := bound.Stars(rel, rel.Required())
		for _, start := range []instances.Extension{x, stars} {
			lower, fewest, upper := sizes(t, rel, start)
			total++
			if lower < fewest {
				low++
			}
			if upper > fewest {
				high++
			}
		}
	}
	for rel := range encodetest.Matrices(3, 3) {
		bracket(rel)
		bracket(encodetest.WithOptional(rng, rel, 0.3))
	}
	for range 40 {
		rel := encodetest.Random(rng, 4, 4, 0.4+0.4*rng.Float64())
		bracket(rel)
		bracket(doubled(t, rel))
	}
	// From stars the shape of the cover has to change altogether.
	if low*20 > total || high*20 > total {
		t.Errorf("of %d brackets %d are open below, %d above", total, low, high)
	}
	t.Logf("of %d brackets %d are open below, %d above", total, low, high)
}

// doubled is the first three rows of a matrix, the last of which has a twin.
func doubled(t *testing.T, rel *instances.Relation) *instances.Relation {
	return rel.Sub([]int32{0, 1, 2, 2}, []int32{0, 1, 2, 3})
}

func TestSizesAreTheSameForTheSameSeed(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	rel := encodetest.Random(rng, 12, 14, 0.5)
	start := bound.Improve(ctx, rel, nil, nil, 1, 500, 0)
	one, two := bound.Thin(ctx, rel, start, 3, 20_000, 0), bound.Thin(ctx, rel, start, 3, 20_000, 0)
	if !reflect.DeepEqual(one, two) {
		t.Errorf("%v, then %v", one, two)
	}
	pins := bound.Fooling(ctx, rel, nil, 10_000, 0).Cells
	if x, y := bound.SizeWeights(ctx, rel, len(one), one, pins, 50_000, 0), bound.SizeWeights(ctx, rel, len(one), one, pins, 50_000, 0); !reflect.DeepEqual(x, y) {
		t.Errorf("%+v, then %+v", x, y)
	}
	if one.Memberships() >= bound.Shrink(rel, start).Memberships() {
		t.Errorf("%d memberships, no fewer than before", one.Memberships())
	}
	if x := bound.Thin(ctx, rel, start, 3, 1<<40, one.Memberships()+3); x.Memberships() > one.Memberships()+3 {
		t.Errorf("stopped at %d memberships, above the target", x.Memberships())
	}
}

func TestSizesStopInTime(t *testing.T) {
	over, cancel := context.WithCancel(ctx)
	cancel()
	rel := encodetest.Random(rand.New(rand.NewPCG(13, 13)), 20, 20, 0.5)
	start := bound.Stars(rel, nil)
	if x := bound.Thin(over, rel, start, 1, 1<<40, 0); verify.Cover(rel, x) != nil {
		t.Errorf("no cover: %v", x)
	}
	w := bound.SizeWeights(over, rel, len(start), start, nil, 1<<40, 0)
	if v, err := (check.Checker{}).Size(rel, len(start), rests(w)); err != nil || v.Bound < w.Bound {
		t.Errorf("%d proved, %d said: %v", v.Bound, w.Bound, err)
	}
}
