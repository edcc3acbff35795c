package explain

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// crown is the complement of the identity, with letters for rows.
func crown(t interface{ Fatal(...any) }, n int) *Text {
	var cells []instances.Cell
	for r := range int32(n) {
		for c := range int32(n) {
			if r != c {
				cells = append(cells, instances.Cell{Row: r, Col: c})
			}
		}
	}
	rel, err := instances.New(n, n, cells)
	if err != nil {
		t.Fatal(err)
	}
	return &Text{Rel: rel, Row: func(i int) string { return string(rune('a' + i)) }, Col: rel.ColName}
}

// words is the text with blanks and line ends made one.
func words(t *Text) string { return strings.Join(strings.Fields(t.String()), " ") }

func TestLower(t *testing.T) {
	row := check.Line(1)
	for _, c := range []struct {
		by   check.By
		want []string
	}{
		{check.By{Method: "trivial"}, []string{"X: there is a cell"}},
		{check.By{Method: "fooling", Cells: check.Cells{{0, 1}, {1, 0}, {2, 3}}},
			[]string{"these 3 cells", "a → 1, b → 0, c → 3", "a hub with both a → 1 and b → 0 would also take a to 0, which is no cell"}},
		{check.By{Method: "fooling", Cells: check.Cells{{0, 1}, {2, 0}}}, []string{"would also take a to 0"}},
		{check.By{Method: "fooling", Cells: check.Cells{{2, 0}, {0, 1}}}, []string{"would also take a to 0"}},
		{check.By{Method: "fooling", Cells: check.Cells{{0, 1}}}, []string{"the cell a → 1 has to be covered"}},
		{check.By{Method: "sperner", Rows: []check.Line{0, 1, 2, 3}},
			[]string{"these 4 sources", "a, b, c, d", "they feed are 4", "3 hubs have at most 3 such sets"}},
		{check.By{Method: "sperner", Cols: []check.Line{0, 1, 2}},
			[]string{"these 3 targets", "0, 1, 2", "they read are 3", "2 hubs have at most 2 such sets"}},
		{check.By{Method: "skew", Rows: []check.Line{0, 1, check.Empty}, Cols: []check.Line{check.Empty, 1, 2}},
			[]string{"sequence of 3 pairs", "(a, ∅), (b, 1), (∅, 2)", "∅ stands for", "With 1 colour such a sequence has at most 2^1 = 2 pairs"}},
		{check.By{Method: "degree", Row: &row}, []string{"source b reaches 4 targets", "0, 2, 3, 4"}},
		{check.By{Method: "degree", Col: &row}, []string{"target 1 is reached by 4 sources", "a, c, d, e"}},
		{check.By{Method: "clique", Hubs: []int{0, 3}}, []string{"hub 1, hub 4"}},
		{check.By{Method: "weights", Rows: []check.Line{0, 1}, Cols: []check.Line{0, 1, 2}, W: []int64{2, 0, 3, 1}},
			[]string{"3 cells carry weights that add up to 6", "None is as heavy as 6/2, so 2 hubs", "b → 0: 3, a → 1: 2, b → 2: 1", "Only 2 sources and 3 targets"}},
		{check.By{Method: "degree-weights", Cells: check.Cells{{0, 1}, {1, 0}}, W: []int64{1, 2}, P: []int64{0, 1, 0, 0, 0}, Q: []int64{0, 0, 1, 0, 0}},
			[]string{"add up to 3", "prices that add up to 2", "3/2 colours, rounded up", "sources: b: 1", "targets: 2: 1", "Only 2 cells of 20"}},
		{check.By{Method: "lrup", Formula: "front", N: 3, H: 2, Proof: "p.lrup"},
			[]string{"whether 3 hubs in 2 colours cover the cells", "FRONT(3,2) with 7 variables and 1 clause,", "5 lines, 12 kB (p.lrup)"}},
		{check.By{Method: "lrup", Formula: "chi-r", H: 1, Proof: "p"}, []string{"whether 1 colour are enough", "CHI-R(1)"}},
		{check.By{Method: "cubes", Formula: "cover", N: 3, Depth: 2, Proofs: []string{"p", "q"}},
			[]string{"COVER(3)", "2 cases, by where the first 2 cells go", "10 lines, 24 kB."}},
		{check.By{Method: "tree", N: 3, Proof: "p"}, []string{"whether 3 hubs cover", "search tree", "5 lines"}},
		{check.By{Method: "parts", Rule: "sum", Parts: []check.By{
			{Method: "fooling", Cells: check.Cells{{0, 1}}}, {Method: "weights", Cells: check.Cells{{1, 0}}, W: []int64{1}}}},
			[]string{"these 2 groups", "share neither source nor target", "part 1, at least 1 hub: the cell", "part 2, 1 cell, at least 3: 1 cell"}},
		{check.By{Method: "parts", Rule: "sum", Parts: []check.By{
			{Method: "fooling", Cells: check.Cells{{0, 1}}}, {Method: "fooling", Cells: check.Cells{{2, 1}}}}},
			[]string{"no biclique holds cells of two of them"}},
		{check.By{Method: "parts", Rule: "max", Parts: []check.By{{Method: "trivial"}}}, []string{"the largest of 1 bounds"}},
		{check.By{}, []string{"nothing is said"}},
		{check.By{Method: "magic"}, []string{`"magic"`}},
		{check.By{Method: "fooling", Cells: check.Cells{{0, 5}}}, []string{"does not have"}},
	} {
		text := crown(t, 5)
		text.Lower(1, "X", c.by, Behind{
			Bound:   func(check.By) (int, error) { return 3, nil },
			Formula: func(check.By) (int, int, error) { return 7, 1, nil },
			Proof:   func(string) (int64, int64, error) { return 5, 12_000, nil },
		})
		for _, want := range c.want {
			if got := words(text); !strings.Contains(got, want) {
				t.Errorf("%s: %q is not in\n%s", c.by.Method, want, got)
			}
		}
	}
}

