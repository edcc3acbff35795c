package check

import (
	"errors"
	"fmt"
)

// refute checks methods lrup and cubes: no model of a canonical formula, so no
// cover of the problem that the formula describes.
func (c *run) refute(by By) (Verdict, error) {
	f, p, err := c.generate(by, nil)
	if err != nil {
		return Verdict{}, err
	}
	if by.Method == "cubes" {
		err = c.cubes(f, p, by)
	} else {
		err = c.replayFile(f, by.Proof, nil)
	}
	if err != nil {
		return Verdict{}, err
	}
	switch by.Formula {
	case "chi", "chi-r":
		return Verdict{Bound: by.H + 1, Facts: []string{"F8", "F16", "F17"}}, nil
	}
	return Verdict{Bound: by.N + 1, Facts: []string{"F16", "F17"}}, nil
}

// generate makes the formula that by names. A formula that could not but hold
// or fail for lack of values is refused: it is no proof of anything.
func (c *run) generate(by By, hubs []Hub) (*formula, *problem, error) {
	things, what := 0, "cells"
	var p *problem
	var err error
	if by.Formula == "index" {
		hubs, err = pickHubs(hubs, by.Hubs)
		things, what = len(hubs), "hubs"
	} else if p, err = c.problem(by); err == nil {
		things = len(p.must)
	}
	if err != nil {
		return nil, nil, err
	}
	allows := func(name string, n, below int) {
		if err == nil && (n < 1 || n >= below) {
			err = fmt.Errorf("%s = %d is not within 1..%d for %d %s", name, n, below-1, things, what)
		}
	}
	var make func() *formula
	switch by.Formula {
	case "cover":
		allows("n", by.N, things)
		make = func() *formula { return c.cover(p, by.N) }
	case "chi":
		allows("h", by.H, things)
		make = func() *formula { return c.chi(p, by.H) }
	case "chi-r":
		allows("h", by.H, things)
		make = func() *formula { return c.chiR(p, by.H) }
	case "front":
		allows("n", by.N, things)
		allows("h", by.H, things)
		make = func() *formula { return c.front(p, by.N, by.H) }
	case "index":
		allows("h", by.H, things)
		make = func() *formula { return c.index(hubs, by.H) }
	default:
		err = errors.New("no formula is named " + by.Formula)
	}
	if err != nil {
		return nil, nil, err
	}
	f := make()
	f.setBase()
	return f, p, f.err
}
