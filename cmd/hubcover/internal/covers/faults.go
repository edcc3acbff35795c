package covers

import (
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

// Faults says by name what is wrong with a hub extension of the relation, at
// most limit things. It explains a rejection; whether to reject is for package
// verify to say.
func Faults(rel *instances.Relation, hubs instances.Extension, limit int) []string {
	var out []string
	say := func(format string, args ...any) bool {
		out = append(out, fmt.Sprintf(format, args...))
		return len(out) < limit
	}
	times := coverage(rel, hubs, func(i int, a, b int32) bool {
		return say("hub %d: source %q does not reach target %q", i+1, rel.RowName(int(a)), rel.ColName(int(b)))
	})
	for i, h := range hubs {
		if (len(h.Sources) == 0 || len(h.Targets) == 0) && !say("hub %d has no %s", i+1, emptySide(h)) {
			return out
		}
	}
	if len(out) >= limit {
		return out
	}
	for i, cell := range rel.All() {
		if times[i] == 0 && !rel.Optional(i) && !say("cell (%q, %q) is covered by no hub", rel.RowName(int(cell.Row)), rel.ColName(int(cell.Col))) {
			return out
		}
	}
	clashes(rel, hubs, say)
	return out
}

func emptySide(h instances.Hub) string {
	if len(h.Sources) == 0 {
		return "source"
	}
	return "target"
}

// coverage counts for each cell, in canonical order, the hubs that cover it.
// What a hub covers and is no cell is given to wrong, which may end it.
func coverage(rel *instances.Relation, hubs instances.Extension, wrong func(hub int, a, b int32) bool) []int32 {
	times := make([]int32, rel.Len())
	for i, h := range hubs {
		for _, a := range h.Sources {
			for _, b := range h.Targets {
				if at, ok := rel.Index(instances.Cell{Row: a, Col: b}); ok {
					times[at]++
				} else if !wrong(i, a, b) {
					return times
				}
			}
		}
	}
	return times
}

// clashes says which hubs of one colour share a source or a target.
func clashes(rel *instances.Relation, hubs instances.Extension, say func(string, ...any) bool) {
	type vertex struct {
		target bool
		line   int32
		color  int
	}
	first := map[vertex]int{}
	for i, h := range hubs {
		if h.Color == 0 {
			continue
		}
		for _, a := range h.Sources {
			v := vertex{false, a, h.Color}
			if k, ok := first[v]; ok && !say("source %q feeds hubs %d and %d of colour %d", rel.RowName(int(a)), k+1, i+1, h.Color) {
				return
			}
			first[v] = i
		}
		for _, b := range h.Targets {
			v := vertex{true, b, h.Color}
			if k, ok := first[v]; ok && !say("target %q reads hubs %d and %d of colour %d", rel.ColName(int(b)), k+1, i+1, h.Color) {
				return
			}
			first[v] = i
		}
	}
}

// Redundant lists the hubs, from 0, that could be left out, each alone: every
// cell of such a hub is optional or in another hub. The hubs must be a hub
// extension of the relation.
func Redundant(rel *instances.Relation, hubs instances.Extension) []int {
	times := coverage(rel, hubs, func(int, int32, int32) bool { return false })
	var out []int
	for i, h := range hubs {
		if !needed(rel, h, times) {
			out = append(out, i)
		}
	}
	return out
}

func needed(rel *instances.Relation, h instances.Hub, times []int32) bool {
	for _, a := range h.Sources {
		for _, b := range h.Targets {
			if i, _ := rel.Index(instances.Cell{Row: a, Col: b}); times[i] == 1 && !rel.Optional(i) {
				return true
			}
		}
	}
	return false
}
