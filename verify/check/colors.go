package check

import (
	"fmt"
	"slices"
)

func legalColors(rel Relation, hubs []Hub, colors int) error {
	for i, h := range hubs {
		if h.Color < 1 || h.Color > colors {
			return fmt.Errorf("hub %d has colour %d, claimed are 1..%d", i+1, h.Color, colors)
		}
	}
	byColor := make([]int, len(hubs))
	for i := range byColor {
		byColor[i] = i
	}
	slices.SortStableFunc(byColor, func(i, j int) int { return hubs[i].Color - hubs[j].Color })
	feeds, reads := make([]int, rel.Rows()), make([]int, rel.Cols()) // last colour seen
	for _, i := range byColor {
		h := hubs[i]
		for _, a := range h.Sources {
			if feeds[a] == h.Color {
				return fmt.Errorf("source %d feeds two hubs of colour %d (the second is hub %d)", a, h.Color, i+1)
			}
			feeds[a] = h.Color
		}
		for _, b := range h.Targets {
			if reads[b] == h.Color {
				return fmt.Errorf("target %d reads two hubs of colour %d (the second is hub %d)", b, h.Color, i+1)
			}
			reads[b] = h.Color
		}
	}
	return nil
}

// CellColors checks an edge colouring for χ′: one colour a cell in canonical
// order, each in 1..colors, two cells of one row or one column different.
func CellColors(rel Relation, color []int32, colors int) error {
	if len(color) != rel.Len() {
		return fmt.Errorf("%d colours for %d cells", len(color), rel.Len())
	}
	if colors > rel.Len() {
		return fmt.Errorf("%d colours are claimed for %d cells", colors, rel.Len())
	}
	type colored struct{ row, color int32 }
	byCol := make([][]colored, rel.Cols())
	inRow := make([]int, colors+1) // row+1 that last had the colour
	i := 0
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			k := color[i]
			i++
			if k < 1 || int(k) > colors {
				return fmt.Errorf("cell (%d,%d) has colour %d, claimed are 1..%d", r, c, k, colors)
			}
			if inRow[k] == r+1 {
				return fmt.Errorf("row %d has colour %d twice, again in column %d", r, k, c)
			}
			inRow[k] = r + 1
			byCol[c] = append(byCol[c], colored{int32(r), k})
		}
	}
	inCol := make([]int, colors+1)
	for c, cells := range byCol {
		for _, x := range cells {
			if inCol[x.color] == c+1 {
				return fmt.Errorf("column %d has colour %d twice, again in row %d", c, x.color, x.row)
			}
			inCol[x.color] = c + 1
		}
	}
	return nil
}
