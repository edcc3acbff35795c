package hubcover

import (
	"context"
	"slices"
	"sync"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/bound"
	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// covering is the search for the biclique cover number of one relation: the
// instance itself, or one of its components.
type covering struct {
	s     *solver
	rel   *instances.Relation
	red   *kernel.Reduction
	lift  lift // from rel
	parts []*piece
	found func(context.Context) error // called whenever a part improved
	mu    sync.Mutex                  // guards what is known of the parts, and found
}

// piece is a part of the kernel with what is known of its own b.
type piece struct {
	kernel.Part
	fooling []instances.Cell // a fooling set, in the part's indices
	exact   bool             // there is none larger
	floor   floor
	cover   instances.Extension // of Cells, in the part's indices
	weighed bool                // weights prove no more
	effort  int                 // spent on bounds so far
	forms   []encode.Encoder    // that backends are asked in
	stuck   [2]bool             // below, above: nothing will come of more time
	asked   []string            // optimisers that have said what they will say
}

// open reports that more time may change something.
func (p *piece) open() bool { return p.gap() && p.stuck != [2]bool{true, true} }

// gap reports that the bounds differ, claims counted.
func (p *piece) gap() bool { return p.floor.claim < len(p.cover) }

// floor is a lower bound in the making: value is proved by by (in the part's
// indices), claim ≥ value is what the backend named in claimed says.
type floor struct {
	value   int
	by      check.By
	claim   int
	claimed string
}

func (f *floor) raise(value int, by check.By) {
	if value > f.value {
		f.value, f.by = value, by
	}
	f.claim = max(f.claim, f.value)
}

// no takes a refutation of value-1.
func (f *floor) no(value int, r *refutation) {
	if r.by != nil {
		f.raise(value, *r.by)
	} else if value > f.claim {
		f.claim, f.claimed = value, r.claimed
	}
}

// newCovering reduces the relation; a cover by stars, or start where it is
// better, stands at once.
func (s *solver) newCovering(ctx context.Context, rel *instances.Relation, lift lift, start instances.Extension) (*covering, error) {
	defer s.clock(&s.res.Phases.Kernel)()
	red, err := kernel.Cover(ctx, rel, 0)
	if err != nil {
		return nil, err
	}
	c := &covering{s: s, rel: rel, red: red, lift: lift, found: func(context.Context) error { return nil }}
	for _, p := range red.Parts {
		q := &piece{Part: p, cover: bound.Stars(p.Rel, p.Cells)}
		q.offer(restrict(start, &p))
		q.floor.raise(1, check.By{Method: "fooling", Cells: pairs(p.Cells[:1])})
		c.parts = append(c.parts, q)
	}
	return c, nil
}

// weights is what a bound by weights rests on.
func weights(method string, x bound.Weighting) check.By {
	return check.By{Method: method, Rows: asLines(x.Rows), Cols: asLines(x.Cols), Cells: pairs(x.Cells), W: x.W, P: x.P, Q: x.Q}
}

// offer takes a cover of the part if it is better.
func (p *piece) offer(hubs instances.Extension) {
	if len(hubs) > 0 && len(hubs) < len(p.cover) {
		p.cover = hubs
		if p.floor.claim > len(hubs) { // somebody was wrong
			p.floor.claim, p.floor.claimed = p.floor.value, ""
		}
	}
}

// closed reports that more time would change nothing.
func (c *covering) closed() bool { return !slices.ContainsFunc(c.parts, (*piece).open) }

// size is the number of hubs of the best cover.
func (c *covering) size() int {
	n := len(c.red.Forced)
	for _, p := range c.parts {
		n += len(p.cover)
	}
	return n
}

// cover is the best cover of the relation, every hub irredundant.
func (c *covering) cover() instances.Extension {
	parts := make([]instances.Extension, len(c.parts))
	for i, p := range c.parts {
		parts[i] = p.cover
	}
	return withoutColors(bound.Shrink(c.rel, c.red.Lift(parts)))
}

// floor adds the lower bounds of the parts, in the indices of the relation.
func (c *covering) floor() floor { return c.floorIn(func(int32) bool { return true }) }

// floorIn is floor for a component alone: in tells its rows.
func (c *covering) floorIn(in func(row int32) bool) floor {
	var alone []instances.Cell
	for _, e := range c.red.ForcedCells {
		if in(e.Row) {
			alone = append(alone, e)
		}
	}
	floors := []floor{{value: len(alone), claim: len(alone), by: check.By{Method: "fooling", Cells: pairs(alone)}}}
	for _, p := range c.parts {
		if !in(p.Rows[0]) {
			continue
		}
		f := p.floor
		if f.by.Method == "sperner" && len(c.parts) == 1 && len(c.red.ForcedCells) == 0 && c.rel == c.s.rel && !c.rel.HasOptional() {
			f.by.Cells = nil // lines apart within the part are so with all their cells
		}
		f.by = lifted(f.by, &p.Part)
		floors = append(floors, f)
	}
	return sum(floors)
}

// foolingSet is the best fooling set of the relation: forced cells and those of
// the parts.
func (c *covering) foolingSet() []instances.Cell {
	cells := slices.Clone(c.red.ForcedCells)
	for _, p := range c.parts {
		for _, e := range p.fooling {
			cells = append(cells, instances.Cell{Row: p.Rows[e.Row], Col: p.Cols[e.Col]})
		}
	}
	return cells
}

// sum adds lower bounds of groups of cells that conflict pairwise across
// groups. Fooling sets of several groups are one fooling set together, the
// cheapest certificate there is; other methods become parts (F5, F6).
func sum(floors []floor) floor {
	var total floor
	var joint check.Cells
	var parts []check.By
	for _, f := range floors {
		total.value += f.value
		total.claim += f.claim
		if f.claim > f.value {
			total.claimed = f.claimed
		}
		switch f.by.Method {
		case "fooling":
			joint = append(joint, f.by.Cells...)
		case "parts":
			for _, p := range f.by.Parts {
				if p.Method == "fooling" {
					joint = append(joint, p.Cells...)
				} else {
					parts = append(parts, p)
				}
			}
		default:
			parts = append(parts, f.by)
		}
	}
	if len(joint) > 0 || len(parts) == 0 {
		parts = append([]check.By{{Method: "fooling", Cells: joint}}, parts...)
	}
	total.by = check.By{Method: "parts", Rule: "sum", Parts: parts}
	if len(parts) == 1 {
		total.by = parts[0]
	}
	return total
}

// withoutColors takes the colours off: those of a cover for b mean nothing.
func withoutColors(hubs instances.Extension) instances.Extension {
	out := slices.Clone(hubs)
	for i := range out {
		out[i].Color = 0
	}
	return out
}

// restrict is what a cover of the whole does on one part: its hubs that hold a
// cell of the part, cut down to the part's lines.
func restrict(hubs instances.Extension, p *kernel.Part) instances.Extension {
	if hubs == nil {
		return nil
	}
	row, col := positions(p.Rows), positions(p.Cols)
	var out instances.Extension
	for _, h := range hubs {
		cut := instances.Hub{Sources: renumber(h.Sources, row), Targets: renumber(h.Targets, col), Color: h.Color}
		if slices.ContainsFunc(p.Cells, func(e instances.Cell) bool {
			return contains(cut.Sources, e.Row) && contains(cut.Targets, e.Col)
		}) {
			out = append(out, cut)
		}
	}
	return out
}

func positions(lines []int32) map[int32]int32 {
	at := make(map[int32]int32, len(lines))
	for i, l := range lines {
		at[l] = int32(i)
	}
	return at
}

func renumber(members []int32, at map[int32]int32) []int32 {
	var out []int32
	for _, m := range members {
		if i, ok := at[m]; ok {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

func contains(sorted []int32, x int32) bool {
	_, ok := slices.BinarySearch(sorted, x)
	return ok
}

// foolingFirst orders cells for first appearance: a fooling set placed first
// is pinned by propagation.
func foolingFirst(fooling, cells []instances.Cell) []instances.Cell {
	first := make(map[instances.Cell]bool, len(fooling))
	out := slices.Clone(fooling)
	for _, e := range fooling {
		first[e] = true
	}
	for _, e := range cells {
		if !first[e] {
			out = append(out, e)
		}
	}
	return out
}

func pairs(cells []instances.Cell) check.Cells {
	out := make(check.Cells, len(cells))
	for i, e := range cells {
		out[i] = [2]int32{e.Row, e.Col}
	}
	return out
}

func asLines(lines []int32) []check.Line {
	out := make([]check.Line, len(lines))
	for i, l := range lines {
		out[i] = check.Line(l)
	}
	return out
}

// lift is the way from a relation to the instance: what it is a part of, and
// what that is a part of. The instance's own is nil.
type lift []*kernel.Part

// by says in the instance's indices what a bound rests on.
func (l lift) by(by check.By) check.By {
	for _, p := range l {
		by = lifted(by, p)
	}
	return by
}

// lifted says what a bound rests on in the indices of the whole.
func lifted(by check.By, p *kernel.Part) check.By {
	line := func(lines []check.Line, at []int32) []check.Line {
		out := slices.Clone(lines)
		for i, l := range out {
			if l != check.Empty {
				out[i] = check.Line(at[l])
			}
		}
		return out
	}
	if by.Formula != "" && by.Rows == nil { // the formula of the whole part
		by.Rows, by.Cols = asLines(p.Rows), asLines(p.Cols)
	} else {
		by.Rows, by.Cols = line(by.Rows, p.Rows), line(by.Cols, p.Cols)
	}
	by.Cells = slices.Clone(by.Cells)
	for i, e := range by.Cells {
		by.Cells[i] = [2]int32{p.Rows[e[0]], p.Cols[e[1]]}
	}
	by.Parts = slices.Clone(by.Parts)
	for i := range by.Parts {
		by.Parts[i] = lifted(by.Parts[i], p)
	}
	return by
}
