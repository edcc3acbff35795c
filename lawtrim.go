package hubcover

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// trimmed takes sources and targets out of hubs, one after the other, where other
// hubs cover what they cover: a law has a parameter for each. Hubs and colours
// that are left without any are dropped, and colours renumbered.
func trimmed(rel *instances.Relation, x instances.Extension) instances.Extension {
	t := trimming{rel: rel, times: make([]int32, rel.Len())}
	out := make(instances.Extension, len(x))
	for i, h := range x {
		out[i] = instances.Hub{Sources: slices.Clone(h.Sources), Targets: slices.Clone(h.Targets), Color: h.Color}
		for _, a := range h.Sources {
			for _, b := range h.Targets {
				t.times[t.at(a, b)]++
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range out {
			h := &out[i]
			h.Sources = slices.DeleteFunc(h.Sources, func(a int32) bool {
				return t.drop(&changed, h.Targets, func(b int32) int { return t.at(a, b) })
			})
			h.Targets = slices.DeleteFunc(h.Targets, func(b int32) bool {
				return t.drop(&changed, h.Sources, func(a int32) int { return t.at(a, b) })
			})
		}
	}
	out = slices.DeleteFunc(out, func(h instances.Hub) bool { return len(h.Sources) == 0 || len(h.Targets) == 0 })
	return renumbered(out)
}

// trimming counts how often cells are covered.
type trimming struct {
	rel   *instances.Relation
	times []int32 // of each cell, in canonical order
}

func (t *trimming) at(a, b int32) int {
	i, _ := t.rel.Index(instances.Cell{Row: a, Col: b})
	return i
}

// drop takes a member out that covers a cell with each of the others, if all
// those are covered twice.
func (t *trimming) drop(changed *bool, others []int32, cell func(other int32) int) bool {
	for _, o := range others {
		if t.times[cell(o)] < 2 {
			return false
		}
	}
	for _, o := range others {
		t.times[cell(o)]--
	}
	*changed = true
	return true
}

// renumbered has the colours that occur as 1, 2, … in their order.
func renumbered(x instances.Extension) instances.Extension {
	var colors []int
	for _, h := range x {
		colors = append(colors, h.Color)
	}
	slices.Sort(colors)
	colors = slices.Compact(colors)
	for i := range x {
		at, _ := slices.BinarySearch(colors, x[i].Color)
		x[i].Color = at + 1
	}
	return x
}
