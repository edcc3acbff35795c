package hubcover_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// where is the n×n matrix with the cells that is says.
func where(t testing.TB, n int, is func(a, b int) bool) *instances.Relation {
	var cells []instances.Cell
	for a := range n {
		for b := range n {
			if is(a, b) {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return must(instances.New(n, n, cells))
}

// beside puts relations on lines of their own.
func beside(t testing.TB, rels ...*instances.Relation) *instances.Relation {
	var cells []instances.Cell
	rows, cols := 0, 0
	for _, rel := range rels {
		for _, c := range rel.All() {
			cells = append(cells, instances.Cell{Row: c.Row + int32(rows), Col: c.Col + int32(cols)})
		}
		rows, cols = rows+rel.Rows(), cols+rel.Cols()
	}
	return must(instances.New(rows, cols, cells))
}

// TestLogarithmicFamilies: crowns, tournaments, causal masks and windows are
// closed by a skew sequence however they are labelled, doubled, padded and put
// together, with lean witnesses, and nearly so with a cell more or less.
func TestLogarithmicFamilies(t *testing.T) {
	const n, width = 45, 11
	rng := rand.New(rand.NewPCG(1, 5))
	chi := func(rel *instances.Relation) *hubcover.Interval {
		return solve(t, rel, hubcover.Options{Questions: []instances.Question{instances.Chi}, Backends: sat(), Deterministic: true}).Chi
	}
	for _, f := range []struct {
		name string
		rel  *instances.Relation
		want int
	}{
		{"crown", where(t, n, func(a, b int) bool { return a != b }), bits.Len(n - 1)},
		{"tournament", where(t, n, func(a, b int) bool { return a < b }), bits.Len(n - 1)},
		{"causal", where(t, n, func(a, b int) bool { return a <= b }), bits.Len(n)},
		{"window", where(t, n, func(a, b int) bool { return a <= b && b < a+width }), bits.Len(width)},
	} {
		forms := map[string]*instances.Relation{"as it is": f.rel}
		if f.name != "window" {
			forms["relabelled"] = encodetest.Shuffled(rng, f.rel)
			forms["with twins"] = encodetest.Shuffled(rng, withTwins(rng, f.rel))
			forms["twice"] = encodetest.Shuffled(rng, beside(t, f.rel, f.rel))
		}
		for name, rel := range forms {
			iv := chi(rel)
			if iv.Lower != f.want || iv.Upper != f.want {
				t.Errorf("%s, %s: [%d,%d], χ is %d", f.name, name, iv.Lower, iv.Upper, f.want)
			}
			if most := 2 * (rel.Rows() + rel.Cols()) * f.want; iv.Hubs.Memberships() > most {
				t.Errorf("%s, %s: %d memberships, at most %d are needed", f.name, name, iv.Hubs.Memberships(), most)
			}
		}
		for range 2 {
			changed := f.rel.Cells()
			e := instances.Cell{Row: int32(rng.IntN(n)), Col: int32(rng.IntN(n))}
			if f.rel.Has(e.Row, e.Col) {
				changed = slices.DeleteFunc(changed, func(c instances.Cell) bool { return c == e })
			} else {
				changed = append(changed, e)
			}
			rel := must(instances.New(n, n, changed))
			narrow := func(lower, upper int) bool {
				return lower >= f.want-1 && upper >= 0 && upper <= min(f.want, lower)+2
			}
			if iv := solveUntil(t, rel, narrow); !narrow(iv.Lower, iv.Upper) {
				t.Errorf("%s with (%d,%d) changed: [%d,%d], χ was %d", f.name, e.Row, e.Col, iv.Lower, iv.Upper, f.want)
			}
		}
	}
}

// solveUntil looks for χ_hub on one core until the interval is as is wanted, or
// was reported so often that it hardly will be, and checks what came of it.
func solveUntil(t testing.TB, rel *instances.Relation, enough func(lower, upper int) bool) *hubcover.Interval {
	const most = 100
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reports := 0
	return solveIn(ctx, t, rel, instances.Chi, func(p hubcover.Progress) {
		if reports++; reports == most || enough(p.Lower, p.Upper) {
			cancel()
		}
	}).Chi
}

func solveIn(ctx context.Context, t testing.TB, rel *instances.Relation, q instances.Question, progress func(hubcover.Progress)) *hubcover.Result {
	res, err := hubcover.Solve(ctx, &instances.Instance{Name: t.Name(), Relation: rel}, hubcover.Options{
		Questions: []instances.Question{q}, Deterministic: true, Backends: sat(), Progress: progress,
	})
	if err != nil {
		t.Fatal(err)
	}
	audit(t, res)
	return res
}

// TestColorsOnOneCoreAndTwo: χ_hub and the front of unions are what brute force
// says, whether searches take turns or run side by side.
func TestColorsOnOneCoreAndTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 5))
	for n := range 16 {
		x, y := encodetest.Random(rng, 4, 4, .6), encodetest.Random(rng, 3+rng.IntN(2), 4, .5)
		opt := hubcover.Options{Questions: instances.Questions, Deterministic: n%2 == 0}
		res := solve(t, beside(t, x, y), opt)
		if want := max(encodetest.BruteChi(x), encodetest.BruteChi(y)); res.Chi.Lower != want || res.Chi.Upper != want {
			t.Errorf("χ_hub is [%d,%d], expected %d", res.Chi.Lower, res.Chi.Upper, want)
		}
		fx, fy := encodetest.BruteFront(x), encodetest.BruteFront(y)
		for _, p := range res.Front.Points {
			if want := encodetest.FewestHubs(fx, p.Colors) + encodetest.FewestHubs(fy, p.Colors); p.Hubs != want || p.Status != hubcover.Optimal {
				t.Errorf("%s %d hubs with %d colours, expected %d", p.Status, p.Hubs, p.Colors, want)
			}
		}
	}
}

// TestFrontWithoutTime: with no time at all there are points, none said to be
// certain that is not.
func TestFrontWithoutTime(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	rng := rand.New(rand.NewPCG(3, 5))
	for range 10 {
		rel := encodetest.Random(rng, 4, 5, .6)
		front := encodetest.BruteFront(rel)
		res := solveIn(over, t, rel, instances.Front, nil)
		if len(front) > 0 && len(res.Front.Points) == 0 {
			t.Fatal("no points")
		}
		for _, p := range res.Front.Points {
			if p.Status == hubcover.Optimal && !slices.Contains(front, encodetest.Point{Hubs: p.Hubs, Colors: p.Colors}) {
				t.Errorf("(%d,%d) is called certain, the front is %v", p.Hubs, p.Colors, front)
			}
		}
		for _, c := range res.Front.Corners {
			hubs, colors := c.Hubs, c.Colors
			for _, p := range front {
				if (hubs == hubcover.Unbounded || p.Hubs <= hubs) && (colors == hubcover.Unbounded || p.Colors <= colors) {
					t.Errorf("(%d,%d) is refuted, and the front is %v", hubs, colors, front)
				}
			}
		}
	}
}
