package hubcover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// ErrNoCover is wrapped where the hubs that were given are no hub extension of
// the instance.
var ErrNoCover = errors.New("no hub extension of the instance")

// Color colours the hubs of a given hub extension of the instance with the
// fewest colours, so that hubs that share a source, or share a target, differ:
// the chromatic index of that extension, as Result.Index. Colours that the hubs
// have are a first answer where they are legal. Of the options Questions, Start,
// Target and CubeDepth are not used.
func Color(ctx context.Context, inst *instances.Instance, hubs instances.Extension, opt Options) (*Result, error) {
	if inst.Relation.HasOptional() {
		return nil, fmt.Errorf("%s has optional cells, and colours are for relations without: make each a cell or a non-cell first", inst.Name)
	}
	if err := verify.Cover(inst.Relation, hubs); err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrNoCover, inst.Name, err)
	}
	opt.CubeDepth = 0
	s := newSolver(inst, opt)
	s.question = instances.Index
	s.res.Index = &Interval{Upper: -1, By: check.By{Method: "trivial"}}
	return s.inTime(ctx, func() error { return s.index(ctx, hubs) })
}

// index brackets the chromatic index and closes the interval.
func (s *solver) index(ctx context.Context, hubs instances.Extension) error {
	x := &indexing{s: s, iv: s.res.Index, hubs: hubs}
	err := x.run(ctx)
	s.update(func() {
		stop := backends.GaveUp
		switch {
		case ctx.Err() != nil:
			stop = backends.StopOf(ctx)
		case s.starved:
			stop = backends.MemoryLimit
		}
		s.res.Index.end(stop, time.Since(s.began).Seconds())
	})
	return err
}

// indexing is the search for the chromatic index of a hub extension.
type indexing struct {
	s      *solver
	iv     *Interval
	hubs   instances.Extension
	graph  *bound.HubGraph // nil where there are too many hubs
	clique []int           // hubs that all differ in colour
	stuck  bool
}

// Steps of the searches for cliques and colourings that need no backend.
const (
	hubCliqueSteps = 200_000
	hubCliqueWork  = 10_000_000_000 // steps × hubs²
	hubPaintSteps  = 20_000
	hubTabuMoves   = 200_000
)

func (x *indexing) run(ctx context.Context) error {
	if err := x.bracket(ctx); err != nil || x.closed() || ctx.Err() != nil {
		return err
	}
	if len(x.hubs) > bound.MaxHubGraph {
		x.s.reject("", encode.Index, fmt.Errorf("%d hubs, of more than %d only bounds are tried", len(x.hubs), bound.MaxHubGraph))
		return nil
	}
	if err := x.search(ctx); err != nil || x.closed() {
		return err
	}
	var failed error
	x.s.turns(ctx, func() []gap {
		if failed != nil || x.closed() || x.stuck {
			return nil
		}
		low := max(x.iv.Lower, x.claimed())
		return []gap{{low: low, high: x.iv.Upper, ask: func(ctx context.Context, k int, b budget) {
			failed = x.ask(ctx, k, b)
		}}}
	})
	return failed
}

// closed reports that no colouring with fewer colours is left to be looked for.
func (x *indexing) closed() bool { return max(x.iv.Lower, x.claimed()) >= x.iv.Upper }

// claimed is the lower bound on a backend's word.
func (x *indexing) claimed() int {
	if x.iv.Claimed == nil {
		return 0
	}
	return x.iv.Claimed.Lower
}

// bracket takes what can be had of the lines alone: all hubs at one line differ
// in colour, and greedy colours.
func (x *indexing) bracket(ctx context.Context) error {
	done := x.s.clock(&x.s.res.Phases.Bound)
	x.clique = bound.HeaviestLine(x.hubs)
	colored, n := bound.ColorHubs(ctx, x.hubs)
	done()
	if err := x.raise(ctx, len(x.clique), check.By{Method: "clique", Hubs: x.clique}); err != nil {
		return err
	}
	if err := x.lower(colored, n); err != nil {
		return err
	}
	if own := x.hubs.Colors(); own > 0 && own < x.iv.Upper && !slices.ContainsFunc(x.hubs, func(h instances.Hub) bool { return h.Color == 0 }) {
		own := compactColors(slices.Clone(x.hubs))
		if verify.Coloring(x.s.rel, own, own.Colors()) == nil {
			if err := x.lower(own, own.Colors()); err != nil {
				return err
			}
		}
	}
	if x.closed() {
		return nil
	}
	return x.cells(ctx)
}

// cells colours hubs that are single cells, all different, by König's theorem
// (F1): their index is χ′.
func (x *indexing) cells(ctx context.Context) error {
	if len(x.hubs) != x.s.rel.Len() || slices.ContainsFunc(x.hubs, func(h instances.Hub) bool { return len(h.Sources) != 1 || len(h.Targets) != 1 }) {
		return nil
	}
	defer x.s.clock(&x.s.res.Phases.Bound)()
	colors, err := bound.Konig(ctx, x.s.rel)
	if err != nil {
		return nil // only ctx ends it
	}
	out := slices.Clone(x.hubs)
	for i, h := range out {
		at, _ := x.s.rel.Index(instances.Cell{Row: h.Sources[0], Col: h.Targets[0]})
		out[i].Color = int(colors[at])
	}
	return x.lower(out, out.Colors())
}

