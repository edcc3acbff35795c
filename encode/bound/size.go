package bound

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Thin looks for a cover with fewer memberships Σ|A|+|B| than the given one and
// no more hubs, by a walk of so many steps (see thinWalk), and makes what it
// found irredundant. It ends early at target memberships (0: none). The cover
// comes back with its hubs in order and without colours; where nothing was
// gained, as Shrink leaves it.
//
// Twins are merged first, and a line costs as much as it has twins: with the
// targets of all hubs fixed every source chooses its hubs for itself, and twins
// choose from the same, so that some optimum has them choose alike.
func Thin(ctx context.Context, rel *instances.Relation, hubs instances.Extension, seed uint64, steps, target int) instances.Extension {
	best := Shrink(rel, withoutColor(hubs))
	f := fold(rel)
	if start := f.fold(best); best.Memberships() > target {
		if w, ok := newThinWalk(f, start, source(seed, 0)); ok {
			w.run(ctx, steps, int64(target))
			if x := Shrink(rel, f.unfold(w.best)); x.Memberships() < best.Memberships() {
				best = x
			}
		}
	}
	return best
}

// Vary looks for another cover with no more hubs, by a local search of so many
// steps (see Improve) from one with some hubs split: Thin keeps to the shape of
// the cover that it is given. Where it finds none, the cover comes back.
func Vary(ctx context.Context, rel *instances.Relation, hubs instances.Extension, seed uint64, steps int) instances.Extension {
	rng := source(seed, 0)
	var split instances.Extension
	for _, h := range hubs {
		half := instances.Hub{Sources: h.Sources, Targets: h.Targets}
		if n := len(h.Sources); n > 1 && rng.IntN(2) == 0 {
			split = append(split, instances.Hub{Sources: h.Sources[n/2:], Targets: h.Targets})
			half.Sources = h.Sources[:n/2]
		} else if n := len(h.Targets); n > 1 && rng.IntN(2) == 0 {
			split = append(split, instances.Hub{Sources: h.Sources, Targets: h.Targets[n/2:]})
			half.Targets = h.Targets[:n/2]
		}
		split = append(split, half)
	}
	other := Improve(ctx, rel, nil, split, seed, steps, len(hubs))
	if len(other) > len(hubs) {
		return hubs
	}
	return other
}

func withoutColor(hubs instances.Extension) instances.Extension {
	out := slices.Clone(hubs)
	for i := range out {
		out[i].Color = 0
	}
	return out
}

// folded is a relation with one line for all that are twins: they have the same
// cells, and the same of them are optional. Lines without a cell to be covered
// are left out: they are in no hub of a smallest cover.
type folded struct {
	rel        *instances.Relation
	rows, cols [][]int32 // of the line: its twins, ascending
	p, q       []int64   // and how many they are
}

func fold(rel *instances.Relation) folded {
	needed := func(rel *instances.Relation) []bool {
		out := make([]bool, rel.Rows())
		for i, c := range rel.All() {
			out[c.Row] = out[c.Row] || !rel.Optional(i)
		}
		return out
	}
	f := folded{rows: sizeTwins(rel, needed(rel))}
	turned := rel.Transpose()
	f.cols = sizeTwins(turned, needed(turned))
	f.rel = rel.AsRelation().Sub(leaders(f.rows), leaders(f.cols))
	f.p, f.q = lengths(f.rows), lengths(f.cols)
	return f
}

// sizeTwins lists the classes of the needed rows that are equal, by their first
// members.
func sizeTwins(rel *instances.Relation, needed []bool) (classes [][]int32) {
	class := map[string]int{} // looked up, never walked
	at := 0
	var key []byte
	for i := range rel.Rows() {
		key = key[:0]
		for _, j := range rel.Row(i) {
			n := uint64(j) << 1
			if rel.Optional(at) {
				n++
			}
			key = binary.AppendUvarint(key, n)
			at++
		}
		if !needed[i] {
			continue
		}
		k, ok := class[string(key)]
		if !ok {
			k = len(classes)
			class[string(key)] = k
			classes = append(classes, nil)
		}
		classes[k] = append(classes[k], int32(i))
	}
	return classes
}

func leaders(classes [][]int32) []int32 {
	out := make([]int32, len(classes))
	for k, c := range classes {
		out[k] = c[0]
	}
	return out
}

func lengths(classes [][]int32) []int64 {
	out := make([]int64, len(classes))
	for k, c := range classes {
		out[k] = int64(len(c))
	}
	return out
}

// fold lets all twins choose as the one in fewest hubs does.
func (f folded) fold(hubs instances.Extension) instances.Extension {
	out := make(instances.Extension, len(hubs))
	each := func(classes [][]int32, of func(*instances.Hub) *[]int32) {
		in := map[int32][]int{} // hubs of each line
		for k := range hubs {
			for _, l := range *of(&hubs[k]) {
				in[l] = append(in[l], k)
			}
		}
		for i, twins := range classes {
			best := slices.MinFunc(twins, func(a, b int32) int { return len(in[a]) - len(in[b]) })
			for _, k := range in[best] {
				line := of(&out[k])
				*line = append(*line, int32(i))
			}
		}
	}
	each(f.rows, func(h *instances.Hub) *[]int32 { return &h.Sources })
	each(f.cols, func(h *instances.Hub) *[]int32 { return &h.Targets })
	return out
}

// unfold gives every twin the hubs of the one line that stands for it.
func (f folded) unfold(hubs instances.Extension) instances.Extension {
	out := make(instances.Extension, 0, len(hubs))
	all := func(lines []int32, classes [][]int32) (members []int32) {
		for _, l := range lines {
			members = append(members, classes[l]...)
		}
		slices.Sort(members)
		return members
	}
	for _, h := range hubs {
		if len(h.Sources) > 0 && len(h.Targets) > 0 {
			out = append(out, instances.Hub{Sources: all(h.Sources, f.rows), Targets: all(h.Targets, f.cols)})
		}
	}
	return out
}
