package density_test

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/manifold"
)

func ExampleBuild() {
	ctx := context.Background()
	causal, err := families.Generate("causal", []string{"n=4"})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := manifold.Parse("sphere:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := manifold.Packed(ctx, m, []string{"the", "cat", "sat", "down"}, manifold.Packing{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := density.Build(ctx, causal.Relation, causal.Known.FewestColors, e, density.Design{Fibre: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, color := range c.Colors {
		fmt.Printf("β_%d: %d hubs, margin %.3f, %v\n", j+1, len(color.Codes), color.Margin, c.Recover(j))
	}
	findings, err := c.Check(ctx, causal.Relation, density.Search{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range findings {
		fmt.Println(f.Check, f.Err == nil)
	}
	// Output:
	// β_1: 2 hubs, margin 1.000, [{0 0} {2 2}]
	// β_2: 1 hubs, margin 1.000, [{0 1} {0 2} {1 1} {1 2}]
	// β_3: 1 hubs, margin 1.000, [{0 3} {1 3} {2 3} {3 3}]
	// supports true
	// codes true
	// labels true
	// vertices true
	// bound true
	// search true
}
