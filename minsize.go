package hubcover

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// Effort of a round for the memberships of covers; every second round has twice
// the steps of the one before. It is over with the last round, or with so many
// that came to nothing. Weights, which start anew, are looked for less often.
const (
	thinSteps   = 100_000
	sizeSteps   = 4_000_000
	lastRound   = 11
	lastWeights = 8
	idleRounds  = 6
	weightsEach = 4
)

// sizing is the search for the fewest memberships of covers with so many hubs.
type sizing struct {
	hubs    int
	round   int
	idle    int  // rounds without a gain
	weighed bool // weights prove no more
}

// over reports that more rounds are not worth their time.
func (z *sizing) over() bool {
	weighing := !z.weighed && z.round <= lastWeights
	return z.round > lastRound || z.idle >= idleRounds && !weighing
}

// sizeTask shrinks the best covers, after the search for b or its share of the
// time.
func (s *solver) sizeTask() task {
	var z *sizing
	iv := s.res.B
	return task{
		question: instances.B,
		run: func(ctx context.Context) (bool, error) {
			for {
				if iv.Upper < 0 {
					return false, nil
				}
				if z == nil || z.hubs != iv.Upper {
					z = &sizing{hubs: iv.Upper}
					if _, err := s.weighSize(ctx, iv, 0); err != nil {
						return false, err
					}
				}
				if iv.Size.Status() == Optimal || z.over() {
					return true, nil
				}
				if ctx.Err() != nil {
					return false, nil
				}
				if err := s.shrinkOnce(ctx, iv, z); err != nil {
					return false, err
				}
			}
		},
		end: func(stop backends.Stop, seconds float64) {
			iv.Size = s.sizeOf(iv, stop, seconds)
		},
	}
}

// shrinkOnce is a round of both bounds. It starts from the best cover, or, every
// other time, from one of another shape.
func (s *solver) shrinkOnce(ctx context.Context, iv *Interval, z *sizing) error {
	seed, effort := uint64(s.opt.Seed)+uint64(z.round), z.round/2
	before := *iv.Size
	stop := s.clock(&s.res.Phases.Bound)
	hubs := iv.Hubs
	if z.round%2 == 1 {
		hubs = bound.Vary(ctx, s.rel, hubs, seed, thinSteps)
	}
	hubs = bound.Thin(ctx, s.rel, hubs, seed, thinSteps<<effort, iv.Size.Lower)
	stop()
	if err := s.offerSize(iv, hubs); err != nil || iv.Upper != z.hubs {
		return err
	}
	if iv.Size.Status() != Optimal && !z.weighed && z.round%weightsEach == 0 && z.round <= lastWeights {
		var err error
		if z.weighed, err = s.weighSize(ctx, iv, sizeSteps<<effort); err != nil {
			return err
		}
	}
	if ctx.Err() == nil {
		z.round++
		z.idle++
	}
	if iv.Size.Upper < before.Upper {
		z.idle = 0
	}
	return nil
}

// sizeOf closes the books: of a cover that came last, or without time for the
// search, it says what can be said at once.
func (s *solver) sizeOf(iv *Interval, stop backends.Stop, seconds float64) *Size {
	if !s.opt.MinSize || iv.Upper < 0 {
		return nil
	}
	z := Size{Hubs: iv.Upper, Upper: iv.Hubs.Memberships()}
	if iv.Size != nil {
		z = *iv.Size
	} else if v, err := s.judge.Size(s.rel, iv.Upper, check.By{Method: "size"}); err == nil {
		z.Lower, z.By, z.Facts = v.Bound, check.By{Method: "size"}, v.Facts
	}
	z.Seconds = seconds
	if z.Status() != Optimal {
		z.Stop = stop
	}
	return &z
}

// offerSize takes a cover with fewer memberships, or even fewer hubs, once it is
// verified.
func (s *solver) offerSize(iv *Interval, hubs instances.Extension) error {
	defer s.clock(&s.res.Phases.Check)()
	if hubs.Memberships() >= iv.Size.Upper {
		return nil
	}
	if err := verify.Cover(s.rel, hubs); err != nil || len(hubs) > iv.Upper {
		return fmt.Errorf("a cover with %d hubs, shrunk from one with %d, failed verification: %w", len(hubs), iv.Upper, err)
	}
	next := *iv
	next.Hubs = hubs
	if len(hubs) < iv.Upper {
		next.Upper, next.Size = len(hubs), nil
	} else {
		size := *iv.Size
		size.Upper = hubs.Memberships()
		next.Size = &size
	}
	s.update(func() { *iv = next })
	return nil
}

// weighSize bounds the memberships from below; done says that more steps prove
// no more. Without steps it finds what is certain of hubs with pins, which takes
// no search.
func (s *solver) weighSize(ctx context.Context, iv *Interval, steps int) (done bool, err error) {
	size := Size{Hubs: iv.Upper, Upper: iv.Hubs.Memberships()}
	if iv.Size != nil {
		size = *iv.Size
	}
	stop := s.clock(&s.res.Phases.Bound)
	x := bound.SizeWeights(ctx, s.rel, size.Hubs, iv.Hubs, s.pins(), steps, size.Lower)
	stop()
	defer s.clock(&s.res.Phases.Check)()
	by := lowest(check.By{Method: "size", Pins: pairs(x.Pins), Cells: pairs(x.Cells), W: x.W, Unit: x.Unit, Slack: x.Slack})
	v, err := s.checker(ctx).Size(s.rel, size.Hubs, by)
	if err != nil && !errors.Is(err, check.ErrLimit) {
		return false, fmt.Errorf("a lower bound for the memberships failed verification: %w", err)
	}
	if err == nil && v.Bound > size.Lower {
		size.Lower, size.By, size.Facts = v.Bound, by, v.Facts
	}
	s.update(func() { iv.Size = &size })
	return x.Done, nil
}

// lowest divides what the weights are measured in.
func lowest(by check.By) check.By {
	d := by.Unit
	for _, list := range [][]int64{by.W, by.Slack} {
		for _, v := range list {
			for v != 0 {
				d, v = v, d%v
			}
		}
	}
	if d <= 1 {
		return by
	}
	by.W, by.Slack, by.Unit = slices.Clone(by.W), slices.Clone(by.Slack), by.Unit/d
	for _, list := range [][]int64{by.W, by.Slack} {
		for i := range list {
			list[i] /= d
		}
	}
	return by
}

// pins is a fooling set: the best that the search for b knows.
func (s *solver) pins() []instances.Cell {
	if s.cov == nil {
		return nil
	}
	return s.cov.foolingSet()
}
