package bound

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
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

// Counting 64 cells at a time changes nothing.
func TestShrinkersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		rel := encodetest.WithOptional(rng, encodetest.Random(rng, 2+rng.IntN(9), 60+rng.IntN(12), 0.8), 0.1)
		var hubs instances.Extension
		for _, c := range rel.Cells() {
			h := instances.Hub{Sources: []int32{c.Row}, Targets: []int32{c.Col}, Color: 1 + rng.IntN(4)}
			for a := range int32(rel.Rows()) {
				if a != c.Row && rel.Has(a, c.Col) && rng.IntN(3) == 0 {
					h.Sources = append(h.Sources, a)
				}
			}
			for _, b := range rel.Row(int(c.Row)) {
				if !slices.ContainsFunc(h.Sources, func(a int32) bool { return !rel.Has(a, b) }) && rng.IntN(2) == 0 {
					h.Targets = append(h.Targets, b)
				}
			}
			hubs = append(hubs, h)
		}
		s := newShrinker(rel)
		for i := range rel.Len() {
			if rel.Optional(i) {
				s.count[i] = 1 << 30
			}
		}
		if x, y := s.shrink(hubs), newDenseShrinker(rel).shrink(hubs); !reflect.DeepEqual(x, y) {
			t.Fatalf("%v\nand %v", x, y)
		}
	}
}
