package bound

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// greedyStarts is how many covers are made from scratch before the best of them
// is repaired.
const greedyStarts = 10

// Greedy looks for a cover of the cells with few bicliques and returns the best
// it met, never worse than Stars: first covers made from scratch by randomised
// greedy choices, then a local search of so many rounds. A round takes away the
// hub that is missed least and covers a cell left bare by a new one; cells gain
// weight for every round that they are bare (the weighting scheme of set-cover
// local search, Gao et al., Eur. J. Oper. Res. 246 (2015) 750-761, with hubs
// made when they are needed, since there are too many to list).
//
// It ends early at a cover of target hubs (0: none). Where n cells have
// n² > 2^29, a few greedy passes are all there is. Hubs are bicliques of rel,
// not necessarily maximal ones, without colours.
func Greedy(ctx context.Context, rel *instances.Relation, cells []instances.Cell, seed uint64, rounds, target int) instances.Extension {
	cells = slices.Clone(required(rel, cells))
	slices.SortFunc(cells, instances.Cell.Compare)
	cells = slices.Compact(cells)
	best := Stars(rel, cells)
	if len(best) <= max(target, 1) {
		return best
	}
	if !fitsGraph(len(cells)) {
		for round := range min(uint64(max(rounds, 1)), 4) {
			if round > 0 && ctx.Err() != nil {
				break
			}
			if x := greedySparse(ctx, rel, cells, source(seed, round)); len(x) > 0 && len(x) < len(best) {
				best = x
			}
		}
		return best
	}
	w := newCoverWalk(ctx, rel, cells, source(seed, 0))
	if found := w.run(rounds, target, len(best)); found != nil {
		best = nil
		for _, clique := range found {
			hub := make([]instances.Cell, 0, len(clique))
			for _, i := range clique {
				hub = append(hub, cells[i])
			}
			best = append(best, span(hub))
		}
	}
	return best
}

// coverWalk is a set of cliques of the compatibility graph on its way to cover
// all cells.
type coverWalk struct {
	ctx    context.Context
	rng    *rand.Rand
	adj    []instances.Bits // compatible cells, each with itself
	hubs   []instances.Bits
	spare  []instances.Bits // space of hubs that were dropped
	count  []int32          // hubs that cover each cell
	bare   instances.Bits   // cells that no hub covers
	single instances.Bits   // cells that one hub covers
	weight []int32
	newest int // the hub made in the round before, which stays for one round; or -1
	// Cells of the row, and of the column, of each cell.
	row, col [][]int32
	// Scratch of build: cells compatible with all of the new hub and not in it;
	// cells on its rows; on its columns; candidates.
	open, onRows, onCols, wanted instances.Bits
	weighted                     bool // some weight differs from 1
}

func newCoverWalk(ctx context.Context, rel *instances.Relation, cells []instances.Cell, rng *rand.Rand) *coverWalk {
	n := len(cells)
	w := &coverWalk{ctx: ctx, rng: rng, adj: compatible(rel, cells), count: make([]int32, n), weight: filled(n, 1),
		newest: -1, bare: instances.Full(n), single: instances.NewBits(n), row: make([][]int32, n), col: make([][]int32, n),
		open: instances.NewBits(n), onRows: instances.NewBits(n), onCols: instances.NewBits(n), wanted: instances.NewBits(n)}
	rows, cols := map[int32][]int32{}, map[int32][]int32{}
	for i, c := range cells {
		rows[c.Row], cols[c.Col] = append(rows[c.Row], int32(i)), append(cols[c.Col], int32(i))
	}
	for i, c := range cells {
		w.row[i], w.col[i] = rows[c.Row], cols[c.Col]
	}
	return w
}

// run returns a cover with fewer than limit cliques, or nil.
func (w *coverWalk) run(rounds, target, limit int) [][]int32 {
	var best [][]int32
	note := func() bool { // after a cover is complete; reports whether it will do
		w.dropRedundant()
		if len(w.hubs) < limit {
			limit, best = len(w.hubs), w.members()
		}
		return limit <= max(target, 1)
	}
	for start := range greedyStarts {
		for len(w.hubs) > 0 {
			w.drop(len(w.hubs) - 1)
		}
		for !w.bare.Empty() {
			if w.ctx.Err() != nil && start > 0 {
				return best
			}
			w.build(w.scarcest(start > 0))
		}
		if note() {
			return best
		}
	}
	if best != nil {
		w.restart(best)
	}
	w.newest = -1
	for round := 0; round < rounds; round++ {
		if round&63 == 0 && w.ctx.Err() != nil {
			break
		}
		if w.bare.Empty() {
			if note() {
				break
			}
			w.newest = -1 // hubs may have moved
		}
		for len(w.hubs) > limit-2 || w.bare.Empty() { // room for one in a cover of limit − 1
			w.drop(w.leastMissed(w.newest))
			w.newest = -1
		}
		w.build(sample(w.rng, w.bare))
		w.newest = len(w.hubs) - 1
		for i := w.bare.Next(0); i >= 0; i = w.bare.Next(i + 1) {
			w.weight[i]++
			w.weighted = true
		}
	}
	if w.bare.Empty() {
		note()
	}
	return best
}

