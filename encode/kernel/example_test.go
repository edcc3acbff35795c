package kernel_test

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
)

// The causal mask on four positions: only the diagonal is left to cover, and
// each diagonal cell forces a hub.
func ExampleCover() {
	var cells []instances.Cell
	for key := range int32(4) {
		for query := key; query < 4; query++ {
			cells = append(cells, instances.Cell{Row: key, Col: query})
		}
	}
	mask, err := instances.New(4, 4, cells)
	if err != nil {
		fmt.Println(err)
		return
	}
	red, err := kernel.Cover(context.Background(), mask, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(red.Parts), "parts")
	for i, h := range red.Forced {
		fmt.Println(red.ForcedCells[i], "forces", h.Sources, "→", h.Targets)
	}
	// Output:
	// 0 parts
	// {0 0} forces [0] → [0 1 2 3]
	// {1 1} forces [0 1] → [1 2 3]
	// {2 2} forces [0 1 2] → [2 3]
	// {3 3} forces [0 1 2 3] → [3]
}
