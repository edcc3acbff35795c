package hubcover

import (
	"context"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/lookahead"
	"github.com/hubcover/hubcover/encode"
)

// treeCells is the largest number of cells of a component that is refuted by a
// search tree.
const treeCells = 400

// refute asks whether the fewest colours that are open suffice: backends that
// learn, and where these may take a million conflicts, as with three colours
// they do on projective planes, a search tree that does not, in turn. It reports
// whether that was settled.
func (c *coloring) refute(ctx context.Context, p *component, b budget, enough func() bool) (settled bool, err error) {
	if c.look(func() bool { return c.least(p) != provable || len(p.Cells) > treeCells }) {
		return c.ask(ctx, p, encode.ChiR, 0, b)
	}
	turn := b
	if b == (budget{}) {
		turn = c.s.firstBudget()
	}
	for !enough() && ctx.Err() == nil {
		if settled, err := c.ask(ctx, p, encode.ChiR, 0, turn); settled || err != nil {
			return settled, err
		}
		if enough() || ctx.Err() != nil || c.look(func() bool { return p.stuck[0] }) {
			break
		}
		q := encode.Problem{Rel: p.Rel, Cells: p.Cells, Colors: provable, MaxClauses: maxColorClauses}
		if settled, err := c.told(ctx, p, provable, c.s.plant(ctx, c.seeker(p), q, lift{&p.Part}, nodes(turn, len(p.Cells)))); settled || err != nil {
			return settled, err
		}
		if b != (budget{}) {
			break
		}
		turn = turn.times(4)
	}
	return false, nil
}

// nodes is a budget in nodes that takes about as long as one in conflicts: on 52
// cells four nodes take no longer than one conflict, and a node takes the longer
// the more cells there are squared.
func nodes(b budget, cells int) budget {
	if b.steps > 0 {
		b.steps = max(1, b.steps*4*52*52/int64(cells*cells))
	}
	return b
}

// plant has a search tree answer a problem, as ask has backends.
func (s *solver) plant(ctx context.Context, enc encode.Encoder, p encode.Problem, lift lift, b budget) answer {
	form, err := enc.Encode(ctx, p)
	if err != nil {
		return answer{stop: backends.StopOf(ctx)}
	}
	asked, cancel := b.within(ctx)
	defer cancel()
	be := lookahead.New()
	said, t, err := s.hear(asked, be, form.Formula, b.steps, !s.opt.NoProof)
	if err != nil {
		s.reject(be.Name, enc, err)
		return answer{stop: backends.GaveUp}
	}
	switch said.Verdict {
	case backends.Sat:
		cover, err := form.Decode(said.Model)
		if err != nil {
			s.reject(be.Name, enc, err)
			return answer{stop: backends.GaveUp}
		}
		return answer{cover: cover}
	case backends.Unsat:
		r := &refutation{claimed: be.Name}
		if t != nil {
			r.by, err = s.prove(ctx, enc, p, lift, form.Formula, t, said.Proof)
			t.close()
			if err != nil && ctx.Err() == nil {
				s.reject(be.Name, enc, err)
			}
			if err != nil {
				return answer{stop: backends.StopOf(ctx)}
			}
		}
		return answer{no: r}
	}
	return answer{stop: said.Stop}
}
