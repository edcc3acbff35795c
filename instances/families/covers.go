package families

import (
	"math/bits"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

const unknown = -1

// values states what is known of an instance; unknown leaves a number out.
// χ′ is filled in for every family alike.
func values(b, chi int, why string) instances.Known {
	k := instances.Known{Why: why}
	if b != unknown {
		k.B = &b
	}
	if chi != unknown {
		k.Chi = &chi
	}
	return k
}

// made puts cells and what is known of them together.
func made(rows, cols int, cells []instances.Cell, known instances.Known) (Made, error) {
	rel, err := instances.New(rows, cols, cells)
	return Made{Relation: rel, Known: known}, err
}

func cell(a, b int) instances.Cell { return instances.Cell{Row: int32(a), Col: int32(b)} }

// cellsWhere lists the cells of a rows × cols matrix that has holds for.
func cellsWhere(rows, cols int, has func(a, b int) bool) []instances.Cell {
	var cells []instances.Cell
	for a := range rows {
		for b := range cols {
			if has(a, b) {
				cells = append(cells, cell(a, b))
			}
		}
	}
	return cells
}

// rowStars covers every nonempty row by a hub of its own.
func rowStars(rel *instances.Relation) instances.Extension {
	x := instances.Extension{}
	for a := range rel.Rows() {
		if targets := rel.Row(a); len(targets) > 0 {
			x = append(x, instances.Hub{Sources: []int32{int32(a)}, Targets: slices.Clone(targets)})
		}
	}
	return x
}

// columnStars covers every nonempty column by a hub of its own.
func columnStars(rel *instances.Relation) instances.Extension {
	return rowStars(rel.Transpose()).Transpose()
}

// singles makes each cell a hub of the colour that is said.
func singles(cells []instances.Cell, color func(i int) int) instances.Extension {
	x := make(instances.Extension, len(cells))
	for i, c := range cells {
		x[i] = instances.Hub{Sources: []int32{c.Row}, Targets: []int32{c.Col}, Color: color(i)}
	}
	return x
}

func always(color int) func(int) int { return func(int) int { return color } }

// interval is from, from+1, …, to-1.
func interval(from, to int) []int32 {
	out := make([]int32, to-from)
	for i := range out {
		out[i] = int32(from + i)
	}
	return out
}

// moved renames sources and targets; both functions must be increasing.
func moved(x instances.Extension, source, target func(int32) int32) instances.Extension {
	rename := func(set []int32, f func(int32) int32) []int32 {
		out := make([]int32, len(set))
		for i, v := range set {
			out[i] = f(v)
		}
		return out
	}
	out := make(instances.Extension, len(x))
	for i, h := range x {
		out[i] = instances.Hub{Sources: rename(h.Sources, source), Targets: rename(h.Targets, target), Color: h.Color}
	}
	return out
}

// blownUp replaces every source and target v by size twins v·size, v·size+1, … (F3).
func blownUp(x instances.Extension, size int) instances.Extension {
	twins := func(set []int32) []int32 {
		out := make([]int32, 0, len(set)*size)
		for _, v := range set {
			for i := range size {
				out = append(out, v*int32(size)+int32(i))
			}
		}
		return out
	}
	out := make(instances.Extension, len(x))
	for i, h := range x {
		out[i] = instances.Hub{Sources: twins(h.Sources), Targets: twins(h.Targets), Color: h.Color}
	}
	return out
}

// nonempty drops the hubs that lack sources or targets.
func nonempty(x instances.Extension) instances.Extension {
	return slices.DeleteFunc(x, func(h instances.Hub) bool { return len(h.Sources) == 0 || len(h.Targets) == 0 })
}

// log2Ceil is ⌈log2 n⌉, for n ≥ 1.
func log2Ceil(n int) int { return bits.Len(uint(n - 1)) }

// windowCover covers {(k,q): k ≤ q < k+w} on n nodes in ⌊log2 w⌋+1 colours
// (F21), with O(n log w) memberships. Write k and q+1 as block and residue to
// base w+1: a pair is a cell iff q+1 lies in the block of k with a larger
// residue, or in the next block with a smaller one. Colour j takes the pairs
// whose residues differ in binary digit j and agree above it.
func windowCover(n, w int) instances.Extension {
	w = min(w, n)
	all := instances.Extension{}
	blocks := n/(w+1) + 1
	for j := range bits.Len(uint(w)) {
		prefixes := w>>(j+1) + 1
		x := make(instances.Extension, 2*blocks*prefixes)
		hub := func(block, next, residue int) *instances.Hub {
			return &x[(2*block+next)*prefixes+residue>>(j+1)]
		}
		for v := range n + 1 {
			block, residue := v/(w+1), v%(w+1)
			digit := residue >> j & 1
			if v < n { // as key k = v: digit 0 looks for 1 in this block, 1 for 0 in the next
				h := hub(block, digit, residue)
				h.Sources = append(h.Sources, int32(v))
			}
			if from := block - (1 - digit); v > 0 && from >= 0 { // as query q = v-1
				h := hub(from, 1-digit, residue)
				h.Targets = append(h.Targets, int32(v-1))
			}
		}
		for i := range x {
			x[i].Color = j + 1
		}
		all = append(all, nonempty(x)...)
	}
	return all
}

// digitCover covers {(a,b): a ≠ b} on n nodes in ⌈log2 n⌉ colours: colour j
// takes the pairs that differ in binary digit j, as two hubs (F10).
func digitCover(n int) instances.Extension {
	all := instances.Extension{}
	for j := range log2Ceil(n) {
		var side [2][]int32
		for v := range n {
			digit := v >> j & 1
			side[digit] = append(side[digit], int32(v))
		}
		all = append(all,
			instances.Hub{Sources: side[0], Targets: side[1], Color: j + 1},
			instances.Hub{Sources: side[1], Targets: side[0], Color: j + 1})
	}
	return all
}

// sperner is the least r with C(r,⌊r/2⌋) ≥ n, for n ≥ 2, and 0 for n = 1.
func sperner(n int) int {
	r, middle := 0, 1
	for middle < n {
		r++
		middle = middle * r / ((r + 1) / 2) // C(r,⌊r/2⌋) from C(r-1,⌊(r-1)/2⌋)
	}
	return r
}
