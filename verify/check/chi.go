package check

import "slices"

// colorLit is x[e,j] of CHI and CHI-R: the e-th cell of E has colour j.
func colorLit(e, h, j int) int32 { return int32(e*h + j + 1) }

// colored adds the clauses that every cell of E′ has one of h colours.
func (p *problem) colored(f *formula, h int) {
	for t, e := range p.must {
		if f.err != nil {
			return
		}
		f.firstOf(t, h, func(j int) int32 { return colorLit(p.index(e.u, e.v), h, j) })
	}
}

// cells is |E|.
func (p *problem) cells() int { return p.at[len(p.rows)] }

// chi is CHI(h): h colours whose cells are closed under the rule that (u,v),
// (u′,v) and (u′,v′) of one colour bring (u,v′), or exclude each other where
// that is no cell (F8).
func (c *run) chi(p *problem, h int) *formula {
	f := c.formula(p.cells() * h)
	p.colored(f, h)
	for mid := range p.rows {
		for _, v := range p.rows[mid] {
			for _, u := range p.cols[v] {
				if u != int32(mid) {
					p.closed(f, h, u, int32(mid), v)
				}
				if f.err != nil {
					return f
				}
			}
		}
	}
	return f
}

// closed adds the clauses for the paths (u,v), (mid,v), (mid,w).
func (p *problem) closed(f *formula, h int, u, mid, v int32) {
	for _, w := range p.rows[mid] {
		if w == v {
			continue
		}
		end := p.index(u, w)
		for j := range h {
			x, y, z := colorLit(p.index(u, v), h, j), colorLit(p.index(mid, v), h, j), colorLit(p.index(mid, w), h, j)
			if end < 0 {
				f.add(-x, -y, -z)
			} else {
				f.add(-x, -y, -z, colorLit(end, h, j))
			}
		}
	}
}

// chiR is CHI-R(h): as CHI, where s[p,j] says that the rows u < u′ of pair p
// share a hub of colour j, which makes their cells of that colour agree.
func (c *run) chiR(p *problem, h int) *formula {
	pairs, err := c.rowPairs(p)
	f := c.formula((p.cells() + len(pairs)) * h)
	if f.err == nil {
		f.err = err
	}
	p.colored(f, h)
	for i, q := range pairs {
		for j := range h {
			if f.err != nil {
				return f
			}
			p.agree(f, q, h, j, int32((p.cells()+i)*h+j+1))
		}
	}
	return f
}

// agree adds the clauses for colour j of a pair of rows that s says share a hub.
func (p *problem) agree(f *formula, q [2]int32, h, j int, s int32) {
	x := func(u, v int32) int32 { return colorLit(p.index(u, v), h, j) }
	first, second := p.rows[q[0]], p.rows[q[1]]
	for _, v := range first {
		if p.index(q[1], v) >= 0 {
			f.add(-x(q[0], v), -x(q[1], v), s)
			f.add(-s, -x(q[0], v), x(q[1], v))
			f.add(-s, -x(q[1], v), x(q[0], v))
		}
	}
	for _, v := range first {
		if p.index(q[1], v) < 0 {
			f.add(-s, -x(q[0], v))
		}
	}
	for _, v := range second {
		if p.index(q[0], v) < 0 {
			f.add(-s, -x(q[1], v))
		}
	}
}

// rowPairs lists the pairs of rows with a common column, lexicographically.
func (c *run) rowPairs(p *problem) (pairs [][2]int32, err error) {
	for u := range p.rows {
		var mates []int32
		for _, v := range p.rows[u] {
			for _, w := range p.cols[v] {
				if w > int32(u) {
					mates = append(mates, w)
				}
			}
			if len(mates) > 2*len(p.rows) {
				mates = distinct(mates)
			}
			if err := c.stopped(len(p.cols[v])); err != nil {
				return nil, err
			}
		}
		for _, w := range distinct(mates) {
			pairs = append(pairs, [2]int32{int32(u), w})
		}
		if len(pairs) > c.Limits.Clauses { // each needs several clauses
			return nil, limit("formula with more than %d clauses", c.Limits.Clauses)
		}
	}
	return pairs, nil
}

// distinct sorts a list and drops what repeats.
func distinct(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}
