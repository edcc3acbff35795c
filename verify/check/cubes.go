package check

import "fmt"

// maxDepth is how many cells cubes may split over.
const maxDepth = 64

// cubes splits a formula over the values of the first d cells of E′ and replays
// a proof for each case. Values renamed by first appearance are restricted
// growth strings (F17): cell t has a value that an earlier cell has, or the
// next new one. All of them are visited here, in lexicographic order; only such
// as cannot be part of a cover need no proof.
func (c *run) cubes(f *formula, p *problem, by By) error {
	used := 0 // proofs
	var units []int32
	err := c.split(p, by, func(s []int, clash bool) error {
		if clash || len(s) < by.Depth {
			return nil
		}
		if used == len(by.Proofs) {
			return fmt.Errorf("no proof for cube %v, the %d-th", s, used+1)
		}
		units = units[:0]
		for t, i := range s {
			if by.colors() {
				units = append(units, colorLit(p.index(p.must[t].u, p.must[t].v), by.H, i))
			} else {
				units = append(units, p.coverLit(t, by.N, i))
			}
		}
		used++
		if err := c.replayFile(f, by.Proofs[used-1], units); err != nil {
			return fmt.Errorf("cube %v: %w", s, err)
		}
		return nil
	})
	if err == nil && used < len(by.Proofs) {
		err = fmt.Errorf("%d proofs for %d cubes", len(by.Proofs), used)
	}
	return err
}

// colors: the formula gives cells colours, not hubs.
func (by By) colors() bool { return by.Formula == "chi" || by.Formula == "chi-r" }

// split visits the cases in lexicographic order, each before those that it
// begins; these are left out where clash says that it is part of no cover.
func (c *run) split(p *problem, by By, visit func(s []int, clash bool) error) error {
	k, clash := by.N, p.coverClash
	if by.colors() {
		k, clash = by.H, p.chiClash
	}
	if by.Depth < 1 || by.Depth > len(p.must) {
		return fmt.Errorf("depth %d is not within 1..%d, the number of cells", by.Depth, len(p.must))
	}
	if by.Depth > maxDepth {
		return limit("depth %d, allowed is %d", by.Depth, maxDepth)
	}
	visited := 0
	return growthStrings(by.Depth, k, func(s []int) (bool, error) {
		if visited++; visited > c.Limits.Cubes {
			return false, limit("more than %d cubes and prefixes of cubes", c.Limits.Cubes)
		}
		if err := c.stopped(len(s)); err != nil {
			return false, err
		}
		closed := clash(s)
		return !closed, visit(s, closed)
	})
}

// growthStrings visits, in lexicographic order, the nonempty restricted growth
// strings of at most d values 0..k-1: each before those that it begins, which
// are left out where visit says so.
func growthStrings(d, k int, visit func(s []int) (deeper bool, err error)) error {
	s := make([]int, 0, d)
	var extend func(fresh int) error
	extend = func(fresh int) error {
		for i := range min(k, fresh+1) {
			s = append(s, i)
			deeper, err := visit(s)
			if err == nil && deeper && len(s) < d {
				err = extend(max(fresh, i+1))
			}
			if err != nil {
				return err
			}
			s = s[:len(s)-1]
		}
		return nil
	}
	return extend(0)
}

// coverClash: the last cell conflicts with one of the same hub (F6).
func (p *problem) coverClash(s []int) bool {
	t := len(s) - 1
	for o := range t {
		if s[o] == s[t] && p.conflict(p.must[o], p.must[t]) {
			return true
		}
	}
	return false
}

// chiClash: the last cell closes a path (a,b), (c,b), (c,d) of one colour on a
// pair (a,d) that is no cell (F8). Two cells never exclude each other (F14).
func (p *problem) chiClash(s []int) bool {
	t := len(s) - 1
	var mates []cell
	for o := range t + 1 {
		if s[o] == s[t] {
			mates = append(mates, p.must[o])
		}
	}
	for _, mid := range mates {
		for _, x := range mates {
			for _, y := range mates {
				if x.v == mid.v && y.u == mid.u && p.index(x.u, y.v) < 0 {
					return true
				}
			}
		}
	}
	return false
}
