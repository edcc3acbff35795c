package bound_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/packing"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

const weightSteps = 500_000

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

// coCirculant lacks the cells where (b−a) mod n is one of the steps.
func coCirculant(n int, steps ...int) *instances.Relation {
	return where(n, func(a, b int) bool {
		for _, s := range steps {
			if (b-a+n)%n == s {
				return false
			}
		}
		return true
	})
}

// Run to the end, weights lie between a largest fooling set and b.
func TestWeightsBetween(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(3, 3))
	better := 0
	for range 300 {
		rel := encodetest.Random(rng, 2+rng.IntN(5), 2+rng.IntN(5), 0.5+rng.Float64()/2)
		if rng.IntN(3) == 0 {
			rel = encodetest.WithOptional(rng, rel, 0.2)
		}
		cells := rel.Required()
		if rng.IntN(2) == 0 {
			cells = subset(rng, cells, 0.7)
		}
		x := bound.Weights(ctx, nil, rel, cells, weightSteps, 0, 0)
		proves(t, rel, check.B, x)
		b, set := len(encodetest.BruteCover(rel, cells)), len(bound.Fooling(ctx, rel, cells, 1e6, 0).Cells)
		if x.Bound > b || x.Bound < set {
			t.Fatalf("%d weights, %d fooling, b = %d: %v", x.Bound, set, b, cells)
		}
		if x.Bound > set {
			better++
		}
	}
	if better == 0 {
		t.Error("never better than a fooling set")
	}
}

func TestWeightsSmallest(t *testing.T) {
	ctx := context.Background()
	smallest(3, 3, func(rel *instances.Relation) {
		x := bound.Weights(ctx, nil, rel, nil, weightSteps, 0, 0)
		proves(t, rel, check.B, x)
		if b := encodetest.BruteB(rel); x.Bound != b { // so on all that are so small
			t.Fatalf("%d of b = %d: %v", x.Bound, b, rel.Cells())
		}
		y := bound.DegreeWeights(ctx, rel, weightSteps, 0, 0)
		proves(t, rel, check.Chi, y)
		if h := encodetest.BruteChi(rel); y.Bound > h || y.Bound == 0 && h > 0 {
			t.Fatalf("%d of χ_hub = %d: %v", y.Bound, h, rel.Cells())
		}
	})
}

// Relations where weights prove more than the largest fooling set does.
func TestWeightsBeatFooling(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(5, 5))
	for _, c := range []struct {
		name          string
		rel           *instances.Relation
		fooling, want int // at least
	}{
		{"co-circulant 8", coCirculant(8, 0, 1), 4, 5},
		{"co-circulant 8, three", coCirculant(8, 0, 1, 3), 5, 7},
		{"co-circulant 11", coCirculant(11, 0, 1), 4, 6},
		{"crown 12", crown(12), 3, 4},
		{"random 24", encodetest.Random(rng, 24, 24, 0.5), 17, 19},
	} {
		set := bound.Fooling(ctx, c.rel, nil, 2e6, 0)
		if !set.Exact || len(set.Cells) > c.fooling {
			t.Errorf("%s: a fooling set of %d, exact: %v", c.name, len(set.Cells), set.Exact)
		}
		x := bound.Weights(ctx, nil, c.rel, nil, 4*weightSteps, len(set.Cells), 0)
		proves(t, c.rel, check.B, x)
		if above := len(bound.Improve(ctx, c.rel, nil, nil, 1, 2000, 0)); x.Bound < c.want || x.Bound > above {
			t.Errorf("%s: proves %d, wanted %d or more, at most %d", c.name, x.Bound, c.want, above)
		}
	}
}

// Where a fooling set meets b, weights say the same, and nothing when asked for
// more.
func TestWeightsNoBetter(t *testing.T) {
	ctx := context.Background()
	rel := hypercube(4)
	if x := bound.Weights(ctx, nil, rel, nil, weightSteps, 0, 0); x.Bound != 16 {
		t.Errorf("b(Q_4) ≥ %d", x.Bound)
	}
	if x := bound.Weights(ctx, nil, rel, nil, weightSteps, 16, 0); x.Bound != 0 {
		t.Errorf("b(Q_4) ≥ %d", x.Bound)
	}
}

func TestDegreeWeightsBelow(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		rel := encodetest.Random(rng, 2+rng.IntN(3), 2+rng.IntN(3), 0.3+rng.Float64()*0.7)
		x := bound.DegreeWeights(ctx, rel, weightSteps, 0, 0)
		proves(t, rel, check.Chi, x)
		if h := encodetest.BruteChi(rel); x.Bound > h || h > 0 && x.Bound < 1 {
			t.Fatalf("χ_hub ≥ %d by weights, is %d: %v", x.Bound, h, rel.Cells())
		}
	}
}

