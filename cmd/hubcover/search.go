package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/ordered"
	"github.com/hubcover/hubcover/instances"
)

// search answers something of every instance of a list of files: what solve
// and decide have in common. It reads, works and prints as a stream: no more
// than a window of instances is held at any time.
type search struct {
	*app
	read   readFlags
	show   showFlags
	start  startFlag
	cert   certFlag
	lp     string
	opt    hubcover.Options // but for Start and Progress
	record hubcover.Run     // but for the phases

	answer func(context.Context, *instances.Instance, hubcover.Options) (*hubcover.Result, error)
	// unanswered is the result when answer does not come back in time.
	unanswered func(*instances.Instance, backends.Stop, *latest) *hubcover.Result
	judge      func(*hubcover.Result) int // exit code
	print      func(*hubcover.Result) error
	also       func(context.Context, *hubcover.Result) error // besides; may be nil
}

// grace is how long an answer may take to come back once its context is over.
const grace = 1800 * time.Millisecond

// item is an instance that was read, or why it was not.
type item struct {
	inst *instances.Instance // of an error: with its name, source and index
	err  error
	took time.Duration
}

// outcome is what came of an item.
type outcome struct {
	item
	res *hubcover.Result
}

// files answers all instances of the files, in order.
func (s *search) files(ctx context.Context, files []string) error {
	if limit := time.Duration(s.config.TotalTimeLimit); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	jobs := s.config.Jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	var complete atomic.Bool
	code := answered
	for out := range ordered.Map(ctx, jobs, s.items(ctx, files, &complete), func(it item) outcome { return s.one(ctx, it) }) {
		c, err := s.tell(ctx, out)
		if err != nil {
			return err
		}
		code = worse(code, c)
	}
	s.talk.clear()
	if !complete.Load() {
		s.talk.warn("%s: what follows was not read", backends.StopOf(ctx))
		code = worse(code, undecided)
	}
	return exitWith(code)
}

// items reads the instances one by one as they are asked for.
func (s *search) items(ctx context.Context, files []string, complete *atomic.Bool) iter.Seq[item] {
	return func(yield func(item) bool) {
		for _, file := range files {
			for it := range s.read.items(ctx, s.app, file, time.Duration(s.config.TimeLimit)) {
				if !yield(it) {
					return
				}
			}
		}
		complete.Store(ctx.Err() == nil)
	}
}

// one works on one instance.
func (s *search) one(ctx context.Context, it item) outcome {
	out := outcome{item: it}
	if it.err != nil {
		return out
	}
	if limit := time.Duration(s.config.TimeLimit); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit-it.took)
		defer cancel()
	}
	opt := s.opt
	if opt.Start, out.err = s.start.on(it.inst); out.err != nil {
		return out
	}
	out.res, out.err = s.inTime(ctx, it.inst, opt)
	if out.err == nil {
		out.res.Phases.Read = it.took
	}
	return out
}

// inTime answers, or gives what is known when the answer does not come back
// soon after ctx is over.
func (s *search) inTime(ctx context.Context, inst *instances.Instance, opt hubcover.Options) (*hubcover.Result, error) {
	known := &latest{each: func(p hubcover.Progress) { s.progress(inst, p) }}
	opt.Progress = known.note
	type reply struct {
		res *hubcover.Result
		err error
	}
	done := make(chan reply, 1)
	go func() {
		res, err := s.answer(ctx, inst, opt)
		done <- reply{res, err}
	}()
	select {
	case r := <-done:
		return r.res, r.err
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return r.res, r.err
	case <-time.After(grace):
		return s.unanswered(inst, backends.StopOf(ctx), known), nil
	}
}

// progress shows how far it is.
func (s *search) progress(inst *instances.Instance, p hubcover.Progress) {
	rate := ""
	if p.Rate > 0 {
		rate = fmt.Sprintf(" at %.0f steps/s", p.Rate)
	}
	s.talk.tick("%s: %s %s, %s%s, %.0f s", inst.Name, p.Question, interval(p.Lower, p.Upper), p.Phase, rate, p.Elapsed.Seconds())
	s.show.improved(p)
}

// tell prints an outcome and gives its exit code.
func (s *search) tell(ctx context.Context, out outcome) (int, error) {
	s.talk.clear()
	s.warnings(out.inst)
	if out.err != nil {
		s.talk.error(out.err)
		code := failed
		switch {
		case errors.Is(out.err, errReadTime):
			code = undecided
		case errors.Is(out.err, hubcover.ErrNoCover):
			code = disagreed
		}
		if s.show.format == "json" {
			return code, writeJSON(s.out, hubcover.NewErrorRecord(out.inst, recordError(out.err, out.inst.Source)))
		}
		return code, nil
	}
	for _, r := range out.res.Rejected {
		if r.Backend == "" {
			s.talk.warn("%s: %s could not be asked: %s", out.inst.Name, r.Question, r.Reason)
			continue
		}
		s.talk.warn("%s: an answer of %s to %s was rejected: %s", out.inst.Name, r.Backend, r.Question, r.Reason)
	}
	code := s.judge(out.res)
	// A signal that ended the search must not cost the certificate of what it found.
	cert, err := s.cert.write(context.WithoutCancel(ctx), s.app, out.res)
	if err != nil {
		s.talk.error(err)
		code = worse(code, failed)
	}
	if s.also != nil {
		if err := s.also(ctx, out.res); err != nil {
			s.talk.error(err)
			code = worse(code, failed)
		}
	}
	if s.show.format == "json" {
		rec := hubcover.NewRecord(out.res, s.record)
		rec.Certificate = cert
		return code, writeJSON(s.out, rec)
	}
	return code, s.print(out.res)
}

// latest keeps the last progress of every question.
type latest struct {
	mu    sync.Mutex
	known map[instances.Question]hubcover.Progress
	each  func(hubcover.Progress)
}

func (l *latest) note(p hubcover.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known = map[instances.Question]hubcover.Progress{}
	}
	l.known[p.Question] = p
	l.each(p)
}

// of is what is known of a question.
func (l *latest) of(q instances.Question, stop backends.Stop) *hubcover.Interval {
	l.mu.Lock()
	defer l.mu.Unlock()
	iv := &hubcover.Interval{Upper: -1, Stop: stop}
	if p, ok := l.known[q]; ok {
		iv.Lower, iv.Upper, iv.Seconds = p.Lower, p.Upper, p.Elapsed.Seconds()
	}
	return iv
}

// interval writes 14, [3, 5] or ≥ 3.
func interval(lower, upper int) string {
	switch {
	case upper < 0:
		return fmt.Sprintf("≥ %d", lower)
	case lower == upper:
		return fmt.Sprint(lower)
	}
	return fmt.Sprintf("[%d, %d]", lower, upper)
}
