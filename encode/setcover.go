package encode

import (
	"context"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// SetCover minimises the number of maximal bicliques that cover the cells.
//
// x[B]: the B-th maximal biclique, in the order of MaximalBicliques, is taken.
var SetCover = Encoder{
	Name: "b/setcover", Question: instances.B, Form: "setcover",
	Doc:    "set cover by maximal bicliques, minimised; for integer programming and column search",
	Source: "math.md F18",
	Encode: encodeSetCover,
}

// MaxBicliques bounds the variables of SetCover: beyond it other forms are better.
const MaxBicliques = 500_000

func encodeSetCover(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("b/setcover", 0)
	if err != nil {
		return Encoding{}, err
	}
	if err := p.fits(0, count(len(cells))); err != nil {
		return Encoding{}, err
	}
	all, err := MaximalBicliques(ctx, p.Rel, MaxBicliques)
	if err != nil {
		return Encoding{}, fmt.Errorf("b/setcover: %w", err)
	}
	at := placesOf(p.Rel, cells)
	ends := make([]int, len(cells)+1)
	for _, hub := range all {
		at.each(hub, func(t int32) { ends[t+1]++ })
	}
	for t := range cells {
		ends[t+1] += ends[t]
	}
	if err := p.fitsLiterals(len(all), len(cells), ends[len(cells)]); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	x := f.Block("x", len(all))
	f.Document(x, "the B-th maximal biclique, by sources then targets, is taken", "B")
	lits := make([]pb.Lit, ends[len(cells)])
	f.Objective = make([]pb.Term, len(all))
	for i, hub := range all {
		f.Objective[i] = pb.Term{Coef: 1, Lit: x.At(i)}
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
