package hubcover

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// solver is one call of Solve or Decide.
type solver struct {
	inst     *instances.Instance
	rel      *instances.Relation
	opt      Options
	res      *Result
	began    time.Time
	over     func() error       // whether all time is up, not just that of one task
	starved  bool               // a question was given up for want of memory
	cut      bool               // the time was up before a claim had its proof
	question instances.Question // that is being worked on, for progress
	cov      *covering
	col      *coloring
	made     int // proofs so far
	judge    check.Checker
	shown    Progress   // the last report
	mu       sync.Mutex // guards res, shown and opt.Progress
	checks   sync.Mutex // guards the checker's memory
	probes   sync.Mutex
	present  map[string]bool // backends, as probed
}

func newSolver(inst *instances.Instance, opt Options) *solver {
	if opt.Backends == nil {
		opt.Backends = []backends.Backend{all.Auto(all.Backends)}
	}
	if opt.LP == nil {
		opt.LP = all.BestLP(all.LPs)
	}
	s := &solver{inst: inst, rel: inst.Relation, opt: opt, res: &Result{Instance: inst, proofs: map[string][]byte{}}, began: time.Now(), present: map[string]bool{}}
	s.judge = check.Checker{Open: s.openProof, Memo: &check.Memo{}}
	return s
}

// report tells the caller how far an interval is.
func (s *solver) report(phase string, lower, upper int) {
	if s.opt.Progress == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = Progress{Question: s.question, Phase: phase, Lower: lower, Upper: upper, Rate: s.shown.Rate, Elapsed: time.Since(s.began)}
	s.opt.Progress(s.shown)
}

// pace is told by a backend at work how many steps it has made.
func (s *solver) pace() func(steps int64) {
	if s.opt.Progress == nil {
		return nil
	}
	began := time.Now()
	return func(steps int64) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.shown.Question != s.question {
			return
		}
		s.shown.Rate = float64(steps) / time.Since(began).Seconds()
		s.shown.Elapsed = time.Since(s.began)
		s.opt.Progress(s.shown)
	}
}

// update changes the result, which may be looked at meanwhile.
func (s *solver) update(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// patience is how long the result waits for a stage to notice that ctx ended,
// and a tenth of the time again where there is no cover yet.
const patience = 700 * time.Millisecond

// inTime does the work, but comes back soon after ctx ends even where some
// stage does not look at the clock: then what is known so far is the result.
func (s *solver) inTime(ctx context.Context, work func() error) (*Result, error) {
	s.over = ctx.Err
	done := make(chan error, 1)
	go func() { done <- work() }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case err = <-done:
		case <-time.After(patience):
			if s.bare() {
				select {
				case err = <-done:
				case <-time.After(time.Since(s.began) / 10):
				}
			}
			if err != nil {
				return nil, err
			}
			return s.snapshot(backends.StopOf(ctx)), nil
		}
	}
	if err != nil {
		return nil, err
	}
	return s.res, nil
}

// bare reports that an interval that was asked for has no cover yet.
func (s *solver) bare() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.res.B != nil && s.res.B.Upper < 0 || s.res.Chi != nil && s.res.Chi.Upper < 0
}

// snapshot copies what is known while work goes on.
func (s *solver) snapshot(stop backends.Stop) *Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	seconds := time.Since(s.began).Seconds()
	out := *s.res
	for _, iv := range []**Interval{&out.B, &out.Chi, &out.ChiPrime, &out.Index} {
		if *iv != nil {
			c := **iv
			c.end(stop, seconds)
			*iv = &c
		}
	}
	if out.B != nil {
		out.B.Size = s.sizeOf(out.B, stop, seconds)
		if s.onTarget(out.B) {
			out.B.Stop = ""
		}
	}
	if out.Front != nil {
		f := *out.Front
		f.end(stop, seconds)
		out.Front = &f
	}
	if out.Decide != nil {
		d := *out.Decide
		d.Stop, d.Seconds = stop, seconds
		out.Decide = &d
	}
	out.Rejected = slices.Clone(out.Rejected)
	out.proofs = maps.Clone(out.proofs)
	return &out
}

// clock adds the time that passes until the returned function is called.
func (s *solver) clock(d *time.Duration) func() {
	began := time.Now()
	return func() { s.update(func() { *d += time.Since(began) }) }
}

// answer is what came of one question to the backends; exactly one of its
// fields but stop is set, or none where nothing came of it.
type answer struct {
	cover instances.Extension // yes, decoded, in the indices of the problem
	no    *refutation
	stop  backends.Stop
	stuck bool // nothing will come of it with more time either
}

