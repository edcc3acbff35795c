package bound

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/hubcover/hubcover/instances"
)

// labelSearch is a labelling of the rows in every colour, and the best choice of
// blocks for every column. Sets of rows, columns and labels are words.
type labelSearch struct {
	ctx        context.Context
	rows, cols int
	colors     int
	most       int      // blocks of all colours together; 0: as many as there may be
	labels     []int    // of each colour; where hubs are bounded, the last one stands for no hub
	inside     []uint64 // by column: rows that have a cell there
	need       []uint64 // by column: rows to be covered there
	across     []uint64 // by row: columns that have a cell there

	// By colour and row.
	label []uint8
	// By colour and label (labelSlot): rows, columns that contain them all
	// (none for the empty block), columns that have chosen the block.
	block, reach, users []uint64
	// By column and colour: labels of blocks inside the column, and the one
	// that is chosen, noBlock if none.
	open   []uint64
	union  []uint64 // rows of those blocks
	big    []int    // rows of the largest of them
	choice []uint8
	// By column: cells that stay bare.
	cost  []int
	bare  uint64 // columns with cost > 0
	total int

	pick columnPick
	// The move on trial.
	fresh [maxLabelled]columnChange
}

// columnChange is what a move does to a column.
type columnChange struct {
	column int
	cost   int
	choice [maxLabelColors]uint8
}

const noBlock = 255

func newLabelSearch(ctx context.Context, rel *instances.Relation, cells []instances.Cell, hubs, colors int) *labelSearch {
	s := &labelSearch{ctx: ctx, rows: rel.Rows(), cols: rel.Cols(), colors: colors, most: hubs, labels: make([]int, colors)}
	s.inside, s.need, s.across = make([]uint64, s.cols), make([]uint64, s.cols), make([]uint64, s.rows)
	for _, c := range rel.All() {
		s.inside[c.Col] |= 1 << c.Row
		s.across[c.Row] |= 1 << c.Col
	}
	for _, c := range cells {
		s.need[c.Col] |= 1 << c.Row
	}
	s.label = make([]uint8, colors*s.rows)
	s.block, s.reach, s.users = make([]uint64, colors*maxLabelled), make([]uint64, colors*maxLabelled), make([]uint64, colors*maxLabelled)
	s.open, s.union, s.big = make([]uint64, s.cols*colors), make([]uint64, s.cols*colors), make([]int, s.cols*colors)
	s.choice, s.cost = make([]uint8, s.cols*colors), make([]int, s.cols)
	s.pick.s = s
	return s
}

func slot(color, label int) int { return color*maxLabelled + label }

// common is the columns that contain a block of so labelled rows, none for the
// empty block and for rows without a hub.
func (s *labelSearch) common(color, label int, block uint64) uint64 {
	if block == 0 || s.most > 0 && label == s.labels[color]-1 {
		return 0
	}
	cols := ^uint64(0)
	for ; block != 0; block &= block - 1 {
		cols &= s.across[bits.TrailingZeros64(block)]
	}
	return cols
}

// scatter draws all labels anew.
func (s *labelSearch) scatter(rng *rand.Rand) {
	s.blocks(rng)
	clear(s.block)
	clear(s.open)
	clear(s.users)
	for j := range s.colors {
		for a := range s.rows {
			l := rng.IntN(s.labels[j])
			s.label[j*s.rows+a] = uint8(l)
			s.block[slot(j, l)] |= 1 << a
		}
		for l := range s.labels[j] {
			s.reach[slot(j, l)] = s.common(j, l, s.block[slot(j, l)])
			for cols := s.reach[slot(j, l)]; cols != 0; cols &= cols - 1 {
				s.open[bits.TrailingZeros64(cols)*s.colors+j] |= 1 << l
			}
		}
	}
	s.total = 0
	for b := range s.cols {
		for j := range s.colors {
			k := b*s.colors + j
			s.choice[k] = noBlock
			s.union[k], s.big[k] = s.options(j, s.open[k])
		}
		s.pick.load(b)
		cost := s.pick.best(s.need[b], 1<<s.colors-1, 0, s.rows+1)
		s.update(&columnChange{b, cost, s.pick.choice})
		s.total += cost
	}
}

// The number of bare cells rises by one with probability e^(-1/temperature).
const (
	hot  = 0.3
	cold = 0.18
)

