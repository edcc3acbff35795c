package check

import "math/bits"

// set is a set of small numbers.
type set []uint64

func newSet(n int) set       { return make(set, (n+63)/64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }

// setOf is a set of numbers below n, made a word at a time where they ascend.
func setOf(n int, members []int32) set {
	s := newSet(n)
	for len(members) > 0 {
		at, w := members[0]/64, uint64(0)
		for len(members) > 0 && members[0]/64 == at {
			w |= 1 << (members[0] % 64)
			members = members[1:]
		}
		s[at] |= w
	}
	return s
}

// within reports whether all members of s are in t, made for the same numbers.
func (s set) within(t set) bool {
	for w, x := range s {
		if x&^t[w] != 0 {
			return false
		}
	}
	return true
}

// members calls f for each member, ascending.
func (s set) members(f func(i int)) {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			f(64*w + bits.TrailingZeros64(x))
		}
	}
}

// maximalBicliques calls visit for every maximal biclique of the problem once,
// with its rows and columns. It closes one column set after the other (Close by
// One, Kuznetsov 1993): a set of columns B is that of a maximal biclique iff it
// is all that its rows A have in common; it is made from the set it was
// extended from by the column j only where no column before j comes along.
func (c *run) maximalBicliques(p *problem, visit func(rows, cols set) error) error {
	m, n := len(p.rows), len(p.cols)
	words := int64(m+63)/64 + int64(n+63)/64
	if err := c.fits(8*words*int64(m+2*n+2), "the maximal bicliques"); err != nil {
		return err
	}
	b := &closer{run: c, p: p, visit: visit, rows: make([]set, m), cols: make([]set, n)}
	for u, row := range p.rows {
		b.rows[u] = setOf(n, row)
	}
	for v, col := range p.cols {
		b.cols[v] = setOf(m, col)
	}
	all := newSet(m)
	for u := range m {
		all.add(u)
	}
	return b.extend(all, b.common(all, newSet(n)), 0, 0)
}

type closer struct {
	*run
	p          *problem
	visit      func(rows, cols set) error
	rows, cols []set
	room       [][2]set // a pair of sets for each depth
	found      int
}

// extend visits the maximal biclique rows × cols, if it has cells, and those
// that are made from it by columns from j on.
func (b *closer) extend(rows, cols set, j, depth int) error {
	if !empty(cols) {
		if b.found++; b.found > b.Limits.Bicliques {
			return limit("more than %d maximal bicliques", b.Limits.Bicliques)
		}
		if err := b.visit(rows, cols); err != nil {
			return err
		}
	}
	if depth == len(b.room) {
		b.room = append(b.room, [2]set{newSet(len(b.rows)), newSet(len(b.cols))})
	}
	fewer, more := b.room[depth][0], b.room[depth][1]
	for ; j < len(b.cols); j++ {
		if cols.has(j) {
			continue
		}
		if err := b.stopped(len(rows)); err != nil {
			return err
		}
		for w := range fewer {
			fewer[w] = rows[w] & b.cols[j][w]
		}
		if empty(fewer) {
			continue
		}
		if b.common(fewer, more); !agreeBelow(cols, more, j) {
			continue
		}
		if err := b.extend(fewer, more, j+1, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// common puts into cols the columns that all the rows have.
func (b *closer) common(rows, cols set) set {
	for w := range cols {
		cols[w] = ^uint64(0)
	}
	if k := len(b.cols) % 64; k != 0 {
		cols[len(cols)-1] = 1<<k - 1
	}
	rows.members(func(u int) {
		for w := range cols {
			cols[w] &= b.rows[u][w]
		}
		b.work += len(cols)
	})
	return cols
}

func count(s set) (n int) {
	for _, x := range s {
		n += bits.OnesCount64(x)
	}
	return n
}

func empty(s set) bool {
	for _, x := range s {
		if x != 0 {
			return false
		}
	}
	return true
}

// agreeBelow reports that two sets have the same members below j.
func agreeBelow(s, t set, j int) bool {
	for w := range j / 64 {
		if s[w] != t[w] {
			return false
		}
	}
	return j%64 == 0 || (s[j/64]^t[j/64])&(1<<(j%64)-1) == 0
}
