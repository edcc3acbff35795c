package check

import (
	"errors"
	"fmt"
	"io"
)

// ErrMalformed is wrapped where something could not be read as what it should be.
var ErrMalformed = errors.New("malformed")

// ErrLimit is wrapped where a cap, not the claim, ended the check.
var ErrLimit = errors.New("limit")

// fault is an error of one of the two kinds; its text does not repeat the kind.
type fault struct{ kind, err error }

func (f fault) Error() string   { return f.err.Error() }
func (f fault) Unwrap() []error { return []error{f.kind, f.err} }

func malformed(format string, args ...any) error {
	return fault{ErrMalformed, fmt.Errorf(format, args...)}
}

func limit(format string, args ...any) error {
	return fault{ErrLimit, fmt.Errorf(format, args...)}
}

// Limits bound what one check may take; 0 stands for the default.
type Limits struct {
	Clauses   int   // of one formula; 10^7
	Proof     int64 // bytes of the proofs of one bound, decompressed; 2·10^9
	Bicliques int   // maximal bicliques of one bound; 5·10^6
	Cubes     int   // cubes of one bound, and their prefixes; 10^6
	Memory    int64 // bytes for clauses and witnesses, roughly; 4·10^9
}

func (l Limits) withDefaults() Limits {
	if l.Clauses <= 0 {
		l.Clauses = 10_000_000
	}
	if l.Proof <= 0 {
		l.Proof = 2_000_000_000
	}
	if l.Bicliques <= 0 {
		l.Bicliques = 5_000_000
	}
	if l.Cubes <= 0 {
		l.Cubes = 1_000_000
	}
	if l.Memory <= 0 {
		l.Memory = 4_000_000_000
	}
	return l
}

// Checker checks lower bounds. Its zero value has the default limits and
// knows no proof files.
type Checker struct {
	// Open gives the bytes of a proof that a bound names.
	Open   func(name string) (io.ReadCloser, error)
	Limits Limits
	// Memo, where not nil, spares what it has seen verified. Hubcheck has none.
	Memo *Memo
	// Stop is asked now and then; an error ends the check as a limit.
	// A context's Err serves.
	Stop func() error
}

// TextShare is how many times less than the memory allowed a text may take that
// is read as a whole: its numbers take more room than their digits.
const TextShare = 32

// run is the check of one bound.
type run struct {
	Checker
	rel       Relation
	proofLeft int64 // bytes of proof that may still be read
	work      int   // since Stop was asked
}

func (k Checker) run(rel Relation) *run {
	k.Limits = k.Limits.withDefaults()
	return &run{Checker: k, rel: rel, proofLeft: k.Limits.Proof}
}

// stopped counts work done and asks Stop after every 2^16 units of it.
func (c *run) stopped(work int) error {
	if c.work += work; c.work < 1<<16 {
		return nil
	}
	c.work = 0
	return c.stoppedNow()
}

func (c *run) stoppedNow() error {
	if c.Stop == nil {
		return nil
	}
	if err := c.Stop(); err != nil {
		return limit("stopped: %w", err)
	}
	return nil
}

// fits refuses to take more memory than is allowed.
func (c *run) fits(bytes int64, what string) error {
	if bytes < 0 || bytes > c.Limits.Memory {
		return limit("%s would take %d bytes, allowed are %d", what, bytes, c.Limits.Memory)
	}
	return nil
}
