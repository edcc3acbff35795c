package law

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/verify/manifold"
)

// Kind says which way a law moves a particle.
type Kind string

const (
	// Projected is along Π_y v / ‖Π_y v‖, whoever acts.
	Projected Kind = "projected"
	// Source is towards who acts: the logarithm of x at y, normalised. Where
	// there is none, at x = y and at the cut locus or very near it, it is as
	// Projected.
	Source Kind = "source"
)

// Kinds lists them; the first is the default.
var Kinds = []Kind{Projected, Source}

func (k Kind) check() error {
	if !slices.Contains(Kinds, k) {
		return fmt.Errorf("no field %q; there are projected and source", k)
	}
	return nil
}

// Field is the directions a_θ, θ = V, an ambient vector.
type Field struct {
	Kind Kind
	V    []float64
}

// rounding is more than it does to the length of Π_y v, of |v| = 1.
const rounding = 1e-12

// Direction sets dst to a_θ(x,y), tangent at y and of length 1; where the field
// vanishes it is false, and dst is 0.
func (l *Law) Direction(dst, x, y []float64) bool {
	return l.direction(dst, make([]float64, len(y)), x, y)
}

// direction is Direction with room for a point.
func (l *Law) direction(dst, room, x, y []float64) bool {
	m := l.Cover.Embedding.Manifold
	if l.Field.Kind == Source && shortest(m, dst, room, x, y) && unit(m, dst) {
		return true
	}
	return l.projected(dst, y)
}

func (l *Law) projected(dst, y []float64) bool {
	m := l.Cover.Embedding.Manifold
	m.Tangent(dst, y, l.Field.V)
	if unit(m, dst) {
		return true
	}
	clear(dst)
	return false
}

// beyond is how much longer than from y to x a shortest path goes on being one,
// for its direction to count: nearer to the cut locus a small step of x, or of y,
// may turn it round.
const beyond = 1e-3

// shortest sets dst to the logarithm of x at y; false where there is none, or the
// cut locus is near.
func shortest(m manifold.Manifold, dst, room, x, y []float64) bool {
	if !m.Log(dst, y, x) {
		return false
	}
	far := (1 + beyond) * manifold.Norm(m, dst)
	if far < m.Injectivity() {
		return true
	}
	for i, a := range dst {
		room[i] = (1 + beyond) * a
	}
	m.Exp(room, y, room)
	return m.Distance(room, y) > far*(1-1e-6*beyond)
}

func unit(m manifold.Manifold, v []float64) bool {
	size := manifold.Norm(m, v)
	if !(size > rounding) {
		return false
	}
	for i := range v {
		v[i] /= size
	}
	return true
}

// Strength is a lower bound of ‖Π_y v‖, in units of |v|, over the balls of all
// targets (manifold.TangentBound, with rounding counted), and the target where it
// is least; +Inf and -1 where there are none. Not above 0, the field may vanish.
func (l *Law) Strength() (bound float64, node int) {
	e := l.Cover.Embedding
	size := length(l.Field.V)
	bound, node = math.Inf(1), -1
	for _, b := range l.targets() {
		at := (e.Manifold.TangentBound(e.Points[b], l.Field.V, e.Rho) - rounding*max(1, size)) / size
		if !(at >= bound) {
			bound, node = at, b
		}
	}
	return bound, node
}

// length is that of the coordinates.
func length(v []float64) (size float64) {
	for _, a := range v {
		size = math.Hypot(size, a)
	}
	return size
}

const (
	firm  = 0.05 // strength below which balls rather become smaller
	tries = 200  // vectors tried at every radius
)

// chooseV looks for a v whose field is strong on the balls of all targets, at
// small radii first, and each from where the last one ended. Where the radius is
// not fixed, it becomes the largest for which that is found.
func (l *Law) chooseV(ctx context.Context, seed uint64, fixed bool) error {
	s := newFieldSearch(l, seed)
	full := l.Cover.Embedding.Rho
	for _, share := range []float64{1. / 16, 1. / 8, 1. / 4, 3. / 8, 1. / 2, 5. / 8, 3. / 4, 7. / 8, 1} {
		strength := s.improve(ctx, share*full)
		if err := ctx.Err(); err != nil {
			return err
		}
		if l.Field.V == nil || strength >= firm || fixed && share == 1 {
			e := *l.Cover.Embedding
			e.Rho = share * full
			l.Cover.Embedding = &e
			l.Field.V = slices.Clone(s.v)
		}
	}
	if bound, b := l.Strength(); !(bound > 0) {
		e := l.Cover.Embedding
		return fmt.Errorf("no v is found whose field stays away from 0 within rho = %v of every target, %q among them; lower rho, take another seed, or another manifold", e.Rho, e.Names[b])
	}
	return nil
}

// fieldSearch climbs on the least bound over all targets by random steps.
type fieldSearch struct {
	m       manifold.Manifold
	targets [][]float64
	rng     *rand.Rand
	v       []float64 // best so far, of length 1 in coordinates
	trial   []float64
	y, w    []float64
}

func newFieldSearch(l *Law, seed uint64) *fieldSearch {
	m := l.Cover.Embedding.Manifold
	s := &fieldSearch{m: m, rng: rand.New(rand.NewPCG(seed, 0))}
	for _, b := range l.targets() {
		s.targets = append(s.targets, l.Cover.Embedding.Points[b])
	}
	for _, p := range []*[]float64{&s.v, &s.trial, &s.y, &s.w} {
		*p = make([]float64, m.Ambient())
	}
	s.step(4)
	copy(s.v, s.trial)
	return s
}

// improve raises the strength at radius r, and returns it. The length of steps
// follows their success.
func (s *fieldSearch) improve(ctx context.Context, r float64) float64 {
	best := s.strength(s.v, r, math.Inf(-1))
	size := 0.5
	for range tries {
		if ctx.Err() != nil {
			break
		}
		s.step(size)
		if at := s.strength(s.trial, r, best); at > best {
			best = at
			s.v, s.trial = s.trial, s.v
			size = min(2, size*1.5)
		} else {
			size = max(1e-3, size*0.95)
		}
	}
	return best
}

// step sets trial to v and a random change. Changes are sums of tangent vectors,
// so that v is one of the vectors that the model has a use for: symmetric where
// points are projections.
func (s *fieldSearch) step(step float64) {
	copy(s.trial, s.v)
	for parts := 0; parts < 2 || !(length(s.trial) > rounding); parts++ { // on a line they cancel
		s.m.Sample(s.y, s.rng)
		for i := range s.w {
			s.w[i] = s.rng.NormFloat64()
		}
		s.m.Tangent(s.w, s.y, s.w)
		size := max(length(s.w), rounding)
		for i, a := range s.w {
			s.trial[i] += step * a / size
		}
	}
	size := length(s.trial)
	for i := range s.trial {
		s.trial[i] /= size
	}
}

// strength is the least bound over the targets, or one that is not above best.
// The target that refuted comes first the next time.
func (s *fieldSearch) strength(v []float64, r, best float64) float64 {
	least := math.Inf(1)
	for i, p := range s.targets {
		least = min(least, s.m.TangentBound(p, v, r))
		if !(least > best) {
			copy(s.targets[1:i+1], s.targets[:i])
			s.targets[0] = p
			break
		}
	}
	return least
}
