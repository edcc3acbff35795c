package hubcover

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// decide answers the one question of hubs and colours by narrowing b, χ_hub or
// n(colors) only until the answer is clear.
func (s *solver) decide(ctx context.Context, hubs, colors int) (err error) {
	d := &Decision{Hubs: hubs, Colors: colors, Answer: "unknown"}
	switch {
	case colors == Unbounded:
		err = s.decideHubs(ctx, d)
	case hubs == Unbounded:
		err = s.decideColors(ctx, d)
	default:
		err = s.decideBoth(ctx, d)
	}
	d.Seconds = time.Since(s.began).Seconds()
	s.update(func() { s.res.Decide = d })
	return err
}

func (s *solver) decideHubs(ctx context.Context, d *Decision) error {
	c, err := s.newCovering(ctx, s.rel, nil, s.opt.Start)
	if err != nil {
		return err
	}
	fits := func() bool { return d.Hubs == Unbounded || c.size() <= d.Hubs }
	settled := func() bool { return fits() || c.floor().claim > d.Hubs }
	if !settled() {
		err = c.run(ctx, settled)
	}
	if err != nil {
		return err
	}
	if fits() {
		return s.yes(d, c.cover())
	}
	return s.no(ctx, d, c.floor(), d.Hubs)
}

func (s *solver) decideColors(ctx context.Context, d *Decision) error {
	c, err := s.newColoring(ctx, s.opt.Start)
	if err != nil {
		return err
	}
	settled := func() bool { return c.high() <= d.Colors || c.floor.claim > d.Colors }
	if !settled() {
		err = c.run(ctx, settled)
	}
	if err != nil {
		return err
	}
	if c.high() <= d.Colors {
		return s.yes(d, c.cover())
	}
	return s.no(ctx, d, c.floor, d.Colors)
}

// decideBoth first sees whether either bound alone is out of reach.
func (s *solver) decideBoth(ctx context.Context, d *Decision) error {
	f, err := s.newFrontier(ctx)
	if err != nil {
		return err
	}
	f.only = d.Colors
	chi := f.chi
	fits := func() bool {
		_, upper := f.level(d.Colors)
		return upper >= 0 && upper <= d.Hubs
	}
	settled := func() bool {
		low, _ := f.level(d.Colors)
		return fits() || low.claim > d.Hubs || chi.floor.claim > d.Colors
	}
	learn := func(ctx context.Context) error { f.look(func() bool { f.learn(ctx); return true }); return nil }
	f.cov.found, f.chi.found = learn, learn
	if !settled() {
		err = f.run(ctx, settled, func() error { return nil })
	}
	if err != nil {
		return err
	}
	low, _ := f.level(d.Colors)
	switch {
	case fits():
		return s.yes(d, f.extension(d.Colors))
	case chi.floor.value > d.Colors || (low.claim <= d.Hubs && chi.floor.claim > d.Colors):
		return s.no(ctx, d, chi.floor, d.Colors)
	}
	return s.no(ctx, d, low, d.Hubs)
}

func (s *solver) yes(d *Decision, x instances.Extension) error {
	defer s.clock(&s.res.Phases.Check)()
	err := verify.Cover(s.rel, x)
	if d.Colors != Unbounded {
		err = verify.Coloring(s.rel, x, d.Colors)
	}
	if err != nil {
		return fmt.Errorf("a cover of %d hubs failed verification: %w", len(x), err)
	}
	d.Answer, d.Verified, d.Extension = "yes", true, x
	return nil
}

// no is the answer where a lower bound exceeds what is allowed; otherwise the
// question stays open.
func (s *solver) no(ctx context.Context, d *Decision, low floor, allowed int) error {
	switch {
	case low.value > allowed:
		defer s.clock(&s.res.Phases.Check)()
		v, err := s.checker(ctx).Refute(s.rel, d.Hubs, d.Colors, low.by)
		if errors.Is(err, check.ErrLimit) {
			d.Stop = backends.StopOf(ctx)
			return nil
		} else if err != nil {
			return fmt.Errorf("the refutation of %d hubs and %d colours failed verification: %w", d.Hubs, d.Colors, err)
		}
		d.Answer, d.Verified, d.By, d.Facts = "no", true, low.by, v.Facts
	case low.claim > allowed:
		d.Answer, d.Claimed = "no", low.claimed
		if s.cut {
			d.Stop = backends.StopOf(ctx)
		}
	default:
		d.Stop = s.stopOf(ctx)
	}
	return nil
}
