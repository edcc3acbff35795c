// Package manifoldtest is what every manifold has to pass.
package manifoldtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/verify/manifold"
)

// Run checks the axioms of a metric, that Tangent is an orthogonal projection
// to the tangent spaces, that Exp is a retraction along geodesics of the metric,
// that Log is its inverse, that all stay exact near distance 0 and the cut
// locus, and that the hot calls take their dst from the arguments and do not
// allocate.
func Run(t *testing.T, m manifold.Manifold) {
	for _, law := range []struct {
		name  string
		check func(*lab)
	}{
		{"description", (*lab).description},
		{"points", (*lab).points},
		{"metric", (*lab).metric},
		{"tangent", (*lab).tangent},
		{"tangent bound", (*lab).tangentBound},
		{"retraction", (*lab).retraction},
		{"geodesic", (*lab).geodesic},
		{"logarithm", (*lab).logarithm},
		{"gradient", (*lab).gradient},
		{"small", (*lab).small},
		{"cut locus", (*lab).cutLocus},
		{"drift", (*lab).drift},
		{"aliasing", (*lab).aliasing},
		{"allocation", (*lab).allocation},
	} {
		t.Run(law.name, func(t *testing.T) {
			law.check(&lab{t, m, rand.New(rand.NewPCG(1, 2))})
		})
	}
}

const draws = 25

// lab draws points and vectors of a manifold under test.
type lab struct {
	*testing.T
	m   manifold.Manifold
	rng *rand.Rand
}

func (l *lab) vector() []float64 { return make([]float64, l.m.Ambient()) }

func (l *lab) point() []float64 {
	x := l.vector()
	l.m.Sample(x, l.rng)
	return x
}

func (l *lab) ambientVector() []float64 {
	v := l.vector()
	for i := range v {
		v[i] = l.rng.NormFloat64()
	}
	return v
}

// tangentAt draws a tangent vector of the given length.
func (l *lab) tangentAt(y []float64, length float64) []float64 {
	for {
		v := l.ambientVector()
		l.m.Tangent(v, y, v)
		if r := manifold.Norm(l.m, v); r > 1e-3 {
			return scaled(v, length/r)
		}
	}
}

func (l *lab) exp(y, v []float64) []float64 {
	x := l.vector()
	l.m.Exp(x, y, v)
	return x
}

// reach is how far geodesics are followed that must be shortest.
func (l *lab) reach() float64 { return min(l.m.Injectivity(), 3) }

func (l *lab) close(what string, got, want, tolerance float64) {
	l.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		l.Fatalf("%s: %v, want %v within %g", what, got, want, tolerance)
	}
}

func (l *lab) same(what string, got, want []float64, tolerance float64) {
	l.Helper()
	for i := range want {
		l.close(fmt.Sprintf("%s, coordinate %d", what, i), got[i], want[i], tolerance*(1+math.Abs(want[i])))
	}
}

func (l *lab) isPoint(what string, x []float64) {
	l.Helper()
	if err := l.m.Check(x); err != nil {
		l.Fatalf("%s is no point: %v", what, err)
	}
}

func (l *lab) description() {
	m := l.m
	again, err := manifold.Parse(m.String())
	if err != nil || again.String() != m.String() || again.Ambient() != m.Ambient() {
		l.Fatalf("%s is read back as %v, %v", m, again, err)
	}
	if !(m.Dim() >= 1 && m.Ambient() >= m.Dim() && m.Injectivity() > 0 && m.Diameter() >= m.Injectivity()) {
		l.Errorf("dimension %d in %d coordinates, injectivity radius %v, diameter %v", m.Dim(), m.Ambient(), m.Injectivity(), m.Diameter())
	}
}

