package check

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func lines(n ...Line) []Line { return n }

func TestLower(t *testing.T) {
	two := Line(2)
	nine := Line(9)
	zero, last, four, none := Line(0), Line(3), Line(4), Empty
	causal := matrix(t, "1111", "0111", "0011", "0001")
	crown := matrix(t, "0111", "1011", "1101", "1110")
	for _, c := range []struct {
		name string
		rel  Relation
		what What
		by   By
		want int // -1: rejected
	}{
		{"trivial", crown, B, By{Method: "trivial"}, 1},
		{"trivial, no cell", matrix(t, "00"), Chi, By{Method: "trivial"}, 0},
		{"trivial, optional only", matrix(t, "??"), B, By{Method: "trivial"}, 0},
		{"fooling", causal, B, By{Method: "fooling", Cells: Cells{{0, 0}, {1, 1}, {2, 2}, {3, 3}}}, 4},
		{"fooling, compatible", causal, B, By{Method: "fooling", Cells: Cells{{0, 1}, {1, 1}}}, -1},
		{"fooling, non-cell", causal, B, By{Method: "fooling", Cells: Cells{{1, 0}, {1, 1}}}, -1},
		{"fooling, twice", causal, B, By{Method: "fooling", Cells: Cells{{1, 1}, {1, 1}}}, -1},
		{"fooling, optional", matrix(t, "?0", "01"), B, By{Method: "fooling", Cells: Cells{{0, 0}, {1, 1}}}, -1},
		{"fooling, for chi", causal, Chi, By{Method: "fooling", Cells: Cells{{0, 0}, {1, 1}}}, -1},
		{"sperner rows", crown, B, By{Method: "sperner", Rows: lines(0, 1, 2, 3)}, 4},
		{"sperner columns", crown, B, By{Method: "sperner", Cols: lines(0, 1, 2)}, 3},
		{"sperner, comparable", causal, B, By{Method: "sperner", Rows: lines(0, 1)}, -1},
		{"sperner, both", crown, B, By{Method: "sperner", Rows: lines(0), Cols: lines(1)}, -1},
		{"sperner, twice", crown, B, By{Method: "sperner", Rows: lines(0, 0)}, -1},
		{"sperner, out of range", crown, B, By{Method: "sperner", Rows: lines(0, 4)}, -1},
		{"sperner, null", crown, B, By{Method: "sperner", Rows: lines(0, Empty)}, -1},
		{"sperner, too few cells", crown, B, By{Method: "sperner", Rows: lines(0, 1), Cells: Cells{{0, 2}, {1, 0}}}, -1},
		{"sperner, just the cells", crown, B, By{Method: "sperner", Rows: lines(0, 1), Cells: Cells{{0, 1}, {1, 0}}}, 2},
		{"skew", causal, Chi, By{Method: "skew", Rows: lines(0, 1, 2, 3, Empty), Cols: lines(Empty, 0, 1, 2, 3)}, 3},
		{"skew, a cell", causal, Chi, By{Method: "skew", Rows: lines(0, 1), Cols: lines(0, 0)}, -1},
		{"skew, not reached", causal, Chi, By{Method: "skew", Rows: lines(1, 2), Cols: lines(0, 0)}, -1},
		{"skew, lengths", causal, Chi, By{Method: "skew", Rows: lines(1, 2), Cols: lines(0)}, -1},
		{"skew, empty line inside", causal, Chi, By{Method: "skew", Rows: lines(Empty, 1), Cols: lines(Empty, 0)}, -1},
		{"skew, out of range", causal, Chi, By{Method: "skew", Rows: lines(4), Cols: lines(0)}, -1},
		{"degree row", causal, ChiPrime, By{Method: "degree", Row: &two}, 2},
		{"degree column", causal, ChiPrime, By{Method: "degree", Col: &two}, 3},
		{"degree of the first row", causal, ChiPrime, By{Method: "degree", Row: &zero}, 4},
		{"degree of the first column", causal, ChiPrime, By{Method: "degree", Col: &zero}, 1},
		{"degree of the last column", causal, ChiPrime, By{Method: "degree", Col: &last}, 4},
		{"degree of an empty row", causal, ChiPrime, By{Method: "degree", Row: &none}, -1},
		{"degree of an empty column", causal, ChiPrime, By{Method: "degree", Col: &none}, -1},
		{"degree of a column out of range", causal, ChiPrime, By{Method: "degree", Col: &four}, -1},
		{"degree, both", causal, ChiPrime, By{Method: "degree", Row: &two, Col: &two}, -1},
		{"degree, out of range", causal, ChiPrime, By{Method: "degree", Row: &nine}, -1},
		{"degree, for b", causal, B, By{Method: "degree", Row: &two}, -1},
		{"no method", causal, B, By{Method: "oracle"}, -1},
		{"chi with optional cells", matrix(t, "1?"), Chi, By{Method: "trivial"}, -1},
		{"unknown number", causal, What("d"), By{Method: "trivial"}, -1},
		{"clique of no extension", causal, Chi, By{Method: "clique"}, -1},
	} {
		v, err := Lower(c.rel, c.what, c.by)
		if err != nil && c.want >= 0 || err == nil && v.Bound != c.want {
			t.Errorf("%s: %d, %v, want %d", c.name, v.Bound, err, c.want)
		}
	}
}

