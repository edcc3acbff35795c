package hubcover_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// minSize shrinks and holds the size to what every size must be.
func minSize(t *testing.T, rel *instances.Relation) *hubcover.Size {
	t.Helper()
	res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, MinSize: true, Backends: sat(), Deterministic: true})
	z := res.B.Size
	switch {
	case z == nil:
		t.Fatal("no size")
	case z.Hubs != res.B.Upper || z.Upper != res.B.Hubs.Memberships() || z.Lower > z.Upper:
		t.Fatalf("%d hubs with %d memberships, said of them: %+v", len(res.B.Hubs), res.B.Hubs.Memberships(), z)
	case (z.Status() == hubcover.Optimal) != (z.Stop == ""):
		t.Fatalf("%s, stopped by %q", z.Status(), z.Stop)
	}
	return z
}

// Every size agrees with exhaustive search, and nearly all of them are proved.
func TestMinSizeIsFewest(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 21))
	total, open := 0, 0
	held := func(rel *instances.Relation) {
		z := minSize(t, rel)
		fewest := encodetest.BruteSize(rel, z.Hubs)
		if fewest < z.Lower || fewest > z.Upper {
			t.Fatalf("%v at %d hubs: %d..%d memberships, exhaustive search finds %d", rel.Cells(), z.Hubs, z.Lower, z.Upper, fewest)
		}
		if total++; z.Status() != hubcover.Optimal {
			t.Logf("%v %+v %d", rel.Cells(), z, fewest)
			open++
		}
	}
	for rel := range encodetest.Matrices(3, 3) {
		held(rel)
		held(encodetest.WithOptional(rng, rel, 0.3))
	}
	for range 30 {
		held(encodetest.Random(rng, 4, 4, 0.3+0.5*rng.Float64()))
	}
	if open*50 > total {
		t.Errorf("%d of %d sizes are not settled", open, total)
	}
}

func TestMinSizeIsTheSameForTheSameSeed(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(22, 22)), 9, 9, 0.6)
	opt := hubcover.Options{Questions: []instances.Question{instances.B}, MinSize: true, Backends: sat(), Deterministic: true, Seed: 5}
	one, two := solve(t, rel, opt), solve(t, rel, opt)
	if !reflect.DeepEqual(one.B.Hubs, two.B.Hubs) || one.B.Size.Lower != two.B.Size.Lower {
		t.Errorf("%v %+v, then %v %+v", one.B.Hubs, one.B.Size, two.B.Hubs, two.B.Size)
	}
}

// A limit, even one that is over from the start, leaves an interval.
func TestMinSizeKeepsToTheTime(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(23, 23)), 40, 40, 0.5)
	for _, limit := range []time.Duration{0, 300 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		res, err := hubcover.Solve(ctx, &instances.Instance{Name: "random", Relation: rel},
			hubcover.Options{Questions: []instances.Question{instances.B}, MinSize: true, Backends: sat()})
		if err != nil {
			t.Fatal(err)
		}
		z := res.B.Size
		if z == nil || z.Lower < 80 || z.Upper != res.B.Hubs.Memberships() || z.Hubs != len(res.B.Hubs) || z.Stop == "" {
			t.Errorf("limit %v: %+v of %d hubs", limit, z, len(res.B.Hubs))
		}
	}
}

func TestMinSizeIsForB(t *testing.T) {
	_, err := hubcover.Solve(context.Background(), &instances.Instance{Relation: relation(t, "1")},
		hubcover.Options{Questions: []instances.Question{instances.Chi}, MinSize: true})
	if err == nil {
		t.Error("shrunk without b")
	}
	res := solve(t, relation(t, "11", "11"), hubcover.Options{Questions: []instances.Question{instances.B}})
	if res.B.Size != nil {
		t.Errorf("not asked for: %+v", res.B.Size)
	}
}
