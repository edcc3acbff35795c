package hubcover

import (
	"context"
	"errors"
	"slices"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// frontier is the search for n(h), the fewest hubs with at most h colours: a
// sum over components (F5), each with the covers and lower bounds found so
// far. Everything that is monotone follows from looking them up.
type frontier struct {
	s     *solver
	parts []*stair
	chi   *coloring
}

// stair is n(h) of one component.
type stair struct {
	kernel.Part
	cov     *covering // b of the component
	fooling []instances.Cell
	covers  []instances.Extension // coloured, in the component's indices
	floors  []levelFloor
	asked   map[int]int // how often level h was asked about
	stuck   map[int]bool
}

// levelFloor is a lower bound of n(h) for every h ≤ colors, or for every h at
// all where colors is Unbounded; by is in original indices.
type levelFloor struct {
	colors int
	floor
}

// newFrontier starts from what is known of b (nil: nothing) and of χ_hub.
func (s *solver) newFrontier(ctx context.Context, b instances.Extension, chi *coloring) (*frontier, error) {
	f := &frontier{s: s, chi: chi}
	for _, c := range chi.parts {
		q := &stair{Part: c.Part, asked: map[int]int{}, stuck: map[int]bool{}}
		start := restrict(b, &q.Part)
		q.offer(colored(start))
		var err error
		if q.cov, err = s.newCovering(ctx, q.Rel, lift{&q.Part}, start); err != nil {
			return nil, err
		}
		q.learn(c)
		f.parts = append(f.parts, q)
	}
	return f, nil
}

// learn takes over what the searches for b and χ_hub know of the component.
func (q *stair) learn(c *component) {
	q.offer(c.cover)
	q.offer(colored(q.cov.cover()))
	q.fooling = q.cov.foolingSet()
	low := q.cov.floor()
	low.by = lifted(low.by, &q.Part)
	q.floors = append(q.floors, levelFloor{Unbounded, low})
}

func (q *stair) offer(hubs instances.Extension) {
	if n := hubs.Colors(); n > 0 && (q.upper(n) == nil || len(hubs) < len(q.upper(n))) {
		q.covers = append(q.covers, compactColors(hubs))
	}
}

// upper is the smallest cover known with at most h colours; nil without any.
func (q *stair) upper(h int) instances.Extension {
	var best instances.Extension
	for _, x := range q.covers {
		if x.Colors() <= h && (best == nil || len(x) < len(best) || len(x) == len(best) && x.Colors() < best.Colors()) {
			best = x
		}
	}
	return best
}

// floor is the best lower bound known of n(h).
func (q *stair) floor(h int) floor {
	var best floor
	for _, f := range q.floors {
		if f.colors == Unbounded || f.colors >= h {
			best.raise(f.value, f.by)
			if f.claim > best.claim {
				best.claim, best.claimed = f.claim, f.claimed
			}
		}
	}
	return best
}

// widest is the number of colours from which on n(h) stays at its best cover.
func (q *stair) widest() int {
	all := q.upper(1 << 30)
	if all == nil {
		return 0
	}
	return all.Colors()
}

// colors is the range of levels: from the fewest colours of a known extension
// to where no more colours help.
func (f *frontier) colors() (low, high int) {
	for _, q := range f.parts {
		fewest := 1 << 30
		for _, x := range q.covers {
			fewest = min(fewest, x.Colors())
		}
		low, high = max(low, fewest), max(high, q.widest())
	}
	return low, max(low, high)
}

// run closes b and χ_hub of every component, then the levels between, until
// enough says so or ctx ends.
func (f *frontier) run(ctx context.Context, enough func() bool) error {
	ends, cancel := f.s.slice(ctx, 2)
	defer cancel()
	if err := f.chi.run(ends, enough); err != nil {
		return err
	}
	for i, q := range f.parts {
		if err := q.cov.run(ends, enough); err != nil {
			return err
		}
		q.learn(f.chi.parts[i])
	}
	return f.runLevels(ctx, enough)
}

// runLevels goes from many colours to few, so that lower bounds carry over; a
// level that resists does not keep the next ones waiting for ever.
func (f *frontier) runLevels(ctx context.Context, enough func() bool) error {
	const patience = 4
	enc, err := encode.Find(instances.Front, "canonical")
	if err != nil {
		return err
	}
	f.s.turns(ctx, func() []gap {
		if enough() {
			return nil
		}
		var gaps []gap
		low, high := f.colors()
		for _, q := range f.parts {
			for h := high; h >= low; h-- {
				if !q.open(h) {
					continue
				}
				gaps = append(gaps, gap{low: q.floor(h).claim, high: len(q.upper(h)), ask: func(ctx context.Context, k int, b budget) {
					f.askStair(ctx, enc, q, k, h, b)
				}})
				if q.asked[h] < patience {
					break
				}
			}
		}
		return gaps
	})
	return nil
}

// open reports that level h has a gap which more time may close.
func (q *stair) open(h int) bool {
	upper := q.upper(h)
	return upper != nil && q.floor(h).claim < len(upper) && !q.stuck[h]
}

// closed reports that more time would change nothing.
func (f *frontier) closed() bool {
	low, high := f.colors()
	for _, q := range f.parts {
		if !q.cov.closed() {
			return false
		}
		for h := low; h <= high; h++ {
			if q.open(h) {
				return false
			}
		}
	}
	return f.chi.closed()
}

func (f *frontier) askStair(ctx context.Context, enc encode.Encoder, q *stair, n, h int, b budget) {
	if floor, upper := q.floor(h).claim, q.upper(h); n < floor || n >= len(upper) {
		return // another level has settled it meanwhile
	}
	q.asked[h]++
	got := f.s.ask(ctx, enc, encode.Problem{Rel: q.Rel, Cells: foolingFirst(q.fooling, q.Cells), Hubs: n, Colors: h}, lift{&q.Part}, b)
	switch {
	case got.cover != nil:
		q.offer(got.cover)
	case got.no != nil:
		low := levelFloor{colors: h}
		if got.no.by != nil {
			low.raise(n+1, lifted(*got.no.by, &q.Part))
		} else {
			low.no(n+1, got.no)
		}
		q.floors = append(q.floors, low)
	default:
		q.stuck[h] = got.stuck
	}
	low, high := f.level(h)
	f.s.report("solve", low.value, high)
}

// level is what is known of n(h) of the whole; the upper value is -1 while no
// cover is known.
func (f *frontier) level(h int) (floor, int) {
	floors := make([]floor, len(f.parts))
	upper := 0
	for i, q := range f.parts {
		floors[i] = q.floor(h)
		if x := q.upper(h); x == nil {
			upper = -1
		} else if upper >= 0 {
			upper += len(x)
		}
	}
	return sum(floors), upper
}

// extension is the best cover known of the whole with at most h colours.
func (f *frontier) extension(h int) instances.Extension {
	parts := make([]instances.Extension, len(f.parts))
	for i, q := range f.parts {
		parts[i] = q.upper(h)
	}
	return compactColors(bound.Shrink(f.s.rel, f.chi.red.Lift(parts)))
}

// result lays out points, levels and corners; every extension and everything
// that a corner rests on is checked on the original.
func (f *frontier) result(ctx context.Context) (*FrontResult, error) {
	res := &FrontResult{Status: Optimal}
	low, high := f.colors()
	for h := low; h <= high; h++ {
		floor, upper := f.level(h)
		res.Levels = append(res.Levels, Level{Colors: h, Lower: floor.value, Upper: upper})
		x := f.extension(h)
		if err := verify.Coloring(f.s.rel, x, h); err != nil {
			return nil, err
		}
		res.Points = append(res.Points, Point{Hubs: len(x), Colors: x.Colors(), Status: Optimal, Extension: x})
	}
	if len(f.parts) == 0 {
		res.Points = []Point{{Status: Optimal}}
		return res, nil
	}
	res.Points = undominated(res.Points)
	for i := 0; i <= len(res.Points); i++ {
		c, refuted, err := f.corner(ctx, res.Points, i)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		res.Corners = append(res.Corners, *c)
		if refuted == Optimal {
			continue
		}
		for k := max(0, i-1); k <= i && k < len(res.Points); k++ {
			res.Points[k].Status = weaker(res.Points[k].Status, refuted)
		}
		res.Status = weaker(res.Status, refuted)
	}
	return res, nil
}

// weaker is the less certain of optimal, unproved and bounded.
func weaker(a, b Status) Status {
	for _, s := range []Status{Bounded, Unproved} {
		if a == s || b == s {
			return s
		}
	}
	return Optimal
}

// undominated sorts points by hubs and leaves out those that are no better
// than another in both.
func undominated(points []Point) []Point {
	slices.SortFunc(points, func(p, q Point) int {
		if p.Hubs != q.Hubs {
			return p.Hubs - q.Hubs
		}
		return p.Colors - q.Colors
	})
	var out []Point
	for _, p := range points {
		if len(out) == 0 || p.Colors < out[len(out)-1].Colors {
			out = append(out, p)
		}
	}
	return out
}

// corner is the i-th maximal infeasible pair of a staircase of r points: left
// of the first point, between two points, below the last. It is nil where a
// coordinate would be negative; the status says whether it is refuted.
func (f *frontier) corner(ctx context.Context, points []Point, i int) (*Corner, Status, error) {
	var c Corner
	var low floor
	want := 0
	switch {
	case i == 0:
		c = Corner{Hubs: points[0].Hubs - 1, Colors: Unbounded}
		low, want = f.unboundedFloor(), points[0].Hubs
	case i == len(points):
		c = Corner{Hubs: Unbounded, Colors: points[i-1].Colors - 1}
		low, want = f.chi.floor, points[i-1].Colors
	default:
		c = Corner{Hubs: points[i].Hubs - 1, Colors: points[i-1].Colors - 1}
		low, _ = f.level(c.Colors)
		want = points[i].Hubs
	}
	if want == 0 {
		return nil, Optimal, nil
	}
	switch {
	case low.value >= want:
		v, err := f.s.checker(ctx).Refute(f.s.rel, c.Hubs, c.Colors, low.by)
		if errors.Is(err, check.ErrLimit) {
			return &c, Bounded, nil
		} else if err != nil {
			return nil, "", err
		}
		c.By, c.Facts = low.by, v.Facts
		return &c, Optimal, nil
	case low.claim >= want:
		c.Claimed = low.claimed
		return &c, Unproved, nil
	}
	return &c, Bounded, nil
}

func (f *frontier) unboundedFloor() floor {
	floors := make([]floor, len(f.parts))
	for i, q := range f.parts {
		floors[i] = q.floor(1 << 30)
	}
	return sum(floors)
}
