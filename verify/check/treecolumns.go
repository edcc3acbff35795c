package check

import "slices"

// columns lists what maximal bicliques hold of E′, as sets of positions in it,
// without those that lie within others.
func (c *run) columns(p *problem) ([]set, error) {
	place := make([]map[int]int, len(p.rows))
	for u := range place {
		place[u] = map[int]int{}
	}
	for t, e := range p.must {
		place[e.u][int(e.v)] = t
	}
	var all []set
	at := make([]set, len(p.must)) // of each cell: the columns that hold it
	err := c.maximalBicliques(p, func(rows, cols set) error {
		column := newSet(len(p.must))
		rows.members(func(u int) {
			cols.members(func(v int) {
				if t, ok := place[u][v]; ok {
					column.add(t)
				}
			})
		})
		if all = append(all, column); len(all)%1024 == 0 {
			if err := c.fits(8*int64(len(all))*int64(len(column)+len(p.must)/64), "the columns"); err != nil {
				return err
			}
		}
		return c.stopped(len(column))
	})
	if err != nil {
		return nil, err
	}
	for t := range at {
		at[t] = newSet(len(all))
	}
	for j, column := range all {
		column.members(func(t int) { at[t].add(j) })
	}
	var kept []set
	over := newSet(len(all)) // the columns that hold all cells of one
	for j, column := range all {
		for i := range over {
			over[i] = ^uint64(0)
		}
		column.members(func(t int) {
			for i, w := range at[t] {
				over[i] &= w
			}
		})
		within := empty(column)
		if !within {
			over.members(func(i int) {
				within = within || i != j && (i < j || !slices.Equal(all[i], column))
			})
		}
		if !within {
			kept = append(kept, column)
		}
		if err := c.stopped(len(over) * count(column)); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// apart lists for each cell the cells that no column holds with it: what is put
// into a bin keeps those out, which is quicker to see than an empty domain.
func apart(columns []set, cells int) []set {
	out := make([]set, cells)
	for t := range out {
		out[t] = newSet(cells)
		for i := range out[t] {
			out[t][i] = ^uint64(0)
		}
	}
	for _, column := range columns {
		column.members(func(t int) {
			for i, x := range column {
				out[t][i] &^= x
			}
		})
	}
	return out
}
