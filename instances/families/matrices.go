package families

import (
	"math/bits"

	"github.com/hubcover/hubcover/instances"
)

const (
	kushilevitz = "E. Kushilevitz, N. Nisan, Communication complexity, Cambridge University Press 1997"
	searched    = "searched exhaustively"
)

var matrix = Family{
	Name:   "matrix",
	Doc:    "the 0/1 matrix that is written out",
	Known:  "nothing beyond χ′",
	Paper:  "On Transformer Dynamics: the adjacency matrix of an attention digraph",
	Params: []Param{{Name: "rows", Doc: "the matrix", Kind: Rows, Default: "0111/1001/1010/1100"}},
	Size: func(a Args) Size {
		rows := a["rows"].Rows
		r, c := float64(len(rows)), float64(len(rows[0]))
		return Size{Rows: r, Cols: c, Cells: r * c}
	},
	Make: func(a Args) (Made, error) {
		rows := a["rows"].Rows
		cells := cellsWhere(len(rows), len(rows[0]), func(r, c int) bool { return rows[r][c] == '1' })
		return made(len(rows), len(rows[0]), cells, instances.Known{Why: "χ′: F1"})
	},
}

var crown = Family{
	Name:   "crown",
	Doc:    "the complement of the identity: a ≠ b",
	Known:  "b = least r with C(r,⌊r/2⌋) ≥ n, χ_hub = ⌈log2 n⌉ (F10, F12, F13)",
	Paper:  "D. de Caen, D. A. Gregory, N. J. Pullman, The Boolean rank of zero-one matrices, Proc. 3rd Caribbean Conf. on Combinatorics and Computing (1981) 169-173",
	Params: []Param{nodes("6", 1)},
	Size: func(a Args) Size {
		n := float64(a["n"].Int)
		return Size{Rows: n, Cols: n, Cells: n * (n - 1)}
	},
	Make: func(a Args) (Made, error) {
		n := a["n"].Int
		cells := make([]instances.Cell, 0, n*(n-1))
		for r := range n {
			for c := range n {
				if r != c {
					cells = append(cells, cell(r, c))
				}
			}
		}
		known := values(sperner(n), log2Ceil(n), "b: de Caen, Gregory and Pullman, F10 and F12; χ_hub: F10 and F13")
		known.FewestHubs, known.FewestColors = middleLayer(n), digitCover(n)
		return made(n, n, cells, known)
	},
}

// middleLayer covers {(a,b): a ≠ b}, n ≥ 2, by the fewest hubs: a gets the a-th
// ⌊r/2⌋-subset of r hubs and feeds those; b reads the hubs that are not in its
// own. Different subsets of one size are never nested (F10).
func middleLayer(n int) instances.Extension {
	x := make(instances.Extension, sperner(n))
	subset := uint64(1)<<(len(x)/2) - 1
	for v := range n {
		for k := range x {
			if subset>>k&1 != 0 {
				x[k].Sources = append(x[k].Sources, int32(v))
			} else {
				x[k].Targets = append(x[k].Targets, int32(v))
			}
		}
		subset = nextSubset(subset)
	}
	return x
}

// nextSubset is the next larger number with as many ones.
func nextSubset(s uint64) uint64 {
	if s == 0 {
		return 0
	}
	low := s & -s
	ripple := s + low
	return ripple | (s^ripple)/low>>2
}

var identity = Family{
	Name:   "identity",
	Doc:    "ones on the diagonal",
	Known:  loops.Known,
	Paper:  loops.Paper,
	Params: []Param{nodes("4", 1)},
	Size:   loops.Size,
	Make:   loops.Make,
}

func rowsAndCols(rows, cols string) []Param {
	return []Param{
		{Name: "rows", Doc: "rows", Default: rows, Min: 0, Max: MaxLines},
		{Name: "cols", Doc: "columns", Default: cols, Min: 0, Max: MaxLines},
	}
}

