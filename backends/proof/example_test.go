package proof_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/hubcover/hubcover/backends/proof"
	"github.com/hubcover/hubcover/encode/pb"
)

// Two variables, all four combinations forbidden. The first lemma leads to a
// conflict, so the rest is not read.
func ExampleElaborate() {
	f := pb.New()
	x := f.Block("x", 2)
	f.Clause(x.At(0), x.At(1))
	f.Clause(x.At(0), -x.At(1))
	f.Clause(-x.At(0), x.At(1))
	f.Clause(-x.At(0), -x.At(1))

	drat := strings.NewReader("1 0\n2 0\n0\n")
	stats, err := proof.Elaborate(context.Background(), f, drat, proof.Detected, os.Stdout, proof.Options{})
	fmt.Println(stats.Lemmas, "lemmas read,", stats.Steps, "steps written,", err)
	// Output:
	// 5 1 0 1 2 0
	// 6 0 5 3 4 0
	// 1 lemmas read, 2 steps written, <nil>
}
