// Command hubcover finds and certifies how cheaply an attention pattern, or any
// 0/1 relation, can be covered by hubs: the biclique cover number b, the
// hub-chromatic index χ_hub, the ordinary chromatic index χ′ and the Pareto
// front of hubs against colours.
//
// Every command has a file of its own; root.go lists them. Data goes to
// standard output, everything said about it to standard error; exit.go has the
// exit codes.
package main

import (
	"io"
	"os"

	"github.com/hubcover/hubcover/backends/all"
)

func main() {
	all.Child()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program; it returns the exit code.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	a := &app{args: args, in: in, out: out, talk: talk{w: errs}}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	cmd, err := root.ExecuteC()
	return a.report(cmd, err)
}
