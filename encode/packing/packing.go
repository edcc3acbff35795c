// Package packing looks for good feasible points of packing problems, max c·x
// with x ≥ 0 under rows Σ a·x ≤ b with a, b ≥ 0, that have more rows than can be
// listed: weights on cells whose bicliques, or columns, weigh at most 1 are such
// points. It knows floating point, and what it returns are integers whose value
// and size the caller computed: nothing rests on its rounding errors.
package packing

import (
	"context"
	"math"
)

// Budget is what a search may still spend: steps, and the time of its context.
type Budget struct {
	ctx   context.Context
	steps int
	next  int // steps left when the context is asked next
}

// NewBudget is so many steps, as long as ctx lasts.
func NewBudget(ctx context.Context, steps int) *Budget { return &Budget{ctx, steps, steps} }

// Left is the steps that are left.
func (b *Budget) Left() int { return b.steps }

// Spend takes away steps and reports whether they were there.
func (b *Budget) Spend(steps int) bool {
	b.steps -= steps
	if b.steps < b.next {
		b.next = b.steps - 10_000
		if b.ctx.Err() != nil {
			b.steps = -1
		}
	}
	return b.steps >= 0
}

// Polytope is the feasible points, each scaled freely: x stands for x/size,
// where size is what it takes.
type Polytope interface {
	// Measure gives the objective of an integer point and its size, having
	// first raised entries that cost where that helps. The rows are some that
	// x as given violates for the size Unit, none only if there are none. It
	// reports false when the budget is spent.
	Measure(b *Budget, x []int64) (value, size int64, rows []Row, ok bool)
}

// Unit is the integer that stands for 1 while points are looked for; what
// exceeds a row by no more than the tolerance is no reason to add it.
const (
	Unit      = 1 << 24
	Tolerance = Unit / 100_000
)

// Point is a feasible point: X/Size, with the objective Value/Size.
type Point struct {
	X           []int64
	Value, Size int64
}

// Ratio is the objective.
func (p *Point) Ratio() float64 { return float64(p.Value) / float64(max(p.Size, 1)) }

// Bound is what the point proves: the objective rounded up.
func (p *Point) Bound() int {
	if p.Size <= 0 {
		return 0
	}
	return int((p.Value + p.Size - 1) / p.Size)
}

// LP is a linear program max c·x over x ≥ 0 under rows that are added as they
// come. It computes in floating point, and nothing rests on what it says.
type LP interface {
	Add(r Row)
	// Solve returns an optimal x and what a row's bound is worth (its dual),
	// both nil where the budget is spent, there is no optimum, or it is not
	// known; the duals may be missing alone. The next call may go on from where
	// this one ended.
	Solve(b *Budget) (x, worth []float64)
}

// NewLP makes a program of as many variables as the objective has, without rows.
type NewLP func(objective []float64) LP

// Maximize looks for the feasible point with the best objective, by cutting
// planes from the rows given on, which must bound the objective. It ends once
// enough says of the best point and an upper bound of the objective that more
// is not wanted, or when the budget is spent, and returns the best so far; done
// says that more steps would change nothing.
//
// Rows are separated half way between the best feasible point and the optimum
// of the rows at hand (in-out separation: Ben-Ameur and Neto, Networks 49
// (2007) 3-17); a half-way point that violates nothing is a better feasible
// point.
func Maximize(b *Budget, over Polytope, newLP NewLP, objective []float64, rows []Row, start []int64, enough func(best *Point, high float64) bool) (best Point, done bool) {
	lp := newLP(objective)
	for _, r := range rows {
		lp.Add(r)
	}
	try := func(x []int64) (cuts []Row, better, ok bool) {
		value, size, cuts, ok := over.Measure(b, x)
		p := Point{x, value, size}
		if better = ok && p.Ratio() > best.Ratio(); better {
			best = p
		}
		return cuts, better, ok
	}
	cuts, _, ok := try(start)
	for ok {
		for _, r := range cuts {
			lp.Add(r)
		}
		out, _ := lp.Solve(b)
		if out == nil {
			break
		}
		high := Dot(objective, out)
		for better := true; ; {
			if !better || enough(&best, high) {
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
func between(in *Point, out []float64) []int64 {
	x := make([]int64, len(out))
	for i, far := range out {
		near := float64(in.X[i]) / float64(in.Size)
		x[i] = Rounded((near + far) / 2 * Unit)
	}
	return x
}

// Rounded is an integer near x, or 0 where x makes no sense.
func Rounded(x float64) int64 {
	if x = math.Round(x); x > 0 && x < 1<<40 {
		return int64(x)
	}
	return 0
}

// Dot is the sum of the products.
func Dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// Simplest is a feasible point of small integers with a bound as good as that of
// p, or p itself.
func Simplest(b *Budget, over Polytope, p Point) Point {
	for _, size := range []float64{1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 30, 60, 120, 1000} {
		x := make([]int64, len(p.X))
		for i := range x {
			x[i] = Rounded(float64(p.X[i]) / float64(p.Size) * size)
		}
		value, took, _, ok := over.Measure(b, x)
		if !ok {
			break
		}
		if q := (Point{x, value, took}); q.Bound() >= p.Bound() {
			return q
		}
	}
	return p
}
