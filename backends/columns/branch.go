package columns

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/lp"
	"github.com/hubcover/hubcover/encode/packing"
	"github.com/hubcover/hubcover/encode/pb"
)

// NewBranch makes the backend of that name that answers set covers by branch and
// price: at every node the linear relaxation bounds how many columns the open
// cells still need, its columns priced in as they are wanted (Barnhart et al.,
// Operations Research 46 (1998) 316-329). The relaxation's dual is rounded to
// integers and its bound computed from these exactly, so that the answer is that
// of an exact integer program. It proves nothing that is checked elsewhere: every
// node has weights of its own, and trees (see New) have but one.
func NewBranch(name string, solver lp.Solver) backends.Backend {
	return backends.Backend{
		Name:    name,
		Doc:     "branch and price for set covers alone; linear programs by: " + solver.Doc,
		Able:    backends.Abilities{SetCovers: true, Steps: true, Deterministic: true},
		Install: solver.Install,
		Probe:   func(context.Context) (string, error) { return solver.Probe() },
		Solve: func(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
			return solveBranch(ctx, f, opt, name, solver)
		},
	}
}

func solveBranch(ctx context.Context, f *pb.Formula, opt backends.Options, name string, solver lp.Solver) (backends.Answer, error) {
	most, ok := f.SetCover()
	if !ok {
		return backends.Answer{}, errors.New(name + ": " + noSetCover)
	}
	if _, err := solver.Probe(); err != nil {
		return backends.Answer{}, err
	}
	c, err := read(ctx, f, opt.Memory)
	switch {
	case err != nil:
		return backends.Answer{Stop: backends.MemoryLimit}, nil
	case ctx.Err() != nil:
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	}
	b := &branch{cover: c, ctx: ctx, newLP: solver.New, opt: opt, most: most, decide: f.Objective == nil}
	open, free := newBitset(c.cells), newBitset(len(c.columns))
	open.fill(c.cells)
	free.fill(len(c.columns))
	if !b.decide {
		if b.best = c.greedy(); b.best == nil {
			return backends.Answer{Verdict: backends.Unsat}, nil // a cell is in no column
		}
		b.most = len(b.best) - 1
	}
	return b.answer(b.walk(open, free, nil, c.cellWeights)), nil
}

// branch is a search for covers by at most so many columns.
type branch struct {
	*cover
	ctx    context.Context
	newLP  packing.NewLP
	opt    backends.Options
	decide bool  // any such cover will do
	most   int   // columns of a cover that is wanted
	best   []int // the last one found, nil before
	low    int   // columns that every cover has, as the root bounds it
	nodes  int64
}

func (b *branch) answer(out outcome) backends.Answer {
	a := backends.Answer{Steps: b.nodes, Bound: int64(b.low)}
	if b.best != nil {
		a.Verdict, a.Model = backends.Sat, b.model(b.best)
	}
	switch {
	case out == unknown:
		a.Stop = backends.StopOf(b.ctx)
	case b.best == nil:
		a.Verdict = backends.Unsat
	case !b.decide:
		a.Verdict, a.Bound = backends.Optimal, int64(len(b.best))
	}
	return a
}

// greedy takes the column with the most open cells each time; nil where a cell
// is in no column.
func (c *cover) greedy() []int {
	open, chosen := newBitset(c.cells), []int{}
	open.fill(c.cells)
	for open.first() >= 0 {
		best, most := -1, 0
		for j, col := range c.columns {
			if n := common(col, open); n > most {
				best, most = j, n
			}
		}
		if best < 0 {
			return nil
		}
		chosen = append(chosen, best)
		open.andNot(c.columns[best])
	}
	return chosen
}

func common(s, t bitset) (n int) {
	for i, w := range s {
		n += bits.OnesCount64(w & t[i])
	}
	return n
}

// walk looks for a cover of the open cells by free columns, both of which it
// may change, beside those taken; at the end of closed ways b.best is the best
// there is. It begins the relaxation at the weights.
func (b *branch) walk(open, free bitset, taken []int, weights []int64) outcome {
	if b.nodes++; b.opt.Steps > 0 && b.nodes > b.opt.Steps || b.ctx.Err() != nil {
		return unknown
	}
	if b.opt.Progress != nil && b.nodes&63 == 0 {
		b.opt.Progress(b.nodes)
	}
	for fixed := true; fixed; {
		if taken = b.force(open, free, taken); taken == nil || len(taken) > b.most {
			return closed
		}
		if open.first() < 0 {
			b.best, b.most = taken, len(taken)-1
			if b.decide {
				return covered
			}
			return closed
		}
		if weights, fixed = b.price(open, free, len(taken), weights); weights == nil {
			return closed
		}
	}
	cell := b.choose(open, free)
	for _, j := range b.holders(cell, open, free, weights) {
		if out := b.walk(without(open, b.columns[j]), slices.Clone(free), append(slices.Clip(taken), j), weights); out != closed {
			return out
		}
		free[j>>6] &^= 1 << (j & 63)
	}
	return closed
}

