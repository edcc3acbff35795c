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
	covered := map[instances.Cell]bool{}
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
				covered[instances.Cell{Row: u, Col: v}] = true
			}
		}
		most = max(most, h.Color)
		if colored != (h.Color > 0) {
			return fmt.Errorf("hub %d has colour %d", i, h.Color)
		}
		for k, g := range x[:i] {
			share := slices.ContainsFunc(h.Sources, func(u int32) bool { return slices.Contains(g.Sources, u) }) ||
				slices.ContainsFunc(h.Targets, func(v int32) bool { return slices.Contains(g.Targets, v) })
			if colored && share && g.Color == h.Color {
				return fmt.Errorf("hubs %d and %d share a member and colour %d", k, i, h.Color)
			}
		}
	}
	if most != x.Colors() {
		return fmt.Errorf("colours up to %d, but only %d occur", most, x.Colors())
	}
	for _, c := range cells {
		if !covered[c] {
			return fmt.Errorf("(%d,%d) is not covered", c.Row, c.Col)
		}
	}
	return nil
}

func ascending(members []int32) bool {
	for i := 1; i < len(members); i++ {
		if members[i-1] >= members[i] {
			return false
		}
	}
	return true
}
