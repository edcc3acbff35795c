package bound_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

func checkSkew(t *testing.T, rel *instances.Relation, s bound.SkewSequence) {
	t.Helper()
	cell := func(a, b int32) bool { return a >= 0 && b >= 0 && rel.Has(a, b) }
	if len(s.Rows) != len(s.Cols) {
		t.Fatalf("%d rows, %d columns", len(s.Rows), len(s.Cols))
	}
	for i, a := range s.Rows {
		if cell(a, s.Cols[i]) {
			t.Fatalf("(%d,%d) is a cell", a, s.Cols[i])
		}
		for _, b := range s.Cols[i+1:] {
			if !cell(a, b) {
				t.Fatalf("(%d,%d) is no cell", a, b)
			}
		}
	}
	want := 0
	if len(s.Rows) > 0 {
		want = bits.Len(uint(len(s.Rows) - 1))
	}
	if s.Bound != want {
		t.Fatalf("bound %d of %d pairs", s.Bound, len(s.Rows))
	}
}

// The longest skew sequence decides χ_hub on all matrices up to 4×4.
func TestSkewDecidesSmallMatrices(t *testing.T) {
	smallest(4, 4, func(rel *instances.Relation) {
		s := bound.Skew(ctx, rel, 100000, 1, 0)
		checkSkew(t, rel, s)
		if chi := encodetest.BruteChi(rel); s.Bound != chi {
			t.Fatalf("skew bound %d, χ %d: %v", s.Bound, chi, rel.Cells())
		}
		if !s.Exact {
			t.Fatalf("not exact: %v", rel.Cells())
		}
	})
}

// longestSkew tries all sequences by definition; nil lines are the last index.
func longestSkew(rel *instances.Relation) int {
	rows, cols := rel.Rows(), rel.Cols()
	cell := func(a, b int) bool { return a < rows && b < cols && rel.Has(int32(a), int32(b)) }
	best := 0
	var extend func(as, bs []int)
	extend = func(as, bs []int) {
		best = max(best, len(as))
		for b := range cols + 1 {
			if slices.ContainsFunc(as, func(a int) bool { return !cell(a, b) }) {
				continue
			}
			for a := range rows + 1 {
				if !cell(a, b) {
					extend(append(as, a), append(bs, b))
				}
				if a == rows {
					break
				}
			}
		}
	}
	extend(nil, nil)
	return best
}

func TestSkewIsLongest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		rel := encodetest.Random(rng, 1+rng.IntN(4), 1+rng.IntN(4), 0.3+0.5*rng.Float64())
		s := bound.Skew(ctx, rel, 100000, 1, 0)
		checkSkew(t, rel, s)
		if want := longestSkew(rel); rel.Len() > 0 && len(s.Rows) != want {
			t.Fatalf("length %d, longest %d: %v", len(s.Rows), want, rel.Cells())
		}
	}
}

func TestSkewOnFamilies(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, f := range []struct {
		name string
		rel  *instances.Relation
		t    int
	}{
		{"crown 9", crown(9), 9}, {"crown 130", crown(130), 130},
		{"tournament 10", tournament(10), 10}, {"tournament 200", tournament(200), 200},
		{"causal 16", causal(16), 17}, {"causal 150", causal(150), 151},
		{"INT 3", intersecting(3), 8}, {"INT 5", intersecting(5), 32}, {"INT 7", intersecting(7), 128},
	} {
		for _, rel := range []*instances.Relation{f.rel, encodetest.Shuffled(rng, f.rel), encodetest.Shuffled(rng, f.rel).Transpose()} {
			s := bound.Skew(ctx, rel, 1, 1, 0) // one step: the greedy chains must do
			checkSkew(t, rel, s)
			if len(s.Rows) != f.t {
				t.Errorf("%s: %d pairs, want %d", f.name, len(s.Rows), f.t)
			}
		}
	}
}

// Every stage of the search must bring valid sequences, also when it is cut.
func TestSkewUnderLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	last := 0
	rel := encodetest.Random(rng, 40, 45, 0.7)
	for steps := 1; steps < 3_000_000; steps *= 7 {
		s := bound.Skew(ctx, rel, steps, 5, 0)
		checkSkew(t, rel, s)
		last = max(last, len(s.Rows))
	}
	if s := bound.Skew(ctx, rel, 1<<30, 5, 2); s.Bound < 2 {
		t.Errorf("stopped short of 2: %+v", s)
	}
	if last < 10 {
		t.Errorf("longest sequence found on a random matrix: %d", last)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	checkSkew(t, rel, bound.Skew(ended, rel, 1<<30, 5, 0))
}

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
		x, k := bound.ColorHubs(hubs)
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
	if x, k := bound.ColorHubs(nil); len(x) != 0 || k != 0 {
		t.Fatalf("%v %d", x, k)
	}
}

func TestFatMatchings(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	met, all := 0, 0
	check := func(rel *instances.Relation) {
		t.Helper()
		x := bound.FatMatchings(ctx, rel, 1, 30)
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
				x := bound.Halving(rel)
				checkCover(t, rel, rel.Cells(), x, true)
				if x.Colors() != f.want {
					t.Errorf("%s %d: %d colours, want %d", name, n, x.Colors(), f.want)
				}
			}
		}
	}
	smallest(3, 4, func(rel *instances.Relation) {
		if x := bound.Halving(rel); x != nil {
			checkCover(t, rel, rel.Cells(), x, true)
		}
	})
}