func TestListsAreCutUnlessFull(t *testing.T) {
	for _, full := range []bool{false, true} {
		text := crown(t, 26)
		text.Full = full
		lines := make([]check.Line, 26)
		x := make(instances.Extension, 26)
		for i := range lines {
			lines[i] = check.Line(i)
			x[i] = instances.Hub{Sources: text.Rel.Col(i), Targets: []int32{int32(i)}, Color: i + 1}
		}
		text.Lower(0, "b ≥ 7", check.By{Method: "sperner", Rows: lines}, Behind{})
		text.Cover(0, x)
		got := words(text)
		for part, whole := range map[string]bool{
			"l, … and 14 more (--full)": false, "… and 16 more (--full)": false, "m, … (13 more) → 0": false,
			"y, z So the sets": true, "hub 26, colour 26:": true, "y, z → 0": true,
		} {
			if strings.Contains(got, part) != (whole == full) {
				t.Errorf("full %v: %q\n%s", full, part, got)
			}
		}
	}
}

func TestLinesAreWrapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := crown(t, 3)
		level := rapid.IntRange(0, 4).Draw(t, "level")
		list := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,30}`), 1, 40).Draw(t, "words")
		text.Say(level, "%s", strings.Join(list, " "))
		for line := range strings.Lines(text.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > width {
				t.Fatalf("%d columns: %s", n, line)
			}
		}
		if words(text) != strings.Join(list, " ") {
			t.Fatalf("%q became %q", list, words(text))
		}
	})
}

// Whatever a certificate that was not checked says, there are words for it.
func TestAnythingIsExplained(t *testing.T) {
	methods := []string{"", "trivial", "fooling", "sperner", "skew", "degree", "clique", "weights", "degree-weights", "lrup", "cubes", "tree", "parts", "x"}
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.Custom(func(t *rapid.T) check.Line { return check.Line(rapid.IntRange(-2, 5).Draw(t, "line")) })
		lines := rapid.SliceOfN(line, 0, 6)
		weights := rapid.SliceOfN(rapid.Int64Range(-1, 3), 0, 8)
		var draw func(depth int) check.By
		draw = func(depth int) check.By {
			by := check.By{
				Method: rapid.SampledFrom(methods).Draw(t, "method"), Formula: rapid.SampledFrom([]string{"", "cover", "front", "chi", "index"}).Draw(t, "formula"),
				N: rapid.IntRange(-1, 3).Draw(t, "n"), Rows: lines.Draw(t, "rows"), Cols: lines.Draw(t, "cols"),
				W: weights.Draw(t, "w"), P: weights.Draw(t, "p"), Q: weights.Draw(t, "q"),
				Proofs: rapid.SliceOfN(rapid.Just("p"), 0, 2).Draw(t, "proofs"), Rule: rapid.SampledFrom([]string{"sum", "max"}).Draw(t, "rule"),
			}
			for range rapid.IntRange(0, 4).Draw(t, "cells") {
				by.Cells = append(by.Cells, [2]int32{int32(line.Draw(t, "row")), int32(line.Draw(t, "col"))})
			}
			if rapid.Bool().Draw(t, "one") {
				l := line.Draw(t, "row")
				by.Row = &l
			}
			if depth < 2 {
				for range rapid.IntRange(0, 2).Draw(t, "parts") {
					by.Parts = append(by.Parts, draw(depth+1))
				}
			}
			return by
		}
		text := crown(t, 5)
		text.Lower(0, "claim", draw(0), Behind{})
		if !strings.HasPrefix(text.String(), "claim:") {
			t.Fatal(text.String())
		}
	})
}

func ExampleText_Lower() {
	rel, err := instances.New(2, 2, []instances.Cell{{Row: 0, Col: 0}, {Row: 0, Col: 1}, {Row: 1, Col: 1}})
	if err != nil {
		panic(err)
	}
	t := Text{Rel: rel, Row: rel.RowName, Col: rel.ColName}
	t.Lower(0, "b ≥ 2", check.By{Method: "fooling", Cells: check.Cells{{0, 0}, {1, 1}}}, Behind{})
	fmt.Print(t.String())
	// Output:
	// b ≥ 2: these 2 cells are pairwise in no common biclique (a fooling set), so each
	// needs a hub of its own:
	//   0 → 0, 1 → 1
	//   For instance, a hub with both 0 → 0 and 1 → 1 would also take 1 to 0, which is
	//   no cell.
}
