package study

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

func plan(points ...Point) *Plan {
	return &Plan{
		Points: points, Samples: 4, Seed: 1,
		Questions: []instances.Question{instances.B, instances.Chi, instances.ChiPrime},
		Law:       Law{Fibre: 2, Direction: 4},
		Options:   hubcover.Options{Deterministic: true},
	}
}

func drawn(t testing.TB, p *Plan) (out []Sample) {
	t.Helper()
	for task := range p.Tasks() {
		s, whole, err := p.Draw(t.Context(), task)
		if err != nil || !whole {
			t.Fatal(whole, err)
		}
		s.Seconds = 0
		out = append(out, s)
	}
	return out
}

func TestFoundIsWithinPlanted(t *testing.T) {
	p := plan(Point{12, 4, 0.2}, Point{12, 4, 0.4}, Point{10, 0, 0.5}, Point{0, 3, 0.5}, Point{9, 3, 1}, Point{9, 3, 0})
	for _, s := range drawn(t, p) {
		_, inst, err := generate(Task{s.Point, s.Index, s.Seed})
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for v := range inst.Relation.Rows() {
			most = max(most, len(inst.Relation.Row(v)), len(inst.Relation.Col(v)))
		}
		switch {
		case s.Edges != inst.Relation.Len():
			t.Errorf("%+v: %d edges", s, inst.Relation.Len())
		case s.Planted.Hubs > s.Point.Hubs || s.B.Upper > s.Planted.Hubs || s.B.Lower > s.B.Upper || s.B.Again > s.B.Hubs:
			t.Errorf("%+v: hubs %+v against planted %+v", s.Point, s.B, s.Planted)
		case s.Planted.Colors.Upper > s.Planted.Hubs || s.Chi.Upper > s.Planted.Colors.Upper || s.Chi.Upper > s.B.Upper:
			t.Errorf("%+v: colours %+v against planted %+v", s.Point, s.Chi, s.Planted.Colors)
		case *s.ChiPrime != Exact(most):
			t.Errorf("%+v: χ′ %+v, degree %d", s.Point, s.ChiPrime, most)
		case s.B.Open() || s.Chi.Open():
			t.Errorf("%+v: open without any limit", s)
		case s.B.Value != s.B.Upper || s.B.Hubs != s.B.Value || s.Chi.Value != s.Chi.Upper || s.Chi.Hubs < s.B.Upper:
			t.Errorf("%+v: found %+v and %+v", s.Point, s.B, s.Chi)
		case s.Edges > 0 && s.IdentityKey != 4*s.Edges+4:
			t.Errorf("%+v: identity keys have %d parameters", s.Point, s.IdentityKey)
		}
	}
}

func TestOnlyWhatIsAskedIsMeasured(t *testing.T) {
	p := plan(Point{8, 3, 0.3})
	p.Questions = []instances.Question{instances.B}
	for _, s := range drawn(t, p) {
		if s.B == nil || s.Chi != nil || s.ChiPrime != nil || s.Planted.Colors != nil {
			t.Fatalf("%+v", s)
		}
	}
}

func TestSamplesAreThoseOfTheSeed(t *testing.T) {
	p := plan(Point{14, 4, 0.1}, Point{14, 4, 0.3})
	one, two := drawn(t, p), drawn(t, p)
	if d := cmp.Diff(one, two); d != "" {
		t.Fatal(d)
	}
	for i := range p.Samples {
		if a, b := one[i], one[i+p.Samples]; a.Seed != b.Seed || a.Edges > b.Edges {
			t.Errorf("sample %d: seeds %d and %d, edges %d and %d", i, a.Seed, b.Seed, a.Edges, b.Edges)
		}
	}
	p.Seed++
	other := slices.Collect(p.Tasks())
	if other[0].Seed == one[0].Seed || other[0].Seed == other[1].Seed {
		t.Error("the seed makes no difference")
	}
}

