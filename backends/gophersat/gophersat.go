// Package gophersat is the embedded SAT solver: github.com/crillab/gophersat,
// in pure Go, so that hubcover decides and proves without any program
// installed.
//
// The library keeps buffers in package variables, cannot be interrupted and
// may panic, so it runs in children of this very binary, one solve at a time
// in each: a child is killed when the context of its solve ends, and goes back
// to a small pool after a clean answer. The program has to call
// hubcover.Child() first thing in main for that. Only its plain clause mode is
// used: its assumptions, optimisation and cutting planes gave wrong answers.
package gophersat

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

const name = "gophersat"

// New makes the backend. Nothing is started before the first Solve.
func New() backends.Backend {
	p := &pool{}
	return backends.Backend{
		Name: name,
		Doc:  "embedded SAT solver in pure Go, writes RUP proofs (github.com/crillab/gophersat)",
		Able: backends.Abilities{Clauses: true, Proof: true, Steps: true, Deterministic: true},
		Off: []backends.Off{
			{Ability: "linear", Test: "Corpus", Why: "panics on an empty constraint"},
			{Ability: "cutting planes", Test: "Corpus", Why: "with at-most-one detection, pigeonholes are claimed satisfiable"},
			{Ability: "objective", Test: "Objective", Why: "Minimize panics where a variable is in no constraint"},
			{Ability: "assumptions", Test: "Corpus", Why: "Assume panics on opposite units"},
			{Ability: "parallel", Why: "solvers share a buffer: every solve has a child process of its own"},
		},
		Install: "built in; a program that uses this library as its own has to call hubcover.Child() " +
			"first thing in main",
		Probe: func(context.Context) (string, error) {
			if err := ready(); err != nil {
				return "", err
			}
			return version(), nil
		},
		Solve: p.solve,
		Close: p.close,
	}
}

func ready() error {
	if err := process.Ready(role); err != nil {
		return fmt.Errorf("gophersat: %w: %v", backends.ErrMissing, err)
	}
	return nil
}

// version of the module that was linked in.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/crillab/gophersat" {
				return m.Version
			}
		}
	}
	return "unknown version"
}

// pool keeps idle children for the next solves.
type pool struct {
	mu   sync.Mutex
	idle []*child
}

// take gives an idle child that still lives, or starts one.
func (p *pool) take() (*child, error) {
	p.mu.Lock()
	for len(p.idle) > 0 {
		c := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		if !c.peer.Gone() {
			p.mu.Unlock()
			return c, nil
		}
		c.peer.Kill()
	}
	p.mu.Unlock()
	return startChild()
}

// put takes a child back after a clean answer.
func (p *pool) put(c *child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) >= runtime.GOMAXPROCS(0) {
		c.peer.Kill()
		return
	}
	p.idle = append(p.idle, c)
}

// close ends the idle children. The pool can be used on, and closed again.
func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		c.peer.Kill()
	}
	p.idle = nil
	return nil
}

func (p *pool) solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	if err := ready(); err != nil {
		return backends.Answer{}, err
	}
	if !f.IsCNF() {
		return backends.Answer{}, fmt.Errorf("gophersat takes clauses only")
	}
	if ctx.Err() != nil {
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	}
	c, err := p.take()
	if err != nil {
		return backends.Answer{}, err
	}
	return p.ask(ctx, c, f, opt)
}

// ask has one child solve the formula, and disposes of the child.
func (p *pool) ask(ctx context.Context, c *child, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	type outcome struct {
		reply reply
		err   error
	}
	got := make(chan outcome, 1)
	go func() {
		r, err := c.solve(f, opt)
		got <- outcome{r, err}
	}()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	var stop backends.Stop
	for {
		select {
		case o := <-got:
			switch {
			case stop != "":
				return backends.Answer{Stop: stop}, nil
			case o.err != nil || o.reply.Error != "" || o.reply.GaveUp:
				c.peer.Kill()
			default:
				p.put(c)
			}
			if o.err != nil {
				return backends.Answer{}, o.err
			}
			return answer(f, opt, o.reply)
		case <-ctx.Done():
			if stop == "" {
				stop = backends.StopOf(ctx)
				c.peer.Kill() // which ends the conversation too
			}
			ctx = context.WithoutCancel(ctx)
		case <-tick.C:
			if opt.Memory > 0 && stop == "" && c.peer.Resident() > opt.Memory {
				stop = backends.MemoryLimit
				c.peer.Kill()
			}
		}
	}
}

// answer believes no model unseen.
func answer(f *pb.Formula, opt backends.Options, r reply) (backends.Answer, error) {
	a := backends.Answer{Steps: r.Conflicts}
	switch {
	case r.Error != "":
		return backends.Answer{}, fmt.Errorf("gophersat: %s", r.Error)
	case r.GaveUp:
		a.Stop = backends.GaveUp
	case r.Model != nil:
		a.Verdict, a.Model = backends.Sat, r.Model
		if err := f.Check(a.Model); err != nil {
			return backends.Answer{}, fmt.Errorf("gophersat: claims satisfiable, but its %w", err)
		}
	default:
		a.Verdict = backends.Unsat
		if opt.Proof != nil {
			a.Proof = backends.DRATText
		}
	}
	return a, nil
}

// writeProof passes one piece on.
func writeProof(w io.Writer, p []byte) error {
	if _, err := w.Write(p); err != nil {
		return fmt.Errorf("writing the proof: %w", err)
	}
	return nil
}
