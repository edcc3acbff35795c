package hubcover_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"math/rand/v2"
)

func TestMain(m *testing.M) { hubcover.Child(); os.Exit(m.Run()) }

func TestSmoke(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 6 + int(seed)
		var cells []instances.Cell
		for r := range n { for c := range n { if rng.Float64() < 0.6 { cells = append(cells, instances.Cell{int32(r), int32(c)}) } } }
		rel, _ := instances.New(n, n, cells)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		res, err := hubcover.Solve(ctx, &instances.Instance{Name: "x", Relation: rel}, hubcover.Options{Questions: instances.Questions})
		cancel()
		if err != nil { t.Fatal(err) }
		t.Logf("n=%d b=%d..%d %s %s %.2fs chi=%d..%d %s %s %.2fs chi'=%d rej=%v", n, res.B.Lower, res.B.Upper, res.B.Status(), res.B.By.Method, res.B.Seconds, res.Chi.Lower, res.Chi.Upper, res.Chi.Status(), res.Chi.By.Method, res.Chi.Seconds, res.ChiPrime.Upper, res.Rejected)
		for _, p := range res.Front.Points { t.Logf("   point %d %d %s", p.Hubs, p.Colors, p.Status) }
		t.Logf("   front %s %.2fs phases %v", res.Front.Status, res.Front.Seconds, res.Phases)
	}
}
