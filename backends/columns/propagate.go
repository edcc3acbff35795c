package columns

import (
	"math/bits"
	"sort"
)

// propagate puts cells that one bin only can hold into it, and takes out of the
// domains the columns that are too light, until nothing changes.
func (s *search) propagate() outcome {
	for {
		if !s.weigh() {
			s.proof.weigh()
			return closed
		}
		s.count()
		rest := uint64(0)
		for i, o := range s.open {
			rest |= o
			if none := o &^ s.once[i]; none != 0 {
				s.dead(i<<6 + bits.TrailingZeros64(none))
				return closed
			}
		}
		if rest == 0 {
			return covered
		}
		cell, changed := -1, false
		if cell, changed = s.units(); cell >= 0 {
			s.dead(cell)
			return closed
		}
		if !changed {
			return unknown
		}
	}
}

// units puts the cells that one bin only can hold into it, as long as no bin
// comes into use: that one may hold other cells too. It returns a cell that no
// bin is left for, or -1.
func (s *search) units() (dead int, changed bool) {
	for i, o := range s.open {
		for u := o &^ s.twice[i]; u != 0; u &= u - 1 {
			cell := i<<6 + bits.TrailingZeros64(u)
			if s.covered(cell) {
				continue
			}
			bin := s.support(cell)
			if bin < 0 {
				return cell, true
			}
			s.put(cell, bin)
			if changed = true; bin == s.k {
				return -1, true
			}
		}
	}
	return -1, changed
}

func (s *search) covered(cell int) bool {
	for b := range s.used {
		if s.must[b].has(cell) {
			return true
		}
	}
	return false
}

// support is a bin that can hold the cell, or -1.
func (s *search) support(cell int) int {
	for b := range s.used {
		if s.can[b].has(cell) {
			return b
		}
	}
	if s.used < s.k && s.can[s.k].has(cell) {
		return s.k
	}
	return -1
}

// count finds the uncovered cells and how many bins can hold them.
func (s *search) count() {
	s.open.fill(s.cells)
	clear(s.once)
	clear(s.twice)
	clear(s.thrice)
	for b := range s.k + 1 {
		if b >= s.used && (b < s.k || s.used == s.k) {
			continue
		}
		if b < s.used {
			s.open.andNot(s.must[b])
		}
		for i, x := range s.can[b] {
			s.thrice[i] |= s.twice[i] & x
			s.twice[i] |= s.once[i] & x
			s.once[i] |= x
		}
	}
}

// dead closes a node: no bin can hold the cell, which gets hotter.
func (s *search) dead(cell int) {
	s.proof.dead(cell)
	s.heat[cell] += s.warm
	if s.warm *= 1.001; s.warm > 1e100 {
		for i := range s.heat {
			s.heat[i] /= s.warm
		}
		s.warm = 1
	}
}

// weigh compares the heaviest columns of the domains with what the cells weigh
// together (LP duality) and takes out the columns too light for the difference.
// It reports false where no choice of columns is heavy enough.
func (s *search) weigh() bool {
	var sum int64
	for b := range s.used {
		sum += s.weight[s.domain[b].first()]
	}
	fresh := s.used < s.k && s.domain[s.k].first() >= 0
	if fresh {
		sum += int64(s.k-s.used) * s.weight[s.domain[s.k].first()]
	}
	slack := sum - s.total
	if slack < 0 {
		return false
	}
	lighter := false
	for b := range s.used {
		lighter = s.lighten(b, slack) || lighter
	}
	if fresh {
		lighter = s.lighten(s.k, slack) || lighter
	}
	if lighter {
		s.proof.weigh()
	}
	return true
}

// lighten takes out of a domain the columns that weigh less than its heaviest
// by more than the slack, and reports whether there were any.
func (s *search) lighten(bin int, slack int64) bool {
	d := s.domain[bin]
	j := d.first()
	least := s.weight[j] - slack
	if s.weight[d.last()] >= least {
		return false
	}
	from := j + sort.Search(len(s.weight)-j, func(i int) bool { return s.weight[j+i] < least })
	s.save(bin)
	d.cut(from)
	s.look(bin)
	return true
}
