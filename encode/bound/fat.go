package bound

import (
	"context"
	"math/rand/v2"

	"github.com/hubcover/hubcover/instances"
)

// FatMatchings looks for a hub extension with few colours, χ_hub from above,
// and returns the best it met, coloured from 1: a colouring of the stars, an
// ordinary edge colouring, and in so many rounds greedy colour classes. A class
// is filled with bicliques that have no line in common, each grown row by row
// around a random cell as long as it gains cells not covered yet, in every other
// round as long as it gains for the lines it takes; where that ends, cells join
// the bicliques beside them if they can. Small relations also get a cover with
// few hubs coloured.
//
// Twins and components are best taken out before (kernel.Color). It ends early
// at target colours (0: none), and when ctx ends; the best so far is returned.
// Optional cells count as cells.
func FatMatchings(ctx context.Context, rel *instances.Relation, seed uint64, rounds, target int) instances.Extension {
	if rel.Len() == 0 {
		return nil
	}
	best, fewest := ColorHubs(ctx, Stars(rel, rel.Cells()))
	better := func(x instances.Extension) {
		if len(x) > 0 && x.Colors() < fewest {
			best, fewest = x, x.Colors()
		}
	}
	if _, degree := Degree(rel); degree < fewest {
		better(singleCells(ctx, rel))
	}
	if rel.Len() <= maxCoveredCells && rounds > 0 && fewest > target {
		x, _ := ColorHubs(ctx, Improve(ctx, rel, rel.Cells(), nil, seed, coverSteps*rounds, 0))
		better(x)
	}
	if rel.Rows() > maxMatrixBits/rel.Cols()/8 {
		return best
	}
	for round := range uint64(max(rounds, 0)) {
		if fewest <= max(target, 1) || ctx.Err() != nil {
			break
		}
		m := newFatMaker(rel, source(seed, round))
		m.perLine = round%2 == 1
		better(m.run(ctx, fewest))
	}
	return best
}

// maxCoveredCells is the largest number of cells that are covered with few hubs
// for their colours' sake.
const maxCoveredCells = 1 << 14

// coverSteps is how many steps of Improve a round is worth.
const coverSteps = 10

// singleCells makes every cell a hub, coloured as an edge.
func singleCells(ctx context.Context, rel *instances.Relation) instances.Extension {
	colors, err := Konig(ctx, rel)
	if err != nil {
		return nil
	}
	hubs := make(instances.Extension, 0, rel.Len())
	for i, c := range rel.All() {
		hubs = append(hubs, instances.Hub{Sources: []int32{c.Row}, Targets: []int32{c.Col}, Color: int(colors[i])})
	}
	return hubs
}

// fatMaker fills colour classes one after the other.
type fatMaker struct {
	rel                *instances.Relation
	rng                *rand.Rand
	perLine            bool             // value bicliques by cells per line, not by cells
	rows, bare         []instances.Bits // columns of each row; those not covered yet
	left               int              // cells not covered yet
	freeRows, freeCols instances.Bits   // lines without a hub in this class
	rowHub, colHub     []int32          // hub of each line in this class, or -1
	class              []fatHub
	targets, best      instances.Bits // scratch
	union              fatHub
}

type fatHub struct {
	sources, targets instances.Bits
	dead             bool // merged into another
}

func newFatMaker(rel *instances.Relation, rng *rand.Rand) *fatMaker {
	r, c := rel.Rows(), rel.Cols()
	return &fatMaker{rel: rel, rng: rng, rows: rel.RowBits(), bare: rel.RowBits(), left: rel.Len(),
		rowHub: make([]int32, r), colHub: make([]int32, c), targets: instances.NewBits(c), best: instances.NewBits(c),
		union: fatHub{sources: instances.NewBits(r), targets: instances.NewBits(c)}}
}

// run returns an extension with fewer than limit colours, or nil.
func (m *fatMaker) run(ctx context.Context, limit int) instances.Extension {
	var out instances.Extension
	for color := 1; m.left > 0; color++ {
		if color >= limit || ctx.Err() != nil {
			return nil
		}
		m.fill(ctx)
		for _, h := range m.class {
			if h.dead {
				continue
			}
			for a := h.sources.Next(0); a >= 0; a = h.sources.Next(a + 1) {
				m.left -= m.bare[a].CountAnd(h.targets)
				m.bare[a].AndNot(h.targets)
			}
			out = append(out, instances.Hub{Sources: h.sources.Members(), Targets: h.targets.Members(), Color: color})
		}
	}
	return out
}

// tries is how many random cells a biclique is grown around before the best is
// taken; candidates how many rows are looked at for each step of growth.
const (
	tries      = 4
	candidates = 48
)

func (m *fatMaker) fill(ctx context.Context) {
	m.freeRows, m.freeCols = instances.Full(len(m.rows)), instances.Full(m.rel.Cols())
	m.class = m.class[:0]
	for i := range m.rowHub {
		m.rowHub[i] = -1
	}
	for j := range m.colHub {
		m.colHub[j] = -1
	}
	for ctx.Err() == nil {
		var best fatHub
		most := 0.0
		for range tries {
			h, gain := m.grow()
			if gain == 0 {
				break
			}
			if v := m.value(gain, h.sources.Count(), h.targets); v > most {
				best, most = h, v
			}
		}
		if most == 0 {
			break
		}
		m.join(best)
		m.freeRows.AndNot(best.sources)
		m.freeCols.AndNot(best.targets)
	}
	m.patch(ctx)
}

