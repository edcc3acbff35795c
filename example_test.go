package hubcover_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// The causal mask on eight tokens: eight hubs, but only four heads.
func ExampleSolve() {
	inst, err := families.Generate("causal", []string{"n=8"})
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	res, err := hubcover.Solve(ctx, inst, hubcover.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("b", res.B.Lower, res.B.Upper, res.B.By.Method)
	fmt.Println("χ_hub", res.Chi.Lower, res.Chi.Upper, res.Chi.By.Method)
	fmt.Println("χ′", res.ChiPrime.Lower, res.ChiPrime.Upper, res.ChiPrime.By.Method)
	// Output:
	// b 8 8 fooling
	// χ_hub 4 4 skew
	// χ′ 8 8 degree
}

// Three hubs, or two colours, but not both at once.
func ExampleDecide() {
	inst, err := families.Generate("complete", []string{"n=3"})
	if err != nil {
		log.Fatal(err)
	}
	for _, q := range [][2]int{{3, 3}, {3, 2}, {4, 2}} {
		res, err := hubcover.Decide(context.Background(), inst, q[0], q[1], hubcover.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(q[0], "hubs,", q[1], "colours:", res.Decide.Answer)
	}
	// Output:
	// 3 hubs, 3 colours: yes
	// 3 hubs, 2 colours: no
	// 4 hubs, 2 colours: yes
}

// The front says what one minimum costs in the other.
func ExampleSolve_front() {
	inst, err := families.Generate("complete", []string{"n=3"})
	if err != nil {
		log.Fatal(err)
	}
	res, err := hubcover.Solve(context.Background(), inst, hubcover.Options{Questions: []instances.Question{instances.Front}})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range res.Front.Points {
		fmt.Println(p.Hubs, "hubs,", p.Colors, "colours:", p.Status)
	}
	// Output:
	// 3 hubs, 3 colours: optimal
	// 4 hubs, 2 colours: optimal
}
