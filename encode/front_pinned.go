package encode

import (
	"context"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// FrontPinned asks the question of Front with hubs pinned to the fooling set
// that the cells begin with, and with full precedence of colours along hubs.
var FrontPinned = Encoder{
	Name: "front/pinned", Question: instances.Front, Form: "pinned",
	Doc:    "coloured hubs, the first pinned to the fooling set the cells begin with",
	Source: "math.md F6, F17; algorithms.md, Front",
	Hubs:   true, Colors: true,
	Encode: encodeFrontPinned,
}

func encodeFrontPinned(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("front/pinned", takesHubs|takesColors)
	if err != nil {
		return Encoding{}, err
	}
	n, h := p.Hubs, p.Colors
	cover := pin(p, cells)
	vars, clauses := cover.size(p.limit())
	moreVars, moreClauses := colorSize(p)
	precedence := count(n).times(count(h))
	if err := p.fits(vars.plus(moreVars), clauses.plus(moreClauses).plus(precedence)); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	if err := cover.add(ctx, f); err != nil {
		return Encoding{}, err
	}
	c, same := newColors(f, n, h)
	addFirstColors(f, &c)
	addPrecedence(f, &c)
	for i := range n {
		if ctx.Err() != nil {
			return Encoding{}, context.Cause(ctx)
		}
		for i2 := i + 1; i2 < n; i2++ {
			for j := range h {
				f.Clause(-c.At2(i, j), -c.At2(i2, j), same)
			}
			for u := range p.Rel.Rows() {
				if cover.rowMay(u, i) && cover.rowMay(u, i2) {
					f.Clause(-same, -cover.a.At2(u, i), -cover.a.At2(u, i2))
				}
			}
			for v := range p.Rel.Cols() {
				if cover.colMay(v, i) && cover.colMay(v, i2) {
					f.Clause(-same, -cover.b.At2(v, i), -cover.b.At2(v, i2))
				}
			}
			same++
		}
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return cover.extension(m, colorIn(m, &c)), nil
	}}, nil
}

// addPrecedence says that hub i has colour j > 0 only if an earlier hub has
// colour j−1.
func addPrecedence(f *pb.Formula, c *pb.Block) {
	var clause []pb.Lit
	for i := range c.Dims[0] {
		for j := 1; j < c.Dims[1]; j++ {
			clause = append(clause[:0], -c.At2(i, j))
			for earlier := range i {
				clause = append(clause, c.At2(earlier, j-1))
			}
			f.Clause(clause...)
		}
	}
}
