package bound

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// The way for relations too large for bit matrices, tried on small ones.
func TestWithoutGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var cells []instances.Cell
		for a := range int32(9) {
			for b := range int32(8) {
				if rng.IntN(3) > 0 {
					cells = append(cells, instances.Cell{Row: a, Col: b})
				}
			}
		}
		rel, err := instances.New(9, 8, cells)
		if err != nil {
			t.Fatal(err)
		}
		need := slices.DeleteFunc(slices.Clone(cells), func(instances.Cell) bool { return rng.IntN(4) == 0 })

		set := foolingGreedy(context.Background(), rel, need, 2000, 100)
		for i, c := range set {
			for _, d := range set[:i] {
				if rel.Has(c.Row, d.Col) && rel.Has(d.Row, c.Col) {
					t.Fatalf("%v and %v are compatible", c, d)
				}
			}
		}
		if len(set) == 0 {
			t.Fatal("no fooling set")
		}
	}
}
