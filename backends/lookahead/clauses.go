package lookahead

import (
	"math"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
)

// lit is a literal: variable v is 2v, its negation 2v+1.
type lit int32

func (l lit) signed() pb.Lit {
	if l&1 != 0 {
		return -pb.Lit(l >> 1)
	}
	return pb.Lit(l >> 1)
}

// clauses is a formula under an assignment, with two literals of each clause
// watched.
type clauses struct {
	lits    []lit // all clauses, one after the other, at least two each
	ends    []int
	units   []lit
	empty   bool  // a clause without literals
	choices []int // clauses without negations
	weight  []int // of clauses: how often their literals occur negated
	value   []int8
	watch   [][]int32 // by literal: clauses that watch it
	trail   []lit     // true literals
	head    int       // of what is propagated
}

func newClauses(f *pb.Formula) *clauses {
	c := &clauses{value: make([]int8, 2*f.Vars()+2), watch: make([][]int32, 2*f.Vars()+2)}
	var own []lit
	for i := range f.Len() {
		own = own[:0]
		for _, l := range f.Lits(i) {
			k := lit(2 * l.Var())
			if l < 0 {
				k++
			}
			own = append(own, k)
		}
		slices.Sort(own)
		own = slices.Compact(own)
		c.add(own)
	}
	times := make([]int, len(c.value))
	for _, l := range c.lits {
		times[l]++
	}
	c.weight = make([]int, len(c.ends))
	for i := range c.ends {
		chosen := true
		for _, l := range c.clause(i) {
			c.weight[i] += times[l^1]
			chosen = chosen && l&1 == 0
		}
		if chosen {
			c.choices = append(c.choices, i)
		}
	}
	return c
}

// add takes up a clause of ascending literals.
func (c *clauses) add(own []lit) {
	for i := 1; i < len(own); i++ {
		if own[i] == own[i-1]^1 {
			return // always true
		}
	}
	switch len(own) {
	case 0:
		c.empty = true
	case 1:
		c.units = append(c.units, own[0])
	default:
		i := int32(len(c.ends))
		c.watch[own[0]], c.watch[own[1]] = append(c.watch[own[0]], i), append(c.watch[own[1]], i)
		c.lits = append(c.lits, own...)
		c.ends = append(c.ends, len(c.lits))
	}
}

func (c *clauses) clause(i int) []lit {
	from := 0
	if i > 0 {
		from = c.ends[i-1]
	}
	return c.lits[from:c.ends[i]]
}

// start propagates the clauses of one literal; false is a contradiction.
func (c *clauses) start() bool {
	if c.empty {
		return false
	}
	for _, l := range c.units {
		if c.value[l] < 0 || c.value[l] == 0 && !c.assign(l) {
			return false
		}
	}
	return true
}

// assign makes a free literal true and propagates; false is a contradiction, and
// undo is due.
func (c *clauses) assign(l lit) bool {
	c.set(l)
	for c.head < len(c.trail) {
		if !c.propagate(c.trail[c.head] ^ 1) {
			return false
		}
		c.head++
	}
	return true
}

func (c *clauses) set(l lit) {
	c.value[l], c.value[l^1] = 1, -1
	c.trail = append(c.trail, l)
}

// propagate goes through the clauses that watch a literal that became false.
func (c *clauses) propagate(wrong lit) bool {
	list := c.watch[wrong]
	kept := list[:0]
	for n, i := range list {
		own := c.clause(int(i))
		if own[0] == wrong {
			own[0], own[1] = own[1], own[0]
		}
		if c.value[own[0]] > 0 {
			kept = append(kept, i)
			continue
		}
		moved := false
		for k := 2; k < len(own); k++ {
			if c.value[own[k]] >= 0 {
				own[1], own[k] = own[k], own[1]
				c.watch[own[1]] = append(c.watch[own[1]], i)
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		kept = append(kept, i)
		if c.value[own[0]] < 0 {
			c.watch[wrong] = append(kept, list[n+1:]...)
			return false
		}
		c.set(own[0])
	}
	c.watch[wrong] = kept
	return true
}

// undo takes back what was assigned since the trail was so long.
func (c *clauses) undo(mark int) {
	for _, l := range c.trail[mark:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail, c.head = c.trail[:mark], mark
}

// free counts the free literals of a clause; open is false where one is true.
func (c *clauses) free(clause int) (n int, open bool) {
	for _, l := range c.clause(clause) {
		switch v := c.value[l]; {
		case v > 0:
			return 0, false
		case v == 0:
			n++
		}
	}
	return n, true
}

// measure says how much is open: choices, and a choice among more counts more.
func (c *clauses) measure() (sum float64) {
	for _, i := range c.choices {
		n, open := c.free(i)
		switch {
		case !open:
		case n <= 2:
			sum += 0.6
		case n == 3:
			sum += 1.3
		default:
			sum += 1.6
		}
	}
	return sum
}

// shrunk is how much smaller a tree is expected to be with less that is open.
func shrunk(less float64) float64 { return math.Exp2(-0.12 * less) }
