package bound

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// intervals makes n rows, of w columns each, that move to the right.
func intervals(n, w int) *instances.Relation {
	var cells []instances.Cell
	for a := range int32(n) {
		for b := a; b < min(int32(n), a+int32(w)); b++ {
			cells = append(cells, instances.Cell{Row: a, Col: b})
		}
	}
	rel, err := instances.New(n, n, cells)
	if err != nil {
		panic(err)
	}
	return rel
}

func TestConsecutiveFindsBands(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 100 {
		n := 2 + rng.IntN(60)
		rel := encodetest.Shuffled(rng, intervals(n, 1+rng.IntN(n)))
		rows, cols := consecutive(rel, upTo(n), upTo(n))
		m := newBand(context.Background(), rel, rows, cols)
		if m == nil || len(m.rest) > 0 {
			t.Fatalf("%d rows: %v %v of %v", n, rows, cols, rel.Cells())
		}
	}
}

// One cell more or less costs two colours at most, in whatever order lines come.
func TestHalvingOfShuffledBands(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	for range 60 {
		n := 8 + rng.IntN(60)
		w := 2 + rng.IntN(n/2)
		cells := intervals(n, w).Cells()
		want := bits.Len(uint(w)) // ⌊log2 w⌋+1 (F21)
		switch k := rng.IntN(len(cells)); rng.IntN(3) {
		case 0:
			cells = append(cells[:k], cells[k+1:]...)
			want += 2
		case 1:
			cells = append(cells, instances.Cell{Row: int32(n - 1 - rng.IntN(3)), Col: int32(rng.IntN(3))})
			want += 2
		}
		rel, err := instances.New(n, n, cells)
		if err != nil {
			t.Fatal(err)
		}
		hubs := Halving(context.Background(), encodetest.Shuffled(rng, rel))
		if hubs == nil || most(hubs) > want {
			t.Errorf("%d colours for %d rows of %d with a cell more or less, wanted %d", most(hubs), n, w, want)
		}
	}
}
