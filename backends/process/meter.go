package process

import (
	"context"
	"sync"
	"time"
)

// Meter adds up what the programs cost that run under its context, whoever
// runs them: their own cost, without that of the supervisor between. It is for
// measuring a backend as if it were run by hand.
type Meter struct {
	mu   sync.Mutex
	runs int
	cpu  time.Duration
	peak int64
}

type meterKey struct{}

// Metered is a context under which the meter counts.
func Metered(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// Read tells how many programs have run, their processor time together, and
// the largest resident memory of one of them in bytes, where known.
func (m *Meter) Read() (runs int, cpu time.Duration, peak int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.runs, m.cpu, m.peak
}

// meter counts a program that ran to whatever end.
func meter(ctx context.Context, r Result) {
	m, ok := ctx.Value(meterKey{}).(*Meter)
	if !ok {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.runs++
	m.cpu += r.CPU
	m.peak = max(m.peak, r.Peak)
}
