package check

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

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
			_, truth, ok := thinnest(allBicliques(m), cells, hubs)
			if !ok {
				truth = -1
			}
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
		by := By{Method: "size"}
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
	good := func() By {
		return By{Method: "size", Pins: Cells{{0, 0}, {2, 2}}, Cells: Cells{{2, 1}}, W: []int64{1}, Unit: 1, Slack: []int64{0, 0, 0}}
	}
	if v, err := (Checker{}).Size(m, 3, good()); err != nil || v.Bound != 6 {
		t.Fatalf("%d, %v", v.Bound, err)
	}
	two := By{Method: "size", Cells: Cells{{0, 0}, {1, 1}}, W: []int64{3, 3}, Unit: 1, Slack: []int64{1}}
	if v, err := (Checker{}).Size(matrix(t, "10", "01"), 2, two); err != nil || v.Bound != 4 {
		t.Errorf("two hubs that share a slack: %d, %v", v.Bound, err)
	}
	for name, change := range map[string]func(*By){
		"a pin that is no cell":      func(b *By) { b.Pins[0] = [2]int32{0, 2} },
		"a pin outside":              func(b *By) { b.Pins[0] = [2]int32{9, 0} },
		"a pin twice":                func(b *By) { b.Pins[1] = b.Pins[0] },
		"pins in one biclique":       func(b *By) { b.Pins[1] = [2]int32{1, 1} },
		"twin pins":                  func(b *By) { b.Pins[1] = [2]int32{1, 0} },
		"a weight of no cell":        func(b *By) { b.Cells[0] = [2]int32{0, 2} },
		"a weight of a pin":          func(b *By) { b.Cells[0] = b.Pins[0] },
		"a negative weight":          func(b *By) { b.W[0] = -1 },
		"a weight too many":          func(b *By) { b.W = append(b.W, 1) },
		"a weight that is too large": func(b *By) { b.W[0] = 3 },
		"a weight of twins":          func(b *By) { b.Cells, b.W = Cells{{0, 1}, {1, 1}}, []int64{1, 1} },
		"no unit":                    func(b *By) { b.Unit = 0 },
		"an enormous unit":           func(b *By) { b.Unit = math.MaxInt64 / 2 },
		"a negative slack":           func(b *By) { b.Slack[0] = -1 },
		"an enormous slack":          func(b *By) { b.Slack[2] = math.MaxInt64 },
		"a slack too few":            func(b *By) { b.Slack = b.Slack[1:] },
		"another method":             func(b *By) { b.Method = "weights" },
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
