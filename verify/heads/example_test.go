package heads_test

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/heads"
	"github.com/hubcover/hubcover/verify/manifold"
)

// Seven tokens under a causal mask need three heads.
func Example() {
	ctx := context.Background()
	inst, err := families.Generate("causal", []string{"n=7"})
	if err != nil {
		panic(err)
	}
	line, err := manifold.Parse("euclidean:1")
	if err != nil {
		panic(err)
	}
	var names []string
	var points [][]float64
	for v := range 7 {
		names, points = append(names, inst.Relation.RowName(v)), append(points, []float64{float64(v)})
	}
	embedding, err := manifold.Embed(line, names, points, manifold.Radii{})
	if err != nil {
		panic(err)
	}
	cover, err := density.Build(ctx, inst.Relation, inst.Known.FewestColors, embedding, density.Design{})
	if err != nil {
		panic(err)
	}

	E, err := heads.Random(7, 8, 1)
	if err != nil {
		panic(err)
	}
	h, err := heads.Build(cover, E, 1e-3)
	if err != nil {
		panic(err)
	}
	h.Causal = true
	findings, err := h.Check(ctx, cover, 1e-3)
	if err != nil {
		panic(err)
	}
	for _, f := range findings[:4] {
		fmt.Println(f)
	}
	// Output:
	// accepted shapes: 3 heads (with identity keys 7) of head dimension 4, 7 nodes in 8 dimensions, 192 parameters
	// accepted order: every edge goes forward in the order of nodes
	// accepted scale: 8.85367 ≥ log(N/ε)/margin = 8.85367
	// accepted recover: scores above 1 - margin/2 are the 28 edges, and no other pair is
}
