package families

import (
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

var doubleCover = Family{
	Name: "double-cover",
	Doc: "the bipartite double cover of another family: a digraph's adjacency matrix with rows and columns apart; " +
		"a relation is taken as the undirected graph on its rows and columns",
	Known: "that of the base; of a relation b doubles",
	Paper: "R. A. Brualdi, F. Harary, Z. Miller, Bigraphs versus digraphs via matrices, J. Graph Theory 4 (1980) 51-73",
	Params: []Param{
		{Name: "base", Doc: "the family to cover, with its parameters", Kind: Base, Default: "petersen"},
	},
	Size: func(a Args) Size {
		base := a["base"].Base
		s := base.Family.Size(base.Args)
		if !base.Family.Digraph {
			s.Rows, s.Cols, s.Cells = s.Rows+s.Cols, s.Rows+s.Cols, 2*s.Cells
		}
		return s
	},
	Make: func(a Args) (Made, error) {
		base, err := a["base"].Base.Make()
		if err != nil {
			return Made{}, err
		}
		m := Made{Known: base.Known, Planted: base.Planted}
		if m.Relation, err = DoubleCover(base.Relation); err != nil || base.Relation.IsDigraph() {
			return m, err
		}
		m.Known.Why += "; twice, as two components, F5"
		if b := base.Known.B; b != nil {
			twice := 2 * *b
			m.Known.B = &twice
		}
		rows := int32(base.Relation.Rows())
		both := func(x instances.Extension) instances.Extension {
			if x == nil {
				return nil
			}
			same, apart := func(v int32) int32 { return v }, func(v int32) int32 { return rows + v }
			return append(moved(x, same, apart), moved(x.Transpose(), apart, same)...)
		}
		m.Known.FewestHubs, m.Known.FewestColors = both(base.Known.FewestHubs), both(base.Known.FewestColors)
		m.Planted = both(base.Planted)
		return m, nil
	},
}

// DoubleCover is the bipartite double cover of a graph, a relation between two
// copies of its nodes: the cells of a digraph with rows and columns apart; of a
// relation, both (row, column) and (column, row) on rows 0..R-1 and columns
// R..R+C-1 as nodes. Names are kept. It fails only where R+C exceeds
// instances.MaxLines.
func DoubleCover(rel *instances.Relation) (*instances.Relation, error) {
	if rel.IsDigraph() {
		return rel.AsRelation(), nil
	}
	rows, n := rel.Rows(), rel.Rows()+rel.Cols()
	if n > instances.MaxLines {
		return nil, fmt.Errorf("the double cover would have %d rows, and %d is the limit", n, instances.MaxLines)
	}
	cells := make([]instances.Cell, 0, 2*rel.Len())
	for _, c := range rel.All() {
		a, b := c.Row, c.Col+int32(rows)
		cells = append(cells, instances.Cell{Row: a, Col: b}, instances.Cell{Row: b, Col: a})
	}
	cover, err := instances.New(n, n, cells)
	if rowNames, colNames := rel.Names(); err == nil && (rowNames != nil || colNames != nil) {
		names := make([]string, 0, n)
		for i := range rel.Rows() {
			names = append(names, rel.RowName(i))
		}
		for j := range rel.Cols() {
			names = append(names, rel.ColName(j))
		}
		cover, err = cover.WithNames(names, names)
	}
	return cover, err
}