// The parameters are those that are counted on a law that was built.
func TestParametersAreThoseOfTheLaw(t *testing.T) {
	made, inst, err := generate(Task{Point{10, 4, 0.3}, 0, 3})
	if err != nil {
		t.Fatal(err)
	}
	res, err := hubcover.Color(t.Context(), inst, made.Planted, hubcover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifold.Parse("sphere:5")
	if err != nil {
		t.Fatal(err)
	}
	for _, fibre := range []int{2, 3} {
		e := packed(t, m, inst.Relation.Rows())
		built, err := law.Build(t.Context(), inst.Relation, res.Index.Hubs, e, law.Design{Density: density.Design{Fibre: fibre}})
		if err != nil {
			t.Fatal(err)
		}
		l := Law{Fibre: fibre, Direction: m.Ambient()}
		if got, want := l.Parameters(made.Planted), built.Parameters.Law; got != want {
			t.Errorf("fibre %d: %d parameters, the law has %d", fibre, got, want)
		}
		if got, want := l.IdentityKey(inst.Relation.Len()), built.Parameters.IdentityKey; got != want {
			t.Errorf("fibre %d: %d parameters of identity keys, the law has %d", fibre, got, want)
		}
	}
}

func TestAnEndCutsSamples(t *testing.T) {
	p := plan(Point{20, 6, 0.3})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	for task := range p.Tasks() {
		if _, whole, err := p.Draw(ctx, task); whole || err != nil {
			t.Fatal(whole, err)
		}
	}
}

func TestTooLargeIsRefused(t *testing.T) {
	for _, at := range []Point{{-1, 2, 0.5}, {5, -1, 0.5}, {5, 2, 1.5}} {
		if at.Check() == nil {
			t.Errorf("%v passes", at)
		}
	}
	if _, _, err := plan().Draw(t.Context(), Task{Point: Point{1 << 20, 1 << 20, 0.5}}); err == nil {
		t.Error("2^40 draws are made")
	}
}

// What is planted bounds what is found, and a limit leaves an interval.
func TestFound(t *testing.T) {
	p := plan()
	hub := func(a int32) instances.Hub { return instances.Hub{Sources: []int32{a}, Targets: []int32{0, 1}} }
	planted := instances.Extension{hub(0), hub(1), hub(2)}
	for _, c := range []struct {
		iv   hubcover.Interval
		want Found
	}{
		{hubcover.Interval{Lower: 2, Upper: 4, Hubs: instances.Extension{hub(0), hub(2), hub(3), hub(4)}, Stop: "time limit"},
			Found{Interval{2, 3}, "time limit", 4, 4, 2, 4*5 + 4}},
		{hubcover.Interval{Lower: 3, Upper: 4, Hubs: instances.Extension{hub(3), hub(4), hub(5), hub(6)}, Stop: "time limit"},
			Found{Interval{3, 3}, "", 4, 4, 0, 4*5 + 4}},
		{hubcover.Interval{Lower: 1, Upper: -1, Stop: "time limit"}, Found{Interval{1, 3}, "time limit", -1, 0, 0, 0}},
		{hubcover.Interval{}, Found{Interval{}, "", 0, 0, 0, 4}},
	} {
		if d := cmp.Diff(&c.want, p.found(&c.iv, planted, len(c.iv.Hubs), 3)); d != "" {
			t.Error(d)
		}
	}
}

func TestQuantiles(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		values []Range
		want   [5]Range
	}{
		{[]Range{{8, 8}, {1, 1}, {4, 4}, {2, 2}}, [5]Range{{1, 1}, {1.75, 1.75}, {3, 3}, {5, 5}, {8, 8}}},
		{[]Range{{3, 3}}, [5]Range{{3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}}},
		{[]Range{{1, 2}, {2, 2}, {2, 5}}, [5]Range{{1, 2}, {1.5, 2}, {2, 2}, {2, 3.5}, {2, 5}}},
		{[]Range{{4, inf}, {1, 1}, {2, 2}}, [5]Range{{1, 1}, {1.5, 1.5}, {2, 2}, {3, inf}, {4, inf}}},
		{[]Range{{4, inf}, {1, inf}}, [5]Range{{1, inf}, {1.75, inf}, {2.5, inf}, {3.25, inf}, {4, inf}}},
	} {
		if got := Quantiles(c.values); got != c.want {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
}

// Whatever the numbers within the ranges are, their quantiles are within those
// of the ranges, and the ends are reached.
func TestQuantilesHoldThoseOfAllNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		ranges, numbers := make([]Range, n), make([]Range, n)
		low, high := make([]Range, n), make([]Range, n)
		for i := range ranges {
			a, b := rapid.IntRange(0, 20).Draw(t, "low"), rapid.IntRange(0, 20).Draw(t, "more")
			x := float64(a + rapid.IntRange(0, b).Draw(t, "number"))
			ranges[i], numbers[i] = Range{float64(a), float64(a + b)}, Range{x, x}
			low[i], high[i] = Range{float64(a), float64(a)}, Range{float64(a + b), float64(a + b)}
		}
		got, of, least, most := Quantiles(ranges), Quantiles(numbers), Quantiles(low), Quantiles(high)
		for i, r := range got {
			if of[i].Low < r.Low || of[i].High > r.High {
				t.Fatalf("%v: quantile %v is %v, said to be within %v", ranges, Levels[i], of[i], r)
			}
			if r.Low != least[i].Low || r.High != most[i].High {
				t.Fatalf("%v: %v is not tight", ranges, r)
			}
		}
	})
}

