package hubcover_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// alone answers with the bounds alone, without a backend.
func alone(questions ...instances.Question) hubcover.Options {
	return hubcover.Options{Questions: questions, Backends: []backends.Backend{}, NoProof: true, Deterministic: true}
}

// methods counts what a lower bound rests on.
func methods(by check.By, count map[string]int) map[string]int {
	count[by.Method]++
	for _, p := range by.Parts {
		methods(p, count)
	}
	return count
}

// Weights prove b where fooling sets do not, in the original's indices, and add
// over components.
func TestWeightsProve(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	one, two := encodetest.Random(rng, 32, 32, 0.3), encodetest.Random(rng, 32, 30, 0.3)
	res := solve(t, one, alone(instances.B))
	if res.B.Status() != hubcover.Optimal || methods(res.B.By, map[string]int{})["weights"] == 0 {
		t.Errorf("b in [%d,%d] by %s", res.B.Lower, res.B.Upper, res.B.By.Method)
	}
	cells := one.Cells()
	for _, c := range two.Cells() {
		cells = append(cells, instances.Cell{Row: 32 + c.Row, Col: 32 + c.Col})
	}
	both := solve(t, encodetest.Shuffled(rng, must(instances.New(64, 62, cells))), alone(instances.B))
	other := solve(t, two, alone(instances.B))
	if both.B.Lower != res.B.Lower+other.B.Lower || methods(both.B.By, map[string]int{})["weights"] != 2 {
		t.Errorf("%d and %d make %d", res.B.Lower, other.B.Lower, both.B.Lower)
	}
}

// Degree weights raise the floor of χ_hub beyond skew sequences.
func TestDegreeWeightsRaise(t *testing.T) {
	rel := encodetest.Random(rand.New(rand.NewPCG(7, 7)), 45, 45, 0.25)
	if res := solve(t, rel, alone(instances.Chi)); res.Chi.By.Method != "degree-weights" || res.Chi.Lower < 4 {
		t.Errorf("χ_hub ≥ %d by %s", res.Chi.Lower, res.Chi.By.Method)
	}
}
