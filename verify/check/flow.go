package check

import "fmt"

// carried checks w(A×B) ≤ p(A) + q(B) + slack for all A × B within one biclique.
// Where every A × B is a biclique, the worst is a minimum cut (project selection):
// in the network
//
//	s → row u: w of the row    row u → column v: w[u,v]
//	row u → t: p[u]            column v → t: q[v]
//
// the cut that leaves the rows A and columns B with s costs
// w(all) − (w(A×B) − p(A) − q(B)). So all is well iff a flow carries w(all), up
// to the slack.
// Looking at A × B = all alone would accept false bounds.
func (c *run) carried(w weighting, rows, cols set, p, q []int64, slack int64) error {
	size := int64(2 + count(rows) + count(cols))
	if err := c.fits(8*size*size, "the network of a biclique"); err != nil {
		return err
	}
	n := newNetwork(rows, cols, w, p, q)
	all := w.of(rows, cols)
	for all > slack {
		if err := c.stopped(len(n.left) * len(n.left)); err != nil {
			return err
		}
		pushed := n.push()
		if pushed == 0 {
			us, vs := n.reachable()
			return fmt.Errorf("weigh more than p and q of their lines: the cells of rows %v and columns %v of the submatrix", us, vs)
		}
		all -= pushed
	}
	return nil
}

// network holds what each arc can still carry; node 0 is s, 1 is t.
type network struct {
	left   [][]int64
	us, vs []int // the rows are nodes 2.., the columns follow
	from   []int // node from which the last search reached a node, -1 for none
}

func newNetwork(rows, cols set, w weighting, p, q []int64) *network {
	n := &network{}
	rows.members(func(u int) { n.us = append(n.us, u) })
	cols.members(func(v int) { n.vs = append(n.vs, v) })
	size := 2 + len(n.us) + len(n.vs)
	n.left, n.from = make([][]int64, size), make([]int, size)
	for i := range n.left {
		n.left[i] = make([]int64, size)
	}
	column := 2 + len(n.us)
	for i, u := range n.us {
		n.left[2+i][1] = p[u]
		for k, v := range n.vs {
			n.left[0][2+i] += w[u][v]
			n.left[2+i][column+k] = w[u][v]
		}
	}
	for k, v := range n.vs {
		n.left[column+k][1] = q[v]
	}
	return n
}

// push sends flow along a shortest path from s to t that can carry some
// (Edmonds and Karp 1972) and returns how much.
func (n *network) push() int64 {
	for i := range n.from {
		n.from[i] = -1
	}
	n.from[0] = 0
	queue := []int{0}
	for len(queue) > 0 && n.from[1] < 0 {
		x := queue[0]
		queue = queue[1:]
		for y, left := range n.left[x] {
			if left > 0 && n.from[y] < 0 {
				n.from[y] = x
				queue = append(queue, y)
			}
		}
	}
	if n.from[1] < 0 {
		return 0
	}
	amount := n.left[n.from[1]][1]
	for y := 1; y != 0; y = n.from[y] {
		amount = min(amount, n.left[n.from[y]][y])
	}
	for y := 1; y != 0; y = n.from[y] {
		n.left[n.from[y]][y] -= amount
		n.left[y][n.from[y]] += amount
	}
	return amount
}

// reachable gives the rows and columns that the last search reached: the worst
// choice of them, when it did not reach t.
func (n *network) reachable() (rows, cols []int) {
	for i, u := range n.us {
		if n.from[2+i] >= 0 {
			rows = append(rows, u)
		}
	}
	for k, v := range n.vs {
		if n.from[2+len(n.us)+k] >= 0 {
			cols = append(cols, v)
		}
	}
	return rows, cols
}
