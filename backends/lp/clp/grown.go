//go:build cgo && clp

package clp

// #cgo pkg-config: clp
// #include <Clp_C_Interface.h>
import "C"

import (
	"math"
	"runtime"
	"unsafe"

	"github.com/hubcover/hubcover/encode/packing"
)

func version() (string, error) { return C.GoString(C.Clp_Version()), nil }

// grown is a model that rows are added to. CLP is free of threads and global
// state; a model is used by one goroutine at a time.
type grown struct {
	model  unsafe.Pointer
	vars   int
	rows   int           // in the model
	coming []packing.Row // to be added
}

// New makes a program without rows.
func New(objective []float64) packing.LP {
	l := &grown{model: unsafe.Pointer(C.Clp_newModel()), vars: len(objective)}
	runtime.SetFinalizer(l, func(l *grown) { C.Clp_deleteModel(l.model) })
	C.Clp_setLogLevel(l.model, 0)
	C.Clp_resize(l.model, 0, C.int(l.vars)) // columns with the bounds 0 and ∞
	gains := numbers(objective)
	C.Clp_chgObjCoefficients(l.model, &gains[0])
	C.Clp_setOptimizationDirection(l.model, -1) // maximise
	return l
}

func (l *grown) Add(r packing.Row) { l.coming = append(l.coming, r) }

// Iterations between two looks at the budget.
const atOnce = 500

// The states that CLP ends in and we know; all others tell nothing.
const (
	optimal = 0
	stopped = 3 // by the number of iterations
)

func (l *grown) Solve(b *packing.Budget) (x, worth []float64) {
	defer runtime.KeepAlive(l)
	began := l.rows > 0
	l.addRows()
	if l.rows == 0 || l.vars == 0 { // on which CLP crashes
		return nil, nil
	}
	C.Clp_setMaximumIterations(l.model, atOnce)
	for {
		var code C.int
		if began {
			code = C.Clp_dual(l.model, 0)
		} else {
			code = C.Clp_primal(l.model, 0)
		}
		if !b.Spend(1 + int(C.Clp_numberIterations(l.model))*(l.rows+l.vars)/64) {
			return nil, nil
		}
		switch {
		case code == stopped && C.Clp_status(l.model) == stopped:
			continue
		case code != optimal, C.Clp_status(l.model) != optimal, C.Clp_secondaryStatus(l.model) != 0:
			return nil, nil
		}
		return copied(C.Clp_primalColumnSolution(l.model), l.vars), copied(C.Clp_dualRowSolution(l.model), l.rows)
	}
}

// addRows hands over what came since.
func (l *grown) addRows() {
	if len(l.coming) == 0 {
		return
	}
	var lower, upper, coefs []float64
	starts := []C.int{0}
	var vars []C.int
	for _, r := range l.coming {
		lower, upper = append(lower, math.Inf(-1)), append(upper, r.Bound)
		for k, v := range r.Vars {
			vars, coefs = append(vars, C.int(v)), append(coefs, r.Coefs[k])
		}
		starts = append(starts, C.int(len(vars)))
	}
	vars = append(vars, 0) // so that there is a first one
	lo, up, co := numbers(lower), numbers(upper), numbers(coefs)
	C.Clp_addRows(l.model, C.int(len(l.coming)), &lo[0], &up[0], &starts[0], &vars[0], &co[0])
	l.rows += len(l.coming)
	l.coming = l.coming[:0]
}

// numbers copies into C's type, with one 0 behind so that there is a first one.
func numbers(xs []float64) []C.double {
	out := make([]C.double, len(xs)+1)
	for i, x := range xs {
		out[i] = C.double(x)
	}
	return out
}

func copied(p *C.double, n int) []float64 {
	out := make([]float64, n)
	if n > 0 {
		for i, x := range unsafe.Slice(p, n) {
			out[i] = float64(x)
		}
	}
	return out
}