func (w *coverWalk) restart(hubs [][]int32) {
	for len(w.hubs) > 0 {
		w.drop(len(w.hubs) - 1)
	}
	for _, members := range hubs {
		h := w.space()
		for _, i := range members {
			h.Set(int(i))
		}
		w.take(h)
	}
}

func (w *coverWalk) members() [][]int32 {
	out := make([][]int32, len(w.hubs))
	for k, h := range w.hubs {
		out[k] = h.Members()
	}
	return out
}

// scarcest is a bare cell with few bare cells compatible, or one nearly so.
func (w *coverWalk) scarcest(shake bool) int {
	best, least := -1, 0
	for i := w.bare.Next(0); i >= 0; i = w.bare.Next(i + 1) {
		d := 4 * w.adj[i].CountAnd(w.bare)
		if shake {
			d += w.rng.IntN(8 + d)
		}
		if best < 0 || d < least {
			best, least = i, d
		}
	}
	return best
}

// build adds a maximal clique around cell v: first it takes in bare cells, then
// cells whose only hub might become needless, then whatever fits.
func (w *coverWalk) build(v int) {
	h := w.space()
	clear(w.onRows)
	clear(w.onCols)
	w.open.Copy(w.adj[v])
	w.include(h, v)
	w.grow(h, w.bare, 24)
	w.grow(h, w.single, 6)
	w.grow(h, w.open, 1)
	w.take(h)
}

// include adds cell v to h, with all cells on the lines that h then has.
func (w *coverWalk) include(h instances.Bits, v int) {
	for _, i := range w.row[v] {
		w.onRows.Set(int(i))
	}
	for _, i := range w.col[v] {
		w.onCols.Set(int(i))
	}
	h.Copy(w.onRows)
	h.And(w.onCols)
	w.open.And(w.adj[v])
	w.open.AndNot(h)
}

// grow extends h by open cells of the wanted set while there are any. Of so
// many candidates it takes the one that leaves most weight to be wanted.
func (w *coverWalk) grow(h, wanted instances.Bits, candidates int) {
	for {
		w.wanted.Copy(wanted)
		w.wanted.And(w.open)
		if w.wanted.Empty() {
			return
		}
		best := sample(w.rng, w.wanted)
		if candidates > 1 {
			most := w.gain(best)
			for range candidates - 1 {
				u := sample(w.rng, w.wanted)
				if gain := w.gain(u); gain > most {
					best, most = u, gain
				}
			}
		}
		w.include(h, best)
	}
}

// gain is the weight of the candidates compatible with cell u.
func (w *coverWalk) gain(u int) int64 {
	if !w.weighted {
		return int64(w.adj[u].CountAnd(w.wanted))
	}
	return w.weigh(w.adj[u], w.wanted)
}

// weigh is the weight of the cells in both sets.
func (w *coverWalk) weigh(a, b instances.Bits) int64 {
	var sum int64
	for k, x := range a {
		for x &= b[k]; x != 0; x &= x - 1 {
			sum += int64(w.weight[k<<6+lowest(x)])
		}
	}
	return sum
}

// leastMissed is the hub whose loss would bare the least weight, the oldest of
// equals; hub kept is left alone.
func (w *coverWalk) leastMissed(kept int) int {
	best, least := -1, int64(0)
	for k, h := range w.hubs {
		if k == kept && len(w.hubs) > 1 {
			continue
		}
		loss := w.weigh(h, w.single)
		if best < 0 || loss < least {
			best, least = k, loss
		}
	}
	return best
}

func (w *coverWalk) dropRedundant() {
	for k := 0; k < len(w.hubs); k++ {
		if !w.hubs[k].Meets(w.single) {
			w.drop(k)
			k--
		}
	}
}

// space is an empty set for a hub.
func (w *coverWalk) space() instances.Bits {
	if n := len(w.spare); n > 0 {
		h := w.spare[n-1]
		w.spare = w.spare[:n-1]
		clear(h)
		return h
	}
	return instances.NewBits(len(w.adj))
}

func (w *coverWalk) take(h instances.Bits) {
	w.hubs = append(w.hubs, h)
	for i := h.Next(0); i >= 0; i = h.Next(i + 1) {
		w.count[i]++
		switch w.count[i] {
		case 1:
			w.bare.Clear(i)
			w.single.Set(i)
		case 2:
			w.single.Clear(i)
		}
	}
}

// drop removes hub k; the others keep their order, by age.
func (w *coverWalk) drop(k int) {
	h := w.hubs[k]
	w.hubs = append(w.hubs[:k], w.hubs[k+1:]...)
	w.spare = append(w.spare, h)
	for i := h.Next(0); i >= 0; i = h.Next(i + 1) {
		w.count[i]--
		switch w.count[i] {
		case 0:
			w.single.Clear(i)
			w.bare.Set(i)
		case 1:
			w.single.Set(i)
		}
	}
}
