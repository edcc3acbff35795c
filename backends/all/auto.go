package all

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

const auto = "auto"

// A small formula is first given to the embedded solver for a few steps: its
// child is already running, where starting a program takes 6 to 10 ms.
// Measured on random 3-SAT, pigeonholes and cover formulas, it has answered
// within the steps or lost less than 5 ms.
const (
	smallClauses = 2000
	shortSteps   = 400
	embedded     = "gophersat"
)

// Auto is a backend that asks the others: the first of the list that is
// present and takes the formula, the next one where that fails; where a proof
// is wanted, those that write proofs before the others. Small formulas get a
// short attempt by the embedded solver first. The Answer's By says who answered.
func Auto(list []backends.Backend) backends.Backend {
	a := chooser(list)
	able := backends.Abilities{Deterministic: true}
	for _, b := range list {
		able.Clauses = able.Clauses || b.Able.Clauses
		able.Linear = able.Linear || b.Able.Linear
		able.Objective = able.Objective || b.Able.Objective
		able.SetCovers = able.SetCovers || b.Able.SetCovers
		able.Proof = able.Proof || b.Able.Proof
		able.Steps = able.Steps || b.Able.Steps
		able.Deterministic = able.Deterministic && b.Able.Deterministic
	}
	return backends.Backend{
		Name:    auto,
		Doc:     "the best backend that is present and takes the formula",
		Able:    able,
		Install: "built in",
		Probe:   a.probe,
		Solve:   a.solve,
		Close:   a.close,
	}
}

type chooser []backends.Backend

// probe tells the backend that most formulas go to.
func (c chooser) probe(ctx context.Context) (string, error) {
	var errs []error
	for _, b := range c {
		version, err := b.Probe(ctx)
		if err == nil {
			return b.Name + " " + version, nil
		}
		errs = append(errs, err)
	}
	return "", fmt.Errorf("no backend is present: %w", errors.Join(append(errs, backends.ErrMissing)...))
}

func (c chooser) close() error {
	var errs []error
	for _, b := range c {
		if b.Close != nil {
			errs = append(errs, b.Close())
		}
	}
	return errors.Join(errs...)
}

func (c chooser) solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	if ctx.Err() != nil {
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	}
	proof := &touched{w: opt.Proof}
	if opt.Proof != nil {
		opt.Proof = proof
	}
	if a, err := c.short(ctx, f, opt); err != nil || a.Verdict != backends.Unknown {
		return a, err
	}
	able, errs := c.able(f, opt)
	for _, b := range able {
		if _, err := b.Probe(ctx); err != nil {
			if ctx.Err() != nil {
				return backends.Answer{Stop: backends.StopOf(ctx)}, nil
			}
			errs = append(errs, err)
			continue
		}
		a, err := b.Solve(ctx, f, opt)
		if err == nil {
			a.By = b.Name
			return a, nil
		}
		errs = append(errs, err)
		if proof.begun {
			break // no other proof can follow the pieces of this one
		}
	}
	return backends.Answer{}, fmt.Errorf("no backend answers: %w", errors.Join(errs...))
}

// able lists those that take the formula, those that can prove first where a
// proof is wanted, with the reasons of the others.
func (c chooser) able(f *pb.Formula, opt backends.Options) (able []backends.Backend, errs []error) {
	unproved := opt
	unproved.Proof = nil
	var without []backends.Backend
	for _, b := range c {
		switch err := b.Accepts(f, unproved); {
		case err != nil:
			errs = append(errs, err)
		case b.Accepts(f, opt) == nil:
			able = append(able, b)
		default:
			without = append(without, b)
		}
	}
	return append(able, without...), errs
}

// short is the attempt by the embedded solver; whatever goes wrong with it is
// an answer that claims nothing, but for a proof that cannot be passed on.
func (c chooser) short(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	var none backends.Answer
	b, err := Find(c, embedded)
	if err != nil || f.Len() > smallClauses {
		return none, nil
	}
	var proof bytes.Buffer // kept back until there is an answer
	given := opt.Proof
	if given != nil {
		opt.Proof = &proof
	}
	if opt.Steps == 0 || opt.Steps > shortSteps {
		opt.Steps = shortSteps
	}
	if _, err := b.Probe(ctx); err != nil || b.Accepts(f, opt) != nil {
		return none, nil
	}
	a, err := b.Solve(ctx, f, opt)
	if err != nil || a.Verdict == backends.Unknown {
		return none, nil
	}
	if given != nil {
		if _, err := given.Write(proof.Bytes()); err != nil {
			return none, fmt.Errorf("passing the proof on: %w", err)
		}
	}
	a.By = b.Name
	return a, nil
}

// touched notes whether anything was tried to be written.
type touched struct {
	w     io.Writer
	begun bool
}

func (t *touched) Write(p []byte) (int, error) {
	t.begun = true
	return t.w.Write(p)
}
