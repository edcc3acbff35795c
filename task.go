package hubcover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// task is a question under way: run works on it until it is settled or ctx
// ends, and may be called again with more time. Even with ctx over it brings
// what can be had at once, a first cover above all.
type task struct {
	question instances.Question
	run      func(ctx context.Context) (settled bool, err error)
	end      func(stop backends.Stop, seconds float64) // called once, when all is over
	spent    time.Duration
	starved  bool // last time, backends ran out of memory
	cut      bool // last time, ctx ended before a proof was there
}

func (s *solver) task(q instances.Question) task {
	switch q {
	case instances.B:
		return s.coverTask()
	case instances.Chi:
		return s.colorTask()
	case instances.ChiPrime:
		return s.chiPrimeTask()
	}
	return s.frontTask()
}

// share runs the tasks in order, each with an equal share of the time that is
// left; what remains at the end goes to those that are not settled.
func (s *solver) share(ctx context.Context, tasks []task) error {
	var pending []*task
	for i := range tasks {
		pending = append(pending, &tasks[i])
	}
	for first := true; len(pending) > 0 && (first || ctx.Err() == nil); first = false {
		var open []*task
		for i, t := range pending {
			mine, cancel := s.slice(ctx, len(pending)-i)
			began := time.Now()
			s.update(func() { s.question, s.starved, s.cut = t.question, false, false })
			settled, err := t.run(mine)
			cancel()
			t.starved, t.cut = s.starved, s.cut
			if err != nil {
				return err
			}
			t.spent += time.Since(began)
			if !settled {
				open = append(open, t)
			}
		}
		pending = open
	}
	s.update(func() {
		for i := range tasks {
			stop := backends.GaveUp
			switch {
			case slices.Contains(pending, &tasks[i]) || tasks[i].cut:
				stop = backends.StopOf(ctx)
			case tasks[i].starved:
				stop = backends.MemoryLimit
			}
			tasks[i].end(stop, tasks[i].spent.Seconds())
		}
	})
	return nil
}

// slice is ctx with a 1/n share of its remaining time.
func (s *solver) slice(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok || n <= 1 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(n))
}

// onTarget reports that the cover is as small as was asked for: nothing but the
// caller's wish then ends the search for b.
func (s *solver) onTarget(b *Interval) bool {
	return s.opt.Target > 0 && b.Upper >= 0 && b.Upper <= s.opt.Target
}

// end closes the books of an interval.
func (iv *Interval) end(stop backends.Stop, seconds float64) {
	iv.Seconds = seconds
	if iv.Status() != Optimal && !(iv.Status() == Unproved && stop == backends.GaveUp) {
		iv.Stop = stop
	}
}

func (f *FrontResult) end(stop backends.Stop, seconds float64) {
	f.Seconds = seconds
	if f.Status != Optimal {
		f.Stop = stop
	}
}

// never is for searches that go on to the end.
func never() bool { return false }

func (s *solver) coverTask() task {
	iv := &Interval{Upper: -1, By: check.By{Method: "trivial"}}
	s.res.B = iv
	enough := func() bool { return s.onTarget(iv) }
	end := func(stop backends.Stop, seconds float64) {
		if enough() {
			stop = ""
		}
		iv.end(stop, seconds)
	}
	return task{question: instances.B, end: end, run: func(ctx context.Context) (bool, error) {
		if iv.Upper < 0 {
			if err := s.offerLines(ctx, iv, check.B); err != nil {
				return false, err
			}
			if err := s.needCovering(ctx); err != nil {
				return false, err
			}
			s.cov.found = func(ctx context.Context) error {
				return s.offer(ctx, iv, check.B, s.cov.floor(), s.cov.size(), s.cov.cover)
			}
			if err := s.cov.found(ctx); err != nil {
				return false, err
			}
		}
		err := s.cov.run(ctx, enough)
		return enough() || s.cov.closed(), err
	}}
}

func (s *solver) colorTask() task {
	iv := &Interval{Upper: -1, By: check.By{Method: "trivial"}}
	s.res.Chi = iv
	return task{question: instances.Chi, end: iv.end, run: func(ctx context.Context) (bool, error) {
		if iv.Upper < 0 {
			if err := s.offerLines(ctx, iv, check.Chi); err != nil {
				return false, err
			}
		}
		if err := s.needColoring(ctx); err != nil {
			return false, err
		}
		s.col.found = func(ctx context.Context) error {
			return s.offer(ctx, iv, check.Chi, s.col.floor, s.col.high(), s.col.cover)
		}
		if err := s.col.found(ctx); err != nil {
			return false, err
		}
		err := s.col.run(ctx, never)
		return s.col.closed(), err
	}}
}

// needCovering makes the search for b, which the front uses too.
func (s *solver) needCovering(ctx context.Context) (err error) {
	if s.cov == nil {
		s.cov, err = s.newCovering(ctx, s.rel, nil, s.opt.Start)
	}
	return err
}