// Any cells, rows and columns: what is believed is true.
func TestPairwiseBoundsAreSafe(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	believed := 0
	for _, rel := range classes(t, 3, 3) {
		b, chi, all := bruteB(rel), bruteChi(rel), cellsOf(rel)
		for range 300 {
			by := By{Method: []string{"fooling", "sperner", "skew"}[rng.IntN(3)]}
			what, max := B, b
			for range rng.IntN(4) {
				if len(all) > 0 {
					by.Cells = append(by.Cells, all[rng.IntN(len(all))])
				}
				by.Rows = append(by.Rows, Line(rng.IntN(4)-1))
				if by.Method == "skew" {
					by.Cols = append(by.Cols, Line(rng.IntN(4)-1))
				}
			}
			if by.Method == "skew" {
				what, max = Chi, chi
			}
			if v, err := Lower(rel, what, by); err == nil {
				if believed++; v.Bound > max {
					t.Fatalf("%v: %+v proves %s ≥ %d, it is %d", rel.rows, by, what, v.Bound, max)
				}
			}
		}
	}
	if believed < 500 {
		t.Errorf("%d believed: not much of a test", believed)
	}
}

func TestParts(t *testing.T) {
	rel := matrix(t, "01100", "10100", "11000", "00011", "00011") // a crown beside a full block
	crown := By{Method: "sperner", Rows: lines(0, 1, 2), Cells: Cells{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}}
	full := By{Method: "fooling", Cells: Cells{{3, 3}}}
	cell := By{Method: "fooling", Cells: Cells{{0, 1}}}
	skew3 := By{Method: "skew", Rows: lines(0, 1, 2), Cols: lines(0, 1, 2)}
	skew2 := By{Method: "skew", Rows: lines(0, 1), Cols: lines(0, 1)}
	for _, c := range []struct {
		name string
		what What
		by   By
		want int
	}{
		{"sum", B, By{Rule: "sum", Parts: []By{crown, full}}, 4},
		{"max", B, By{Rule: "max", Parts: []By{crown, full}}, 3},
		{"max of chi", Chi, By{Rule: "max", Parts: []By{skew2, skew3, {Method: "trivial"}}}, 2},
		{"sum of chi", Chi, By{Rule: "sum", Parts: []By{skew2, skew2}}, -1},
		{"sum of chi, apart", Chi, By{Rule: "sum", Parts: []By{
			{Method: "skew", Rows: lines(0, Empty), Cols: lines(Empty, 1), Cells: Cells{{0, 1}}},
			{Method: "skew", Rows: lines(3, Empty), Cols: lines(Empty, 3), Cells: Cells{{3, 3}}}}}, -1},
		{"sum of groups that meet", B, By{Rule: "sum", Parts: []By{crown, cell}}, -1},
		{"sum of no cells", B, By{Rule: "sum", Parts: []By{crown, {Method: "trivial"}}}, -1},
		{"sum of a bound of another number", B, By{Rule: "sum", Parts: []By{crown, {Method: "skew", Rows: lines(0), Cols: lines(0), Cells: Cells{{3, 3}}}}}, -1},
		{"parts of parts", B, By{Rule: "sum", Parts: []By{{Method: "parts", Rule: "max", Parts: []By{crown}, Cells: Cells{{3, 3}}}, crown}}, -1},
		{"no rule", B, By{Parts: []By{crown}}, -1},
		{"no parts", B, By{Rule: "sum"}, -1},
		{"a wrong part", B, By{Rule: "max", Parts: []By{crown, {Method: "fooling", Cells: Cells{{0, 0}}}}}, -1},
	} {
		c.by.Method = "parts"
		v, err := Lower(rel, c.what, c.by)
		if err != nil && c.want >= 0 || err == nil && v.Bound != c.want {
			t.Errorf("%s: %d, %v, want %d", c.name, v.Bound, err, c.want)
		}
	}
}

