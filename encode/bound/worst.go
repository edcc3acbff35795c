package bound

import "github.com/hubcover/hubcover/instances"

// worst finds, within a biclique, the rows A and columns B for which
// w(A×B) − p(A) − q(B) is largest: project selection, a minimum cut. A row
// carries p of the weight of its cells and has to pass the rest on to their
// columns, which carry q each; what cannot be carried is the excess, and the rows
// and columns that it reaches are A and B.
type worst struct {
	rest, room []int64   // of rows: still to be passed on; of columns: still free
	sent       [][]int64 // passed on, by row and column
	us, vs     []int32   // rows and columns that matter
	rowFrom    []int32   // the column, or row, from which the last search came; -1: not seen
	colFrom    []int32
	queue      []int32
	a, b       []int32
}

func newWorst(rows, cols int) *worst {
	f := &worst{rest: make([]int64, rows), room: make([]int64, cols), sent: make([][]int64, rows),
		rowFrom: make([]int32, rows), colFrom: make([]int32, cols)}
	for u := range f.sent {
		f.sent[u] = make([]int64, cols)
	}
	return f
}

// Marks of a search, beside lines.
const (
	unseen  = -1
	started = -2 // a row with a rest of its own
)

// find returns the largest excess, and its rows and columns, which stay as they
// are until the next call; 0 where nothing is in excess.
func (f *worst) find(b *board, rows, cols instances.Bits, w, p, q []int64) (excess int64, us, vs []int32) {
	if !f.narrow(b, rows, cols, w, p, q) {
		return 0, nil, nil
	}
	for _, u := range f.us { // a first flow, without detours
		for _, v := range f.vs {
			f.sent[u][v] = 0
			f.send(u, v, min(f.rest[u], f.room[v], w[b.at[u][v]]))
		}
	}
	for f.push(b, w) {
	}
	f.a, f.b = f.a[:0], f.b[:0]
	for _, u := range f.us {
		excess += f.rest[u]
		if f.rowFrom[u] != unseen {
			f.a = append(f.a, u)
		}
	}
	for _, v := range f.vs {
		if f.colFrom[v] != unseen {
			f.b = append(f.b, v)
		}
	}
	return excess, f.a, f.b
}

func (f *worst) send(u, v int32, amount int64) {
	f.rest[u] -= amount
	f.room[v] -= amount
	f.sent[u][v] += amount
}

// narrow leaves out, again and again, lines that carry all the weight of their
// cells on the lines left; it reports whether any are left.
func (f *worst) narrow(b *board, rows, cols instances.Bits, w, p, q []int64) bool {
	f.us, f.vs = f.us[:0], f.vs[:0]
	for u := rows.Next(0); u >= 0; u = rows.Next(u + 1) {
		f.us = append(f.us, int32(u))
	}
	for v := cols.Next(0); v >= 0; v = cols.Next(v + 1) {
		f.vs = append(f.vs, int32(v))
	}
	for {
		before := len(f.us) + len(f.vs)
		us := f.us[:0]
		for _, u := range f.us {
			f.rest[u] = -p[u]
			for _, v := range f.vs {
				f.rest[u] += w[b.at[u][v]]
			}
			if f.rest[u] > 0 {
				us = append(us, u)
			}
		}
		f.us = us
		vs := f.vs[:0]
		for _, v := range f.vs {
			f.room[v] = q[v]
			var weight int64
			for _, u := range f.us {
				weight += w[b.at[u][v]]
			}
			if weight > q[v] {
				vs = append(vs, v)
			}
		}
		f.vs = vs
		if len(f.us) == 0 || len(f.vs) == 0 {
			return false
		}
		if len(f.us)+len(f.vs) == before {
			return true
		}
	}
}

// push passes some rest on to a column with room, along a shortest path, and
// reports whether there was one (Edmonds and Karp 1972).
func (f *worst) push(b *board, w []int64) bool {
	f.queue = f.queue[:0]
	for _, u := range f.us {
		f.rowFrom[u] = unseen
		if f.rest[u] > 0 {
			f.rowFrom[u] = started
			f.queue = append(f.queue, u)
		}
	}
	for _, v := range f.vs {
		f.colFrom[v] = unseen
	}
	for next := 0; next < len(f.queue); next++ {
		u := f.queue[next]
		for _, v := range f.vs {
			if f.colFrom[v] != unseen || f.sent[u][v] == w[b.at[u][v]] {
				continue
			}
			f.colFrom[v] = u
			if f.room[v] > 0 {
				f.augment(b, w, v)
				return true
			}
			for _, x := range f.us {
				if f.rowFrom[x] == unseen && f.sent[x][v] > 0 {
					f.rowFrom[x] = v
					f.queue = append(f.queue, x)
				}
			}
		}
	}
	return false
}

// augment sends what the path to column v allows.
func (f *worst) augment(b *board, w []int64, v int32) {
	amount := f.room[v]
	for end := v; ; {
		u := f.colFrom[end]
		amount = min(amount, w[b.at[u][end]]-f.sent[u][end])
		back := f.rowFrom[u]
		if back == started {
			amount = min(amount, f.rest[u])
			break
		}
		amount = min(amount, f.sent[u][back])
		end = back
	}
	f.room[v] -= amount
	for end := v; ; {
		u := f.colFrom[end]
		f.sent[u][end] += amount
		back := f.rowFrom[u]
		if back == started {
			f.rest[u] -= amount
			return
		}
		f.sent[u][back] -= amount
		end = back
	}
}
