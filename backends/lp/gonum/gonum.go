// Package gonum solves linear programs by gonum's simplex method, in pure Go.
// It takes dense matrices, starts anew each time and gives no duals, which is
// why weights are looked for in the packing program itself, where they are the
// variables. The tableau of package packing is faster by one or two orders of
// magnitude and is what hubcover uses; this one is there to compare with.
package gonum

import (
	"gonum.org/v1/gonum/mat"
	simplex "gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/hubcover/hubcover/backends/lp"
	"github.com/hubcover/hubcover/encode/packing"
)

// Solver starts anew each time.
func Solver() lp.Solver {
	return lp.Solver{
		Name: "gonum", Doc: "gonum's simplex method, dense, started anew for every solve; no duals",
		Install: "built in",
		Probe:   func() (string, error) { return "built in", nil },
		New:     New,
	}
}

type program struct {
	objective []float64
	rows      []packing.Row
}

// New makes a program without rows.
func New(objective []float64) packing.LP { return &program{objective: objective} }

func (p *program) Add(r packing.Row) { p.rows = append(p.rows, r) }

// Solve writes A·x + s = b, with the slacks as the first basis.
func (p *program) Solve(b *packing.Budget) (x, worth []float64) {
	rows, vars := len(p.rows), len(p.objective)
	if rows == 0 || vars == 0 || !b.Spend(1+rows*rows*(rows+vars)/64) {
		return nil, nil
	}
	a, bounds := mat.NewDense(rows, vars+rows, nil), make([]float64, rows)
	cost, basis := make([]float64, vars+rows), make([]int, rows)
	for j, gain := range p.objective {
		cost[j] = -gain
	}
	for i, r := range p.rows {
		for k, v := range r.Vars {
			a.Set(i, int(v), a.At(i, int(v))+r.Coefs[k])
		}
		a.Set(i, vars+i, 1)
		bounds[i], basis[i] = r.Bound+1e-7*packing.Fraction(i), vars+i // apart, or it stalls
	}
	_, point, err := simplex.Simplex(cost, a, bounds, 1e-10, basis)
	if err != nil {
		return nil, nil // unbounded, singular, …
	}
	return point[:vars], nil
}
