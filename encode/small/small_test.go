package small

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances/classes"
)

// Every class up to 3×4 and some larger ones, by brute force.
func TestByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	tables := New()
	for _, size := range []struct {
		rows, cols int
		share      float64
	}{{0, 3, 1}, {1, 1, 1}, {1, 4, 1}, {2, 3, 1}, {3, 3, 1}, {3, 4, 1}, {4, 3, 1}, {4, 4, .3}, {3, 6, .3}, {6, 2, 1}, {4, 5, .03}} {
		for c := range classes.All(size.rows, size.cols) {
			if rng.Float64() >= size.share {
				continue
			}
			v := tables.Answer(c.Rows, c.Cols)
			want := Values{ChiPrime: v.ChiPrime}
			for _, p := range encodetest.BruteFront(c.Relation()) {
				want.Front = append(want.Front, Point(p))
			}
			want.B, want.Chi = want.Front[0].Hubs, want.Front[len(want.Front)-1].Colors
			if fmt.Sprint(v) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", c, v, want)
			}
			degree := 0
			rel := c.Relation()
			for i := range rel.Rows() {
				degree = max(degree, len(rel.Row(i)))
			}
			for i := range rel.Cols() {
				degree = max(degree, len(rel.Col(i)))
			}
			if v.ChiPrime != degree {
				t.Errorf("%s: χ′ is %d, want %d", c, v.ChiPrime, degree)
			}
			alone := Values{
				tables.Some(c.Rows, c.Cols, Ask{B: true}).B, tables.Some(c.Rows, c.Cols, Ask{Chi: true}).Chi,
				tables.Some(c.Rows, c.Cols, Ask{ChiPrime: true}).ChiPrime, tables.Some(c.Rows, c.Cols, Ask{Front: true}).Front,
			}
			if fmt.Sprint(alone) != fmt.Sprint(v) {
				t.Errorf("%s: asked one by one %v, at once %v", c, alone, v)
			}
		}
	}
}

// Known counts over all 0/1 matrices: by b, by χ_hub.
func TestKnownCounts(t *testing.T) {
	for n, want := range map[int][2][]int64{
		2: {{1, 9, 6}, {1, 11, 4}},
		3: {{1, 49, 306, 156}, {1, 127, 384}},
		4: {{1, 225, 8550, 40656, 16104}, {1, 2099, 61036, 2400}},
		5: {{1, 961, 194850, 5771100, 21165720, 6421800}, {1, 48031, 25012680, 8493720}},
	} {
		tables := New()
		b, chi := make([]int64, len(want[0])), make([]int64, len(want[1]))
		for c := range classes.All(n, n) {
			v := tables.Some(c.Rows, c.Cols, Ask{B: true, Chi: true})
			b[v.B] += c.Labelled
			chi[v.Chi] += c.Labelled
		}
		if !slices.Equal(b, want[0]) || !slices.Equal(chi, want[1]) {
			t.Errorf("n = %d: b %v, χ_hub %v", n, b, chi)
		}
	}
}

func Example() {
	v := New().Answer([]uint8{0b011, 0b101, 0b110}, 3)
	fmt.Println(v.B, v.Chi, v.ChiPrime, v.Front)
	// Output: 3 2 2 [{3 3} {4 2}]
}
