package ordered

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func count(n int, taken *atomic.Int64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			taken.Add(1)
			if !yield(i) {
				return
			}
		}
	}
}

func TestOrderIsKeptWhateverTakesLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, n := range []int{1, 2, 7} {
			var taken, running atomic.Int64
			slow := func(i int) int {
				if r := running.Add(1); r > int64(n) {
					t.Errorf("%d at once, want at most %d", r, n)
				}
				defer running.Add(-1)
				time.Sleep(time.Duration(i*37%11) * time.Second)
				return i * i
			}
			var got []int
			for v := range Map(t.Context(), n, count(100, &taken), slow) {
				got = append(got, v)
				if ahead := int(taken.Load()) - len(got); ahead > n+1 {
					t.Errorf("%d items ahead with a window of %d", ahead, n)
				}
			}
			want := make([]int, 100)
			for i := range want {
				want[i] = i * i
			}
			if !slices.Equal(got, want) {
				t.Errorf("n = %d: %v", n, got)
			}
		}
	})
}

func TestCancelledStreamYieldsWhatWasBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		endless := func(yield func(int) bool) {
			for i := 0; yield(i); i++ {
			}
		}
		var got []int
		for v := range Map(ctx, 3, endless, func(i int) int { time.Sleep(time.Second); return i }) {
			if got = append(got, v); v == 10 {
				cancel()
			}
		}
		for i, v := range got {
			if i != v {
				t.Fatalf("result %d is %d", i, v)
			}
		}
		if len(got) < 11 || len(got) > 15 {
			t.Errorf("%d results, want the ones begun by the time of cancelling", len(got))
		}
	})
}

func TestAReaderThatHangsDoesNotHoldUs(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	hang := make(chan struct{})
	defer close(hang)
	items := func(yield func(int) bool) {
		yield(1)
		<-hang
	}
	var got []int
	for v := range Map(ctx, 2, items, func(i int) int { return i }) {
		got = append(got, v)
		cancel()
	}
	if !slices.Equal(got, []int{1}) {
		t.Error(got)
	}
}
