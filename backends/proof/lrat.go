package proof

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/hubcover/hubcover/encode/pb"
)

// FromLRAT rewrites an LRAT proof that f, a CNF, has no model as LRUP, text or
// binary as CaDiCaL and drat-trim write it. It replays each step, leaves out
// hints that do nothing and deletions of what is not there, and makes the ids
// dense; it keeps steps that are not needed. It stops reading at the empty
// clause.
//
// Errors are an *Error, that of ctx, or of reading and writing. Steps are
// written as they come: what stands in out after an error is no proof, for it
// lacks the empty clause.
//
// Memory is 4 bytes a literal and 8 a clause of the formula and of all steps,
// about 50 a step not deleted, and 100 a variable.
func FromLRAT(ctx context.Context, f *pb.Formula, lrat io.Reader, format Format, out io.Writer) (Stats, error) {
	if err := fits(f); err != nil {
		return Stats{}, err
	}
	c := &converter{
		engine:    newEngine(f.Vars()),
		formula:   make([]ref, 1, f.Len()+1),
		derived:   map[int64]ref{},
		out:       printer{out: out},
		originals: int64(f.Len()),
		last:      int64(f.Len()),
	}
	err := c.load(f)
	if err == nil {
		err = c.convert(ctx, newLRAT(lrat, format))
	}
	c.stats.Bytes = c.out.bytes
	c.stats.Propagations = c.propagations
	return c.stats, err
}

// converter replays the steps of an LRAT proof.
type converter struct {
	engine
	formula   []ref         // by id, 0 once deleted
	derived   map[int64]ref // by the id read
	originals int64
	last      int64 // id read
	buf       []lit
	out       printer
	stats     Stats
}

func (c *converter) load(f *pb.Formula) error {
	for i := range f.Len() {
		c.buf = c.buf[:0]
		for _, l := range f.Lits(i) {
			c.buf = append(c.buf, fromDIMACS(int64(l)))
		}
		lits, _ := c.tidy(c.buf)
		r, err := c.add(lits)
		if err != nil {
			return err
		}
		c.arena[r-2] = int32(i + 1)
		c.formula = append(c.formula, r)
	}
	return nil
}

func (c *converter) convert(ctx context.Context, in *lratReader) error {
	for lines := 0; ; lines++ {
		if lines%everyLines == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		deletion, err := in.line()
		switch {
		case err == io.EOF:
			return &Error{Kind: ErrIncomplete, Lemma: c.stats.Lemmas, Detail: "the proof ends here, without the empty clause"}
		case err != nil:
			return err
		case deletion:
			c.stats.Deletions++
			c.forget(in.hints)
		default:
			c.stats.Lemmas++
			if err := c.step(in); err != nil {
				return err
			}
		}
		if !deletion && len(in.lits) == 0 {
			return c.out.flush(0)
		}
		if err := c.out.flush(1 << 16); err != nil {
			return err
		}
	}
}

// step replays a step, writes it and stores its clause.
func (c *converter) step(in *lratReader) error {
	if in.id <= c.last {
		return in.malformed("id %d after %d: ids increase, and begin after the clauses of the formula", in.id, c.last)
	}
	c.last = in.id
	c.buf = c.buf[:0]
	for _, n := range in.lits {
		if max(n, -n) >= int64(len(c.vars)) {
			return c.rat("variable %d, where the formula has %d", max(n, -n), len(c.vars)-1)
		}
		c.buf = append(c.buf, fromDIMACS(n))
	}
	lits, tautology := c.tidy(c.buf)
	if tautology {
		return in.malformed("a clause with a literal and its negation")
	}

	c.out.first(c.originals + c.stats.Steps + 1)
	for _, l := range lits {
		c.out.next(toDIMACS(l))
		c.assign(l^1, 0)
	}
	c.out.next(0)
	conflict, err := c.follow(in)
	c.undo(0)
	if err == nil && !conflict {
		err = c.rat("its hints lead to no conflict")
	}
	if err != nil {
		return err
	}
	c.out.end()

	r, err := c.add(lits)
	if err != nil {
		return err
	}
	c.stats.Steps++
	c.stats.Literals += int64(len(lits))
	c.arena[r-2] = int32(c.originals + c.stats.Steps)
	c.derived[in.id] = r
	return nil
}

// follow propagates along the hints, and writes those that do something.
func (c *converter) follow(in *lratReader) (conflict bool, err error) {
	for _, h := range in.hints {
		if h < 0 {
			return false, c.rat("it is a RAT step")
		}
		r := c.find(h)
		if r == 0 {
			return false, in.malformed("hint %d of step %d is not there, or was deleted", h, in.id)
		}
		if conflict || c.satisfied(c.lits(r)) {
			continue
		}
		var unit lit
		for _, l := range c.lits(r) {
			if c.values[l] == 0 {
				if unit != 0 {
					return false, c.rat("hint %d is not unit", h)
				}
				unit = l
			}
		}
		c.stats.Hints++
		c.out.next(int64(c.arena[r-2]))
		if conflict = unit == 0; !conflict {
			c.propagations++
			c.assign(unit, r)
		}
	}
	return conflict, nil
}

func (c *converter) rat(format string, args ...any) error {
	return &Error{Kind: ErrRAT, Lemma: c.stats.Lemmas, Detail: fmt.Sprintf(format, args...)}
}

// find is the clause with an id of the proof that is read, 0 if there is none.
func (c *converter) find(id int64) ref {
	if 0 < id && id <= c.originals {
		return c.formula[id]
	}
	return c.derived[id]
}

func (c *converter) forget(ids []int64) {
	any := false
	for _, id := range ids {
		r := c.find(id)
		if r == 0 {
			c.stats.Ignored++
			continue
		}
		if id <= c.originals {
			c.formula[id] = 0
		} else {
			delete(c.derived, id)
		}
		if !any {
			c.out.first(c.originals + c.stats.Steps)
			c.out.deletes()
			any = true
		}
		c.out.next(int64(c.arena[r-2]))
	}
	if any {
		c.out.end()
	}
}

// lratReader reads the lines of an LRAT proof.
type lratReader struct {
	*scanner
	id          int64 // of the step; binary deletions have none
	lits, hints []int64
}

func newLRAT(in io.Reader, format Format) *lratReader {
	return &lratReader{scanner: newScanner(in, format)}
}

// line reads a step, or a deletion, whose ids are left in hints; the error is
// io.EOF at the end.
func (r *lratReader) line() (deletion bool, err error) {
	if deletion, err = r.head(); err != nil {
		return false, err
	}
	r.lits = r.lits[:0]
	if !deletion {
		if r.lits, err = r.numbers(r.lits, math.MaxInt32); err != nil {
			return false, err
		}
	}
	r.hints, err = r.numbers(r.hints[:0], math.MaxInt64)
	return deletion, err
}

func (r *lratReader) head() (deletion bool, err error) {
	if r.binary {
		tag, err := r.tag()
		if err == nil && tag == 'a' {
			r.id, err = r.number()
		}
		return tag == 'd', err
	}
	if !r.blank() {
		return false, r.between()
	}
	if r.id, err = r.number(); err != nil {
		return false, err
	}
	return r.deletes(), nil
}
