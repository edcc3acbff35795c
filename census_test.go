package hubcover_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/encode/small"
	"github.com/hubcover/hubcover/instances"
)

var everything = small.Ask{B: true, Chi: true, ChiPrime: true, Front: true}

// census counts matrices by b and by χ_hub, and classes with more than one point
// on their front.
func census(t *testing.T, rows, cols int) (b, chi [7]int64, gaps int) {
	t.Helper()
	all, err := hubcover.Census(context.Background(), rows, cols, everything, 2)
	if err != nil {
		t.Fatal(err)
	}
	for c := range all {
		b[c.B] += c.Labelled
		chi[c.Chi] += c.Labelled
		if len(c.Front) > 1 {
			gaps++
		}
		first, last := c.Front[0], c.Front[len(c.Front)-1]
		if first.Hubs != c.B || last.Colors != c.Chi || c.Chi > min(c.B, c.ChiPrime) {
			t.Fatalf("%s: b %d, χ_hub %d, χ′ %d, front %v", c, c.B, c.Chi, c.ChiPrime, c.Front)
		}
	}
	return b, chi, gaps
}

// All 0/1 matrices n×n by b and by χ_hub, as brute force counted them before
// this program.
func TestCensusKnownValues(t *testing.T) {
	for n, want := range map[int][2][7]int64{
		1: {{1, 1}, {1, 1}},
		2: {{1, 9, 6}, {1, 11, 4}},
		3: {{1, 49, 306, 156}, {1, 127, 384}},
		4: {{1, 225, 8550, 40656, 16104}, {1, 2099, 61036, 2400}},
		5: {{1, 961, 194850, 5771100, 21165720, 6421800}, {1, 48031, 25012680, 8493720}},
	} {
		b, chi, gaps := census(t, n, n)
		if b != want[0] || chi != want[1] {
			t.Errorf("n = %d: b %v, χ_hub %v", n, b, chi)
		}
		if n == 3 && gaps != 1 { // K3 without loops
			t.Errorf("%d classes of 3×3 have several points on their front", gaps)
		}
	}
}

// What the census says is what the solver proves, for some of the classes.
func TestCensusAgainstTheSolver(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, size := range [][2]int{{5, 5}, {6, 5}, {3, 6}} {
		all, err := hubcover.Census(context.Background(), size[0], size[1], everything, 1)
		if err != nil {
			t.Fatal(err)
		}
		left := 12
		for c := range all {
			if rng.IntN(40) > 0 {
				continue
			}
			if left--; left < 0 {
				break
			}
			agree(t, c)
		}
	}
}

// agree has the solver prove everything that the census says of a class.
func agree(t *testing.T, c hubcover.CensusClass) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	inst := &instances.Instance{Name: c.String(), Relation: c.Relation()}
	res, err := hubcover.Solve(ctx, inst, hubcover.Options{Questions: instances.Questions})
	if err != nil {
		t.Fatal(err)
	}
	var front []small.Point
	for _, p := range res.Front.Points {
		front = append(front, small.Point{Hubs: p.Hubs, Colors: p.Colors})
	}
	for _, iv := range []*hubcover.Interval{res.B, res.Chi, res.ChiPrime} {
		if iv.Status() != hubcover.Optimal {
			t.Fatalf("%s: [%d,%d]", c, iv.Lower, iv.Upper)
		}
	}
	if res.B.Upper != c.B || res.Chi.Upper != c.Chi || res.ChiPrime.Upper != c.ChiPrime || res.Front.Status != hubcover.Optimal || !slices.Equal(front, c.Front) {
		t.Errorf("%s: the census has b %d, χ_hub %d, χ′ %d, front %v; the solver %d, %d, %d, %v",
			c, c.B, c.Chi, c.ChiPrime, c.Front, res.B.Upper, res.Chi.Upper, res.ChiPrime.Upper, front)
	}
	audit(t, res)
}

// The order does not depend on the number of goroutines.
func TestCensusInOrder(t *testing.T) {
	list := func(jobs int) (out []string) {
		all, err := hubcover.Census(context.Background(), 4, 3, everything, jobs)
		if err != nil {
			t.Fatal(err)
		}
		for c := range all {
			out = append(out, fmt.Sprint(c.Class, c.Labelled, c.Values))
		}
		return out
	}
	one := list(1)
	if len(one) < 80 || !slices.Equal(one, list(5)) {
		t.Errorf("%d classes, with five goroutines %d", len(one), len(list(5)))
	}
}

func TestCensusEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	all, err := hubcover.Census(ctx, 6, 6, small.Ask{B: true}, 2)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range all {
		if n++; n == 10 {
			cancel()
		}
	}
	if n != 10 {
		t.Errorf("%d classes after the context was over at 10", n)
	}
	n = 0
	again, err := hubcover.Census(context.Background(), 6, 6, small.Ask{B: true}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for range again {
		if n++; n == 10 {
			break
		}
	}
	for _, size := range [][3]int{{0, 3, 1}, {3, 7, 1}, {-1, 2, 1}, {2, 2, 0}} {
		if _, err := hubcover.Census(context.Background(), size[0], size[1], everything, size[2]); err == nil {
			t.Errorf("%v: no error", size)
		}
	}
}

// All 2^36 matrices of 6×6, in 251610 classes.
func TestCensusOfSix(t *testing.T) {
	if os.Getenv("HUBCOVER_LONG") == "" {
		t.Skip("a minute or more: make test-long")
	}
	b, chi, gaps := census(t, 6, 6)
	t.Log(b, chi, gaps)
	var sum int64
	for _, n := range b {
		sum += n
	}
	// b = 1: a nonempty set of rows and one of columns. χ_hub ≤ 1: k blocks of
	// rows and k of columns, paired; OEIS A014235.
	if sum != 1<<36 || b[0] != 1 || b[1] != 63*63 || chi[0] != 1 || chi[1] != 1444211 {
		t.Errorf("b %v, χ_hub %v", b, chi)
	}
}