// blocks draws how many blocks each colour has: more where columns are short,
// so that few blocks lie within one, and now and then any number beyond that.
// Five sixths of the gaps of a column did best on random matrices. Where hubs
// are bounded, they are dealt out to the colours, one more to some than to
// others.
func (s *labelSearch) blocks(rng *rand.Rand) {
	if s.most > 0 {
		for j := range s.labels {
			s.labels[j] = 2
		}
		for range s.most - s.colors {
			if j := rng.IntN(s.colors); s.labels[j] < min(s.rows+1, maxLabelled) {
				s.labels[j]++
			}
		}
		return
	}
	gaps := 0 // in all columns
	for _, rows := range s.inside {
		gaps += s.rows - bits.OnesCount64(rows)
	}
	n := max(4, 5*gaps/(6*s.cols)+rng.IntN(3))
	if n < s.rows && rng.IntN(4) == 0 {
		n += rng.IntN(s.rows - n + 1)
	}
	for j := range s.labels {
		s.labels[j] = min(n, s.rows)
	}
}

// anneal starts anew, cools down within so many moves and reports whether
// everything was covered on the way.
func (s *labelSearch) anneal(rng *rand.Rand, moves int) bool {
	s.scatter(rng)
	const period = 64 // moves at one temperature
	cooling := math.Pow(cold/hot, period/float64(moves))
	heat := hot
	for n := 0; n < moves && s.total > 0; n++ {
		if n%period == 0 {
			heat *= cooling
			if n&1023 == 0 && s.ctx.Err() != nil {
				return false
			}
		}
		j, a := rng.IntN(s.colors), rng.IntN(s.rows)
		from := int(s.label[j*s.rows+a])
		rise := int(heat * rng.ExpFloat64())
		if rng.IntN(10) < 7 {
			if to := rng.IntN(s.labels[j]); to != from {
				s.try(j, from, to, 1<<a, rise)
			}
			continue
		}
		c := rng.IntN(s.rows)
		if to := int(s.label[j*s.rows+c]); to != from {
			s.try(j, from, to, 1<<a|1<<c, rise)
		}
	}
	return s.total == 0
}

// exchange is a move: rows of two blocks of one colour go over to the other.
type exchange struct {
	color, from, to int
	rows            uint64
	// Of the blocks afterwards: columns that contain them, rows, and rows that
	// were not there before.
	reach [2]uint64
	size  [2]int
	joins [2]int
}

// try makes a move unless it bares more than rise cells more. Only columns that
// chose one of the two blocks can lose, and only bare ones that contain one of
// the new blocks can win.
func (s *labelSearch) try(j, from, to int, rows uint64, rise int) {
	x, y := slot(j, from), slot(j, to)
	m := exchange{color: j, from: from, to: to, rows: rows}
	for i, l := range [2]int{from, to} {
		block := s.block[slot(j, l)] ^ rows
		m.reach[i] = s.common(j, l, block)
		m.size[i], m.joins[i] = bits.OnesCount64(block), bits.OnesCount64(block&rows)
	}
	s.relabel(&m)
	losers := s.users[x] | s.users[y]
	winners := (m.reach[0] | m.reach[1]) & s.bare &^ losers
	slack := rise // what columns may cost together beyond the least they can
	for cols := s.bare & (losers | winners); cols != 0; cols &= cols - 1 {
		b := bits.TrailingZeros64(cols)
		slack += s.cost[b] - s.least(&m, b)
	}
	changes, delta := 0, 0
	for cols := losers; cols != 0; cols &= cols - 1 {
		b := bits.TrailingZeros64(cols)
		least := s.least(&m, b)
		cost := s.anew(&m, b, least, least+slack)
		if cost > least+slack {
			s.relabel(&m)
			return
		}
		slack -= cost - least
		delta += cost - s.cost[b]
		s.fresh[changes] = columnChange{b, cost, s.pick.choice}
		changes++
	}
	for cols := winners; cols != 0; cols &= cols - 1 {
		b := bits.TrailingZeros64(cols)
		if cost := s.better(&m, b); cost < s.cost[b] {
			delta += cost - s.cost[b]
			s.fresh[changes] = columnChange{b, cost, s.pick.choice}
			changes++
		}
	}
	if delta > rise {
		s.relabel(&m)
		return
	}
	s.reopen(&m)
	s.total += delta
	for i := range s.fresh[:changes] {
		s.update(&s.fresh[i])
	}
}

