package hubcover

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// result lays out points, levels and corners; every extension and everything
// that a corner rests on is checked on the original. Where levels are open,
// points that are certain stand beside others that may fall, and corners are
// what is refuted so far.
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
		res.Points = append(res.Points, Point{Hubs: len(x), Colors: x.Colors(), Extension: x})
	}
	if len(f.parts) == 0 {
		res.Points = []Point{{Status: Optimal}}
		return res, nil
	}
	res.Points = undominated(res.Points)
	var err error
	if res.Corners, err = f.corners(ctx, low, high); err != nil {
		return nil, err
	}
	for i := range res.Points {
		p := &res.Points[i]
		p.Status = weaker(refuted(res.Corners, p.Hubs-1, p.Colors), refuted(res.Corners, p.Hubs, p.Colors-1))
	}
	for i := 0; i <= len(res.Points); i++ {
		hubs, colors := math.MaxInt, math.MaxInt // no point is left of and below that
		if i < len(res.Points) {
			hubs = res.Points[i].Hubs - 1
		}
		if i > 0 {
			colors = res.Points[i-1].Colors - 1
		}
		res.Status = weaker(res.Status, refuted(res.Corners, hubs, colors))
	}
	return res, nil
}

// refuted tells what is known of no extension having at most so many hubs and
// colours; math.MaxInt is no limit.
func refuted(corners []Corner, hubs, colors int) Status {
	if hubs < 0 || colors < 0 {
		return Optimal
	}
	best := Bounded
	for _, c := range corners {
		if !c.within(hubs, colors) {
			continue
		}
		if c.Claimed == "" {
			return Optimal
		}
		best = Unproved
	}
	return best
}

// within reports that a corner says of so many hubs and colours that they do
// not suffice.
func (c Corner) within(hubs, colors int) bool {
	return (c.Hubs == Unbounded || hubs <= c.Hubs) && (c.Colors == Unbounded || colors <= c.Colors)
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

// corners are the pairs refuted from b, from χ_hub and at every level, largest
// first of all that follow from others left out. A pair that rests on a
// backend's word counts where no proof says as much.
func (f *frontier) corners(ctx context.Context, low, high int) ([]Corner, error) {
	var proved, claimed []Corner
	add := func(low floor, at func(value int) Corner) {
		if low.value > 0 {
			c := at(low.value)
			c.By = low.by
			proved = append(proved, c)
		}
		if low.claim > low.value {
			c := at(low.claim)
			c.Claimed = low.claimed
			claimed = append(claimed, c)
		}
	}
	add(f.cov.floor(), func(b int) Corner { return Corner{Hubs: b - 1, Colors: Unbounded} })
	add(f.chi.floor, func(chi int) Corner { return Corner{Hubs: Unbounded, Colors: chi - 1} })
	for h := high; h >= low; h-- {
		n, _ := f.level(h)
		add(n, func(n int) Corner { return Corner{Hubs: n - 1, Colors: h} })
	}
	var out []Corner
	for _, c := range maximal(proved) {
		v, err := f.s.checker(ctx).Refute(f.s.rel, c.Hubs, c.Colors, c.By)
		if errors.Is(err, check.ErrLimit) {
			continue
		} else if err != nil {
			return nil, err
		}
		c.Facts = v.Facts
		out = append(out, c)
	}
	for _, c := range maximal(claimed) { // a proof stays beside a word that says more
		if refuted(out, size(c.Hubs), size(c.Colors)) != Optimal {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Corner) int { return cmp.Compare(size(a.Hubs), size(b.Hubs)) })
	return out, nil
}

// maximal leaves out corners that follow from others, or from an equal one
// before them.
func maximal(corners []Corner) (out []Corner) {
	for i, c := range corners {
		if !slices.ContainsFunc(corners[:i], func(d Corner) bool { return d.within(size(c.Hubs), size(c.Colors)) }) &&
			!slices.ContainsFunc(corners[i+1:], func(d Corner) bool {
				return d.within(size(c.Hubs), size(c.Colors)) && !c.within(size(d.Hubs), size(d.Colors))
			}) {
			out = append(out, c)
		}
	}
	return out
}

// size is n, with ∞ larger than all others.
func size(n int) int {
	if n == Unbounded {
		return math.MaxInt
	}
	return n
}
