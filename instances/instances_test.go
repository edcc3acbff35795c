package instances_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/instances"
)

// drawn is a relation with the set of its cells, kept apart.
type drawn struct {
	rel  *instances.Relation
	rows int
	cols int
	set  map[instances.Cell]bool
}

func draw(t *rapid.T) drawn {
	d := drawn{rows: rapid.IntRange(0, 9).Draw(t, "rows"), cols: rapid.IntRange(0, 70).Draw(t, "cols"), set: map[instances.Cell]bool{}}
	var cells []instances.Cell
	if d.rows > 0 && d.cols > 0 {
		for range rapid.IntRange(0, 60).Draw(t, "cells") {
			c := instances.Cell{Row: int32(rapid.IntRange(0, d.rows-1).Draw(t, "r")), Col: int32(rapid.IntRange(0, d.cols-1).Draw(t, "c"))}
			cells = append(cells, c)
			d.set[c] = true
		}
	}
	rel, err := instances.New(d.rows, d.cols, cells)
	if err != nil {
		t.Fatal(err)
	}
	d.rel = rel
	return d
}

func TestRelationIsItsCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		if d.rel.Rows() != d.rows || d.rel.Cols() != d.cols || d.rel.Len() != len(d.set) {
			t.Fatalf("%d × %d with %d cells", d.rel.Rows(), d.rel.Cols(), d.rel.Len())
		}
		rows, cols := d.rel.RowBits(), d.rel.ColBits()
		for r := range int32(d.rows) {
			for c := range int32(d.cols) {
				cell := instances.Cell{Row: r, Col: c}
				i, ok := d.rel.Index(cell)
				if want := d.set[cell]; d.rel.Has(r, c) != want || ok != want || rows[r].Has(int(c)) != want || cols[c].Has(int(r)) != want {
					t.Fatalf("cell %v: wanted %v", cell, want)
				}
				if ok && d.rel.Cell(i) != cell {
					t.Fatalf("cell %d is %v, wanted %v", i, d.rel.Cell(i), cell)
				}
			}
		}
		cells := d.rel.Cells()
		if !slices.IsSortedFunc(cells, instances.Cell.Compare) {
			t.Fatal("cells are not in canonical order")
		}
		if _, ok := d.rel.Index(instances.Cell{Row: int32(d.rows)}); ok {
			t.Fatal("a cell beyond the last row")
		}
	})
}

func TestTransposeAndSub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		tr := d.rel.Transpose()
		for c := range d.set {
			if !tr.Has(c.Col, c.Row) {
				t.Fatalf("%v is lost", c)
			}
		}
		if !tr.Transpose().Equal(d.rel) {
			t.Fatal("transposed twice is another relation")
		}
		var rows, cols []int32
		for r := range int32(d.rows) {
			if r%2 == 0 {
				rows = append(rows, r)
			}
		}
		for c := int32(d.cols) - 1; c >= 0; c -= 3 {
			cols = append(cols, c)
		}
		sub := d.rel.Sub(rows, cols)
		for i, r := range rows {
			for j, c := range cols {
				if sub.Has(int32(i), int32(j)) != d.rel.Has(r, c) {
					t.Fatalf("submatrix at %d,%d", i, j)
				}
			}
		}
	})
}

func TestOptionalCellsFollow(t *testing.T) {
	rel := must(instances.New(2, 3, []instances.Cell{{Row: 0, Col: 0}, {Row: 0, Col: 2}, {Row: 1, Col: 1}}))
	rel = must(rel.WithOptional([]instances.Cell{{Row: 0, Col: 2}}))
	if got := rel.Required(); len(got) != 2 || rel.Len() != 3 || !rel.HasOptional() {
		t.Errorf("required %v of %d", got, rel.Len())
	}
	tr := rel.Transpose()
	if i, _ := tr.Index(instances.Cell{Row: 2, Col: 0}); !tr.Optional(i) {
		t.Error("the transpose forgot it")
	}
	sub := rel.Sub([]int32{0}, []int32{2, 0})
	if !sub.Optional(1) && !sub.Optional(0) || len(sub.Required()) != 1 {
		t.Error("the submatrix forgot it")
	}
	if _, err := rel.WithOptional([]instances.Cell{{Row: 1, Col: 2}}); err == nil {
		t.Error("a non-cell was made optional")
	}
	if rel.Digest() == must(rel.WithOptional(nil)).Digest() {
		t.Error("optional cells do not show in the digest")
	}
}

