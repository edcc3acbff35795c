package hubcover

import (
	"context"
	"slices"

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

	effort int // spent on bounds so far
}

// piece is a part of the kernel with what is known of its own b.
type piece struct {
	kernel.Part
	fooling []instances.Cell // a fooling set, in the part's indices
	exact   bool             // there is none larger
	floor   floor
	cover   instances.Extension // of Cells, in the part's indices
	weighed bool                // weights prove no more
	forms   []encode.Encoder    // that backends are asked in
	stuck   bool
}

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

// Effort of the first bracket; searches that stop there keep the best they
// have. While a part stays open each turn of the backends is preceded by four
// times the steps and twice the rounds, up to maxEffort times; weights, which
// are slower, are not tried so often.
const (
	foolingSteps     = 20_000
	greedyRounds     = 300
	weightSteps      = 500_000
	maxEffort        = 4
	maxWeightsEffort = 2
)

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

// bracket runs the bounds that need no backend on the open parts, with more
// effort each time.
func (c *covering) bracket(ctx context.Context) error {
	if c.effort > maxEffort {
		return nil
	}
	defer c.s.clock(&c.s.res.Phases.Bound)()
	for _, p := range c.parts {
		if p.floor.value < len(p.cover) && ctx.Err() == nil {
			p.bracket(ctx, uint64(c.s.opt.Seed), c.effort)
		}
	}
	if err := c.found(ctx); err != nil { // weights take longer to check
		return err
	}
	for _, p := range c.parts {
		if p.floor.value < len(p.cover) && c.effort <= maxWeightsEffort && ctx.Err() == nil {
			p.weigh(ctx, weightSteps<<(2*c.effort))
		}
	}
	c.effort++
	return c.found(ctx)
}

func (p *piece) bracket(ctx context.Context, seed uint64, effort int) {
	if effort == 0 {
		if hubs, ok := bound.Crown(p.Rel); ok {
			p.offer(hubs)
			p.sperner()
		}
	}
	if !p.exact && p.floor.value < len(p.cover) {
		fooling := bound.Fooling(ctx, p.Rel, p.Cells, foolingSteps<<(2*effort), len(p.cover))
		if len(fooling.Cells) > len(p.fooling) {
			p.fooling = fooling.Cells
		}
		p.exact = fooling.Exact
		p.floor.raise(len(p.fooling), check.By{Method: "fooling", Cells: pairs(p.fooling)})
	}
	if p.floor.value < len(p.cover) && effort == 0 {
		p.sperner()
	}
	if p.floor.value < len(p.cover) {
		p.offer(bound.Greedy(ctx, p.Rel, p.Cells, seed+uint64(effort), greedyRounds<<effort, p.floor.value))
	}
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

// weigh looks for weights that prove more.
func (p *piece) weigh(ctx context.Context, steps int) {
	if p.weighed {
		return
	}
	x := bound.Weights(ctx, p.Rel, p.Cells, steps, p.floor.value, len(p.cover))
	p.weighed = x.Done
	p.floor.raise(x.Bound, weights("weights", x))
}

// weights is what a bound by weights rests on.
func weights(method string, x bound.Weighting) check.By {
	return check.By{Method: method, Rows: asLines(x.Rows), Cols: asLines(x.Cols), Cells: pairs(x.Cells), W: x.W, P: x.P, Q: x.Q}
}

// offer takes a cover of the part if it is better.
func (p *piece) offer(hubs instances.Extension) {
	if len(hubs) > 0 && len(hubs) < len(p.cover) {
		p.cover = hubs
	}
}

// run asks the backends until every part is closed, enough says so or ctx ends.
func (c *covering) run(ctx context.Context, enough func() bool) error {
	if c.effort == 0 {
		if err := c.bracket(ctx); err != nil {
			return err
		}
	}
	var failed error
	first := true
	c.s.turns(ctx, func() []gap {
		if !first && failed == nil && !enough() {
			failed = c.bracket(ctx)
		}
		first = false
		if failed != nil || enough() {
			return nil
		}
		var open []gap
		for _, p := range c.parts {
			if p.floor.claim < len(p.cover) && !p.stuck {
				forms := c.formsOf(ctx, p)
				open = append(open, gap{low: p.floor.claim, high: len(p.cover), ways: len(forms), ask: func(ctx context.Context, k int, b budget) {
					for _, enc := range forms {
						if failed == nil && p.floor.claim <= k && k < len(p.cover) && ctx.Err() == nil {
							failed = c.askPart(ctx, enc, p, k, b)
						}
					}
				}})
			}
		}
		return open
	})
	return failed
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

func (c *covering) askPart(ctx context.Context, enc encode.Encoder, p *piece, k int, b budget) error {
	got := c.s.ask(ctx, enc, encode.Problem{Rel: p.Rel, Cells: foolingFirst(p.fooling, p.Cells), Hubs: k}, append(lift{&p.Part}, c.lift...), b)
	switch {
	case got.cover != nil:
		p.offer(got.cover)
	case got.no != nil:
		p.floor.no(k+1, got.no)
	default:
		p.stuck = got.stuck && enc.Name == encode.Cover.Name
		return nil
	}
	return c.found(ctx)
}

// closed reports that more time would change nothing.
func (c *covering) closed() bool {
	for _, p := range c.parts {
		if p.floor.claim < len(p.cover) && !p.stuck {
			return false
		}
	}
	return true
}

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
func (c *covering) floor() floor {
	forced := floor{value: len(c.red.ForcedCells), claim: len(c.red.ForcedCells), by: check.By{Method: "fooling", Cells: pairs(c.red.ForcedCells)}}
	floors := []floor{forced}
	for _, p := range c.parts {
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
