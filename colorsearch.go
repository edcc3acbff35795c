package hubcover

import (
	"context"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/verify/check"
)

// Effort of the bounds for χ_hub. The search over labels has so many moves in
// the first bracket, and later so many more, four times as many each time.
const (
	skewSteps      = 2_000_000
	fatMatchTries  = 50
	labelMoves     = 50_000
	moreLabelMoves = 2_000_000
	maxAnneals     = 4 // from then on the moves stay as many
)

// Sizes, in cells, beyond which the first bounds have fewer tries or moves, or
// are left out.
const (
	labelCells = 600
	fatCells   = 1 << 14
	coverCells = 1 << 17
)

// provable is the largest number of colours that backends refute while one
// waits, so that nothing else is tried beside it; with more, most that is hard
// turns out to be satisfiable, and local search comes first.
const provable = 3

// maxColorClauses bounds the formulas: what hubcheck allows by default.
const maxColorClauses = 10_000_000

// run narrows the open components in turn, with more time each round, until
// every one is closed, enough says so or ctx ends. One that stands alone gets
// all the time there is.
func (c *coloring) run(ctx context.Context, enough func() bool) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	return c.s.rounds(func(b budget) (open bool, err error) { return c.turn(ctx, b, true, enough) })
}

// turn works once on every open component, and as long as it takes if there is
// but one and nothing else waits. It reports whether another turn may help.
func (c *coloring) turn(ctx context.Context, b budget, alone bool, enough func() bool) (open bool, err error) {
	done := func() bool { return c.look(enough) }
	parts := c.open()
	for _, p := range parts {
		if done() || ctx.Err() != nil {
			return false, nil
		}
		if err := c.work(ctx, p, b, alone && len(parts) == 1, done); err != nil {
			return false, err
		}
	}
	return len(parts) > 0, nil
}

// begin runs the bounds that need no backend, once.
func (c *coloring) begin(ctx context.Context) error {
	if c.bracketed {
		return nil
	}
	c.bracketed = true
	defer c.s.clock(&c.s.res.Phases.Bound)()
	for _, p := range c.parts {
		if err := c.bracket(ctx, p); err != nil {
			return err
		}
	}
	for _, p := range c.parts {
		if p.high > c.floor.value && ctx.Err() == nil {
			x := bound.DegreeWeights(ctx, p.Rel, weightSteps, c.floor.value, p.high)
			c.floor.raise(x.Bound, lifted(weights("degree-weights", x), &p.Part))
		}
	}
	return c.found(ctx)
}

func (c *coloring) bracket(ctx context.Context, p *component) error {
	if p.high <= c.floor.value {
		return nil
	}
	seed, cells := uint64(c.s.opt.Seed), len(p.Cells)
	skew := bound.Skew(ctx, p.Rel, skewSteps, seed, p.high)
	if skew.Bound > c.floor.value {
		by := check.By{Method: "skew", Rows: asLines(skew.Rows), Cols: asLines(skew.Cols)}
		c.floor.raise(skew.Bound, lifted(by, &p.Part))
	}
	if err := c.found(ctx); err != nil || p.high <= c.floor.value {
		return err
	}
	if err := c.colorCover(ctx); err != nil { // this and what follows takes longer
		return err
	}
	for _, try := range []func(){
		func() { p.offer(bound.Squares(p.Rel)) },
		func() {
			tries := fatMatchTries * fatCells / max(fatCells, cells)
			p.offer(bound.FatMatchings(ctx, p.Rel, seed, tries, c.floor.value))
		},
		func() {
			if cells <= coverCells {
				p.offer(colored(ctx, bound.Improve(ctx, p.Rel, p.Cells, nil, seed, improveSteps, 0)))
			}
		},
		func() { c.anneal(ctx, p, seed, labelMoves*labelCells/max(labelCells, cells)) },
	} {
		if p.high > c.floor.value && ctx.Err() == nil {
			try()
		}
	}
	return c.found(ctx)
}

// colorCover colours, once, the cover that is known for b, or that its kernel
// brings.
func (c *coloring) colorCover(ctx context.Context) error {
	if c.covered || ctx.Err() != nil {
		return nil
	}
	c.covered = true
	if err := c.s.needCovering(ctx); err != nil {
		return err
	}
	cover := c.s.cov.cover()
	for _, p := range c.parts {
		p.offer(colored(ctx, restrict(cover, &p.Part)))
	}
	return nil
}

// anneal takes one colour after the other off by a search over labels.
func (c *coloring) anneal(ctx context.Context, p *component, seed uint64, moves int) {
	k := p.high - 1
	for ; k >= c.least(p); k-- {
		x, ok := bound.Labels(ctx, p.Rel, p.Cells, k, seed, moves)
		if !ok {
			return
		}
		p.offer(x)
	}
}

