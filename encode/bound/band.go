package bound

import (
	"context"
	"slices"
	"sort"

	"github.com/hubcover/hubcover/instances"
)

// band is rows that are intervals of columns, from[k] ≤ j < to[k], both
// nondecreasing.
//
// Rows and columns are laid on one line, each row right before the first column
// of its interval, and the line is cut into segments such that a row of one
// reaches into the next at most. A cut in every segment, each as far as the rows
// before the last one reach, gives halves: the rows of a first half with the
// columns of the second, and the rows of a second half with the columns of the
// first half of the next segment, are hubs of one colour. What remains is a band
// of the first halves and one of the second halves, which go on side by side. A
// window of width w takes ⌊log2 w⌋+1 colours that way, which is best (F21).
type band struct {
	rows, cols []int32 // in order; rows without an interval are left out
	from, to   []int
	rest       []instances.Cell // cells that are not in the band
	hubs       instances.Extension
}

// spot is a place on the line: before so many rows and columns.
type spot struct{ row, col int }

// segment is what lies between two spots.
type segment struct{ lo, hi spot }

// newBand takes as its rows as many as move on together, with the longest
// interval of each; it is nil when that is too little to be of use.
func newBand(ctx context.Context, rel *instances.Relation, rows, cols []int32) *band {
	at := make([]int, rel.Cols())
	for j := range at {
		at[j] = -1
	}
	for j, b := range cols {
		at[b] = j
	}
	m := &band{cols: cols}
	var from, to []int
	cells := 0
	var places []int
	for _, a := range rows {
		places = places[:0]
		for _, b := range rel.Row(int(a)) {
			if at[b] >= 0 {
				places = append(places, at[b])
			}
		}
		slices.Sort(places)
		cells += len(places)
		lo, hi, start, end := 0, 0, 0, 0
		for _, j := range places {
			if j != end || start == end {
				start = j
			}
			if end = j + 1; end-start > hi-lo {
				lo, hi = start, end
			}
		}
		from, to = append(from, lo), append(to, hi)
	}
	keep := moving(ctx, from, to)
	inside := map[int32]int{} // position among the kept
	size := 0
	for n, k := range keep {
		inside[rows[k]] = n
		m.rows, m.from, m.to = append(m.rows, rows[k]), append(m.from, from[k]), append(m.to, to[k])
		size += to[k] - from[k]
	}
	if size == 0 || 4*size < cells {
		return nil
	}
	for _, a := range rows {
		n, ok := inside[a]
		for _, b := range rel.Row(int(a)) {
			if j := at[b]; j >= 0 && (!ok || j < m.from[n] || j >= m.to[n]) {
				m.rest = append(m.rest, instances.Cell{Row: a, Col: b})
			}
		}
	}
	return m
}

// moving picks intervals, none empty, whose ends are both nondecreasing, and that
// have most cells together; none when ctx ends.
func moving(ctx context.Context, from, to []int) []int {
	length, before := make([]int, len(from)), make([]int, len(from))
	best := -1
	for k := range from {
		if k&63 == 0 && ctx.Err() != nil {
			return nil
		}
		if from[k] == to[k] {
			continue
		}
		own := to[k] - from[k]
		length[k], before[k] = own, -1
		for i := k - 1; i >= 0; i-- {
			if length[i]+own > length[k] && from[i] <= from[k] && to[i] <= to[k] {
				length[k], before[k] = length[i]+own, i
			}
		}
		if best < 0 || length[k] > length[best] {
			best = k
		}
	}
	var out []int
	for k := best; k >= 0; k = before[k] {
		out = append(out, k)
	}
	slices.Reverse(out)
	return out
}

// cells lists the cells of the band.
func (m *band) cells() (out []instances.Cell) {
	for k, a := range m.rows {
		for _, b := range m.cols[m.from[k]:m.to[k]] {
			out = append(out, instances.Cell{Row: a, Col: b})
		}
	}
	return out
}

// halve colours the band.
func (m *band) halve(ctx context.Context) instances.Extension {
	var line []segment
	end := spot{len(m.rows), len(m.cols)}
	for at := (spot{}); at != end; {
		next := m.reach(at, segment{at, end})
		line = append(line, segment{at, next})
		at = next
	}
	m.split(ctx, line, 1)
	return m.hubs
}

// reach is a spot within a segment up to which the rows before a given one
// reach, and the rows after it reach at least.
func (m *band) reach(at spot, within segment) spot {
	col := within.hi.col
	if at.row < len(m.rows) {
		col = min(max(m.to[at.row], within.lo.col), within.hi.col)
	}
	return spot{within.rows(m.from, col+1), col}
}

// origin is a spot within a segment that reaches as far as the given one.
func (m *band) origin(to spot, within segment) spot {
	return m.before(within.rows(m.to, to.col), within)
}

