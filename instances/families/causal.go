package families

import "github.com/hubcover/hubcover/instances"

func nodes(def string, least int) Param {
	return Param{Name: "n", Doc: "nodes", Default: def, Min: least, Max: MaxLines}
}

var causal = Family{
	Name:    "causal",
	Doc:     "every key reaches itself and all later queries: k ≤ q",
	Known:   "b = n, χ_hub = ⌈log2(n+1)⌉, both attained by one cover (F11, F13)",
	Paper:   "A. Vaswani et al., Attention is all you need, NeurIPS 2017",
	Digraph: true,
	Params:  []Param{nodes("8", 1)},
	Size: func(a Args) Size {
		n := float64(a["n"].Int)
		return Size{Rows: n, Cols: n, Cells: n * (n + 1) / 2}
	},
	Make: func(a Args) (Made, error) {
		n := a["n"].Int
		cells := make([]instances.Cell, 0, n*(n+1)/2)
		for k := range n {
			for q := k; q < n; q++ {
				cells = append(cells, cell(k, q))
			}
		}
		known := values(n, log2Ceil(n+1), "F11: the diagonal is a fooling set; χ_hub by skew pairs, F13")
		known.FewestHubs, known.FewestColors = causalCover(n), causalCover(n)
		return made(n, n, cells, known)
	},
}

// causalCover has n hubs, one for each place where two of 0..n part in binary,
// and ⌈log2(n+1)⌉ colours: both are optimal.
func causalCover(n int) instances.Extension { return windowCover(n, n) }

var tournament = Family{
	Name:    "tournament",
	Doc:     "the transitive tournament: every key reaches all later queries, k < q",
	Known:   "b = n-1, χ_hub = ⌈log2 n⌉, both attained by one cover (F13)",
	Paper:   "N. Alon, An extremal problem for sets with applications to graph theory, J. Combin. Theory A 40 (1985) 82-89",
	Digraph: true,
	Params:  []Param{nodes("8", 1)},
	Size: func(a Args) Size {
		n := float64(a["n"].Int)
		return Size{Rows: n, Cols: n, Cells: n * (n - 1) / 2}
	},
	Make: func(a Args) (Made, error) {
		n := a["n"].Int
		cells := make([]instances.Cell, 0, n*(n-1)/2)
		for k := range n {
			for q := k + 1; q < n; q++ {
				cells = append(cells, cell(k, q))
			}
		}
		// Without its empty lines it is the causal mask on n-1 nodes.
		cover := func() instances.Extension {
			return moved(causalCover(n-1), func(k int32) int32 { return k }, func(q int32) int32 { return q + 1 })
		}
		known := values(n-1, log2Ceil(n), "the cells (i,i+1) are a fooling set; χ_hub by skew pairs, F13")
		known.FewestHubs, known.FewestColors = cover(), cover()
		return made(n, n, cells, known)
	},
}

var blockCausal = Family{
	Name:    "block-causal",
	Doc:     "blocks of nodes: every key reaches all of its own block and of later ones",
	Known:   "b = blocks, χ_hub = ⌈log2(blocks+1)⌉, both attained by one cover (F3, F11)",
	Paper:   "a causal mask whose nodes are replaced by twins (F3)",
	Digraph: true,
	Params: []Param{
		{Name: "blocks", Doc: "blocks", Default: "4", Min: 1, Max: MaxLines},
		{Name: "size", Doc: "nodes of a block", Default: "3", Min: 1, Max: MaxLines},
	},
	Size: func(a Args) Size {
		m, s := float64(a["blocks"].Int), float64(a["size"].Int)
		return Size{Rows: m * s, Cols: m * s, Cells: m * (m + 1) / 2 * s * s}
	},
	Make: func(a Args) (Made, error) {
		m, size := a["blocks"].Int, a["size"].Int
		n := m * size
		var cells []instances.Cell
		for k := range n {
			for q := k / size * size; q < n; q++ {
				cells = append(cells, cell(k, q))
			}
		}
		known := values(m, log2Ceil(m+1), "twins (F3) of the causal mask on the blocks, F11 and F13")
		known.FewestHubs, known.FewestColors = blownUp(causalCover(m), size), blownUp(causalCover(m), size)
		return made(n, n, cells, known)
	},
}
