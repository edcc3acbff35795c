package small

// front is the Pareto front, from b and χ_hub: with each number of colours from
// χ_hub up the fewest hubs, until those are b.
func (m matrix) front(b, chi int) []Point {
	var out []Point
	for h := chi; ; h++ {
		n := b
		for h < b && !m.feasible(n, h) { // b hubs in b colours there are
			n++
		}
		if len(out) == 0 || n < out[0].Hubs {
			out = append([]Point{{n, h}}, out...)
		}
		if n == b {
			return out
		}
	}
}

// feasible reports whether there is an extension with at most hubs hubs in at
// most colors colours.
func (m matrix) feasible(hubs, colors int) bool {
	s := frontSearch{matrix: m, hubs: hubs, colors: colors}
	return s.column(0)
}

// frontSearch gives the columns one after the other their hubs: a hub is the set
// of its sources, a block of its colour, and serves every column that holds it.
type frontSearch struct {
	matrix
	hubs, colors int
	blocks       []block
	used         [Most * Most]uint8 // by colour: rows that are in one of its blocks
	open         int                // colours in use
}

type block struct {
	rows  uint8
	color uint8
}

func (s *frontSearch) column(v int) bool {
	if v == len(s.cols) {
		return true
	}
	return s.cover(v, s.cols[v], 0)
}

// cover covers the rows left of column v, of which the colours taken serve
// others already.
func (s *frontSearch) cover(v int, left uint8, taken uint64) bool {
	if left == 0 {
		return s.column(v + 1)
	}
	row := left & -left
	for _, b := range s.blocks {
		if b.rows&row != 0 && b.rows&^s.cols[v] == 0 && taken>>b.color&1 == 0 {
			if s.cover(v, left&^b.rows, taken|1<<b.color) {
				return true
			}
		}
	}
	if len(s.blocks) == s.hubs {
		return false
	}
	for c := range min(s.colors, s.open+1) {
		if taken>>c&1 != 0 || s.used[c]&row != 0 {
			continue
		}
		fresh := c == s.open
		free := s.cols[v] &^ s.used[c] &^ row
		for more := free; ; more = (more - 1) & free {
			rows := row | more
			s.blocks = append(s.blocks, block{rows, uint8(c)})
			s.used[c] |= rows
			if fresh {
				s.open++
			}
			ok := s.hopeful(v) && s.cover(v, left&^rows, taken|1<<c)
			if fresh {
				s.open--
			}
			s.used[c] &^= rows
			s.blocks = s.blocks[:len(s.blocks)-1]
			if ok {
				return true
			}
			if more == 0 {
				break
			}
		}
	}
	return false
}

// hopeful reports that the hubs still allowed may be enough for the columns from
// v on, colours being no matter: no more cells that no block reaches were found
// to be pairwise in conflict (F6).
func (s *frontSearch) hopeful(v int) bool {
	allowed := s.hubs - len(s.blocks)
	var rows, cols [Most * Most]uint8 // of the cells found: the row, and its whole column
	found := 0
	for _, col := range s.cols[v:] {
		left := col
		for _, b := range s.blocks {
			if b.rows&^col == 0 {
				left &^= b.rows
			}
		}
		for ; left != 0; left &= left - 1 {
			row := left & -left
			apart := true
			for i := range found {
				apart = apart && (row&cols[i] == 0 || rows[i]&col == 0)
			}
			if apart {
				if found == allowed {
					return false
				}
				rows[found], cols[found] = row, col
				found++
			}
		}
	}
	return true
}
