package hubcover

import (
	"context"
	"sync"

	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
)

// frontier is the search for n(h), the fewest hubs with at most h colours: a
// sum over components (F5), each with the covers and lower bounds found so
// far. Everything that is monotone follows from looking them up. Its ends are
// the searches for b and χ_hub, whose findings it takes over.
type frontier struct {
	s     *solver
	cov   *covering
	chi   *coloring
	parts []*stair
	only  int        // the one level asked about; 0: all
	mu    sync.Mutex // guards what is known of the parts

	learnt [3]int // of the ends: hubs, colours of all components, lower bound
}

// stair is n(h) of one component.
type stair struct {
	kernel.Part
	in      instances.Bits // the rows of the component, twins included
	fooling []instances.Cell
	covers  []instances.Extension // coloured, in the component's indices
	floors  []levelFloor
	levels  map[int]*levelSearch
}

// levelFloor is a lower bound of n(h) for every h ≤ colors, or for every h at
// all where colors is Unbounded; by is in original indices.
type levelFloor struct {
	colors int
	floor
}

// newFrontier starts from what is known of b and of χ_hub.
func (s *solver) newFrontier(ctx context.Context) (*frontier, error) {
	if err := s.needCovering(ctx); err != nil {
		return nil, err
	}
	if err := s.needColoring(ctx); err != nil {
		return nil, err
	}
	f := &frontier{s: s, cov: s.cov, chi: s.col}
	for _, c := range f.chi.parts {
		q := &stair{Part: c.Part, in: rowsAround(s.rel, c.Rows[0]), levels: map[int]*levelSearch{}}
		start := restrict(s.opt.Start, &q.Part)
		q.offer(start)
		q.offer(colored(ctx, start))
		f.parts = append(f.parts, q)
	}
	f.learn(ctx)
	return f, nil
}

// rowsAround is the rows of the component of a row.
func rowsAround(rel *instances.Relation, row int32) instances.Bits {
	in, seen := instances.NewBits(rel.Rows()), instances.NewBits(rel.Cols())
	in.Set(int(row))
	for queue := []int32{row}; len(queue) > 0; queue = queue[1:] {
		for _, b := range rel.Row(int(queue[0])) {
			if seen.Has(int(b)) {
				continue
			}
			seen.Set(int(b))
			for _, a := range rel.Col(int(b)) {
				if !in.Has(int(a)) {
					in.Set(int(a))
					queue = append(queue, a)
				}
			}
		}
	}
	return in
}

// learn takes over what the searches for b and χ_hub know of the components.
func (f *frontier) learn(ctx context.Context) {
	known := [3]int{f.cov.size(), 0, f.cov.floor().claim}
	for _, c := range f.chi.parts {
		known[1] += c.high
	}
	if known == f.learnt {
		return
	}
	f.learnt = known
	cover, fooling := f.cov.cover(), f.cov.foolingSet()
	for i, q := range f.parts {
		q.offer(f.chi.parts[i].cover)
		q.offer(colored(ctx, restrict(cover, &q.Part)))
		q.fooling = q.fooling[:0]
		row, col := positions(q.Rows), positions(q.Cols)
		for _, e := range fooling {
			a, ok := row[e.Row]
			b, ok2 := col[e.Col]
			if ok && ok2 {
				q.fooling = append(q.fooling, instances.Cell{Row: a, Col: b})
			}
		}
		low := f.cov.floorIn(func(row int32) bool { return q.in.Has(int(row)) })
		q.floors = append(q.floors, levelFloor{Unbounded, low})
	}
}

// offer takes an extension that has fewer hubs than those with as few colours.
func (q *stair) offer(hubs instances.Extension) {
	hubs = bound.Shrink(q.Rel, hubs)
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

// colors is the range of levels that are searched: from the fewest colours of a known extension
// to where no more colours help.
func (f *frontier) colors() (low, high int) {
	if f.only > 0 {
		return f.only, f.only
	}
	for _, q := range f.parts {
		fewest := 1 << 30
		for _, x := range q.covers {
			fewest = min(fewest, x.Colors())
		}
		low, high = max(low, fewest), max(high, q.widest())
	}
	return low, max(low, high)
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

// look reads what is known of the parts.
func (f *frontier) look(what func() bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return what()
}
