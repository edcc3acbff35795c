package check

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// fewestMemberships of covers of the cells left with at most so many hubs, by
// trying all bicliques; -1 where there are none.
func fewestMemberships(all [][2]int, left Cells, hubs int) int {
	if len(left) == 0 {
		return 0
	}
	in := func(h [2]int, e [2]int32) bool { return h[0]>>e[0]&1 == 1 && h[1]>>e[1]&1 == 1 }
	best := -1
	for _, h := range all {
		if hubs == 0 || !in(h, left[0]) {
			continue
		}
		var rest Cells
		for _, e := range left {
			if !in(h, e) {
				rest = append(rest, e)
			}
		}
		size := bits.OnesCount(uint(h[0])) + bits.OnesCount(uint(h[1]))
		if n := fewestMemberships(all, rest, hubs-1); n >= 0 && (best < 0 || size+n < best) {
			best = size + n
		}
	}
	return best
}

// Whatever is claimed of small matrices, no bound is accepted that is false.
func TestNoFalseSizeIsAccepted(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 31))
	accepted, sharp := 0, 0
	for _, m := range classes(t, 3, 3) {
		if rng.IntN(2) == 0 {
			m.optional = make([]bool, m.Len())
			for i := range m.optional {
				m.optional[i] = rng.IntN(3) == 0
			}
		}
		cells := cellsOf(m)
		if len(cells) == 0 {
			continue
		}
		for hubs := 1; hubs <= 3; hubs++ {
			truth := fewestMemberships(allBicliques(m), cells, hubs)
			a, s := guess(t, rng, m, hubs, truth)
			accepted, sharp = accepted+a, sharp+s
		}
	}
	if accepted < 3000 || sharp < 300 {
		t.Errorf("%d bounds were accepted, %d of them sharp: the test sees too little", accepted, sharp)
	}
}

// guess claims at random; truth is -1 where there is no cover.
func guess(t *testing.T, rng *rand.Rand, m *Matrix, hubs, truth int) (accepted, sharp int) {
	t.Helper()
	cells := cellsOf(m)
	for range 400 {
		var by SizeBy
		for _, k := range rng.Perm(len(cells)) {
			if e := cells[k]; rng.IntN(4) == 0 && len(by.Pins) < hubs {
				by.Pins = append(by.Pins, e)
			} else if rng.IntN(2) == 0 {
				by.Cells, by.W = append(by.Cells, e), append(by.W, rng.Int64N(3))
			}
		}
		by.Unit = 1 + rng.Int64N(2)
		for range min(hubs, len(by.Pins)+1) {
			by.Slack = append(by.Slack, rng.Int64N(4)/2)
		}
		v, err := Checker{}.Size(m, hubs, by)
		if err != nil {
			continue
		}
		if truth >= 0 && v.Bound > truth {
			t.Fatalf("%v at %d hubs: %d is accepted for %+v, exhaustive search finds %d", cells, hubs, v.Bound, by, truth)
		}
		accepted++
		if v.Bound == truth {
			sharp++
		}
	}
	return accepted, sharp
}

func TestSizeRefuses(t *testing.T) {
	m := matrix(t, "110", "110", "011")
	good := func() SizeBy {
		return SizeBy{Pins: Cells{{0, 0}, {2, 2}}, Cells: Cells{{2, 1}}, W: []int64{1}, Unit: 1, Slack: []int64{0, 0, 0}}
	}
	if v, err := (Checker{}).Size(m, 3, good()); err != nil || v.Bound != 6 {
		t.Fatalf("%d, %v", v.Bound, err)
	}
	two := SizeBy{Cells: Cells{{0, 0}, {1, 1}}, W: []int64{3, 3}, Unit: 1, Slack: []int64{1}}
	if v, err := (Checker{}).Size(matrix(t, "10", "01"), 2, two); err != nil || v.Bound != 4 {
		t.Errorf("two hubs that share a slack: %d, %v", v.Bound, err)
	}
	for name, change := range map[string]func(*SizeBy){
		"a pin that is no cell":      func(b *SizeBy) { b.Pins[0] = [2]int32{0, 2} },
		"a pin outside":              func(b *SizeBy) { b.Pins[0] = [2]int32{9, 0} },
		"a pin twice":                func(b *SizeBy) { b.Pins[1] = b.Pins[0] },
		"pins in one biclique":       func(b *SizeBy) { b.Pins[1] = [2]int32{1, 1} },
		"twin pins":                  func(b *SizeBy) { b.Pins[1] = [2]int32{1, 0} },
		"a weight of no cell":        func(b *SizeBy) { b.Cells[0] = [2]int32{0, 2} },
		"a weight of a pin":          func(b *SizeBy) { b.Cells[0] = b.Pins[0] },
		"a negative weight":          func(b *SizeBy) { b.W[0] = -1 },
		"a weight too many":          func(b *SizeBy) { b.W = append(b.W, 1) },
		"a weight that is too large": func(b *SizeBy) { b.W[0] = 3 },
		"a weight of twins":          func(b *SizeBy) { b.Cells, b.W = Cells{{0, 1}, {1, 1}}, []int64{1, 1} },
		"no unit":                    func(b *SizeBy) { b.Unit = 0 },
		"an enormous unit":           func(b *SizeBy) { b.Unit = math.MaxInt64 / 2 },
		"a negative slack":           func(b *SizeBy) { b.Slack[0] = -1 },
		"an enormous slack":          func(b *SizeBy) { b.Slack[2] = math.MaxInt64 },
		"a slack too few":            func(b *SizeBy) { b.Slack = b.Slack[1:] },
	} {
		by := good()
		change(&by)
		if v, err := (Checker{}).Size(m, 3, by); err == nil {
			t.Errorf("%s: proves %d", name, v.Bound)
		}
	}
	if _, err := (Checker{}).Size(m, 1, good()); err == nil {
		t.Error("more pins than hubs are taken")
	}
	if _, err := (Checker{Limits: Limits{Bicliques: 0, Memory: 10}}).Size(m, 3, good()); !errors.Is(err, ErrLimit) {
		t.Errorf("memory of 10 bytes: %v", err)
	}
}