// A part that no number of hubs covers makes the sum so, wherever it stands.
func TestPartsBeyondAllHubs(t *testing.T) {
	rel := matrix(t, "01100", "10100", "11000", "00011", "00011")
	crown := By{Method: "skew", Rows: lines(0, 2, Empty), Cols: lines(Empty, 2, 1), Cells: Cells{{0, 1}, {0, 2}, {2, 1}}}
	full := By{Method: "fooling", Cells: Cells{{3, 3}}}
	for _, parts := range [][]By{{crown, full}, {full, crown}} {
		if _, err := Refute(rel, 100, 1, By{Method: "parts", Rule: "sum", Parts: parts}); err != nil {
			t.Error(err)
		}
		if _, err := Refute(rel, 100, 2, By{Method: "parts", Rule: "sum", Parts: parts}); err == nil {
			t.Error("two colours are refuted, which suffice")
		}
	}
}

// Pairs of large groups are not gone through when time is up.
func TestPartsStop(t *testing.T) {
	var cells []entry
	groups := make([]By, 2)
	for i := range int32(800) {
		cells = append(cells, entry{r: i, c: i})
		groups[i%2].Method = "fooling"
		groups[i%2].Cells = append(groups[i%2].Cells, [2]int32{i, i})
	}
	asked := 0
	k := Checker{Stop: func() error {
		if asked++; asked == 1 { // before anything is done
			return nil
		}
		return errors.New("time is up")
	}}
	err := k.lowerError(newMatrix(800, 800, cells), B, By{Method: "parts", Rule: "sum", Parts: groups})
	if wantError(t, "time is up", err, OverLimit); strings.Contains(err.Error(), "part 1") {
		t.Errorf("only a part was stopped: %v", err)
	}
}

