package families

import (
	"math/bits"

	"github.com/hubcover/hubcover/instances"
)

var grid = Family{
	Name: "grid",
	Doc:  "the grid graph read bipartitely: rows are the nodes (i,j) with i+j even, columns those with i+j odd, in order",
	Known: "χ_hub = 2 unless the grid is a square, a path of at most 3 nodes, or smaller; " +
		"b = ⌊pq/2⌋ for p = 1 and q-1 for p = 2, p ≤ q (beyond that the paper's theorem is not restated here)",
	Paper: "K. Guo, T. Huynh, M. Macchia, The biclique covering number of grids, Electron. J. Combin. 26 (2019)",
	Params: []Param{
		{Name: "rows", Doc: "rows of the grid", Default: "3", Min: 1, Max: MaxLines},
		{Name: "cols", Doc: "columns of the grid", Default: "4", Min: 1, Max: MaxLines},
	},
	Size: func(a Args) Size {
		n := float64(a["rows"].Int) * float64(a["cols"].Int)
		return Size{Rows: (n + 1) / 2, Cols: n / 2, Cells: 2 * n}
	},
	Make: func(a Args) (Made, error) { return gridOf(a["rows"].Int, a["cols"].Int) },
}

func gridOf(p, q int) (Made, error) {
	// In reading order, node (i,j) is number (iq+j)/2, rounded down, of its class.
	index := func(i, j int) int { return (i*q + j) / 2 }
	var cells []instances.Cell
	edge := func(i, j, i2, j2 int) {
		even, odd := index(i, j), index(i2, j2)
		if (i+j)%2 != 0 {
			even, odd = odd, even
		}
		cells = append(cells, cell(even, odd))
	}
	for i := range p {
		for j := range q {
			if i+1 < p {
				edge(i, j, i+1, j)
			}
			if j+1 < q {
				edge(i, j, i, j+1)
			}
		}
	}
	// square is the hub of the at most four nodes that a unit square has in the grid.
	square := func(i, j, color int) instances.Hub {
		h := instances.Hub{Color: color}
		for y := max(0, i); y < min(p, i+2); y++ {
			for x := max(0, j); x < min(q, j+2); x++ {
				if v := int32(index(y, x)); (y+x)%2 == 0 {
					h.Sources = append(h.Sources, v)
				} else {
					h.Targets = append(h.Targets, v)
				}
			}
		}
		return h
	}

	short, long := min(p, q), max(p, q)
	chi, b := 2, unknown
	switch {
	case short == 1:
		b = long / 2 // a biclique of a path has at most two edges
	case short == 2:
		b = long - 1 // the edges along the long sides, alternately, are a fooling set
	}
	switch {
	case p*q == 1:
		chi = 0
	case p*q <= 3, p == 2 && q == 2: // a star, the square
		chi = 1
	}
	m, err := made((p*q+1)/2, p*q/2, cells, values(b, chi, "χ_hub: squares at even and at odd places, F15"))
	if err != nil {
		return m, err
	}
	m.Known.FewestColors = instances.Extension{}
	for odd := range 2 {
		for i := -odd; i < p; i += 2 {
			for j := -odd; j < q; j += 2 {
				m.Known.FewestColors = append(m.Known.FewestColors, square(i, j, odd+1))
			}
		}
	}
	m.Known.FewestColors = nonempty(m.Known.FewestColors)
	if chi == 1 {
		m.Known.FewestColors = instances.Extension{{
			Sources: interval(0, m.Relation.Rows()), Targets: interval(0, m.Relation.Cols()), Color: 1,
		}}
	}
	switch {
	case short == 1:
		m.Known.FewestHubs = columnStars(m.Relation)
	case short == 2:
		m.Known.FewestHubs = instances.Extension{}
		for at := range long - 1 {
			if p == 2 {
				m.Known.FewestHubs = append(m.Known.FewestHubs, square(0, at, 0))
			} else {
				m.Known.FewestHubs = append(m.Known.FewestHubs, square(at, 0, 0))
			}
		}
	}
	return m, nil
}

var hypercube = Family{
	Name:  "hypercube",
	Doc:   "the d-dimensional cube graph read bipartitely: rows are the nodes with an even number of ones, columns the others, in order",
	Known: "χ_hub = ⌈d/2⌉ (F21); b = 1, 1 for d = 1, 2 and 2^(d-1) beyond",
	Paper: "bicliques are stars and squares (F21)",
	Params: []Param{
		{Name: "d", Doc: "dimension", Default: "3", Min: 1, Max: 20},
	},
	Size: func(a Args) Size {
		half := float64(int(1) << (a["d"].Int - 1))
		return Size{Rows: half, Cols: half, Cells: half * float64(a["d"].Int)}
	},
	Make: func(a Args) (Made, error) {
		d := a["d"].Int
		// Of 2i and 2i+1 one has an even number of ones, so i numbers both classes.
		half := 1 << (d - 1)
		node := func(i, parity int) int { return 2*i + (bits.OnesCount(uint(i))+parity)%2 }
		var cells []instances.Cell
		for i := range half {
			for k := range d {
				cells = append(cells, cell(i, (node(i, 0)^1<<k)/2))
			}
		}
		known := values(half, (d+1)/2, "b: a biclique has at most max(d,4) of the d·2^(d-1) cells (for d = 3 searched exhaustively); χ_hub: F21")
		if d == 2 {
			known = values(1, 1, "all ones")
		}
		known.FewestColors = squaresByDirections(d)
		m, err := made(half, half, cells, known)
		if err == nil {
			m.Known.FewestHubs = rowStars(m.Relation)
			if d == 2 {
				m.Known.FewestHubs = squaresByDirections(d)
			}
		}
		return m, err
	},
}

// squaresByDirections covers the d-cube in ⌈d/2⌉ colours: colour j+1 has all
// squares in the directions 2j and 2j+1, or all edges where 2j is the last (F21).
func squaresByDirections(d int) instances.Extension {
	var x instances.Extension
	for j := 0; 2*j < d; j++ {
		directions := min(2, d-2*j)
		for corner := range 1 << d {
			if corner>>(2*j)&(1<<directions-1) != 0 {
				continue
			}
			h := instances.Hub{Color: j + 1}
			for i := range 1 << directions {
				if v := corner | i<<(2*j); bits.OnesCount(uint(v))%2 == 0 {
					h.Sources = append(h.Sources, int32(v/2))
				} else {
					h.Targets = append(h.Targets, int32(v/2))
				}
			}
			x = append(x, h)
		}
	}
	return x
}
