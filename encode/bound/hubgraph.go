package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// HubGraph says which hubs of an extension share a source, or share a target,
// and so differ in colour: its chromatic number is the chromatic index of the
// extension (math.md, section 1).
type HubGraph struct {
	beside []instances.Bits
}

// MaxHubGraph is the most hubs that a HubGraph is for: its bitsets then take
// 32 MB.
const MaxHubGraph = 1 << 14

// NewHubGraph goes through the lines: time is memberships × hubs / 64. It fails
// only when ctx ends.
func NewHubGraph(ctx context.Context, hubs instances.Extension) (*HubGraph, error) {
	g := &HubGraph{bitMatrix(len(hubs))}
	feeds, reads := hubs.Incidence()
	here := instances.NewBits(len(hubs))
	for _, line := range slices.Concat(feeds, reads) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if len(line) < 2 {
			continue
		}
		for _, i := range line {
			here.Set(int(i))
		}
		for _, i := range line {
			g.beside[i].Or(here)
		}
		for _, i := range line {
			here.Clear(int(i))
		}
	}
	for i, set := range g.beside {
		set.Clear(i)
	}
	return g, nil
}

// HeaviestLine is the hubs at the line with most of them, which all differ in
// colour; nil where there is no hub.
func HeaviestLine(hubs instances.Extension) []int {
	feeds, reads := hubs.Incidence()
	var most []int32
	for _, line := range slices.Concat(feeds, reads) {
		if len(line) > len(most) {
			most = line
		}
	}
	return ints(most)
}

func ints(list []int32) []int {
	var out []int
	for _, i := range list {
		out = append(out, int(i))
	}
	return out
}

// Core is what is left when hubs beside fewer than colors of those left are
// taken away again and again: only of it the question is whether so many
// colours are enough. Gone are the others, in the order of leaving; coloured in
// reverse, each finds a colour free.
func (g *HubGraph) Core(colors int) (core, gone []int) {
	n := len(g.beside)
	left := instances.Full(n)
	degree := make([]int, n)
	for i := range degree {
		if degree[i] = g.beside[i].Count(); degree[i] < colors {
			gone = append(gone, i)
			left.Clear(i)
		}
	}
	for k := 0; k < len(gone); k++ { // gone grows
		beside := g.beside[gone[k]]
		for i := beside.Next(0); i >= 0; i = beside.Next(i + 1) {
			if degree[i]--; left.Has(i) && degree[i] < colors {
				gone = append(gone, i)
				left.Clear(i)
			}
		}
	}
	return ints(left.Members()), gone
}

// Extend colours, by the least colour that is free, the hubs of gone that have
// none (0), last first: see Core.
func (g *HubGraph) Extend(colors []int, gone []int) {
	taken := make([]int, len(g.beside)+2) // by colour: 1 + the hub that found it taken
	for k := len(gone) - 1; k >= 0; k-- {
		i := gone[k]
		for b := g.beside[i].Next(0); b >= 0; b = g.beside[i].Next(b + 1) {
			taken[colors[b]] = i + 1
		}
		c := 1
		for taken[c] == i+1 {
			c++
		}
		colors[i] = c
	}
}

// Clique looks for many hubs that are pairwise beside each other, which need as
// many colours: by local search and branch and bound among the hubs named, with
// at most so many steps, until upper of them are found. The result is at least
// as long as start; exact says that none among the hubs named is longer.
func (g *HubGraph) Clique(ctx context.Context, among, start []int, steps, upper int) (best []int, exact bool) {
	if len(start) >= upper || len(among) <= len(start) {
		return start, true
	}
	sub := g.among(among)
	found := cliqueLocal(ctx, sub, min(steps, 1000+100*len(among)), upper)
	if len(found) < len(start) {
		found = nil // the tree then has to beat start
	}
	exact = len(found) >= upper
	if !exact && ctx.Err() == nil {
		search := newCliqueSearch(ctx, sub, found, steps, upper)
		found, exact, _ = search.run()
	}
	if len(found) <= len(start) {
		return start, exact
	}
	for _, i := range found {
		best = append(best, among[i])
	}
	slices.Sort(best)
	return best, exact
}

// among is the graph of some of the hubs, by their positions in the list.
func (g *HubGraph) among(hubs []int) []instances.Bits {
	at := make([]int32, len(g.beside))
	for k, i := range hubs {
		at[i] = int32(k) + 1
	}
	sub := bitMatrix(len(hubs))
	for k, i := range hubs {
		for b := g.beside[i].Next(0); b >= 0; b = g.beside[i].Next(b + 1) {
			if at[b] > 0 {
				sub[k].Set(int(at[b]) - 1)
			}
		}
	}
	return sub
}