func (m *fatMaker) join(h fatHub) {
	k := int32(len(m.class))
	m.class = append(m.class, h)
	for a := h.sources.Next(0); a >= 0; a = h.sources.Next(a + 1) {
		m.rowHub[a] = k
	}
	for b := h.targets.Next(0); b >= 0; b = h.targets.Next(b + 1) {
		m.colHub[b] = k
	}
}

// grow makes a biclique on free lines and counts the cells that it would newly
// cover. Lines that cover nothing new stay free.
func (m *fatMaker) grow() (fatHub, int) {
	first := m.bareRow()
	if first < 0 {
		return fatHub{}, 0
	}
	h := fatHub{sources: instances.NewBits(len(m.rows)), targets: instances.NewBits(m.rel.Cols())}
	h.sources.Set(first)
	h.targets.Copy(m.rows[first])
	h.targets.And(m.freeCols)
	taken := 1
	gain := m.gain(h.sources, h.targets)
	value := m.value(gain, taken, h.targets)
	for {
		row, most, cells := -1, value, 0
		for a := range m.someRows() {
			if h.sources.Has(a) || !m.freeRows.Has(a) {
				continue
			}
			m.targets.Copy(h.targets)
			m.targets.And(m.rows[a])
			if m.targets.Empty() {
				continue
			}
			g := m.gain(h.sources, m.targets) + m.bare[a].CountAnd(m.targets)
			if v := m.value(g, taken+1, m.targets); v > most {
				row, most, cells = a, v, g
				m.best.Copy(m.targets)
			}
		}
		if row < 0 {
			break
		}
		h.sources.Set(row)
		h.targets.Copy(m.best)
		value, gain = most, cells
		taken++
	}
	m.prune(h)
	return h, gain
}

func (m *fatMaker) value(gain, sources int, targets instances.Bits) float64 {
	if m.perLine {
		return float64(gain) / float64(sources+targets.Count())
	}
	return float64(gain)
}

// bareRow is a free row with a bare cell in a free column, from a random place
// on; -1 when there is none.
func (m *fatMaker) bareRow() int {
	from := m.rng.IntN(len(m.rows))
	for n := range m.rows {
		if a := (from + n) % len(m.rows); m.freeRows.Has(a) && m.bare[a].Meets(m.freeCols) {
			return a
		}
	}
	return -1
}

// someRows walks rows from a random one on, not more than candidates.
func (m *fatMaker) someRows() func(func(int) bool) {
	n := len(m.rows)
	from := m.rng.IntN(n)
	return func(yield func(int) bool) {
		for k := range min(n, candidates) {
			if !yield((from + k*max(1, n/candidates)) % n) {
				return
			}
		}
	}
}

func (m *fatMaker) gain(sources, targets instances.Bits) int {
	n := 0
	for a := sources.Next(0); a >= 0; a = sources.Next(a + 1) {
		n += m.bare[a].CountAnd(targets)
	}
	return n
}

func (m *fatMaker) prune(h fatHub) {
	for a := h.sources.Next(0); a >= 0; a = h.sources.Next(a + 1) {
		if !m.bare[a].Meets(h.targets) {
			h.sources.Clear(a)
		}
	}
	clear(m.best)
	for a := h.sources.Next(0); a >= 0; a = h.sources.Next(a + 1) {
		m.best.Or(m.bare[a])
	}
	h.targets.And(m.best)
}

// patch tries each bare cell that is left: its row's and its column's hub, or
// what there is of them, are united if that is a biclique which covers more.
func (m *fatMaker) patch(ctx context.Context) {
	for n, i := range m.rng.Perm(m.rel.Len()) {
		if n&1023 == 0 && ctx.Err() != nil {
			return
		}
		c := m.rel.Cell(i)
		a, b := int(c.Row), int(c.Col)
		if !m.bare[a].Has(b) || m.rowHub[a] >= 0 && m.rowHub[a] == m.colHub[b] {
			continue
		}
		clear(m.union.sources)
		clear(m.union.targets)
		m.union.sources.Set(a)
		m.union.targets.Set(b)
		before := 0
		for _, k := range []int32{m.rowHub[a], m.colHub[b]} {
			if k >= 0 {
				m.union.sources.Or(m.class[k].sources)
				m.union.targets.Or(m.class[k].targets)
				before += m.gain(m.class[k].sources, m.class[k].targets)
			}
		}
		if !m.biclique(m.union) || m.gain(m.union.sources, m.union.targets) <= before {
			continue
		}
		for _, k := range []int32{m.rowHub[a], m.colHub[b]} {
			if k >= 0 {
				m.class[k].dead = true
			}
		}
		h := fatHub{sources: instances.NewBits(len(m.rows)), targets: instances.NewBits(m.rel.Cols())}
		h.sources.Copy(m.union.sources)
		h.targets.Copy(m.union.targets)
		m.join(h)
	}
}

func (m *fatMaker) biclique(h fatHub) bool {
	for a := h.sources.Next(0); a >= 0; a = h.sources.Next(a + 1) {
		if !h.targets.SubsetOf(m.rows[a]) {
			return false
		}
	}
	return true
}
