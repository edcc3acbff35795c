package kernel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
)

var graphSizes = []int{0, 1} // the default, and no compatibility graph at all

// checkCover demands that Cover keeps b, that covers lift and that forced
// cells and the parts' cells conflict as promised.
func checkCover(t interface{ Fatalf(string, ...any) }, rel *instances.Relation, graphBits int) {
	red, err := kernel.Cover(context.Background(), rel, graphBits)
	if err != nil {
		t.Fatalf("%v", err)
	}
	show := func() string {
		return fmt.Sprint(rel.Rows(), "×", rel.Cols(), rel.Cells(), "required", rel.Required())
	}
	sum := len(red.Forced)
	parts := make([]instances.Extension, len(red.Parts))
	for i, p := range red.Parts {
		parts[i] = encodetest.BruteCover(p.Rel, p.Cells)
		sum += len(parts[i])
		checkSubmatrix(t, rel, p)
	}
	if want := encodetest.BruteB(rel); sum != want {
		t.Fatalf("b is %d, forced and parts add up to %d: %s", want, sum, show())
	}
	lifted := red.Lift(parts)
	if len(lifted) > sum {
		t.Fatalf("%d hubs lifted to %d: %s", sum, len(lifted), show())
	}
	if err := encodetest.Check(rel, rel.Required(), lifted, false); err != nil {
		t.Fatalf("lifted cover %v: %v: %s", lifted, err, show())
	}
	checkConflicts(t, rel, red)
}

func checkSubmatrix(t interface{ Fatalf(string, ...any) }, rel *instances.Relation, p kernel.Part) {
	for i, a := range p.Rows {
		for j, b := range p.Cols {
			if p.Rel.Has(int32(i), int32(j)) != rel.Has(a, b) {
				t.Fatalf("part cell (%d,%d) differs from original (%d,%d)", i, j, a, b)
			}
		}
	}
	if !slices.IsSorted(p.Rows) || !slices.IsSorted(p.Cols) || !slices.IsSortedFunc(p.Cells, instances.Cell.Compare) {
		t.Fatalf("part out of order: %v %v %v", p.Rows, p.Cols, p.Cells)
	}
}

// checkConflicts compares the conflicts of the cells that lower bounds use with
// those of the original cells they are lifted to.
func checkConflicts(t interface{ Fatalf(string, ...any) }, rel *instances.Relation, red *kernel.Reduction) {
	type named struct {
		original, inPart instances.Cell
		part             int
	}
	var all []named
	for i, c := range red.ForcedCells {
		if _, missing := encodetest.Uncovered([]instances.Cell{c}, red.Forced[i:i+1]); missing {
			t.Fatalf("forced biclique %v without its cell %v", red.Forced[i], c)
		}
		all = append(all, named{original: c, part: -1 - i})
	}
	for i, p := range red.Parts {
		for k, c := range red.LiftCells(i, p.Cells) {
			if own := p.Cells[k]; c.Row != p.Rows[own.Row] || c.Col != p.Cols[own.Col] {
				t.Fatalf("%v is lifted to %v, off its lines", own, c)
			}
			all = append(all, named{c, p.Cells[k], i})
		}
	}
	conflict := func(rel *instances.Relation, c, d instances.Cell) bool {
		return !rel.Has(c.Row, d.Col) || !rel.Has(d.Row, c.Col)
	}
	for i, x := range all {
		if k, ok := rel.Index(x.original); !ok || rel.Optional(k) {
			t.Fatalf("%v is lifted to %v, which is not required", x.inPart, x.original)
		}
		for _, y := range all[:i] {
			want := true
			if x.part == y.part {
				want = conflict(red.Parts[x.part].Rel, x.inPart, y.inPart)
			}
			if conflict(rel, x.original, y.original) != want {
				t.Fatalf("cells %v and %v of the original: conflict is not %v", x.original, y.original, want)
			}
		}
	}
}

