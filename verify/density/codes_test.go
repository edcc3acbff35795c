package density_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"github.com/hubcover/hubcover/verify/density"
)

func codes(t *testing.T, n, m int) [][]float64 {
	t.Helper()
	w, err := density.Codes(context.Background(), n, m, density.CodeSearch{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(w) != n {
		t.Fatalf("%d codes, want %d", len(w), n)
	}
	for k := range w {
		norm := 0.0
		for _, a := range w[k] {
			if a < 0 {
				t.Fatalf("code %d of %d has coordinate %v", k, n, a)
			}
			norm += a * a
		}
		if math.Abs(norm-1) > 1e-12 || len(w[k]) != m {
			t.Fatalf("code %d of %d has squared length %v and %d coordinates", k, n, norm, len(w[k]))
		}
	}
	return w
}

func TestCodesInClosedForm(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for m := max(n, 1); m <= 6; m++ {
			if margin := density.Margin(codes(t, n, m)); margin != 1 {
				t.Errorf("n=%d m=%d: margin %v", n, m, margin)
			}
		}
	}
	for n := 2; n <= 40; n++ {
		want := 1 - math.Cos(math.Pi/(2*float64(n-1)))
		if margin := density.Margin(codes(t, n, 2)); math.Abs(margin-want) > 1e-12 {
			t.Errorf("n=%d m=2: margin %v, want %v", n, margin, want)
		}
	}
	if _, err := density.Codes(context.Background(), 2, 1, density.CodeSearch{}); err == nil {
		t.Error("two codes of dimension 1")
	}
}

// What can be written down is not better than what is found: the unit vectors
// with the middle of all, with the middles of two.
func TestSphericalCodes(t *testing.T) {
	for _, c := range []struct {
		n, m  int
		inner float64
	}{
		{4, 3, 1 / math.Sqrt(3)},
		{6, 3, math.Sqrt(0.5)},
		{5, 4, 0.5},
		{10, 4, math.Sqrt(0.5)},
	} {
		w := codes(t, c.n, c.m)
		margin := density.Margin(w)
		t.Logf("n=%d m=%d: largest inner product %.6f", c.n, c.m, 1-margin)
		if margin < 1-c.inner-1e-5 {
			t.Errorf("n=%d m=%d: margin %v, known %v", c.n, c.m, margin, 1-c.inner)
		}
		if again := codes(t, c.n, c.m); !reflect.DeepEqual(w, again) {
			t.Errorf("n=%d m=%d: another code for the same seed", c.n, c.m)
		}
	}
}

func TestCodesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := density.Codes(ctx, 30, 4, density.CodeSearch{}); err == nil {
		t.Error("no error from an ended context")
	}
}