func (l *lab) points() {
	base := l.vector()
	l.m.Base(base)
	l.isPoint("the base point", base)
	for range draws {
		x := l.point()
		l.isPoint("a sample", x)
		y := l.vector()
		if err := l.m.Project(y, x); err != nil {
			l.Fatalf("a point is not projected: %v", err)
		}
		l.same("a projected point", y, x, 1e-12)
		for i := range y {
			y[i] += 1e-3 * l.rng.Float64() / float64(len(y))
		}
		z := l.vector()
		if err := l.m.Project(z, y); err != nil {
			l.Fatalf("a vector near a point is not projected: %v", err)
		}
		l.isPoint("the projection of a vector near a point", z)
		l.close("how far projection moves", l.m.Distance(z, x), 0, 1e-2)
		if normal := manifestlyOff(l.m, x, y); normal && l.m.Check(y) == nil {
			l.Fatal("a vector off the manifold passes for a point")
		}
		for _, bad := range []float64{math.NaN(), math.Inf(1)} {
			y[l.rng.IntN(len(y))] = bad
			if l.m.Check(y) == nil || l.m.Project(z, y) == nil {
				l.Fatalf("a coordinate %v passes", bad)
			}
		}
	}
	for _, wrong := range [][]float64{nil, base[1:], append(l.vector(), 0)} {
		if l.m.Check(wrong) == nil || l.m.Project(base, wrong) == nil {
			l.Errorf("%d coordinates pass, a point has %d", len(wrong), l.m.Ambient())
		}
	}
	x, y := l.vector(), l.vector()
	l.m.Sample(x, rand.New(rand.NewPCG(7, 7)))
	l.m.Sample(y, rand.New(rand.NewPCG(7, 7)))
	l.same("the same seed", y, x, 0)
}

// manifestlyOff: the step from x to y has a part normal to the manifold that
// Check cannot overlook.
func manifestlyOff(m manifold.Manifold, x, y []float64) bool {
	v := make([]float64, len(x))
	for i := range v {
		v[i] = y[i] - x[i]
	}
	w := make([]float64, len(x))
	m.Tangent(w, x, v)
	normal := 0.0
	for i := range v {
		normal = max(normal, math.Abs(v[i]-w[i]))
	}
	return normal > 1e-5
}

func (l *lab) metric() {
	for range draws {
		x, y, z := l.point(), l.point(), l.point()
		xy, yz, xz := l.m.Distance(x, y), l.m.Distance(y, z), l.m.Distance(x, z)
		l.close("d(y,x)", l.m.Distance(y, x), xy, 1e-12)
		l.close("d(x,x)", l.m.Distance(x, x), 0, 1e-12)
		if !(xy > 1e-6) {
			l.Fatalf("d = %v between two random points", xy)
		}
		if xz > xy+yz+1e-12 {
			l.Fatalf("triangle: %v > %v + %v", xz, xy, yz)
		}
		if xy > l.m.Diameter()+1e-12 {
			l.Fatalf("d = %v beyond the diameter %v", xy, l.m.Diameter())
		}
	}
}

func (l *lab) tangent() {
	for range draws {
		y, u, v := l.point(), l.ambientVector(), l.ambientVector()
		pu, pv, again := l.vector(), l.vector(), l.vector()
		l.m.Tangent(pu, y, u)
		l.m.Tangent(pv, y, v)
		l.m.Tangent(again, y, pv)
		l.same("Π Π v", again, pv, 1e-11)
		l.close("⟨Π u, v⟩ against ⟨u, Π v⟩", l.m.Inner(pu, v), l.m.Inner(u, pv), 1e-10)
		if !(l.m.Inner(pv, pv) > 0) {
			l.Fatalf("a tangent vector with ⟨v,v⟩ = %v", l.m.Inner(pv, pv))
		}
	}
	// The trace of a projection is the dimension of its image.
	y, trace := l.point(), 0.0
	for i := range y {
		e := l.vector()
		e[i] = 1
		l.m.Tangent(e, y, e)
		trace += e[i]
	}
	l.close("dimension of the tangent space", trace, float64(l.m.Dim()), 1e-9)
}

