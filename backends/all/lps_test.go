package all_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/columns"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/backends/lp"
	"github.com/hubcover/hubcover/backends/lp/clp"
	"github.com/hubcover/hubcover/encode/packing"
)

func steps(n int) *packing.Budget { return packing.NewBudget(context.Background(), n) }

func near(a, b float64) bool { return math.Abs(a-b) < 1e-3 }

// All solvers that are present agree, while rows come in rounds.
func TestLPsAgree(t *testing.T) {
	for _, s := range all.LPs {
		t.Run(s.Name, func(t *testing.T) {
			if _, err := s.Probe(); errors.Is(err, backends.ErrMissing) {
				t.Skip(err)
			}
			rng := rand.New(rand.NewPCG(3, 3))
			for range 60 {
				n := 1 + rng.IntN(7)
				objective := make([]float64, n)
				for j := range objective {
					objective[j] = float64(rng.IntN(4))
				}
				same, own := packing.NewTableau(objective), s.New(objective)
				var rows []packing.Row
				add := func(r packing.Row) { rows = append(rows, r); same.Add(r); own.Add(r) }
				for j := range n {
					add(packing.Row{Vars: []int32{int32(j)}, Coefs: []float64{1}, Bound: 3})
				}
				for range 4 {
					for range 1 + rng.IntN(3) {
						r := packing.Row{Bound: float64(rng.IntN(5))}
						for j := range n {
							if c := rng.IntN(5) - 1; c != 0 {
								r.Vars, r.Coefs = append(r.Vars, int32(j)), append(r.Coefs, float64(c))
							}
						}
						add(r)
					}
					want, _ := same.Solve(steps(1e6))
					x, worth := own.Solve(steps(1e6))
					if x == nil || !near(packing.Dot(objective, x), packing.Dot(objective, want)) {
						t.Fatalf("%v, want %v", x, want)
					}
					value := 0.0
					for i, r := range rows {
						left := r.Bound
						for k, v := range r.Vars {
							left -= r.Coefs[k] * x[v]
						}
						if left < -1e-5 {
							t.Fatalf("%v violates %v", x, r)
						}
						if worth != nil {
							value += r.Bound * worth[i]
							if worth[i] < -1e-6 || worth[i]*left > 1e-3 {
								t.Fatalf("row %d with %g left is worth %g", i, left, worth[i])
							}
						}
					}
					if worth != nil && !near(value, packing.Dot(objective, x)) {
						t.Fatalf("the rows are worth %g, the optimum is %g", value, packing.Dot(objective, x))
					}
				}
			}
		})
	}
}

// Without an optimum, without rows, and without steps there is no answer.
func TestLPsKnowNothing(t *testing.T) {
	for _, s := range all.LPs {
		none := func(what string, x, worth []float64) {
			t.Helper()
			if x != nil || worth != nil {
				t.Errorf("%s, %s: %v %v", s.Name, what, x, worth)
			}
		}
		open := s.New([]float64{1, 1})
		open.Add(packing.Row{Vars: []int32{0}, Coefs: []float64{1}, Bound: 1})
		x, worth := open.Solve(steps(1e6))
		none("unbounded", x, worth)
		x, worth = s.New([]float64{1}).Solve(steps(1e6))
		none("no rows", x, worth)
		spent := s.New([]float64{1})
		spent.Add(packing.Row{Vars: []int32{0}, Coefs: []float64{1}, Bound: 1})
		x, worth = spent.Solve(steps(-1))
		none("no steps", x, worth)
	}
}

func TestPickLP(t *testing.T) {
	gone := all.LPs[0]
	gone.Name, gone.Install = "gone", "write it"
	gone.Probe = func() (string, error) { return "", backends.ErrMissing }
	list := []lp.Solver{gone, lp.BuiltIn()}
	for _, name := range []string{"auto", "built-in"} {
		if make, err := all.PickLP(list, name); err != nil || make == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := all.PickLP(list, "gone"); !errors.Is(err, backends.ErrMissing) || !strings.Contains(err.Error(), "write it") {
		t.Errorf("got %v", err)
	}
	if _, err := all.PickLP(list, "simplex"); err == nil || !strings.Contains(err.Error(), `"built-in"`) {
		t.Errorf("got %v", err)
	}
}

func TestBranchOnCLP(t *testing.T) { backendtest.Run(t, columns.NewBranch("branch-clp", clp.Solver())) }

// Branch and price gives the right answers on linear programs that tell
// anything.
func TestBranchOnNoise(t *testing.T) {
	wrong := []float64{math.NaN(), math.Inf(1), -1, 0, 1e300, 0.3}
	rng := rand.New(rand.NewPCG(5, 5))
	seen, called := map[backends.Verdict]int{}, 0
	for _, spoil := range []func(x float64) float64{
		func(x float64) float64 { return x + 2e-6*(rng.Float64()-0.5) },
		func(x float64) float64 { return x + 2e-3*(rng.Float64()-0.5) },
		func(float64) float64 { return wrong[rng.IntN(len(wrong))] },
	} {
		s := lp.BuiltIn()
		s.New = func(objective []float64) packing.LP {
			called++
			return spoilt{packing.NewTableau(objective), spoil}
		}
		for seed := range uint64(40) {
			f := backendtest.RandomSetCover(12+int(seed)%14, 10+int(seed)%5, int(seed)%7-1, seed)
			want, err := exhaust.New().Solve(context.Background(), f, backends.Options{Steps: 1 << 40})
			if err != nil {
				t.Fatal(err)
			}
			got, err := columns.NewBranch("branch", s).Solve(context.Background(), f, backends.Options{})
			if err := backendtest.Verify(f, want.Verdict, got, err, nil); err != nil || got.Verdict == backends.Optimal && got.Bound != want.Bound {
				t.Fatalf("seed %d: %v, bound %d, want %d", seed, err, got.Bound, want.Bound)
			}
			seen[got.Verdict]++
		}
	}
	if len(seen) < 3 || called < 100 {
		t.Errorf("one-sided: %v, %d linear programs", seen, called)
	}
}

type spoilt struct {
	packing.LP
	spoil func(x float64) float64
}

func (l spoilt) Solve(b *packing.Budget) (x, worth []float64) {
	x, worth = l.LP.Solve(b)
	for i := range x {
		x[i] = l.spoil(x[i])
	}
	return x, worth
}
