// Package all lists the backends that the program comes with, and picks among
// them.
package all

import (
	"context"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/columns"
	"github.com/hubcover/hubcover/backends/dimacs"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/backends/gophersat"
	"github.com/hubcover/hubcover/backends/linear"
	"github.com/hubcover/hubcover/backends/lp"
	"github.com/hubcover/hubcover/backends/lp/clp"
	"github.com/hubcover/hubcover/backends/process"
)

// Backends is the list, best first. CaDiCaL leads because it writes proofs and
// does best on large formulas; the other programs are within a factor of three
// of each other; the embedded solver is as fast as they are up to some ten
// thousand conflicts and falls behind after that. Set covers are for the column
// search; what else is linear or has an objective, for the programs that take it.
// The lookahead tree is not among them: what it is good for asks for it by itself.
var Backends = slices.Concat(
	dimacs.Backends(),
	[]backends.Backend{
		gophersat.New(), columns.New(),
		columns.NewBranch("branch", lp.BuiltIn()), columns.NewBranch("branch-clp", clp.Solver()),
	},
	linear.Backends(),
	[]backends.Backend{exhaust.New()},
)

// Child must be the first thing in the main function of a program that uses
// the backends, and in TestMain: see process.Child.
func Child() { process.Child(gophersat.Role()) }

// Find is the backend of that name; the error about a name that is not in the
// list gives those that are.
func Find(list []backends.Backend, name string) (backends.Backend, error) {
	var names []string
	for _, b := range list {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	names = append(names, auto)
	return backends.Backend{}, fmt.Errorf("no backend %q: choose among %q", name, names)
}

// Pick is the backend of that name, seen to be present; "auto" is Auto of the
// list. The error for one that is not there says how to get it and wraps
// backends.ErrMissing.
func Pick(ctx context.Context, list []backends.Backend, name string) (backends.Backend, error) {
	if name == auto {
		return Auto(list), nil
	}
	b, err := Find(list, name)
	if err != nil {
		return b, err
	}
	if _, err := b.Probe(ctx); err != nil {
		return backends.Backend{}, fmt.Errorf("backend %s: %w; to get it: %s", name, err, b.Install)
	}
	return b, nil
}
