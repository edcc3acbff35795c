package bound_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

func TestKonig(t *testing.T) {
	check := func(rel *instances.Relation) {
		t.Helper()
		colors, err := bound.Konig(ctx, rel)
		if err != nil {
			t.Fatal(err)
		}
		line, degree := bound.Degree(rel)
		if line.Column && len(rel.Col(int(line.Index))) != degree || !line.Column && degree > 0 && len(rel.Row(int(line.Index))) != degree {
			t.Fatalf("line %v has not %d cells", line, degree)
		}
		used := map[[3]int32]bool{}
		for i, c := range rel.All() {
			if colors[i] < 1 || int(colors[i]) > degree {
				t.Fatalf("colour %d, degree %d", colors[i], degree)
			}
			row, col := [3]int32{0, c.Row, colors[i]}, [3]int32{1, c.Col, colors[i]}
			if used[row] || used[col] {
				t.Fatalf("colour %d twice at a line of %v", colors[i], c)
			}
			used[row], used[col] = true, true
		}
	}
	smallest(3, 4, check)
	rng := rand.New(rand.NewPCG(4, 4))
	for range 100 {
		check(encodetest.Random(rng, 1+rng.IntN(40), 1+rng.IntN(40), rng.Float64()))
	}
	check(crown(90))
	var star []instances.Cell // one long row beside many short ones
	for b := range int32(3000) {
		star = append(star, instances.Cell{Row: 0, Col: b}, instances.Cell{Row: b, Col: (b * 7) % 3000})
	}
	check(relation(3000, 3000, star))
}

func TestColorHubs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{1, 8, 30, 5000} {
		var hubs instances.Extension
		for range n {
			h := instances.Hub{Sources: []int32{rng.Int32N(60)}, Targets: []int32{rng.Int32N(60)}}
			if a := h.Sources[0] + 1 + rng.Int32N(5); n < 5000 {
				h.Sources = append(h.Sources, a)
			}
			hubs = append(hubs, h)
		}
		x, k := bound.ColorHubs(ctx, hubs)
		if len(x) != n || x.Colors() != k {
			t.Fatalf("%d hubs, %d colours said, %d used", len(x), k, x.Colors())
		}
		rel, err := x.Induced(65, 60)
		if err != nil {
			t.Fatal(err)
		}
		checkCover(t, rel, nil, x, true)
		if hubs[0].Color != 0 {
			t.Fatal("the extension given was changed")
		}
	}
	if x, k := bound.ColorHubs(ctx, nil); len(x) != 0 || k != 0 {
		t.Fatalf("%v %d", x, k)
	}
}

func TestFatMatchings(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	met, all := 0, 0
	check := func(rel *instances.Relation) {
		t.Helper()
		x := bound.FatMatchings(ctx, rel, 1, 30, 0)
		checkCover(t, rel, rel.Cells(), x, true)
		chi := encodetest.BruteChi(rel)
		if x.Colors() < chi {
			t.Fatalf("%d colours, χ is %d: %v", x.Colors(), chi, rel.Cells())
		}
		all++
		if x.Colors() == chi {
			met++
		}
	}
	smallest(3, 4, check)
	for range 60 {
		check(encodetest.Random(rng, 4, 6, rng.Float64()))
	}
	if met < all*97/100 {
		t.Errorf("optimal on %d of %d small matrices only", met, all)
	}
}

func TestHalving(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{2, 3, 5, 7, 8, 9, 31, 32, 33, 100} {
		for name, f := range map[string]struct {
			rel  *instances.Relation
			want int
		}{
			"crown": {crown(n), bits.Len(uint(n - 1))}, "tournament": {tournament(n), bits.Len(uint(n - 1))}, "causal": {causal(n), bits.Len(uint(n))},
		} {
			for _, rel := range []*instances.Relation{f.rel, encodetest.Shuffled(rng, f.rel)} {
				x := bound.Halving(ctx, rel)
				checkCover(t, rel, rel.Cells(), x, true)
				if x.Colors() != f.want {
					t.Errorf("%s %d: %d colours, want %d", name, n, x.Colors(), f.want)
				}
			}
		}
	}
	smallest(3, 4, func(rel *instances.Relation) {
		if x := bound.Halving(ctx, rel); x != nil {
			checkCover(t, rel, rel.Cells(), x, true)
		}
	})
}

