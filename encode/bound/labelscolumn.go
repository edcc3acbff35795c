package bound

import "math/bits"

// columnPick chooses for a column at most one block of each colour, within the
// column, such that fewest cells stay bare: branch and bound on a row, which
// has one block in each colour.
type columnPick struct {
	choice [maxLabelColors]uint8

	s     *labelSearch
	union [maxLabelColors]uint64 // rows in blocks that may be chosen
	big   [maxLabelColors]int    // rows in the largest of them
	now   [maxLabelColors]uint8
	limit int // fewest bare cells found
	least int // no choice leaves fewer
}

// load takes over what blocks a column may choose.
func (p *columnPick) load(b int) {
	s := p.s
	copy(p.union[:s.colors], s.union[b*s.colors:])
	copy(p.big[:s.colors], s.big[b*s.colors:])
}

// best is the fewest bare cells among the rows left, with the colours free to
// choose. Only less than limit is of interest: where there is no such choice it
// returns limit; least is known not to be undercut. p.choice is the choice, as
// p.now had it for colours that are not free.
func (p *columnPick) best(left uint64, free uint, least, limit int) int {
	p.least, p.limit = least, limit
	for k := free; k != 0; k &= k - 1 {
		p.now[bits.TrailingZeros(k)] = noBlock
	}
	p.branch(left, free, 0)
	return p.limit
}

func (p *columnPick) branch(left uint64, free uint, bare int) {
	once, twice, room := uint64(0), uint64(0), 0
	for k := free; k != 0; k &= k - 1 {
		j := bits.TrailingZeros(k)
		u := p.union[j] & left
		twice |= once & u
		once |= u
		room += p.big[j]
	}
	bare += bits.OnesCount64(left &^ once)
	left &= once
	if bare+max(0, bits.OnesCount64(left)-room) >= p.limit {
		return
	}
	if left == 0 {
		p.limit, p.choice = bare, p.now
		return
	}
	if forced := left &^ twice; forced != 0 {
		once = forced
	} else {
		once = left
	}
	row := bits.TrailingZeros64(once)
	s := p.s
	for k := free; k != 0; k &= k - 1 {
		j := bits.TrailingZeros(k)
		if p.union[j]>>row&1 == 0 {
			continue
		}
		l := s.label[j*s.rows+row]
		p.now[j] = l
		p.branch(left&^s.block[slot(j, int(l))], free&^(1<<j), bare)
		p.now[j] = noBlock
		if p.limit <= max(bare, p.least) {
			return
		}
	}
	if bare+1 < p.limit {
		p.branch(left&^(1<<row), free, bare+1)
	}
}
