package library_test

import (
	"fmt"

	"github.com/hubcover/hubcover/instances/library"
)

func ExampleOpen() {
	inst, err := library.Open("k3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(inst.Source, inst.Relation.Len(), *inst.Known.B, *inst.Known.Chi)
	// Output: gen complete n=3 6 3 2
}
