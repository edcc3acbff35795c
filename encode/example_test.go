package encode_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// A formula goes out to somebody's solver, and what the solver prints comes
// back as hubs.
func Example() {
	rel, err := instances.New(2, 2, []instances.Cell{{Row: 0, Col: 0}, {Row: 0, Col: 1}, {Row: 1, Col: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := encode.Find(instances.Chi, "r")
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := encode.Problem{Rel: rel, Colors: 2}
	enc, err := e.Encode(context.Background(), problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := pb.WriteDIMACS(os.Stdout, enc.Formula); err != nil {
		fmt.Println(err)
		return
	}
	model, err := pb.ReadModel(strings.NewReader("s SATISFIABLE\nv 1 -2 -3 4 -5 6 -7 -8 0\n"), enc.Formula.Vars())
	if err != nil {
		fmt.Println(err)
		return
	}
	hubs, err := enc.Decode(model)
	for _, h := range hubs {
		fmt.Println("colour", h.Color, "sources", h.Sources, "targets", h.Targets)
	}
	fmt.Println(err)
	// Output:
	// c x[e,j] = variable 1+e*2+j, e<3, j<2: the e-th cell, by row then column, has colour j
	// c s[p,j] = variable 7+p*2+j, p<1, j<2: the p-th pair of rows with a common column shares a hub of colour j
	// p cnf 8 11
	// 1 0
	// 3 4 0
	// 5 6 0
	// -3 -5 7 0
	// -7 -3 5 0
	// -7 -5 3 0
	// -7 -1 0
	// -4 -6 8 0
	// -8 -4 6 0
	// -8 -6 4 0
	// -8 -2 0
	// colour 1 sources [0] targets [0]
	// colour 2 sources [0 1] targets [1]
	// <nil>
}
