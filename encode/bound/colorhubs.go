package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// maxDSATUR is the largest number of hubs coloured by saturation; more are
// coloured one after the other, largest first.
const maxDSATUR = 4096

// ColorHubs colours the hubs of an extension so that hubs that share a source,
// or share a target, differ, and returns them in their order with the number of
// colours. It bounds the chromatic index of that extension, and χ_hub, from
// above. Colours count from 1; those the hubs had are lost. When ctx ends, every
// hub that is left gets a colour of its own.
//
// Up to 4096 hubs the next is the one whose neighbours have most colours
// (DSATUR: Brélaz, Commun. ACM 22 (1979) 251-256).
func ColorHubs(ctx context.Context, hubs instances.Extension) (instances.Extension, int) {
	out := slices.Clone(hubs)
	for i := range out {
		out[i].Color = 0
	}
	if len(out) <= maxDSATUR {
		return out, dsatur(ctx, out)
	}
	feeds, reads := out.Incidence()
	beside := func(i int, visit func(k int)) {
		for _, a := range out[i].Sources {
			for _, k := range feeds[a] {
				visit(int(k))
			}
		}
		for _, b := range out[i].Targets {
			for _, k := range reads[b] {
				visit(int(k))
			}
		}
	}
	order := make([]int, len(out))
	for i := range order {
		order[i] = i
	}
	size := func(i int) int { return len(out[i].Sources) + len(out[i].Targets) }
	slices.SortStableFunc(order, func(i, k int) int { return size(k) - size(i) })
	most := 0
	taken := make([]int, len(out)+2) // by colour: the last hub that found it taken
	for n, i := range order {
		if n&63 == 0 && ctx.Err() != nil {
			return out, paintApart(out, most)
		}
		beside(i, func(k int) { taken[out[k].Color] = n + 1 })
		color := 1
		for taken[color] == n+1 {
			color++
		}
		out[i].Color = color
		most = max(most, color)
	}
	return out, most
}

// paintApart gives every hub without a colour one of its own, beyond most, and
// returns the last.
func paintApart(hubs instances.Extension, most int) int {
	for i := range hubs {
		if hubs[i].Color == 0 {
			most++
			hubs[i].Color = most
		}
	}
	return most
}

func dsatur(ctx context.Context, hubs instances.Extension) int {
	n := len(hubs)
	g, err := NewHubGraph(ctx, hubs)
	if err != nil {
		return paintApart(hubs, 0)
	}
	adj := g.beside
	degree, saturation := make([]int, n), make([]int, n)
	for i := range hubs {
		degree[i] = adj[i].Count()
	}
	var taken []instances.Bits // by colour: hubs beside one that has it
	for step := range hubs {
		if step&63 == 0 && ctx.Err() != nil {
			return paintApart(hubs, len(taken))
		}
		next := -1
		for i, h := range hubs {
			if h.Color == 0 && (next < 0 || saturation[i] > saturation[next] || saturation[i] == saturation[next] && degree[i] > degree[next]) {
				next = i
			}
		}
		color := 0
		for color < len(taken) && taken[color].Has(next) {
			color++
		}
		if color == len(taken) {
			taken = append(taken, instances.NewBits(n))
		}
		hubs[next].Color = color + 1
		for k := adj[next].Next(0); k >= 0; k = adj[next].Next(k + 1) {
			if !taken[color].Has(k) {
				taken[color].Set(k)
				saturation[k]++
			}
		}
	}
	return len(taken)
}
