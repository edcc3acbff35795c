package proof

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/hubcover/hubcover/encode/pb"
)

// elaborator reads a proof forward and walks back over it.
type elaborator struct {
	engine
	ctx        context.Context
	opt        Options
	stats      Stats
	originals  int     // clauses of the formula
	firstLemma ref     // they are below
	log        []ref   // the proof's lines: r added, -r deleted, 0 a lemma not kept
	conflict   ref     // false by the trail
	steps      tape    // written last step first
	step       []int32 // being made
	units      []ref   // by variable: the clause that states a literal of the trail
	marked     []bool  // by variable, for explain
	buf        []lit
	nextPoll   int64 // when so many literals were propagated
}

func newElaborator(ctx context.Context, f *pb.Formula, opt Options) (*elaborator, error) {
	if err := fits(f); err != nil {
		return nil, err
	}
	if opt.Spill == 0 {
		opt.Spill = 256 << 20
	}
	e := &elaborator{ctx: ctx, opt: opt, originals: f.Len()}
	if need := 100 * int64(f.Vars()); opt.Memory > 0 && need > opt.Memory {
		return nil, e.tooLarge(need)
	}
	e.engine = newEngine(f.Vars())
	e.steps = tape{keep: int(opt.Spill / 4), dir: opt.TempDir}
	e.units = make([]ref, f.Vars()+1)
	e.marked = make([]bool, f.Vars()+1)
	return e, nil
}

// fits tells why a formula has no proofs of this kind.
func fits(f *pb.Formula) error {
	switch {
	case !f.IsCNF():
		return errors.New("proof: the formula has constraints that are no clauses, or an objective: encode it as CNF")
	case f.Vars() > maxVars:
		return &Error{Kind: ErrMemory, Detail: fmt.Sprintf("the formula has %d variables, more than %d", f.Vars(), maxVars)}
	}
	return nil
}

// maxVars keeps literals in 31 bits.
const maxVars = 1<<30 - 1

// The context, the memory and the progress are looked after every so many
// lines, and propagations.
const (
	everyLines        = 1 << 8
	everyPropagations = 1 << 14
)

func (e *elaborator) poll(phase string, done, total int64) error {
	if done%everyLines != 0 && e.propagations < e.nextPoll {
		return nil
	}
	e.nextPoll = e.propagations + everyPropagations
	if err := e.ctx.Err(); err != nil {
		return context.Cause(e.ctx)
	}
	if e.opt.Progress != nil {
		e.opt.Progress(phase, done, total)
	}
	if held := e.held(); e.opt.Memory > 0 && held > e.opt.Memory {
		return e.tooLarge(held)
	}
	return nil
}

func (e *elaborator) held() int64 {
	words := cap(e.arena) + cap(e.log) + cap(e.chains) + e.steps.held()
	return 4*int64(words) + 24*int64(e.filed) + 100*int64(len(e.vars))
}

func (e *elaborator) tooLarge(bytes int64) error {
	return &Error{Kind: ErrMemory, Detail: fmt.Sprintf("%d MB needed of the %d MB allowed: allow more memory, or split the formula into cubes", bytes>>20, e.opt.Memory>>20)}
}

// load stores the clauses of the formula, all of them because of their ids,
// and propagates.
func (e *elaborator) load(f *pb.Formula) error {
	for i := range f.Len() {
		e.buf = e.buf[:0]
		for _, l := range f.Lits(i) {
			e.buf = append(e.buf, fromDIMACS(int64(l)))
		}
		lits, tautology := e.tidy(e.buf)
		r, err := e.add(lits)
		if err != nil {
			return err
		}
		if !tautology && e.conflict == 0 {
			e.enter(r)
		}
		if err := e.poll("load", int64(i), int64(e.originals)); err != nil {
			return err
		}
	}
	e.firstLemma = int32(len(e.arena)) + 2
	return nil
}

// enter makes a new clause take part.
func (e *elaborator) enter(r ref) {
	e.file(r)
	lits := e.lits(r)
	if e.satisfied(lits) {
		return
	}
	open := e.openFirst(lits)
	e.attach(r, others)
	switch open {
	case 0:
		e.conflict = r
	case 1:
		e.assign(lits[0], r)
		e.conflict = e.propagate()
	}
}

// read takes the proof up to the line where propagation finds a conflict.
func (e *elaborator) read(in *dratReader) error {
	for e.conflict == 0 {
		deletion, err := in.line()
		if err == io.EOF {
			return &Error{Kind: ErrIncomplete, Lemma: e.stats.Lemmas, Detail: "the proof ends here, and unit propagation finds no conflict: it was cut off, or is of another formula"}
		}
		if err != nil {
			return err
		}
		if deletion {
			e.stats.Deletions++
			e.delete(in.lits)
			err = e.poll("read", e.stats.Deletions, 0)
		} else {
			e.stats.Lemmas++
			if err = e.lemma(in.lits); err == nil {
				err = e.poll("read", e.stats.Lemmas, 0)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *elaborator) lemma(numbers []int64) error {
	if len(numbers) == 0 {
		return &Error{Kind: ErrIncomplete, Lemma: e.stats.Lemmas, Detail: "the empty clause does not follow by unit propagation"}
	}
	e.buf = e.buf[:0]
	for _, n := range numbers {
		if max(n, -n) >= int64(len(e.vars)) {
			return &Error{Kind: ErrRAT, Lemma: e.stats.Lemmas, Detail: fmt.Sprintf("variable %d, where the formula has %d: switch off the solver's extended resolution", max(n, -n), len(e.vars)-1)}
		}
		e.buf = append(e.buf, fromDIMACS(n))
	}
	lits, tautology := e.tidy(e.buf)
	if tautology || e.satisfied(lits) {
		e.log = append(e.log, 0) // nothing will ever follow from it
		return nil
	}
	r, err := e.add(lits)
	if err != nil {
		return err
	}
	e.log = append(e.log, r)
	e.enter(r)
	return nil
}

func (e *elaborator) delete(numbers []int64) {
	e.buf = e.buf[:0]
	for _, n := range numbers {
		if max(n, -n) >= int64(len(e.vars)) {
			e.stats.Ignored++
			return
		}
		e.buf = append(e.buf, fromDIMACS(n))
	}
	lits, _ := e.tidy(e.buf)
	r := e.take(lits, e.isReason)
	if r == 0 {
		e.stats.Ignored++
		return
	}
	e.kill(r, others)
	e.log = append(e.log, -r)
}

func (e *elaborator) kill(r ref, kind int) {
	e.detach(r, kind)
	e.arena[r-1] |= dead
}

func fromDIMACS(n int64) lit {
	if n < 0 {
		return lit(-2*n + 1)
	}
	return lit(2 * n)
}

func toDIMACS(l lit) int64 {
	if l&1 != 0 {
		return -int64(l >> 1)
	}
	return int64(l >> 1)
}
