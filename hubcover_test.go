package hubcover_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

func TestMain(m *testing.M) {
	hubcover.Child()
	os.Exit(m.Run())
}

// relation makes an instance from rows of 0s and 1s.
func relation(t testing.TB, rows ...string) *instances.Relation {
	t.Helper()
	var cells []instances.Cell
	cols := 0
	for r, row := range rows {
		cols = len(row)
		for c, b := range row {
			if b == '1' {
				cells = append(cells, instances.Cell{Row: int32(r), Col: int32(c)})
			}
		}
	}
	return must(instances.New(len(rows), cols, cells))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// sat is the embedded SAT solver alone. It is asked no set covers, so that what
// it refutes rests on LRUP.
func sat() []backends.Backend {
	return []backends.Backend{must(all.Find(all.Backends, "gophersat"))}
}

// solve answers the questions and holds the result to what every result must
// be: everything verified again, and its certificate accepted claim by claim.
func solve(t testing.TB, rel *instances.Relation, opt hubcover.Options) *hubcover.Result {
	t.Helper()
	res, err := hubcover.Solve(context.Background(), &instances.Instance{Name: t.Name(), Relation: rel}, opt)
	if err != nil {
		t.Fatal(err)
	}
	audit(t, res)
	return res
}

func audit(t testing.TB, res *hubcover.Result) {
	t.Helper()
	rel := res.Instance.Relation
	for what, iv := range map[check.What]*hubcover.Interval{check.B: res.B, check.Chi: res.Chi, check.ChiPrime: res.ChiPrime, "index": res.Index} {
		if iv == nil {
			continue
		}
		if iv.Upper >= 0 && iv.Lower > iv.Upper {
			t.Fatalf("%s in [%d,%d]", what, iv.Lower, iv.Upper)
		}
		var err error
		switch {
		case iv.Upper < 0:
		case what == check.B:
			err = verify.Cover(rel, iv.Hubs)
		case what == check.Chi, what == "index":
			err = verify.Coloring(rel, iv.Hubs, iv.Upper)
		default:
			err = verify.CellColors(rel, iv.CellColors, iv.Upper)
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	var file bytes.Buffer
	if err := res.WriteCertificate(&file); err != nil {
		t.Fatal(err)
	}
	findings, err := verify.Certificate(fstest.MapFS{"c.tar": {Data: file.Bytes()}}, "c.tar", rel)
	if err != nil {
		t.Fatal(err)
	}
	if check.ExitCode(findings) != 0 {
		t.Fatalf("certificate: %v", findings)
	}
}

// wantAll demands that everything is solved and proved with the values given.
func wantAll(t testing.TB, res *hubcover.Result, front []encodetest.Point, degree int) {
	t.Helper()
	b, chi := front[0].Hubs, front[len(front)-1].Colors
	for what, v := range map[string]struct {
		iv   *hubcover.Interval
		want int
	}{"b": {res.B, b}, "chi": {res.Chi, chi}, "chi'": {res.ChiPrime, degree}} {
		if v.iv.Status() != hubcover.Optimal || v.iv.Upper != v.want {
			t.Fatalf("%s is %d..%d, %s, want %d\nrejected: %v", what, v.iv.Lower, v.iv.Upper, v.iv.Status(), v.want, res.Rejected)
		}
	}
	var got []encodetest.Point
	for _, p := range res.Front.Points {
		got = append(got, encodetest.Point{Hubs: p.Hubs, Colors: p.Colors})
	}
	if !slices.Equal(got, front) || res.Front.Status != hubcover.Optimal {
		t.Fatalf("front %v, %s, want %v", got, res.Front.Status, front)
	}
}

func degree(rel *instances.Relation) int {
	most := 0
	for i := range rel.Rows() {
		most = max(most, len(rel.Row(i)))
	}
	for j := range rel.Cols() {
		most = max(most, len(rel.Col(j)))
	}
	return most
}

func TestAllDigraphsOnThreeVertices(t *testing.T) {
	n := 0
	for rel := range encodetest.AllMatrices(3, 3) {
		n++
		rel = must(rel.AsDigraph())
		res := solve(t, rel, hubcover.Options{Questions: instances.Questions})
		wantAll(t, res, encodetest.BruteFront(rel), degree(rel))
	}
	if n != 512 {
		t.Fatalf("%d digraphs", n)
	}
}

func TestAllMatricesUpToFour(t *testing.T) {
	for rows := 1; rows <= 4; rows++ {
		for cols := rows; cols <= 4; cols++ {
			for rel := range encodetest.Matrices(rows, cols) {
				res := solve(t, rel, hubcover.Options{Questions: instances.Questions})
				wantAll(t, res, encodetest.BruteFront(rel), degree(rel))
			}
		}
	}
}

func TestEdgeCases(t *testing.T) {
	for _, c := range []struct {
		name          string
		rel           *instances.Relation
		b, chi, prime int
	}{
		{"empty", relation(t), 0, 0, 0},
		{"no cells", relation(t, "000", "000"), 0, 0, 0},
		{"single cell", relation(t, "1"), 1, 1, 1},
		{"isolated lines", relation(t, "000", "010", "000"), 1, 1, 1},
		{"all ones", relation(t, "1111", "1111", "1111"), 1, 1, 4},
		{"loops only", must(relation(t, "100", "010", "001").AsDigraph()), 3, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := solve(t, c.rel, hubcover.Options{Questions: instances.Questions})
			points := []encodetest.Point{{Hubs: c.b, Colors: c.chi}}
			wantAll(t, res, points, c.prime)
			for _, iv := range []*hubcover.Interval{res.B, res.Chi, res.ChiPrime} {
				if iv.Stop != "" {
					t.Errorf("stop %q", iv.Stop)
				}
			}
		})
	}
}

func TestOptionalCells(t *testing.T) {
	// The middle is optional: with it one hub covers all, without it none does.
	rel := must(relation(t, "111", "111", "111").WithOptional([]instances.Cell{{Row: 1, Col: 1}}))
	res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}})
	if res.B.Upper != 1 || res.B.Lower != 1 {
		t.Errorf("b is %d..%d", res.B.Lower, res.B.Upper)
	}
	inst := &instances.Instance{Name: "optional", Relation: rel}
	if _, err := hubcover.Solve(context.Background(), inst, hubcover.Options{}); err == nil {
		t.Error("chi of a relation with optional cells was answered")
	}
}

