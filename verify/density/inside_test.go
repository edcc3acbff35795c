package density

import (
	"context"
	"math"
	"testing"
)

// The descent comes to the closed form where there is one.
func TestDescentFindsTheQuarterCircle(t *testing.T) {
	for n := 3; n <= 8; n++ {
		w, err := sphericalCode(context.Background(), n, 2, CodeSearch{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, want := Margin(w), Margin(quarterCircle(n))
		if got > want+1e-12 || got < want-1e-4 {
			t.Errorf("n=%d: margin %v, best %v", n, got, want)
		}
	}
}

func TestCrowdingGradient(t *testing.T) {
	f := newCrowding(5, 3)
	f.sharp = 7
	u := make([]float64, 15)
	for i := range u {
		u[i] = 0.3 + math.Abs(math.Sin(float64(3*i)))
	}
	g := make([]float64, len(u))
	f.gradient(g, u)
	for i := range u {
		const h = 1e-6
		at := u[i]
		u[i] = at + h
		up := f.value(u)
		u[i] = at - h
		down := f.value(u)
		u[i] = at
		if d := (up - down) / (2 * h); math.Abs(d-g[i]) > 1e-7 {
			t.Errorf("coordinate %d: gradient %v, by differences %v", i, g[i], d)
		}
	}
}

func TestDotUpIsAbove(t *testing.T) {
	x := []float64{0.1, 0.2, 0.3, 1e-300}
	if up := dotUp(x, x); !(up > dot(x, x) && up < dot(x, x)+1e-14) {
		t.Error(up)
	}
}