// refutation is a no: believed where by is set, somebody's word otherwise.
type refutation struct {
	by      *check.By // in the indices of the problem
	claimed string    // the backend
}

// budget of one call: time, or steps in deterministic mode; 0 is no bound.
type budget struct {
	time  time.Duration
	steps int64
}

// within is ctx for the time of the budget.
func (b budget) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, b.time)
}

// ask phrases a problem in canonical form and has it answered by the first
// backend that manages. A yes is decoded, to be verified by the caller against
// the original. A no whose proof does not convince the checker is a claim only;
// backends that write proofs are asked until one settles it. What cannot be
// right is put on record as rejected. The problem is one of a part of the
// instance, and lift carries what a bound rests on over to the instance.
func (s *solver) ask(ctx context.Context, enc encode.Encoder, p encode.Problem, lift lift, b budget) answer {
	return s.settle(ctx, enc, p, lift, b, nil)
}

// settle is ask where somebody claims a no already.
func (s *solver) settle(ctx context.Context, enc encode.Encoder, p encode.Problem, lift lift, b budget, claim *refutation) answer {
	stopClock := s.clock(&s.res.Phases.Encode)
	form, err := enc.Encode(ctx, p)
	stopClock()
	if err != nil {
		if ctx.Err() == nil { // too large
			s.reject("", enc, err)
		}
		return answer{stop: backends.StopOf(ctx), stuck: ctx.Err() == nil}
	}
	asked, cancel := b.within(ctx)
	defer cancel()
	prove := !s.opt.NoProof && formulaNames[enc.Name] != ""
	if claim != nil && !prove {
		return answer{no: claim}
	}
	if s.opt.CubeDepth > 0 && prove && formulaNames[enc.Name] != treeName {
		return s.askCubes(ctx, enc, p, lift, form, b)
	}
	stop := backends.GaveUp
	nobody, refused := true, error(nil) // was asked, and why
	for _, be := range s.candidates(prove) {
		if err := be.Takes(form.Formula); err != nil {
			if refused == nil {
				refused = err
			}
			continue
		}
		if claim != nil && !be.Able.Proof {
			continue
		}
		if !s.there(ctx, be) {
			refused = errors.New("no backend is present")
			continue
		}
		nobody = false
		if claim != nil {
			asked = ctx // what is claimed is worth proving
		}
		said, t, err := s.hear(asked, be, form.Formula, b.steps, prove)
		if err != nil {
			if asked.Err() == nil {
				s.reject(be.Name, enc, err)
				continue
			}
			said = backends.Answer{Stop: backends.StopOf(asked)}
		}
		name := be.Name
		if said.By != "" {
			name = said.By
		}
		switch said.Verdict {
		case backends.Sat, backends.Optimal:
			cover, err := form.Decode(said.Model)
			if err != nil {
				s.reject(name, enc, err)
				continue
			}
			if claim != nil {
				s.reject(claim.claimed, enc, fmt.Errorf("unsatisfiable, but %s found a model", name))
			}
			return answer{cover: cover}
		case backends.Unsat:
			r := &refutation{claimed: name}
			if t != nil {
				r.by, err = s.prove(ctx, enc, p, lift, form.Formula, t, said.Proof)
				t.close()
				if err != nil && ctx.Err() == nil {
					s.reject(name, enc, fmt.Errorf("unsatisfiable, but its proof: %w", err))
				}
			}
			switch {
			case r.by != nil || !prove:
				return answer{no: r}
			case ctx.Err() != nil:
				return s.unproved(ctx, r, backends.StopOf(ctx))
			}
			if claim == nil {
				claim = r
			}
		default:
			if !final(said.Stop, be.Able.Steps && b.steps > 0) {
				return s.unproved(ctx, claim, said.Stop)
			}
			if stop != backends.MemoryLimit {
				stop = said.Stop
			}
		}
	}
	if ctx.Err() != nil {
		return s.unproved(ctx, claim, backends.StopOf(ctx))
	}
	if nobody && refused != nil {
		s.reject("", enc, refused)
	}
	s.update(func() { s.starved = s.starved || claim == nil && stop == backends.MemoryLimit })
	return answer{no: claim, stop: stop, stuck: claim == nil}
}

// unproved is the answer where a claim, if there is one, stays without a proof.
// Where ctx cut the proof short, the question is asked again in the time that
// the whole still has.
func (s *solver) unproved(ctx context.Context, claim *refutation, stop backends.Stop) answer {
	if claim != nil && ctx.Err() != nil {
		if s.over() == nil {
			return answer{stop: stop}
		}
		s.update(func() { s.cut = true })
	}
	return answer{no: claim, stop: stop}
}

