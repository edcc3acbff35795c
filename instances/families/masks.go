package families

import (
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

const (
	child    = "R. Child, S. Gray, A. Radford, I. Sutskever, Generating long sequences with sparse transformers, arXiv:1904.10509 (2019)"
	beltagy  = "I. Beltagy, M. E. Peters, A. Cohan, Longformer: the long-document transformer, arXiv:2004.05150 (2020)"
	zaheer   = "M. Zaheer et al., Big Bird: transformers for longer sequences, NeurIPS 2020"
	diagonal = "the diagonal is a fooling set"
)

var window = Family{
	Name:    "window",
	Doc:     "every query attends to itself and the w-1 keys before it: k ≤ q < k+w",
	Known:   "b = n, χ_hub = ⌊log2 w⌋+1 for w ≤ n (F21; F13 on the causal mask of w nodes inside)",
	Paper:   beltagy,
	Digraph: true,
	Params:  []Param{nodes("12", 1), {Name: "w", Doc: "width", Default: "4", Min: 1, Max: MaxLines}},
	Size: func(a Args) Size {
		n, w := float64(a["n"].Int), float64(a["w"].Int)
		return Size{Rows: n, Cols: n, Cells: n * min(n, w)}
	},
	Make: func(a Args) (Made, error) {
		n, w := a["n"].Int, min(a["n"].Int, a["w"].Int)
		cells := make([]instances.Cell, 0, n*w)
		for k := range n {
			for q := k; q < min(k+w, n); q++ {
				cells = append(cells, cell(k, q))
			}
		}
		m, err := made(n, n, cells, values(n, log2Ceil(w+1), diagonal+"; χ_hub by F21, and by F13 on any w nodes in a row"))
		if err != nil {
			return m, err
		}
		m.Known.FewestHubs, m.Known.FewestColors = rowStars(m.Relation), windowCover(n, w)
		return m, nil
	},
}

var symmetricWindow = Family{
	Name:    "symmetric-window",
	Doc:     "every query attends to the keys at distance at most radius on both sides: |k-q| ≤ radius",
	Known:   "b = max(1, n-radius): squares of radius+1 nodes, and the cells (i,i+radius) are a fooling set",
	Paper:   beltagy,
	Digraph: true,
	Params:  []Param{nodes("12", 1), {Name: "radius", Doc: "greatest distance", Default: "2", Min: 0, Max: MaxLines}},
	Size: func(a Args) Size {
		n, r := float64(a["n"].Int), float64(a["radius"].Int)
		return Size{Rows: n, Cols: n, Cells: n * min(n, 2*r+1)}
	},
	Make: func(a Args) (Made, error) {
		n, r := a["n"].Int, min(a["radius"].Int, a["n"].Int-1)
		var cells []instances.Cell
		for k := range n {
			for q := max(0, k-r); q < min(n, k+r+1); q++ {
				cells = append(cells, cell(k, q))
			}
		}
		known := values(n-r, unknown, "the cells (i,i+radius) are a fooling set, squares of radius+1 nodes a cover")
		if r == 0 || r == n-1 { // the identity, or all ones
			known = values(n-r, 1, "F15")
			known.FewestColors = squares(n, r, 0)
			for i := range known.FewestColors {
				known.FewestColors[i].Color = 1
			}
		}
		known.FewestHubs = squares(n, r, 0)
		return made(n, n, cells, known)
	},
}

// squares are the hubs A × A for A any r+1 nodes in a row among g..n-1, and the
// nodes 0..g-1.
func squares(n, r, g int) instances.Extension {
	x := instances.Extension{}
	for from := g; from+r < n; from++ {
		members := func() []int32 { return append(interval(0, g), interval(from, from+r+1)...) }
		x = append(x, instances.Hub{Sources: members(), Targets: members()})
	}
	return x
}

var strided = Family{
	Name:    "strided",
	Doc:     "every query attends to every stride-th key back from itself and, with local > 0, to the local latest keys",
	Known:   "b = n; χ_hub = ⌈log2(⌈n/stride⌉+1)⌉ for local = 0: one causal mask a residue (F5, F11)",
	Paper:   child,
	Digraph: true,
	Params: []Param{
		nodes("12", 1),
		{Name: "stride", Doc: "distance between the keys", Default: "4", Min: 1, Max: MaxLines},
		{Name: "local", Doc: "width of the local window, 0 for none; the paper's heads taken together have local = stride", Default: "0", Min: 0, Max: MaxLines},
	},
	Size: func(a Args) Size {
		n, s, w := float64(a["n"].Int), float64(a["stride"].Int), float64(a["local"].Int)
		return Size{Rows: n, Cols: n, Cells: n * min(n, (n/s/2)+1+w)}
	},
	Make: func(a Args) (Made, error) {
		n, s, w := a["n"].Int, a["stride"].Int, a["local"].Int
		var cells []instances.Cell
		for k := range n {
			for q := k; q < min(k+w, n); q++ {
				cells = append(cells, cell(k, q))
			}
			for q := k; q < n; q += s {
				if q >= k+w {
					cells = append(cells, cell(k, q))
				}
			}
		}
		if w > 1 {
			m, err := made(n, n, cells, values(n, unknown, diagonal))
			if err == nil {
				m.Known.FewestHubs = rowStars(m.Relation)
			}
			return m, err
		}
		known := values(n, log2Ceil((n+s-1)/s+1), diagonal+"; a causal mask (F11, F13) on every residue, F5")
		known.FewestHubs, known.FewestColors = stridedCover(n, s), stridedCover(n, s)
		return made(n, n, cells, known)
	},
}

// stridedCover covers the causal masks on the residues to base s: n hubs.
func stridedCover(n, s int) instances.Extension {
	all := instances.Extension{}
	for residue := range min(s, n) {
		back := func(i int32) int32 { return int32(residue) + i*int32(s) }
		all = append(all, moved(causalCover((n-residue+s-1)/s), back, back)...)
	}
	return all
}

var fixed = Family{
	Name:    "fixed",
	Doc:     "every query attends to the keys before it in its own block and to the last summary keys of every block before",
	Known:   "b = n: the diagonal is a fooling set",
	Paper:   child,
	Digraph: true,
	Params: []Param{
		nodes("12", 1),
		{Name: "block", Doc: "keys of a block", Default: "3", Min: 1, Max: MaxLines},
		{Name: "summary", Doc: "summary keys of a block, at most block", Default: "1", Min: 0, Max: MaxLines},
	},
	Size: func(a Args) Size {
		n, s, c := float64(a["n"].Int), float64(a["block"].Int), float64(a["summary"].Int)
		return Size{Rows: n, Cols: n, Cells: n * min(n, s+n*c/s/2+c)}
	},
	Make: func(a Args) (Made, error) {
		n, s, c := a["n"].Int, a["block"].Int, a["summary"].Int
		if c > s {
			return Made{}, fmt.Errorf("a block of %d has no %d summary keys: choose summary ≤ block", s, c)
		}
		var cells []instances.Cell
		for k := range n {
			end := n
			if k%s < s-c {
				end = min(n, k-k%s+s)
			}
			for q := k; q < end; q++ {
				cells = append(cells, cell(k, q))
			}
		}
		m, err := made(n, n, cells, values(n, unknown, diagonal))
		if err == nil {
			m.Known.FewestHubs = rowStars(m.Relation)
		}
		return m, err
	},
}

var longformer = Family{
	Name:    "longformer",
	Doc:     "a symmetric window, and the first global nodes reach and attend to everything",
	Known:   "b = max(1, n-global-radius): squares as in symmetric-window, each with the global nodes",
	Paper:   beltagy,
	Digraph: true,
	Params: []Param{
		nodes("12", 1),
		{Name: "radius", Doc: "greatest distance in the window", Default: "1", Min: 0, Max: MaxLines},
		{Name: "global", Doc: "global nodes", Default: "2", Min: 0, Max: MaxLines},
	},
	Size: func(a Args) Size {
		n, r, g := float64(a["n"].Int), float64(a["radius"].Int), float64(a["global"].Int)
		return Size{Rows: n, Cols: n, Cells: n * min(n, 2*r+1+2*g)}
	},
	Make: func(a Args) (Made, error) {
		n, g := a["n"].Int, min(a["global"].Int, a["n"].Int)
		r := a["radius"].Int
		var cells []instances.Cell
		for k := range n {
			if k < g {
				for q := range n {
					cells = append(cells, cell(k, q))
				}
				continue
			}
			for q := range g {
				cells = append(cells, cell(k, q))
			}
			for q := max(g, k-r); q < min(n, k+r+1); q++ {
				cells = append(cells, cell(k, q))
			}
		}
		r = max(0, min(r, n-g-1))
		known := values(max(1, n-g-r), unknown, "the cells (i,i+radius) beyond the global nodes are a fooling set, squares with the global nodes a cover")
		known.FewestHubs = squares(n, r, g)
		if g == n {
			known.FewestHubs = instances.Extension{{Sources: interval(0, n), Targets: interval(0, n)}}
		}
		return made(n, n, cells, known)
	},
}

var bigbird = Family{
	Name:    "bigbird",
	Doc:     "blocks of nodes: a symmetric window of blocks, global blocks first, and random key blocks for every other query block",
	Known:   "nothing beyond χ′",
	Paper:   zaheer,
	Digraph: true,
	Params: []Param{
		{Name: "blocks", Doc: "blocks", Default: "12", Min: 1, Max: 1 << 16},
		{Name: "size", Doc: "nodes of a block", Default: "1", Min: 1, Max: MaxLines},
		{Name: "radius", Doc: "greatest distance of blocks in the window", Default: "1", Min: 0, Max: 1 << 16},
		{Name: "global", Doc: "global blocks", Default: "1", Min: 0, Max: 1 << 16},
		{Name: "random", Doc: "random key blocks of a query block, beside the others", Default: "2", Min: 0, Max: 1 << 16},
		seed,
	},
	Size: func(a Args) Size {
		m, s := float64(a["blocks"].Int), float64(a["size"].Int)
		blocks := m * min(m, float64(2*a["radius"].Int+1+2*a["global"].Int+a["random"].Int))
		return Size{Rows: m * s, Cols: m * s, Cells: blocks * s * s, Draws: m * m}
	},
	Make: func(a Args) (Made, error) {
		m, size, r, g := a["blocks"].Int, a["size"].Int, a["radius"].Int, a["global"].Int
		draw := newDraw(a["seed"].Seed)
		var cells []instances.Cell
		add := func(k, q int) {
			for i := range size * size {
				cells = append(cells, cell(k*size+i/size, q*size+i%size))
			}
		}
		var free []int // keys that the query does not attend to yet
		for q := range m {
			free = free[:0]
			for k := range m {
				if k < g || q < g || max(k-q, q-k) <= r {
					add(k, q)
				} else {
					free = append(free, k)
				}
			}
			for i := range min(a["random"].Int, len(free)) {
				j := i + draw.below(len(free)-i)
				free[i], free[j] = free[j], free[i]
				add(free[i], q)
			}
		}
		return made(m*size, m*size, cells, instances.Known{Why: "χ′: F1"})
	},
}
