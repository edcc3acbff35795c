package compare

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// Bound is a number of hubs or colours; in JSON Unbounded is null.
type Bound int

// Unbounded: any number will do.
const Unbounded Bound = -1

// MarshalJSON writes null for Unbounded.
func (b Bound) MarshalJSON() ([]byte, error) {
	if b == Unbounded {
		return []byte("null"), nil
	}
	return json.Marshal(int(b))
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (b *Bound) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*b = Unbounded
		return nil
	}
	return json.Unmarshal(text, (*int)(b))
}

// within reports that at most b are at most most.
func (b Bound) within(most Bound) bool {
	return most == Unbounded || b != Unbounded && b <= most
}

// Claim is an answer to the one question behind all others: is there a hub
// extension of at most Hubs hubs with at most Colors colours? A yes was
// verified on the instance before it became a claim. A no is a backend's word
// unless Checked: then a checker has replayed its proof.
type Claim struct {
	Hubs    Bound `json:"hubs"`
	Colors  Bound `json:"colors"`
	Yes     bool  `json:"yes"`
	Checked bool  `json:"checked"`
}

// Refutes reports that c is a yes to what d says no to.
func (c Claim) Refutes(d Claim) bool {
	return c.Yes && !d.Yes && c.Hubs.within(d.Hubs) && c.Colors.within(d.Colors)
}

func (c Claim) String() string {
	var bounds []string
	if c.Hubs != Unbounded {
		bounds = append(bounds, fmt.Sprintf("%d hubs", c.Hubs))
	}
	if c.Colors != Unbounded {
		bounds = append(bounds, fmt.Sprintf("%d colours", c.Colors))
	}
	text := strings.Join(bounds, " with ")
	if !c.Yes {
		return "not " + text
	}
	return text
}

// Asked is a question about an instance: one of instances.Questions, or, with
// Decide, whether so many hubs and colours are enough.
type Asked struct {
	Question instances.Question
	Decide   bool
	Hubs     Bound
	Colors   Bound
}

func (q Asked) String() string {
	if !q.Decide {
		return q.Question.String()
	}
	text := q.Question.String()
	if q.Hubs != Unbounded {
		text += fmt.Sprintf(" hubs=%d", q.Hubs)
	}
	if q.Colors != Unbounded {
		text += fmt.Sprintf(" colors=%d", q.Colors)
	}
	return text
}

// settle is the answer that the claims come to, "14", "yes" or "(3,3) (4,2)",
// and whether its lower side was checked; "" where they leave the question
// open.
func (q Asked) settle(claims []Claim) (answer string, checked bool) {
	if q.Decide {
		for _, c := range claims {
			if c.Yes && c.Hubs.within(q.Hubs) && c.Colors.within(q.Colors) {
				return "yes", true
			}
		}
		if yes, checked := denied(claims, q.Hubs, q.Colors); yes {
			return "no", checked
		}
		return "", false
	}
	switch q.Question {
	case instances.B:
		return least(claims, func(n Bound) Claim { return Claim{Hubs: n, Colors: Unbounded} })
	case instances.Chi:
		return least(claims, func(n Bound) Claim { return Claim{Hubs: Unbounded, Colors: n} })
	}
	return front(claims)
}

// denied reports a no to the bounds.
func denied(claims []Claim, hubs, colors Bound) (no, checked bool) {
	for _, c := range claims {
		if !c.Yes && hubs.within(c.Hubs) && colors.within(c.Colors) {
			no, checked = true, checked || c.Checked
		}
	}
	return no, checked || hubs == 0 || colors == 0
}

// least is the number that is said to be enough where one less is not.
func least(claims []Claim, at func(Bound) Claim) (string, bool) {
	best := Unbounded
	for _, c := range claims {
		if c.Yes && (c.Hubs == 0 || c.Colors == 0) {
			return "0", true
		}
		n := max(c.Hubs, c.Colors) // the other one is Unbounded
		if yes := at(n); c.Yes && c.Hubs == yes.Hubs && c.Colors == yes.Colors && (best < 0 || n < best) {
			best = n
		}
	}
	switch {
	case best == Unbounded:
		return "", false
	case best <= 1:
		return fmt.Sprint(best), true // of cells there is at least one
	}
	below := at(best - 1)
	no, checked := denied(claims, below.Hubs, below.Colors)
	if !no {
		return "", false
	}
	return fmt.Sprint(best), checked
}

// front is the staircase of the pairs that were found, where no corner is
// open.
func front(claims []Claim) (string, bool) {
	var points []Claim
	for _, c := range claims {
		if c.Yes && c.Hubs >= 0 && c.Colors >= 0 {
			points = append(points, c)
		}
	}
	slices.SortFunc(points, func(a, b Claim) int {
		if a.Hubs != b.Hubs {
			return int(a.Hubs - b.Hubs)
		}
		return int(a.Colors - b.Colors)
	})
	var steps []Claim
	for _, p := range points {
		if len(steps) == 0 || p.Colors < steps[len(steps)-1].Colors {
			steps = append(steps, p)
		}
	}
	if len(steps) == 0 {
		return "", false
	}
	if last := steps[len(steps)-1]; last.Hubs == 0 {
		return "(0,0)", true
	}
	all := true
	var text []string
	for _, s := range steps {
		text = append(text, fmt.Sprintf("(%d,%d)", s.Hubs, s.Colors))
	}
	for _, k := range corners(steps) {
		no, checked := denied(claims, k.Hubs, k.Colors)
		if !no && k.Hubs != 0 && k.Colors != 0 {
			return "", false
		}
		all = all && checked
	}
	return strings.Join(text, " "), all
}

// corners are what has to be refuted for points, hubs ascending and colours
// descending, to be the front.
func corners(points []Claim) []Claim {
	out := []Claim{{Hubs: points[0].Hubs - 1, Colors: Unbounded}}
	for i, p := range points[1:] {
		out = append(out, Claim{Hubs: p.Hubs - 1, Colors: points[i].Colors - 1})
	}
	return append(out, Claim{Hubs: Unbounded, Colors: points[len(points)-1].Colors - 1})
}