// stopOf tells why a question stays open.
func (s *solver) stopOf(ctx context.Context) backends.Stop {
	if s.starved && ctx.Err() == nil {
		return backends.MemoryLimit
	}
	return backends.StopOf(ctx)
}

// final reports that a backend, counted in steps or not, stopped for a reason
// that more time and steps do not change, so that another one should be asked.
func final(stop backends.Stop, counted bool) bool {
	return stop == backends.MemoryLimit || stop == backends.GaveUp && !counted
}

// hear runs one backend on a formula; where it is to prove and able to, its
// proof is on the tape, which the caller closes.
func (s *solver) hear(ctx context.Context, be backends.Backend, f *pb.Formula, steps int64, prove bool) (backends.Answer, *tape, error) {
	defer s.clock(&s.res.Phases.Solve)()
	opt := backends.Options{Seed: s.opt.Seed, Memory: s.opt.Memory, Progress: s.pace()}
	if be.Able.Steps {
		opt.Steps = steps
	}
	var t *tape
	if be.Able.Proof && prove {
		t = newTape()
		opt.Proof = t
	}
	said, err := be.Solve(ctx, f, opt)
	if t != nil && (err != nil || said.Verdict != backends.Unsat) {
		t.close()
		t = nil
	}
	return said, t, err
}

// candidates lists the backends of the options, and where proofs are wanted
// behind them the others that write some. Whether they are there is found out
// when they are to be asked.
func (s *solver) candidates(prove bool) (list []backends.Backend) {
	known := map[string]bool{}
	for i, b := range append(slices.Clone(s.opt.Backends), all.Backends...) {
		if own := i < len(s.opt.Backends); !known[b.Name] && (own || prove && b.Able.Proof) {
			known[b.Name] = true
			list = append(list, b)
		}
	}
	return list
}

// there probes a backend, once.
func (s *solver) there(ctx context.Context, b backends.Backend) bool {
	s.probes.Lock()
	defer s.probes.Unlock()
	there, probed := s.present[b.Name]
	if !probed {
		_, err := b.Probe(ctx)
		if there = err == nil; there || ctx.Err() == nil { // or it seems missing and is not
			s.present[b.Name] = there
		}
	}
	return there
}

// takesSetCovers reports that one of the backends chosen answers set covers.
func (s *solver) takesSetCovers(ctx context.Context) bool {
	return slices.ContainsFunc(s.candidates(false), func(b backends.Backend) bool { return b.Able.SetCovers && s.there(ctx, b) })
}

// optimisers lists the backends chosen that minimise set covers and prove
// nothing: integer programs, where they are preferred to any that proves.
func (s *solver) optimisers(ctx context.Context) (chosen []backends.Backend) {
	for _, b := range s.candidates(false) {
		switch {
		case !b.Able.SetCovers:
		case b.Able.Proof:
			return chosen
		case s.there(ctx, b):
			chosen = append(chosen, b)
		}
	}
	return chosen
}

// reject puts on record, once, what cannot be right; without a backend, what
// could not be asked.
func (s *solver) reject(backend string, enc encode.Encoder, err error) {
	r := Rejection{Backend: backend, Question: enc.Name, Reason: err.Error()}
	s.update(func() {
		if !slices.Contains(s.res.Rejected, r) {
			s.res.Rejected = append(s.res.Rejected, r)
		}
	})
}

// turns asks about several open gaps in turn, each round with a larger budget,
// alternately at the low end (where planted covers are found) and at the high
// end (where covers improve step by step), until none is left or ctx ends. A
// gap that stands alone gets all the time there is.
func (s *solver) turns(ctx context.Context, gaps func() []gap) {
	const first, growth = 500 * time.Millisecond, 4
	const stepsPerSecond = 20_000
	b := budget{time: first, steps: stepsPerSecond / 2}
	for round := 0; ctx.Err() == nil; round++ {
		open := gaps()
		if len(open) == 0 {
			return
		}
		for _, g := range open {
			k := g.low
			if round%2 == 1 {
				k = g.high - 1
			}
			share := b
			switch {
			case len(open) == 1 && g.low == g.high-1:
				share = budget{}
			case s.opt.Deterministic:
				share.time = 0
			default:
				share.steps = 0
			}
			g.ask(ctx, k, share)
			if ctx.Err() != nil {
				return
			}
		}
		if round%2 == 1 {
			b.time *= growth
			b.steps *= growth
		}
	}
}

// gap is an open interval of one part: known infeasible below low, feasible at
// high. Asking changes what the next call of gaps returns.
type gap struct {
	low, high int
	ask       func(ctx context.Context, k int, b budget)
}