// Corners: K_3 without loops has the front (3,3), (4,2).
func TestRefute(t *testing.T) {
	rel := matrix(t, "011", "101", "110")
	sperner := By{Method: "sperner", Rows: lines(0, 1, 2)}
	skew := By{Method: "skew", Rows: lines(0, 2, Empty), Cols: lines(Empty, 2, 1)}
	two := By{Method: "lrup", Formula: "chi", H: 1, Proof: "chi1"}
	front := By{Method: "lrup", Formula: "front", N: 3, H: 2, Proof: "f32"}
	files := map[string]string{}
	for name, by := range map[string]By{"chi1": two, "f32": front} {
		f, _, err := Checker{}.run(rel).generate(by, nil)
		if err != nil {
			t.Fatal(err)
		}
		var ok bool
		if files[name], _, ok = proveAll(f, nil); !ok {
			t.Fatalf("%s has a model", name)
		}
	}
	k := Checker{Open: memory(files)}
	sum := By{Method: "parts", Rule: "sum", Parts: []By{front}}
	sum.Parts[0].Cells = cellsOf(rel)
	max := By{Method: "parts", Rule: "max", Parts: []By{sperner, two}}
	for _, c := range []struct {
		name         string
		hubs, colors int
		by           By
		ok           bool
	}{
		{"b", 2, Unbounded, sperner, true},
		{"b, one more", 3, Unbounded, sperner, false},
		{"b also within colours", 2, 5, sperner, true},
		{"chi", Unbounded, 1, two, true},
		{"chi, one more", Unbounded, 2, two, false},
		{"chi, any hubs", 100, 1, two, true},
		{"chi, hubs but more colours", 2, 2, two, false},
		{"front", 3, 2, front, true},
		{"front, fewer colours", 3, 1, front, true},
		{"front, fewer hubs", 2, 2, front, true},
		{"front, more hubs", 4, 2, front, false},
		{"front, more colours", 3, 3, front, false},
		{"front is no bound for b", 3, Unbounded, front, false},
		{"front is no bound for chi", Unbounded, 2, front, false},
		{"sum", 3, 2, sum, true},
		{"sum, more hubs", 4, 2, sum, false},
		{"max", 100, 1, max, true},
		{"wrong sequence", Unbounded, 1, By{Method: "skew", Rows: lines(0, 1), Cols: lines(0, 2)}, false},
		{"skew", Unbounded, 1, skew, true},
		{"trivial", 0, Unbounded, By{Method: "trivial"}, true},
		{"trivial, no colour", 7, 0, By{Method: "trivial"}, true},
		{"trivial, one hub within colours", 1, 2, By{Method: "trivial"}, false},
		{"trivial, no hub within colours", 0, 2, By{Method: "trivial"}, true},
		{"trivial, one colour", Unbounded, 1, By{Method: "trivial"}, false},
		{"trivial, no colour at all", Unbounded, 0, By{Method: "trivial"}, true},
		{"trivial, one hub", 1, Unbounded, By{Method: "trivial"}, false},
		{"nothing asked", Unbounded, Unbounded, sperner, false},
		{"negative", -2, 3, sperner, false},
	} {
		if _, err := k.Refute(rel, c.hubs, c.colors, c.by); (err == nil) != c.ok {
			t.Errorf("%s: %v, want accepted: %v", c.name, err, c.ok)
		}
	}
	_, err := k.Refute(rel, 2, 2, two)
	wantError(t, "proves chi ≥ 2, which does not exclude 2 colours", err, Rejected)
	_, err = Lower(rel, Chi, sperner)
	wantError(t, "bounds b, not chi", err, Rejected)
	if attainable(rel, cellsOf(rel), 3, 2) || !attainable(rel, cellsOf(rel), 4, 2) {
		t.Error("the front of K_3 is (3,3), (4,2)")
	}
}

func TestByJSON(t *testing.T) {
	text := `{"method":"skew","cells":[[0,1],[2,3]],"rows":[0,null],"cols":[null,1]}`
	var by By
	if err := json.Unmarshal([]byte(text), &by); err != nil {
		t.Fatal(err)
	}
	if by.Rows[1] != Empty || by.Cells[1] != [2]int32{2, 3} {
		t.Errorf("%+v", by)
	}
	if again, err := json.Marshal(by); err != nil || string(again) != text {
		t.Errorf("%s, %v", again, err)
	}
	for _, bad := range []string{`{"cells":[[0]]}`, `{"cells":[[0,1,2]]}`, `{"cells":[0,1]}`, `{"cells":[[null,1]]}`, `{"cells":[[0,1.5]]}`,
		`{"cells":[[0,3000000000]]}`, `{"rows":[-1]}`, `{"rows":["0"]}`, `{"n":1e99}`, `{"w":[9223372036854775808]}`, `{"cells":[["a,b"]]}`} {
		if err := json.Unmarshal([]byte(bad), new(By)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
