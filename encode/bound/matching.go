package bound

import "slices"

// bipartite is a bipartite graph: adj[i] lists the right vertices that left
// vertex i is joined to.
type bipartite struct {
	adj   [][]int32
	right int
}

const unmatched = -1

// matching is a maximum matching (Hopcroft and Karp, SIAM J. Comput. 2 (1973)
// 225-231): the partner of every left and of every right vertex.
func (g bipartite) matching() (left, right []int32) {
	left, right = filled(len(g.adj), unmatched), filled(g.right, unmatched)
	for i, adj := range g.adj { // a greedy start
		for _, j := range adj {
			if right[j] == unmatched {
				left[i], right[j] = j, int32(i)
				break
			}
		}
	}
	level := make([]int32, len(g.adj))
	next := make([]int32, len(g.adj)) // how far each adjacency was searched in this phase
	var queue, path []int32
	for {
		queue = queue[:0]
		for i := range level {
			level[i] = unmatched
			if left[i] == unmatched {
				level[i] = 0
				queue = append(queue, int32(i))
			}
		}
		free := false
		for at := 0; at < len(queue); at++ {
			i := queue[at]
			for _, j := range g.adj[i] {
				if k := right[j]; k == unmatched {
					free = true
				} else if level[k] == unmatched {
					level[k] = level[i] + 1
					queue = append(queue, k)
				}
			}
		}
		if !free {
			return left, right
		}
		clear(next)
		for i := range g.adj {
			if left[i] == unmatched {
				path = g.augment(int32(i), path[:0], left, right, level, next)
			}
		}
	}
}

// augment looks for an augmenting path from left vertex root along rising
// levels, depth first, and flips it.
func (g bipartite) augment(root int32, path, left, right, level, next []int32) []int32 {
	path = append(path, root)
	for len(path) > 0 {
		i := path[len(path)-1]
		if int(next[i]) == len(g.adj[i]) {
			path = path[:len(path)-1]
			continue
		}
		j := g.adj[i][next[i]]
		next[i]++
		switch k := right[j]; {
		case k == unmatched:
			for n := len(path) - 1; n >= 0; n-- {
				i := path[n]
				j, left[i] = left[i], j
				right[left[i]] = i
			}
			return path
		case level[k] == level[i]+1:
			path = append(path, k)
		}
	}
	return path
}

// vertexCover is a minimum vertex cover (König): as many vertices as a maximum
// matching has edges.
func (g bipartite) vertexCover() (left, right []bool) {
	mateL, mateR := g.matching()
	// Reachable from unmatched left vertices by alternating paths: outside on
	// the left, inside on the right.
	left, right = make([]bool, len(g.adj)), make([]bool, g.right)
	var stack []int32
	for i, j := range mateL {
		left[i] = j != unmatched
		if j == unmatched {
			stack = append(stack, int32(i))
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, j := range g.adj[i] {
			if !right[j] {
				right[j] = true
				if k := mateR[j]; left[k] {
					left[k] = false
					stack = append(stack, k)
				}
			}
		}
	}
	return left, right
}

func filled(n int, x int32) []int32 {
	return slices.Repeat([]int32{x}, n)
}

func distinct(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}
