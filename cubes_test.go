package hubcover_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// TestCubes: split refutations give the same answers, and the checker, which
// makes the cubes itself, accepts them.
func TestCubes(t *testing.T) {
	byCubes := map[string]int{}
	for seed := range uint64(6) {
		rel := encodetest.Random(rand.New(rand.NewPCG(seed, 2)), 9, 9, .6)
		plain := solve(t, rel, hubcover.Options{Questions: instances.Questions, Backends: sat()})
		split := solve(t, rel, hubcover.Options{Questions: instances.Questions, CubeDepth: 6, Backends: sat()})
		if plain.B.Upper != split.B.Upper || plain.Chi.Upper != split.Chi.Upper || split.Chi.Status() != hubcover.Optimal || split.B.Status() != hubcover.Optimal {
			t.Errorf("seed %d: b %d, χ %d; split: %d..%d, %d..%d, rejected %v", seed, plain.B.Upper, plain.Chi.Upper,
				split.B.Lower, split.B.Upper, split.Chi.Lower, split.Chi.Upper, split.Rejected)
		}
		byCubes[split.B.By.Method]++
		byCubes[split.Chi.By.Method]++
		for _, c := range split.Front.Corners {
			byCubes[c.By.Method]++
		}
	}
	if byCubes["cubes"] == 0 {
		t.Errorf("no bound by cubes: %v", byCubes)
	}
}
