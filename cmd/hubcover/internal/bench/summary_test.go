package main

import (
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// solved, unsolved: runs that found b = 5 or 3..6 in so many seconds of CPU time.
func solved(tool string, cpu float64) run {
	return run{Instance: "x", Tool: tool, outcome: outcome{Lower: 5, Upper: 5}, CPU: cpu, Limit: 20}
}

func unsolved(tool string, cpu float64, stop string) run {
	return run{Instance: "x", Tool: tool, outcome: outcome{Lower: 3, Upper: 6, Stop: stop}, CPU: cpu, Limit: 20}
}

func TestRatio(t *testing.T) {
	claimed := solved("hubcover", 2)
	claimed.Lower, claimed.Claim = 4, 5
	for _, c := range []struct {
		name string
		h, b run
		want string
	}{
		{"both", solved("hubcover", 2), solved("cbc", 10), "5"},
		{"stopped by the clock", solved("hubcover", 2), unsolved("cbc", 10, "time limit"), "≥5"},
		{"could not begin", solved("hubcover", 2), unsolved("cbc", 0.1, tooLarge), "≥10"},
		{"hubcover stopped", unsolved("hubcover", 10, "time limit"), solved("cbc", 1), "≤0.1"},
		{"a claim is no proof", claimed, solved("cbc", 1), "≤0.5"},
		{"nothing measurable", solved("hubcover", 0), solved("cbc", 0), "1"},
		{"neither", unsolved("hubcover", 10, "time limit"), unsolved("cbc", 10, "time limit"), "none"},
	} {
		got := "none"
		if r, ok := ratioOf(c.h, c.b); ok {
			got = r.String()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		ratios []ratio
		want   string
	}{
		{[]ratio{{3, ""}}, "3"},
		{[]ratio{{9, ""}, {1, ""}, {3, ""}}, "3"},
		{[]ratio{{4, ""}, {2, ""}}, "3"},
		{[]ratio{{1, ""}, {3, ""}, {9, "≥"}}, "3"}, // however much larger, it stays above
		{[]ratio{{1, "≥"}, {3, ""}, {9, ""}}, "≥3"},
		{[]ratio{{1, ""}, {3, "≥"}, {9, ""}}, "≥3"},
		{[]ratio{{1, "≤"}, {3, ""}, {9, ""}}, "3"},
		{[]ratio{{1, ""}, {3, ""}, {9, "≤"}}, "≤3"},
		{[]ratio{{1, "≥"}, {3, ""}, {9, "≤"}}, "~3"},
		{[]ratio{{1, ""}, {3, ""}, {5, "≥"}, {9, ""}}, "≥4"},
	} {
		if got := median(c.ratios).String(); got != c.want {
			t.Errorf("median of %v is %s, want %s", c.ratios, got, c.want)
		}
	}
}

func TestTooSlow(t *testing.T) {
	for _, c := range []struct {
		name string
		g    group
		want string
	}{
		{"faster", group{runs: []run{solved("hubcover", 1), solved("cbc", 1)}}, ""},
		{"just within", group{runs: []run{solved("hubcover", 2), solved("cbc", 1)}}, ""},
		{"slower than the best", group{runs: []run{solved("hubcover", 3), solved("cbc", 10), solved("glpsol", 1)}}, "x, 3.00 s, glpsol 1.00 s"},
		{"an unsolved one is no rival", group{runs: []run{solved("hubcover", 3), unsolved("cbc", 1, "time limit")}}, ""},
		{"hubcover alone unsolved", group{runs: []run{unsolved("hubcover", 20, "time limit"), solved("cbc", 19)}}, "x, not proved in 20.00 s, cbc 19.00 s"},
	} {
		if got := tooSlow(c.g); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestContradictions(t *testing.T) {
	wrong := solved("cbc", 1)
	wrong.Lower, wrong.Upper = 4, 4
	rejected, broken := solved("hubcover", 1), run{Instance: "x", Tool: "hubcover", outcome: outcome{Upper: -1}, Error: "died"}
	rejected.Certificate = "REJECTED b >= 5"
	six := 6
	for _, c := range []struct {
		name  string
		runs  []run
		known *int
		want  string // "" is no contradiction
	}{
		{"agree", []run{solved("hubcover", 1), solved("cbc", 1), unsolved("glpsol", 1, "time limit")}, nil, ""},
		{"a baseline finds less", []run{solved("hubcover", 1), wrong}, nil, "at least 5 by hubcover and at most 4 by cbc"},
		{"more is known", []run{solved("hubcover", 1)}, &six, "at least 6 by what is known"},
		{"the checker refuses", []run{rejected}, nil, "REJECTED"},
		{"hubcover breaks down", []run{broken}, nil, "died"},
	} {
		g := group{inst: &instances.Instance{Known: instances.Known{B: c.known}}, runs: c.runs}
		err := contradictions([]group{g})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	h := run{Instance: "crown-5", Rows: 5, Cols: 5, Cells: 20, Tool: "hubcover", Wall: 0.25, CPU: 0.5, Limit: 20,
		outcome: outcome{Lower: 4, Upper: 4, Method: "sperner", Level: "L0", Steps: 7, Proof: 123}}
	open := h
	open.Instance, open.Lower, open.Claim = "b", 3, 4
	none := run{Tool: "cbc", outcome: outcome{Upper: -1, Stop: tooLarge}, Limit: 20}
	two := []tool{{Name: "hubcover"}, {Name: "cadical"}, {Name: "cbc"}}
	var out strings.Builder
	err := writeTable(&out, two, []group{
		{runs: []run{h, unsolved("cadical", 12.345, "time limit"), solved("cbc", 1)}},
		{runs: []run{open, unsolved("cadical", 1, "time limit"), none}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `instance  size  cells   b  by       level  steps  proof  wall s  cpu s  cadical        cbc  ratio
crown-5    5x5     20   4  sperner  L0         7    123    0.25   0.50   ≥12.35       1.00      2
b          5x5     20  4?  sperner  L0         7    123    0.25   0.50    ≥1.00  too large      -
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestSummary(t *testing.T) {
	two := []tool{{Name: "hubcover"}, {Name: "cbc"}}
	slow := solved("hubcover", 5)
	slow.Certificate = accepted
	var out strings.Builder
	writeSummary(&out, two, []group{
		{runs: []run{solved("hubcover", 1), solved("cbc", 4)}},
		{runs: []run{slow, solved("cbc", 1)}},
		{runs: []run{unsolved("hubcover", 9, "time limit"), unsolved("cbc", 9, "time limit")}},
	})
	for _, want := range []string{
		"hubcover: 2 of 3 solved, 2 proved, 1 certificates accepted, 15.0 s",
		"cbc: 2 of 3 solved; hubcover is 2.1 times as fast in the median of 2, 2.1 times in that of the 2 that cost it a second or more; 1 left out that neither solved",
		"not proved: x, 3..6 in 9.00 s",
		"slower than twice the best baseline: x, 5.00 s, cbc 1.00 s",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
