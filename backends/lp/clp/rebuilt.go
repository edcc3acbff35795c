//go:build cgo && clp

package clp

import (
	"math"

	"github.com/lanl/clp"

	"github.com/hubcover/hubcover/encode/packing"
)

// rebuilt loads everything for every solve.
type rebuilt struct {
	objective []float64
	rows      []packing.Row
}

// NewRebuilt makes a program without rows.
func NewRebuilt(objective []float64) packing.LP { return &rebuilt{objective: objective} }

func (l *rebuilt) Add(r packing.Row) { l.rows = append(l.rows, r) }

func (l *rebuilt) Solve(b *packing.Budget) (x, worth []float64) {
	if len(l.rows) == 0 || len(l.objective) == 0 || !b.Spend(1+len(l.rows)*len(l.objective)/64) {
		return nil, nil
	}
	bounds := make([]clp.Bounds, len(l.rows))
	columns := make([][]clp.Nonzero, len(l.objective))
	for i, r := range l.rows {
		bounds[i] = clp.Bounds{Lower: math.Inf(-1), Upper: r.Bound}
		for k, v := range r.Vars {
			columns[v] = append(columns[v], clp.Nonzero{Index: i, Value: r.Coefs[k]})
		}
	}
	matrix := clp.NewPackedMatrix()
	matrix.SetDimensions(len(l.rows), 0)
	for _, c := range columns {
		matrix.AppendColumn(c)
	}
	s := clp.NewSimplex()
	s.LoadProblem(matrix, nil, l.objective, bounds, nil)
	s.SetOptimizationDirection(clp.Maximize)
	s.SetMaxIterations(max(b.Left(), 1))
	if s.Primal(clp.NoValuesPass, clp.NoStartFinishOptions) != clp.Optimal || s.SecondaryStatus() != clp.SecondaryNone {
		return nil, nil // infeasible, unbounded, stopped, or a code that is not known
	}
	return s.PrimalColumnSolution(), s.DualRowSolution()
}