var allOnes = Family{
	Name:   "all-ones",
	Doc:    "every cell",
	Known:  "b = χ_hub = 1",
	Paper:  "folklore",
	Params: rowsAndCols("3", "4"),
	Size: func(a Args) Size {
		r, c := float64(a["rows"].Int), float64(a["cols"].Int)
		return Size{Rows: r, Cols: c, Cells: r * c}
	},
	Make: func(a Args) (Made, error) {
		r, c := a["rows"].Int, a["cols"].Int
		cells := cellsWhere(r, c, func(_, _ int) bool { return true })
		if len(cells) == 0 {
			return emptyOf(r, c)
		}
		known := values(1, 1, "one hub")
		known.FewestHubs = instances.Extension{{Sources: interval(0, r), Targets: interval(0, c), Color: 1}}
		known.FewestColors = known.FewestHubs
		return made(r, c, cells, known)
	},
}

var empty = Family{
	Name:   "empty",
	Doc:    "no cell",
	Known:  "b = χ_hub = 0",
	Paper:  "folklore",
	Params: rowsAndCols("3", "3"),
	Size:   func(a Args) Size { return Size{Rows: float64(a["rows"].Int), Cols: float64(a["cols"].Int)} },
	Make:   func(a Args) (Made, error) { return emptyOf(a["rows"].Int, a["cols"].Int) },
}

func emptyOf(rows, cols int) (Made, error) {
	known := values(0, 0, "nothing to cover")
	known.FewestHubs, known.FewestColors = instances.Extension{}, instances.Extension{}
	return made(rows, cols, nil, known)
}

// subsets is the parameter of the matrices on the subsets of [k]: line S of
// them stands for the set of the ones in the binary digits of S.
func subsets(k string, max int) []Param {
	return []Param{{Name: "k", Doc: "size of the ground set", Default: k, Min: 1, Max: max}}
}

func powerSize(cells func(k float64, n float64) float64) func(Args) Size {
	return func(a Args) Size {
		n := float64(int(1) << a["k"].Int)
		return Size{Rows: n, Cols: n, Cells: cells(float64(a["k"].Int), n), Draws: n * n}
	}
}

var disjointness = Family{
	Name:   "disjointness",
	Doc:    "DISJ_k: subsets S, T of [k] that are disjoint",
	Known:  "b = 2^k: the pairs of complements are a fooling set; χ_hub = 2, 2, 3, 4 for k = 1..4, searched exhaustively",
	Paper:  kushilevitz,
	Params: subsets("3", 15),
	Size: func(a Args) Size {
		n, cells := float64(int(1)<<a["k"].Int), 1.
		for range a["k"].Int {
			cells *= 3
		}
		return Size{Rows: n, Cols: n, Cells: cells, Draws: cells}
	},
	Make: func(a Args) (Made, error) {
		k := a["k"].Int
		n := 1 << k
		var cells []instances.Cell
		for s := range n {
			rest := n - 1 - s
			for t := rest; ; t = (t - 1) & rest { // all subsets of the complement
				cells = append(cells, cell(s, t))
				if t == 0 {
					break
				}
			}
		}
		known := values(n, unknown, "the pairs of complements are a fooling set")
		if table := []int{2, 2, 3, 4}; k <= len(table) {
			known = values(n, table[k-1], "the pairs of complements are a fooling set; χ_hub: "+searched)
		}
		m, err := made(n, n, cells, known)
		if err == nil {
			m.Known.FewestHubs = rowStars(m.Relation)
		}
		return m, err
	},
}

var intersection = Family{
	Name:   "intersection",
	Doc:    "INT_k: subsets S, T of [k] that meet",
	Known:  "b = χ_hub = k, both attained by one hub an element (F13)",
	Paper:  kushilevitz,
	Params: subsets("3", 12),
	Size:   powerSize(func(_, n float64) float64 { return n * n }),
	Make: func(a Args) (Made, error) {
		k := a["k"].Int
		n := 1 << k
		known := values(k, k, "χ_hub by F13, and b ≥ χ_hub")
		known.FewestHubs, known.FewestColors = hubOfEachElement(k), hubOfEachElement(k)
		return made(n, n, cellsWhere(n, n, func(s, t int) bool { return s&t != 0 }), known)
	},
}

func hubOfEachElement(k int) instances.Extension {
	x := make(instances.Extension, k)
	for i := range x {
		x[i].Color = i + 1
		for s := range 1 << k {
			if s>>i&1 != 0 {
				x[i].Sources = append(x[i].Sources, int32(s))
				x[i].Targets = append(x[i].Targets, int32(s))
			}
		}
	}
	return x
}

