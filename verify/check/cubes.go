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
	k, lit := by.N, func(t, i int) int32 { return p.coverLit(t, by.N, i) }
	clash := p.coverClash
	if by.Formula == "chi" || by.Formula == "chi-r" {
		k, lit = by.H, func(t, i int) int32 { return colorLit(p.index(p.must[t].u, p.must[t].v), by.H, i) }
		clash = p.chiClash
	}
	if by.Depth < 1 || by.Depth > len(p.must) {
		return fmt.Errorf("depth %d is not within 1..%d, the number of cells", by.Depth, len(p.must))
	}
	if by.Depth > maxDepth {
		return limit("depth %d, allowed is %d", by.Depth, maxDepth)
	}
	used := 0 // proofs
	units := make([]int32, by.Depth)
	visited := 0
	err := growthStrings(by.Depth, k, func(s []int) (bool, error) {
		if visited++; visited > c.Limits.Cubes {
			return false, limit("more than %d cubes and prefixes of cubes", c.Limits.Cubes)
		}
		if err := c.stopped(len(s)); err != nil {
			return false, err
		}
		if clash(s) {
			return false, nil
		}
		if len(s) < by.Depth {
			return true, nil
		}
		if used == len(by.Proofs) {
			return false, fmt.Errorf("no proof for cube %v, the %d-th", s, used+1)
		}
		for t, i := range s {
			units[t] = lit(t, i)
		}
		used++
		if err := c.replayFile(f, by.Proofs[used-1], units); err != nil {
			return false, fmt.Errorf("cube %v: %w", s, err)
		}
		return true, nil
	})
	if err == nil && used < len(by.Proofs) {
		err = fmt.Errorf("%d proofs for %d cubes", len(by.Proofs), used)
	}
	return err
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
