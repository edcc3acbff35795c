package bound_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// central is the least r with C(r,⌊r/2⌋) ≥ m, by Pascal's triangle.
func central(m int) int {
	row := []int{1}
	for r := 0; ; r++ {
		if row[r/2] >= m {
			return r
		}
		next := make([]int, r+2)
		for i := range next {
			if i <= r {
				next[i] += row[i]
			}
			if i > 0 {
				next[i] += row[i-1]
			}
		}
		row = next
	}
}

// disguised gives the lines of a crown of m twins, a full row or column
// perhaps, empty lines and another order.
func disguised(t *rapid.T, m int) *instances.Relation {
	lines := func(what string) []int {
		var out []int
		for i := range m {
			for range rapid.IntRange(1, 3).Draw(t, what+" twins") {
				out = append(out, i)
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, what+" empty") {
			out = append(out, -1)
		}
		for range rapid.IntRange(0, 2).Draw(t, what+" full") {
			out = append(out, m)
		}
		return rapid.Permutation(out).Draw(t, what)
	}
	rows, cols := lines("rows"), lines("cols")
	full := 0
	if rapid.Bool().Draw(t, "full columns miss full rows") {
		full = 1
	}
	var cells []instances.Cell
	for i, a := range rows {
		for j, b := range cols {
			if a >= 0 && b >= 0 && (a != b || a == m && full == 0) {
				cells = append(cells, instances.Cell{Row: int32(i), Col: int32(j)})
			}
		}
	}
	rel, err := instances.New(len(rows), len(cols), cells)
	if err != nil {
		t.Fatal(err)
	}
	return rel
}

func TestCrownInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(4, 24).Draw(t, "m")
		rel := disguised(t, m)
		hubs, ok := bound.Crown(rel)
		if !ok {
			t.Fatalf("a crown of %d is not recognised: %v", m, rel.Cells())
		}
		if err := encodetest.Check(rel, rel.Cells(), hubs, false); err != nil {
			t.Fatal(err)
		}
		s := bound.Sperner(rel, nil)
		if len(hubs) != s.Bound {
			t.Fatalf("%d hubs, Sperner proves %d", len(hubs), s.Bound)
		}
		if c := central(m); c > len(hubs) || central(m+1) < len(hubs) {
			t.Fatalf("%d hubs for a crown of %d, wanted %d", len(hubs), m, c)
		}
	})
}

// One cell less than a crown has costs a hub at most.
func TestCrownWithoutACell(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for n := 5; n < 12; n++ {
		rel := encodetest.Shuffled(rng, crown(n))
		for range 10 {
			cells := rel.Cells()
			k := rng.IntN(len(cells))
			cells = append(cells[:k], cells[k+1:]...)
			less, err := instances.New(n, n, cells)
			if err != nil {
				t.Fatal(err)
			}
			hubs, ok := bound.Crown(less)
			if !ok || len(hubs) > central(n)+1 {
				t.Fatalf("%d hubs for a crown of %d without a cell", len(hubs), n)
			}
			if err := encodetest.Check(less, less.Cells(), hubs, false); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestCrownFailsOnOthers(t *testing.T) {
	for _, rel := range []*instances.Relation{
		crown(0), crown(1), crown(2), crown(3), encodetest.Matrix(3, 3, 0), encodetest.Matrix(3, 3, 511), causal(9), tournament(9),
	} {
		if hubs, ok := bound.Crown(rel); ok {
			t.Errorf("%v passes for a crown, with %v", rel.Cells(), hubs)
		}
	}
}

// All matrices that pass get a cover, of b hubs or one more for each of two
// lines.
func TestCrownOfAllSmall(t *testing.T) {
	passed, best := 0, 0
	for rel := range encodetest.Matrices(4, 5) {
		hubs, ok := bound.Crown(rel)
		if !ok {
			continue
		}
		passed++
		if err := encodetest.Check(rel, rel.Cells(), hubs, false); err != nil {
			t.Fatal(err)
		}
		switch b := encodetest.BruteB(rel); {
		case len(hubs) > b+2:
			t.Fatalf("%d hubs, b is %d: %v", len(hubs), b, rel.Cells())
		case len(hubs) == b:
			best++
		}
	}
	if best == 0 {
		t.Fatalf("%d crowns among the matrices of 4 × 5, and no best cover", passed)
	}
}

func TestCrownLarge(t *testing.T) {
	for _, n := range []int{40, 1000} {
		rel := crown(n)
		hubs, ok := bound.Crown(rel)
		if !ok || len(hubs) != central(n) {
			t.Fatalf("crown %d: %d hubs, wanted %d", n, len(hubs), central(n))
		}
		if n < 100 { // a slow check
			if err := encodetest.Check(rel, rel.Cells(), hubs, false); err != nil {
				t.Fatal(err)
			}
		}
		if s := bound.Sperner(rel, nil); s.Bound != len(hubs) {
			t.Fatalf("crown %d: Sperner proves %d of %d", n, s.Bound, len(hubs))
		}
	}
}