// tangentBound follows the field of an ambient vector along geodesics, down the
// slope of its length among them.
func (l *lab) tangentBound() {
	w := l.vector()
	length := func(z, v []float64) float64 {
		l.m.Tangent(w, z, v)
		return manifold.Norm(l.m, w)
	}
	for range draws {
		y, v := l.point(), l.ambientVector()
		at := length(y, v)
		l.close("bound in a ball of radius 0", l.m.TangentBound(y, v, 0), at, 1e-9*(1+at))
		last := at
		for _, r := range []float64{1e-3, 0.1, 0.3, 0.7} {
			r *= l.reach()
			bound := l.m.TangentBound(y, v, r)
			if !(bound >= 0 && bound <= last+1e-12) {
				l.Fatalf("bound %v within %v, after %v", bound, r, last)
			}
			last = bound
			downhill := func(z []float64) []float64 {
				best, value := z, length(z, v)
				for range 5 {
					if e := l.exp(z, l.tangentAt(z, 1e-6)); length(e, v) < value {
						best, value = e, length(e, v)
					}
				}
				d := l.vector()
				if l.m.Log(d, z, best) && manifold.Norm(l.m, d) > 0 {
					return scaled(d, 1/manifold.Norm(l.m, d))
				}
				return l.tangentAt(z, 1)
			}
			for i := range 8 {
				u := l.tangentAt(y, 1)
				if i%2 == 1 {
					u = downhill(y)
				}
				z := l.exp(y, scaled(u, r*(0.5+0.5*l.rng.Float64())))
				if got := length(z, v); got < bound-1e-9*(1+at) {
					l.Fatalf("length %v within %v of a point, where the bound is %v", got, r, bound)
				}
			}
		}
	}
}

func (l *lab) retraction() {
	const h = 1e-4
	for range draws {
		y := l.point()
		l.m.Base(y)
		l.isPoint("the end of a very short geodesic", l.exp(y, l.tangentAt(y, 1e-20)))
		l.m.Sample(y, l.rng)
		l.same("Exp(y, 0)", l.exp(y, l.vector()), y, 1e-12)
		v := l.tangentAt(y, 1)
		velocity := difference(l.exp(y, scaled(v, h)), l.exp(y, scaled(v, -h)), 2*h)
		l.same("the velocity of Exp(y, tv) at 0", velocity, v, 1e-6)
		for _, length := range []float64{0.1, 1, 5} {
			l.isPoint("the end of a geodesic", l.exp(y, l.tangentAt(y, length)))
		}
		// Speed is constant along a geodesic, and velocities are tangent.
		for _, s := range []float64{0.5, 1} {
			here := l.exp(y, scaled(v, s))
			velocity := difference(l.exp(y, scaled(v, s+h)), l.exp(y, scaled(v, s-h)), 2*h)
			l.close("the speed later", manifold.Norm(l.m, velocity), 1, 1e-6)
			w := l.vector()
			l.m.Tangent(w, here, velocity)
			l.same("Π of a velocity", w, velocity, 1e-6)
		}
	}
}

// difference is (x - y)/h of two points near each other, also across the seam
// of a torus.
func difference(x, y []float64, h float64) []float64 {
	d := make([]float64, len(x))
	for i := range d {
		d[i] = x[i] - y[i]
		d[i] = (d[i] - math.Round(d[i])) / h
	}
	return d
}

func (l *lab) geodesic() {
	for range draws {
		y := l.point()
		for _, part := range []float64{0.01, 0.3, 0.7, 0.99} {
			want := part * l.reach()
			l.close("d(y, Exp(y, v))", l.m.Distance(y, l.exp(y, l.tangentAt(y, want))), want, 1e-11)
		}
	}
}

func (l *lab) logarithm() {
	for range draws {
		y, v := l.point(), l.vector()
		if !l.m.Log(v, y, y) || manifold.Norm(l.m, v) > 1e-12 {
			l.Fatalf("Log(y, y) = %v", v)
		}
		for _, part := range []float64{1e-6, 0.3, 0.7, 0.99} {
			want := l.tangentAt(y, part*l.reach())
			x := l.exp(y, want)
			if !l.m.Log(v, y, x) {
				l.Fatalf("no Log at %v of the injectivity radius", part)
			}
			l.same("Log(y, Exp(y, v))", v, want, 1e-8)
		}
		x := l.point()
		if !l.m.Log(v, y, x) {
			continue // near the cut locus
		}
		d := l.m.Distance(y, x)
		l.close("length of Log", manifold.Norm(l.m, v), d, 1e-10)
		l.close("d(Exp(y, Log(y, x)), x)", l.m.Distance(l.exp(y, v), x), 0, 1e-7)
	}
}

