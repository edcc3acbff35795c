package export

import (
	"fmt"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// formula is a canonical formula and how its values, hubs or colours, may be
// renamed. The choices are its only clauses without a negated literal: each
// gives a cell, or in INDEX and FRONT a hub, one of several values, of which
// first appearance (F17) leaves the first few.
type formula struct {
	*pb.Formula
	says    string
	namings []naming // of FRONT two: of hubs by the cells, then of colours by the hubs
}

// naming is a kind of values that a permutation may rename without changing
// the unshortened formula.
type naming struct {
	values  int
	choices []choice // in the order of first appearance
	// swap visits the pairs of variables that exchange when values i and j do.
	swap func(i, j int, visit func(x, y pb.Lit))
}

// choice is a clause ( first first+1 … ), a literal a value.
type choice struct {
	clause  int // its position in the canonical formula
	first   pb.Lit
	implied int // clauses that follow it for each value that it leaves
}

// canonical makes the formula of a piece, with names for its variables.
func canonical(rel *instances.Relation, p piece) (*formula, error) {
	text, err := formulaText(rel, p)
	if err != nil {
		return nil, err
	}
	var choices []choice
	for i := range text.Len() {
		if lits := text.Lits(i); positive(lits) {
			choices = append(choices, choice{clause: i, first: lits[0]})
		}
	}
	f := &formula{Formula: pb.New()}
	n, h, vars := p.by.N, p.by.H, pb.Lit(text.Vars())
	switch p.by.Formula {
	case "cover":
		f.cover(rel, p.by, choices)
		f.says = fmt.Sprintf("COVER(%d): %d hubs cover the cells asked for", n, n)
		f.namings = []naming{{n, choices, columns(0, vars, n)}}
	case "front":
		cells := choices[:len(choices)-n]
		f.cover(rel, p.by, cells)
		f.says = fmt.Sprintf("FRONT(%d,%d): %d hubs in %d colours cover the cells asked for", n, h, n, h)
		f.namings = f.front(n, h, cells, choices[len(cells):])
	case "chi", "chi-r":
		f.says = fmt.Sprintf("%s(%d): %d colours cover the cells asked for", map[string]string{"chi": "CHI", "chi-r": "CHI-R"}[p.by.Formula], h, h)
		f.colors(cells(rel, p.by), text.Vars()/h, h)
		f.namings = []naming{{h, choices, columns(0, vars, h)}}
	case "index":
		f.says = fmt.Sprintf("INDEX(%d): %d colours are enough for the hubs given", h, h)
		f.Document(f.Block("c", len(choices), h), "the t-th hub has colour j", "t", "j")
		f.namings = []naming{{h, choices, columns(0, vars, h)}}
	}
	if f.Vars() != text.Vars() {
		return nil, fmt.Errorf("%s has %d variables, %d have a meaning", f.says, text.Vars(), f.Vars())
	}
	for i := range text.Len() {
		f.Clause(text.Lits(i)...)
	}
	return f, nil
}

func positive(lits []pb.Lit) bool {
	for _, l := range lits {
		if l < 0 {
			return false
		}
	}
	return true
}

// columns swaps values where variables from+1 … to stand in rows of k, a value
// each.
func columns(from, to pb.Lit, k int) func(i, j int, visit func(x, y pb.Lit)) {
	return func(i, j int, visit func(x, y pb.Lit)) {
		for row := from + 1; row <= to; row += pb.Lit(k) {
			visit(row+pb.Lit(i), row+pb.Lit(j))
		}
	}
}

// cover names the variables of COVER(n).
func (f *formula) cover(rel *instances.Relation, by check.By, cells []choice) {
	rows, cols := len(by.Rows), len(by.Cols)
	if rows == 0 {
		rows = rel.Rows()
	}
	if cols == 0 {
		cols = rel.Cols()
	}
	f.Document(f.Block("a", rows, by.N), "row u is a source of hub i", "u", "i")
	f.Document(f.Block("b", cols, by.N), "column v is a target of hub i", "v", "i")
	f.Document(f.Block("y", len(cells), by.N), "hub i covers the t-th cell asked for", "t", "i")
	for t := range cells {
		cells[t].implied = 2
	}
}

// front names the further variables of FRONT(n,h). Hubs that exchange take
// their colours with them, and same[i,i′] of every other hub.
func (f *formula) front(n, h int, cells, hubs []choice) []naming {
	base := pb.Lit(f.Vars())
	c := f.Block("c", n, h)
	f.Document(c, "hub i has colour j", "i", "j")
	s := f.Block("same", n*(n-1)/2)
	f.Document(s, "the q-th pair of hubs, in lexicographic order, has a colour in common", "q")
	same := func(i, j int) pb.Lit {
		i, j = min(i, j), max(i, j)
		return s.First + pb.Lit(i*n-i*(i+1)/2+j-i-1)
	}
	members := columns(0, base, n)
	return []naming{
		{n, cells, func(i, j int, visit func(x, y pb.Lit)) {
			members(i, j, visit)
			for k := range h {
				visit(c.At2(i, k), c.At2(j, k))
			}
			for other := range n {
				if other != i && other != j {
					visit(same(i, other), same(j, other))
				}
			}
		}},
		{h, hubs, columns(base, base+pb.Lit(n*h), h)},
	}
}

// colors names the variables of CHI(h) and CHI-R(h).
func (f *formula) colors(cells, rows, h int) {
	f.Document(f.Block("x", cells, h), "the e-th cell of the submatrix, by row then column, has colour j", "e", "j")
	if rows > cells {
		f.Document(f.Block("s", rows-cells, h), "the p-th pair of rows with a common column shares a hub of colour j", "p", "j")
	}
}

// cells counts the cells of the submatrix that a bound is proved on.
func cells(rel *instances.Relation, by check.By) (n int) {
	inside := func(lines []check.Line, count int) []bool {
		in := make([]bool, count)
		for i := range in {
			in[i] = len(lines) == 0
		}
		for _, l := range lines {
			in[l] = true
		}
		return in
	}
	rows, cols := inside(by.Rows, rel.Rows()), inside(by.Cols, rel.Cols())
	for _, c := range rel.All() {
		if rows[c.Row] && cols[c.Col] {
			n++
		}
	}
	return n
}

// unshortened is the formula as it would be without first appearance: every
// choice has all values, and each of them implies what the first does.
func (f *formula) unshortened() *pb.Formula {
	g := pb.New()
	g.Comments = append(f.Comments[:len(f.Comments):len(f.Comments)],
		"Not shortened by first appearance: every cell may have every value.")
	for _, b := range f.Blocks() {
		g.Document(g.Block(b.Name, b.Dims...), b.Doc, b.Index...)
	}
	at := 0
	for _, n := range f.namings {
		for t, c := range n.choices {
			for ; at < c.clause; at++ {
				g.Clause(f.Lits(at)...)
			}
			g.Clause(c.values(0, n.values)...)
			for i := range pb.Lit(n.values) {
				for k := range c.implied {
					l := f.Lits(c.clause + 1 + k)
					g.Clause(l[0]-i, l[1]+i)
				}
			}
			at = c.clause + 1 + c.implied*min(n.values, t+1)
		}
	}
	for ; at < f.Len(); at++ {
		g.Clause(f.Lits(at)...)
	}
	return g
}

// values are the literals of the values from … to−1.
func (c choice) values(from, to int) (lits []pb.Lit) {
	for i := from; i < to; i++ {
		lits = append(lits, c.first+pb.Lit(i))
	}
	return lits
}

// within is the formula with the values of its first cells as unit clauses.
func (f *formula) within(cube []int) *pb.Formula {
	g := pb.New()
	g.Comments = append(f.Comments[:len(f.Comments):len(f.Comments)], fmt.Sprintf("Cube: the first cells have the values %d.", cube))
	for _, b := range f.Blocks() {
		g.Document(g.Block(b.Name, b.Dims...), b.Doc, b.Index...)
	}
	for i := range f.Len() {
		g.Clause(f.Lits(i)...)
	}
	for t, i := range cube {
		g.Clause(f.namings[0].choices[t].first + pb.Lit(i))
	}
	return g
}
