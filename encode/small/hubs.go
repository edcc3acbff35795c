package small

import "math/bits"

// fewestHubs is b: the fewest maximal bicliques that cover the cells (F18), by
// depth-first search on the cell that fewest of them hold.
func (m matrix) fewestHubs() int {
	s := coverSearch{}
	for v, col := range m.cols {
		s.all |= uint64(col) << (8 * v)
	}
	for a := 1; a < 1<<m.rows; a++ {
		shared, hub := uint8(1<<m.rows-1), uint64(0) // rows of all columns that hold a
		for v, col := range m.cols {
			if int(col)&a == a {
				shared &= col
				hub |= uint64(a) << (8 * v)
			}
		}
		if hub != 0 && int(shared) == a {
			s.hubs = append(s.hubs, hub)
		}
	}
	for k := 0; ; k++ {
		if s.covers(0, k) {
			return k
		}
	}
}

// coverSearch is a set cover; cell (u,v) is bit 8·v+u.
type coverSearch struct {
	all  uint64
	hubs []uint64
}

// covers reports whether k more hubs cover everything.
func (s *coverSearch) covers(done uint64, k int) bool {
	left := s.all &^ done
	if left == 0 {
		return true
	}
	if k == 0 {
		return false
	}
	cell, fewest := uint64(0), len(s.hubs)+1
	for rest := left; rest != 0; rest &= rest - 1 {
		e := rest & -rest
		n := 0
		for _, h := range s.hubs {
			if h&e != 0 {
				n++
			}
		}
		if n < fewest {
			cell, fewest = e, n
		}
	}
	most := 0
	for _, h := range s.hubs {
		most = max(most, bits.OnesCount64(h&left))
	}
	if most*k < bits.OnesCount64(left) {
		return false
	}
	for _, h := range s.hubs {
		if h&cell != 0 && s.covers(done|h, k-1) {
			return true
		}
	}
	return false
}