// Effort of the weights at a node, in the unit of weightSteps.
const nodeSteps = weightSteps / 10

// force takes the columns that alone hold an open cell, beside those taken; it
// returns nil where no column holds one.
func (b *branch) force(open, free bitset, taken []int) []int {
	with := append(make([]int, 0, len(taken)+4), taken...)
	for again := true; again; {
		again = false
		for t := open.first(); t >= 0; t = open.next(t + 1) {
			j, n := -1, 0
			for i, w := range b.at[t] {
				if w &= free[i]; w != 0 {
					j, n = i<<6+bits.TrailingZeros64(w), n+bits.OnesCount64(w)
				}
			}
			switch n {
			case 0:
				return nil
			case 1:
				with, again = append(with, j), true
				open.andNot(b.columns[j])
			}
		}
	}
	return with
}

// price bounds how many columns the open cells need by weights, and takes out
// the free columns that no cover small enough can have. It returns no weights
// where there is no such cover.
func (b *branch) price(open, free bitset, taken int, from []int64) (weights []int64, fixed bool) {
	var keep, cells []int
	free.each(func(j int) { keep = append(keep, j) })
	open.each(func(t int) { cells = append(cells, t) })
	d := newDual(b.columns, keep, open)
	start, rows := d.start()
	for i, t := range cells {
		if from[t] > 0 {
			start[i] = from[t]
		}
	}
	need := b.most - taken
	best, _ := packing.Maximize(packing.NewBudget(b.ctx, nodeSteps), d, b.newLP, d.ones(), rows, start,
		func(best *packing.Point, high float64) bool {
			return best.Bound() > need || high < best.Ratio()*(1+1e-5)
		})
	if b.nodes == 1 {
		b.low = max(b.low, taken+best.Bound())
	}
	if best.Bound() > need {
		return nil, false
	}
	weights = make([]int64, b.cells)
	if best.X == nil { // no time left
		return weights, false
	}
	for i, t := range cells {
		weights[t] = best.X[i]
	}
	for _, j := range keep { // with this one, the others would have to weigh more than they can
		load := int64(0)
		for i, w := range b.columns[j] {
			for w &= open[i]; w != 0; w &= w - 1 {
				load += weights[i<<6+bits.TrailingZeros64(w)]
			}
		}
		if load+int64(need-1)*best.Size < best.Value {
			free[j>>6] &^= 1 << (j & 63)
			fixed = true
		}
	}
	return weights, fixed
}

// choose picks the open cell that the fewest free columns hold.
func (b *branch) choose(open, free bitset) (cell int) {
	least := len(b.columns) + 1
	open.each(func(t int) {
		if n := common(b.at[t], free); n < least {
			cell, least = t, n
		}
	})
	return cell
}

// holders is the free columns that hold the cell, the heaviest first, without
// those whose open cells another one has too.
func (b *branch) holders(cell int, open, free bitset, weights []int64) (columns []int) {
	load := map[int]int64{}
	for i, w := range b.at[cell] {
		for w &= free[i]; w != 0; w &= w - 1 {
			j := i<<6 + bits.TrailingZeros64(w)
			columns = append(columns, j)
			for k, c := range b.columns[j] {
				for c &= open[k]; c != 0; c &= c - 1 {
					load[j] += weights[k<<6+bits.TrailingZeros64(c)]
				}
			}
		}
	}
	slices.SortStableFunc(columns, func(i, j int) int { return cmp.Compare(load[j], load[i]) })
	var apart []int
	for n, j := range columns {
		if !slices.ContainsFunc(columns, func(i int) bool {
			return i != j && within(b.columns[j], b.columns[i], open) && (slices.Index(columns, i) < n || !within(b.columns[i], b.columns[j], open))
		}) {
			apart = append(apart, j)
		}
	}
	return apart
}

// within reports whether s lies in t, among the members of some set.
func within(s, t, among bitset) bool {
	for i, w := range s {
		if w&among[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

func without(s, t bitset) bitset {
	out := slices.Clone(s)
	out.andNot(t)
	return out
}