func TestStartAndTarget(t *testing.T) {
	rel := relation(t, "0111", "1011", "1101", "1110")
	rows := instances.Extension{}
	for r := range rel.Rows() {
		rows = append(rows, instances.Hub{Sources: []int32{int32(r)}, Targets: rel.Row(r)})
	}
	res := solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.B}, Start: rows, Target: 4})
	if res.B.Upper != 4 {
		t.Errorf("upper %d", res.B.Upper)
	}
	bad := slices.Clone(rows[1:])
	inst := &instances.Instance{Name: "crown", Relation: rel}
	if _, err := hubcover.Solve(context.Background(), inst, hubcover.Options{Start: bad}); err == nil {
		t.Error("a start that covers too little was taken")
	}
}

func TestDecide(t *testing.T) {
	k3 := relation(t, "011", "101", "110") // front (3,3) (4,2)
	for _, c := range []struct {
		hubs, colors int
		want         string
	}{
		{3, 3, "yes"}, {3, 2, "no"}, {4, 2, "yes"}, {2, hubcover.Unbounded, "no"}, {3, hubcover.Unbounded, "yes"},
		{hubcover.Unbounded, 1, "no"}, {hubcover.Unbounded, 2, "yes"}, {hubcover.Unbounded, hubcover.Unbounded, "yes"},
		{0, 0, "no"}, {100, 1, "no"}, {1, 100, "no"},
	} {
		res, err := hubcover.Decide(context.Background(), &instances.Instance{Name: "k3", Relation: k3}, c.hubs, c.colors, hubcover.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Decide.Answer != c.want || !res.Decide.Verified {
			t.Errorf("(%d,%d): %s, verified %v, want %s", c.hubs, c.colors, res.Decide.Answer, res.Decide.Verified, c.want)
		}
		audit(t, res)
	}
}
