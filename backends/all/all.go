// Package all lists the backends that the program comes with.
package all

import "github.com/hubcover/hubcover/backends"

// Backends is the list, best first: auto takes the first that is present.
var Backends = []backends.Backend{}
