package bound

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Labels looks for a hub extension with the given number of colours by local
// search over the hubs that rows feed (F22): colour j puts the rows into
// blocks, and a column may take one block of each colour that lies within it.
// Once the blocks are chosen the columns are independent, so their best choices
// are exact, and only labels of rows are moved: simulated annealing on the
// number of cells that stay bare. Restarts turn from the relation to its
// transpose and back, and have more and more moves; moves caps them all
// together. It returns hubs with at most so many colours, counted from 1, that
// cover the given cells (nil: all required ones), or false.
//
// It is the strongest bound on χ_hub from above when hubs are small and colours
// few, and gives up at once with more than 64 rows or columns, or 16 colours.
// Twins and components are best taken out before (kernel.Color).
func Labels(ctx context.Context, rel *instances.Relation, cells []instances.Cell, colors int, seed uint64, moves int) (instances.Extension, bool) {
	return FewLabels(ctx, rel, cells, 0, colors, seed, moves)
}

// FewLabels is Labels with at most so many hubs too (0: any number), dealt out
// to the colours anew at each restart: a bound from above on the front. There
// must be a hub for every colour.
func FewLabels(ctx context.Context, rel *instances.Relation, cells []instances.Cell, hubs, colors int, seed uint64, moves int) (instances.Extension, bool) {
	cells = required(rel, cells)
	if len(cells) == 0 {
		return nil, true
	}
	if max(rel.Rows(), rel.Cols()) > maxLabelled || colors < 1 || colors > maxLabelColors || hubs < 0 || hubs > 0 && hubs < colors {
		return nil, false
	}
	sides := [2]*labelSearch{newLabelSearch(ctx, rel, cells, hubs, colors), nil}
	for n, length := uint64(0), min(firstAnneal, annealPerCell*len(cells)); moves > 0 && ctx.Err() == nil; n++ {
		side := n % 2
		if sides[side] == nil {
			sides[side] = newLabelSearch(ctx, rel.Transpose(), flipped(cells), hubs, colors)
		}
		spend := min(length, moves)
		moves -= spend
		if sides[side].anneal(source(seed, n), spend) {
			hubs := sides[side].hubs()
			if side == 1 {
				for i, h := range hubs {
					hubs[i].Sources, hubs[i].Targets = h.Targets, h.Sources
				}
			}
			return hubs, true
		}
		if n%4 == 3 {
			length = min(2*length, longestAnneal)
		}
	}
	return nil, false
}

const (
	maxLabelled    = 64 // rows, and columns: one word
	maxLabelColors = 16
	annealPerCell  = 128
	firstAnneal    = 1 << 15
	longestAnneal  = 1 << 21
)

func flipped(cells []instances.Cell) []instances.Cell {
	out := make([]instances.Cell, len(cells))
	for i, c := range cells {
		out[i] = instances.Cell{Row: c.Col, Col: c.Row}
	}
	slices.SortFunc(out, instances.Cell.Compare)
	return out
}
