// Package backendtest is the conformance suite of a backend, and of a plugin.
// The author of a new one writes a test of three lines:
//
//	func TestMain(m *testing.M) { all.Child(); os.Exit(m.Run()) }
//
//	func TestBackend(t *testing.T) { backendtest.Run(t, mybackend.New()) }
//
// or says hubcover backends test NAME. The suite asks formulas of known status,
// evaluates every model, checks every proof, and tries the backend's manners:
// that it ends with its context and soon, keeps to steps and memory, answers the
// same for the same seed, and leaves no process behind. Whatever it is that goes
// wrong, a panic, a crash, silence or a flood of words, the test that sees it
// says what it was. A backend that is not installed is skipped.
//
// answers.go has the tests of what is said, manners.go those of how, corpus.go
// and setcovers.go the formulas, proof.go a slow checker of proofs. Package lies
// beside it is the opposite of a backend that passes.
package backendtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
)

// Test is one thing that a backend has to do.
type Test struct {
	Name string
	Doc  string // one line, of what is wanted
	run  func(ctx context.Context) error
}

// Try runs the test. The error says all that was wrong; a panic is one.
func (t Test) Try(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panics: %v\n%s", p, debug.Stack())
		}
	}()
	return t.run(ctx)
}

// Tests lists the tests that a backend of these abilities has to pass, in order.
// The last one closes the backend and sees that nobody is left of all that began
// after the list was made. No question is waited for longer than patience, see
// Patience; after an error that wraps ErrHangs the rest is not worth trying.
func Tests(b backends.Backend, patience time.Duration) []Test {
	before := process.Descendants(os.Getpid())
	s := suite{b, ofClauses(), patience}
	able := b.Able
	var tests []Test
	add := func(ok bool, name, doc string, run func(context.Context) error) {
		if ok {
			tests = append(tests, Test{name, doc, run})
		}
	}
	add(able.Clauses, "Corpus", "answers formulas of known status", s.corpus)
	add(able.Clauses, "Random", "answers random clauses as exhaustion does", s.random)
	add(able.Linear, "Linear", "answers random linear constraints as exhaustion does", s.linear)
	add(able.Objective, "Objective", "finds the optima that exhaustion finds, and no better ones", s.objective)
	add(able.Clauses, "Large", "takes a formula of many variables, and gives a model of them", s.large)
	add(true, "Refuses", "refuses what it is not able of, with an error that claims nothing", s.refuses)
	add(able.Proof && able.Clauses, "BrokenProofWriter", "does not pass over a proof that cannot be written", s.brokenWriter)
	if able.Clauses {
		tests = append(tests, s.manners("")...)
	}
	if able.SetCovers {
		covers := suite{b, ofSetCovers(), patience}
		add(true, "SetCovers", "answers set covers as exhaustion does", covers.setCovers)
		tests = append(tests, covers.manners("SetCover")...)
	}
	add(true, "LeavesNobody", "leaves no process behind", func(context.Context) error { return leavesNobody(b, before) })
	return tests
}

// manners are tried on clauses and on set covers.
func (s suite) manners(prefix string) []Test {
	var tests []Test
	for _, m := range []struct {
		ok        bool
		name, doc string
		run       func(context.Context) error
	}{
		{s.b.Able.Deterministic, "SameSeed", "gives the same answer for the same seed", s.sameSeed},
		{true, "TwoAtOnce", "answers several at once", s.twoAtOnce},
		{true, "Deadline", "ends at a deadline", s.deadline},
		{true, "Cancelled", "ends within a second of being cancelled", s.cancelled},
		{true, "CancelledBefore", "begins nothing once cancelled", s.cancelledBefore},
		{s.b.Able.Steps, "Steps", "keeps to a bound of steps, at the same place every time", s.steps},
		{runtime.GOOS == "linux", "Memory", "ends where it needs more memory than it may have", s.tooLittleMemory},
		{true, "StillWell", "answers as before after all that", s.stillWell},
	} {
		if m.ok {
			tests = append(tests, Test{prefix + m.name, m.doc, m.run})
		}
	}
	return tests
}

// Well reports what is wrong with a backend before it is asked anything: an
// error wrapping backends.ErrMissing where it is not there.
func Well(ctx context.Context, b backends.Backend) error {
	if b.Name == "" || b.Doc == "" || b.Install == "" || b.Probe == nil || b.Solve == nil {
		return errors.New("a backend has a name, a doc line, an Install text, Probe and Solve")
	}
	version, err := b.Probe(ctx)
	if err == nil && version == "" {
		err = errors.New("probe gives no version")
	}
	return err
}

// Run runs the suite. It closes the backend at the end.
func Run(t *testing.T, b backends.Backend) {
	ctx := context.Background()
	if err := Well(ctx, b); errors.Is(err, backends.ErrMissing) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	hangs := false
	for _, test := range Tests(b, Patience) {
		t.Run(test.Name, func(t *testing.T) {
			if hangs {
				t.Skip("not tried after a test that hung")
			}
			if err := test.Try(ctx); err != nil {
				t.Error(err)
				hangs = errors.Is(err, ErrHangs)
			}
		})
	}
}

type suite struct {
	b backends.Backend
	trials
	patience time.Duration
}

// leavesNobody closes the backend, and finds children of ours that were not
// there before.
func leavesNobody(b backends.Backend, before []int) error {
	var errs []error
	if b.Close != nil {
		if err := b.Close(); err != nil {
			errs = append(errs, fmt.Errorf("close: %w", err))
		}
	}
	for _, pid := range process.Descendants(os.Getpid()) {
		if !slices.Contains(before, pid) {
			errs = append(errs, fmt.Errorf("process %d is left behind: %s", pid, commandLine(pid)))
		}
	}
	return errors.Join(errs...)
}

func commandLine(pid int) string {
	args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return string(bytes.ReplaceAll(args, []byte{0}, []byte(" ")))
}
