package bound

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

func TestMaximalBicliques(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		rel := scattered(rng, 1+rng.IntN(7), 1+rng.IntN(7), rng.Float64())
		b, ok := newBoard(context.Background(), rel, nil, 1000)
		want := map[[2]uint64]bool{} // closures of sets of rows
		for set := uint64(1); set < 1<<rel.Rows(); set++ {
			cols, rows := uint64(0), uint64(0)
			for c := range rel.Cols() {
				if in := lineMask(rel.Col(c)); set&^in == 0 {
					cols |= 1 << c
				}
			}
			for r := range rel.Rows() {
				if cols&^lineMask(rel.Row(r)) == 0 {
					rows |= 1 << r
				}
			}
			if cols != 0 {
				want[[2]uint64{rows, cols}] = true
			}
		}
		if !ok {
			if len(want) > 0 {
				t.Fatalf("none of %d", len(want))
			}
			continue
		}
		for _, q := range b.bicliques {
			k := [2]uint64{named(q[0], b.rows), named(q[1], b.cols)}
			if !want[k] {
				t.Fatalf("%b is not maximal, or twice", k)
			}
			delete(want, k)
		}
		if len(want) > 0 {
			t.Fatalf("misses %v", want)
		}
		if _, ok := newBoard(context.Background(), rel, nil, len(b.bicliques)-1); ok {
			t.Fatal("listed more than allowed")
		}
	}
}

func scattered(rng *rand.Rand, rows, cols int, density float64) *instances.Relation {
	var cells []instances.Cell
	for a := range int32(rows) {
		for b := range int32(cols) {
			if rng.Float64() < density {
				cells = append(cells, instances.Cell{Row: a, Col: b})
			}
		}
	}
	rel, err := instances.New(rows, cols, cells)
	if err != nil {
		panic(err)
	}
	return rel
}

func lineMask(lines []int32) (mask uint64) {
	for _, l := range lines {
		mask |= 1 << l
	}
	return mask
}

func named(set instances.Bits, names []int32) (mask uint64) {
	for _, i := range set.Members() {
		mask |= 1 << names[i]
	}
	return mask
}

// The minimum cut finds the worst rows and columns of a full matrix.
func TestWorst(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 500 {
		m, n := 1+rng.IntN(4), 1+rng.IntN(4)
		rel := scattered(rng, m, n, 1)
		b, _ := newBoard(context.Background(), rel, nil, 10)
		w, p, q := make([]int64, m*n), make([]int64, m), make([]int64, n)
		for _, x := range [][]int64{w, p, q} {
			for i := range x {
				x[i] = rng.Int64N(5) * rng.Int64N(2)
			}
		}
		excess := func(us, vs uint64) (sum int64) {
			for u := range m {
				for v := range n {
					if us>>u&1 == 1 && vs>>v&1 == 1 {
						sum += w[b.at[u][v]]
					}
				}
				sum -= int64(us>>u&1) * p[u]
			}
			for v := range n {
				sum -= int64(vs>>v&1) * q[v]
			}
			return sum
		}
		var most int64
		for us := range uint64(1) << m {
			for vs := range uint64(1) << n {
				most = max(most, excess(us, vs))
			}
		}
		got, us, vs := newWorst(m, n).find(b, instances.Full(m), instances.Full(n), w, p, q)
		if got != most || got > 0 && excess(lineMask(us), lineMask(vs)) != most {
			t.Fatalf("%d by %v × %v, the worst is %d: w %v p %v q %v", got, us, vs, most, w, p, q)
		}
	}
}