// few samples of two points, of which something is open.
func few() []Sample {
	sample := func(at Point, i, edges int, b, chi Found) Sample {
		colors := Exact(3)
		return Sample{
			Point: at, Index: i, Seed: 7, Edges: edges, B: &b, Chi: &chi, ChiPrime: &Interval{5, 5},
			Planted: Planted{Hubs: 4, Colors: &colors, Parameters: 30}, IdentityKey: 4*edges + 4,
		}
	}
	one, two := Point{10, 4, 0.2}, Point{20, 4, 0.2}
	b := Found{Exact(4), "", 4, 4, 3, 25}
	return []Sample{
		sample(one, 0, 10, b, Found{Exact(2), "", 2, 5, 0, 40}),
		sample(one, 1, 20, Found{Exact(3), "", 3, 3, 0, 20}, Found{Interval{2, 3}, "time limit", 3, 4, 0, 40}),
		sample(two, 0, 40, b, Found{Interval{2, -1}, "time limit", -1, 0, 0, 0}),
		sample(two, 1, 0, b, Found{Exact(3), "", 3, 4, 0, 40}),
	}
}

const table = `N = 10, n = 4, p = 0.2: 2 samples
                                min  25 %    median      75 %     max
  edges                          10  12.5        15      17.5      20
  hubs planted                    4     4         4         4       4
  b                               3  3.25       3.5      3.75       4
  colours planted                 3     3         3         3       3
  χ_hub                           2  [2, 2.25]  [2, 2.5]  [2, 2.75]  [2, 3]  1 open
`

