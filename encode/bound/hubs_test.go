package bound_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
)

var ctx = context.Background()

func TestStarsAreFewest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		rel := encodetest.Random(rng, 1+rng.IntN(5), 1+rng.IntN(6), rng.Float64())
		cells := subset(rng, rel.Cells(), 0.7)
		stars := bound.Stars(rel, cells)
		checkCover(t, rel, cells, stars, false)
		fewest := rel.Rows() + rel.Cols()
		for rows := range 1 << rel.Rows() { // rows taken; columns of what is left
			n, cols := 0, map[int32]bool{}
			for a := range rel.Rows() {
				n += rows >> a & 1
			}
			for _, c := range cells {
				if rows>>c.Row&1 == 0 {
					cols[c.Col] = true
				}
			}
			fewest = min(fewest, n+len(cols))
		}
		if len(stars) != fewest {
			t.Fatalf("%d stars, %d suffice: %v", len(stars), fewest, cells)
		}
	}
}

func TestFoolingIsLargest(t *testing.T) {
	check := func(rel *instances.Relation, cells []instances.Cell) {
		t.Helper()
		f := bound.Fooling(ctx, rel, cells, 100000, 0)
		for i, c := range f.Cells {
			for _, d := range f.Cells[:i] {
				if compatible(rel, c, d) {
					t.Fatalf("%v and %v are compatible", c, d)
				}
			}
			if !slices.Contains(cells, c) {
				t.Fatalf("%v was not asked for", c)
			}
		}
		var largest func(from, size int, set []instances.Cell) int
		largest = func(from, size int, set []instances.Cell) int {
			best := size
			for i := from; i < len(cells); i++ {
				if !slices.ContainsFunc(set, func(c instances.Cell) bool { return compatible(rel, c, cells[i]) }) {
					best = max(best, largest(i+1, size+1, append(set, cells[i])))
				}
			}
			return best
		}
		if want := largest(0, 0, nil); len(f.Cells) != want || !f.Exact {
			t.Fatalf("%d cells (exact %v), largest has %d: %v", len(f.Cells), f.Exact, want, cells)
		}
	}
	for rel := range encodetest.AllMatrices(3, 3) {
		check(rel, rel.Cells())
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		rel := encodetest.Random(rng, 5, 5, rng.Float64())
		check(rel, subset(rng, rel.Cells(), 0.8))
	}
}

func TestFoolingStopsAndSaysSo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	rel := encodetest.Random(rng, 24, 24, 0.6)
	if f := bound.Fooling(ctx, rel, nil, 1, 0); f.Exact || len(f.Cells) == 0 {
		t.Fatalf("after one step: %+v", f)
	}
	all := bound.Fooling(ctx, rel, nil, 1<<30, 0)
	if met := bound.Fooling(ctx, rel, nil, 1<<30, len(all.Cells)); !met.Exact || len(met.Cells) != len(all.Cells) || met.Nodes > all.Nodes {
		t.Fatalf("%+v with a cover known, %+v without", met, all)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	bound.Fooling(ended, rel, nil, 1<<30, 0) // must return
}

func TestSpernerIsAnAntichain(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for n := range 600 {
		rel := encodetest.Random(rng, 1+rng.IntN(6), 1+rng.IntN(6), rng.Float64())
		cells := rel.Cells()
		if n%2 == 1 {
			cells = subset(rng, cells, 0.8)
		}
		s := bound.Sperner(rel, cells)
		view, flipped := rel, slices.Clone(cells)
		if s.Columns {
			view = rel.Transpose()
			for i, c := range flipped {
				flipped[i] = instances.Cell{Row: c.Col, Col: c.Row}
			}
		}
		// apart: some cell to be covered of a is none in c
		apart := func(a, c int32) bool {
			return slices.ContainsFunc(flipped, func(e instances.Cell) bool { return e.Row == a && !view.Has(c, e.Col) })
		}
		for _, a := range s.Lines {
			for _, c := range s.Lines {
				if a != c && !apart(a, c) {
					t.Fatalf("%d and %d are comparable: %v of %v", a, c, cells, rel.Cells())
				}
			}
		}
		if b := len(encodetest.BruteCover(rel, cells)); s.Bound > b {
			t.Fatalf("Sperner bound %d, b is %d", s.Bound, b)
		}
		if n%2 == 1 {
			continue
		}
		for rows := range 1 << view.Rows() {
			size, antichain := 0, true
			for a := range int32(view.Rows()) {
				if rows>>a&1 == 0 {
					continue
				}
				size++
				antichain = antichain && len(view.Row(int(a))) > 0
				for c := range int32(view.Rows()) {
					antichain = antichain && (a == c || rows>>c&1 == 0 || apart(a, c))
				}
			}
			if antichain && size > len(s.Lines) {
				t.Fatalf("%d lines, but there are antichains of %d: %v", len(s.Lines), size, rel.Cells())
			}
		}
	}
}

