package manifold

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// grassmann is Gr(k,n), the k-planes of R^n as the n × n matrices P of the
// orthogonal projections onto them, by rows. The distance of two planes is
// sqrt(Σ θ_i²) over their principal angles, ⟨U,V⟩ = tr(UV)/2. Formulas:
// Bendokat, Zimmermann and Absil, A Grassmann manifold handbook, Adv. Comput.
// Math. 50 (2024).
//
// Real projective space RP^d is Gr(1,d+1): lines, and the angle between them.
type grassmann struct {
	name string
	k, n int
	free chan *frames
}

// frames is the scratch of one call; all are stored by rows.
type frames struct {
	x, y []float64 // k orthonormal rows in R^n that span the plane
	b    []float64 // k rows in R^n
	a    []float64 // k rows in R^k
	s    []float64 // n × n, for Project
}

func newProjective(args []int) Manifold {
	return makeGrassmann(fmt.Sprintf("projective:%d", args[0]), 1, args[0]+1)
}

func newGrassmann(args []int) Manifold {
	return makeGrassmann(fmt.Sprintf("grassmann:%d,%d", args[0], args[1]), args[0], args[1])
}

func makeGrassmann(name string, k, n int) Manifold {
	return &grassmann{name, k, n, make(chan *frames, 8)}
}

func (m *grassmann) String() string       { return m.name }
func (m *grassmann) Dim() int             { return m.k * (m.n - m.k) }
func (m *grassmann) Ambient() int         { return m.n * m.n }
func (m *grassmann) Injectivity() float64 { return math.Pi / 2 }

func (m *grassmann) Diameter() float64 {
	return math.Pi / 2 * math.Sqrt(float64(min(m.k, m.n-m.k)))
}

func (m *grassmann) Base(dst []float64) {
	clear(dst)
	for i := range m.k {
		dst[i*m.n+i] = 1
	}
}

// Sample projects onto the span of k Gaussian vectors.
func (m *grassmann) Sample(dst []float64, rng *rand.Rand) {
	f := m.take()
	defer m.give(f)
	for i := 0; i < m.k; {
		direction(m.row(f.x, i), rng)
		if m.extend(f.x, i) {
			i++
		}
	}
	m.plane(dst, f.x)
}

func (m *grassmann) Check(x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	trace := 0.0
	for i := range m.n {
		trace += x[i*m.n+i]
		for j := range i {
			if !(math.Abs(x[i*m.n+j]-x[j*m.n+i]) <= Tolerance) {
				return fmt.Errorf("entries (%d,%d) and (%d,%d) differ, the matrix of a projection is symmetric", i, j, j, i)
			}
		}
	}
	for i := range m.n {
		for j := range m.n {
			square := 0.0
			for l := range m.n {
				square += x[i*m.n+l] * x[l*m.n+j]
			}
			if !(math.Abs(square-x[i*m.n+j]) <= Tolerance) {
				return fmt.Errorf("entry (%d,%d) is %v and %v in the square, the matrix of a projection is its own square", i, j, x[i*m.n+j], square)
			}
		}
	}
	if !(math.Abs(trace-float64(m.k)) <= Tolerance*float64(m.n)) {
		return fmt.Errorf("its trace is %v, a projection onto a plane of dimension %d has trace %d", trace, m.k, m.k)
	}
	return nil
}

// Project takes the plane of the k greatest eigenvalues of the symmetric part:
// the nearest projection in the Frobenius norm.
func (m *grassmann) Project(dst, x []float64) error {
	if err := coordinates(m, x); err != nil {
		return err
	}
	f := m.take()
	defer m.give(f)
	shift := 0.0 // makes all eigenvalues positive, hence singular values
	for i := range m.n {
		sum := 0.0
		for j := range m.n {
			f.s[i*m.n+j] = x[i*m.n+j]/2 + x[j*m.n+i]/2
			sum += math.Abs(f.s[i*m.n+j])
		}
		shift = max(shift, sum)
	}
	if shift == 0 || math.IsInf(shift, 0) {
		return errors.New("the matrix is zero, or too large for floating point")
	}
	for i := range m.n {
		f.s[i*m.n+i] += shift
	}
	orthogonalize(f.s, m.n, nil, 0, m.n)
	for i := range m.k {
		for j := i + 1; j < m.n; j++ {
			if r, s := m.row(f.s, i), m.row(f.s, j); norm(s) > norm(r) {
				rotate(r, s, 0, 1)
			}
		}
	}
	least, next := norm(m.row(f.s, m.k-1)), 0.0
	for j := m.k; j < m.n; j++ {
		next = max(next, norm(m.row(f.s, j)))
	}
	if least-next <= Tolerance*shift {
		return fmt.Errorf("eigenvalues %d and %d agree, no plane of dimension %d is nearest", m.k, m.k+1, m.k)
	}
	copy(f.x, f.s[:m.k*m.n])
	for i := range m.k {
		scale(m.row(f.x, i), 1/norm(m.row(f.x, i)))
		m.extend(f.x, i)
	}
	m.plane(dst, f.x)
	return nil
}

