package encode

import (
	"context"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Front is FRONT(n,h): a hub extension of at most Hubs hubs with a colouring of
// at most Colors colours. Canonical: variable numbers and clause order are part
// of the certificates.
//
// a, b, y as in Cover; c[i,j]: hub i has colour j; same[q]: the hubs of the
// q-th pair, in lexicographic order, have a colour in common.
var Front = Encoder{
	Name: "front/canonical", Question: instances.Front, Form: "canonical",
	Doc:    "COVER(n) with colours on hubs; hubs named by the cells, colours by the hubs",
	Source: "math.md F16, F17",
	Hubs:   true, Colors: true,
	Encode: encodeFront,
}

func encodeFront(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("front/canonical", takesHubs|takesColors)
	if err != nil {
		return Encoding{}, err
	}
	vars, clauses := coverSize(p.Rel, cells, p.Hubs)
	moreVars, moreClauses := colorSize(p)
	if err := p.fits(vars.plus(moreVars), clauses.plus(moreClauses)); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	h, err := addCover(ctx, f, p.Rel, cells, p.Hubs)
	if err != nil {
		return Encoding{}, err
	}
	c, same := newColors(f, p.Hubs, p.Colors)
	addFirstColors(f, &c)
	for i := range p.Hubs {
		if ctx.Err() != nil {
			return Encoding{}, context.Cause(ctx)
		}
		for i2 := i + 1; i2 < p.Hubs; i2++ {
			for j := range p.Colors {
				f.Clause(-c.At2(i, j), -c.At2(i2, j), same)
			}
			for u := range p.Rel.Rows() {
				f.Clause(-same, -h.a.At2(u, i), -h.a.At2(u, i2))
			}
			for v := range p.Rel.Cols() {
				f.Clause(-same, -h.b.At2(v, i), -h.b.At2(v, i2))
			}
			same++
		}
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return h.extension(m, colorIn(m, &c)), nil
	}}, nil
}

// colorSize counts what FRONT(n,h) has beyond COVER(n).
func colorSize(p Problem) (vars, clauses count) {
	n, h := count(p.Hubs), count(p.Colors)
	each := h.plus(count(p.Rel.Rows())).plus(count(p.Rel.Cols()))
	return n.times(h).plus(pairs(p.Hubs)), n.plus(pairs(p.Hubs).times(each))
}

// newColors allocates c and same, and gives the variable of the first pair.
func newColors(f *pb.Formula, n, h int) (c pb.Block, same pb.Lit) {
	c = f.Block("c", n, h)
	f.Document(c, "hub i has colour j", "i", "j")
	s := f.Block("same", int(pairs(n)))
	f.Document(s, "the q-th pair of hubs, in lexicographic order, has a colour in common", "q")
	return c, s.First
}

// addFirstColors gives every hub a colour, hub i one of the first i+1: colours
// are named by first appearance along the hubs (F17).
func addFirstColors(f *pb.Formula, c *pb.Block) {
	var clause []pb.Lit
	for i := range c.Dims[0] {
		clause = clause[:0]
		for j := range min(c.Dims[1], i+1) {
			clause = append(clause, c.At2(i, j))
		}
		f.Clause(clause...)
	}
}

// colorIn gives the first colour, from 1, that a hub has in the model.
func colorIn(m pb.Model, c *pb.Block) func(int) int {
	return func(i int) int {
		for j := range c.Dims[1] {
			if m.True(c.At2(i, j)) {
				return j + 1
			}
		}
		return 0
	}
}
