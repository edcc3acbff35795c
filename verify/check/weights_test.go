package check

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// random gives an m × n matrix with about density·mn cells.
func random(rng *rand.Rand, m, n int, density float64) *Matrix {
	var cells []entry
	for r := range m {
		for c := range n {
			if rng.Float64() < density {
				cells = append(cells, entry{r: int32(r), c: int32(c)})
			}
		}
	}
	return newMatrix(m, n, cells)
}

func maximal(t *testing.T, rel Relation, by By) (out [][2]int) {
	t.Helper()
	c := Checker{}.run(rel)
	p, err := c.problem(by)
	if err != nil {
		t.Fatal(err)
	}
	err = c.maximalBicliques(p, func(rows, cols set) error {
		out = append(out, [2]int{int(rows[0]), int(cols[0])})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMaximalBicliquesAgainstTrying(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		rel := random(rng, 1+rng.IntN(6), 1+rng.IntN(6), .3+.6*rng.Float64())
		if rel.Len() == 0 {
			continue
		}
		var want [][2]int
		all := allBicliques(rel)
		for _, x := range all {
			if !slices.ContainsFunc(all, func(y [2]int) bool { return x != y && x[0]&^y[0] == 0 && x[1]&^y[1] == 0 }) {
				want = append(want, x)
			}
		}
		got := maximal(t, rel, By{})
		order := func(x, y [2]int) int { return slices.Compare(x[:], y[:]) }
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: got %v, want %v", rel.rows, got, want)
		}
	}
}

// More than 64 columns: sets of several words.
func TestMaximalBicliquesOfWideMatrices(t *testing.T) {
	for _, n := range []int{63, 64, 65, 130} {
		var cells []entry
		for i := range n {
			for k := range n {
				if i <= k {
					cells = append(cells, entry{r: int32(i), c: int32(k)})
				}
			}
		}
		count := 0
		c := Checker{}.run(newMatrix(n, n, cells))
		p, err := c.problem(By{})
		if err != nil {
			t.Fatal(err)
		}
		err = c.maximalBicliques(p, func(rows, cols set) error {
			k := 0
			rows.members(func(int) { k++ })
			if cols.members(func(int) { k++ }); k != n+1 {
				t.Errorf("%d × %d triangle: %d lines in a maximal biclique", n, n, k)
			}
			count++
			return nil
		})
		if err != nil || count != n {
			t.Errorf("%d × %d triangle: %d maximal bicliques, %v", n, n, count, err)
		}
	}
}

// The worst part of a biclique by a cut against all of its parts, tried.
func TestWorstPartAgainstTrying(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	accepted := 0
	for range 2000 {
		m, n := 1+rng.IntN(4), 1+rng.IntN(4)
		w := make(weighting, m)
		for u := range w {
			w[u] = make([]int64, n)
			for v := range w[u] {
				w[u][v] = int64(max(0, rng.IntN(5)-1))
			}
		}
		p, q := make([]int64, m), make([]int64, n)
		for u := range p {
			p[u] = int64(rng.IntN(7))
		}
		for v := range q {
			q[v] = int64(rng.IntN(7))
		}
		want := true
		for a := range 1 << m {
			for b := range 1 << n {
				var sum int64
				for u := range m {
					for v := range n {
						sum += w[u][v] * int64(a>>u&1*(b>>v&1))
					}
				}
				for u := range m {
					sum -= p[u] * int64(a>>u&1)
				}
				for v := range n {
					sum -= q[v] * int64(b>>v&1)
				}
				want = want && sum <= 0
			}
		}
		c := Checker{}.run(nil)
		err := c.carried(w, set{1<<m - 1}, set{1<<n - 1}, p, q, 0)
		if (err == nil) != want {
			t.Fatalf("w %v p %v q %v: %v, want %v", w, p, q, err, want)
		}
		if want {
			accepted++
		}
	}
	if accepted < 200 || accepted > 1800 {
		t.Errorf("%d of 2000 accepted: not much of a test", accepted)
	}
}

// Whatever the weights: a bound that is believed is no larger than the number.
func TestWeightsAreSafe(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	best, believed := 0, 0
	for _, rel := range classes(t, 3, 3) {
		b, chi := bruteB(rel), bruteChi(rel)
		if rel.Len() == 0 {
			continue
		}
		for range 20 {
			by := By{Method: "weights"}
			for range rel.Len() {
				by.W = append(by.W, int64(rng.IntN(4)))
			}
			if v, err := Lower(rel, B, by); err == nil && v.Bound > b {
				t.Fatalf("%v: weights %v prove b ≥ %d, b = %d", rel.rows, by.W, v.Bound, b)
			} else if err == nil && v.Bound == b {
				best++
			}
			by.Method = "degree-weights"
			for range 3 {
				by.P, by.Q = append(by.P, int64(rng.IntN(3))), append(by.Q, int64(rng.IntN(3)))
			}
			if v, err := Lower(rel, Chi, by); err == nil {
				if believed++; v.Bound > chi {
					t.Fatalf("%v: %+v proves chi ≥ %d, chi = %d", rel.rows, by, v.Bound, chi)
				}
			}
		}
	}
	if best < 100 || believed < 20 {
		t.Errorf("%d tight and %d believed: not much of a test", best, believed)
	}
}

// Looking at maximal bicliques alone would believe 3 here, where chi is 2.
func TestDegreeWeightsLookInsideBicliques(t *testing.T) {
	rel := matrix(t, "010", "100", "111")
	by := By{Method: "degree-weights", Cells: Cells{{0, 1}, {1, 0}, {2, 2}}, W: []int64{1, 1, 1}, P: []int64{0, 0, 1}, Q: []int64{0, 0, 0}}
	if bruteChi(rel) != 2 {
		t.Fatal("chi is 2")
	}
	wantError(t, "weigh more than p and q", Checker{}.lowerError(rel, Chi, by), Rejected)
	by.P = []int64{1, 1, 1}
	if v, err := Lower(rel, Chi, by); err != nil || v.Bound != 1 {
		t.Errorf("one each proves %d, %v", v.Bound, err)
	}
}

// Cycle of 8 cells, its own hypercube Q_3 as bipartite graph: w = 1, p = q = 1
// gives |E| / |lines| = 12/8, so 2 colours.
func TestDegreeWeightsOfAHypercube(t *testing.T) {
	var cells []entry
	even, odd := []int{0, 3, 5, 6}, []int{1, 2, 4, 7}
	for r, x := range even {
		for c, y := range odd {
			if bits.OnesCount(uint(x^y)) == 1 {
				cells = append(cells, entry{r: int32(r), c: int32(c)})
			}
		}
	}
	rel := newMatrix(4, 4, cells)
	ones := func(n int) []int64 { return slices.Repeat([]int64{1}, n) }
	v, err := Lower(rel, Chi, By{Method: "degree-weights", W: ones(rel.Len()), P: ones(4), Q: ones(4)})
	if err != nil || v.Bound != 2 {
		t.Errorf("got %d, %v, want 2", v.Bound, err)
	}
}

func TestWeightsRefused(t *testing.T) {
	rel := matrix(t, "10", "01")
	big := int64(1) << 62
	for _, c := range []struct {
		want string
		by   By
	}{
		{"1 weights for 2 cells", By{W: []int64{1}}},
		{"3 weights for 2 cells", By{W: []int64{1, 1, 5}}},
		{"all weights are 0", By{W: []int64{0, 0}}},
		{"weight -1 is negative", By{W: []int64{3, -1}}},
		{"more than 2^63-1", By{W: []int64{big, big}}},
		{"0 weights for 2 lines", By{Method: "degree-weights", W: []int64{1, 1}}},
		{"q: 1 weights for 2", By{Method: "degree-weights", W: []int64{1, 1}, P: []int64{1, 1}, Q: []int64{1}}},
		{"p: 3 weights for 2", By{Method: "degree-weights", W: []int64{1, 1}, P: []int64{1, 1, 1}, Q: []int64{1, 1}}},
		{"p: weight -2 is neg", By{Method: "degree-weights", W: []int64{1, 1}, P: []int64{-2, 1}, Q: []int64{1, 1}}},
		{"p and q add up", By{Method: "degree-weights", W: []int64{1, 1}, P: []int64{big, 0}, Q: []int64{big, 0}}},
	} {
		what := Chi
		if c.by.Method == "" {
			c.by.Method, what = "weights", B
		}
		wantError(t, c.want, Checker{}.lowerError(rel, what, c.by), Rejected)
	}
	v, err := Lower(rel, B, By{Method: "weights", W: []int64{big, big - 1}})
	if err != nil || v.Bound != 2 {
		t.Errorf("large weights: %d, %v", v.Bound, err)
	}
}
