package backendtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/encode/pb"
)

// Patience is a time within which every question of the suite ends on any
// machine, but for the one that is meant not to.
const Patience = 30 * time.Second

// ErrHangs is wrapped where a backend lets the Patience pass: what is not tried
// yet would take as long.
var ErrHangs = errors.New("hangs")

// small is the number of variables up to which a backend may not give up.
const small = 20

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
func (s suite) ask(ctx context.Context, f *pb.Formula, want backends.Verdict) error {
	_, _, err := s.hear(ctx, f, want, backends.Options{})
	return err
}

// hear is ask, for those who want the answer and the proof.
func (s suite) hear(ctx context.Context, f *pb.Formula, want backends.Verdict, opt backends.Options) (backends.Answer, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	var proof bytes.Buffer
	if s.b.Able.Proof && provable(f) {
		opt.Proof = &proof
	}
	a, err := s.b.Solve(ctx, f, opt)
	if err == nil && a.Verdict == backends.Unknown && a.Stop == backends.TimeLimit {
		return a, nil, fmt.Errorf("%w: no answer within %v", ErrHangs, s.patience)
	}
	err = Verify(f, want, a, err, proof.Bytes())
	if err == nil && opt.Proof != nil && a.Verdict == backends.Unsat && a.Proof == backends.NoProof {
		err = errors.New("a backend that is able wrote no proof")
	}
	return a, proof.Bytes(), err
}

// provable reports a decision of a kind that there are proofs of.
func provable(f *pb.Formula) bool {
	_, ok := f.SetCover()
	return f.Objective == nil && (ok || f.IsCNF())
}

// faults collects what is wrong in a test of many questions, the first few.
type faults []error

// add reports whether there is no use in going on.
func (fs *faults) add(err error, format string, args ...any) (enough bool) {
	const most = 5
	if err != nil && len(*fs) < most {
		*fs = append(*fs, fmt.Errorf(format+": %w", append(args, err)...))
	}
	return len(*fs) == most || errors.Is(err, ErrHangs)
}

func (fs faults) error() error { return errors.Join(fs...) }

func (s suite) corpus(ctx context.Context) error {
	var wrong faults
	for _, c := range Corpus() {
		if wrong.add(s.ask(ctx, c.Formula, c.Want), "%s", c.Name) {
			break
		}
	}
	return wrong.error()
}

func (s suite) random(ctx context.Context) error {
	var wrong faults
	for seed := range uint64(30) {
		n := 8 + int(seed)%9
		f := Random3SAT(n, n*43/10, seed)
		want, err := truth(ctx, f)
		if err == nil {
			err = s.ask(ctx, f, want.Verdict)
		}
		if wrong.add(err, "random 3-SAT of %d variables, seed %d", n, seed) {
			break
		}
	}
	return wrong.error()
}

func (s suite) linear(ctx context.Context) error {
	var wrong faults
	for seed := range uint64(30) {
		f := RandomLinear(8, 9, seed, false)
		want, err := truth(ctx, f)
		if err == nil {
			err = s.ask(ctx, f, want.Verdict)
		}
		if wrong.add(err, "linear formula, seed %d", seed) {
			break
		}
	}
	return wrong.error()
}

func (s suite) objective(ctx context.Context) error {
	var wrong faults
	for _, c := range Objectives() {
		want, err := truth(ctx, c.Formula)
		if err == nil {
			err = s.optimum(ctx, c.Formula, want)
		}
		if wrong.add(err, "%s", c.Name) {
			break
		}
	}
	for seed := range uint64(30) {
		f := RandomLinear(8, 7, seed, true)
		if !s.b.Able.Linear {
			f = Random3SAT(8, 20+int(seed), seed)
			f.Objective = RandomLinear(8, 0, seed, true).Objective
		}
		want, err := truth(ctx, f)
		if err == nil {
			err = s.optimum(ctx, f, want)
		}
		if wrong.add(err, "objective, seed %d", seed) {
			break
		}
	}
	return wrong.error()
}

// optimum holds an answer against the optimum that is known.
func (s suite) optimum(ctx context.Context, f *pb.Formula, want backends.Answer) error {
	a, _, err := s.hear(ctx, f, want.Verdict, backends.Options{})
	if err == nil && a.Verdict == backends.Optimal && (a.Bound != want.Bound || a.Model.Value(f.Objective) != want.Bound) {
		return fmt.Errorf("claims the optimum %d with a model of %d, but it is %d", a.Bound, a.Model.Value(f.Objective), want.Bound)
	}
	return err
}

// truth by exhaustion.
func truth(ctx context.Context, f *pb.Formula) (backends.Answer, error) {
	a, err := exhaust.New().Solve(ctx, f, backends.Options{Steps: 1 << 40})
	if err == nil && a.Verdict == backends.Unknown {
		err = fmt.Errorf("the truth is not known: %s", a.Stop)
	}
	return a, err
}

// large: a chain of many implications with a few models, and one where the
// chain bites its tail.
func (s suite) large(ctx context.Context) error {
	const n = 5000
	order := rand.New(rand.NewPCG(1, 5)).Perm(n)
	f := pb.New()
	x := f.Block("x", n)
	for i := 1; i < n; i++ {
		f.Clause(-x.At(order[i-1]), x.At(order[i]))
	}
	f.Clause(x.At(order[n/2]))
	var wrong faults
	wrong.add(s.ask(ctx, f, backends.Sat), "a chain of %d implications", n)
	f.Clause(-x.At(order[n-1]))
	wrong.add(s.ask(ctx, f, backends.Unsat), "a chain of %d implications that contradicts itself", n)
	return wrong.error()
}

// What a backend does not take, and what it cannot do, it refuses with an
// error that claims nothing.
func (s suite) refuses(ctx context.Context) error {
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
	var wrong faults
	for _, ask := range asks {
		if s.b.Accepts(ask.f, ask.opt) == nil {
			continue
		}
		a, err := s.b.Solve(ctx, ask.f, ask.opt)
		switch {
		case err == nil:
			wrong.add(errors.New("taken, against its abilities"), "%s", ask.what)
		case a.Verdict != backends.Unknown:
			wrong.add(err, "%s: an error with the verdict %v", ask.what, a.Verdict)
		}
	}
	return wrong.error()
}

// A proof that cannot be written is not passed over in silence.
func (s suite) brokenWriter(ctx context.Context) error {
	a, err := s.b.Solve(ctx, Pigeonhole(6, 5), backends.Options{Proof: broken{}})
	if err == nil || a.Verdict != backends.Unknown {
		return fmt.Errorf("answers %v, %v, though its proof could not be written", a.Verdict, err)
	}
	return nil
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, syscall.ENOSPC }