// gradient: d(·,x) falls at y in the direction of Log(y, x), at unit speed.
func (l *lab) gradient() {
	const h = 1e-5
	for range draws {
		y := l.point()
		x := l.exp(y, l.tangentAt(y, 0.6*l.reach()))
		log := l.vector()
		if !l.m.Log(log, y, x) {
			l.Fatal("no Log within the injectivity radius")
		}
		v := l.tangentAt(y, 1)
		slope := (l.m.Distance(l.exp(y, scaled(v, h)), x) - l.m.Distance(l.exp(y, scaled(v, -h)), x)) / (2 * h)
		l.close("derivative of the distance", slope, -l.m.Inner(v, log)/l.m.Distance(y, x), 1e-6)
	}
}

func (l *lab) small() {
	for range draws {
		y := l.point()
		for e := 1; e <= 12; e++ {
			want := math.Pow(10, -float64(e))
			v := l.tangentAt(y, want)
			x := l.exp(y, v)
			l.close("a small distance", l.m.Distance(y, x), want, 1e-13)
			back := l.vector()
			if !l.m.Log(back, y, x) {
				l.Fatalf("no Log at distance %v", want)
			}
			l.same("a small Log", back, v, 1e-13)
		}
	}
}

func (l *lab) cutLocus() {
	r := l.m.Injectivity()
	if math.IsInf(r, 1) {
		return
	}
	for range draws {
		y := l.point()
		for e := 1; e <= 17; e++ {
			gap := math.Pow(10, -float64(e))
			v := l.tangentAt(y, r-gap)
			x := l.exp(y, v)
			l.close("a distance near the injectivity radius", l.m.Distance(y, x), r-gap, 1e-12)
			back := l.vector()
			if ok := l.m.Log(back, y, x); ok {
				l.same("Log near the cut locus", back, v, 1e-6)
			} else if e < 7 {
				l.Fatalf("no Log at %v from the injectivity radius", gap)
			}
			beyond := l.m.Distance(y, l.exp(y, l.tangentAt(y, r+gap)))
			if !(beyond <= r+gap+1e-12) {
				l.Fatalf("d = %v along a geodesic of length %v", beyond, r+gap)
			}
		}
	}
}

// drift: many steps leave the walker on the manifold.
func (l *lab) drift() {
	x := l.point()
	base := l.vector()
	l.m.Base(base)
	for range 1000 {
		y := l.exp(x, l.tangentAt(x, 0.1))
		if l.m.Distance(y, base) < 5 {
			x = y
		}
	}
	l.isPoint("the end of a walk", x)
}

func (l *lab) aliasing() {
	for range draws {
		y := l.point()
		x := l.exp(y, l.tangentAt(y, 0.5*l.reach()))
		u := l.ambientVector()
		v := l.vector()
		l.m.Tangent(v, y, u)
		v = scaled(v, 0.3*l.reach()/manifold.Norm(l.m, v))
		for _, call := range []struct {
			name string
			f    func(dst, a, b []float64)
			a, b []float64
		}{
			{"Tangent", l.m.Tangent, y, u},
			{"Exp", l.m.Exp, y, v},
			{"Log", func(dst, a, b []float64) { l.m.Log(dst, a, b) }, y, x},
			{"Project", func(dst, a, _ []float64) { _ = l.m.Project(dst, a) }, y, x},
		} {
			want := l.vector()
			call.f(want, call.a, call.b)
			a, b := scaled(call.a, 1), scaled(call.b, 1)
			call.f(a, a, call.b)
			l.same(call.name+" into its first argument", a, want, 0)
			if call.name != "Project" {
				call.f(b, call.a, b)
				l.same(call.name+" into its second argument", b, want, 0)
			}
		}
	}
}

func (l *lab) allocation() {
	y := l.point()
	v := l.tangentAt(y, 0.5*l.reach())
	x, w := l.exp(y, v), l.vector()
	sum := 0.0
	allocs := testing.AllocsPerRun(20, func() {
		l.m.Sample(w, l.rng)
		l.m.Tangent(w, y, v)
		l.m.Exp(w, y, v)
		l.m.Log(w, y, x)
		sum += l.m.Distance(x, y) + l.m.Inner(v, v)
	})
	l.close("allocations", allocs, 0, 0)
}

func scaled(v []float64, c float64) []float64 {
	w := make([]float64, len(v))
	for i := range v {
		w[i] = c * v[i]
	}
	return w
}
