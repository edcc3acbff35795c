// Package backends holds the one interface between formulas and the programs
// that answer them. A backend is a value: what it is, what it takes, how to
// find it, how to run it. It knows no digraph, and nothing that it says is
// believed before it was checked elsewhere.
package backends

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/hubcover/hubcover/encode/pb"
)

// Backend answers formulas. Values stand in explicit lists (backends/all);
// there is no registration.
type Backend struct {
	Name string
	Doc  string // one line
	Able Abilities
	// Off lists abilities that the backend might be thought to have and is not
	// asked for, because it fails.
	Off []Off
	// Protocol is how a program is spoken to, such as "dimacs"; "" where the
	// backend runs in this program or in a child of it.
	Protocol string
	// Plugin: configured by the user, not one that the program comes with.
	Plugin bool
	// Install says how to get the backend where it is missing.
	Install string
	// Probe finds the backend and its version; an error wrapping ErrMissing
	// says that it is not there.
	Probe func(ctx context.Context) (version string, err error)
	// Solve answers the formula. It returns soon after ctx ends, with what it
	// has by then, leaving no process behind. An error is never an answer:
	// when err is not nil the Answer claims nothing.
	Solve func(ctx context.Context, f *pb.Formula, opt Options) (Answer, error)
	// Close releases what the backend keeps between calls; nil where it keeps
	// nothing. What is kept also ends with the process, however that ends. The
	// backend can be used on.
	Close func() error
}

// ErrMissing is wrapped by Probe and Solve where the backend is not present.
var ErrMissing = errors.New("not available here")

// Abilities say what a backend takes and what it can give beside an answer.
type Abilities struct {
	Clauses       bool // plain clauses, a decision
	Linear        bool // pseudo-Boolean constraints
	Objective     bool // minimises
	SetCovers     bool // set covers (pb.Formula.SetCover), if nothing else
	Proof         bool // writes a proof to Options.Proof
	Steps         bool // keeps to Options.Steps
	Deterministic bool // same seed, same answer
}

// Off is an ability that is switched off.
type Off struct {
	Ability string // as in Abilities, in small letters, or the name of a way of use
	Test    string // the test of package backendtest that fails; "" where none can be run
	Why     string
}

// Takes says whether the backend can be given the formula.
func (b Backend) Takes(f *pb.Formula) error {
	if b.Able.SetCovers {
		if _, ok := f.SetCover(); ok {
			return nil
		}
	}
	switch {
	case f.Objective != nil && !b.Able.Objective:
		return fmt.Errorf("backend %s does not optimise", b.Name)
	case !f.ClausesOnly() && !b.Able.Linear:
		return fmt.Errorf("backend %s takes clauses only", b.Name)
	case f.ClausesOnly() && !b.Able.Clauses:
		return fmt.Errorf("backend %s does not take clauses", b.Name)
	}
	return nil
}

// Accepts says whether the backend can be given the formula with the options:
// what it takes, whether it can prove and count steps where that is asked.
func (b Backend) Accepts(f *pb.Formula, opt Options) error {
	switch {
	case opt.Proof != nil && !b.Able.Proof:
		return fmt.Errorf("backend %s writes no proofs", b.Name)
	case opt.Steps > 0 && !b.Able.Steps:
		return fmt.Errorf("backend %s cannot bound its search in steps", b.Name)
	}
	return b.Takes(f)
}

// Options of one call. The clock is the context.
type Options struct {
	// Proof, where not nil and the backend is able, receives a proof in the
	// format that Answer.Proof says.
	Proof io.Writer
	// Seed of whatever the backend draws.
	Seed int64
	// Memory bounds the backend's resident memory in bytes; 0 is no bound.
	Memory int64
	// Steps, where not 0, bounds the search in the backend's own deterministic
	// unit (conflicts, decisions, nodes) beside the clock; a backend that is
	// not able to refuses.
	Steps int64
	// Progress, where not nil, is told now and then how many steps were made, by
	// backends that can tell.
	Progress func(steps int64)
}

// Verdict is what a backend claims; the zero value claims nothing.
type Verdict uint8

const (
	Unknown Verdict = iota
	Sat             // a model is given; for an objective: the best found
	Unsat
	Optimal // Sat, and the objective's value is claimed to be the least
)

func (v Verdict) String() string {
	return [...]string{"unknown", "satisfiable", "unsatisfiable", "optimal"}[v]
}

// Stop says why a search ended without an answer; "" where it has one.
type Stop string

const (
	TimeLimit   Stop = "time limit"
	MemoryLimit Stop = "memory limit"
	Interrupted Stop = "interrupted"
	GaveUp      Stop = "gave up"
)

// StopOf tells why a context ended: its deadline or somebody's cancelling.
func StopOf(ctx context.Context) Stop {
	switch {
	case ctx.Err() == nil:
		return GaveUp
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return TimeLimit
	default:
		return Interrupted
	}
}

// ProofFormat of what was written to Options.Proof.
type ProofFormat uint8

const (
	NoProof ProofFormat = iota
	DRATText
	DRATBinary
	LRAT // text, or binary as told by its first bytes
	Tree // of a set cover, as package columns writes it
)

// Answer is a value, not a state.
type Answer struct {
	Verdict Verdict
	Model   pb.Model    // with Sat and Optimal
	Bound   int64       // claimed lower bound of the objective, with Optimal its value
	Proof   ProofFormat // of what was written to Options.Proof
	Stop    Stop
	Steps   int64 // conflicts or nodes, where the backend tells
	// By is the name of the backend that answered, where it is not the one
	// that was asked.
	By string
}