func TestTable(t *testing.T) {
	var b strings.Builder
	if err := WriteTable(&b, few()); err != nil {
		t.Fatal(err)
	}
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if !strings.HasPrefix(squeeze(b.String()), squeeze(table)) {
		t.Errorf("the table is\n%s", b.String())
	}
	for _, want := range []string{
		"b is below the planted hubs in 1 of 2, equal in 1\n",
		"χ_hub is below the planted colours in 1 of 2, equal in 0, open in 1\n",
		"of 7 hubs in the covers found for b, 3 were planted as they are\n",
		"χ_hub [2, 3] ≥ 2.25 ≥ 2.5 ≥ 2.75 ≥ 3 1 open",
		"parameters: cover of χ_hub 40 40 40 40 40 in 1 of 2",
		"N = 20, n = 4, p = 0.2 20 4 4 3 ≥ 2.5 5",
	} {
		if !strings.Contains(squeeze(b.String())+"\n", squeeze(want)) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	w, err := NewCSV(&b)
	for _, s := range few() {
		if err == nil {
			err = w.Write(s)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatal(len(lines), err)
	}
	field := func(line int, name string) string { return lines[line][slices.Index(lines[0], name)] }
	for _, c := range []struct {
		line       int
		name, want string
	}{
		{1, "p", "0.2"}, {2, "sample", "1"}, {2, "b_lower", "3"}, {2, "chi_lower", "2"}, {2, "chi_upper", "3"}, {2, "chi_stop", "time limit"},
		{3, "chi_upper", ""}, {3, "chi_found", ""}, {3, "parameters_chi", ""}, {3, "parameters_identity_key", "164"}, {1, "b_planted_again", "3"},
	} {
		if got := field(c.line, c.name); got != c.want {
			t.Errorf("line %d: %s is %q, want %q", c.line, c.name, got, c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	p := plan(Point{10, 4, 0.2}, Point{20, 4, 0.2})
	if err := p.WriteJSON(&b, few(), true); err != nil {
		t.Fatal(err)
	}
	var d Document
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(few(), d.Samples); diff != "" {
		t.Error(diff)
	}
	chi := d.Points[1].Quantiles["chi"]
	if chi.Open != 1 || chi.Samples != 2 || chi.High[4] != nil || *chi.High[0] != 3 && chi.High[0] != nil || chi.Low[4] != 3 {
		t.Errorf("quantiles %+v", chi)
	}
	if d.Schema != Schema || !d.Complete || d.Points[0].Samples != 2 || d.Asked != 4 {
		t.Errorf("%+v", d)
	}
	b.Reset()
	if err := p.WriteJSON(&b, nil, false); err != nil || !strings.Contains(b.String(), `"samples":[]`) {
		t.Error(b.String(), err)
	}
}

// The picture is well-formed, the same every time, and has a glyph and a name
// for each curve; whichever parameters differ, the points are labelled.
func TestPlot(t *testing.T) {
	for _, c := range []struct {
		change func(i int, p *Point)
		want   []string
	}{
		{func(int, *Point) {}, []string{"nodes N", ">10<", ">20<", "χ_hub, at least", "parameters: identity keys"}},
		{func(i int, p *Point) { p.P = 0.2 + 0.1*float64(i) }, []string{"N:n:p", ">10:4:0.2<"}},
		{func(i int, p *Point) { *p = Point{10, 4, 0.1 + 0.1*float64(i/2)} }, []string{"probability p", ">0.1<", ">0.2<"}},
		{func(i int, p *Point) { *p = Point{10, 4, 0.1} }, []string{"N:n:p", ">10:4:0.1<"}},
	} {
		samples := few()
		for i := range samples {
			c.change(i, &samples[i].Point)
		}
		var one, two bytes.Buffer
		if err := errors.Join(WritePlot(&one, samples), WritePlot(&two, samples)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Error("two pictures of the same samples differ")
		}
		for _, want := range c.want {
			if !strings.Contains(one.String(), want) {
				t.Errorf("no %q in the picture", want)
			}
		}
		if strings.Contains(one.String(), "NaN") || strings.Contains(one.String(), "Inf") {
			t.Error("a coordinate is no number")
		}
		dec := xml.NewDecoder(&one)
		for {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	if WritePlot(io.Discard, nil) == nil {
		t.Error("nothing is drawn without complaint")
	}
}

func packed(t testing.TB, m manifold.Manifold, nodes int) *manifold.Embedding {
	t.Helper()
	names := make([]string, nodes)
	for v := range names {
		names[v] = strconv.Itoa(v)
	}
	e, err := manifold.Packed(t.Context(), m, names, manifold.Packing{Seed: 1, Starts: 1, Steps: 10})
	if err != nil {
		t.Fatal(err)
	}
	return e
}
