// Package bound brackets what is asked of a relation. Every function returns a
// witness that can be checked by definition, in the indices of the relation
// given:
//
//	b below      Fooling, Sperner, Weights
//	b above      Stars, Improve; Shrink makes any cover irredundant
//	Σ|A|+|B|     Thin, Vary above, SizeWeights below, with so many hubs
//	χ_hub below  Skew, DegreeWeights
//	χ_hub above  FatMatchings, Labels, Halving, Squares, ColorHubs
//	χ′           Konig, with Degree below
//
// Where a function takes cells, these are the cells to be covered (E′), and nil
// stands for all required cells of the relation; the relation's cells are what
// bicliques may use (E). Functions for b add over the parts of a kernel, those
// for χ_hub are maximal over them; nothing here needs a kernel, but it helps.
//
// Everything random takes a seed: the same seed gives the same answer, unless
// the context ends first. Then the best so far is returned.
package bound

import "github.com/hubcover/hubcover/instances"

// Line names a row or a column.
type Line struct {
	Index  int32
	Column bool
}

// Degree is a line with most cells, and their number: it bounds χ′ from below
// (F1), and is χ′ by König's theorem. Rows come first. An empty relation has
// degree 0.
func Degree(rel *instances.Relation) (Line, int) {
	var best Line
	most := 0
	for i := range rel.Rows() {
		if d := len(rel.Row(i)); d > most {
			best, most = Line{Index: int32(i)}, d
		}
	}
	for j := range rel.Cols() {
		if d := len(rel.Col(j)); d > most {
			best, most = Line{Index: int32(j), Column: true}, d
		}
	}
	return best, most
}

// required resolves nil to all required cells.
func required(rel *instances.Relation, cells []instances.Cell) []instances.Cell {
	if cells == nil {
		return rel.Required()
	}
	return cells
}

// span is the hub with the lines of the given cells; it is a biclique when they
// are pairwise compatible (F6).
func span(cells []instances.Cell) instances.Hub {
	var h instances.Hub
	for _, c := range cells {
		h.Sources, h.Targets = append(h.Sources, c.Row), append(h.Targets, c.Col)
	}
	h.Sources, h.Targets = distinct(h.Sources), distinct(h.Targets)
	return h
}
