package hubcover

import (
	"context"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// coloring is the search for the hub-chromatic index of the instance: the
// maximum over its components (F5).
type coloring struct {
	s     *solver
	red   *kernel.Reduction
	parts []*component
	floor floor // of the whole, by in original indices
	found func(context.Context) error

	bracketed bool
}

// component is one component with twins merged.
type component struct {
	kernel.Part
	cover instances.Extension // coloured 1..high, in the component's indices
	high  int
	low   int // no extension with fewer colours, proved or claimed
	stuck bool
}

// Search effort of the bounds for χ_hub.
const (
	skewSteps     = 2_000_000
	fatMatchTries = 50
)

// newColoring reduces the relation; a colouring of stars or of single cells,
// or start where it is better, stands at once.
func (s *solver) newColoring(ctx context.Context, start instances.Extension) (*coloring, error) {
	defer s.clock(&s.res.Phases.Kernel)()
	red, err := kernel.Color(ctx, s.rel)
	if err != nil {
		return nil, err
	}
	c := &coloring{s: s, red: red, found: func(context.Context) error { return nil }}
	for _, p := range red.Parts {
		q := &component{Part: p, low: 1}
		q.offer(lineHubs(p.Rel))
		q.offer(bound.Halving(p.Rel))
		if start.Colors() > 0 {
			q.offer(restrict(start, &p))
		}
		c.parts = append(c.parts, q)
	}
	c.floor.by = check.By{Method: "trivial"}
	if len(c.parts) > 0 {
		c.floor.raise(1, c.floor.by)
	}
	return c, nil
}

// offer takes a coloured extension of the component if it has fewer colours.
func (p *component) offer(hubs instances.Extension) {
	if n := hubs.Colors(); n > 0 && (p.cover == nil || n < p.high) {
		p.cover, p.high = compactColors(hubs), n
	}
}

// bracket runs the bounds that need no backend, once.
func (c *coloring) bracket(ctx context.Context) error {
	if c.bracketed {
		return nil
	}
	c.bracketed = true
	defer c.s.clock(&c.s.res.Phases.Bound)()
	for _, p := range c.parts {
		c.bracketPart(ctx, p)
	}
	if err := c.found(ctx); err != nil { // weights take longer to check
		return err
	}
	for _, p := range c.parts {
		if p.high > c.floor.value && ctx.Err() == nil {
			x := bound.DegreeWeights(ctx, p.Rel, weightSteps, c.floor.value, p.high)
			c.floor.raise(x.Bound, lifted(weights("degree-weights", x), &p.Part))
		}
	}
	return c.found(ctx)
}

func (c *coloring) bracketPart(ctx context.Context, p *component) {
	if p.high <= c.floor.value {
		return
	}
	seed := uint64(c.s.opt.Seed)
	skew := bound.Skew(ctx, p.Rel, skewSteps, seed, p.high)
	if skew.Bound > c.floor.value {
		by := check.By{Method: "skew", Rows: asLines(skew.Rows), Cols: asLines(skew.Cols)}
		c.floor.raise(skew.Bound, lifted(by, &p.Part))
	}
	if p.high > c.floor.value {
		p.offer(bound.FatMatchings(ctx, p.Rel, seed, fatMatchTries))
	}
	if p.high > c.floor.value {
		p.offer(colored(bound.Improve(ctx, p.Rel, p.Cells, nil, seed, improveSteps, 0)))
	}
}

// run asks the backends until the interval is closed, enough says so or ctx
// ends.
func (c *coloring) run(ctx context.Context, enough func() bool) error {
	if err := c.bracket(ctx); err != nil {
		return err
	}
	enc, err := encode.Find(instances.Chi, "r")
	if err != nil {
		return err
	}
	var failed error
	c.s.turns(ctx, func() []gap {
		if failed != nil || enough() {
			return nil
		}
		var open []gap
		for _, p := range c.parts {
			low := max(p.low, c.floor.claim)
			if low >= p.high || p.stuck {
				continue
			}
			open = append(open, gap{low: low, high: p.high, ask: func(ctx context.Context, k int, b budget) {
				if failed == nil {
					failed = c.askPart(ctx, enc, p, k, b)
				}
			}})
		}
		return open
	})
	return failed
}

func (c *coloring) askPart(ctx context.Context, enc encode.Encoder, p *component, k int, b budget) error {
	got := c.s.ask(ctx, enc, encode.Problem{Rel: p.Rel, Cells: p.Cells, Colors: k}, lift{&p.Part}, b)
	switch {
	case got.cover != nil:
		p.offer(got.cover)
	case got.no != nil:
		r := *got.no
		if r.by != nil {
			by := lifted(*r.by, &p.Part)
			r.by = &by
		}
		p.low = max(p.low, k+1)
		c.floor.no(k+1, &r)
	default:
		p.stuck = got.stuck
		return nil
	}
	return c.found(ctx)
}

// closed reports that more time would change nothing.
func (c *coloring) closed() bool {
	for _, p := range c.parts {
		if max(p.low, c.floor.claim) < p.high && !p.stuck {
			return false
		}
	}
	return true
}

// high is the number of colours of the best colouring.
func (c *coloring) high() int {
	n := 0
	for _, p := range c.parts {
		n = max(n, p.high)
	}
	return n
}

// cover is the best colouring of the whole: components share their colours.
func (c *coloring) cover() instances.Extension {
	parts := make([]instances.Extension, len(c.parts))
	for i, p := range c.parts {
		parts[i] = p.cover
	}
	return compactColors(bound.Shrink(c.s.rel, c.red.Lift(parts)))
}

// colored gives the hubs of an extension colours.
func colored(hubs instances.Extension) instances.Extension {
	out, _ := bound.ColorHubs(hubs)
	return out
}

// compactColors renumbers the colours that occur to 1, 2, ….
func compactColors(hubs instances.Extension) instances.Extension {
	number := map[int]int{}
	for i, h := range hubs {
		if _, ok := number[h.Color]; !ok {
			number[h.Color] = len(number) + 1
		}
		hubs[i].Color = number[h.Color]
	}
	return hubs
}