// TestDigest pins the canonical cell list and its digest.
func TestDigest(t *testing.T) {
	rel := must(instances.New(2, 2, []instances.Cell{{Row: 1, Col: 0}, {Row: 0, Col: 1}}))
	var b bytes.Buffer
	if err := rel.WriteCells(&b); err != nil || b.String() != "2 2 2\n0 1\n1 0\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	const want = "1154b7922d7f3724761591891389eaf2fee537bb888d2d7a5bdb1c5776803cbf" // by sha256sum
	named := must(rel.WithNames([]string{"x", "y"}, []string{"p", "q"}))
	if rel.Digest() != want || named.Digest() != want {
		t.Errorf("digest %s, with names %s", rel.Digest(), named.Digest())
	}
}

func TestReadings(t *testing.T) {
	rel := must(instances.New(2, 2, []instances.Cell{{Row: 0, Col: 1}}))
	if g := must(rel.AsDigraph()); !g.IsDigraph() || g.As() != "digraph" || g.AsRelation().As() != "relation" || g.Bipartite() != g {
		t.Error("a square relation without names is a digraph")
	}
	named := must(rel.WithNames([]string{"a", "b"}, []string{"b", "a"}))
	if _, err := named.AsDigraph(); err == nil {
		t.Error("names that differ make no digraph")
	}
	if _, err := must(instances.New(1, 2, nil)).AsDigraph(); err == nil {
		t.Error("1 × 2 is no digraph")
	}
	if _, err := rel.WithNames([]string{"a"}, nil); err == nil {
		t.Error("one name for two rows")
	}
	g := named.Bipartite()
	if g.Rows() != 4 || !g.Has(0, 3) || g.RowName(3) != "a" || !g.IsDigraph() {
		t.Errorf("the digraph view is %d nodes, node 3 %q", g.Rows(), g.RowName(3))
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []instances.Cell{{Row: -1}, {Col: -1}, {Row: 2}, {Col: 3}} {
		if _, err := instances.New(2, 3, []instances.Cell{c}); err == nil {
			t.Errorf("cell %v was taken", c)
		}
	}
	for _, n := range []int{-1, instances.MaxLines + 1} {
		if _, err := instances.New(n, 1, nil); err == nil {
			t.Errorf("%d rows were taken", n)
		}
	}
}

func TestBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := 1 + rng.IntN(200)
		a, b := instances.NewBits(n), instances.NewBits(n)
		inA, inB := map[int32]bool{}, map[int32]bool{}
		var list []int32
		for range rng.IntN(n) {
			i, j := rng.IntN(n), rng.IntN(n)
			a.Set(i)
			list = append(list, int32(j))
			inA[int32(i)], inB[int32(j)] = true, true
		}
		b.SetAll(list)
		common, subset := 0, true
		for i := range inA {
			if inB[i] {
				common++
			} else {
				subset = false
			}
		}
		if a.Count() != len(inA) || a.CountAnd(b) != common || a.Meets(b) != (common > 0) || a.SubsetOf(b) != subset || a.Empty() != (len(inA) == 0) {
			t.Fatalf("n %d: %v and %v", n, inA, inB)
		}
		var members []int32
		for i := range inA {
			members = append(members, i)
		}
		slices.SortFunc(members, cmp.Compare)
		if !slices.Equal(a.Members(), members) {
			t.Fatalf("members %v, wanted %v", a.Members(), members)
		}
		rest := slices.Clone(a)
		rest.AndNot(b)
		both := slices.Clone(a)
		both.And(b)
		if rest.Count() != len(inA)-common || both.Count() != common {
			t.Fatal("AndNot or And")
		}
		rest.Or(both)
		if !slices.Equal(rest, a) {
			t.Fatal("Or does not put together again")
		}
		for i := range inA {
			rest.Clear(int(i))
		}
		if !rest.Empty() || instances.Full(n).Count() != n || !a.SubsetOf(instances.Full(n)) {
			t.Fatal("Clear or Full")
		}
		rest.Copy(b)
		if !slices.Equal(rest, b) {
			t.Fatal("Copy")
		}
	}
	if got := instances.NewBits(0).Next(0); got != -1 {
		t.Errorf("the empty set has member %d", got)
	}
}