func TestCoverKeepsB(t *testing.T) {
	for rows := 1; rows <= 3; rows++ {
		for cols := 1; cols <= 4; cols++ {
			for rel := range encodetest.AllMatrices(rows, cols) {
				for _, g := range graphSizes {
					checkCover(t, rel, g)
				}
			}
		}
	}
}

func TestCoverKeepsBOnRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 1500 {
		rel := encodetest.Random(rng, 4+i%3, 4+i/3%3, 0.2+0.7*rng.Float64())
		if i%2 == 1 {
			rel = encodetest.WithOptional(rng, rel, 0.6*rng.Float64())
		}
		checkCover(t, rel, graphSizes[i/2%2])
	}
}

// Twins, repeated and dominated lines are where tie-breaks go wrong.
func TestCoverWithTwinsAndOptional(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(1, 3).Draw(t, "cols")
		small := encodetest.Matrix(rows, cols, rapid.Uint64Range(0, 1<<(rows*cols)-1).Draw(t, "code"))
		rowOf := rapid.SliceOfN(rapid.IntRange(0, rows-1), 1, 6).Draw(t, "rowOf")
		colOf := rapid.SliceOfN(rapid.IntRange(0, cols-1), 1, 6).Draw(t, "colOf")
		var cells, optional []instances.Cell
		for i, a := range rowOf {
			for j, b := range colOf {
				if small.Has(int32(a), int32(b)) {
					c := instances.Cell{Row: int32(i), Col: int32(j)}
					cells = append(cells, c)
					if rapid.IntRange(0, 3).Draw(t, "optional") == 0 {
						optional = append(optional, c)
					}
				}
			}
		}
		rel, err := instances.New(len(rowOf), len(colOf), cells)
		if err == nil {
			rel, err = rel.WithOptional(optional)
		}
		if err != nil {
			t.Fatal(err)
		}
		checkCover(t, rel, rapid.SampledFrom(graphSizes).Draw(t, "graph"))
		want := encodetest.BruteB(rel)
		if got := encodetest.BruteB(rel.Transpose()); got != want {
			t.Fatalf("transpose: %d against %d", got, want)
		}
	})
}

