package bound_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

const weightSteps = 2_000_000

// proves demands that the checker accepts weights, for what they claim.
func proves(t *testing.T, rel *instances.Relation, what check.What, x bound.Weighting) {
	t.Helper()
	if x.Bound == 0 {
		return
	}
	by := check.By{Method: "weights", W: x.W, P: x.P, Q: x.Q}
	if what == check.Chi {
		by.Method = "degree-weights"
	}
	for _, e := range x.Cells {
		by.Cells = append(by.Cells, [2]int32{e.Row, e.Col})
	}
	for _, r := range x.Rows {
		by.Rows = append(by.Rows, check.Line(r))
	}
	for _, c := range x.Cols {
		by.Cols = append(by.Cols, check.Line(c))
	}
	v, err := verify.Lower(rel, what, by)
	if err != nil {
		t.Fatalf("%v: %v", x, err)
	}
	if v.Bound < x.Bound {
		t.Fatalf("claims %s ≥ %d, proves %d", what, x.Bound, v.Bound)
	}
}

func hypercube(d int) *instances.Relation {
	return where(1<<d, func(a, b int) bool { x := a ^ b; return x != 0 && x&(x-1) == 0 })
}

func TestWeightsSmall(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(3, 3))
	better := 0
	for range 300 {
		rel := encodetest.Random(rng, 2+rng.IntN(5), 2+rng.IntN(5), 0.5+rng.Float64()/2)
		cells := rel.Cells()
		if rng.IntN(2) == 0 {
			cells = subset(rng, cells, 0.7)
		}
		x := bound.Weights(ctx, rel, cells, weightSteps, 0, 0)
		if len(cells) == 0 {
			if x.Bound != 0 {
				t.Fatalf("%v without cells", x)
			}
			continue
		}
		proves(t, rel, check.B, x)
		b := len(encodetest.BruteCover(rel, cells))
		set := len(bound.Fooling(ctx, rel, cells, 1e6, 0).Cells)
		if x.Bound > b || x.Bound < set {
			t.Fatalf("%d weights, %d fooling, b = %d: %v", x.Bound, set, b, cells)
		}
		if x.Bound > set {
			better++
		}
	}
	t.Log("better than fooling sets:", better)
}

func TestDegreeWeightsSmall(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(4, 4))
	at := map[int]int{}
	for range 200 {
		rel := encodetest.Random(rng, 2+rng.IntN(3), 2+rng.IntN(3), 0.3+rng.Float64()*0.7)
		x := bound.DegreeWeights(ctx, rel, weightSteps, 0, 0)
		proves(t, rel, check.Chi, x)
		if h := encodetest.BruteChi(rel); x.Bound > h || h > 0 && x.Bound < 1 {
			t.Fatalf("χ_hub ≥ %d by weights, is %d: %v", x.Bound, h, rel.Cells())
		}
		at[x.Bound]++
	}
	t.Log(at)
}

func TestDegreeWeightsKnown(t *testing.T) {
	for d := 1; d <= 5; d++ {
		rel := hypercube(d)
		x := bound.DegreeWeights(context.Background(), rel, weightSteps, 0, 0)
		proves(t, rel, check.Chi, x)
		t.Log(d, x.Bound, x.W[0], x.P[0], x.Q[0])
		if x.Bound != (d+1)/2 {
			t.Errorf("Q_%d: %d", d, x.Bound)
		}
	}
}
