package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// proven makes the proof that by asks for and has it checked; ok says that the
// formula has no model.
func proven(t *testing.T, rel Relation, by By) (ok bool, bound int) {
	t.Helper()
	f, _, err := Checker{}.run(rel).generate(by, nil)
	if err != nil {
		t.Fatalf("%+v: %v", by, err)
	}
	proof, _, ok := proveAll(f, nil)
	by.Method, by.Proof = "lrup", "p.lrup"
	k := Checker{Open: memory(map[string]string{"p.lrup": proof})}
	_, v, err := k.run(rel).prove(by)
	if ok != (err == nil) {
		t.Fatalf("%+v: model: %v, replay: %v", by, !ok, err)
	}
	return ok, v.Bound
}

// Every formula has a model exactly where trying finds a cover, on all small
// matrices up to permutation, and its refutation is accepted.
func TestFormulasAgainstTrying(t *testing.T) {
	for _, rel := range slices.Concat(classes(t, 3, 3), classes(t, 2, 4)) {
		cells := cellsOf(rel)
		if len(cells) < 2 {
			continue
		}
		name := fmt.Sprint(rel.rows)
		b, chi := bruteB(rel), bruteChi(rel)
		for k := 1; k <= b && k < len(cells); k++ {
			if ok, bound := proven(t, rel, By{Formula: "cover", N: k}); ok != (k < b) || ok && bound != k+1 {
				t.Errorf("%s: cover(%d) refuted: %v, b = %d", name, k, ok, b)
			}
			for h := 1; h <= min(k, chi); h++ {
				ok, _ := proven(t, rel, By{Formula: "front", N: k, H: h})
				if want := !attainable(rel, cells, k, h); ok != want {
					t.Errorf("%s: front(%d,%d) refuted: %v, want %v", name, k, h, ok, want)
				}
			}
		}
		for h := 1; h <= chi && h < len(cells); h++ {
			for _, form := range []string{"chi", "chi-r"} {
				if ok, bound := proven(t, rel, By{Formula: form, H: h}); ok != (h < chi) || ok && bound != h+1 {
					t.Errorf("%s: %s(%d) refuted: %v, chi = %d", name, form, h, ok, chi)
				}
			}
		}
	}
}

// Some cells, in any order, on a submatrix, with optional cells.
func TestFormulasOfPartsOfAMatrix(t *testing.T) {
	rel := matrix(t, "01101", "10110", "11011", "01110")
	all := cellsOf(rel)
	for _, cells := range []Cells{{all[3], all[0], all[7], all[2]}, {all[9], all[4], all[1]}, {all[1], all[2], all[3], all[4], all[5]}} {
		b := 1
		for !attainable(rel, cells, b, b) {
			b++
		}
		for k := 1; k <= b && k < len(cells); k++ {
			if ok, _ := proven(t, rel, By{Formula: "cover", N: k, Cells: cells}); ok != (k < b) {
				t.Errorf("%v: cover(%d) refuted: %v, wanted are %d hubs", cells, k, ok, b)
			}
		}
	}
	// The identity hidden in rows 0,1 and columns 0,2.
	sub := By{Formula: "cover", N: 1, Rows: []Line{0, 1}, Cols: []Line{0, 3}}
	if ok, _ := proven(t, matrix(t, "1110", "0111"), sub); !ok {
		t.Error("the identity is covered by one hub")
	}
	if ok, _ := proven(t, matrix(t, "1?", "?1"), By{Formula: "cover", N: 1}); ok {
		t.Error("optional cells may be used")
	}
	if ok, _ := proven(t, matrix(t, "1?", "01"), By{Formula: "cover", N: 1}); !ok {
		t.Error("a non-cell may not")
	}
}

func TestProblemsRefused(t *testing.T) {
	rel := matrix(t, "110", "011", "10?")
	for want, by := range map[string]By{
		"row 3 is out of range":      {Rows: []Line{0, 3}},
		"row -1 is out of range":     {Rows: []Line{Empty, 0}},
		"rows are not in ascending":  {Rows: []Line{1, 0}},
		"columns are not in ascend":  {Cols: []Line{1, 1}},
		"(0,2) is not a cell":        {Cells: Cells{{0, 2}}},
		"(9,0) is outside the 3 × 3": {Cells: Cells{{9, 0}}},
		"(0,0) is named twice":       {Cells: Cells{{0, 0}, {0, 0}}},
		"is optional":                {Cells: Cells{{2, 2}, {0, 0}}},
		"is outside the submatrix":   {Rows: []Line{0, 1}, Cells: Cells{{2, 0}}},
		"no cells are to be":         {Rows: []Line{0}, Cols: []Line{2}},
		"n = 0 is not within 1..4":   {N: 0},
		"n = 5 is not within 1..4":   {N: 5},
		"n = -1 is not":              {N: -1},
	} {
		by.Method, by.Formula, by.Proof = "lrup", "cover", "p"
		if by.N == 0 && want[0] != 'n' {
			by.N = 1
		}
		wantError(t, want, Checker{}.lowerError(rel, B, by), Rejected)
	}
	for _, by := range []By{{Formula: "chi", H: 0}, {Formula: "chi-r", H: 5}, {Formula: "front", N: 2, H: 0}, {Formula: "front", N: 5, H: 2}, {Formula: "dnf"}, {Formula: "index", H: 1}} {
		by.Method = "lrup"
		if err := (Checker{}).lowerError(matrix(t, "110", "011", "100"), Chi, by); err == nil {
			t.Errorf("%+v: accepted", by)
		}
	}
}

func (k Checker) lowerError(rel Relation, what What, by By) error {
	_, err := k.Lower(rel, what, by)
	return err
}

// wantError wants an error that says something, of a kind.
func wantError(t *testing.T, want string, err error, kind Status) {
	t.Helper()
	got := finding("", "", err)
	if err == nil || !strings.Contains(err.Error(), want) || got.Status != kind {
		t.Errorf("got %s %v, want %s …%s…", got.Status, err, kind, want)
	}
}

func TestLimits(t *testing.T) {
	rel := matrix(t, "0111", "1011", "1101", "1110")
	by := By{Method: "lrup", Formula: "cover", N: 3, Proof: "p"}
	wantError(t, "more than 10 clauses", Checker{Limits: Limits{Clauses: 10}}.lowerError(rel, B, by), OverLimit)
	wantError(t, "bytes, allowed are 1000", Checker{Limits: Limits{Memory: 1000}}.lowerError(rel, B, by), OverLimit)
	stop := Checker{Stop: func() error { return errors.New("time is up") }}
	wantError(t, "stopped: time is up", stop.lowerError(rel, B, by), OverLimit)
	w := By{Method: "weights", W: []int64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}
	var apart []entry
	for i := range int32(40) {
		apart = append(apart, entry{r: i, c: i})
	}
	long := By{Method: "weights", W: make([]int64, 40)}
	long.W[0] = 1
	wantError(t, "the weights would take", Checker{Limits: Limits{Memory: 5000}}.lowerError(newMatrix(40, 40, apart), B, long), OverLimit)
	wantError(t, "more than 3 maximal bicliques", Checker{Limits: Limits{Bicliques: 3}}.lowerError(rel, B, w), OverLimit)
	c := By{Method: "cubes", Formula: "cover", N: 3, Depth: 8}
	wantError(t, "more than 4 cubes", Checker{Limits: Limits{Cubes: 4}, Open: memory(nil)}.lowerError(rel, B, c), OverLimit)
}
