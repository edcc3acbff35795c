package hubcover

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// Effort of the first bounds; searches that stop there keep the best they have.
// While a part stays open there are four times the steps each time, up to so
// many times; exact fooling sets and weights are not tried so often.
const (
	foolingSteps     = 20_000
	improveSteps     = 10_000
	weightSteps      = 500_000
	maxEffort        = 4
	maxFoolingEffort = 4
	maxWeightsEffort = 2
)

// run works on the open parts in turn, with more time each round, until every
// one is closed, enough says so or ctx ends. A part that stands alone gets all
// the time there is.
func (c *covering) run(ctx context.Context, enough func() bool) error {
	if err := c.begin(ctx); err != nil {
		return err
	}
	return c.s.rounds(func(b budget) (open bool, err error) { return c.turn(ctx, b, true, enough) })
}

// rounds takes turns, with more budget each time, until nothing is open.
func (s *solver) rounds(turn func(b budget) (open bool, err error)) error {
	const growth = 4
	for b := s.firstBudget(); ; b = b.times(growth) {
		if open, err := turn(b); !open || err != nil {
			return err
		}
	}
}

// begin runs the bounds that need no backend, once.
func (c *covering) begin(ctx context.Context) error {
	for _, p := range c.parts {
		if p.effort == 0 {
			if err := c.bracket(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// turn works once on every open part, and as long as it takes if there is but
// one and nothing else waits. It reports whether another turn may help.
func (c *covering) turn(ctx context.Context, b budget, alone bool, enough func() bool) (open bool, err error) {
	done := func() bool { return c.look(enough) }
	var parts []*piece
	for _, p := range c.parts {
		if p.open() {
			parts = append(parts, p)
		}
	}
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

// shareBelow is how many times longer refuting goes on than improving, on one
// core: it is the longer work nearly always.
const shareBelow = 3

// work narrows the interval of one part from both ends.
func (c *covering) work(ctx context.Context, p *piece, b budget, alone bool, enough func() bool) error {
	if err := c.optimise(ctx, p, b, enough); err != nil {
		return err
	}
	below := func(ctx context.Context, b budget, enough func() bool) error {
		if c.s.oneCore() {
			b = b.times(shareBelow)
		}
		return c.fromBelow(ctx, p, b, enough)
	}
	above := func(ctx context.Context, b budget, enough func() bool) error { return c.fromAbove(ctx, p, b, enough) }
	err := c.s.bothEnds(ctx, b, alone, func() bool { return enough() || !c.look(p.gap) }, below, above)
	if err != nil {
		return err
	}
	return c.apply(ctx, func() {}) // what the end of a turn kept from being checked
}

// end is a search at one end of an interval. It goes on until the interval is
// closed, enough says so or the budget is spent, and without a budget for ever.
type end func(ctx context.Context, b budget, enough func() bool) error

// bothEnds runs two searches on one interval: on two cores at once, where there
// are as many, and as long as it takes if the interval is the only one open;
// otherwise one after the other, for the budget each. done says that neither
// has anything left to do.
func (s *solver) bothEnds(ctx context.Context, b budget, alone bool, done func() bool, below, above end) error {
	if s.oneCore() {
		for _, search := range []end{below, above} {
			if err := search(ctx, b, done); err != nil {
				return err
			}
		}
		return nil
	}
	if alone {
		b = budget{}
	}
	ctx2, cancel := b.within(ctx)
	defer cancel()
	var failed [2]error
	var wg sync.WaitGroup
	for i, search := range []end{below, above} {
		wg.Go(func() {
			failed[i] = search(ctx2, b, func() bool { return done() || ctx2.Err() != nil })
			if failed[i] != nil || done() {
				cancel()
			}
		})
	}
	wg.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// oneCore reports that searches take turns.
func (s *solver) oneCore() bool { return s.opt.Deterministic || runtime.GOMAXPROCS(0) == 1 }

// fromBelow refutes one number of hubs after the other, until one takes too
// long. A set cover is searched by columns.
func (c *covering) fromBelow(ctx context.Context, p *piece, b budget, enough func() bool) error {
	for c.look(func() bool { return p.gap() && !p.stuck[0] }) && !enough() {
		if settled, err := c.ask(ctx, p, c.formsOf(ctx, p), 0, b); !settled || err != nil {
			return err
		}
	}
	return nil
}

// fromAbove spends more effort on bounds, which improves covers above all, then
// asks for one hub less than the best cover has. Without a budget it goes on
// like that, with more time each turn.
func (c *covering) fromAbove(ctx context.Context, p *piece, b budget, enough func() bool) error {
	turn := b
	if b == (budget{}) {
		turn = c.s.firstBudget()
	}
	for c.look(func() bool { return p.gap() && !p.stuck[1] }) && !enough() {
		if err := c.bracket(ctx, p); err != nil {
			return err
		}
		if err := c.optimise(ctx, p, turn, enough); err != nil {
			return err
		}
		for !enough() && c.look(p.gap) {
			if settled, err := c.ask(ctx, p, []encode.Encoder{encode.Cover}, 1, turn); err != nil {
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

// look reads what is known of the parts.
func (c *covering) look(what func() bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return what()
}

// apply changes what is known of the parts and has it checked.
func (c *covering) apply(ctx context.Context, change func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
	return c.found(ctx)
}

// bracket runs the bounds that need no backend on a part, with more effort each
// time.
func (c *covering) bracket(ctx context.Context, p *piece) error {
	defer c.s.clock(&c.s.res.Phases.Bound)()
	effort := p.effort
	p.effort++ // one worker alone comes here
	low, high := 0, 0
	now := func() bool {
		low, high = p.floor.value, len(p.cover)
		return low < high && ctx.Err() == nil
	}
	if effort == 0 && c.look(now) {
		if hubs, ok := bound.Crown(p.Rel); ok {
			if err := c.apply(ctx, func() { p.offer(hubs); p.sperner() }); err != nil {
				return err
			}
		}
	}
	if effort == 0 && c.look(now) {
		hubs, fooling := bound.Staircase(ctx, p.Rel, p.Cells)
		err := c.apply(ctx, func() {
			p.offer(hubs)
			if len(fooling) > len(p.fooling) {
				p.fooling = fooling
				p.floor.raise(len(fooling), check.By{Method: "fooling", Cells: pairs(fooling)})
			}
		})
		if err != nil {
			return err
		}
	}
	if !p.exact && effort <= maxFoolingEffort && c.look(now) {
		fooling := bound.Fooling(ctx, p.Rel, p.Cells, foolingSteps<<(2*effort), high)
		err := c.apply(ctx, func() {
			if len(fooling.Cells) > len(p.fooling) {
				p.fooling = fooling.Cells
			}
			p.exact = fooling.Exact
			p.floor.raise(len(p.fooling), check.By{Method: "fooling", Cells: pairs(p.fooling)})
		})
		if err != nil {
			return err
		}
	}
	if effort == 0 && c.look(now) {
		if err := c.apply(ctx, p.sperner); err != nil {
			return err
		}
	}
	if effort <= maxEffort && c.look(now) {
		start := p.cover
		hubs := bound.Improve(ctx, p.Rel, p.Cells, start, uint64(c.s.opt.Seed)+uint64(effort), improveSteps<<(2*effort), low)
		if err := c.apply(ctx, func() { p.offer(hubs) }); err != nil {
			return err
		}
	}
	if !p.weighed && effort <= maxWeightsEffort && c.look(now) {
		x := bound.Weights(ctx, c.s.opt.LP, p.Rel, p.Cells, weightSteps<<(2*effort), low, high)
		return c.apply(ctx, func() {
			p.weighed = x.Done
			p.floor.raise(x.Bound, weights("weights", x))
		})
	}
	return nil
}

func (p *piece) sperner() {
	if a := bound.Sperner(p.Rel, p.Cells); a.Bound > p.floor.value {
		by := check.By{Method: "sperner", Cells: pairs(p.Cells)}
		if a.Columns {
			by.Cols = asLines(a.Lines)
		} else {
			by.Rows = asLines(a.Lines)
		}
		p.floor.raise(a.Bound, by)
	}
}

// maxColumns bounds the maximal bicliques of parts that are looked at as set
// covers: beyond it their domains are too slow to search.
const maxColumns = 1 << 16

// formsOf lists the forms that backends are asked in: as a set cover first,
// where the bicliques are few and one of the chosen backends takes set covers.
func (c *covering) formsOf(ctx context.Context, p *piece) []encode.Encoder {
	if p.forms == nil {
		p.forms = []encode.Encoder{encode.Cover}
		if c.s.takesSetCovers(ctx) {
			if _, err := encode.MaximalBicliques(ctx, p.Rel, maxColumns); err == nil {
				p.forms = []encode.Encoder{encode.Columns, encode.Cover}
			}
		}
	}
	return p.forms
}

// ask has the backends say whether the fewest hubs that may cover a part (side
// 0), or one less than its cover has (side 1), cover it, in the first form; a no
// without a proof is worth one in the next. It reports whether that was settled.
func (c *covering) ask(ctx context.Context, p *piece, forms []encode.Encoder, side int, b budget) (settled bool, err error) {
	return c.settle(ctx, p, forms, side, b, nil)
}

// settle is ask where an optimiser claims a no already.
func (c *covering) settle(ctx context.Context, p *piece, forms []encode.Encoder, side int, b budget, claim *refutation) (settled bool, err error) {
	var q encode.Problem
	c.look(func() bool {
		k := p.floor.claim
		if side == 1 {
			k = len(p.cover) - 1
		}
		q = encode.Problem{Rel: p.Rel, Cells: foolingFirst(p.fooling, p.Cells), Hubs: k}
		return true
	})
	claimed := encode.SetCover // what the claim is about
	for _, enc := range forms {
		got := c.s.settle(ctx, enc, q, append(lift{&p.Part}, c.lift...), b, claim)
		switch {
		case got.cover != nil:
			if claim != nil {
				c.s.reject(claim.claimed, claimed, fmt.Errorf("unsatisfiable, but there is a cover by %d hubs", len(got.cover)))
			}
			return true, c.apply(ctx, func() { p.offer(got.cover) })
		case got.no != nil && (got.no.by != nil || c.s.opt.NoProof):
			return true, c.apply(ctx, func() { p.floor.no(q.Hubs+1, got.no) })
		case got.no != nil && claim == nil:
			claim, claimed, b = got.no, enc, budget{}
		case got.stuck && claim == nil: // another form may do
			c.look(func() bool { p.stuck[side] = len(forms) == 1 || enc.Name == forms[len(forms)-1].Name; return true })
		case claim == nil:
			return false, nil
		}
		if ctx.Err() != nil {
			break
		}
	}
	if a := c.s.unproved(ctx, claim, backends.StopOf(ctx)); a.no != nil {
		return true, c.apply(ctx, func() { p.floor.no(q.Hubs+1, a.no) })
	}
	return false, nil
}

// optimise has the optimisers among the backends chosen minimise a part that is
// a set cover. Their covers are taken where they hold; that an optimum is one is
// a claim, which those that prove are asked to settle.
func (c *covering) optimise(ctx context.Context, p *piece, b budget, enough func() bool) error {
	if c.formsOf(ctx, p)[0].Name != encode.Columns.Name {
		return nil
	}
	for _, be := range c.s.optimisers(ctx) {
		if slices.Contains(p.asked, be.Name) || enough() || !c.look(p.gap) {
			continue
		}
		form, err := encode.SetCover.Encode(ctx, encode.Problem{Rel: p.Rel, Cells: p.Cells})
		if err != nil {
			return nil // too large, or no time left
		}
		asked, cancel := b.within(ctx)
		said, _, err := c.s.hear(asked, be, form.Formula, b.steps, false)
		over := asked.Err() != nil
		cancel()
		if !over && said.Stop == "" { // and more time changes nothing
			p.asked = append(p.asked, be.Name)
		}
		switch {
		case err != nil && over:
			continue
		case err == nil && said.Verdict == backends.Unsat:
			err = errors.New("unsatisfiable, but stars cover every relation")
		case err == nil && said.Verdict == backends.Unknown:
			continue
		}
		var cover instances.Extension
		if err == nil {
			err = form.Formula.Check(said.Model)
		}
		if err == nil {
			cover, err = form.Decode(said.Model)
		}
		if err != nil {
			c.s.reject(be.Name, encode.SetCover, err)
			continue
		}
		if err := c.apply(ctx, func() { p.offer(cover) }); err != nil {
			return err
		}
		if said.Verdict == backends.Optimal {
			if err := c.claimed(ctx, p, be.Name, len(cover), said.Bound); err != nil {
				return err
			}
		}
	}
	return nil
}

// claimed looks into what an optimiser says to be the fewest hubs of a part.
func (c *covering) claimed(ctx context.Context, p *piece, by string, fewest int, bound int64) error {
	var known int
	open := c.look(func() bool { known = len(p.cover); return p.gap() })
	switch {
	case bound != int64(fewest):
		c.s.reject(by, encode.SetCover, fmt.Errorf("an optimum of %d, but its cover has %d hubs", bound, fewest))
	case known < fewest:
		c.s.reject(by, encode.SetCover, fmt.Errorf("an optimum of %d, but there is a cover by %d hubs", fewest, known))
	case open:
		_, err := c.settle(ctx, p, c.formsOf(ctx, p), 1, budget{}, &refutation{claimed: by})
		return err
	}
	return nil
}

// firstBudget is for a first turn.
func (s *solver) firstBudget() budget {
	if s.opt.Deterministic {
		return budget{steps: 10_000}
	}
	return budget{time: 500 * time.Millisecond}
}

func (b budget) times(n int) budget {
	return budget{time: b.time * time.Duration(n), steps: b.steps * int64(n)}
}
