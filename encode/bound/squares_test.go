package bound_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
)

// evenCube has the even vertices of Q_d for rows and the odd ones for columns,
// both in random order.
func evenCube(t *testing.T, d int, rng *rand.Rand) *instances.Relation {
	t.Helper()
	half := 1 << (d - 1)
	rows, cols := rng.Perm(half), rng.Perm(half)
	var cells []instances.Cell
	for v := range 2 * half {
		if bits.OnesCount(uint(v))%2 == 0 {
			for i := range d {
				cells = append(cells, instances.Cell{Row: int32(rows[v/2]), Col: int32(cols[(v^1<<i)/2])})
			}
		}
	}
	rel, err := instances.New(half, half, cells)
	if err != nil {
		t.Fatal(err)
	}
	return rel
}

// Hypercubes take ⌈d/2⌉ colours, in whatever order their vertices come (F21).
func TestSquaresColorHypercubes(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 41))
	for d := 3; d <= 10; d++ {
		rel := evenCube(t, d, rng)
		x := bound.Squares(rel)
		if err := verify.Coloring(rel, x, (d+1)/2); err != nil {
			t.Errorf("Q_%d in %d colours: %v", d, x.Colors(), err)
		}
	}
}

// Whatever the relation, what comes back is a hub extension, legally coloured.
func TestSquaresAreLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 42))
	found := 0
	for range 3000 {
		rel := encodetest.Random(rng, 1+rng.IntN(7), 1+rng.IntN(7), rng.Float64()/2)
		x := bound.Squares(rel)
		if x == nil {
			continue
		}
		found++
		if err := verify.Coloring(rel, x, x.Colors()); err != nil {
			t.Fatalf("%v: %v of %v", err, x, rel.Cells())
		}
	}
	if found < 500 {
		t.Errorf("%d of 3000 coloured", found)
	}
}