// The hypercube takes ⌈d/2⌉ colours (F21), with small weights, and not only
// where all weights are the same.
func TestDegreeWeightsHypercube(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(6, 6))
	for d := 1; d <= 6; d++ {
		rel := encodetest.Shuffled(rng, hypercube(d))
		x := bound.DegreeWeights(ctx, rel, weightSteps, 0, 0)
		proves(t, rel, check.Chi, x)
		if x.Bound != (d+1)/2 {
			t.Errorf("χ_hub(Q_%d) ≥ %d", d, x.Bound)
		}
		if x.W[0] > 1000 {
			t.Errorf("Q_%d: weights as large as %d", d, x.W[0])
		}
	}
	rel := where(16, func(a, b int) bool { // beside single cells, which take one colour
		x := a ^ b
		return a < 8 && b < 8 && x != 0 && x&(x-1) == 0 || a >= 8 && a == b
	})
	x := bound.DegreeWeights(ctx, rel, weightSteps, 1, 0)
	if proves(t, rel, check.Chi, x); x.Bound != 2 {
		t.Errorf("Q_3 with more: %d", x.Bound)
	}
}

// Sparse matrices have bounds beyond skew sequences.
func TestDegreeWeightsBeatSkew(t *testing.T) {
	ctx := context.Background()
	rel := encodetest.Random(rand.New(rand.NewPCG(7, 7)), 45, 45, 0.25)
	skew := bound.Skew(ctx, rel, 100_000, 1, 0)
	x := bound.DegreeWeights(ctx, rel, 2*weightSteps, skew.Bound, 0)
	proves(t, rel, check.Chi, x)
	if x.Bound <= skew.Bound {
		t.Errorf("%d by weights, %d by a skew sequence", x.Bound, skew.Bound)
	}
}

func TestWeightsLimits(t *testing.T) {
	ctx := context.Background()
	rel := coCirculant(11, 0, 1)
	none := where(3, func(int, int) bool { return false })
	over, cancel := context.WithCancel(ctx)
	cancel()
	for name, x := range map[string]bound.Weighting{
		"no cells":          bound.Weights(ctx, nil, none, nil, weightSteps, 0, 0),
		"no cells, colours": bound.DegreeWeights(ctx, none, weightSteps, 0, 0),
		"no steps":          bound.Weights(ctx, nil, rel, nil, 0, 0, 0),
		"few steps":         bound.Weights(ctx, nil, rel, nil, 1000, 0, 0),
		"no steps, colours": bound.DegreeWeights(ctx, rel, 0, 0, 0),
		"over":              bound.Weights(over, nil, rel, nil, weightSteps, 0, 0),
		"over, colours":     bound.DegreeWeights(over, rel, weightSteps, 0, 0),
	} {
		if x.Bound != 0 || x.Cells != nil {
			t.Errorf("%s: %v", name, x)
		}
	}
	for steps := 5_000; steps < 100_000; steps += 7_001 { // whatever there was time for holds
		proves(t, rel, check.B, bound.Weights(ctx, nil, rel, nil, steps, 0, 0))
		proves(t, rel, check.Chi, bound.DegreeWeights(ctx, rel, steps, 0, 0))
	}
	if x, y := bound.Weights(ctx, nil, rel, nil, weightSteps, 0, 0), bound.Weights(ctx, nil, rel, nil, weightSteps, 0, 0); !reflect.DeepEqual(x, y) {
		t.Errorf("%v, then %v", x, y)
	}
	if x := bound.Weights(ctx, nil, rel, nil, weightSteps, 0, 5); x.Bound < 5 {
		t.Errorf("%d, short of the target", x.Bound)
	}
}

// noisy spoils what a linear program says.
type noisy struct {
	packing.LP
	spoil func(x float64) float64
}

func (l noisy) Solve(b *packing.Budget) (x, worth []float64) {
	x, worth = l.LP.Solve(b)
	for i := range x {
		x[i] = l.spoil(x[i])
	}
	return x, worth
}

// However wrong the linear programs are, the bounds that come of them are
// true, and little noise costs little.
func TestWeightsOfNoise(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(8, 8))
	noise := func(size float64) func(float64) float64 {
		return func(x float64) float64 { return x + size*(2*rng.Float64()-1) }
	}
	garbage := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 1e300, 1e9, 1e-300, 0.7}
	spoilt := []struct {
		name  string
		spoil func(float64) float64
	}{
		{"exact", func(x float64) float64 { return x }},
		{"1e-6", noise(1e-6)},
		{"1e-3", noise(1e-3)},
		{"1", noise(1)},
		{"scaled", func(x float64) float64 { return 1e6 * x }},
		{"garbage", func(float64) float64 { return garbage[rng.IntN(len(garbage))] }},
	}
	for _, solver := range all.LPs {
		if _, err := solver.Probe(); err != nil {
			continue
		}
		strongest := map[string]int{}
		for range 30 {
			rel := encodetest.Random(rng, 3+rng.IntN(3), 3+rng.IntN(3), 0.3+0.6*rng.Float64())
			b := encodetest.BruteB(rel)
			for _, s := range spoilt {
				newLP := func(objective []float64) packing.LP { return noisy{solver.New(objective), s.spoil} }
				x := bound.Weights(ctx, newLP, rel, nil, weightSteps, 0, 0)
				if x.Bound > b {
					t.Fatalf("%s, %s: claims b ≥ %d of %v, which is %d", solver.Name, s.name, x.Bound, rel, b)
				}
				proves(t, rel, check.B, x)
				strongest[s.name] += x.Bound
			}
		}
		if strongest["1e-6"] != strongest["exact"] || strongest["garbage"] == 0 {
			t.Errorf("%s: bounds in all: %v", solver.Name, strongest)
		}
	}
}
