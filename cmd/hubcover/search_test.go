package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

// slowSearch answers b by a function that may take its time.
func slowSearch(answer func(context.Context, hubcover.Options)) *search {
	asked := []instances.Question{instances.B}
	s := &search{app: &app{talk: talk{w: io.Discard}, config: &config.Config{}}}
	s.answer = func(ctx context.Context, inst *instances.Instance, opt hubcover.Options) (*hubcover.Result, error) {
		answer(ctx, opt)
		return &hubcover.Result{Instance: inst, B: &hubcover.Interval{Lower: 3, Upper: 3}}, nil
	}
	s.unanswered = func(inst *instances.Instance, stop backends.Stop, known *latest) *hubcover.Result {
		return cutShort(inst, asked, stop, known)
	}
	return s
}

func tiny(t *testing.T) *instances.Instance {
	inst, err := formats.ReadBytes(t.Context(), []byte("a x\n"), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return inst
}

// TestAnAnswerThatDoesNotComeBack: what was known last is given in its place,
// no later than the grace after the end.
func TestAnAnswerThatDoesNotComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slowSearch(func(_ context.Context, opt hubcover.Options) {
			opt.Progress(hubcover.Progress{Question: instances.B, Lower: 1, Upper: 9})
			opt.Progress(hubcover.Progress{Question: instances.B, Lower: 2, Upper: 5})
			time.Sleep(time.Hour) // deaf to its context
		})
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Minute, func() { cancel(errInterrupted) })
		began := time.Now()
		res, err := s.inTime(ctx, tiny(t), hubcover.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if b := res.B; b.Lower != 2 || b.Upper != 5 || b.Stop != backends.Interrupted || b.Status() != hubcover.Bounded {
			t.Errorf("%+v", b)
		}
		if took := time.Since(began); took != time.Minute+grace {
			t.Errorf("came after %v", took)
		}
		time.Sleep(2 * time.Hour) // the deaf one ends
	})
}

// TestAnAnswerWithinTheGrace is taken.
func TestAnAnswerWithinTheGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := slowSearch(func(ctx context.Context, _ hubcover.Options) {
			<-ctx.Done()
			time.Sleep(grace / 2)
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		res, err := s.inTime(ctx, tiny(t), hubcover.Options{})
		if err != nil || res.B.Upper != 3 {
			t.Errorf("%+v, %v", res, err)
		}
	})
}

// TestReadingTakesTime: the limit holds for reading too, but waiting for input
// is not held against anybody.
func TestReadingTakesTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &clock{r: strings.NewReader("abc"), limit: time.Minute}
		c.restart()
		time.Sleep(2 * time.Minute) // somebody parses
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, errReadTime) {
			t.Errorf("%v", err)
		}
		c = &clock{r: sleeper{}, limit: time.Minute}
		c.restart()
		for range 3 {
			if _, err := c.Read(make([]byte, 1)); err != nil {
				t.Error(err)
			}
		}
		if c.spent() != 0 {
			t.Errorf("%v spent by waiting", c.spent())
		}
	})
}

// sleeper gives a byte an hour.
type sleeper struct{}

func (sleeper) Read(p []byte) (int, error) {
	time.Sleep(time.Hour)
	return 1, nil
}

func TestWorse(t *testing.T) {
	order := []int{misused, disagreed, failed, undecided, answered}
	for i, a := range order {
		for _, b := range order[i:] {
			if worse(a, b) != a || worse(b, a) != a {
				t.Errorf("of %d and %d the worse is %d", a, b, worse(a, b))
			}
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain χ′ name": "plain χ′ name",
		"a\x1b[2Jb":     `a\x1b[2Jb`,
		"a\nb\u202ec":   `a\nb\u202ec`,
		"a\xffb":        `a\xffb`,
	} {
		if got := printable(in); got != want {
			t.Errorf("printable(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestProgressIsForTerminals: one line that makes room for whatever is said.
func TestProgressIsForTerminals(t *testing.T) {
	var out bytes.Buffer
	quiet := &talk{w: &out}
	quiet.tick("b [1, 2]")
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
	loud := &talk{w: &out, progress: true}
	loud.tick("b [1, 2]")
	loud.warn("look")
	loud.clear()
	if got, want := out.String(), "b [1, 2]\r\x1b[Kwarning: look\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
