package families_test

import (
	"fmt"

	"github.com/hubcover/hubcover/instances/families"
)

func ExampleGenerate() {
	inst, err := families.Generate("causal", []string{"n=16"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(inst.Name, inst.Relation.Len())
	fmt.Println(*inst.Known.B, "hubs,", *inst.Known.Chi, "colours:", inst.Known.Why)
	for _, h := range inst.Known.FewestColors[:2] {
		fmt.Println(h.Color, h.Sources, h.Targets)
	}
	// Output:
	// causal-16 136
	// 16 hubs, 5 colours: F11: the diagonal is a fooling set; χ_hub by skew pairs, F13
	// 1 [0] [0]
	// 1 [2] [2]
}