func TestColorKeepsChi(t *testing.T) {
	check := func(rel *instances.Relation) {
		t.Helper()
		red, err := kernel.Color(context.Background(), rel)
		if err != nil {
			t.Fatal(err)
		}
		most, seen := 0, map[int32]bool{}
		parts := make([]instances.Extension, len(red.Parts))
		for i, p := range red.Parts {
			most = max(most, encodetest.BruteChi(p.Rel))
			checkSubmatrix(t, rel, p)
			for _, a := range p.Rows {
				if seen[a] {
					t.Fatalf("row %d is in two parts", a)
				}
				seen[a] = true
			}
			for k, c := range p.Cells { // each cell its own hub: the ordinary colouring with colours of its own
				parts[i] = append(parts[i], instances.Hub{Sources: []int32{c.Row}, Targets: []int32{c.Col}, Color: k + 1})
			}
			if len(p.Cells) != p.Rel.Len() {
				t.Fatalf("part asks for %d of %d cells", len(p.Cells), p.Rel.Len())
			}
		}
		if want := encodetest.BruteChi(rel); most != want {
			t.Fatalf("χ is %d, the parts' maximum %d: %v", want, most, rel.Cells())
		}
		lifted := red.Lift(parts)
		induced, err := lifted.Induced(rel.Rows(), rel.Cols())
		if err != nil || !induced.Equal(rel) {
			t.Fatalf("lifted extension induces another relation: %v", rel.Cells())
		}
		for i, h := range lifted {
			for _, g := range lifted[:i] {
				if h.Color == g.Color && h.Conflict(g) {
					t.Fatalf("hubs %v and %v clash", h, g)
				}
			}
		}
	}
	for rows := 1; rows <= 3; rows++ {
		for cols := 1; cols <= 4; cols++ {
			for rel := range encodetest.AllMatrices(rows, cols) {
				check(rel)
			}
		}
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for range 60 {
		check(encodetest.Random(rng, 4, 6, 0.2+0.5*rng.Float64()))
	}
}

func TestColorRefusesOptional(t *testing.T) {
	rel, _ := encodetest.Matrix(2, 2, 15).WithOptional([]instances.Cell{{Row: 0, Col: 0}})
	if _, err := kernel.Color(context.Background(), rel); err == nil {
		t.Fatal("optional cells were taken")
	}
}

// A dominating cell that need not be covered must not remove one that must.
func TestOptionalCellDominatesNothing(t *testing.T) {
	rel, _ := encodetest.Matrix(2, 2, 0b1101).WithOptional([]instances.Cell{{Row: 0, Col: 0}}) // 10/11
	red, err := kernel.Cover(context.Background(), rel, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(red.Forced) + len(red.Parts); got != 1 {
		t.Fatalf("one hub covers (1,0) and (1,1): got %d", got)
	}
	if c, missing := encodetest.Uncovered(rel.Required(), red.Lift(nil)); missing {
		t.Fatalf("%v is not covered", c)
	}
}

// Relabelling and transposing change nothing that is counted.
func TestCoverIsInvariant(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		rel := encodetest.Random(rng, 9, 9, 0.15+0.5*rng.Float64())
		want, _ := kernel.Cover(context.Background(), rel, 0)
		for _, other := range []*instances.Relation{encodetest.Shuffled(rng, rel), rel.Transpose()} {
			got, _ := kernel.Cover(context.Background(), other, 0)
			if got.Stats.Rows+got.Stats.Cols != want.Stats.Rows+want.Stats.Cols || got.Stats.Cells != want.Stats.Cells {
				t.Fatalf("%+v and %+v: %v", got.Stats, want.Stats, rel.Cells())
			}
		}
	}
}

func TestCoverKeepsNames(t *testing.T) {
	rel, err := encodetest.Matrix(3, 3, 0b110_101_011).WithNames([]string{"a", "b", "c"}, []string{"x", "y", "z"})
	if err != nil {
		t.Fatal(err)
	}
	red, _ := kernel.Cover(context.Background(), rel, 0)
	if len(red.Forced) != 3 || len(red.Parts) != 0 { // a six-cycle is a fooling set of 3 stars, or forced outright
		p := red.Parts[0]
		if p.Rel.RowName(0) != rel.RowName(int(p.Rows[0])) || p.Rel.ColName(1) != rel.ColName(int(p.Cols[1])) {
			t.Fatalf("names were lost")
		}
	}
}

func TestStoppedCoverIsValid(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rng := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		rel := encodetest.Random(rng, 5, 5, 0.5)
		red, err := kernel.Cover(ctx, rel, 0)
		if err != nil || !red.Stats.Stopped {
			t.Fatalf("stopped is %v, error %v", red.Stats.Stopped, err)
		}
		sum := len(red.Forced)
		parts := make([]instances.Extension, len(red.Parts))
		for i, p := range red.Parts {
			parts[i] = encodetest.BruteCover(p.Rel, p.Cells)
			sum += len(parts[i])
		}
		if want := encodetest.BruteB(rel); sum != want {
			t.Fatalf("%d against %d", sum, want)
		}
		if c, missing := encodetest.Uncovered(rel.Required(), red.Lift(parts)); missing {
			t.Fatalf("%v is not covered", c)
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {0, 3}, {3, 0}, {2, 2}} {
		rel := encodetest.Matrix(size[0], size[1], 0)
		b, err := kernel.Cover(context.Background(), rel, 0)
		if err != nil || len(b.Parts)+len(b.Forced) != 0 {
			t.Fatalf("%v: %+v, %v", size, b, err)
		}
		chi, err := kernel.Color(context.Background(), rel)
		if err != nil || len(chi.Parts) != 0 {
			t.Fatalf("%v: %+v, %v", size, chi, err)
		}
	}
}
