// Package lp is the linear programming solvers beside the one that is built in
// (packing.NewTableau): values in an explicit list (backends/all), as backends
// are. They find weights for bounds; what they say is rounded to integers and
// measured exactly, so that a wrong one can make a bound weak but never false.
package lp

import "github.com/hubcover/hubcover/encode/packing"

// Solver makes linear programs.
type Solver struct {
	Name string
	Doc  string // one line
	// Install says how to get it where it is missing.
	Install string
	// Probe tells the version; an error wraps backends.ErrMissing.
	Probe func() (version string, err error)
	New   packing.NewLP
}

// BuiltIn is the tableau of package packing.
func BuiltIn() Solver {
	return Solver{
		Name:    "built-in",
		Doc:     "dense simplex tableau that goes on when rows come; best up to some 300 variables",
		Install: "built in",
		Probe:   func() (string, error) { return "built in", nil },
		New:     packing.NewTableau,
	}
}

// large is the number of variables from which on a sparse solver is faster than
// the tableau: measured on the weights of random relations.
const large = 300

// BySize makes large problems with one solver and small ones with the built-in.
func BySize(sparse packing.NewLP) packing.NewLP {
	return func(objective []float64) packing.LP {
		if len(objective) < large {
			return packing.NewTableau(objective)
		}
		return sparse(objective)
	}
}
