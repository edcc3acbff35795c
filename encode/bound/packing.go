package bound

import (
	"context"
	"math"
)

// budget is what a search may still spend: steps, and the time of its context.
type budget struct {
	ctx   context.Context
	steps int
	next  int // steps left when the context is asked next
}

func newBudget(ctx context.Context, steps int) *budget { return &budget{ctx, steps, steps} }

// spend takes away steps and reports whether they were there.
func (b *budget) spend(steps int) bool {
	b.steps -= steps
	if b.steps < b.next {
		b.next = b.steps - 10_000
		if b.ctx.Err() != nil {
			b.steps = -1
		}
	}
	return b.steps >= 0
}

// polytope is the feasible points of a packing problem that has more rows than
// can be listed, each point scaled freely: x stands for x/size, where size is
// what it takes.
type polytope interface {
	// measure gives the objective of an integer point and its size, having
	// first raised entries that cost where that helps. The rows are some that
	// x as given violates for the size unit, none only if there are none. It
	// reports false when the budget is spent.
	measure(b *budget, x []int64) (value, size int64, rows []row, ok bool)
}

// unit is the integer that stands for 1 while weights are looked for; what
// exceeds a row by no more than the tolerance is no reason to add it.
const (
	unit      = 1 << 24
	tolerance = unit / 100_000
)

// point is a feasible point: x/size, with the objective value/size.
type point struct {
	x           []int64
	value, size int64
}

func (p *point) ratio() float64 { return float64(p.value) / float64(max(p.size, 1)) }

// bound is what the point proves: the objective rounded up.
func (p *point) bound() int {
	if p.size <= 0 {
		return 0
	}
	return int((p.value + p.size - 1) / p.size)
}

// maximize looks for the feasible point with the best bound, by cutting planes
// from the rows given on, which must bound the objective. It ends once the
// bound reaches target, once no more than floor or the bound at hand can come
// of it, or when the budget is spent, and returns the best so far; done says
// that more steps would change nothing.
//
// Rows are separated half way between the best feasible point and the optimum
// of the rows at hand (in-out separation: Ben-Ameur and Neto, Networks 49
// (2007) 3-17); a half-way point that violates nothing is a better feasible
// point.
func maximize(b *budget, over polytope, objective []float64, rows []row, start []int64, floor, target int) (best point, done bool) {
	lp := newTableau(objective)
	for _, r := range rows {
		lp.add(r)
	}
	try := func(x []int64) (cuts []row, better, ok bool) {
		value, size, cuts, ok := over.measure(b, x)
		p := point{x, value, size}
		if better = ok && p.ratio() > best.ratio(); better {
			best = p
		}
		return cuts, better, ok
	}
	cuts, _, ok := try(start)
	for ok {
		for _, r := range cuts {
			lp.add(r)
		}
		out := lp.solve(b)
		if out == nil {
			break
		}
		high := dot(objective, out)
		for better := true; ; {
			known := max(floor, best.bound())
			if !better || best.bound() >= target || high < float64(known)+1e-4 {
				return best, true
			}
			if cuts, better, ok = try(between(&best, out)); !ok || len(cuts) > 0 {
				break
			}
		}
	}
	return best, false
}

// between is half way from a feasible point to another point.
func between(in *point, out []float64) []int64 {
	x := make([]int64, len(out))
	for i, far := range out {
		near := float64(in.x[i]) / float64(in.size)
		x[i] = rounded((near + far) / 2 * unit)
	}
	return x
}

// rounded is an integer near x, or 0 where x makes no sense.
func rounded(x float64) int64 {
	if x = math.Round(x); x > 0 && x < 1<<40 {
		return int64(x)
	}
	return 0
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// simplest is a feasible point of small integers with a bound as good as that of
// p, or p itself.
func simplest(b *budget, over polytope, p point) point {
	for _, size := range []float64{1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 30, 60, 120, 1000} {
		x := make([]int64, len(p.x))
		for i := range x {
			x[i] = rounded(float64(p.x[i]) / float64(p.size) * size)
		}
		value, took, _, ok := over.measure(b, x)
		if !ok {
			break
		}
		if q := (point{x, value, took}); q.bound() >= p.bound() {
			return q
		}
	}
	return p
}
