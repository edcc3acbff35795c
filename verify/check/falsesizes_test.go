package check

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// thinnest is a cover of the cells left with at most so many hubs and the fewest
// memberships; ok is false where there is none.
func thinnest(all [][2]int, left Cells, hubs int) (cover []bitHub, size int, ok bool) {
	if len(left) == 0 {
		return nil, 0, true
	}
	in := func(h [2]int, e [2]int32) bool { return h[0]>>e[0]&1 == 1 && h[1]>>e[1]&1 == 1 }
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
		others, n, found := thinnest(all, rest, hubs-1)
		if n += bits.OnesCount(uint(h[0])) + bits.OnesCount(uint(h[1])); found && (!ok || n < size) {
			cover, size, ok = append(others, bitHub{h[0], h[1], 1}), n, true
		}
	}
	return cover, size, ok
}

// sizeWitness counts the hubs and memberships of a cover; of what is none, it
// says so.
func sizeWitness(rel *Matrix, text string) (hubs, size int, covers bool) {
	w := bitHubs(text)
	for _, x := range w {
		size += bits.OnesCount(uint(x.a)) + bits.OnesCount(uint(x.b))
	}
	return len(w), size, extends(rel, w)
}

// anySizeBy is what a bound for memberships might rest on.
func anySizeBy(rng *rand.Rand, rel *Matrix, hubs int) By {
	by := By{Method: "size"}
	cells := cellsOf(rel)
	for _, k := range rng.Perm(len(cells)) {
		if e := cells[k]; rng.IntN(3) == 0 && len(by.Pins) < hubs {
			by.Pins = append(by.Pins, e)
		} else if rng.IntN(2) == 0 {
			by.Cells, by.W = append(by.Cells, e), append(by.W, rng.Int64N(3))
		}
	}
	by.Unit = 1 + rng.Int64N(2)
	for range min(hubs, len(by.Pins)+1) {
		by.Slack = append(by.Slack, rng.Int64N(3)/2)
	}
	return by
}

func forgeSize(_ *testing.T, rng *rand.Rand, o *oracle, rel *Matrix) (Claim, map[string]string) {
	table := o.fewest(rel)
	hubs := table[len(table)-1] + rng.IntN(2)
	cover, size, _ := thinnest(allBicliques(rel), cellsOf(rel), hubs)
	lower := Bound{0, By{Method: "size"}}
	for range 60 {
		by := anySizeBy(rng, rel, hubs)
		if v, err := (Checker{}).Size(rel, hubs, by); err == nil && v.Bound > lower.Value {
			lower = Bound{v.Bound, by}
		}
	}
	return Claim{What: "size", Room: &Room{Hubs: &hubs}, Upper: &Upper{size, "s.hubs"}, Lower: &lower},
		map[string]string{"s.hubs": hubsText(cover)}
}

func changeSize(rng *rand.Rand, rel *Matrix, c *Claim, _ map[string]string) *Matrix {
	by := &c.Lower.By
	raise := func(list []int64) {
		if len(list) > 0 {
			list[rng.IntN(len(list))] += rng.Int64N(3) - 1
		}
	}
	switch rng.IntN(9) {
	case 0:
		c.Upper.Value--
	case 1, 2:
		c.Lower.Value++
	case 3:
		hubs := *c.Hubs + rng.IntN(3) - 1
		c.Hubs = &hubs
	case 4:
		raise(by.W)
		c.Lower.Value += rng.IntN(2)
	case 5:
		raise(by.Slack)
		c.Lower.Value += rng.IntN(2)
	case 6:
		by.Unit += rng.Int64N(3) - 1
		c.Lower.Value += rng.IntN(2)
	case 7:
		*by = anySizeBy(rng, rel, *c.Hubs)
		c.Lower.Value += rng.IntN(2)
	case 8: // bounds of other numbers
		by.Method = []string{"weights", "fooling", "trivial", ""}[rng.IntN(4)]
	}
	return rel
}
