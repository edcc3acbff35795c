package encode

import (
	"context"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// SetCover covers the cells by the fewest maximal bicliques.
//
// x[B]: the B-th maximal biclique, in the order of MaximalBicliques, is taken.
var SetCover = Encoder{
	Name: "b/setcover", Question: instances.B, Form: "setcover",
	Doc:    "set cover by maximal bicliques, minimised; for integer programming",
	Source: "math.md F18",
	Encode: func(ctx context.Context, p Problem) (Encoding, error) { return encodeSetCover(ctx, "b/setcover", p, 0) },
}

// Columns is SetCover by at most so many maximal bicliques.
var Columns = Encoder{
	Name: "b/columns", Question: instances.B, Form: "columns", Hubs: true,
	Doc:    "set cover by at most so many maximal bicliques; for column search",
	Source: "math.md F18",
	Encode: func(ctx context.Context, p Problem) (Encoding, error) {
		return encodeSetCover(ctx, "b/columns", p, takesHubs)
	},
}

// MaxBicliques bounds the variables of SetCover and Columns: beyond it other forms are better.
const MaxBicliques = 500_000

func encodeSetCover(ctx context.Context, name string, p Problem, bounds takes) (Encoding, error) {
	cells, err := p.check(name, bounds)
	if err != nil {
		return Encoding{}, err
	}
	constraints := count(len(cells))
	if bounds&takesHubs != 0 {
		constraints++
	}
	if err := p.fits(count(p.Hubs), constraints); err != nil {
		return Encoding{}, err
	}
	all, err := MaximalBicliques(ctx, p.Rel, MaxBicliques)
	if err != nil {
		return Encoding{}, fmt.Errorf("%s: %w", name, err)
	}
	at := placesOf(p.Rel, cells)
	ends := make([]int, len(cells)+1)
	for _, hub := range all {
		at.each(hub, func(t int32) { ends[t+1]++ })
	}
	for t := range cells {
		ends[t+1] += ends[t]
	}
	if err := p.fitsLiterals(len(all), int(constraints), ends[len(cells)]); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	x := f.Block("x", len(all))
	f.Document(x, "the B-th maximal biclique, by sources then targets, is taken", "B")
	lits := make([]pb.Lit, ends[len(cells)])
	hubs := make([]pb.Term, len(all))
	for i, hub := range all {
		hubs[i] = pb.Term{Coef: 1, Lit: x.At(i)}
		at.each(hub, func(t int32) {
			lits[ends[t]] = x.At(i)
			ends[t]++ // ends where the next cell's literals start
		})
	}
	f.Grow(len(cells), len(lits))
	from := 0
	for t := range cells {
		f.Clause(lits[from:ends[t]]...)
		from = ends[t]
	}
	if bounds&takesHubs != 0 {
		f.AtMost(int64(p.Hubs), hubs...)
	} else {
		f.Objective = hubs
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		var ext instances.Extension
		for i, hub := range all {
			if m.True(x.At(i)) {
				ext = append(ext, instances.Hub{Sources: slices.Clone(hub.Sources), Targets: slices.Clone(hub.Targets)})
			}
		}
		return ext, nil
	}}, nil
}

// places finds the cells asked for within bicliques.
type places struct {
	rel   *instances.Relation
	first []int
	place []int32 // by canonical position: 1 + place among the cells asked for, or 0
}

func placesOf(rel *instances.Relation, cells []instances.Cell) places {
	p := places{rel, firstCells(rel), make([]int32, rel.Len())}
	for t, c := range cells {
		i, _ := rel.Index(c)
		p.place[i] = int32(t + 1)
	}
	return p
}

// each calls yield with the places of the hub's cells that are asked for.
func (p places) each(hub instances.Hub, yield func(t int32)) {
	for _, u := range hub.Sources {
		row, k := p.rel.Row(int(u)), 0
		for _, v := range hub.Targets {
			for row[k] < v {
				k++
			}
			if t := p.place[p.first[u]+k]; t != 0 {
				yield(t - 1)
			}
		}
	}
}
