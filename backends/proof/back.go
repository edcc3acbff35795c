package proof

// A step on the tape is the clause that it adds, then its hints from the last
// to the first. A hint that is negative marks the first use that the walk back
// meets, which is the last use for a reader: the clause may be deleted then.

// walkBack visits the lines of the proof from the conflict to the first, takes
// each back, and makes a step of every lemma that a later step uses.
func (e *elaborator) walkBack() error {
	e.chains = nil
	e.dropDead()
	empty, err := e.add(nil)
	if err != nil {
		return err
	}
	if err := e.explain(empty, e.conflict, 0); err != nil {
		return err
	}
	lemma, total := e.stats.Lemmas, int64(len(e.log))
	for i := len(e.log) - 1; i >= 0; i-- {
		if err := e.poll("check", total-int64(i), total); err != nil {
			return err
		}
		r := e.log[i]
		if r < 0 {
			e.arena[-r-1] &^= dead
			e.attach(-r, others)
			continue
		}
		if r != 0 {
			if err := e.takeBack(r, lemma); err != nil {
				return err
			}
		}
		lemma--
	}
	return e.retract(0)
}

// takeBack returns to the state before the lemma, and derives it if needed.
func (e *elaborator) takeBack(r ref, lemma int64) error {
	// It became a reason on entering or never, and then of its first literal.
	first := e.lits(r)[0]
	if v := e.vars[first>>1]; e.values[first] > 0 && v.reason == r {
		if err := e.retract(int(v.place)); err != nil {
			return err
		}
	}
	if e.arena[r-1]&core == 0 {
		e.kill(r, others)
		return nil
	}
	e.kill(r, inCore)
	root := len(e.trail)
	for _, l := range e.lits(r) {
		if e.values[l] == 0 { // true it is not: enter would have left it out
			e.assign(l^1, 0)
		}
	}
	conflict := e.propagate()
	if conflict == 0 {
		return &Error{Kind: ErrRAT, Lemma: lemma, Detail: "it does not follow: try another solver, or switch off inprocessing in this one"}
	}
	for _, l := range e.lits(r) {
		e.marked[l>>1] = true
	}
	err := e.explain(r, conflict, root)
	for _, l := range e.lits(r) {
		e.marked[l>>1] = false
	}
	e.undo(root)
	return err
}

// explain makes the step that adds r, whose negation leads to the conflict:
// the reasons of what the conflict needs, latest first; for literals among the
// first root of the trail, the unit clauses that state them. Variables already
// marked need no reason.
func (e *elaborator) explain(r, conflict ref, root int) error {
	e.step = append(e.step[:0], r)
	e.buf = e.buf[:0]
	open := e.hint(conflict, 0, root)
	for i := len(e.trail) - 1; open > 0; i-- {
		v := e.trail[i] >> 1
		if e.marked[v] && e.vars[v].reason != 0 {
			e.marked[v] = false
			open += e.hint(e.vars[v].reason, v, root) - 1
		}
	}
	for _, l := range e.buf {
		e.marked[l>>1] = false
		if err := e.unit(l >> 1); err != nil {
			return err
		}
	}
	return e.push()
}

// hint adds a clause to the step and marks the variables that it needs false.
// It counts those above root; the others go to e.buf.
func (e *elaborator) hint(r ref, implied int32, root int) (open int) {
	e.use(r)
	for _, l := range e.lits(r) {
		v := l >> 1
		if v == implied || e.marked[v] {
			continue
		}
		if int(e.vars[v].place) < root {
			e.marked[v] = true
			e.buf = append(e.buf, l)
		} else if e.vars[v].reason != 0 {
			e.marked[v] = true
			open++
		}
	}
	return open
}

// use adds a hint, and brings the clause into the core.
func (e *elaborator) use(r ref) {
	if e.arena[r-1]&core != 0 {
		e.step = append(e.step, r)
		return
	}
	e.step = append(e.step, -r)
	e.detach(r, others)
	e.arena[r-1] |= core
	e.attach(r, inCore)
}

// unit adds as hint the unit clause that states a top-level literal. It is
// made when first needed, and derived when the walk back takes the literal
// from the trail.
func (e *elaborator) unit(v int32) error {
	reason := e.vars[v].reason
	if e.size(reason) == 1 {
		e.use(reason)
		return nil
	}
	if e.units[v] == 0 {
		u, err := e.add([]lit{e.trail[e.vars[v].place]})
		if err != nil {
			return err
		}
		e.units[v] = u
	}
	e.use(e.units[v])
	return nil
}

// retract takes top-level literals from the trail until n are left, and
// derives the unit clauses that were used.
func (e *elaborator) retract(n int) error {
	for i := len(e.trail) - 1; i >= n; i-- {
		v := e.trail[i] >> 1
		if e.units[v] == 0 {
			continue
		}
		reason := e.vars[v].reason
		e.step = append(e.step[:0], e.units[v])
		e.use(reason)
		for k := range e.size(reason) {
			if l := e.arena[int(reason)+k]; l>>1 != v {
				if err := e.unit(l >> 1); err != nil {
					return err
				}
			}
		}
		e.stats.Units++
		if err := e.push(); err != nil {
			return err
		}
	}
	e.undo(n)
	return nil
}

func (e *elaborator) push() error {
	e.stats.Steps++
	e.stats.Hints += int64(len(e.step) - 1)
	return e.steps.push(e.step)
}
