package check

import (
	"os"
	"strings"
	"testing"
)

// The formulas of testdata/golden, written out from the definitions of the
// certificate format.
func TestGoldenFormulas(t *testing.T) {
	chain := matrix(t, "11", "01")
	crown := matrix(t, "011", "101", "110")
	wide := matrix(t, "1101", "0111")
	hubs := []Hub{{s(0, 1), s(2), 0}, {s(0, 2), s(1), 0}, {s(1), s(0), 0}, {s(2), s(0), 0}}
	for name, c := range map[string]struct {
		rel *Matrix
		by  By
	}{
		"cover-chain-1":   {chain, By{Formula: "cover", N: 1}},
		"cover-crown-2":   {crown, By{Formula: "cover", N: 2, Cells: Cells{{2, 1}, {0, 1}, {1, 0}}}},
		"cover-wide-2":    {wide, By{Formula: "cover", N: 2, Cols: []Line{0, 2, 3}}},
		"chi-chain-1":     {chain, By{Formula: "chi", H: 1}},
		"chi-crown-1":     {crown, By{Formula: "chi", H: 1}},
		"chi-wide-2":      {wide, By{Formula: "chi", H: 2, Cells: Cells{{1, 3}, {0, 0}, {1, 1}}}},
		"chi-r-chain-1":   {chain, By{Formula: "chi-r", H: 1}},
		"chi-r-crown-2":   {crown, By{Formula: "chi-r", H: 2}},
		"chi-r-wide-2":    {wide, By{Formula: "chi-r", H: 2, Rows: []Line{0, 1}, Cols: []Line{1, 2, 3}}},
		"front-chain-1-1": {chain, By{Formula: "front", N: 1, H: 1}},
		"front-chain-2-1": {chain, By{Formula: "front", N: 2, H: 1}},
		"front-wide-3-2":  {wide, By{Formula: "front", N: 3, H: 2, Cols: []Line{0, 1, 2}}},
		"index-four-1":    {crown, By{Formula: "index", H: 1}},
		"index-four-2":    {crown, By{Formula: "index", H: 2, Hubs: []int{3, 1, 0}}},
		"index-four-3":    {crown, By{Formula: "index", H: 3}},
	} {
		var b strings.Builder
		if err := (Checker{}).WriteFormula(&b, c.rel, hubs, c.by); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		file := "testdata/golden/" + name + ".cnf"
		want, err := os.ReadFile(file)
		if err != nil || b.String() != string(want) {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
	}
}