// least is what a column costs at least after a move: a new block wins its rows
// at most, one that was there before those that joined.
func (s *labelSearch) least(m *exchange, b int) int {
	cost := s.cost[b]
	if cost == 0 {
		return 0
	}
	for i, l := range [2]int{m.from, m.to} {
		switch {
		case m.reach[i]>>b&1 == 0:
		case s.reach[slot(m.color, l)]>>b&1 != 0:
			cost -= m.joins[i]
		default:
			cost -= m.size[i]
		}
	}
	return max(0, cost)
}

// anew is the cost of a column after a move, or most+1 if it is more than most.
func (s *labelSearch) anew(m *exchange, b, least, most int) int {
	p := &s.pick
	p.load(b)
	j := m.color
	p.union[j], p.big[j] = s.options(j, m.opened(b, s.open[b*s.colors+j]))
	return p.best(s.need[b], 1<<s.colors-1, least, most+1)
}

// better is the cost of a column after a move if one of the two blocks makes it
// less, and else what it is.
func (s *labelSearch) better(m *exchange, b int) int {
	cost, least := s.cost[b], s.least(m, b)
	if cost == least {
		return cost
	}
	p := &s.pick
	p.load(b)
	others := (uint(1)<<s.colors - 1) &^ (1 << m.color)
	for i, l := range [2]int{m.from, m.to} {
		if m.reach[i]>>b&1 != 0 {
			p.now[m.color] = uint8(l)
			cost = p.best(s.need[b]&^s.block[slot(m.color, l)], others, least, cost)
		}
	}
	return cost
}

// opened is the labels of blocks inside a column after a move.
func (m *exchange) opened(b int, before uint64) uint64 {
	return before&^(1<<m.from|1<<m.to) | m.reach[0]>>b&1<<m.from | m.reach[1]>>b&1<<m.to
}

// relabel makes a move in the labels and blocks; done twice it does nothing.
func (s *labelSearch) relabel(m *exchange) {
	s.block[slot(m.color, m.from)] ^= m.rows
	s.block[slot(m.color, m.to)] ^= m.rows
	for rows := m.rows; rows != 0; rows &= rows - 1 {
		l := &s.label[m.color*s.rows+bits.TrailingZeros64(rows)]
		*l = uint8(m.from + m.to - int(*l))
	}
}

// reopen brings columns and their open blocks together after relabel.
func (s *labelSearch) reopen(m *exchange) {
	x, y := slot(m.color, m.from), slot(m.color, m.to)
	for cols := s.reach[x] | s.reach[y] | m.reach[0] | m.reach[1]; cols != 0; cols &= cols - 1 {
		b := bits.TrailingZeros64(cols)
		k := b*s.colors + m.color
		s.open[k] = m.opened(b, s.open[k])
		s.union[k], s.big[k] = s.options(m.color, s.open[k])
	}
	s.reach[x], s.reach[y] = m.reach[0], m.reach[1]
}

// update notes the new choice of a column.
func (s *labelSearch) update(c *columnChange) {
	b := c.column
	s.cost[b] = c.cost
	s.bare &^= 1 << b
	if c.cost > 0 {
		s.bare |= 1 << b
	}
	old := s.choice[b*s.colors : (b+1)*s.colors]
	for j, l := range c.choice[:s.colors] {
		if old[j] != noBlock {
			s.users[slot(j, int(old[j]))] &^= 1 << b
		}
		if l != noBlock {
			s.users[slot(j, int(l))] |= 1 << b
		}
		old[j] = l
	}
}

// options is the rows in blocks of the given labels, and in the largest of them.
func (s *labelSearch) options(j int, open uint64) (union uint64, big int) {
	for ; open != 0; open &= open - 1 {
		rows := s.block[slot(j, bits.TrailingZeros64(open))]
		union |= rows
		big = max(big, bits.OnesCount64(rows))
	}
	return union, big
}

// hubs reads the extension off; its colours count from 1 without gaps.
func (s *labelSearch) hubs() instances.Extension {
	var out instances.Extension
	color := 0
	for j := range s.colors {
		before := len(out)
		for l := range s.labels[j] {
			if k := slot(j, l); s.users[k] != 0 {
				out = append(out, instances.Hub{Color: color + 1,
					Sources: instances.Bits{s.block[k]}.Members(), Targets: instances.Bits{s.users[k]}.Members()})
			}
		}
		if len(out) > before {
			color++
		}
	}
	return out
}
