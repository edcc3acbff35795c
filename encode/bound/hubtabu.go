package bound

import (
	"context"
	"math/rand/v2"

	"github.com/hubcover/hubcover/instances"
)

// Repaint looks for a colouring of some of the hubs with so many colours by
// tabu search: hubs that clash with a neighbour change colour, the move that
// leaves fewest clashes first, and do not change back for a while (TabuCol: Hertz
// and de Werra, Computing 39 (1987) 345-351). start gives colours, from 1, in the
// order of the list; those above colors are replaced. It makes at most so many
// moves, the same ones for the same seed. The colours, from 1, are nil where none
// were found.
func (g *HubGraph) Repaint(ctx context.Context, hubs, start []int, colors, moves int, seed uint64) []int {
	if colors < 1 || len(hubs) > 1<<26/colors {
		return nil
	}
	w := newTabuWalk(g.among(hubs), start, colors, seed)
	for move := 1; len(w.clashing) > 0; move++ {
		if move > moves || move&63 == 0 && ctx.Err() != nil {
			return nil
		}
		w.step(move)
	}
	out := make([]int, len(hubs))
	for i, c := range w.color {
		out[i] = int(c) + 1
	}
	return out
}

// tabuWalk is the state of Repaint; colours count from 0.
type tabuWalk struct {
	beside   []instances.Bits
	colors   int
	color    []int32
	near     []int32 // near[i·colors+c]: neighbours of i that have colour c
	barred   []int   // by the same index: the move until which i may not have c
	clashing []int32 // hubs beside one of their colour
	place    []int32 // in clashing, -1 outside
	clashes  int     // pairs
	fewest   int
	rng      *rand.Rand
}

func newTabuWalk(beside []instances.Bits, start []int, colors int, seed uint64) *tabuWalk {
	n := len(beside)
	w := &tabuWalk{
		beside: beside, colors: colors, color: make([]int32, n), near: make([]int32, n*colors), barred: make([]int, n*colors),
		place: make([]int32, n), rng: rand.New(rand.NewPCG(seed, 0x7ab0)),
	}
	for i := range w.color {
		w.place[i] = -1
		w.color[i] = int32(start[i] - 1)
		if start[i] < 1 || start[i] > colors {
			w.color[i] = int32(w.rng.IntN(colors))
		}
	}
	for i, set := range beside {
		for b := set.Next(0); b >= 0; b = set.Next(b + 1) {
			w.near[i*colors+int(w.color[b])]++
		}
	}
	for i := range w.color {
		w.clashes += int(w.near[i*colors+int(w.color[i])])
		w.note(i)
	}
	w.clashes /= 2
	w.fewest = w.clashes
	return w
}

// note keeps the list of those that clash.
func (w *tabuWalk) note(i int) {
	clashes := w.near[i*w.colors+int(w.color[i])] > 0
	switch at := w.place[i]; {
	case clashes && at < 0:
		w.place[i] = int32(len(w.clashing))
		w.clashing = append(w.clashing, int32(i))
	case !clashes && at >= 0:
		last := w.clashing[len(w.clashing)-1]
		w.clashing[at], w.place[last] = last, at
		w.clashing = w.clashing[:len(w.clashing)-1]
		w.place[i] = -1
	}
}

// step makes the best move that is not barred, or that leaves fewer clashes than
// ever.
func (w *tabuWalk) step(move int) {
	hub, color, best, ties := -1, 0, 0, 0
	for _, i := range w.clashing {
		row := w.near[int(i)*w.colors : (int(i)+1)*w.colors]
		own := row[w.color[i]]
		for c, n := range row {
			if int32(c) == w.color[i] {
				continue
			}
			change := int(n - own)
			if w.barred[int(i)*w.colors+c] >= move && w.clashes+change >= w.fewest {
				continue
			}
			switch {
			case hub < 0 || change < best:
				hub, color, best, ties = int(i), c, change, 1
			case change == best:
				if ties++; w.rng.IntN(ties) == 0 {
					hub, color = int(i), c
				}
			}
		}
	}
	if hub < 0 { // all barred
		hub, color = int(w.clashing[w.rng.IntN(len(w.clashing))]), w.rng.IntN(w.colors)
		best = int(w.near[hub*w.colors+color] - w.near[hub*w.colors+int(w.color[hub])])
	}
	old := int(w.color[hub])
	w.barred[hub*w.colors+old] = move + w.rng.IntN(10) + len(w.clashing)*6/10
	w.color[hub] = int32(color)
	w.clashes += best
	w.fewest = min(w.fewest, w.clashes)
	for b := w.beside[hub].Next(0); b >= 0; b = w.beside[hub].Next(b + 1) {
		w.near[b*w.colors+old]--
		w.near[b*w.colors+color]++
		w.note(b)
	}
	w.note(hub)
}