// window has the cells k ≤ q < k+w.
func window(n, w int) *instances.Relation {
	var cells []instances.Cell
	for k := range n {
		for q := k; q < min(n, k+w); q++ {
			cells = append(cells, instances.Cell{Row: int32(k), Col: int32(q)})
		}
	}
	return relation(n, n, cells)
}

func TestBandsOfWindows(t *testing.T) {
	for _, n := range []int{5, 12, 64, 200} {
		for w := 2; w < n; w += 1 + w/3 {
			rel := window(n, w)
			x := bound.Halving(ctx, rel)
			checkCover(t, rel, rel.Cells(), x, true)
			if want := bits.Len(uint(w)); x.Colors() > want {
				t.Errorf("window %d of %d: %d colours, want %d", w, n, x.Colors(), want)
			}
		}
	}
}

// Whatever the matrix, what Halving returns is a cover in legal colours.
func TestHalvingIsAlwaysRight(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	found := 0
	for range 3000 {
		rows, cols := 1+rng.IntN(12), 1+rng.IntN(12)
		var cells []instances.Cell
		lo, hi := 0, 0
		for a := range rows { // mostly intervals that move on
			if rng.IntN(5) == 0 {
				lo, hi = rng.IntN(cols), rng.IntN(cols+1)
			}
			lo, hi = min(cols, lo+rng.IntN(3)), min(cols, max(hi, lo)+rng.IntN(3))
			for b := range cols {
				if (lo <= b && b < hi) != (rng.IntN(40) == 0) {
					cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
				}
			}
		}
		rel := relation(rows, cols, cells)
		if x := bound.Halving(ctx, rel); x != nil {
			found++
			checkCover(t, rel, rel.Cells(), x, true)
		}
	}
	if found < 2000 {
		t.Errorf("found %d times only", found)
	}
}

// A cell more or less costs a colour at most, in windows two.
func TestHalvingWithACellChanged(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 7))
	for _, n := range []int{6, 9, 16, 33, 64} {
		for name, rel := range map[string]*instances.Relation{"crown": crown(n), "tournament": tournament(n), "causal": causal(n), "window": window(n, 5)} {
			want := bound.Halving(ctx, rel).Colors() + 1
			if name == "window" {
				want++
			}
			for range 40 {
				a, b := int32(rng.IntN(n)), int32(rng.IntN(n))
				changed := flip(rel, a, b)
				if name != "window" {
					changed = encodetest.Shuffled(rng, changed)
				}
				x := bound.Halving(ctx, changed)
				if x == nil || x.Colors() > want {
					t.Errorf("%s %d, (%d,%d): %d colours, want %d", name, n, a, b, x.Colors(), want)
					continue
				}
				checkCover(t, changed, changed.Cells(), x, true)
			}
		}
	}
}

// flip makes a cell of a non-cell, or the other way round.
func flip(rel *instances.Relation, a, b int32) *instances.Relation {
	cells := []instances.Cell{{Row: a, Col: b}}
	for _, c := range rel.All() {
		if c != cells[0] {
			cells = append(cells, c)
		}
	}
	if rel.Has(a, b) {
		cells = cells[1:]
	}
	return relation(rel.Rows(), rel.Cols(), cells)
}

// Searches that are told to stop return a cover all the same, or nothing.
func TestColorsWhenTimeIsUp(t *testing.T) {
	over, cancel := context.WithCancel(ctx)
	cancel()
	rng := rand.New(rand.NewPCG(10, 7))
	for _, n := range []int{3, 40, 300} {
		rel := encodetest.Random(rng, n, n, 0.3)
		if x := bound.Halving(over, rel); x != nil {
			checkCover(t, rel, rel.Cells(), x, true)
		}
		checkCover(t, rel, rel.Cells(), bound.FatMatchings(over, rel, 1, 10, 0), true)
		x, _ := bound.ColorHubs(over, bound.Stars(rel, rel.Cells()))
		checkCover(t, rel, rel.Cells(), x, true)
		if x, ok := bound.FewLabels(over, rel, nil, n, 3, 1, 1000); ok {
			checkCover(t, rel, rel.Cells(), x, true)
		}
	}
}