func TestExtension(t *testing.T) {
	x := instances.Extension{
		{Sources: []int32{1, 0}, Targets: []int32{2}, Color: 2},
		{Sources: []int32{2}, Targets: []int32{0, 1}, Color: 1},
		{Sources: []int32{0}, Targets: []int32{3}},
	}
	x.Sort()
	if x[0].Color != 0 || x[1].Color != 1 || x[2].Sources[0] != 0 {
		t.Errorf("sorted: %v", x)
	}
	if x.Colors() != 2 || x.Memberships() != 8 {
		t.Errorf("%d colours, %d memberships", x.Colors(), x.Memberships())
	}
	if !x[0].Conflict(x[2]) || x[0].Conflict(x[1]) || x[1].Conflict(x[2]) {
		t.Error("conflicts")
	}
	rel := must(x.Induced(3, 4))
	if rel.Len() != 5 || !rel.Has(2, 1) || !rel.Has(0, 3) || !rel.Has(1, 2) {
		t.Errorf("induced: %v", rel.Cells())
	}
	if tr := must(x.Transpose().Induced(4, 3)); !tr.Equal(rel.Transpose()) {
		t.Error("transposed hubs induce another relation")
	}
	if _, err := x.Induced(2, 2); err == nil {
		t.Error("hubs beyond the relation")
	}
}

func TestParseQuestion(t *testing.T) {
	for _, q := range instances.Questions {
		if got, err := instances.ParseQuestion(q.String()); err != nil || got != q {
			t.Errorf("%v: %v, %v", q, got, err)
		}
	}
	if got, err := instances.ParseQuestion(" chi_prime"); err != nil || got != instances.ChiPrime {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := instances.ParseQuestion("c"); err == nil {
		t.Error("c is no question")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Every submatrix has the cells, optional cells and names that its lines have.
func TestSubOfAnyLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for n := range 300 {
		rows, cols := 1+rng.IntN(6), 1+rng.IntN(40)
		var cells, optional []instances.Cell
		for a := range rows {
			for b := range cols {
				if rng.IntN(2) == 0 {
					c := instances.Cell{Row: int32(a), Col: int32(b)}
					cells = append(cells, c)
					if n%3 == 0 && rng.IntN(3) == 0 {
						optional = append(optional, c)
					}
				}
			}
		}
		rel, err := instances.New(rows, cols, cells)
		if err == nil {
			rel, err = rel.WithOptional(optional)
		}
		if err != nil {
			t.Fatal(err)
		}
		pick := func(n int) []int32 {
			var out []int32
			for _, i := range rng.Perm(n)[:rng.IntN(n+1)] {
				out = append(out, int32(i))
			}
			if rng.IntN(2) == 0 {
				slices.Sort(out)
			}
			return out
		}
		some, others := pick(rows), pick(cols)
		sub := rel.Sub(some, others)
		if sub.Rows() != len(some) || sub.Cols() != len(others) || sub.IsDigraph() {
			t.Fatalf("%d × %d from %v and %v", sub.Rows(), sub.Cols(), some, others)
		}
		for i, a := range some {
			for j, b := range others {
				k, is := rel.Index(instances.Cell{Row: a, Col: b})
				l, got := sub.Index(instances.Cell{Row: int32(i), Col: int32(j)})
				if is != got || is && rel.Optional(k) != sub.Optional(l) || !slices.IsSorted(sub.Row(i)) || !slices.IsSorted(sub.Col(j)) {
					t.Fatalf("cell (%d,%d) of %v and %v: %v", i, j, some, others, rel.Cells())
				}
			}
		}
	}
}
