package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// greedyChain starts with a longest row, or from the second time on with a
// random one, and goes on with a row that loses fewest columns. Counts are kept
// up to date, so a chain costs the cells, and the rows at each step; it is
// finished even when steps run out.
func greedyChain(rel *instances.Relation, seed, number uint64, steps *int) []int32 {
	rng := source(seed, number)
	first := 0
	for i := range rel.Rows() {
		if len(rel.Row(i)) > len(rel.Row(first)) {
			first = i
		}
	}
	if number > 0 {
		first = rng.IntN(rel.Rows())
	}
	inside := slices.Clone(rel.Row(first)) // the intersection
	count := make([]int32, rel.Rows())     // of each row within it
	var rows []int32                       // that meet it and do not contain it
	for _, b := range inside {
		for _, a := range rel.Col(int(b)) {
			if count[a]++; count[a] == 1 {
				rows = append(rows, a)
			}
		}
	}
	stamp, now := make([]int32, rel.Cols()), int32(0)
	chain := []int32{int32(first)}
	for {
		*steps -= len(rows)
		best, ties := int32(-1), 0
		rows = slices.DeleteFunc(rows, func(a int32) bool {
			n := count[a]
			if n == 0 || int(n) == len(inside) { // once it contains the intersection it always will
				return true
			}
			switch {
			case best < 0 || n > count[best]:
				best, ties = a, 1
			case n == count[best]:
				if ties++; rng.IntN(ties) == 0 {
					best = a
				}
			}
			return false
		})
		if best < 0 {
			return chain
		}
		chain = append(chain, best)
		now++
		for _, b := range rel.Row(int(best)) {
			stamp[b] = now
		}
		inside = slices.DeleteFunc(inside, func(b int32) bool {
			if stamp[b] == now {
				return false
			}
			for _, a := range rel.Col(int(b)) {
				count[a]--
			}
			return true
		})
	}
}