// needColoring makes the search for χ_hub, which the front uses too.
func (s *solver) needColoring(ctx context.Context) (err error) {
	if s.col == nil {
		s.col, err = s.newColoring(ctx, s.opt.Start)
	}
	return err
}

// chiPrimeTask colours the cells by König's theorem (F1).
func (s *solver) chiPrimeTask() task {
	iv := &Interval{Upper: -1}
	s.res.ChiPrime = iv
	return task{question: instances.ChiPrime, end: iv.end, run: func(ctx context.Context) (bool, error) {
		line, degree := bound.Degree(s.rel)
		l := check.Line(line.Index)
		next := Interval{Upper: -1, By: check.By{Method: "degree", Row: &l}}
		if line.Column {
			next.By = check.By{Method: "degree", Col: &l}
		}
		if degree == 0 {
			next.By = check.By{Method: "trivial"}
		}
		v, err := verify.Lower(s.rel, check.ChiPrime, next.By)
		if err != nil {
			return false, err
		}
		next.Lower, next.Facts = v.Bound, v.Facts
		s.update(func() { *iv = next })
		if next.CellColors, err = bound.Konig(ctx, s.rel); err != nil {
			return false, nil // only ctx ends it
		}
		if err := verify.CellColors(s.rel, next.CellColors, degree); err != nil {
			return false, err
		}
		next.Upper = degree
		s.update(func() { *iv = next })
		s.report("solve", next.Lower, next.Upper)
		return true, nil
	}}
}

func (s *solver) frontTask() task {
	var f *frontier
	s.res.Front = &FrontResult{Status: Undecided}
	return task{
		question: instances.Front,
		run: func(ctx context.Context) (bool, error) {
			if f == nil {
				var err error
				if f, err = s.newFrontier(ctx); err != nil {
					return false, err
				}
			}
			err := f.run(ctx, never, func() error {
				res, err := f.result(ctx)
				if err == nil {
					s.update(func() { s.res.Front = res })
				}
				return err
			})
			return f.closed(), err
		},
		end: func(stop backends.Stop, seconds float64) { s.res.Front.end(stop, seconds) },
	}
}

// offer gives an interval the best that its search knows. Nothing enters that
// is not verified against the instance; what fails there is a fault of ours,
// reported as an error.
func (s *solver) offer(ctx context.Context, iv *Interval, what check.What, low floor, upper int, cover func() instances.Extension) error {
	defer s.clock(&s.res.Phases.Check)()
	next := *iv
	if low.value > next.Lower {
		s.checks.Lock()
		v, err := s.checker(ctx).Lower(s.rel, what, low.by)
		s.checks.Unlock()
		if err != nil && !errors.Is(err, check.ErrLimit) {
			return fmt.Errorf("a lower bound for %s failed verification: %w", what, err)
		}
		if err == nil && v.Bound > next.Lower {
			next.Lower, next.By, next.Facts = v.Bound, low.by, v.Facts
		}
	}
	next.Claimed = nil
	if low.claim > next.Lower {
		next.Claimed = &Claim{Lower: low.claim, By: low.claimed}
	}
	s.update(func() { *iv = next })
	if next.Upper < 0 || upper < next.Upper {
		hubs := cover()
		value, err := len(hubs), verify.Cover(s.rel, hubs)
		if what == check.Chi {
			value = hubs.Colors()
			err = verify.Coloring(s.rel, hubs, value)
		}
		if err != nil {
			return fmt.Errorf("a cover for %s failed verification: %w", what, err)
		}
		next.Upper, next.Hubs, next.Size = value, hubs, nil
		s.update(func() { *iv = next })
	}
	s.report("solve", next.Lower, next.Upper)
	return nil
}

// offerLines gives an interval its first cover, a hub for every line with
// cells, so that no limit leaves it without one.
func (s *solver) offerLines(ctx context.Context, iv *Interval, what check.What) error {
	hubs := lineHubs(s.rel)
	if what == check.B {
		hubs = withoutColors(hubs)
	}
	low := floor{by: check.By{Method: "trivial"}}
	if len(hubs) > 0 && (!s.rel.HasOptional() || len(s.rel.Required()) > 0) {
		low.raise(1, low.by)
	}
	return s.offer(ctx, iv, what, low, len(hubs), func() instances.Extension { return hubs })
}

// lineHubs has a hub, of a colour of its own, for every row with cells, or for
// every column where those are fewer.
func lineHubs(rel *instances.Relation) instances.Extension {
	stars := func(rel *instances.Relation) (out instances.Extension) {
		for i := range rel.Rows() {
			if len(rel.Row(i)) > 0 {
				out = append(out, instances.Hub{Sources: []int32{int32(i)}, Targets: rel.Row(i), Color: len(out) + 1})
			}
		}
		return out
	}
	rows, cols := stars(rel), stars(rel.Transpose())
	if len(cols) < len(rows) {
		return cols.Transpose()
	}
	return rows
}
