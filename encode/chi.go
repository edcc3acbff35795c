package encode

import (
	"context"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Chi is CHI(h): at most Colors fat matchings that cover the cells, by the
// rule that a fat matching has no path of three cells that is not closed.
// Canonical: variable numbers and clause order are part of the certificates.
//
// x[e,j]: the e-th cell of the relation, in canonical order, has colour j.
var Chi = Encoder{
	Name: "chi/canonical", Question: instances.Chi, Form: "canonical",
	Doc:    "colours of cells, closed under paths of three; best for satisfiable cases",
	Source: "math.md F8, F16, F17",
	Colors: true,
	Encode: encodeChi,
}

func encodeChi(ctx context.Context, p Problem) (Encoding, error) {
	cells, err := p.check("chi/canonical", takesColors)
	if err != nil {
		return Encoding{}, err
	}
	rel, h := p.Rel, p.Colors
	var paths count
	for _, c := range rel.All() {
		paths = paths.plus(count(len(rel.Col(int(c.Col))) - 1).times(count(len(rel.Row(int(c.Row))) - 1)))
	}
	clauses := count(len(cells)).plus(paths.times(count(h)))
	if err := p.fits(count(rel.Len()).times(count(h)), clauses); err != nil {
		return Encoding{}, err
	}
	f := pb.New()
	f.Grow(int(clauses), 4*int(clauses))
	x := addColors(f, rel, cells, h)
	first := firstCells(rel)
	next := slices.Clone(first) // position of the next middle cell of each row
	for u2 := range rel.Rows() {
		for _, v := range rel.Row(u2) {
			if ctx.Err() != nil {
				return Encoding{}, context.Cause(ctx)
			}
			middle := next[u2]
			next[u2]++
			for _, u := range rel.Col(int(v)) {
				if int(u) != u2 {
					closePaths(f, &x, rel, first, int(u), u2, v, middle)
				}
			}
		}
	}
	return Encoding{f, func(m pb.Model) (instances.Extension, error) {
		if err := rightSize(f, m); err != nil {
			return nil, err
		}
		return colorClasses(rel, x, m)
	}}, nil
}

// addColors allocates x and writes the cover clauses.
func addColors(f *pb.Formula, rel *instances.Relation, cells []instances.Cell, h int) pb.Block {
	x := f.Block("x", rel.Len(), h)
	f.Document(x, "the e-th cell, by row then column, has colour j", "e", "j")
	var clause []pb.Lit
	for t, c := range cells {
		e, _ := rel.Index(c)
		clause = clause[:0]
		for j := range min(h, t+1) { // first appearance, F17
			clause = append(clause, x.At2(e, j))
		}
		f.Clause(clause...)
	}
	return x
}

// closePaths writes, for the paths (u,v), (u2,v), (u2,v2) over all v2 and for
// every colour, that (u,v2) closes them or that they do not occur.
func closePaths(f *pb.Formula, x *pb.Block, rel *instances.Relation, first []int, u, u2 int, v int32, middle int) {
	row := rel.Row(u)
	at, _ := slices.BinarySearch(row, v)
	start := first[u] + at
	k := 0 // walks along row u while v2 walks along row u2
	for i, v2 := range rel.Row(u2) {
		if v2 == v {
			continue
		}
		for k < len(row) && row[k] < v2 {
			k++
		}
		end := first[u2] + i
		closed := k < len(row) && row[k] == v2
		for j := range x.Dims[1] {
			if closed {
				f.Clause(-x.At2(start, j), -x.At2(middle, j), -x.At2(end, j), x.At2(first[u]+k, j))
			} else {
				f.Clause(-x.At2(start, j), -x.At2(middle, j), -x.At2(end, j))
			}
		}
	}
}

// colorClasses reads the cells of each colour as disjoint bicliques.
func colorClasses(rel *instances.Relation, x pb.Block, m pb.Model) (instances.Extension, error) {
	var ext instances.Extension
	first := firstCells(rel)
	owner := make([]int, rel.Cols()) // hub of this colour that has the column, by index in ext
	var cols []int32
	for j := range x.Dims[1] {
		for v := range owner {
			owner[v] = -1
		}
		for u := range rel.Rows() {
			cols = cols[:0]
			for i, v := range rel.Row(u) {
				if m.True(x.At2(first[u]+i, j)) {
					cols = append(cols, v)
				}
			}
			if len(cols) == 0 {
				continue
			}
			hub := owner[cols[0]]
			for _, v := range cols {
				if owner[v] != hub || hub >= 0 && len(ext[hub].Targets) != len(cols) {
					return nil, fmt.Errorf("colour %d of the model is no union of disjoint bicliques: row %d shares some of its columns with another row, but not all", j+1, u)
				}
			}
			if hub < 0 {
				hub = len(ext)
				ext = append(ext, instances.Hub{Targets: slices.Clone(cols), Color: j + 1})
				for _, v := range cols {
					owner[v] = hub
				}
			}
			ext[hub].Sources = append(ext[hub].Sources, int32(u))
		}
	}
	return withoutGaps(ext), nil
}
