package families_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// Lower bounds for what families state, by certificates that are tested pair by
// pair: fooling sets (F6) and Sperner's theorem (F12) for b, skew pairs (F13)
// for χ_hub. With the covers of TestKnown they settle the values beyond the
// reach of exhaustive search.

// fooling is an error unless no two of the cells fit into one biclique.
func fooling(rel *instances.Relation, cells []instances.Cell) error {
	for i, e := range cells {
		if !rel.Has(e.Row, e.Col) {
			return fmt.Errorf("(%d,%d) is no cell", e.Row, e.Col)
		}
		for _, f := range cells[:i] {
			if rel.Has(e.Row, f.Col) && rel.Has(f.Row, e.Col) {
				return fmt.Errorf("%v and %v fit into one biclique", e, f)
			}
		}
	}
	return nil
}

// skew is an error unless (a_i,b_i) is no cell and (a_i,b_k) is one for i < k;
// -1 is an empty line.
func skew(rel *instances.Relation, pairs [][2]int) error {
	has := func(a, b int) bool { return a >= 0 && b >= 0 && rel.Has(int32(a), int32(b)) }
	for i, p := range pairs {
		if has(p[0], p[1]) {
			return fmt.Errorf("pair %d, %v, is a cell", i, p)
		}
		for _, q := range pairs[i+1:] {
			if !has(p[0], q[1]) {
				return fmt.Errorf("(%d,%d) is no cell", p[0], q[1])
			}
		}
	}
	return nil
}

// pairsFrom makes n pairs.
func pairsFrom(n int, at func(i int) (a, b int)) [][2]int {
	pairs := make([][2]int, n)
	for i := range pairs {
		pairs[i][0], pairs[i][1] = at(i)
	}
	return pairs
}

// skewCausal is (empty row aside) F13's sequence for a causal mask on n nodes
// that begins at first and has a node every step: pairs (i, i-1), from an empty
// column to an empty row.
func skewCausal(n, first, step int) [][2]int {
	return pairsFrom(n+1, func(i int) (int, int) {
		a, b := first+i*step, first+(i-1)*step
		if i == n {
			a = -1
		}
		if i == 0 {
			b = -1
		}
		return a, b
	})
}

func cellsFrom(n int, at func(i int) (a, b int)) []instances.Cell {
	cells := make([]instances.Cell, n)
	for i := range cells {
		a, b := at(i)
		cells[i] = instances.Cell{Row: int32(a), Col: int32(b)}
	}
	return cells
}

func TestFoolingSets(t *testing.T) {
	same := func(i int) (int, int) { return i, i }
	check := func(call string, cells []instances.Cell) {
		t.Helper()
		m := generate(t, call)
		if err := fooling(m.Relation, cells); err != nil || m.Known.B == nil || *m.Known.B != len(cells) {
			t.Errorf("%s: b = %s, %d fooling cells: %v", call, show(m.Known.B), len(cells), err)
		}
	}
	for n := 1; n <= 30; n++ {
		for _, call := range []string{
			"causal n=%d", "window n=%d w=3", "window n=%d w=8", "strided n=%d stride=5", "strided n=%d stride=4 local=4",
			"fixed n=%d block=4", "fixed n=%d block=5 summary=2", "fixed n=%d block=3 summary=3", "loops n=%d", "identity n=%d",
		} {
			check(fmt.Sprintf(call, n), cellsFrom(n, same))
		}
		check(fmt.Sprintf("tournament n=%d", n), cellsFrom(n-1, func(i int) (int, int) { return i, i + 1 }))
		check(fmt.Sprintf("block-causal blocks=%d size=2", n), cellsFrom(n, func(i int) (int, int) { return 2 * i, 2*i + 1 }))
		for r := range n {
			check(fmt.Sprintf("symmetric-window n=%d radius=%d", n, r), cellsFrom(n-r, func(i int) (int, int) { return i, i + r }))
			check(fmt.Sprintf("longformer n=%d radius=%d global=2", n+2, r), cellsFrom(n-r, func(i int) (int, int) { return i + 2, i + r + 2 }))
		}
		if n >= 2 { // two rows of the grid: edges along it, above and below in turns
			index := func(i, j int) int { return (i*n + j) / 2 }
			var cells []instances.Cell
			for j := range n - 1 {
				even, odd := index(j%2, j), index(j%2, j+1) // (j%2,j) is even
				cells = append(cells, instances.Cell{Row: int32(even), Col: int32(odd)})
			}
			check(fmt.Sprintf("grid rows=2 cols=%d", n), cells)
		}
	}
	for k := 1; k <= 8; k++ {
		check(fmt.Sprintf("disjointness k=%d", k), cellsFrom(1<<k, func(i int) (int, int) { return i, 1<<k - 1 - i }))
		// A facet x_i = 0 with a vertex off it, x_i = 1 with the opposite one;
		// the vertex of i has a one at j iff i ≤ j.
		check(fmt.Sprintf("cube-slack d=%d", k), cellsFrom(2*k, func(i int) (int, int) {
			v := 1<<k - 1<<(i/2)
			if i%2 == 1 {
				v = 1<<k - 1 - v
			}
			return i, v
		}))
	}
}

