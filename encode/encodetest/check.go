package encodetest

import (
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Check says what is wrong with an extension as an answer to "cover the cells
// by hubs of rel", by the definition alone. colored asks for a proper colouring
// with colours 1, 2, … without gaps; otherwise no hub may have a colour.
func Check(rel *instances.Relation, cells []instances.Cell, x instances.Extension, colored bool) error {
	type place struct { // where hubs of one colour may not meet
		line   int32
		column bool
		color  int
	}
	taken := map[place]int{}
	most := 0
	for i, h := range x {
		if len(h.Sources) == 0 || len(h.Targets) == 0 {
			return fmt.Errorf("hub %d is empty", i)
		}
		if !ascending(h.Sources) || !ascending(h.Targets) {
			return fmt.Errorf("members of hub %d are not ascending: %v", i, h)
		}
		for _, u := range h.Sources {
			for _, v := range h.Targets {
				if !rel.Has(u, v) {
					return fmt.Errorf("hub %d has (%d,%d), which is no cell", i, u, v)
				}
			}
		}
		most = max(most, h.Color)
		if colored != (h.Color > 0) {
			return fmt.Errorf("hub %d has colour %d", i, h.Color)
		}
		for column, members := range [][]int32{h.Sources, h.Targets} {
			for _, line := range members {
				p := place{line, column == 1, h.Color}
				if k, ok := taken[p]; ok && colored {
					return fmt.Errorf("hubs %d and %d share a member and colour %d", k, i, h.Color)
				}
				taken[p] = i
			}
		}
	}
	if most != x.Colors() {
		return fmt.Errorf("colours up to %d, but only %d occur", most, x.Colors())
	}
	if c, ok := Uncovered(cells, x); ok {
		return fmt.Errorf("(%d,%d) is not covered", c.Row, c.Col)
	}
	return nil
}

// Uncovered is the first of the cells that no hub covers; ok is false where
// there is none.
func Uncovered(cells []instances.Cell, x instances.Extension) (c instances.Cell, ok bool) {
	for _, c := range cells {
		covers := func(h instances.Hub) bool {
			return slices.Contains(h.Sources, c.Row) && slices.Contains(h.Targets, c.Col)
		}
		if !slices.ContainsFunc(x, covers) {
			return c, true
		}
	}
	return instances.Cell{}, false
}

func ascending(members []int32) bool {
	for i := 1; i < len(members); i++ {
		if members[i-1] >= members[i] {
			return false
		}
	}
	return true
}
