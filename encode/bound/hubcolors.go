package bound

import (
	"context"

	"github.com/hubcover/hubcover/instances"
)

// Paint looks for a colouring of some of the hubs with at most so many colours,
// by branch and bound: the hub whose neighbours have most colours is next, and
// is given those that are free and one that is new (DSATUR: Brélaz, Commun. ACM
// 22 (1979) 251-256). The first hubs of the list, as many as fixed, are pairwise
// beside each other and get the first colours.
//
// The colours, from 1, are in the order of the list, nil where none were found;
// exact says that there are none, which is a claim and no proof. It makes at
// most so many steps.
func (g *HubGraph) Paint(ctx context.Context, hubs []int, fixed, colors, steps int) (painted []int, exact bool) {
	if fixed > colors {
		return nil, true
	}
	if len(hubs) > 1<<26/max(colors, 1) {
		return nil, false
	}
	p := painter{
		ctx: ctx, beside: g.among(hubs), steps: steps, colors: colors,
		color: make([]int, len(hubs)), near: make([]int32, len(hubs)*colors), open: make([]int, len(hubs)),
		degree: make([]int, len(hubs)),
	}
	for i := range hubs {
		p.open[i] = colors
		p.degree[i] = p.beside[i].Count()
	}
	for i := range fixed {
		p.give(i, i)
	}
	found := p.search(len(hubs)-fixed, fixed)
	if !found {
		return nil, !p.stopped
	}
	return p.color, true
}

// painter is one search of Paint; colours count from 0 in it but for color.
type painter struct {
	ctx     context.Context
	beside  []instances.Bits
	colors  int
	color   []int   // 0 is none
	near    []int32 // near[i·colors+c]: neighbours of i that have colour c
	open    []int   // colours that no neighbour has
	degree  []int
	steps   int
	stopped bool
}

// search colours the hubs that are left, of which some may need a colour beyond
// those in use, the first used ones.
func (p *painter) search(left, used int) bool {
	if left == 0 {
		return true
	}
	p.steps--
	if p.steps < 0 || p.steps&255 == 0 && p.ctx.Err() != nil {
		p.stopped = true
		return false
	}
	i := p.next()
	for c := range min(p.colors, used+1) {
		if p.near[i*p.colors+c] > 0 {
			continue
		}
		if p.give(i, c) && p.search(left-1, max(used, c+1)) {
			return true
		}
		p.take(i, c)
		if p.stopped {
			return false
		}
	}
	return false
}

// next is the hub with the fewest colours open, of those the one with most
// neighbours.
func (p *painter) next() int {
	best := -1
	for i, c := range p.color {
		if c == 0 && (best < 0 || p.open[i] < p.open[best] || p.open[i] == p.open[best] && p.degree[i] > p.degree[best]) {
			best = i
		}
	}
	return best
}

// give colours a hub and reports that every other one still has a colour open.
func (p *painter) give(i, c int) bool {
	p.color[i] = c + 1
	fits := true
	for b := p.beside[i].Next(0); b >= 0; b = p.beside[i].Next(b + 1) {
		if p.near[b*p.colors+c]++; p.near[b*p.colors+c] == 1 {
			p.open[b]--
			fits = fits && (p.open[b] > 0 || p.color[b] != 0)
		}
	}
	return fits
}

func (p *painter) take(i, c int) {
	p.color[i] = 0
	for b := p.beside[i].Next(0); b >= 0; b = p.beside[i].Next(b + 1) {
		if p.near[b*p.colors+c]--; p.near[b*p.colors+c] == 0 {
			p.open[b]++
		}
	}
}
