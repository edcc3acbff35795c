package plugin_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/plugin"
	"github.com/hubcover/hubcover/encode/pb"
)

// A backend that is silent gets less time and fails; once it has answered it has
// all there is, and silence is no fault.
func TestCautious(t *testing.T) {
	speak := false
	var given []time.Duration
	b := plugin.Cautious(backends.Backend{
		Name: "slow",
		Solve: func(ctx context.Context, _ *pb.Formula, _ backends.Options) (backends.Answer, error) {
			until, _ := ctx.Deadline()
			given = append(given, time.Until(until))
			if speak {
				return backends.Answer{Verdict: backends.Unsat}, nil
			}
			return backends.Answer{Stop: backends.TimeLimit}, nil
		},
	})
	ask := func(want string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		_, err := b.Solve(ctx, backendtest.Pigeonhole(2, 1), backends.Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Fatalf("error %v, want %q", err, want)
		}
	}
	ask("slow: no answer within 30m0s")
	ask("no answer within 15m0s")
	speak = true
	ask("")
	speak = false
	ask("")
	for i, most := range []time.Duration{30 * time.Minute, 15 * time.Minute, 8 * time.Minute, time.Hour} {
		if given[i] > most || given[i] < most/2-time.Minute {
			t.Errorf("question %d was given %v", i, given[i])
		}
	}
	if _, err := b.Solve(context.Background(), backendtest.Pigeonhole(2, 1), backends.Options{}); err != nil {
		t.Error(err)
	}
}

func TestBroken(t *testing.T) {
	wrong := errors.New("speaks another language")
	b := plugin.Broken(backends.Backend{Name: "x"}, wrong)
	if _, err := b.Solve(context.Background(), backendtest.Pigeonhole(2, 1), backends.Options{}); !errors.Is(err, wrong) {
		t.Error(err)
	}
	if err := b.Takes(backendtest.Pigeonhole(2, 1)); err != nil {
		t.Error(err)
	}
}
