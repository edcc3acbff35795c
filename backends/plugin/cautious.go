package plugin

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

// toStart is the least that a backend is given.
const toStart = time.Second

// Cautious is a backend for those who have others to ask: as long as it has
// answered nothing it is given half of the time that is left, then a quarter,
// and so on, but a second where there is one, as some programs are slow to start.
// It is an error that it let that pass, or took all the memory.
// After its first answer it has all the time there is. Without a deadline it is
// waited for as long as it takes.
func Cautious(b backends.Backend) backends.Backend {
	var answered atomic.Bool
	var silences atomic.Int32
	solve := b.Solve
	b.Solve = func(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
		until, limited := ctx.Deadline()
		if answered.Load() || !limited {
			a, err := solve(ctx, f, opt)
			answered.Store(answered.Load() || err == nil && a.Verdict != backends.Unknown)
			return a, err
		}
		share := max(time.Until(until)>>min(1+silences.Load(), 16), toStart)
		short, cancel := context.WithTimeout(ctx, share)
		defer cancel()
		a, err := solve(short, f, opt)
		switch {
		case err != nil || ctx.Err() != nil:
		case a.Verdict != backends.Unknown:
			answered.Store(true)
		case a.Stop == backends.TimeLimit:
			silences.Add(1)
			return backends.Answer{}, fmt.Errorf("%s: no answer within %v, nor any before", b.Name, share.Round(time.Millisecond))
		case a.Stop == backends.MemoryLimit:
			return backends.Answer{}, fmt.Errorf("%s: no answer within its memory limit, nor any before", b.Name)
		}
		return a, err
	}
	return b
}

// Broken stands for a backend that is there and does not work: it fails with
// what is wrong where it is asked.
func Broken(b backends.Backend, wrong error) backends.Backend {
	b.Able = backends.Abilities{Clauses: true}
	b.Probe = func(context.Context) (string, error) { return "broken", nil }
	b.Solve = func(context.Context, *pb.Formula, backends.Options) (backends.Answer, error) {
		return backends.Answer{}, fmt.Errorf("%s: %w", b.Name, wrong)
	}
	return b
}
