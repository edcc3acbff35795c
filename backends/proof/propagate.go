package proof

// watch stands in the list of a literal that its clause watches. While the
// blocker is true the clause needs no look. In a clause of two literals the
// blocker is the other one, and clause is the negative of its ref.
type watch struct {
	clause  ref
	blocker lit
}

// The two kinds of watch lists. Clauses of the core are propagated to the end
// before any other is looked at, so that the core stays small.
const (
	others = iota
	inCore
	kinds
)

// engine propagates units with two watched literals. The literals that a
// clause watches are its first two.
type engine struct {
	store
	watches      [kinds][][]watch // by literal
	values       []int8           // by literal: 1 true, -1 false
	vars         []variable
	trail        []lit      // true literals in the order of their assignment
	done         [kinds]int // how much of trail was propagated
	propagations int64
}

type variable struct {
	reason ref   // what made it unit, 0 for an assumption
	place  int32 // on the trail
}

func newEngine(vars int) engine {
	e := engine{
		values: make([]int8, 2*vars+2),
		vars:   make([]variable, vars+1),
	}
	e.seen = make([]uint32, 2*vars+2)
	for k := range e.watches {
		e.watches[k] = make([][]watch, 2*vars+2)
	}
	return e
}

func (e *engine) assign(l lit, reason ref) {
	e.values[l], e.values[l^1] = 1, -1
	e.vars[l>>1] = variable{reason, int32(len(e.trail))}
	e.trail = append(e.trail, l)
}

// undo shortens the trail to n literals.
func (e *engine) undo(n int) {
	for _, l := range e.trail[n:] {
		e.values[l], e.values[l^1] = 0, 0
	}
	e.trail = e.trail[:n]
	for k := range e.done {
		e.done[k] = min(e.done[k], n)
	}
}

// isReason tells whether a literal is on the trail because of the clause. Such
// a literal is one of the two watched.
func (e *engine) isReason(r ref) bool {
	lits := e.lits(r)
	for _, l := range lits[:min(2, len(lits))] {
		if e.values[l] > 0 && e.vars[l>>1].reason == r {
			return true
		}
	}
	return false
}

// satisfied tells whether a literal is true.
func (e *engine) satisfied(lits []lit) bool {
	for _, l := range lits {
		if e.values[l] > 0 {
			return true
		}
	}
	return false
}

// openFirst moves up to two literals without a value to the front, to be
// watched, and tells how many there are.
func (e *engine) openFirst(lits []lit) (open int) {
	for i, l := range lits {
		if e.values[l] == 0 {
			lits[open], lits[i] = l, lits[open]
			if open++; open == 2 {
				break
			}
		}
	}
	return open
}

// attach puts a clause into the watch lists of its first two literals.
func (e *engine) attach(r ref, kind int) {
	lits := e.lits(r)
	if len(lits) < 2 {
		return
	}
	clause := r
	if len(lits) == 2 {
		clause = -r
	}
	for i, l := range lits[:2] {
		e.watches[kind][l] = append(e.watches[kind][l], watch{clause, lits[1-i]})
	}
}

// detach removes a clause of two literals from the watch lists. Longer ones
// are left there: whoever visits them sees the flag and drops them.
func (e *engine) detach(r ref, kind int) {
	lits := e.lits(r)
	if len(lits) != 2 {
		return
	}
	for _, l := range lits {
		list := e.watches[kind][l]
		for i, w := range list {
			if w.clause == -r {
				list[i] = list[len(list)-1]
				e.watches[kind][l] = list[:len(list)-1]
				break
			}
		}
	}
}

// dropDead removes from the watch lists the dead clauses that detach has left.
func (e *engine) dropDead() {
	for l, list := range e.watches[others] {
		kept := list[:0]
		for _, w := range list {
			if w.clause < 0 || e.arena[w.clause-1]&dead == 0 {
				kept = append(kept, w)
			}
		}
		e.watches[others][l] = kept
	}
}

// propagate extends the trail to a fixed point and returns 0, or the first
// clause found to be false.
func (e *engine) propagate() ref {
	for {
		for e.done[inCore] < len(e.trail) {
			l := e.trail[e.done[inCore]]
			e.done[inCore]++
			e.propagations++
			if r := e.visit(inCore, l^1, dead); r != 0 {
				return r
			}
		}
		if e.done[others] == len(e.trail) {
			return 0
		}
		l := e.trail[e.done[others]]
		e.done[others]++
		if r := e.visit(others, l^1, dead|core); r != 0 {
			return r
		}
	}
}

// visit looks at the clauses of one kind that watch a literal just made false,
// and drops those with one of the flags.
func (e *engine) visit(kind int, falsified lit, drop int32) (conflict ref) {
	lists, values, arena := e.watches[kind], e.values, e.arena
	list := lists[falsified]
	kept := 0
next:
	for i, w := range list {
		value := values[w.blocker]
		if value > 0 {
			list[kept] = w
			kept++
			continue
		}
		r := w.clause
		if r < 0 {
			r = -r
		} else {
			head := arena[r-1]
			if head&drop != 0 {
				continue
			}
			lits := arena[r:][:head>>flagBits]
			other := lits[0] ^ lits[1] ^ falsified
			value = values[other]
			w.blocker = other
			if value <= 0 {
				for k, l := range lits[2:] {
					v := values[l]
					if v < 0 {
						continue
					}
					if v > 0 {
						// Undone no later than falsified: the watch may stay.
						w.blocker, value = l, v
						break
					}
					lits[0], lits[1], lits[k+2] = other, l, falsified
					lists[l] = append(lists[l], w)
					continue next
				}
			}
		}
		list[kept] = w
		kept++
		switch {
		case value == 0:
			e.assign(w.blocker, r)
		case value < 0:
			kept += copy(list[kept:], list[i+1:])
			lists[falsified] = list[:kept]
			return r
		}
	}
	lists[falsified] = list[:kept]
	return 0
}
