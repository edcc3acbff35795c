package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Stars covers the cells with as few rows and columns as possible, each taken
// as one hub: a minimum vertex cover of the bipartite graph of the cells
// (König). Row stars come first. b is never larger.
func Stars(rel *instances.Relation, cells []instances.Cell) instances.Extension {
	g := bipartite{adj: make([][]int32, rel.Rows()), right: rel.Cols()}
	for _, c := range required(rel, cells) {
		g.adj[c.Row] = append(g.adj[c.Row], c.Col)
	}
	rows, cols := g.vertexCover()
	var stars instances.Extension
	for i, in := range rows {
		if in {
			stars = append(stars, instances.Hub{Sources: []int32{int32(i)}, Targets: slices.Clone(rel.Row(i))})
		}
	}
	for j, in := range cols {
		if in {
			stars = append(stars, instances.Hub{Sources: slices.Clone(rel.Col(j)), Targets: []int32{int32(j)}})
		}
	}
	return stars
}
