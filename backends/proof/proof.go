// Package proof turns what SAT solvers write as proofs into LRUP, the one kind
// of proof that is checked afterwards: LRAT in which every step follows by unit
// propagation alone. A line adds a clause and lists, in the order in which
// they become unit, the clauses that refute its negation; or it deletes:
//
//	9 -2 4 0 3 7 1 0
//	9 d 7 0
//
// The clauses of the formula have the ids 1 to n, steps the ids n+1, n+2, …
//
//	stats, err := proof.Elaborate(ctx, f, drat, proof.Detected, out, proof.Options{})
//
// Elaborate takes DRUP and DRAT, FromLRAT takes LRAT. Neither is believed: an
// independent checker reads what they write. So a mistake here can lose a
// proof, never make a false one pass.
//
// The method is backward checking with core-first propagation (Heule, Hunt,
// Wetzler: Trimming while checking clausal proofs, FMCAD 2013): read the proof
// up to the conflict, then walk back, and propagate only for lemmas that the
// walk has found necessary.
package proof

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/hubcover/hubcover/encode/pb"
)

// Format of a proof that is read. The values equal those of
// backends.ProofFormat, so one converts to the other.
type Format uint8

const (
	Detected Format = iota // look at the first bytes: Detect
	Text
	Binary
)

// Options of Elaborate; the zero value is good.
type Options struct {
	// Memory bounds the bytes held, by Elaborate's own count; 0 is no bound.
	Memory int64
	// Spill is how many bytes of steps are kept before they go to a temporary
	// file, 0 for 256 MB.
	Spill int64
	// TempDir is where that file goes, "" for the system's place.
	TempDir string
	// Progress, where not nil, is called now and then. Phases are "load" (done
	// counts clauses of the formula), "read" (lines), "check" (lines, from the
	// last to the first) and "write" (steps); total is 0 where unknown.
	Progress func(phase string, done, total int64)
}

// Stats say what was read and what was written.
type Stats struct {
	Lemmas    int64 // read, up to the conflict
	Deletions int64 // read, up to the conflict
	// Ignored deletions: of clauses that are not there, of lemmas that were not
	// kept because true already, and, as in drat-trim, of clauses that are the
	// reason of a literal at top level.
	Ignored      int64
	Steps        int64 // written, the empty clause included
	Units        int64 // of them: literals true at top level, stated once
	Hints        int64 // written
	Literals     int64 // written
	Propagations int64 // literals propagated
	Bytes        int64 // written
}

// The kinds of failure, for errors.Is.
var (
	// ErrRAT: a lemma that is needed does not follow by unit propagation, so it
	// is RAT or wrong; or a lemma has a variable that the formula has not.
	ErrRAT = errors.New("not by unit propagation")
	// ErrIncomplete: the proof ends before unit propagation finds a conflict.
	ErrIncomplete = errors.New("incomplete proof")
	// ErrMalformed: the bytes are no proof in that format, or a part is missing.
	ErrMalformed = errors.New("malformed proof")
	// ErrMemory: the bound of Options.Memory, or of 2^31 literals.
	ErrMemory = errors.New("proof too large")
)

// Error says where a proof failed.
type Error struct {
	Kind   error // ErrRAT, ErrIncomplete, ErrMalformed or ErrMemory
	Lemma  int64 // counted from 1, deletions not counted; 0 for none
	Offset int64 // bytes read when it was found, for ErrMalformed
	Detail string
}

func (e *Error) Error() string {
	switch {
	case e.Kind == ErrMalformed:
		return fmt.Sprintf("%v: byte %d: %s", e.Kind, e.Offset, e.Detail)
	case e.Lemma > 0:
		return fmt.Sprintf("%v: lemma %d: %s", e.Kind, e.Lemma, e.Detail)
	default:
		return fmt.Sprintf("%v: %s", e.Kind, e.Detail)
	}
}

// Unwrap is the kind.
func (e *Error) Unwrap() error { return e.Kind }

// Elaborate reads a DRUP or DRAT proof that f, a CNF, has no model, and writes
// it as LRUP: trimmed to the steps that are needed, with deletions after last
// use, ids dense, ending with the empty clause. It stops reading at the line
// where unit propagation finds a conflict, and writes nothing before the whole
// proof is known to be good.
//
// Errors are an *Error, that of ctx, or of reading and writing.
//
// Memory is about 4 bytes a literal and 50 a clause, counting the formula and
// all lemmas up to the conflict, 100 a variable, and Options.Spill; while an
// array grows, its old copy is held as well.
func Elaborate(ctx context.Context, f *pb.Formula, drat io.Reader, format Format, out io.Writer, opt Options) (Stats, error) {
	e, err := newElaborator(ctx, f, opt)
	if err != nil {
		return Stats{}, err
	}
	defer e.steps.close()
	err = e.load(f)
	if err == nil && e.conflict == 0 {
		err = e.read(newDRAT(drat, format))
	}
	if err == nil {
		err = e.walkBack()
	}
	if err == nil {
		err = e.write(out)
	}
	e.stats.Propagations = e.propagations
	return e.stats, err
}
