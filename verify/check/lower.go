package check

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// What names the number that a lower bound is for.
type What string

const (
	B        What = "b"         // fewest hubs
	Chi      What = "chi"       // fewest colours
	ChiPrime What = "chi_prime" // fewest colours of the cells themselves
	within   What = "n(h)"      // fewest hubs that h colours allow
)

// Unbounded, as a number of hubs or colours, is no bound.
const Unbounded = -1

// Infinite is the Bound of what is impossible: hubs within too few colours.
const Infinite = math.MaxInt

// Verdict of a checked lower bound.
type Verdict struct {
	Bound int
	Facts []string // facts relied on, in the order of use
}

// Lower checks what a lower bound for b, chi or chi_prime rests on, without
// proof files, and returns the bound that it proves.
func Lower(rel Relation, what What, by By) (Verdict, error) {
	return Checker{}.Lower(rel, what, by)
}

// Lower checks what a lower bound for b, chi or chi_prime rests on and returns
// the bound that it proves. Every index is checked before it is used.
func (k Checker) Lower(rel Relation, what What, by By) (Verdict, error) {
	if what != B && what != Chi && what != ChiPrime {
		return Verdict{}, fmt.Errorf("%q is no number that a bound is known for", string(what))
	}
	return k.run(rel).lower(goal{what, Unbounded}, by)
}

// Refute checks that by proves that no hub extension has at most hubs hubs and
// at most colors colours; Unbounded asks for either alone.
func Refute(rel Relation, hubs, colors int, by By) (Verdict, error) {
	return Checker{}.Refute(rel, hubs, colors, by)
}

// Refute is the function Refute with proof files and limits.
func (k Checker) Refute(rel Relation, hubs, colors int, by By) (Verdict, error) {
	g, most := goal{within, colors}, hubs
	switch {
	case hubs < Unbounded || colors < Unbounded:
		return Verdict{}, fmt.Errorf("%d hubs and %d colours: negative numbers", hubs, colors)
	case hubs == Unbounded && colors == Unbounded:
		return Verdict{}, errors.New("neither hubs nor colours are bounded: nothing to refute")
	case hubs == Unbounded:
		g, most = goal{Chi, Unbounded}, colors
	case colors == Unbounded:
		g = goal{B, Unbounded}
	}
	v, err := k.run(rel).lower(g, by)
	if err == nil && v.Bound <= most {
		return Verdict{}, fmt.Errorf("%s: proves only that %s ≥ %d, wanted is ≥ %d", by.Method, g, v.Bound, most+1)
	}
	return v, err
}

// goal is the number that a bound is wanted for: of within, n(colors).
type goal struct {
	what   What
	colors int
}

func (g goal) String() string {
	if g.what == within {
		return fmt.Sprintf("n(%d)", g.colors)
	}
	return string(g.what)
}

func (c *run) lower(g goal, by By) (Verdict, error) {
	v, err := c.reach(g, by)
	if err != nil {
		return Verdict{}, fmt.Errorf("%s: %w", by.Method, err)
	}
	return v, nil
}

func (c *run) reach(g goal, by By) (Verdict, error) {
	if err := c.stoppedNow(); err != nil {
		return Verdict{}, err
	}
	if g.what != B && hasOptional(c.rel) {
		return Verdict{}, errors.New("the relation has optional cells, which only b allows")
	}
	switch by.Method {
	case "parts":
		return c.parts(g, by)
	case "trivial":
		return c.trivial(g), nil
	}
	of, v, err := c.remember(by)
	if err != nil {
		return Verdict{}, err
	}
	switch {
	case g.what == of.what && g.what != within:
		return v, nil
	case g.what == within && of.what == B: // n(h) ≥ b
		return v, nil
	case g.what == within && of.what == within && of.colors >= g.colors: // n falls
		return v, nil
	case g.what == within && of.what == Chi && v.Bound > g.colors: // n(h) = ∞ below χ
		return Verdict{Bound: Infinite, Facts: v.Facts}, nil
	case g.what == within && of.what == Chi:
		return Verdict{}, fmt.Errorf("proves chi ≥ %d, which does not exclude %d colours", v.Bound, g.colors)
	}
	return Verdict{}, fmt.Errorf("bounds %s, not %s", of, g)
}

// prove finds the bound that a method proves, and of which number.
func (c *run) prove(by By) (goal, Verdict, error) {
	b, chi, chiPrime := goal{B, Unbounded}, goal{Chi, Unbounded}, goal{ChiPrime, Unbounded}
	of, proof := goal{}, (func(By) (Verdict, error))(nil)
	switch by.Method {
	case "fooling":
		of, proof = b, c.fooling
	case "sperner":
		of, proof = b, c.sperner
	case "weights":
		of, proof = b, c.weights
	case "tree":
		of, proof = b, c.tree
	case "skew":
		of, proof = chi, c.skew
	case "degree-weights":
		of, proof = chi, c.degreeWeights
	case "degree":
		of, proof = chiPrime, c.degree
	case "lrup", "cubes":
		proof = c.refute
		switch by.Formula {
		case "cover":
			of = b
		case "chi", "chi-r":
			of = chi
		case "front":
			of = goal{within, by.H}
		default:
			return goal{}, Verdict{}, fmt.Errorf("no formula %q bounds hubs or colours", by.Formula)
		}
	default:
		return goal{}, Verdict{}, errors.New("no such method")
	}
	v, err := proof(by)
	return of, v, err
}

// trivial: a relation with a cell that must be covered needs a hub and a colour.
func (c *run) trivial(g goal) Verdict {
	for i := range c.rel.Len() {
		if !c.rel.Optional(i) {
			if g.what == within && g.colors == 0 {
				return Verdict{Bound: Infinite, Facts: []string{"F2"}}
			}
			return Verdict{Bound: 1, Facts: []string{"F2"}}
		}
	}
	return Verdict{Facts: []string{"F2"}}
}

// merge appends the facts that are not yet named.
func merge(facts []string, more ...string) []string {
	for _, f := range more {
		if !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
	}
	return facts
}
