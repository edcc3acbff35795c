// Package all lists the backends that the program comes with.
package all

import (
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/backends/gophersat"
	"github.com/hubcover/hubcover/backends/process"
)

// Backends is the list, best first: auto takes the first that is present.
var Backends = []backends.Backend{
	gophersat.New(),
	exhaust.New(),
}

// Child must be the first thing in the main function of a program that uses
// the backends, and in TestMain: see process.Child.
func Child() { process.Child(gophersat.Role()) }