// work narrows the interval of one component from both ends. A last gap that
// backends can close is left to them.
func (c *coloring) work(ctx context.Context, p *component, b budget, alone bool, done func() bool) error {
	last := c.s.oneCore() && alone && c.look(func() bool { return c.least(p)+1 == p.high && p.high-1 <= provable })
	below := func(ctx context.Context, b budget, enough func() bool) error {
		if last {
			b = budget{}
		}
		return c.fromBelow(ctx, p, b, enough)
	}
	above := func(ctx context.Context, b budget, enough func() bool) error { return c.fromAbove(ctx, p, b, enough) }
	err := c.s.bothEnds(ctx, b, alone, func() bool { return done() || !c.look(func() bool { return c.gap(p) }) }, below, above)
	if err != nil {
		return err
	}
	return c.apply(ctx, func() {}) // what the end of a turn kept from being checked
}

// fromBelow refutes one number of colours after the other, until one takes too
// long.
func (c *coloring) fromBelow(ctx context.Context, p *component, b budget, enough func() bool) error {
	for !c.look(func() bool { return p.stuck[0] }) && !enough() {
		if settled, err := c.refute(ctx, p, b, enough); !settled || err != nil {
			return err
		}
	}
	return nil
}

// fromAbove looks for one colour less by a search over labels, then asks the
// backends. Without a budget it goes on like that, with more time each turn.
func (c *coloring) fromAbove(ctx context.Context, p *component, b budget, enough func() bool) error {
	turn := b
	if b == (budget{}) {
		turn = c.s.firstBudget()
	}
	for !c.look(func() bool { return p.stuck[1] }) && !enough() {
		if err := c.annealMore(ctx, p, enough); err != nil {
			return err
		}
		for !enough() {
			if settled, err := c.ask(ctx, p, c.seeker(p), 1, turn); err != nil {
				return err
			} else if !settled {
				break
			}
		}
		if b != (budget{}) {
			return nil
		}
		turn = turn.times(2)
	}
	return nil
}

// annealMore is anneal with more moves each time. Runs do not resume: each has
// a seed of its own.
func (c *coloring) annealMore(ctx context.Context, p *component, enough func() bool) error {
	defer c.s.clock(&c.s.res.Phases.Bound)()
	p.annealed++ // one search alone comes here
	seed := uint64(c.s.opt.Seed) + uint64(p.annealed)
	moves := moreLabelMoves << (2 * min(p.annealed-1, maxAnneals))
	for !enough() {
		k := 0
		if !c.look(func() bool { k = p.high - 1; return k > provable }) {
			return nil
		}
		x, ok := bound.Labels(ctx, p.Rel, p.Cells, k, seed, moves)
		if !ok {
			return nil
		}
		if err := c.apply(ctx, func() { p.offer(x) }); err != nil {
			return err
		}
	}
	return nil
}

// seeker is the form that colourings are looked for in: that of paths, where it
// is not far larger.
func (c *coloring) seeker(p *component) encode.Encoder {
	paths := 0
	for _, e := range p.Rel.All() {
		paths += (len(p.Rel.Row(int(e.Row))) - 1) * (len(p.Rel.Col(int(e.Col))) - 1)
	}
	if paths > maxColorClauses/8/p.high {
		return encode.ChiR
	}
	return encode.Chi
}

// ask has the backends say whether the fewest colours that are open (side 0),
// or one less than the best colouring has (side 1), suffice for a component. It
// reports whether that was settled.
func (c *coloring) ask(ctx context.Context, p *component, enc encode.Encoder, side int, b budget) (settled bool, err error) {
	k := 0
	c.look(func() bool {
		k = c.least(p)
		if side == 1 {
			k = p.high - 1
		}
		return true
	})
	got := c.s.ask(ctx, enc, encode.Problem{Rel: p.Rel, Cells: p.Cells, Colors: k, MaxClauses: maxColorClauses}, lift{&p.Part}, b)
	if settled, err = c.told(ctx, p, k, got); !settled {
		c.look(func() bool { p.stuck[side] = got.stuck; return true })
	}
	return settled, err
}

// told takes an answer about so many colours for a component, and reports
// whether it is one.
func (c *coloring) told(ctx context.Context, p *component, k int, got answer) (settled bool, err error) {
	switch {
	case got.cover != nil:
		return true, c.apply(ctx, func() { p.offer(got.cover) })
	case got.no != nil:
		r := *got.no
		if r.by != nil {
			by := lifted(*r.by, &p.Part)
			r.by = &by
		}
		return true, c.apply(ctx, func() {
			p.low = max(p.low, k+1)
			c.floor.no(k+1, &r)
		})
	}
	return false, nil
}