func TestSkewPairs(t *testing.T) {
	check := func(call string, pairs [][2]int) {
		t.Helper()
		m := generate(t, call)
		log := 0
		for 1<<log < len(pairs) {
			log++
		}
		if err := skew(m.Relation, pairs); err != nil || m.Known.Chi == nil || *m.Known.Chi != log {
			t.Errorf("%s: χ_hub = %s, %d skew pairs: %v", call, show(m.Known.Chi), len(pairs), err)
		}
	}
	for n := 1; n <= 40; n++ {
		check(fmt.Sprintf("causal n=%d", n), skewCausal(n, 0, 1))
		check(fmt.Sprintf("block-causal blocks=%d size=3", n), skewCausal(n, 0, 3))
		check(fmt.Sprintf("crown n=%d", n), pairsFrom(n, func(i int) (int, int) { return i, i }))
		check(fmt.Sprintf("complete n=%d", n), pairsFrom(n, func(i int) (int, int) { return i, i }))
		check(fmt.Sprintf("tournament n=%d", n), pairsFrom(n, func(i int) (int, int) { return i, i }))
		for w := 1; w <= n; w++ {
			check(fmt.Sprintf("window n=%d w=%d", n, w), skewCausal(w, n-w, 1))
			check(fmt.Sprintf("strided n=%d stride=%d", n, w), skewCausal((n+w-1)/w, 0, w))
		}
	}
	for k := 1; k <= 7; k++ { // INT_k: falling size against complements
		sets := make([]int, 1<<k)
		for i := range sets {
			sets[i] = i
		}
		ones := func(s int) (n int) {
			for ; s != 0; s &= s - 1 {
				n++
			}
			return n
		}
		slices.SortFunc(sets, func(s, t int) int { return ones(t) - ones(s) })
		check(fmt.Sprintf("intersection k=%d", k), pairsFrom(1<<k, func(i int) (int, int) { return sets[i], 1<<k - 1 - sets[i] }))
	}
}

// TestSperner: the rows of a crown are pairwise incomparable, so that many
// subsets of b hubs are, and one hub fewer has too few.
func TestSperner(t *testing.T) {
	for n := 2; n <= 300; n++ {
		m := generate(t, fmt.Sprintf("crown n=%d", n))
		for r := range n { // row r lacks the cell (r,r) that all other rows have
			if m.Relation.Has(int32(r), int32(r)) || len(m.Relation.Row(r)) != n-1 {
				t.Fatalf("crown %d: row %d", n, r)
			}
		}
		middle := func(r int) int {
			c := 1
			for i := range r / 2 {
				c = c * (r - i) / (i + 1)
			}
			return c
		}
		if b := *m.Known.B; middle(b) < n || middle(b-1) >= n {
			t.Errorf("crown %d: b = %d", n, b)
		}
	}
}