// before is the spot within a segment that is before a row, and before the first
// column of the row before that.
func (m *band) before(row int, within segment) spot {
	col := within.lo.col
	if row > 0 {
		col = min(max(m.from[row-1], within.lo.col), within.hi.col)
	}
	return spot{row, col}
}

// rows finds the first row of a segment that ends, as the list has it, at least
// so far.
func (s segment) rows(end []int, least int) int {
	return s.lo.row + sort.Search(s.hi.row-s.lo.row, func(k int) bool { return end[s.lo.row+k] >= least })
}

func (s segment) size() int { return max(s.hi.row-s.lo.row, s.hi.col-s.lo.col) }

// middle cuts a segment into halves by its rows, or its columns where those are
// more.
func (m *band) middle(s segment) spot {
	rows, cols := s.hi.row-s.lo.row, s.hi.col-s.lo.col
	if rows >= cols {
		return m.before(s.lo.row+(rows+1)/2, s)
	}
	col := s.lo.col + (cols+1)/2
	return spot{s.rows(m.from, col+1), col}
}

// split colours what the rows of segments have in their own and in the next.
func (m *band) split(ctx context.Context, line []segment, color int) {
	most := 0
	for k, s := range line {
		if s.size() > line[most].size() {
			most = k
		}
	}
	if small := line[most].size() <= 2; small || !m.bare(line) {
		stars := m.stars(line)
		if len(stars) == 0 {
			return
		}
		x, done := stars, m.disjoint(stars)
		if !done && line[most].size() <= 1 {
			x, _ = ColorHubs(ctx, stars)
			done = true // nothing is left to be halved
		}
		if done {
			for _, h := range x {
				h.Color += color - 1
				m.hubs = append(m.hubs, h)
			}
			return
		}
	}
	cuts := make([]spot, len(line))
	cuts[most] = m.middle(line[most])
	for k := most + 1; k < len(line); k++ {
		cuts[k] = m.reach(cuts[k-1], line[k])
	}
	for k := most - 1; k >= 0; k-- {
		cuts[k] = m.origin(cuts[k+1], line[k])
	}
	first, second := make([]segment, len(line)), make([]segment, len(line))
	for k, s := range line {
		first[k], second[k] = segment{s.lo, cuts[k]}, segment{cuts[k], s.hi}
	}
	for k := range line {
		m.add(first[k], second[k], color)
		if k+1 < len(line) {
			m.add(second[k], first[k+1], color)
		}
	}
	m.split(ctx, first, color+1)
	m.split(ctx, second, color+1)
}

// add makes a hub of the rows of one segment and the columns of another.
func (m *band) add(s, t segment, color int) {
	if s.lo.row < s.hi.row && t.lo.col < t.hi.col {
		m.hubs = append(m.hubs, instances.Hub{
			Sources: distinct(slices.Clone(m.rows[s.lo.row:s.hi.row])), Targets: distinct(slices.Clone(m.cols[t.lo.col:t.hi.col])), Color: color})
	}
}

// spans are the columns of the k-th segment and of the next that a row has.
func (m *band) spans(line []segment, k, row int) (own, next [2]int) {
	own = [2]int{max(m.from[row], line[k].lo.col), min(m.to[row], line[k].hi.col)}
	if k+1 < len(line) {
		next = [2]int{max(m.from[row], line[k+1].lo.col), min(m.to[row], line[k+1].hi.col)}
	}
	own[1], next[1] = max(own[0], own[1]), max(next[0], next[1])
	return own, next
}

// bare reports that something is left of what the rows of segments have.
func (m *band) bare(line []segment) bool {
	for k, s := range line {
		for row := s.lo.row; row < s.hi.row; row++ {
			if own, next := m.spans(line, k, row); own[0] < own[1] || next[0] < next[1] {
				return true
			}
		}
	}
	return false
}

// disjoint reports that no two stars of rows have a column in common.
func (m *band) disjoint(stars instances.Extension) bool {
	seen := map[int32]bool{}
	for _, h := range stars {
		for _, b := range h.Targets {
			if seen[b] {
				return false
			}
			seen[b] = true
		}
	}
	return true
}

// stars makes a hub of what is left of every row.
func (m *band) stars(line []segment) (out instances.Extension) {
	for k, s := range line {
		for row := s.lo.row; row < s.hi.row; row++ {
			own, next := m.spans(line, k, row)
			targets := append(slices.Clone(m.cols[own[0]:own[1]]), m.cols[next[0]:next[1]]...)
			if len(targets) > 0 {
				out = append(out, instances.Hub{Sources: m.rows[row : row+1], Targets: distinct(targets), Color: 1})
			}
		}
	}
	return out
}
