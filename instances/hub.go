package instances

import "slices"

// Hub is a biclique of a hub extension: every source in Sources (row indices)
// reaches every target in Targets (column indices); both ascending and not
// empty. Color counts from 1; 0 says that the hub has no colour.
type Hub struct {
	Sources, Targets []int32
	Color            int
}

// Extension is a hub extension of a relation: the union of its hubs'
// Sources × Targets is the relation (math.md, section 1). In a colouring, hubs
// that share a source, or share a target, have different colours.
type Extension []Hub

// Colors is the number of different colours that occur, 0 left out.
func (x Extension) Colors() int {
	seen := map[int]bool{}
	for _, h := range x {
		if h.Color != 0 {
			seen[h.Color] = true
		}
	}
	return len(seen)
}

// Memberships is Σ|A|+|B| over the hubs.
func (x Extension) Memberships() int {
	n := 0
	for _, h := range x {
		n += len(h.Sources) + len(h.Targets)
	}
	return n
}

// Incidence lists the hubs at each line, ascending: feeds[a] are those that row
// a is a source of, reads[b] those that column b is a target of. The lists end
// at the last row and column that occur.
func (x Extension) Incidence() (feeds, reads [][]int32) {
	at := func(lists [][]int32, line int32, hub int) [][]int32 {
		for int(line) >= len(lists) {
			lists = append(lists, nil)
		}
		lists[line] = append(lists[line], int32(hub))
		return lists
	}
	for i, h := range x {
		for _, a := range h.Sources {
			feeds = at(feeds, a, i)
		}
		for _, b := range h.Targets {
			reads = at(reads, b, i)
		}
	}
	return feeds, reads
}

// Conflict reports whether two hubs share a source or share a target.
func (h Hub) Conflict(g Hub) bool {
	return meet(h.Sources, g.Sources) || meet(h.Targets, g.Targets)
}

func meet(a, b []int32) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

// Induced is the relation of the given size that the hubs induce.
func (x Extension) Induced(rows, cols int) (*Relation, error) {
	var cells []Cell
	for _, h := range x {
		for _, a := range h.Sources {
			for _, b := range h.Targets {
				cells = append(cells, Cell{a, b})
			}
		}
	}
	return New(rows, cols, cells)
}

// Transpose swaps sources and targets.
func (x Extension) Transpose() Extension {
	out := make(Extension, len(x))
	for i, h := range x {
		out[i] = Hub{Sources: h.Targets, Targets: h.Sources, Color: h.Color}
	}
	return out
}

// Sort puts members ascending and hubs in a fixed order: by colour, then by
// sources, then by targets.
func (x Extension) Sort() {
	for _, h := range x {
		slices.Sort(h.Sources)
		slices.Sort(h.Targets)
	}
	slices.SortFunc(x, func(a, b Hub) int {
		if a.Color != b.Color {
			return a.Color - b.Color
		}
		if c := slices.Compare(a.Sources, b.Sources); c != 0 {
			return c
		}
		return slices.Compare(a.Targets, b.Targets)
	})
}

// Bipartite is the digraph view of a relation whose rows and columns are sets
// apart: nodes 0..R-1 are its rows, R..R+C-1 its columns. A digraph is its own
// view.
func (r *Relation) Bipartite() *Relation {
	if r.digraph {
		return r
	}
	n := r.Rows()
	cells := r.Cells()
	for i := range cells {
		cells[i].Col += int32(n)
	}
	g, err := New(n+r.Cols(), n+r.Cols(), cells)
	if err != nil {
		panic("digraph view of a relation: " + err.Error()) // only beyond MaxLines
	}
	names := make([]string, 0, g.Rows())
	for i := range n {
		names = append(names, r.RowName(i))
	}
	for j := range r.Cols() {
		names = append(names, r.ColName(j))
	}
	g.rowNames, g.colNames, g.digraph = names, names, true
	return g
}
