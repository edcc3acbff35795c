// Package backendtest is the conformance suite of a backend. The author of a
// new one writes a test of three lines:
//
//	func TestMain(m *testing.M) { all.Child(); os.Exit(m.Run()) }
//
//	func TestBackend(t *testing.T) { backendtest.Run(t, mybackend.New()) }
//
// Run asks formulas of known status, evaluates every model, checks every
// proof, and tries the backend's manners: that it ends with its context, keeps
// to steps and memory, answers the same for the same seed, and leaves no
// process behind. A backend that is not installed is skipped.
package backendtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// surely is a time within which everything here ends on any machine; a test
// that needs it hangs.
const surely = 60 * time.Second

// small is the number of variables up to which a backend may not give up.
const small = 20

// Run runs the suite. It closes the backend at the end.
func Run(t *testing.T, b backends.Backend) {
	if b.Name == "" || b.Doc == "" || b.Install == "" || b.Probe == nil || b.Solve == nil {
		t.Fatal("a backend has a name, a doc line, an Install text, Probe and Solve")
	}
	version, err := b.Probe(context.Background())
	if errors.Is(err, backends.ErrMissing) {
		t.Skip(err)
	}
	if err != nil || version == "" {
		t.Fatalf("probe: version %q, %v", version, err)
	}
	before := process.Descendants(os.Getpid())
	s, covers := suite{b, ofClauses()}, suite{b, ofSetCovers()}
	tests := []struct {
		name string
		ok   bool // for this backend
		run  func(*testing.T)
	}{
		{"Corpus", b.Able.Clauses, s.corpus},
		{"Random", b.Able.Clauses, s.random},
		{"Linear", b.Able.Linear, s.linear},
		{"Objective", b.Able.Objective, s.objective},
		{"Refuses", true, s.refuses},
		{"BrokenProofWriter", b.Able.Proof && b.Able.Clauses, s.brokenWriter},
		{"Manners", b.Able.Clauses, s.manners},
		{"SetCovers", b.Able.SetCovers, covers.setCovers},
		{"SetCoverManners", b.Able.SetCovers, covers.manners},
	}
	for _, test := range tests {
		if test.ok {
			t.Run(test.name, test.run)
		}
	}
	if b.Close != nil {
		if err := b.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	for _, pid := range process.Descendants(os.Getpid()) {
		if !slices.Contains(before, pid) {
			t.Errorf("process %d is left behind: %s", pid, commandLine(pid))
		}
	}
}

type suite struct {
	b backends.Backend
	trials
}

// trials are formulas that a backend's manners are tried on.
type trials struct {
	yes, no *pb.Formula // easy ones
	seeded  *pb.Formula // with many models
	hard    *pb.Formula // has none, and takes very long
	memory  int64       // less than the hard one needs
}

// ofClauses is hard by pigeonholes, out of every backend's reach that reasons by
// resolution. A megabyte is less than any process has.
func ofClauses() trials {
	return trials{Pigeonhole(4, 4), Pigeonhole(4, 3), Random3SAT(small, 60, 1), Pigeonhole(15, 14), 1 << 20}
}

// ofSetCovers is hard by cap sets.
func ofSetCovers() trials {
	return trials{CapSet(2, 5), CapSet(2, 4), CapSet(3, 19), CapSet(4, 60), 1000}
}

func (s suite) manners(t *testing.T) {
	tests := []struct {
		name string
		ok   bool
		run  func(*testing.T)
	}{
		{"SameSeed", s.b.Able.Deterministic, s.sameSeed},
		{"TwoAtOnce", true, s.twoAtOnce},
		{"Deadline", true, s.deadline},
		{"Cancelled", true, s.cancelled},
		{"CancelledBefore", true, s.cancelledBefore},
		{"Steps", s.b.Able.Steps, s.steps},
		{"Memory", runtime.GOOS == "linux", s.tooLittleMemory},
		{"StillWell", true, s.stillWell},
	}
	for _, test := range tests {
		if test.ok {
			t.Run(test.name, test.run)
		}
	}
}

// Verify judges an answer by what is certain: the status that is wanted, the
// model, the proof. A formula of more than 20 variables may be given up.
func Verify(f *pb.Formula, want backends.Verdict, a backends.Answer, err error, proof []byte) error {
	switch {
	case err != nil:
		return err
	case a.Verdict == backends.Unknown && a.Stop == "":
		return errors.New("no answer, and no reason why it stopped")
	case a.Verdict == backends.Unknown && a.Stop == backends.GaveUp && f.Vars() > small:
		return nil
	case a.Verdict != want:
		return fmt.Errorf("answers %v (%s), but the formula is %v", a.Verdict, a.Stop, want)
	}
	if a.Verdict == backends.Sat || a.Verdict == backends.Optimal {
		return f.Check(a.Model)
	}
	switch a.Proof {
	case backends.NoProof:
		return nil
	case backends.Tree: // judged by package check, against the relation
		if _, ok := f.SetCover(); !ok || len(proof) == 0 {
			return errors.New("the proof is said to be a tree, and is none")
		}
		return nil
	}
	return CheckProof(f, proof, a.Proof)
}

// ask solves, with a proof where the backend writes any.
func (s suite) ask(f *pb.Formula, want backends.Verdict) error {
	ctx, cancel := context.WithTimeout(context.Background(), surely)
	defer cancel()
	var proof bytes.Buffer
	var opt backends.Options
	if s.b.Able.Proof && provable(f) {
		opt.Proof = &proof
	}
	a, err := s.b.Solve(ctx, f, opt)
	if err := Verify(f, want, a, err, proof.Bytes()); err != nil {
		return err
	}
	if opt.Proof != nil && a.Verdict == backends.Unsat && a.Proof == backends.NoProof {
		return errors.New("a backend that is able wrote no proof")
	}
	return nil
}

// provable reports a decision of a kind that there are proofs of.
func provable(f *pb.Formula) bool {
	_, ok := f.SetCover()
	return f.Objective == nil && (ok || f.IsCNF())
}

func (s suite) corpus(t *testing.T) {
	for _, c := range Corpus() {
		if err := s.ask(c.Formula, c.Want); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

func (s suite) random(t *testing.T) {
	count := map[backends.Verdict]int{}
	for seed := range uint64(30) {
		n := 8 + int(seed)%9
		f := Random3SAT(n, n*43/10, seed)
		want := truth(t, f).Verdict
		count[want]++
		if err := s.ask(f, want); err != nil {
			t.Errorf("random 3-SAT of %d variables, seed %d: %v", n, seed, err)
		}
	}
	if count[backends.Sat] < 5 || count[backends.Unsat] < 5 {
		t.Errorf("the formulas are one-sided: %v", count)
	}
}

func (s suite) linear(t *testing.T) {
	for seed := range uint64(30) {
		f := RandomLinear(8, 9, seed, false)
		if err := s.ask(f, truth(t, f).Verdict); err != nil {
			t.Errorf("linear formula, seed %d: %v", seed, err)
		}
	}
}

func (s suite) objective(t *testing.T) {
	for seed := range uint64(30) {
		f := RandomLinear(8, 7, seed, true)
		if !s.b.Able.Linear {
			f = Random3SAT(8, 20+int(seed), seed)
			f.Objective = RandomLinear(8, 0, seed, true).Objective
		}
		want := truth(t, f)
		a, err := s.b.Solve(context.Background(), f, backends.Options{})
		if err := Verify(f, want.Verdict, a, err, nil); err != nil {
			t.Errorf("objective, seed %d: %v", seed, err)
		} else if a.Verdict == backends.Optimal && (a.Bound != want.Bound || a.Model.Value(f.Objective) != want.Bound) {
			t.Errorf("objective, seed %d: optimum %d with a model of %d, want %d", seed, a.Bound, a.Model.Value(f.Objective), want.Bound)
		}
	}
}

// truth by exhaustion.
func truth(t *testing.T, f *pb.Formula) backends.Answer {
	t.Helper()
	a, err := exhaust.New().Solve(context.Background(), f, backends.Options{Steps: 1 << 40})
	if err != nil || a.Verdict == backends.Unknown {
		t.Fatalf("exhaust: %v, %v", a.Verdict, err)
	}
	return a
}

// What a backend does not take, and what it cannot do, it refuses with an
// error that claims nothing.
func (s suite) refuses(t *testing.T) {
	optimise := Pigeonhole(2, 2)
	optimise.Objective = []pb.Term{{Coef: 1, Lit: 1}}
	asks := []struct {
		what string
		f    *pb.Formula
		opt  backends.Options
	}{
		{"clauses", Pigeonhole(2, 2), backends.Options{}},
		{"linear constraints", RandomLinear(4, 4, 1, false), backends.Options{}},
		{"an objective", optimise, backends.Options{}},
		{"steps", Pigeonhole(3, 2), backends.Options{Steps: 10}},
	}
	for _, ask := range asks {
		if s.b.Accepts(ask.f, ask.opt) == nil {
			continue
		}
		a, err := s.b.Solve(context.Background(), ask.f, ask.opt)
		if err == nil {
			t.Errorf("takes %s, against its abilities", ask.what)
		}
		if a.Verdict != backends.Unknown {
			t.Errorf("%s: an error with the verdict %v", ask.what, a.Verdict)
		}
	}
}

// A proof that cannot be written is not passed over in silence.
func (s suite) brokenWriter(t *testing.T) {
	a, err := s.b.Solve(context.Background(), Pigeonhole(6, 5), backends.Options{Proof: broken{}})
	if err == nil || a.Verdict != backends.Unknown {
		t.Errorf("got %v, %v", a.Verdict, err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func (s suite) sameSeed(t *testing.T) {
	solve := func() backends.Answer {
		a, err := s.b.Solve(context.Background(), s.seeded, backends.Options{Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a, b := solve(), solve()
	if a.Verdict != b.Verdict || a.Steps != b.Steps || !slices.Equal(a.Model, b.Model) {
		t.Errorf("two answers for one seed: %v and %v", a, b)
	}
}

func (s suite) twoAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 2 {
		for seed := range uint64(6) {
			f, want := s.no, backends.Unsat
			if seed%2 == 1 {
				f, want = s.yes, backends.Sat
			}
			wg.Go(func() {
				if err := s.ask(f, want); err != nil {
					t.Errorf("%d, %d: %v", i, seed, err)
				}
			})
		}
	}
	wg.Wait()
}

// leaves checks that a backend ended for the reason given. One that answers the
// hard formula all the same is not blamed.
func leaves(t *testing.T, a backends.Answer, err error, reasons ...backends.Stop) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict == backends.Unsat {
		return
	}
	if a.Verdict != backends.Unknown || !slices.Contains(reasons, a.Stop) {
		t.Fatalf("got %v (%q), want no answer (%q)", a.Verdict, a.Stop, reasons)
	}
}

// inTime runs something that has to end although the search would not.
func inTime(t *testing.T, solve func() (backends.Answer, error)) (backends.Answer, error) {
	t.Helper()
	type result struct {
		a   backends.Answer
		err error
	}
	done := make(chan result, 1)
	go func() {
		a, err := solve()
		done <- result{a, err}
	}()
	select {
	case r := <-done:
		return r.a, r.err
	case <-time.After(surely):
		t.Fatal("does not come back")
		panic("unreachable")
	}
}

func (s suite) deadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	a, err := inTime(t, func() (backends.Answer, error) { return s.b.Solve(ctx, s.hard, backends.Options{}) })
	leaves(t, a, err, backends.TimeLimit, backends.GaveUp)
}

func (s suite) cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	a, err := inTime(t, func() (backends.Answer, error) {
		return s.b.Solve(ctx, s.hard, backends.Options{})
	})
	leaves(t, a, err, backends.Interrupted, backends.GaveUp)
}

func (s suite) cancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := inTime(t, func() (backends.Answer, error) { return s.b.Solve(ctx, s.hard, backends.Options{}) })
	leaves(t, a, err, backends.Interrupted)
}

// A bound of steps ends the search at the same place every time.
func (s suite) steps(t *testing.T) {
	solve := func() backends.Answer {
		a, err := inTime(t, func() (backends.Answer, error) {
			return s.b.Solve(context.Background(), s.hard, backends.Options{Steps: 300})
		})
		leaves(t, a, err, backends.GaveUp)
		return a
	}
	a, b := solve(), solve()
	if s.b.Able.Deterministic && a.Steps != b.Steps {
		t.Errorf("%d steps, then %d", a.Steps, b.Steps)
	}
}

// After all that was killed it answers as before.
func (s suite) stillWell(t *testing.T) {
	if err := s.ask(s.no, backends.Unsat); err != nil {
		t.Error(err)
	}
}

// Without the memory that it needs it ends.
func (s suite) tooLittleMemory(t *testing.T) {
	a, err := inTime(t, func() (backends.Answer, error) {
		return s.b.Solve(context.Background(), s.hard, backends.Options{Memory: s.memory})
	})
	leaves(t, a, err, backends.MemoryLimit, backends.GaveUp)
}

func commandLine(pid int) string {
	args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return string(bytes.ReplaceAll(args, []byte{0}, []byte(" ")))
}
