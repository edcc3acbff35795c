package check

import "slices"

// held reports that another bin than the given one can hold the cell.
func (w *walker) held(cell, but int) bool {
	for b, domain := range w.domain {
		if b == but || b >= w.used && (b < w.k || w.used == w.k) || w.clash[b].has(cell) {
			continue
		}
		for i, x := range w.at[cell] {
			if x&domain[i] != 0 {
				return true
			}
		}
	}
	return false
}

func (w *walker) put(cell, bin int) {
	if bin == w.k {
		bin = w.used
		w.used++
		w.save(bin)
		copy(w.domain[bin], w.domain[w.k])
		copy(w.clash[bin], w.clash[w.k])
	} else {
		w.save(bin)
	}
	for i, x := range w.at[cell] {
		w.domain[bin][i] &= x
	}
	for i, x := range w.apart[cell] {
		w.clash[bin][i] |= x
	}
}

// back goes from what is closed to what is to be closed next: the last cell
// that has not been kept out of its bin, where others can hold it. It reports
// that there is none.
func (w *walker) back() bool {
	for n := len(w.path) - 1; n >= 0; n-- {
		f := &w.path[n]
		w.undo(f.trail, f.used)
		if f.more {
			f.more = false
			w.save(f.bin)
			for i, x := range w.at[f.cell] {
				w.domain[f.bin][i] &^= x
			}
			return false
		}
		w.path = w.path[:n]
	}
	return true
}

func (w *walker) save(bin int) {
	if len(w.spare) == 0 {
		w.spare = append(w.spare, saved{domain: make(set, len(w.domain[bin])), clash: make(set, len(w.clash[bin]))})
	}
	n := len(w.spare) - 1
	s := w.spare[n]
	w.spare = w.spare[:n]
	s.bin = bin
	copy(s.domain, w.domain[bin])
	copy(s.clash, w.clash[bin])
	w.trail = append(w.trail, s)
}

func (w *walker) undo(trail, used int) {
	for n := len(w.trail) - 1; n >= trail; n-- {
		s := w.trail[n]
		w.spare = append(w.spare, saved{domain: w.domain[s.bin], clash: w.clash[s.bin]})
		w.domain[s.bin], w.clash[s.bin] = s.domain, s.clash
		w.trail = w.trail[:n]
	}
	w.used = used
}

// weigh takes out the columns that are too light; it reports false where that
// closes the case.
func (w *walker) weigh() bool {
	var sum int64
	for b := range w.used {
		heaviest := first(w.domain[b])
		if heaviest < 0 {
			return false
		}
		sum += w.weight[heaviest]
	}
	if j := first(w.domain[w.k]); j >= 0 {
		sum += int64(w.k-w.used) * w.weight[j]
	}
	if sum < w.total {
		return false
	}
	for b := range w.domain {
		if b >= w.used && b < w.k || first(w.domain[b]) < 0 {
			continue
		}
		least := w.weight[first(w.domain[b])] - (sum - w.total)
		n, _ := slices.BinarySearchFunc(w.weight, least, func(x, least int64) int {
			if x < least {
				return 1
			}
			return -1
		})
		if !above(w.domain[b], n) {
			continue
		}
		w.save(b)
		cut(w.domain[b], n)
	}
	return true
}

// first is the least member, or -1.
func first(s set) int {
	for i, x := range s {
		if x != 0 {
			return 64*i + count(set{x&-x - 1})
		}
	}
	return -1
}

// above reports that some member is n or more.
func above(s set, n int) bool {
	for i := n / 64; i < len(s); i++ {
		x := s[i]
		if i == n/64 {
			x >>= n % 64
		}
		if x != 0 {
			return true
		}
	}
	return false
}

// cut takes out the members from n on.
func cut(s set, n int) {
	for i := n / 64; i < len(s); i++ {
		if i == n/64 {
			s[i] &= 1<<(n%64) - 1
		} else {
			s[i] = 0
		}
	}
}
