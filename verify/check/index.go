package check

import (
	"errors"
	"fmt"
	"slices"
)

// Index checks what a lower bound for the chromatic index of a given hub
// extension rests on and returns the bound that it proves. That the hubs are
// an extension of the relation is not checked here.
func (k Checker) Index(rel Relation, hubs []Hub, by By) (Verdict, error) {
	c := k.run(rel)
	v, err := Verdict{}, error(nil)
	switch {
	case by.Method == "trivial":
		v = Verdict{Bound: min(1, len(hubs)), Facts: []string{"F2"}}
	case by.Method == "clique":
		v, err = c.clique(hubs, by.Hubs)
	case by.Method == "lrup" && by.Formula == "index":
		v, err = c.refuteIndex(hubs, by)
	default:
		err = errors.New("no such method bounds the chromatic index of an extension")
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("%s: %w", by.Method, err)
	}
	return v, nil
}

// share reports that two hubs may not have one colour.
func share(g, h Hub) bool {
	return meet(g.Sources, h.Sources) || meet(g.Targets, h.Targets)
}

// meet reports whether two ascending lists have a common member.
func meet(a, b []int32) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			return true
		}
	}
	return false
}

// pickHubs gives the hubs at the positions named, all when none is.
func pickHubs(hubs []Hub, at []int) ([]Hub, error) {
	if err := ascending(hubs); err != nil {
		return nil, err
	}
	if len(at) == 0 {
		return hubs, nil
	}
	seen, out := make([]bool, len(hubs)), make([]Hub, len(at))
	for i, k := range at {
		if k < 0 || k >= len(hubs) || seen[k] {
			return nil, fmt.Errorf("hub %d is out of range 0..%d or named twice", k, len(hubs)-1)
		}
		seen[k], out[i] = true, hubs[k]
	}
	return out, nil
}

// clique: hubs that pairwise share a source or a target differ in colour.
func (c *run) clique(hubs []Hub, at []int) (Verdict, error) {
	some, err := pickHubs(hubs, at)
	if err != nil {
		return Verdict{}, err
	}
	if onOneLine(some) {
		return Verdict{Bound: len(some)}, nil
	}
	for i, g := range some {
		for k, h := range some[:i] {
			if err := c.stopped(len(g.Sources) + len(g.Targets)); err != nil {
				return Verdict{}, err
			}
			if !share(g, h) {
				return Verdict{}, fmt.Errorf("the hubs named %d-th and %d-th share neither source nor target", k+1, i+1)
			}
		}
	}
	return Verdict{Bound: len(some)}, nil
}

// onOneLine reports that one line is a source of all hubs, or a target of all:
// then they need no comparing in pairs.
func onOneLine(hubs []Hub) bool {
	if len(hubs) == 0 {
		return false
	}
	sources, targets := hubs[0].Sources, hubs[0].Targets
	for _, h := range hubs[1:] {
		sources, targets = common(sources, h.Sources), common(targets, h.Targets)
	}
	return len(sources)+len(targets) > 0
}

// common is the intersection of two ascending lists.
func common(a, b []int32) []int32 {
	var out []int32
	for _, v := range a {
		if _, in := slices.BinarySearch(b, v); in {
			out = append(out, v)
		}
	}
	return out
}

// index is INDEX(h): c[t,j] says that the t-th hub has colour j.
func (c *run) index(hubs []Hub, h int) *formula {
	f := c.formula(len(hubs) * h)
	for t := range hubs {
		f.firstOf(t, h, func(j int) int32 { return int32(t*h + j + 1) })
	}
	for t := range hubs {
		for t2 := t + 1; t2 < len(hubs) && f.err == nil; t2++ {
			if err := c.stopped(len(hubs[t].Sources) + len(hubs[t].Targets)); err != nil {
				f.err = err
			}
			if !share(hubs[t], hubs[t2]) {
				continue
			}
			for j := range h {
				f.add(-int32(t*h+j+1), -int32(t2*h+j+1))
			}
		}
	}
	return f
}

func (c *run) refuteIndex(hubs []Hub, by By) (Verdict, error) {
	f, _, err := c.generate(by, hubs)
	if err != nil {
		return Verdict{}, err
	}
	if err := c.replayFile(f, by.Proof, nil); err != nil {
		return Verdict{}, err
	}
	return Verdict{Bound: by.H + 1, Facts: []string{"F17"}}, nil
}

// ascending wants members in order, which meet relies on.
func ascending(hubs []Hub) error {
	for i, h := range hubs {
		if !slices.IsSorted(h.Sources) || !slices.IsSorted(h.Targets) {
			return fmt.Errorf("hub %d does not list its members in ascending order", i+1)
		}
	}
	return nil
}
