package compare

import (
	"encoding/json"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

const u = Unbounded

func yes(hubs, colors Bound) Claim {
	return Claim{Hubs: hubs, Colors: colors, Yes: true, Checked: true}
}
func no(hubs, colors Bound) Claim { return Claim{Hubs: hubs, Colors: colors} }

func TestRefutes(t *testing.T) {
	for _, c := range []struct {
		yes, no Claim
		want    bool
	}{
		{yes(4, u), no(4, u), true},
		{yes(3, u), no(4, u), true},
		{yes(5, u), no(4, u), false},
		{yes(u, 2), no(u, 2), true},
		{yes(4, u), no(u, 2), false}, // with however many colours
		{yes(4, u), no(4, 2), false},
		{yes(4, 2), no(4, u), true},
		{yes(4, 2), no(u, 2), true},
		{yes(4, 2), no(4, 1), false},
		{yes(4, 2), no(5, 3), true},
		{yes(u, 2), no(4, 2), false},
		{no(4, u), no(4, u), false},
		{yes(4, u), yes(4, u), false},
	} {
		if got := c.yes.Refutes(c.no); got != c.want {
			t.Errorf("%v (%v) refutes %v: %v", c.yes, c.yes.Yes, c.no, got)
		}
	}
}

func TestSettle(t *testing.T) {
	proved := func(c Claim) Claim { c.Checked = true; return c }
	b, chi, front := Asked{Question: instances.B}, Asked{Question: instances.Chi}, Asked{Question: instances.Front}
	k4 := Asked{Question: instances.B, Decide: true, Hubs: 4, Colors: u}
	for _, c := range []struct {
		asked   Asked
		claims  []Claim
		answer  string
		checked bool
	}{
		{b, nil, "", false},
		{b, []Claim{yes(7, u), yes(5, u)}, "", false},
		{b, []Claim{yes(7, u), yes(5, u), no(4, u)}, "5", false},
		{b, []Claim{yes(5, u), proved(no(4, u))}, "5", true},
		{b, []Claim{yes(5, u), no(3, u)}, "", false},
		{b, []Claim{yes(5, u), no(5, 2)}, "", false},
		{b, []Claim{no(4, u)}, "", false},
		{b, []Claim{yes(1, u)}, "1", true},
		{b, []Claim{yes(0, 0)}, "0", true},
		{chi, []Claim{no(u, 1), no(u, 2), yes(u, 3)}, "3", false},
		{chi, []Claim{no(u, 1), yes(u, 3)}, "", false},
		{k4, []Claim{yes(5, u)}, "", false},
		{k4, []Claim{yes(4, u)}, "yes", true},
		{k4, []Claim{no(4, u)}, "no", false},
		{k4, []Claim{no(3, u)}, "", false},
		{k4, []Claim{proved(no(5, u))}, "no", true},
		{front, []Claim{yes(u, 2), no(u, 1), yes(3, u), no(2, u), yes(4, 2), yes(3, 3), no(3, 2)}, "(3,3) (4,2)", false},
		{front, []Claim{yes(4, 2), yes(3, 3), no(u, 1), no(2, u)}, "", false},
		{front, []Claim{yes(4, 2), yes(3, 3), no(3, 2), no(2, u)}, "", false},
		{front, []Claim{yes(0, 0)}, "(0,0)", true},
		{front, []Claim{yes(1, 1)}, "(1,1)", true},
		{front, nil, "", false},
	} {
		if answer, checked := c.asked.settle(c.claims); answer != c.answer || checked != c.checked {
			t.Errorf("%v of %v: %q, %v; want %q, %v", c.asked, c.claims, answer, checked, c.answer, c.checked)
		}
	}
}

func TestBoundInJSON(t *testing.T) {
	text, err := json.Marshal([]Bound{3, Unbounded, 0})
	if err != nil || string(text) != "[3,null,0]" {
		t.Fatalf("%s, %v", text, err)
	}
	var back []Bound
	if err := json.Unmarshal(text, &back); err != nil || back[0] != 3 || back[1] != Unbounded || back[2] != 0 {
		t.Fatalf("%v, %v", back, err)
	}
}
