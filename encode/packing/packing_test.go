package packing

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
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
		tab := NewTableau(objective)
		var rows []Row
		add := func(r Row) { rows = append(rows, r); tab.Add(r) }
		for j := range n { // so that there is an optimum
			add(Row{[]int32{int32(j)}, []float64{1}, 3})
		}
		for range 5 {
			for range 1 + rng.IntN(3) {
				r := Row{Bound: float64(rng.IntN(5))}
				for j := range n {
					if c := rng.IntN(5) - 1; c != 0 {
						r.Vars, r.Coefs = append(r.Vars, int32(j)), append(r.Coefs, float64(c))
					}
				}
				if len(r.Vars) > 0 {
					add(r)
				}
			}
			x, worth := tab.Solve(NewBudget(context.Background(), 100_000))
			if x == nil {
				t.Fatal("gave up")
			}
			for _, r := range rows {
				var y float64
				for k, v := range r.Vars {
					y += r.Coefs[k] * x[v]
				}
				if y > r.Bound+1e-5 {
					t.Fatalf("%v violates %v", x, r)
				}
			}
			if got, want := Dot(objective, x), optimum(t, objective, rows); math.Abs(got-want) > 1e-3 {
				t.Fatalf("optimum %g, should be %g: %v %v", got, want, objective, rows)
			}
			var worths float64
			for i, r := range rows {
				worths += worth[i] * r.Bound
				if worth[i] < -1e-5 {
					t.Fatalf("row %d is worth %g", i, worth[i])
				}
			}
			if got := Dot(objective, x); math.Abs(got-worths) > 1e-3 { // strong duality
				t.Fatalf("the rows are worth %g, the optimum is %g", worths, got)
			}
		}
	}
}

func optimum(t *testing.T, objective []float64, rows []Row) float64 {
	m, n := len(rows), len(objective)
	a, b, c, slack := mat.NewDense(m, n+m, nil), make([]float64, m), make([]float64, n+m), make([]int, m)
	for i, r := range rows {
		for k, v := range r.Vars {
			a.Set(i, int(v), r.Coefs[k])
		}
		a.Set(i, n+i, 1)
		b[i], slack[i] = r.Bound+1e-7*float64(i), n+i
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
