package law_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

func ExampleBuild() {
	ctx := context.Background()
	causal, err := families.Generate("causal", []string{"n=4"})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := manifold.Parse("torus:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := manifold.Packed(ctx, m, []string{"0", "1", "2", "3"}, manifold.Packing{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := law.Build(ctx, causal.Relation, causal.Known.FewestColors, e, law.Design{Density: density.Design{Fibre: 2}, Field: law.Source})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d laws: %v\n", len(l.Cover.Colors), l.Parameters)

	var file bytes.Buffer
	if err := l.Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	if l, err = law.Read(&file); err != nil {
		fmt.Println(err)
		return
	}
	rel, err := l.Recover()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("recovered:", rel.Equal(causal.Relation))
	findings, err := l.Check(ctx, causal.Relation, law.Checking{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range findings {
		if f.Err != nil {
			fmt.Println(f)
		}
	}
	t, err := l.Simulate(ctx, law.Dynamics{Time: 1, Samples: 3, Near: 0.4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("clusters at times", t.Times, "are", t.Count(0), t.Count(1), t.Count(2))
	// Output:
	// 3 laws: law 23, identity key 42, edges 10
	// recovered: true
	// clusters at times [0 0.5 1] are 4 3 3
}
