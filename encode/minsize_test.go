package encode_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
)

// The minimum of the formula is that of exhaustive search.
func TestMinSizeIsFewest(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 41))
	for range 25 {
		rel := encodetest.Random(rng, 3, 3, 0.7)
		for hubs := 1; hubs <= 3; hubs++ {
			enc, err := encode.MinSize.Encode(context.Background(), encode.Problem{Rel: rel, Hubs: hubs})
			if err != nil {
				t.Fatal(err)
			}
			got := -1
			if m := encodetest.Solve(enc.Formula); m != nil {
				x, err := enc.Decode(m)
				if err != nil {
					t.Fatal(err)
				}
				got = x.Memberships()
				if int64(got) != m.Value(enc.Formula.Objective) {
					t.Errorf("%v: %d memberships, but an objective of %d", x, got, m.Value(enc.Formula.Objective))
				}
			}
			if want := encodetest.BruteSize(rel, hubs); got != want {
				t.Errorf("%v at %d hubs: %d memberships, exhaustive search finds %d", rel.Cells(), hubs, got, want)
			}
		}
	}
}
