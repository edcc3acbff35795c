// Command liar is a plugin that does everything wrong that a solver can do
// wrong, one thing at a time, to show that it is caught:
//
//	go build -o liar ./backends/backendtest/liar
//	./liar list
//	hubcover backends test liar --plugin 'json:./liar wrong-model'
//
// The first argument names the lie, the second the protocol ("dimacs", with the
// files of the formula and of the proof behind, "opb", with that of the formula,
// or "json", which it is without one).
package main

import (
	"os"

	"github.com/hubcover/hubcover/backends/backendtest/lies"
)

func main() { os.Exit(lies.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
