package columns_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/columns"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
)

// A random matrix whose cover number is one above what is asked; nodes/s is how
// fast the tree grows.
func BenchmarkRefute(b *testing.B) {
	rel := encodetest.Random(rand.New(rand.NewPCG(6, 6)), 18, 18, .6)
	form, err := encode.Columns.Encode(context.Background(), encode.Problem{Rel: rel, Hubs: 14})
	if err != nil {
		b.Fatal(err)
	}
	var steps int64
	for b.Loop() {
		var proof bytes.Buffer
		a, err := columns.New().Solve(context.Background(), form.Formula, backends.Options{Proof: &proof, Steps: 20_000})
		if err != nil {
			b.Fatal(err)
		}
		steps += a.Steps
		b.ReportMetric(float64(proof.Len()), "proof-B")
		b.ReportMetric(float64(a.Verdict), "verdict")
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}
