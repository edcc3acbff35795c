package density_test

import (
	"math"
	"testing"

	"github.com/hubcover/hubcover/verify/density"
)

// The conditions that the argument needs, and the slope.
func TestKernels(t *testing.T) {
	for _, k := range density.Kernels {
		value, slope := k.At(0)
		if math.Abs(value-1) > 1e-15 || slope != 0 {
			t.Errorf("%s: at 0 %v, slope %v", k.Name, value, slope)
		}
		for _, s := range []float64{1, math.Nextafter(1, 2), 2, math.Inf(1)} {
			if value, slope := k.At(s); value != 0 || slope != 0 {
				t.Errorf("%s: at %v %v, slope %v", k.Name, s, value, slope)
			}
		}
		if value, _ := k.At(math.Nextafter(1, 0)); !(value >= 0 && value < 1e-9) {
			t.Errorf("%s jumps at 1 by %v", k.Name, value)
		}
		const n, h = 990, 1e-6 // the bump underflows beyond 0.999
		last := 1.0
		for i := 1; i <= n; i++ {
			s := float64(i) / 1000
			value, slope := k.At(s)
			if !(value < last && value > 0 && slope < 0) {
				t.Fatalf("%s: at %v value %v after %v, slope %v", k.Name, s, value, last, slope)
			}
			last = value
			up, _ := k.At(s + h)
			down, _ := k.At(s - h)
			if math.Abs((up-down)/(2*h)-slope) > 1e-7 {
				t.Fatalf("%s: slope at %v is %v, by differences %v", k.Name, s, slope, (up-down)/(2*h))
			}
		}
		for s := 1e-20; s < 1; s *= 1.5 {
			if value, _ := k.At(s); !(value >= 0 && value <= 1) {
				t.Fatalf("%s: %v at %v is not in 0..1", k.Name, value, s)
			}
		}
		if found, err := density.FindKernel(k.Name); err != nil || found.Name != k.Name {
			t.Error(found, err)
		}
	}
	if _, err := density.FindKernel("gauss"); err == nil {
		t.Error("an unknown kernel was found")
	}
}
