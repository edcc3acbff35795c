package hubcover

import (
	"context"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
)

// levelSearch is how far the search at one level of one component is.
type levelSearch struct {
	hint  int     // fewer hubs than that were refuted, in a form without proofs
	moves int     // of the last search over labels
	stuck [2]bool // below, above: nothing will come of more time
}

// run works on b, on χ_hub and on the levels between in turn, with more time
// each round, until all are closed, enough says so or ctx ends. progress is
// called after each round.
func (f *frontier) run(ctx context.Context, enough func() bool, progress func() error) error {
	for _, begin := range []func(context.Context) error{f.chi.begin, f.cov.begin} {
		if err := begin(ctx); err != nil {
			return err
		}
	}
	done := func() bool { return f.look(enough) }
	return f.s.rounds(func(b budget) (bool, error) {
		_, err := f.chi.turn(ctx, b, false, done)
		if err == nil {
			_, err = f.cov.turn(ctx, b, false, done)
		}
		f.learn(ctx)
		if err == nil && !done() && ctx.Err() == nil {
			err = f.turn(ctx, b, done)
		}
		if err == nil {
			err = progress()
		}
		return err == nil && !f.closed() && !done() && ctx.Err() == nil, err
	})
}

// turn goes from many colours to few, so that lower bounds carry over.
func (f *frontier) turn(ctx context.Context, b budget, done func() bool) error {
	low, high := f.colors()
	alone := f.cov.closed() && f.chi.closed() && f.openLevels() == 1
	for _, q := range f.parts {
		for h := high; h >= low; h-- {
			if !q.open(h) {
				continue
			}
			if done() || ctx.Err() != nil {
				return nil
			}
			if err := f.work(ctx, q, h, b, alone, done); err != nil {
				return err
			}
		}
	}
	return nil
}

// openLevels counts the levels of components where more time may change
// something.
func (f *frontier) openLevels() (n int) {
	low, high := f.colors()
	for _, q := range f.parts {
		for h := low; h <= high; h++ {
			if q.open(h) {
				n++
			}
		}
	}
	return n
}

// at is the search at level h.
func (q *stair) at(h int) *levelSearch {
	if q.levels[h] == nil {
		q.levels[h] = &levelSearch{}
	}
	return q.levels[h]
}

// gap reports that the bounds of level h differ, claims counted.
func (q *stair) gap(h int) bool {
	upper := q.upper(h)
	return upper != nil && q.floor(h).claim < len(upper)
}

// open reports that more time may change something at level h.
func (q *stair) open(h int) bool { return q.gap(h) && q.at(h).stuck != [2]bool{true, true} }

// closed reports that more time would change nothing.
func (f *frontier) closed() bool { return f.openLevels() == 0 && f.cov.closed() && f.chi.closed() }

// work narrows the interval of one level of a component from both ends.
func (f *frontier) work(ctx context.Context, q *stair, h int, b budget, alone bool, done func() bool) error {
	below := func(ctx context.Context, b budget, enough func() bool) error {
		return f.fromBelow(ctx, q, h, b, enough)
	}
	above := func(ctx context.Context, b budget, enough func() bool) error {
		return f.fromAbove(ctx, q, h, b, enough)
	}
	err := f.s.bothEnds(ctx, b, alone, func() bool { return done() || !f.look(func() bool { return q.gap(h) }) }, below, above)
	f.look(func() bool {
		low, high := f.level(h)
		f.s.report("solve", low.value, high)
		return true
	})
	return err
}

// fromBelow refutes one number of hubs after the other, until one takes too
// long.
func (f *frontier) fromBelow(ctx context.Context, q *stair, h int, b budget, enough func() bool) error {
	for !f.look(func() bool { return q.at(h).stuck[0] }) && !enough() {
		n := 0
		f.look(func() bool { n = q.floor(h).claim; return true })
		if !f.ask(ctx, q, encode.Front, n, h, 0, b) {
			return nil
		}
	}
	return nil
}

// fromAbove looks for one hub less by a search over labels, then in the form
// with pinned hubs, which finds covers sooner and says sooner that there are
// none; that is then to be proved. Without a budget it goes on like that, with
// more time each turn.
func (f *frontier) fromAbove(ctx context.Context, q *stair, h int, b budget, enough func() bool) error {
	turn := b
	if b == (budget{}) {
		turn = f.s.firstBudget()
	}
	for !f.look(func() bool { return q.at(h).stuck[1] }) && !enough() {
		f.anneal(ctx, q, h, enough)
		for !enough() {
			n, enc := 0, encode.FrontPinned
			f.look(func() bool {
				n = len(q.upper(h)) - 1
				if q.at(h).hint > n {
					enc = encode.Front
				}
				return true
			})
			if !f.ask(ctx, q, enc, n, h, 1, turn) {
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

// anneal takes one hub after the other off by a search over labels, with more
// moves each time. Runs do not resume: each has a seed of its own.
func (f *frontier) anneal(ctx context.Context, q *stair, h int, enough func() bool) {
	defer f.s.clock(&f.s.res.Phases.Bound)()
	l := q.at(h) // of which one search alone changes the moves
	l.moves = max(labelMoves, min(4*l.moves, moreLabelMoves<<(2*maxAnneals)))
	seed := uint64(f.s.opt.Seed) + uint64(l.moves)
	for !enough() {
		n := 0
		if !f.look(func() bool { n = len(q.upper(h)) - 1; return l.hint <= n }) {
			return
		}
		x, ok := bound.FewLabels(ctx, q.Rel, q.Cells, n, h, seed, l.moves)
		if !ok {
			return
		}
		f.look(func() bool { q.offer(x); return true })
	}
}

// ask has the backends say whether n hubs with h colours cover a component. It
// reports whether that was settled.
func (f *frontier) ask(ctx context.Context, q *stair, enc encode.Encoder, n, h, side int, b budget) bool {
	p := encode.Problem{Rel: q.Rel, Cells: foolingFirst(q.fooling, q.Cells), Hubs: n, Colors: h}
	got := f.s.ask(ctx, enc, p, lift{&q.Part}, b)
	return f.look(func() bool {
		switch {
		case got.cover != nil:
			q.offer(got.cover)
		case got.no != nil && enc.Name == encode.FrontPinned.Name:
			q.at(h).hint = max(q.at(h).hint, n+1)
		case got.no != nil:
			low := levelFloor{colors: h}
			if got.no.by != nil {
				low.raise(n+1, lifted(*got.no.by, &q.Part))
			} else {
				low.no(n+1, got.no)
			}
			q.floors = append(q.floors, low)
		default:
			q.at(h).stuck[side] = got.stuck
			return false
		}
		return true
	})
}
