// Package hubcover finds and certifies how cheaply an attention pattern can be
// realised: the biclique cover number b, the hub-chromatic index χ_hub, the
// ordinary chromatic index χ′ and the Pareto front between hubs and colours of
// a 0/1 relation or digraph.
//
// The path of an answer is
//
//	instances → encode/kernel → encode/bound → encode → backends → verify
//	what is     made smaller    bracketed      phrased   answered   believed
//
// and this file is its order. A program that wants the embedded backend calls
// Child first thing in main.
package hubcover

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
)

// Child must be the first call of main, and of TestMain: where the process was
// started by hubcover to run an embedded backend, it does so and never
// returns. Without it the embedded backends are unavailable.
func Child() { all.Child() }

// Solve answers the questions of opt about the instance. When ctx ends it
// returns soon with the best that is known: a limit is an answer, not an
// error. Every number in the result was checked against the instance.
func Solve(ctx context.Context, inst *instances.Instance, opt Options) (*Result, error) {
	if opt.Questions == nil {
		opt.Questions = []instances.Question{instances.B, instances.Chi, instances.ChiPrime}
	}
	if opt.Target < 0 {
		return nil, fmt.Errorf("a target of %d hubs: expected a number from 1 up, or 0 for none", opt.Target)
	}
	if opt.MinSize && !slices.Contains(opt.Questions, instances.B) {
		return nil, errors.New("covers are shrunk for b, which is not asked: add it to the questions")
	}
	s := newSolver(inst, opt)
	if opt.Start != nil {
		if err := verify.Cover(s.rel, opt.Start); err != nil {
			return nil, fmt.Errorf("the cover to start from is none of %s: %w", inst.Name, err)
		}
	}
	var tasks []task
	// χ′ is cheap, so that no limit leaves it out; the front uses b and χ_hub.
	for _, q := range []instances.Question{instances.ChiPrime, instances.B, instances.Chi, instances.Front} {
		switch {
		case !slices.Contains(opt.Questions, q):
		case q != instances.B && s.rel.HasOptional():
			return nil, fmt.Errorf("%s has optional cells, which only b allows: ask for b alone", inst.Name)
		default:
			tasks = append(tasks, s.task(q))
			if q == instances.B && opt.MinSize {
				tasks = append(tasks, s.sizeTask())
			}
		}
	}
	return s.inTime(ctx, func() error { return s.share(ctx, tasks) })
}

// Decide answers "is there a hub extension with at most hubs hubs and at most
// colors colours?"; Unbounded leaves a bound out.
func Decide(ctx context.Context, inst *instances.Instance, hubs, colors int, opt Options) (*Result, error) {
	s := newSolver(inst, opt)
	if colors != Unbounded && s.rel.HasOptional() {
		return nil, fmt.Errorf("%s has optional cells, which only b allows: leave the colours out", inst.Name)
	}
	s.res.Decide = &Decision{Hubs: hubs, Colors: colors, Answer: "unknown"}
	return s.inTime(ctx, func() error { return s.decide(ctx, hubs, colors) })
}
