package bound

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/hubcover/hubcover/instances"
)

// A tableau that grows reaches the optima of gonum's simplex method.
func TestTableau(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		n := 2 + rng.IntN(6)
		objective := make([]float64, n)
		for j := range objective {
			objective[j] = float64(rng.IntN(4))
		}
		tab := newTableau(objective)
		var rows []row
		add := func(r row) { rows = append(rows, r); tab.add(r) }
		for j := range n { // so that there is an optimum
			add(row{[]int32{int32(j)}, []float64{1}, 3})
		}
		for range 5 {
			for range 1 + rng.IntN(3) {
				r := row{bound: float64(rng.IntN(5))}
				for j := range n {
					if c := rng.IntN(5) - 1; c != 0 {
						r.vars, r.coefs = append(r.vars, int32(j)), append(r.coefs, float64(c))
					}
				}
				if len(r.vars) > 0 {
					add(r)
				}
			}
			x := tab.solve(newBudget(context.Background(), 100_000))
			if x == nil {
				t.Fatal("gave up")
			}
			for _, r := range rows {
				var y float64
				for k, v := range r.vars {
					y += r.coefs[k] * x[v]
				}
				if y > r.bound+1e-5 {
					t.Fatalf("%v violates %v", x, r)
				}
			}
			if got, want := dot(objective, x), optimum(t, objective, rows); math.Abs(got-want) > 1e-3 {
				t.Fatalf("optimum %g, should be %g: %v %v", got, want, objective, rows)
			}
		}
	}
}

func optimum(t *testing.T, objective []float64, rows []row) float64 {
	m, n := len(rows), len(objective)
	a, b, c, slack := mat.NewDense(m, n+m, nil), make([]float64, m), make([]float64, n+m), make([]int, m)
	for i, r := range rows {
		for k, v := range r.vars {
			a.Set(i, int(v), r.coefs[k])
		}
		a.Set(i, n+i, 1)
		b[i], slack[i] = r.bound+1e-7*float64(i), n+i
	}
	for j, y := range objective {
		c[j] = -y
	}
	best, _, err := lp.Simplex(c, a, b, 1e-10, slack)
	if err != nil {
		t.Fatal(err)
	}
	return -best
}

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
