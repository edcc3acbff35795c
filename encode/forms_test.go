package encode_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

func TestFind(t *testing.T) {
	for _, e := range encode.All {
		if got, err := encode.Find(e.Question, e.Form); err != nil || got.Name != e.Name {
			t.Errorf("%s: found %s, %v", e.Name, got.Name, err)
		}
		if e.Name != e.Question.String()+"/"+e.Form || e.Doc == "" || e.Source == "" {
			t.Errorf("encoder does not say what it is: %+v", e)
		}
	}
	if e, err := encode.Find(instances.Chi, ""); err != nil || e.Form != "canonical" {
		t.Errorf("default form for chi: %s, %v", e.Form, err)
	}
	if _, err := encode.Find(instances.B, "r"); err == nil || !strings.Contains(err.Error(), "setcover") {
		t.Errorf("b/r: %v", err)
	}
	if _, err := encode.Find(instances.ChiPrime, ""); err == nil {
		t.Error("χ′ needs no formula, but one was found")
	}
}

// A fooling set at the front is pinned whole, and one hub less is refuted by
// an empty clause, without any search.
func TestPinnedFoolingSet(t *testing.T) {
	mask := matrix(t, "11111", "01111", "00111", "00011", "00001")
	var diagonal, rest []instances.Cell
	for _, c := range mask.Cells() {
		if c.Row == c.Col {
			diagonal = append(diagonal, c)
		} else {
			rest = append(rest, c)
		}
	}
	backwards := slices.Clone(diagonal)
	slices.Reverse(backwards)
	for _, cells := range [][]instances.Cell{nil, append(diagonal, rest...), append(backwards, rest...)} {
		p := encode.Problem{Rel: mask, Cells: cells, Hubs: 4}
		f := encoded(t, encode.CoverPinned, p).Formula
		empty := 0
		for i := range f.Len() {
			if len(f.Lits(i)) == 0 {
				empty++
			}
		}
		if empty == 0 {
			t.Errorf("4 hubs for 5 fooling cells: no empty clause; cells %v", cells)
		}
		p.Hubs = 5
		units := 0
		for f, i := encoded(t, encode.CoverPinned, p).Formula, 0; i < f.Len(); i++ {
			if len(f.Lits(i)) == 1 {
				units++
			}
		}
		if units < 10 {
			t.Errorf("5 hubs for 5 fooling cells: %d unit clauses, want a row and a column for each", units)
		}
	}
}

// What the model says of memberships that were dropped does not matter.
func TestPinnedIgnoresDroppedMemberships(t *testing.T) {
	rel := matrix(t, "110", "011", "001")
	for _, e := range []encode.Encoder{encode.CoverPinned, encode.FrontPinned} {
		p := encode.Problem{Rel: rel, Hubs: 3}
		if e.Colors {
			p.Colors = 3
		}
		enc := encoded(t, e, p)
		m := encodetest.Solve(enc.Formula)
		occurs := make([]bool, len(m))
		for i := range enc.Formula.Len() {
			for _, l := range enc.Formula.Lits(i) {
				occurs[l.Var()] = true
			}
		}
		dropped := 0
		for v := 1; v < len(m); v++ {
			if !occurs[v] {
				m[v] = true
				dropped++
			}
		}
		x, err := enc.Decode(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := encodetest.Check(rel, rel.Cells(), x, e.Colors); err != nil || dropped == 0 {
			t.Errorf("%s: %d variables dropped, %v", e.Name, dropped, err)
		}
	}
}

func TestDecodeRefusesWhatIsNoFatMatching(t *testing.T) {
	for _, e := range []encode.Encoder{encode.Chi, encode.ChiR} {
		enc := encoded(t, e, encode.Problem{Rel: matrix(t, "110", "011"), Colors: 1})
		m := make(pb.Model, enc.Formula.Vars()+1)
		for v := range m {
			m[v] = true
		}
		if x, err := enc.Decode(m); err == nil {
			t.Errorf("%s: decoded %v", e.Name, x)
		}
		enc = encoded(t, e, encode.Problem{Rel: matrix(t, "11", "11"), Colors: 1})
		m = make(pb.Model, enc.Formula.Vars()+1)
		m[1], m[2], m[3] = true, true, true // the second row has a part of the first one's columns
		if x, err := enc.Decode(m); err == nil {
			t.Errorf("%s: decoded %v", e.Name, x)
		}
	}
}

// Colours without hubs leave no gap.
func TestDecodeNumbersColors(t *testing.T) {
	enc := encoded(t, encode.Chi, encode.Problem{Rel: matrix(t, "10", "01"), Colors: 3})
	m := make(pb.Model, 7) // cells 0 and 1 in colours 1 and 3
	m[1], m[6] = true, true
	x, err := enc.Decode(m)
	if err != nil || len(x) != 2 || x[0].Color != 1 || x[1].Color != 2 {
		t.Errorf("%v, %v", x, err)
	}
}

// The largest formula a problem may have is counted exactly: one clause less
// is refused.
func TestCountsAreExact(t *testing.T) {
	rel := matrix(t, "01101", "11010", "10111", "00110")
	for _, e := range encode.All {
		p := encode.Problem{Rel: rel}
		if e.Hubs {
			p.Hubs = 6
		}
		if e.Colors {
			p.Colors = 3
		}
		f := encoded(t, e, p).Formula
		if e.Form == "pinned" { // counted from above
			continue
		}
		p.MaxClauses = f.Len()
		encoded(t, e, p)
		p.MaxClauses--
		if _, err := e.Encode(t.Context(), p); err == nil && p.MaxClauses > 0 {
			t.Errorf("%s: a formula of %d clauses passes a limit of %d", e.Name, f.Len(), p.MaxClauses)
		}
	}
}
