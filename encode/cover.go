package encode

import (
	"context"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Cover is COVER(k): at most Hubs bicliques that cover the cells.
// Canonical: variable numbers and clause order are part of the certificates.
//
// a[u,i], b[v,i]: row u is a source, column v a target, of hub i.
// y[t,i]: hub i covers the t-th cell.
var Cover = Encoder{
	Name: "b/canonical", Question: instances.B, Form: "canonical",
	Doc:    "memberships of rows and columns in k hubs, hubs named by first appearance",
	Source: "math.md F6, F16, F17",
	Hubs:   true,
	Encode: encodeCover,
}

func encodeCover(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("b/canonical", takesHubs)
	if err != nil {
		return Encoding{}, err
	}
	vars, clauses := coverSize(p.Rel, cells, p.Hubs)
	if err := p.fits(vars, clauses); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	h, err := addCover(ctx, f, p.Rel, cells, p.Hubs)
	if err != nil {
		return Encoding{}, err
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return h.extension(m, func(int) int { return 0 }), nil
	}}, nil
}

// coverSize counts the variables and clauses of COVER(k).
func coverSize(rel *instances.Relation, cells []instances.Cell, k int) (vars, clauses count) {
	lines := count(rel.Rows()).plus(count(rel.Cols())).plus(count(len(cells)))
	nonCells := count(rel.Rows()).times(count(rel.Cols())) - count(rel.Len())
	m := min(k, len(cells)) // the first m cells have 1, 2, …, m hubs to choose from, the others k
	choices := pairs(m + 1).plus(count(len(cells) - m).times(count(k)))
	return lines.times(count(k)), count(len(cells)).plus(choices.times(2)).plus(nonCells.times(count(k)))
}

// hubs are the membership variables of k hubs.
type hubs struct {
	rel  *instances.Relation
	k    int
	a, b pb.Block
}

func newHubs(f *pb.Formula, rel *instances.Relation, k int) hubs {
	h := hubs{rel, k, f.Block("a", rel.Rows(), k), f.Block("b", rel.Cols(), k)}
	f.Document(h.a, "row u is a source of hub i", "u", "i")
	f.Document(h.b, "column v is a target of hub i", "v", "i")
	return h
}

// addCover writes COVER(k), which FRONT(k,h) begins with.
func addCover(ctx context.Context, f *pb.Formula, rel *instances.Relation, cells []instances.Cell, k int) (hubs, error) {
	h := newHubs(f, rel, k)
	y := f.Block("y", len(cells), k)
	f.Document(y, "hub i covers the t-th cell asked for", "t", "i")
	var clause []pb.Lit
	for t, c := range cells {
		if t&1023 == 0 && ctx.Err() != nil {
			return hubs{}, context.Cause(ctx)
		}
		m := min(k, t+1) // first appearance, F17
		clause = clause[:0]
		for i := range m {
			clause = append(clause, y.At2(t, i))
		}
		f.Clause(clause...)
		for i := range m {
			f.Clause(-y.At2(t, i), h.a.At2(int(c.Row), i))
			f.Clause(-y.At2(t, i), h.b.At2(int(c.Col), i))
		}
	}
	for u := range rel.Rows() {
		if ctx.Err() != nil {
			return hubs{}, context.Cause(ctx)
		}
		row := rel.Row(u)
		for v := range rel.Cols() {
			if len(row) > 0 && int(row[0]) == v {
				row = row[1:]
				continue
			}
			for i := range k {
				f.Clause(-h.a.At2(u, i), -h.b.At2(v, i))
			}
		}
	}
	return h, nil
}

// extension reads the hubs, leaving out those without sources or targets;
// color says the colour of hub i, from 1, or 0.
func (h hubs) extension(m pb.Model, color func(i int) int) instances.Extension {
	var x instances.Extension
	for i := range h.k {
		hub := instances.Hub{Sources: members(m, &h.a, i), Targets: members(m, &h.b, i)}
		if len(hub.Sources) > 0 && len(hub.Targets) > 0 {
			hub.Color = color(i)
			x = append(x, hub)
		}
	}
	return withoutGaps(x)
}

// members are the first indices whose variable with second index i is true.
func members(m pb.Model, b *pb.Block, i int) []int32 {
	var out []int32
	for u := range b.Dims[0] {
		if m.True(b.At2(u, i)) {
			out = append(out, int32(u))
		}
	}
	return out
}

// withoutGaps renumbers the colours that occur to 1, 2, …, in their order.
func withoutGaps(x instances.Extension) instances.Extension {
	most := 0
	for _, h := range x {
		most = max(most, h.Color)
	}
	to := make([]int, most+1)
	for _, h := range x {
		to[h.Color] = 1
	}
	to[0] = 0
	for c := 1; c <= most; c++ {
		to[c] += to[c-1]
	}
	for i := range x {
		x[i].Color = to[x[i].Color]
	}
	return x
}
