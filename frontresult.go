package hubcover

import (
	"context"
	"errors"
	"slices"

	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// result lays out points, levels and corners; every extension and everything
// that a corner rests on is checked on the original.
func (f *frontier) result(ctx context.Context) (*FrontResult, error) {
	res := &FrontResult{Status: Optimal}
	low, high := f.colors()
	for h := low; h <= high; h++ {
		floor, upper := f.level(h)
		res.Levels = append(res.Levels, Level{Colors: h, Lower: floor.value, Upper: upper})
		x := f.extension(h)
		if err := verify.Coloring(f.s.rel, x, h); err != nil {
			return nil, err
		}
		res.Points = append(res.Points, Point{Hubs: len(x), Colors: x.Colors(), Status: Optimal, Extension: x})
	}
	if len(f.parts) == 0 {
		res.Points = []Point{{Status: Optimal}}
		return res, nil
	}
	res.Points = undominated(res.Points)
	for i := 0; i <= len(res.Points); i++ {
		c, refuted, err := f.corner(ctx, res.Points, i)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		res.Corners = append(res.Corners, *c)
		if refuted == Optimal {
			continue
		}
		for k := max(0, i-1); k <= i && k < len(res.Points); k++ {
			res.Points[k].Status = weaker(res.Points[k].Status, refuted)
		}
		res.Status = weaker(res.Status, refuted)
	}
	return res, nil
}

// weaker is the less certain of optimal, unproved and bounded.
func weaker(a, b Status) Status {
	for _, s := range []Status{Bounded, Unproved} {
		if a == s || b == s {
			return s
		}
	}
	return Optimal
}

// undominated sorts points by hubs and leaves out those that are no better
// than another in both.
func undominated(points []Point) []Point {
	slices.SortFunc(points, func(p, q Point) int {
		if p.Hubs != q.Hubs {
			return p.Hubs - q.Hubs
		}
		return p.Colors - q.Colors
	})
	var out []Point
	for _, p := range points {
		if len(out) == 0 || p.Colors < out[len(out)-1].Colors {
			out = append(out, p)
		}
	}
	return out
}

// corner is the i-th maximal infeasible pair of a staircase of r points: left
// of the first point, between two points, below the last. It is nil where a
// coordinate would be negative; the status says whether it is refuted.
func (f *frontier) corner(ctx context.Context, points []Point, i int) (*Corner, Status, error) {
	var c Corner
	var low floor
	want := 0
	switch {
	case i == 0:
		c = Corner{Hubs: points[0].Hubs - 1, Colors: Unbounded}
		low, want = f.cov.floor(), points[0].Hubs
	case i == len(points):
		c = Corner{Hubs: Unbounded, Colors: points[i-1].Colors - 1}
		low, want = f.chi.floor, points[i-1].Colors
	default:
		c = Corner{Hubs: points[i].Hubs - 1, Colors: points[i-1].Colors - 1}
		low, _ = f.level(c.Colors)
		want = points[i].Hubs
	}
	if want == 0 {
		return nil, Optimal, nil
	}
	switch {
	case low.value >= want:
		v, err := f.s.checker(ctx).Refute(f.s.rel, c.Hubs, c.Colors, low.by)
		if errors.Is(err, check.ErrLimit) {
			return &c, Bounded, nil
		} else if err != nil {
			return nil, "", err
		}
		c.By, c.Facts = low.by, v.Facts
		return &c, Optimal, nil
	case low.claim >= want:
		c.Claimed = low.claimed
		return &c, Unproved, nil
	}
	return &c, Bounded, nil
}
