package hubcover

import (
	"context"
	"slices"
	"sync"

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
	mu    sync.Mutex // guards what is known of the components, and found

	bracketed bool
	covered   bool // the cover known for b was coloured
}

// component is one component with twins merged.
type component struct {
	kernel.Part
	cover instances.Extension // coloured 1..high, in the component's indices
	high  int
	low   int // no extension with fewer colours, proved or claimed

	annealed int     // how often its labels were searched
	stuck    [2]bool // below, above: nothing will come of more time
}

// newColoring reduces the relation; a colouring of lines, halves by halves, or
// start where it is better, stands at once.
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
		q.offer(bound.Halving(ctx, p.Rel))
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

// least is the fewest colours that the component may have in a colouring that
// is still looked for: fewer than its own bound or that of the whole are of no
// use.
func (c *coloring) least(p *component) int { return max(p.low, c.floor.claim) }

// gap reports that more colours are known to suffice than to be needed.
func (c *coloring) gap(p *component) bool { return c.least(p) < p.high }

// open lists the components where more time may change something.
func (c *coloring) open() (open []*component) {
	for _, p := range c.parts {
		if c.gap(p) && p.stuck != [2]bool{true, true} {
			open = append(open, p)
		}
	}
	return open
}

// closed reports that more time would change nothing.
func (c *coloring) closed() bool { return len(c.open()) == 0 }

// look reads what is known of the components.
func (c *coloring) look(what func() bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return what()
}

// apply changes what is known of the components and has it checked.
func (c *coloring) apply(ctx context.Context, change func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
	return c.found(ctx)
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
func colored(ctx context.Context, hubs instances.Extension) instances.Extension {
	out, _ := bound.ColorHubs(ctx, hubs)
	return out
}

// compactColors renumbers the colours that occur to 1, 2, ….
func compactColors(hubs instances.Extension) instances.Extension {
	hubs = slices.Clone(hubs)
	number := map[int]int{}
	for i, h := range hubs {
		if _, ok := number[h.Color]; !ok {
			number[h.Color] = len(number) + 1
		}
		hubs[i].Color = number[h.Color]
	}
	return hubs
}
