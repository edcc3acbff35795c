package all_test

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/encode/pb"
)

// Two pigeons, one hole; main has called all.Child.
func ExamplePick() {
	ctx := context.Background()
	b, err := all.Pick(ctx, all.Backends, "auto")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	f := pb.New()
	in := f.Block("in", 2)
	f.Clause(in.At(0))
	f.Clause(in.At(1))
	f.Clause(-in.At(0), -in.At(1))
	answer, err := b.Solve(ctx, f, backends.Options{})
	fmt.Println(answer.Verdict, answer.By, err)
	// Output: unsatisfiable gophersat <nil>
}
