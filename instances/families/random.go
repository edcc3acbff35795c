package families

import (
	"math/bits"
	"math/rand/v2"

	"github.com/hubcover/hubcover/instances"
)

var seed = Param{Name: "seed", Doc: "seed: the same one gives the same instance everywhere", Kind: Seed, Default: "1"}

// draw turns the raw words of math/rand/v2's PCG, seeded with (seed, 0), into
// events. Only its Uint64 is used, so that instances stay the same for as long
// as that generator does.
type draw struct{ source *rand.PCG }

func newDraw(seed uint64) draw { return draw{rand.NewPCG(seed, 0)} }

// happens has probability p up to 2^-53: the upper 53 bits of a word are less
// than p·2^53, compared exactly.
func (d draw) happens(p float64) bool { return float64(d.source.Uint64()>>11) < p*(1<<53) }

// below is one of 0..n-1: the upper word of n times a word. Its bias is below
// n·2^-64.
func (d draw) below(n int) int {
	high, _ := bits.Mul64(uint64(n), d.source.Uint64())
	return int(high)
}

var random = Family{
	Name:  "random",
	Doc:   "every cell independently with probability p, drawn row by row",
	Known: "nothing beyond χ′",
	Paper: "E. N. Gilbert, Random graphs, Ann. Math. Statist. 30 (1959) 1141-1144",
	Params: []Param{
		{Name: "rows", Doc: "rows", Default: "12", Min: 0, Max: MaxLines},
		{Name: "cols", Doc: "columns", Default: "12", Min: 0, Max: MaxLines},
		{Name: "p", Doc: "probability of a cell", Kind: Probability, Default: "0.5"},
		seed,
	},
	Size: func(a Args) Size { return randomSize(a["rows"].Int, a["cols"].Int, a["p"].Prob) },
	Make: func(a Args) (Made, error) {
		return randomCells(a["rows"].Int, a["cols"].Int, a["p"].Prob, a["seed"].Seed)
	},
}

var randomDigraph = Family{
	Name:    "random-digraph",
	Doc:     "every edge and every loop on n nodes independently with probability p: the cells of random with rows = cols = n",
	Known:   "nothing beyond χ′",
	Paper:   random.Paper,
	Digraph: true,
	Params: []Param{
		nodes("12", 0),
		{Name: "p", Doc: "probability of an edge", Kind: Probability, Default: "0.5"},
		seed,
	},
	Size: func(a Args) Size { return randomSize(a["n"].Int, a["n"].Int, a["p"].Prob) },
	Make: func(a Args) (Made, error) {
		return randomCells(a["n"].Int, a["n"].Int, a["p"].Prob, a["seed"].Seed)
	},
}

func randomSize(rows, cols int, p float64) Size {
	r, c := float64(rows), float64(cols)
	return Size{Rows: r, Cols: c, Cells: r * c * p, Draws: r * c}
}

func randomCells(rows, cols int, p float64, seed uint64) (Made, error) {
	draw := newDraw(seed)
	cells := cellsWhere(rows, cols, func(_, _ int) bool { return draw.happens(p) })
	return made(rows, cols, cells, instances.Known{Why: "χ′: F1"})
}

var randomHub = Family{
	Name: "random-hub",
	Doc: "the random hub extension RHE: every node is a source of every hub with probability p, and a target with probability p; " +
		"drawn hub by hub, sources first",
	Known:   "b is at most the number of planted hubs",
	Paper:   "On Transformer Dynamics: random hub extensions",
	Digraph: true,
	Params: []Param{
		{Name: "nodes", Doc: "nodes", Default: "20", Min: 0, Max: MaxLines},
		{Name: "hubs", Doc: "hubs", Default: "10", Min: 0, Max: MaxLines},
		{Name: "p", Doc: "probability of being a source, and of being a target", Kind: Probability, Default: "0.25"},
		seed,
	},
	Size: func(a Args) Size {
		n, h, p := float64(a["nodes"].Int), float64(a["hubs"].Int), a["p"].Prob
		return Size{Rows: n, Cols: n, Cells: min(n*n, n*n*p*p*h), Draws: 2*n*h + n*n*p*p*h}
	},
	Make: func(a Args) (Made, error) {
		n, p, draw := a["nodes"].Int, a["p"].Prob, newDraw(a["seed"].Seed)
		members := func() []int32 {
			var set []int32
			for v := range n {
				if draw.happens(p) {
					set = append(set, int32(v))
				}
			}
			return set
		}
		planted := instances.Extension{}
		for range a["hubs"].Int {
			planted = append(planted, instances.Hub{Sources: members(), Targets: members()})
		}
		planted = nonempty(planted)
		m, err := made(n, n, unionOf(n, planted), instances.Known{Why: "χ′: F1"})
		m.Planted = planted
		return m, err
	},
}

// unionOf lists the cells that hubs on n nodes induce, each once, in memory
// proportional to them and not to the hubs.
func unionOf(n int, x instances.Extension) []instances.Cell {
	hubsOf := make([][]int, n)
	for i, h := range x {
		for _, a := range h.Sources {
			hubsOf[a] = append(hubsOf[a], i)
		}
	}
	var cells []instances.Cell
	reached := make([]int, n) // 1 + the last row that reached this column
	for a, hubs := range hubsOf {
		for _, i := range hubs {
			for _, b := range x[i].Targets {
				if reached[b] != a+1 {
					reached[b] = a + 1
					cells = append(cells, cell(a, int(b)))
				}
			}
		}
	}
	return cells
}