// search looks for colourings with fewer colours and for a larger clique, for a
// number of steps.
func (x *indexing) search(ctx context.Context) error {
	done := x.s.clock(&x.s.res.Phases.Bound)
	var err error
	x.graph, err = bound.NewHubGraph(ctx, x.hubs)
	done()
	if err != nil {
		return nil // only ctx ends it
	}
	x.s.report("bound", x.iv.Lower, x.iv.Upper)
	if err := x.paintMore(ctx); err != nil || x.closed() {
		return err
	}
	done = x.s.clock(&x.s.res.Phases.Bound)
	core, _ := x.graph.Core(x.iv.Lower)
	clique, _ := x.graph.Clique(ctx, core, x.clique, min(hubCliqueSteps, 1000+hubCliqueWork/(len(core)*len(core)+1)), x.iv.Upper)
	done()
	if len(clique) == len(x.clique) {
		return nil
	}
	x.clique = clique
	if err := x.raise(ctx, len(clique), check.By{Method: "clique", Hubs: clique}); err != nil {
		return err
	}
	return x.paintMore(ctx)
}

// paintMore looks for colourings with fewer and fewer colours.
func (x *indexing) paintMore(ctx context.Context) error {
	for !x.closed() && ctx.Err() == nil {
		k := x.iv.Upper - 1
		done := x.s.clock(&x.s.res.Phases.Bound)
		core, gone := x.core(k)
		painted, none := x.graph.Paint(ctx, core, x.fixed(core), k, hubPaintSteps)
		if painted == nil && !none {
			painted = x.graph.Repaint(ctx, core, x.colorsOf(core), k, hubTabuMoves, uint64(x.s.opt.Seed))
		}
		done()
		if painted == nil && len(core) > 0 {
			return nil
		}
		if err := x.paint(core, gone, painted); err != nil {
			return err
		}
	}
	return nil
}

// colorsOf are the colours that those hubs have now.
func (x *indexing) colorsOf(hubs []int) []int {
	out := make([]int, len(hubs))
	for k, i := range hubs {
		out[k] = x.iv.Hubs[i].Color
	}
	return out
}

// core is the core for so many colours with the clique in front, where first
// appearance pins it.
func (x *indexing) core(colors int) (core, gone []int) {
	all, gone := x.graph.Core(colors)
	for _, i := range x.clique {
		if _, in := slices.BinarySearch(all, i); in {
			core = append(core, i)
		}
	}
	pinned := core
	for _, i := range all {
		if !slices.Contains(pinned, i) {
			core = append(core, i)
		}
	}
	return core, gone
}

// fixed is how many hubs of the clique stand in front of the core.
func (x *indexing) fixed(core []int) int {
	n := 0
	for n < len(core) && slices.Contains(x.clique, core[n]) {
		n++
	}
	return n
}

// paint takes colours of the core over to all hubs.
func (x *indexing) paint(core, gone, painted []int) error {
	colors := make([]int, len(x.hubs))
	for k, i := range core {
		colors[i] = painted[k]
	}
	x.graph.Extend(colors, gone)
	out := slices.Clone(x.hubs)
	for i := range out {
		out[i].Color = colors[i]
	}
	out = compactColors(out)
	return x.lower(out, out.Colors())
}

// ask asks the backends for a colouring with k colours.
func (x *indexing) ask(ctx context.Context, k int, b budget) error {
	core, gone := x.core(k)
	if len(core) == 0 {
		return x.paint(nil, gone, nil)
	}
	got := x.s.ask(ctx, encode.Index, encode.Problem{Rel: x.s.rel, Extension: x.hubs, Among: core, Colors: k}, nil, b)
	switch {
	case got.cover != nil:
		painted := make([]int, len(core))
		for i, h := range got.cover {
			painted[i] = h.Color
		}
		return x.paint(core, gone, painted)
	case got.no != nil && got.no.by != nil:
		return x.raise(ctx, k+1, *got.no.by)
	case got.no != nil:
		x.s.update(func() {
			next := *x.iv
			next.Claimed = &Claim{Lower: k + 1, By: got.no.claimed}
			*x.iv = next
		})
	default:
		x.stuck = got.stuck
	}
	return nil
}

// raise takes a lower bound that the checker believes.
func (x *indexing) raise(ctx context.Context, n int, by check.By) error {
	if n <= x.iv.Lower {
		return nil
	}
	defer x.s.clock(&x.s.res.Phases.Check)()
	v, err := x.s.checker(ctx).Index(x.s.rel, given(x.hubs), by)
	switch {
	case errors.Is(err, check.ErrLimit):
		return nil
	case err != nil:
		return fmt.Errorf("a lower bound for the chromatic index failed verification: %w", err)
	case v.Bound <= x.iv.Lower:
		return nil
	}
	x.s.update(func() {
		x.iv.Lower, x.iv.By, x.iv.Facts = v.Bound, by, v.Facts
		if x.claimed() <= v.Bound {
			x.iv.Claimed = nil
		}
	})
	x.s.report("solve", x.iv.Lower, x.iv.Upper)
	return nil
}

// lower takes a colouring with fewer colours, which has to be one by both
// definitions of it: on the hubs, and on the edges of the extension.
func (x *indexing) lower(colored instances.Extension, n int) error {
	if x.iv.Upper >= 0 && n >= x.iv.Upper {
		return nil
	}
	defer x.s.clock(&x.s.res.Phases.Check)()
	err := verify.Coloring(x.s.rel, colored, n)
	if err == nil {
		err = verify.EdgeColoring(x.hubs, colored.Edges(), n)
	}
	if err != nil {
		return fmt.Errorf("a colouring with %d colours failed verification: %w", n, err)
	}
	x.s.update(func() { x.iv.Upper, x.iv.Hubs = n, colored })
	x.s.report("solve", x.iv.Lower, x.iv.Upper)
	return nil
}

// given are the hubs for the checker, without colours.
func given(hubs instances.Extension) []check.Hub {
	out := make([]check.Hub, len(hubs))
	for i, h := range hubs {
		out[i] = check.Hub{Sources: h.Sources, Targets: h.Targets}
	}
	return out
}
