package check

// cover is COVER(k): k hubs that cover E′ within E. Hub i has sources a[u,i] and
// targets b[v,i]; y[t,i] says that it covers the t-th cell of E′.
func (c *run) cover(p *problem, k int) *formula {
	m, n := len(p.rows), len(p.cols)
	f := c.formula((m + n + len(p.must)) * k)
	p.coverInto(f, k)
	return f
}

// coverInto adds COVER(k) to an empty formula.
func (p *problem) coverInto(f *formula, k int) {
	m, n := len(p.rows), len(p.cols)
	a := func(u int32, i int) int32 { return int32(int(u)*k + i + 1) }
	b := func(v int32, i int) int32 { return int32((m+int(v))*k + i + 1) }
	for t, e := range p.must {
		if f.err != nil {
			return
		}
		f.firstOf(t, k, func(i int) int32 { return p.coverLit(t, k, i) })
		for i := range min(k, t+1) {
			y := p.coverLit(t, k, i)
			f.add(-y, a(e.u, i))
			f.add(-y, b(e.v, i))
		}
	}
	for u := range int32(m) {
		for v := range int32(n) {
			if f.err != nil {
				return
			}
			if p.index(u, v) >= 0 {
				continue
			}
			for i := range k {
				f.add(-a(u, i), -b(v, i))
			}
		}
	}
}

// coverLit is y[t,i].
func (p *problem) coverLit(t, k, i int) int32 {
	return int32((len(p.rows)+len(p.cols)+t)*k + i + 1)
}

// front is FRONT(n,h): COVER(n), and colours c[i,j] of the hubs, of which two
// with one colour are the same[i,i′] and share no source and no target.
func (c *run) front(p *problem, n, h int) *formula {
	base := (len(p.rows) + len(p.cols) + len(p.must)) * n
	f := c.formula(base + n*h + n*(n-1)/2)
	p.coverInto(f, n)
	color := func(i, j int) int32 { return int32(base + i*h + j + 1) }
	for i := range n {
		f.firstOf(i, h, func(j int) int32 { return color(i, j) })
	}
	same := int32(base + n*h)
	for i := range n {
		for i2 := i + 1; i2 < n && f.err == nil; i2++ {
			same++
			for j := range h {
				f.add(-color(i, j), -color(i2, j), same)
			}
			for line := range len(p.rows) + len(p.cols) { // a, then b: numbered on
				f.add(-same, -int32(line*n+i+1), -int32(line*n+i2+1))
			}
		}
	}
	return f
}
