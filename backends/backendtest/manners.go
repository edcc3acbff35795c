package backendtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

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

func (s suite) sameSeed(ctx context.Context) error {
	opt := backends.Options{Seed: 7}
	var said [2]struct {
		yes, no backends.Answer
		proof   []byte
	}
	for i := range said {
		var err error
		if said[i].yes, err = s.inTime(ctx, s.seeded, opt); err != nil {
			return err
		}
		if said[i].no, said[i].proof, err = s.hear(ctx, s.no, backends.Unsat, opt); err != nil {
			return err
		}
	}
	a, b := said[0], said[1]
	if a.yes.Verdict != b.yes.Verdict || a.yes.Steps != b.yes.Steps || !slices.Equal(a.yes.Model, b.yes.Model) {
		return fmt.Errorf("two answers for one seed: %v and %v", a.yes, b.yes)
	}
	if !bytes.Equal(a.proof, b.proof) {
		return fmt.Errorf("two proofs for one seed, of %d and %d bytes", len(a.proof), len(b.proof))
	}
	return nil
}

// inTime solves with patience.
func (s suite) inTime(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	return s.b.Solve(ctx, f, opt)
}

func (s suite) twoAtOnce(ctx context.Context) error {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var wrong faults
	for i := range 2 {
		for seed := range uint64(6) {
			f, want := s.no, backends.Unsat
			if seed%2 == 1 {
				f, want = s.yes, backends.Sat
			}
			wg.Go(func() {
				err := s.ask(ctx, f, want)
				mu.Lock()
				defer mu.Unlock()
				wrong.add(err, "question %d, %d at once", seed, i)
			})
		}
	}
	wg.Wait()
	return wrong.error()
}

// leaves asks the hard formula, and checks that the backend ends for one of the
// reasons. One that answers it all the same is not blamed.
func (s suite) leaves(ctx context.Context, opt backends.Options, reasons ...backends.Stop) (backends.Answer, error) {
	type result struct {
		a   backends.Answer
		err error
	}
	ctx, cancel := context.WithTimeout(ctx, 2*s.patience)
	defer cancel()
	done := make(chan result, 1)
	go func() {
		a, err := s.b.Solve(ctx, s.hard, opt)
		done <- result{a, err}
	}()
	var r result
	select {
	case r = <-done:
	case <-time.After(3 * s.patience):
		return r.a, fmt.Errorf("%w: does not come back within %v", ErrHangs, 3*s.patience)
	}
	switch {
	case r.err != nil:
		return r.a, r.err
	case r.a.Verdict == backends.Unsat:
		return r.a, nil
	case r.a.Verdict != backends.Unknown || !slices.Contains(reasons, r.a.Stop):
		return r.a, fmt.Errorf("answers %v (%q), where no answer was expected (%q)", r.a.Verdict, r.a.Stop, reasons)
	}
	return r.a, nil
}

// aWhile is how long a search runs before it is ended.
const aWhile = 200 * time.Millisecond

func (s suite) deadline(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, aWhile)
	defer cancel()
	_, err := s.leaves(ctx, backends.Options{}, backends.TimeLimit, backends.GaveUp)
	return err
}

// cancelled takes the best of three, so that a busy machine is not blamed on the
// backend.
func (s suite) cancelled(ctx context.Context) error {
	const soon = time.Second
	best := time.Duration(math.MaxInt64)
	for try := 0; try < 3 && best > soon; try++ {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var at time.Time
		timer := time.AfterFunc(aWhile, func() { at = time.Now(); cancel() })
		_, err := s.leaves(ctx, backends.Options{}, backends.Interrupted, backends.GaveUp)
		if err != nil {
			return err
		}
		if timer.Stop() { // it was faster
			return nil
		}
		<-ctx.Done()
		best = min(best, time.Since(at))
	}
	if best > soon {
		return fmt.Errorf("ends %v after it was cancelled", best.Round(time.Millisecond))
	}
	return nil
}

func (s suite) cancelledBefore(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	_, err := s.leaves(ctx, backends.Options{}, backends.Interrupted)
	return err
}

// A bound of steps ends the search at the same place every time.
func (s suite) steps(ctx context.Context) error {
	a, errA := s.leaves(ctx, backends.Options{Steps: 300}, backends.GaveUp)
	b, errB := s.leaves(ctx, backends.Options{Steps: 300}, backends.GaveUp)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if s.b.Able.Deterministic && a.Steps != b.Steps {
		return fmt.Errorf("%d steps, then %d", a.Steps, b.Steps)
	}
	return nil
}

// Without the memory that it needs it ends.
func (s suite) tooLittleMemory(ctx context.Context) error {
	_, err := s.leaves(ctx, backends.Options{Memory: s.memory}, backends.MemoryLimit, backends.GaveUp)
	return err
}

// After all that was killed it answers as before.
func (s suite) stillWell(ctx context.Context) error { return s.ask(ctx, s.no, backends.Unsat) }
