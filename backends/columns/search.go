package columns

import "math/bits"

// search walks over the ways to put the cells of a cover into k bins. A bin is
// a column that is not known yet: its domain is the columns that hold all cells
// put into it and none of those kept out of it. Bins not in use yet are
// interchangeable and share one domain.
type search struct {
	*cover
	k       int
	used    int      // bins in use: 0..used-1; bin k stands for all others
	domain  []bitset // of each bin: columns
	can     []bitset // cells that some column of the domain holds
	must    []bitset // cells that every column of the domain holds
	trail   []uint64 // domains as they were
	savedAt []int    // of each bin: the depth at which it was saved last, or -1
	depth   int

	heat []float64 // of each cell: how often no bin was left for it, of late the most
	warm float64   // what is added next

	// Scratch: the uncovered cells; those that at least so many bins can hold.
	open, once, twice, thrice bitset

	proof *proof
	nodes int64
	stop  func(nodes int64) bool
}

func newSearch(c *cover, k int) *search {
	s := &search{cover: c, k: k, warm: 1, heat: make([]float64, c.cells)}
	for range k + 1 {
		s.domain = append(s.domain, newBitset(len(c.columns)))
		s.can = append(s.can, newBitset(c.cells))
		s.must = append(s.must, newBitset(c.cells))
		s.savedAt = append(s.savedAt, -1)
	}
	s.domain[k].fill(len(c.columns))
	s.look(k)
	for _, set := range []*bitset{&s.open, &s.once, &s.twice, &s.thrice} {
		*set = newBitset(c.cells)
	}
	return s
}

// outcome of a part of the walk.
type outcome uint8

const (
	unknown outcome = iota // not settled: stopped
	covered                // every cell is in some bin
	closed                 // no way on
)

// pollMask: whether to stop is asked every 256 nodes.
const pollMask = 1<<8 - 1

// walk goes through everything below the state at hand: it puts a cell into a
// bin, and then keeps it out of that bin. The caller undoes what it did.
func (s *search) walk() outcome {
	if s.nodes++; s.nodes&pollMask == 0 && s.stop(s.nodes) {
		return unknown
	}
	if out := s.propagate(); out != unknown {
		return out
	}
	cell := s.choose()
	bin := s.likeliest(cell)
	trail, used := len(s.trail), s.used
	s.depth++
	s.put(cell, bin)
	if out := s.walk(); out != closed {
		return out
	}
	s.undo(trail, used)
	s.keepOut(cell, bin)
	if out := s.walk(); out != closed {
		return out
	}
	s.undo(trail, used)
	s.depth--
	return closed
}

// choose picks an uncovered cell that the fewest bins can hold, among those with
// two the hottest.
func (s *search) choose() int {
	best, most := -1, -1.0
	for i, o := range s.open {
		for u := o &^ s.thrice[i]; u != 0; u &= u - 1 {
			if c := i<<6 + bits.TrailingZeros64(u); s.heat[c] > most {
				best, most = c, s.heat[c]
			}
		}
	}
	if best >= 0 {
		return best
	}
	s.open.each(func(c int) {
		n := 0
		for b := range s.used {
			if s.can[b].has(c) {
				n++
			}
		}
		if s.used < s.k && s.can[s.k].has(c) {
			n++
		}
		if h := (s.heat[c] + 1) / float64(n*n*n); h > most {
			best, most = c, h
		}
	})
	return best
}

// likeliest picks the bin that the most of its columns would keep with the cell,
// one not in use where no other can hold it.
func (s *search) likeliest(cell int) int {
	best, most := s.k, -1.0
	for b := range s.used {
		if !s.can[b].has(cell) {
			continue
		}
		with, all := 0, 0
		for i, w := range s.domain[b] {
			with += bits.OnesCount64(w & s.at[cell][i])
			all += bits.OnesCount64(w)
		}
		if share := float64(with) / float64(all); share > most {
			best, most = b, share
		}
	}
	return best
}

// put makes a bin hold a cell.
func (s *search) put(cell, bin int) {
	if bin == s.k {
		bin = s.used
		s.save(bin)
		copy(s.domain[bin], s.domain[s.k])
		s.used++
	} else {
		s.save(bin)
	}
	s.proof.put(cell, bin)
	s.domain[bin].and(s.at[cell])
	s.look(bin)
}

// keepOut makes a bin, or all those not in use, not hold a cell.
func (s *search) keepOut(cell, bin int) {
	s.save(bin)
	s.domain[bin].andNot(s.at[cell])
	s.look(bin)
}

// look finds anew what a bin can and must hold.
func (s *search) look(bin int) {
	can, must := s.can[bin], s.must[bin]
	clear(can)
	must.fill(s.cells)
	for i, w := range s.domain[bin] {
		for ; w != 0; w &= w - 1 {
			for k, c := range s.columns[i<<6+bits.TrailingZeros64(w)] {
				can[k] |= c
				must[k] &= c
			}
		}
	}
}

// save keeps a bin's state for when the walk comes back to this depth.
func (s *search) save(bin int) {
	if s.savedAt[bin] == s.depth {
		return
	}
	s.trail = append(s.trail, s.domain[bin]...)
	s.trail = append(s.trail, s.can[bin]...)
	s.trail = append(s.trail, s.must[bin]...)
	s.trail = append(s.trail, uint64(s.savedAt[bin]), uint64(bin))
	s.savedAt[bin] = s.depth
}

// undo goes back to a state by the length of the trail and the bins in use then.
func (s *search) undo(trail, used int) {
	for len(s.trail) > trail {
		n := len(s.trail) - 2
		before, bin := int(s.trail[n]), int(s.trail[n+1])
		for _, set := range []bitset{s.must[bin], s.can[bin], s.domain[bin]} {
			n -= len(set)
			copy(set, s.trail[n:])
		}
		s.savedAt[bin] = before
		s.trail = s.trail[:n]
	}
	s.used = used
}

// chosen is a column of each bin in use.
func (s *search) chosen() (columns []int) {
	for b := range s.used {
		columns = append(columns, s.domain[b].first())
	}
	return columns
}
