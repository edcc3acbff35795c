package families

import (
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

var complete = Family{
	Name:    "complete",
	Doc:     "the complete digraph without loops: a ≠ b (the cells of crown)",
	Known:   crown.Known,
	Paper:   crown.Paper,
	Digraph: true,
	Params:  []Param{nodes("3", 1)},
	Size:    crown.Size,
	Make:    crown.Make,
}

var path = Family{
	Name:    "path",
	Doc:     "the directed path: i reaches i+1",
	Known:   "b = n-1, χ_hub = 1: no two cells share a row or a column",
	Paper:   "folklore",
	Digraph: true,
	Params:  []Param{nodes("8", 1)},
	Size:    lines("n"),
	Make: func(a Args) (Made, error) {
		n := a["n"].Int
		return disjointCells(n, n-1, func(i int) int { return i + 1 })
	},
}

var cycle = Family{
	Name:    "cycle",
	Doc:     "the directed cycle: i reaches i+1, the last node the first",
	Known:   "b = n, χ_hub = 1: no two cells share a row or a column",
	Paper:   "folklore",
	Digraph: true,
	Params:  []Param{nodes("8", 1)},
	Size:    lines("n"),
	Make: func(a Args) (Made, error) {
		n := a["n"].Int
		return disjointCells(n, n, func(i int) int { return (i + 1) % n })
	},
}

var loops = Family{
	Name:    "loops",
	Doc:     "a loop on every node and nothing else (the cells of identity)",
	Known:   "b = n, χ_hub = 1: no two cells share a row or a column",
	Paper:   "folklore",
	Digraph: true,
	Params:  []Param{nodes("4", 1)},
	Size:    lines("n"),
	Make:    func(a Args) (Made, error) { return disjointCells(a["n"].Int, a["n"].Int, func(i int) int { return i }) },
}

// lines is the size of a square matrix with at most one cell a row.
func lines(param string) func(Args) Size {
	return func(a Args) Size {
		n := float64(a[param].Int)
		return Size{Rows: n, Cols: n, Cells: n}
	}
}

// disjointCells has the cells (i, to(i)), i < m, no two in a row or column: each
// is a component (F5).
func disjointCells(n, m int, to func(int) int) (Made, error) {
	var cells []instances.Cell
	for i := range m {
		cells = append(cells, cell(i, to(i)))
	}
	known := values(m, min(m, 1), "every cell is a component, F5")
	known.FewestHubs, known.FewestColors = singles(cells, always(1)), singles(cells, always(1))
	return made(n, n, cells, known)
}

var petersen = Family{
	Name:    "petersen",
	Doc:     "the Petersen graph as a symmetric digraph: nodes 0..4 the outer cycle, 5..9 the inner pentagram",
	Known:   "b = 10: all bicliques are stars, and its cells contain a perfect matching; χ_hub = 3, searched exhaustively",
	Paper:   "J. Petersen, Sur le théorème de Tait, L'Intermédiaire des Mathématiciens 5 (1898) 225-227",
	Digraph: true,
	Size:    func(Args) Size { return Size{Rows: 10, Cols: 10, Cells: 30} },
	Make: func(Args) (Made, error) {
		// Forward, back, and across between the cycles: each is a permutation.
		var cells []instances.Cell
		for _, step := range []int{1, 4} {
			for i := range 5 {
				cells = append(cells, cell(i, (i+step)%5), cell(5+i, 5+(i+2*step)%5))
			}
		}
		for i := range 5 {
			cells = append(cells, cell(i, 5+i), cell(5+i, i))
		}
		known := values(10, 3, "b: bicliques of a graph of girth 5 are stars, and a perfect matching needs 10; χ_hub: searched exhaustively")
		known.FewestColors = singles(cells, func(i int) int { return i/10 + 1 })
		m, err := made(10, 10, cells, known)
		if err == nil {
			m.Known.FewestHubs = rowStars(m.Relation)
		}
		return m, err
	},
}

var projectivePlane = Family{
	Name:  "projective-plane",
	Doc:   "incidence of points (rows) and lines (columns) of the projective plane over the integers modulo a prime q",
	Known: "b = q²+q+1: all bicliques are stars, and there is a perfect matching",
	Paper: "O. Veblen, W. H. Bussey, Finite projective geometries, Trans. Amer. Math. Soc. 7 (1906) 241-259",
	Params: []Param{
		{Name: "q", Doc: "order, a prime", Default: "2", Min: 2, Max: 97},
	},
	Size: func(a Args) Size {
		q := float64(a["q"].Int)
		n := q*q + q + 1
		return Size{Rows: n, Cols: n, Cells: n * (q + 1), Draws: n * n}
	},
	Make: func(a Args) (Made, error) {
		q := a["q"].Int
		if !prime(q) {
			return Made{}, fmt.Errorf("%d is no prime: choose one, such as 2, 3, 5 or 7", q)
		}
		// Points and lines: vectors whose first nonzero entry is 1.
		points := [][3]int{{0, 0, 1}}
		for z := range q {
			points = append(points, [3]int{0, 1, z})
		}
		for yz := range q * q {
			points = append(points, [3]int{1, yz / q, yz % q})
		}
		n := len(points)
		cells := cellsWhere(n, n, func(a, b int) bool {
			x, y := points[a], points[b]
			return (x[0]*y[0]+x[1]*y[1]+x[2]*y[2])%q == 0
		})
		m, err := made(n, n, cells, values(n, unknown, "two points share one line, so bicliques are stars; a regular matrix has a perfect matching"))
		if err == nil {
			m.Known.FewestHubs = rowStars(m.Relation)
		}
		return m, err
	},
}

func prime(q int) bool {
	for d := 2; d*d <= q; d++ {
		if q%d == 0 {
			return false
		}
	}
	return q > 1
}
