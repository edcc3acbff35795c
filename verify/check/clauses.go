package check

import "math"

// clauses holds clauses by id, from 1, in one array of literals. Ids and
// addresses grow together; an id may stand for no clause.
type clauses struct {
	lits []int32  // a clause: its length, its literals
	at   []uint32 // by id: where in lits, 0 for no clause
	dead int      // words of lits that forgotten clauses beyond the base take

	// The base, a formula, is what rewind returns to.
	base     int // its last id
	baseEnd  int // its end in lits
	baseGone []gone
}

// gone is a clause of the base that was forgotten.
type gone struct {
	id int
	at uint32
}

func newClauses() *clauses {
	return &clauses{lits: make([]int32, 1, 1<<10), at: make([]uint32, 1, 1<<8), baseEnd: 1}
}

// last is the largest id.
func (c *clauses) last() int { return len(c.at) - 1 }

// room refuses to grow beyond the memory allowed or what addresses can say.
func (c *clauses) room(r *run, more int) error {
	if len(c.lits)+more > math.MaxUint32>>1 {
		return limit("clauses with more than %d literals", math.MaxUint32>>1)
	}
	grow := func(length, cap int) int64 { // a full array is copied to a larger one
		if length > cap {
			return 9 * int64(cap) // 4 bytes a word, old and 1.25 times as much new
		}
		return 4 * int64(cap)
	}
	return r.fits(grow(len(c.lits)+more, cap(c.lits))+grow(len(c.at)+1, cap(c.at)), "clauses")
}

// put stores a clause under an id beyond the last.
func (c *clauses) put(id int, lits []int32) {
	for len(c.at) < id {
		c.at = append(c.at, 0)
	}
	c.at = append(c.at, uint32(len(c.lits)))
	c.lits = append(append(c.lits, int32(len(lits))), lits...)
}

// get returns the clause with an id, nil where there is none. Clauses are not
// empty: the empty one ends a proof and is no part of a formula.
func (c *clauses) get(id int) []int32 {
	if id <= 0 || id >= len(c.at) || c.at[id] == 0 {
		return nil
	}
	from := c.at[id] + 1
	return c.lits[from : from+uint32(c.lits[from-1])]
}

// drop forgets a clause that get finds.
func (c *clauses) drop(id int) {
	if id <= c.base {
		c.baseGone = append(c.baseGone, gone{id, c.at[id]})
	} else {
		c.dead += 1 + int(c.lits[c.at[id]])
	}
	c.at[id] = 0
}

// setBase makes all clauses so far the base.
func (c *clauses) setBase() { c.base, c.baseEnd = c.last(), len(c.lits) }

// rewind returns to the base.
func (c *clauses) rewind() {
	for _, g := range c.baseGone {
		c.at[g.id] = g.at
	}
	c.baseGone, c.dead = c.baseGone[:0], 0
	c.at, c.lits = c.at[:c.base+1], c.lits[:c.baseEnd]
}

// compact gives back the room of forgotten clauses beyond the base, once that
// is half of the array.
func (c *clauses) compact() {
	if c.dead < 1<<16 || c.dead < len(c.lits)/2 {
		return
	}
	end := uint32(c.baseEnd)
	for id := c.base + 1; id < len(c.at); id++ {
		if from := c.at[id]; from != 0 {
			n := uint32(c.lits[from]) + 1
			copy(c.lits[end:], c.lits[from:from+n])
			c.at[id] = end
			end += n
		}
	}
	c.lits, c.dead = c.lits[:end], 0
}
