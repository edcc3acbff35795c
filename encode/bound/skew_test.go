package bound_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"reflect"
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

func TestSkewProvesAllThatSequencesCan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		rel := encodetest.Random(rng, 1+rng.IntN(4), 1+rng.IntN(4), 0.3+0.5*rng.Float64())
		s := bound.Skew(ctx, rel, 100000, 1, 0)
		checkSkew(t, rel, s)
		if want := longestSkew(rel); rel.Len() > 0 && (s.Bound != bits.Len(uint(want-1)) || !s.Exact) {
			t.Fatalf("%d pairs, exact %v, longest %d: %v", len(s.Rows), s.Exact, want, rel.Cells())
		}
	}
}

// Families of which χ_hub is known, as they are and in disguise.
func TestSkewOnFamilies(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, f := range []struct {
		name  string
		rel   *instances.Relation
		bound int
		exact bool // already by degrees
	}{
		{"crown 9", crown(9), 4, true}, {"crown 130", crown(130), 8, true}, {"crown 128", crown(128), 7, true},
		{"tournament 10", tournament(10), 4, true}, {"tournament 200", tournament(200), 8, true},
		{"causal 16", causal(16), 5, true}, {"causal 150", causal(150), 8, true},
		{"INT 3", intersecting(3), 3, true}, {"INT 5", intersecting(5), 5, true}, {"INT 7", intersecting(7), 7, true},
		{"window 64", where(200, func(a, b int) bool { return a <= b && b < a+64 }), 7, true},
	} {
		for _, rel := range []*instances.Relation{f.rel, encodetest.Shuffled(rng, f.rel), inHiding(rng, f.rel), inHiding(rng, f.rel).Transpose()} {
			s := bound.Skew(ctx, rel, 1, 1, 0) // one step: the greedy chains must do
			checkSkew(t, rel, s)
			if s.Bound != f.bound || s.Exact != f.exact {
				t.Errorf("%s: bound %d, exact %v, want %d, %v", f.name, s.Bound, s.Exact, f.bound, f.exact)
			}
		}
	}
}

// inHiding adds twins and empty lines to a square relation and shuffles it.
func inHiding(rng *rand.Rand, rel *instances.Relation) *instances.Relation {
	n := rel.Rows()
	rows, cols := rng.Perm(n+n/2+2), rng.Perm(n+n/2+2) // from n on: twins, and two empty lines
	line := func(k int) int32 {
		if k < n {
			return int32(k)
		}
		return int32(2 * (k - n))
	}
	return where(len(rows), func(a, b int) bool {
		x, y := line(rows[a]), line(cols[b])
		return max(rows[a], cols[b]) < n+n/2 && rel.Has(x, y)
	})
}

// One cell more or less changes χ_hub by one at most (F20), and so the length.
func TestSkewOnDamagedFamilies(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	for _, f := range []struct {
		rel  *instances.Relation
		want int
	}{{crown(70), 7}, {causal(70), 7}, {tournament(70), 7}, {intersecting(6), 6}} {
		n := f.rel.Rows()
		for range 5 {
			a, b := rng.IntN(n), rng.IntN(n)
			rel := encodetest.Shuffled(rng, where(n, func(x, y int) bool { return f.rel.Has(int32(x), int32(y)) != (x == a && y == b) }))
			s := bound.Skew(ctx, rel, 1_000_000, 1, 0)
			checkSkew(t, rel, s)
			if s.Bound < f.want-1 || s.Bound > f.want+1 || !s.Exact {
				t.Errorf("bound %d after %d with cell (%d,%d) changed, exact %v", s.Bound, f.want, a, b, s.Exact)
			}
		}
	}
}

// On random matrices the search must end: a longer sequence or none.
func TestSkewIsExactOnRandomMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	for _, n := range []int{10, 15, 20, 30, 40} {
		for _, p := range []float64{0.2, 0.5, 0.8} {
			rel := encodetest.Random(rng, n, n, p)
			s := bound.Skew(ctx, rel, 2_000_000, 1, 0)
			checkSkew(t, rel, s)
			if !s.Exact {
				t.Errorf("%d pairs of n = %d, p = %v: not exact", len(s.Rows), n, p)
			}
			back := bound.Skew(ctx, encodetest.Shuffled(rng, rel).Transpose(), 2_000_000, 5, 0)
			if back.Bound != s.Bound {
				t.Errorf("bound %d, of the transpose %d", s.Bound, back.Bound)
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
	if a, b := bound.Skew(ctx, rel, 100_000, 5, 0), bound.Skew(ctx, rel, 100_000, 5, 0); !reflect.DeepEqual(a, b) {
		t.Errorf("the same seed gave %v and %v", a, b)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	checkSkew(t, rel, bound.Skew(ended, rel, 1<<30, 5, 0))
}