var innerProduct = Family{
	Name:   "inner-product",
	Doc:    "vectors x, y of k bits whose inner product modulo 2 is 1",
	Known:  "b = 2^k-1: a biclique has at most 2^(k-1) of the (2^k-1)·2^(k-1) cells; χ_hub = 1, 2, 3 for k = 1, 2, 3, searched exhaustively",
	Paper:  kushilevitz,
	Params: subsets("3", 13),
	Size:   powerSize(func(_, n float64) float64 { return (n - 1) * n / 2 }),
	Make: func(a Args) (Made, error) {
		k := a["k"].Int
		n := 1 << k
		// A × B all ones: the span of A and the differences of B are orthogonal,
		// and A misses 0, so the dimensions of their affine hulls add up to k-1.
		why := "a biclique has at most 2^(k-1) cells, by dimensions"
		known := values(n-1, unknown, why)
		if k <= 3 {
			known = values(n-1, k, why+"; χ_hub: "+searched)
		}
		m, err := made(n, n, cellsWhere(n, n, func(x, y int) bool { return bits.OnesCount(uint(x&y))%2 == 1 }), known)
		if err == nil {
			m.Known.FewestHubs = rowStars(m.Relation)
		}
		return m, err
	},
}

var polygonSlack = Family{
	Name:   "polygon-slack",
	Doc:    "support of the slack matrix of the n-gon: edges (rows) and vertices (columns) that are not on them",
	Known:  "b = 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7 for n = 3..13 and χ_hub = 1, 2, 2, 3, 3, 3, 3 for n = 3..9, searched exhaustively",
	Paper:  "A. Vandaele, N. Gillis, F. Glineur, On the linear extension complexity of regular n-gons, Linear Algebra Appl. 521 (2017) 217-239",
	Params: []Param{{Name: "n", Doc: "corners", Default: "6", Min: 3, Max: MaxLines}},
	Size: func(a Args) Size {
		n := float64(a["n"].Int)
		return Size{Rows: n, Cols: n, Cells: n * (n - 2)}
	},
	Make: func(a Args) (Made, error) {
		n := a["n"].Int
		cells := cellsWhere(n, n, func(e, v int) bool { return v != e && v != (e+1)%n })
		known := instances.Known{Why: "χ′: F1"}
		if b, chi := []int{3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7}, []int{1, 2, 2, 3, 3, 3, 3}; n-3 < len(chi) {
			known = values(b[n-3], chi[n-3], searched)
		} else if n-3 < len(b) {
			known = values(b[n-3], unknown, searched)
		}
		return made(n, n, cells, known)
	},
}

var cubeSlack = Family{
	Name:  "cube-slack",
	Doc:   "support of the slack matrix of the d-cube: facets x_i = 0, x_i = 1 (rows 2i, 2i+1) and vertices (columns) that are not on them",
	Known: "b = 2d by a fooling set; χ_hub = 1, 2, 2, 3 for d = 1..4, searched exhaustively",
	Paper: "S. Fiorini, V. Kaibel, K. Pashkovich, D. O. Theis, Combinatorial bounds on nonnegative rank and extended formulations, Discrete Math. 313 (2013) 67-83",
	Params: []Param{
		{Name: "d", Doc: "dimension", Default: "3", Min: 1, Max: 20},
	},
	Size: func(a Args) Size {
		d, n := float64(a["d"].Int), float64(int(1)<<a["d"].Int)
		return Size{Rows: 2 * d, Cols: n, Cells: d * n}
	},
	Make: func(a Args) (Made, error) {
		d := a["d"].Int
		n := 1 << d
		cells := cellsWhere(2*d, n, func(facet, v int) bool { return v>>(facet/2)&1 != facet&1 })
		// Fooling: facet x_i = 0 with a vertex v of v_i = 1, x_i = 1 with the
		// opposite vertex; any choice with v_j of i unequal to v_i of j will do.
		why := "a facet and its opposite with opposite vertices, chosen along a tournament, are a fooling set"
		known := values(2*d, unknown, why)
		if table := []int{1, 2, 2, 3}; d <= len(table) {
			known = values(2*d, table[d-1], why+"; χ_hub: "+searched)
		}
		m, err := made(2*d, n, cells, known)
		if err == nil {
			m.Known.FewestHubs = rowStars(m.Relation)
		}
		return m, err
	},
}