func (m *grassmann) Inner(u, v []float64) float64 { return dot(u, v) / 2 }

// Tangent is P S (1-P) + (1-P) S P for the symmetric part S of v.
func (m *grassmann) Tangent(dst, y, v []float64) {
	f := m.take()
	defer m.give(f)
	m.basis(f.x, y)
	m.image(f.b, v, f.x)
	for i := range m.k {
		m.reject(m.row(f.b, i), f.x)
	}
	m.symmetric(dst, f.b, f.x)
}

// TangentBound: in a frame that moves along a geodesic from P with unit speed, S
// is exp(-t ad K) S for a skew K whose ad has eigenvalues ±iω, 0 ≤ ω ≤ 2. The
// part W of S that mixes plane and complement, which is Π_P S, is left with at
// least cos 2t of its length; the rest D enters it as sin(tω)/ω of [K,D], no
// longer than the greatest difference of an eigenvalue of D on the plane and one
// on the complement. (For lines and hyperplanes all ω that enter are 1 or 2.)
// Or, the same at every point, the length changes no faster than the spread of
// the eigenvalues of S.
func (m *grassmann) TangentBound(y, v []float64, r float64) float64 {
	f := m.take()
	defer m.give(f)
	m.basis(f.x, y)
	m.image(f.b, v, f.x)
	plane := mat.NewSymDense(m.k, nil)
	for i := range m.k {
		for j := range i + 1 {
			plane.SetSym(i, j, dot(m.row(f.b, i), m.row(f.x, j)))
		}
		m.reject(m.row(f.b, i), f.x)
	}
	length := norm(f.b)
	low, high, ok := m.differences(f, v, plane)
	if !ok {
		return 0
	}
	enters := r
	if m.k == 1 || m.k == m.n-1 {
		enters = math.Sin(min(r, math.Pi/2))
	}
	return max(0, math.Cos(min(2*r, math.Pi/2))*length-enters*low, length-r*high)
}

// differences returns the greatest difference of an eigenvalue of S on the plane
// and one on its complement, and of any two of S.
func (m *grassmann) differences(f *frames, v []float64, plane *mat.SymDense) (low, high float64, ok bool) {
	s := mat.NewSymDense(m.n, nil)
	size := 0.0
	for i := range m.n {
		for j := range i + 1 {
			a := (v[i*m.n+j] + v[j*m.n+i]) / 2
			s.SetSym(i, j, a)
			size += math.Abs(a)
		}
	}
	var inside, outside, all mat.EigenSym
	if !inside.Factorize(plane, false) || !all.Factorize(s, false) {
		return 0, 0, false
	}
	// P⊥ (S + shift) P⊥: the eigenvalues 0 of the plane come first then.
	shift := 1 + 2*size
	columns := make([]float64, m.n*m.n)
	for i := range m.n {
		c := m.row(columns, i)
		c[i] = 1
		m.reject(c, f.x)
	}
	perp := mat.NewDense(m.n, m.n, columns)
	for i := range m.n {
		s.SetSym(i, i, s.At(i, i)+shift)
	}
	var half, both mat.Dense
	half.Mul(perp, s)
	both.Mul(&half, perp.T())
	for i := range m.n {
		for j := range i + 1 {
			s.SetSym(i, j, (both.At(i, j)+both.At(j, i))/2)
		}
	}
	if !outside.Factorize(s, false) {
		return 0, 0, false
	}
	in, out, spread := inside.Values(nil), outside.Values(nil)[m.k:], all.Values(nil)
	low = max(in[len(in)-1]-(out[0]-shift), out[len(out)-1]-shift-in[0])
	return low, spread[m.n-1] - spread[0], true
}

func (m *grassmann) Distance(x, y []float64) float64 {
	f := m.take()
	defer m.give(f)
	m.angles(f, y, x)
	s := 0.0
	for i := range m.k {
		t := math.Atan2(norm(m.row(f.b, i)), norm(row(f.a, i, m.k)))
		s += t * t
	}
	return math.Sqrt(s)
}

// Exp: v at P is Σ θ_i (b_i x_iᵀ + x_i b_iᵀ) with orthonormal x_i in the plane
// and b_i normal to it; x_i goes to cos θ_i x_i + sin θ_i b_i.
func (m *grassmann) Exp(dst, y, v []float64) {
	f := m.take()
	defer m.give(f)
	m.basis(f.x, y)
	m.image(f.b, v, f.x)
	orthogonalize(f.b, m.n, f.x, m.n, m.k)
	for i := range m.k {
		x, b := m.row(f.x, i), m.row(f.b, i)
		t := norm(b)
		s, c := math.Sincos(t)
		s = ratio(s, t)
		for l := range x {
			x[l] = c*x[l] + s*b[l]
		}
	}
	for i := range m.k {
		m.extend(f.x, i)
	}
	m.plane(dst, f.x)
}

