// Package clp solves linear programs by COIN-OR's CLP. It is there in programs
// built with cgo and the tag clp:
//
//	apt install coinor-libclp-dev pkg-config g++
//	CGO_ENABLED=1 go build -tags clp ./cmd/hubcover
//
// New calls CLP's C interface and goes on from the last basis when rows come.
// NewRebuilt goes through github.com/lanl/clp, which adds nothing to a problem
// that is loaded and so starts anew each time: 3 to 10 times slower where rows
// come in rounds. It is there to compare with.
package clp

import (
	"fmt"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/lp"
)

const install = "apt install coinor-libclp-dev pkg-config g++, then build with CGO_ENABLED=1 and -tags clp, as make does where they are"

var errMissing = fmt.Errorf("CLP: %w: this program was built without it", backends.ErrMissing)

// Solver goes on from the last basis.
func Solver() lp.Solver {
	return lp.Solver{Name: "clp", Doc: "COIN-OR's simplex method, sparse, by its C interface", Install: install, Probe: version, New: New}
}

// Rebuilt starts anew each time.
func Rebuilt() lp.Solver {
	return lp.Solver{Name: "lanl-clp", Doc: "COIN-OR's simplex method by github.com/lanl/clp, started anew for every solve", Install: install, Probe: version, New: NewRebuilt}
}
