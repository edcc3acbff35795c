package bound_test

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/instances"
)

// The causal mask on three positions takes as many hubs as positions, but far
// fewer colours.
func Example() {
	mask, err := instances.New(3, 3, []instances.Cell{{Row: 0, Col: 0}, {Row: 0, Col: 1}, {Row: 0, Col: 2}, {Row: 1, Col: 1}, {Row: 1, Col: 2}, {Row: 2, Col: 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	fooling := bound.Fooling(ctx, mask, nil, 1000, 0)
	fmt.Println("b ≥", len(fooling.Cells), "by", fooling.Cells)
	fmt.Println("b ≤", len(bound.Stars(mask, nil)))
	skew := bound.Skew(ctx, mask, 1000, 1, 0)
	fmt.Println("χ ≥", skew.Bound, "by", len(skew.Rows), "skew pairs")
	fmt.Println("χ ≤", bound.FatMatchings(ctx, mask, 1, 10, 0).Colors())
	// Output:
	// b ≥ 3 by [{0 0} {1 1} {2 2}]
	// b ≤ 3
	// χ ≥ 2 by 4 skew pairs
	// χ ≤ 2
}