func (m *grassmann) Log(dst, y, x []float64) bool {
	f := m.take()
	defer m.give(f)
	m.angles(f, y, x)
	ok := true
	for i := range m.k {
		b, a, end := m.row(f.b, i), row(f.a, i, m.k), m.row(f.y, i)
		s, c := norm(b), norm(a)
		if ok = ok && math.Atan2(c, s) > CutMargin; !ok {
			return false
		}
		clear(end) // the principal vector in y's plane, c times
		for l := range m.k {
			for j, p := range m.row(f.x, l) {
				end[j] += a[l] * p
			}
		}
		scale(end, ratio(math.Atan2(s, c), s)/c)
	}
	m.symmetric(dst, f.b, f.y)
	return true
}

// angles finds the principal angles of two planes: the rows of f.b, normal to
// the plane of p, have their sines for lengths, the rows of f.a their cosines,
// coordinates in f.x of principal vectors. Sines by their own decomposition, so
// that small angles keep their digits (Björck and Golub, Math. Comp. 27 (1973)).
func (m *grassmann) angles(f *frames, p, q []float64) {
	m.basis(f.x, p)
	m.basis(f.y, q)
	copy(f.b, f.y)
	for i := range m.k {
		b := m.row(f.b, i)
		for l := range m.k {
			f.a[i*m.k+l] = dot(m.row(f.x, l), b)
		}
		m.reject(b, f.x)
	}
	orthogonalize(f.b, m.n, f.a, m.k, m.k)
}

// basis sets the rows of x to an orthonormal basis of the plane of p: columns
// of p, always the one that the basis so far leaves longest, made orthonormal.
func (m *grassmann) basis(x, p []float64) {
	for i := range m.k {
		best, left := 0, -1.0
		for j := range m.n {
			l := p[j*m.n+j]
			for h := range i {
				l -= x[h*m.n+j] * x[h*m.n+j]
			}
			if l > left {
				best, left = j, l
			}
		}
		copy(m.row(x, i), m.row(p, best))
		m.extend(x, i)
	}
}

// extend makes row i of x orthonormal to the rows before it; false if it lies
// in their span.
func (m *grassmann) extend(x []float64, i int) bool {
	r := m.row(x, i)
	for range 2 { // twice is enough (Kahan, Parlett)
		for h := range i {
			c := dot(r, m.row(x, h))
			for l, a := range m.row(x, h) {
				r[l] -= c * a
			}
		}
		length := norm(r)
		if length < 1e-12 {
			return false
		}
		scale(r, 1/length)
	}
	return true
}

// reject takes from r its part in the span of the orthonormal rows of x.
func (m *grassmann) reject(r, x []float64) {
	for range 2 {
		for h := range m.k {
			c := dot(r, m.row(x, h))
			for l, a := range m.row(x, h) {
				r[l] -= c * a
			}
		}
	}
}

// image sets the rows of b to S x_i for the symmetric part S of v.
func (m *grassmann) image(b, v, x []float64) {
	for i := range m.k {
		for j := range m.n {
			s := 0.0
			for l, a := range m.row(x, i) {
				s += (v[j*m.n+l] + v[l*m.n+j]) / 2 * a
			}
			b[i*m.n+j] = s
		}
	}
}

// plane sets dst to Σ x_i x_iᵀ.
func (m *grassmann) plane(dst, x []float64) {
	clear(dst)
	for i := range m.k {
		r := m.row(x, i)
		for j, a := range r {
			for l, b := range r {
				dst[j*m.n+l] += a * b
			}
		}
	}
}

// symmetric sets dst to Σ b_i x_iᵀ + x_i b_iᵀ.
func (m *grassmann) symmetric(dst, b, x []float64) {
	clear(dst)
	for i := range m.k {
		bi, xi := m.row(b, i), m.row(x, i)
		for j := range m.n {
			for l := range m.n {
				dst[j*m.n+l] += bi[j]*xi[l] + xi[j]*bi[l]
			}
		}
	}
}

func (m *grassmann) row(x []float64, i int) []float64 { return row(x, i, m.n) }

// take hands out scratch, give takes it back: calls do not allocate once there
// is one for every goroutine.
func (m *grassmann) take() *frames {
	select {
	case f := <-m.free:
		return f
	default:
		k, n := m.k, m.n
		all := make([]float64, 3*k*n+k*k+n*n)
		cut := func(length int) (part []float64) {
			part, all = all[:length:length], all[length:]
			return part
		}
		return &frames{x: cut(k * n), y: cut(k * n), b: cut(k * n), a: cut(k * k), s: cut(n * n)}
	}
}

func (m *grassmann) give(f *frames) {
	select {
	case m.free <- f:
	default:
	}
}
