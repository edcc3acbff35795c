package kernel

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// spreadByDefinition compares every row with every row.
func spreadByDefinition(rel *instances.Relation, from instances.Bits) instances.Bits {
	bits, out := rel.RowBits(), instances.NewBits(rel.Len())
	for i, e := range rel.All() {
		for a := range rel.Rows() {
			if k, ok := rel.Index(instances.Cell{Row: int32(a), Col: e.Col}); ok && from.Has(k) &&
				bits[a].SubsetOf(bits[e.Row]) && !bits[e.Row].SubsetOf(bits[a]) {
				out.Set(i)
			}
		}
	}
	return out
}

// Rows that are unions of few sets, or chains, have many rows below them.
func nested(rng *rand.Rand, rows, cols int) *instances.Relation {
	sets := make([]instances.Bits, 5)
	for i := range sets {
		sets[i] = instances.NewBits(cols)
		for j := range cols {
			if rng.IntN(3) == 0 {
				sets[i].Set(j)
			}
		}
	}
	seen := map[string]bool{}
	var cells []instances.Cell
	for a := range rows {
		row := instances.NewBits(cols)
		for _, s := range sets {
			if rng.IntN(2) == 0 {
				row.Or(s)
			}
		}
		if rng.IntN(3) == 0 {
			for j := range rng.IntN(cols + 1) {
				row.Set(j)
			}
		}
		key := ""
		for _, j := range row.Members() {
			key += string(rune('a' + j))
		}
		if seen[key] {
			continue // twins are merged before
		}
		seen[key] = true
		for _, j := range row.Members() {
			cells = append(cells, instances.Cell{Row: int32(a), Col: j})
		}
	}
	rel, err := instances.New(rows, cols, cells)
	if err != nil {
		panic(err)
	}
	return rel
}

func TestSpreadBothWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	some := 0
	for range 400 {
		rel := nested(rng, 1+rng.IntN(90), 1+rng.IntN(12))
		from := instances.NewBits(rel.Len())
		most := rng.Float64()
		for i := range rel.Len() {
			if rng.Float64() < most {
				from.Set(i)
			}
		}
		want := spreadByDefinition(rel, from)
		some += want.Count()
		for how, got := range map[string]instances.Bits{
			"dense": spreadDense(context.Background(), rel, from), "sparse": spreadSparse(context.Background(), rel, from),
		} {
			if !got.SubsetOf(want) || !want.SubsetOf(got) {
				t.Fatalf("%s: %v, want %v: from %v of %v", how, got.Members(), want.Members(), from.Members(), rel.Cells())
			}
		}
	}
	if some == 0 {
		t.Fatal("no row lies above another")
	}
}

func TestGrowBothWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 200 {
		rel := nested(rng, 20, 10)
		lists := layer{rel: rel}
		sets := layer{rel: rel, rowBits: rel.RowBits(), colBits: rel.ColBits()}
		for _, e := range rel.All() {
			h := instances.Hub{Sources: []int32{e.Row}, Targets: []int32{e.Col}}
			a, b := lists.grow(h), sets.grow(h)
			if !slices.Equal(a.Sources, b.Sources) || !slices.Equal(a.Targets, b.Targets) {
				t.Fatalf("%v and %v from %v of %v", a, b, e, rel.Cells())
			}
		}
	}
}
