package encode

import (
	"context"
	"errors"
	"fmt"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Index is INDEX(h): a colouring of Problem.Among, hubs of the extension that
// is given, with at most Colors colours, in which hubs that share a source, or
// share a target, differ. Canonical: variable numbers and clause order are part
// of the certificates. It asks about hubs, not about a relation, and so is none
// of All.
//
// c[t,j]: the t-th of the hubs has colour j.
var Index = Encoder{
	Name: "index/canonical", Question: instances.Index, Form: "canonical",
	Doc:    "colours of the hubs of a given extension",
	Source: "math.md 1, F17",
	Colors: true,
	Encode: encodeIndex,
}

func encodeIndex(ctx context.Context, p Problem) (Encoding, error) {
	hubs, err := p.given()
	if err != nil {
		return Encoding{}, fmt.Errorf("index/canonical: %w", err)
	}
	later, err := laterConflicts(ctx, hubs)
	if err != nil {
		return Encoding{}, err
	}
	var conflicts count
	for _, list := range later {
		conflicts = conflicts.plus(count(len(list)))
	}
	h := p.Colors
	clauses := count(len(hubs)).plus(conflicts.times(count(h)))
	if err := p.fits(count(len(hubs)).times(count(h)), clauses); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	f.Grow(int(clauses), 2*int(clauses))
	c := f.Block("c", len(hubs), h)
	f.Document(c, "the t-th hub has colour j", "t", "j")
	var clause []pb.Lit
	for t := range hubs {
		clause = clause[:0]
		for j := range min(h, t+1) { // first appearance, F17
			clause = append(clause, c.At2(t, j))
		}
		f.Clause(clause...)
	}
	for t, list := range later {
		for _, t2 := range list {
			for j := range h {
				f.Clause(-c.At2(t, j), -c.At2(int(t2), j))
			}
		}
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return paintHubs(hubs, c, m)
	}}, nil
}

// given are the hubs to be coloured, in the order in which first appearance is
// counted.
func (p Problem) given() (instances.Extension, error) {
	switch {
	case p.Extension == nil:
		return nil, errors.New("the problem has no hub extension")
	case p.Hubs != 0:
		return nil, fmt.Errorf("takes no bound on hubs: leave %d out", p.Hubs)
	case p.Colors < 0:
		return nil, fmt.Errorf("%d colours: expected a number from 0 up", p.Colors)
	case p.Among == nil:
		return p.Extension, nil
	}
	out := make(instances.Extension, len(p.Among))
	seen := instances.NewBits(len(p.Extension))
	for i, at := range p.Among {
		if at < 0 || at >= len(p.Extension) || seen.Has(at) {
			return nil, fmt.Errorf("hub %d is out of range 0..%d or listed twice", at, len(p.Extension)-1)
		}
		seen.Set(at)
		out[i] = p.Extension[at]
	}
	return out, nil
}

// laterConflicts lists for each hub the later ones that share a source or a
// target with it, ascending.
func laterConflicts(ctx context.Context, hubs instances.Extension) ([][]int32, error) {
	feeds, reads := hubs.Incidence()
	out := make([][]int32, len(hubs))
	found := instances.NewBits(len(hubs))
	for t, h := range hubs {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		clear(found)
		for _, a := range h.Sources {
			for _, k := range feeds[a] {
				found.Set(int(k))
			}
		}
		for _, b := range h.Targets {
			for _, k := range reads[b] {
				found.Set(int(k))
			}
		}
		for k := found.Next(t + 1); k >= 0; k = found.Next(k + 1) {
			out[t] = append(out[t], int32(k))
		}
	}
	return out, nil
}

// paintHubs gives each hub its first colour in the model.
func paintHubs(hubs instances.Extension, c pb.Block, m pb.Model) (instances.Extension, error) {
	out := make(instances.Extension, len(hubs))
	for t, h := range hubs {
		h.Color = 0
		for j := c.Dims[1] - 1; j >= 0; j-- {
			if m.True(c.At2(t, j)) {
				h.Color = j + 1
			}
		}
		if h.Color == 0 {
			return nil, fmt.Errorf("hub %d has no colour in the model", t)
		}
		out[t] = h
	}
	return withoutGaps(out), nil
}
