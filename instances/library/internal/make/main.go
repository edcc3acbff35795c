// Command make writes the library's index and files into the current folder:
// run it by go generate.
package main

import (
	"fmt"
	"os"

	"github.com/hubcover/hubcover/instances/library/internal/catalog"
)

func main() {
	if err := catalog.Write("."); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}
