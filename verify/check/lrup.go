package check

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A proof is text, the part of LRAT that needs unit propagation alone. A line
//
//	ID literals 0 hints 0
//
// adds the clause of the literals: when all of them are false, each hinted
// clause in turn has one literal left, which becomes true, and the last has
// none. A line
//
//	ID d ids 0
//
// forgets clauses. The proof ends where it adds the empty clause. Hints < 0
// (RAT), and hints that do nothing, are refused.

// maxGap is how far an id may be beyond the largest before it.
const maxGap = 1 << 20

// replayFile replays the proof of a formula and of literals, the units, that
// follow it as clauses of their own.
func (c *run) replayFile(f *formula, name string, units []int32) error {
	return c.openProof(name, func(text io.Reader) error { return c.replay(f, units, text) })
}

// openProof has the text of a proof file read, as far as the limits allow.
func (c *run) openProof(name string, read func(text io.Reader) error) error {
	if name == "" {
		return errors.New("no proof is named")
	}
	if c.Open == nil {
		return fmt.Errorf("proof %s: there are no proof files here", name)
	}
	file, err := c.Open(name)
	if err != nil {
		return malformed("proof %s: %w", name, err)
	}
	defer file.Close()
	text := io.Reader(file)
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(file); err != nil {
			return malformed("proof %s: %w", name, err)
		}
	}
	if err := read(&capped{text, &c.proofLeft, c.Limits.Proof}); err != nil {
		return fmt.Errorf("proof %s: %w", name, err)
	}
	return nil
}

// replay is one proof being read.
type replay struct {
	*formula
	in    *scanner
	trail []int32 // literals that are true
	lits  []int32 // of the clause being added
}

func (c *run) replay(f *formula, units []int32, text io.Reader) error {
	f.rewind()
	for _, l := range units {
		f.put(f.last()+1, []int32{l})
	}
	if f.truth == nil {
		f.truth = make([]int8, 2*f.vars+1)
		f.buffer = make([]byte, 1<<16)
	}
	r := &replay{formula: f, in: &scanner{in: text, buf: f.buffer, line: 1}}
	for {
		done, err := r.line()
		if err == nil {
			err = c.stopped(len(r.lits) + 8)
		}
		if err != nil {
			clear(f.truth) // the line may have left some
			return fmt.Errorf("line %d: %w", r.in.line, err)
		}
		if done {
			return nil
		}
	}
}

// line replays one line; done says that it was the empty clause.
func (r *replay) line() (done bool, err error) {
	if r.in.atEnd() {
		if r.in.err != nil {
			return false, r.in.err
		}
		return false, errors.New("the proof ends without the empty clause")
	}
	id, err := r.in.number()
	if err != nil {
		return false, err
	}
	if r.in.word('d') {
		return false, r.forget(id)
	}
	if err := r.newID(id); err != nil {
		return false, err
	}
	if err := r.clause(); err != nil {
		return false, err
	}
	if err := r.hints(id); err != nil {
		return false, err
	}
	if err := r.in.endOfLine(); err != nil {
		return false, err
	}
	if len(r.lits) == 0 {
		return true, nil
	}
	if err := r.room(r.run, 1+len(r.lits)); err != nil {
		return false, err
	}
	r.put(int(id), r.lits)
	return false, nil
}

// newID wants an id beyond the last, not far beyond it.
func (r *replay) newID(id int64) error {
	switch last := int64(r.last()); {
	case id <= last:
		return fmt.Errorf("id %d does not exceed %d, the last", id, last)
	case id > last+maxGap:
		return fmt.Errorf("id %d leaves a gap of more than %d after %d", id, maxGap, last)
	}
	return nil
}

// forget reads the ids of clauses to forget.
func (r *replay) forget(id int64) error {
	if id < 0 || id > int64(r.last()) {
		return fmt.Errorf("deletion with id %d, beyond %d, the last", id, r.last())
	}
	for {
		x, err := r.in.number()
		switch {
		case err != nil:
			return err
		case x == 0:
			r.compact()
			return r.in.endOfLine()
		case x < 0 || x > int64(r.last()) || r.get(int(x)) == nil:
			return fmt.Errorf("deletes clause %d, which does not exist", x)
		}
		r.drop(int(x))
	}
}

// clause reads literals and makes them false.
func (r *replay) clause() error {
	r.lits = r.lits[:0]
	for {
		x, err := r.in.number()
		switch {
		case err != nil:
			return err
		case x == 0:
			return nil
		case x > int64(r.vars) || -x > int64(r.vars):
			return fmt.Errorf("literal %d is of no variable 1..%d", x, r.vars)
		case r.truth[r.vars+int(x)] > 0:
			return fmt.Errorf("tautology: %d and %d", -x, x)
		}
		r.lits = append(r.lits, int32(x))
		r.set(int32(-x))
	}
}

// set makes a literal true, unless it is.
func (r *replay) set(l int32) {
	if r.truth[r.vars+int(l)] == 0 {
		r.truth[r.vars+int(l)], r.truth[r.vars-int(l)] = 1, -1
		r.trail = append(r.trail, l)
	}
}

// hints reads hints, propagates them to a conflict and takes all truth back.
func (r *replay) hints(id int64) error {
	conflict := false
	for {
		x, err := r.in.number()
		switch {
		case err != nil:
			return err
		case x == 0 && !conflict:
			return fmt.Errorf("clause %d does not follow: its hints end without a conflict", id)
		case x == 0:
			for _, l := range r.trail {
				r.truth[r.vars+int(l)], r.truth[r.vars-int(l)] = 0, 0
			}
			r.trail = r.trail[:0]
			return nil
		case x < 0:
			return fmt.Errorf("clause %d: hint %d asks for RAT, which is refused", id, x)
		case conflict:
			return fmt.Errorf("clause %d: hint %d comes after the conflict", id, x)
		case x >= id:
			return fmt.Errorf("clause %d: hint %d is not before it", id, x)
		}
		if conflict, err = r.propagate(x); err != nil {
			return fmt.Errorf("clause %d: %w", id, err)
		}
	}
}

// propagate makes the one literal of a clause true that is not false; conflict
// says that there is none.
func (r *replay) propagate(hint int64) (conflict bool, err error) {
	var clause []int32
	if hint <= int64(r.last()) {
		clause = r.get(int(hint))
	}
	if clause == nil {
		return false, fmt.Errorf("hint %d names a clause that does not exist", hint)
	}
	var unit int32
	for _, l := range clause {
		switch t := r.truth[r.vars+int(l)]; {
		case t < 0:
		case t > 0:
			return false, fmt.Errorf("hint %d is satisfied", hint)
		case unit != 0 && unit != l:
			return false, fmt.Errorf("hint %d has two literals left, %d and %d", hint, unit, l)
		default:
			unit = l
		}
	}
	if unit != 0 {
		r.set(unit)
	}
	return unit == 0, nil
}
