package all

import (
	"fmt"

	"github.com/hubcover/hubcover/backends/lp"
	"github.com/hubcover/hubcover/backends/lp/clp"
	"github.com/hubcover/hubcover/backends/lp/gonum"
	"github.com/hubcover/hubcover/encode/packing"
)

// LPs is the list of linear programming solvers, best first.
var LPs = []lp.Solver{clp.Solver(), lp.BuiltIn(), clp.Rebuilt(), gonum.Solver()}

// BestLP is CLP on large problems where it is present, and the built-in solver
// otherwise.
func BestLP(list []lp.Solver) packing.NewLP {
	for _, s := range list {
		switch _, err := s.Probe(); {
		case err != nil:
		case s.Name == lp.BuiltIn().Name:
			return s.New
		default:
			return lp.BySize(s.New)
		}
	}
	return packing.NewTableau
}

// PickLP is the solver of that name, seen to be present; "auto" is BestLP.
func PickLP(list []lp.Solver, name string) (packing.NewLP, error) {
	if name == auto {
		return BestLP(list), nil
	}
	var names []string
	for _, s := range list {
		if s.Name == name {
			if _, err := s.Probe(); err != nil {
				return nil, fmt.Errorf("linear programming by %s: %w; to get it: %s", name, err, s.Install)
			}
			return s.New, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("no linear programming solver %q: choose among %q", name, append(names, auto))
}