// The hubs of a causal mask overlap in n³/6 cells, far too many to list.
func TestShrinkOfCrowdedHubs(t *testing.T) {
	const n = 600
	rel := causal(n)
	var hubs instances.Extension
	for i := range int32(n) {
		h := instances.Hub{Targets: rel.Row(int(i)), Color: int(i)}
		for a := range i + 1 {
			h.Sources = append(h.Sources, a)
		}
		hubs = append(hubs, h)
	}
	wrong := instances.Hub{Sources: []int32{1, 2}, Targets: []int32{0, 5}}
	got := bound.Shrink(rel, append(hubs, wrong))
	if len(got) != n+1 || !slices.Equal(got[n].Sources, wrong.Sources) || !slices.Equal(got[n].Targets, wrong.Targets) {
		t.Fatalf("%d hubs, the wrong one is %v", len(got), got[len(got)-1])
	}
	induced, err := got[:n].Induced(n, n)
	if err != nil || !induced.Equal(rel.AsRelation()) {
		t.Fatal("the cover is none any more")
	}
	if again := bound.Shrink(rel, got[:n]); got[:n].Memberships() != again.Memberships() || got[7].Color != 7 {
		t.Fatalf("%d memberships of %d can go", got.Memberships()-again.Memberships(), got.Memberships())
	}
}

func TestSpernerOnCrowns(t *testing.T) {
	for n, want := range map[int]int{2: 2, 3: 3, 4: 4, 6: 4, 7: 5, 10: 5, 11: 6, 70: 8, 71: 9} {
		if s := bound.Sperner(crown(n), nil); s.Bound != want || len(s.Lines) != n {
			t.Errorf("crown %d: %d lines, bound %d, want %d", n, len(s.Lines), s.Bound, want)
		}
	}
	if s := bound.Sperner(encodetest.Matrix(2, 2, 0), nil); s.Bound != 0 {
		t.Errorf("empty relation: %+v", s)
	}
}

func TestShrinkLeavesNothingToSpare(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		rel := encodetest.WithOptional(rng, encodetest.Random(rng, 6, 6, 0.7), 0.2)
		var cover instances.Extension
		for _, c := range rel.Required() { // a hub for every cell, and more cells
			h := instances.Hub{Sources: []int32{c.Row}, Targets: []int32{c.Col}, Color: 1 + rng.IntN(9)}
			for _, d := range rel.Row(int(c.Row)) {
				if d != c.Col && rng.IntN(2) == 0 {
					h.Targets = append(h.Targets, d)
				}
			}
			cover = append(cover, h)
		}
		x := bound.Shrink(rel, cover)
		plain := slices.Clone(x)
		for i := range plain {
			plain[i].Color = 0
		}
		checkCover(t, rel, rel.Required(), plain, false)
		without := func(i int, h instances.Hub) instances.Extension {
			y := slices.Clone(x)
			y[i] = h
			return y
		}
		for i, h := range x {
			for k := range h.Sources {
				g := instances.Hub{Sources: slices.Delete(slices.Clone(h.Sources), k, k+1), Targets: h.Targets}
				if _, missing := encodetest.Uncovered(rel.Required(), without(i, g)); !missing {
					t.Fatalf("source %d of hub %d can go: %v", h.Sources[k], i, x)
				}
			}
			for k := range h.Targets {
				g := instances.Hub{Sources: h.Sources, Targets: slices.Delete(slices.Clone(h.Targets), k, k+1)}
				if _, missing := encodetest.Uncovered(rel.Required(), without(i, g)); !missing {
					t.Fatalf("target %d of hub %d can go: %v", h.Targets[k], i, x)
				}
			}
		}
		if !reflect.DeepEqual(bound.Shrink(rel, x), x) {
			t.Fatalf("shrinking twice changes %v", x)
		}
	}
}

// Fooling sets and improved covers meet on most public sets once the kernel has
// been at them.
func TestPublicSets(t *testing.T) {
	for _, set := range []struct {
		file string
		b    int
	}{
		{"hp-hc.txt.gz", 14}, {"hp-domino.txt.gz", 20}, {"hp-emea.txt.gz", 34}, {"hp-fire1.txt.gz", 64}, {"hp-apj.txt.gz", 453},
		{"hp-americas_large.txt.gz", 398}, {"kovacs-zoo.txt", 16}, {"kovacs-tumor.txt", 24}, {"fca-digits.cxt", 6},
		{"fca-tealady.cxt", 12}, {"minrole-irreducible.txt", 4}, {"karate.gml", 24}, {"uci-balance.csv.gz", 23},
		{"rmplib-PLAIN_small_01.rmp.gz", 24}, {"rmplib-PLAIN_small_08.rmp.gz", 50},
	} {
		rel := encodetest.Public(t, set.file).Relation
		red, err := kernel.Cover(ctx, rel, 0)
		if err != nil {
			t.Fatal(err)
		}
		fooling, covers := slices.Clone(red.ForcedCells), make([]instances.Extension, len(red.Parts))
		for i, p := range red.Parts {
			f := bound.Fooling(ctx, p.Rel, p.Cells, 50000, 0)
			fooling = append(fooling, red.LiftCells(i, f.Cells)...)
			covers[i] = bound.Improve(ctx, p.Rel, p.Cells, nil, 1, 50_000, len(f.Cells))
		}
		cover := bound.Shrink(rel, red.Lift(covers))
		if len(fooling) != set.b || len(cover) != set.b {
			t.Errorf("%s: fooling set of %d, cover of %d, b is %d", set.file, len(fooling), len(cover), set.b)
		}
		for i, c := range fooling {
			for _, d := range fooling[:i] {
				if compatible(rel, c, d) {
					t.Fatalf("%s: %v and %v are compatible", set.file, c, d)
				}
			}
		}
		if induced, err := cover.Induced(rel.Rows(), rel.Cols()); err != nil || induced.Digest() != rel.Digest() {
			t.Errorf("%s: the cover induces another relation", set.file)
		}
	}
}
