package encode

import (
	"fmt"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Cubes splits a problem in the canonical form of the encoder over its first
// depth cells: every way to give them hubs (chi: colours), renamed by first
// appearance (F17), is one cube, a list of literals to be added as units. The
// formula is unsatisfiable iff it is with each of them. Cubes come in
// lexicographic order; those in which two cells of one hub conflict (F6), or
// cells of one colour close a path on a non-cell (F8), are left out. More than
// limit cubes are refused, and more than ten times as many beginnings of cubes,
// few of which may come to an end.
func Cubes(e Encoder, enc Encoding, p Problem, depth, limit int) ([][]pb.Lit, error) {
	cells := p.Cells
	if cells == nil {
		cells = p.Rel.Required()
	}
	if depth < 1 || depth > len(cells) {
		return nil, fmt.Errorf("cubes over %d of %d cells", depth, len(cells))
	}
	values, block, clash := p.Hubs, "y", sharesNoHub
	at := func(t int) int { return t }
	if e.Question == instances.Chi {
		values, block, clash = p.Colors, "x", opensPath
		at = func(t int) int { i, _ := p.Rel.Index(cells[t]); return i }
	}
	var b pb.Block
	for _, named := range enc.Formula.Blocks() {
		if named.Name == block {
			b = named
		}
	}
	if b.Name == "" || len(b.Dims) != 2 {
		return nil, fmt.Errorf("%s does not split into cubes", e.Name)
	}
	var out [][]pb.Lit
	value, begun := make([]int, 0, depth), 0
	var split func(fresh int) error
	split = func(fresh int) error {
		if len(value) == depth {
			cube := make([]pb.Lit, depth)
			for t, v := range value {
				cube[t] = b.At2(at(t), v)
			}
			if out = append(out, cube); len(out) > limit {
				return fmt.Errorf("more than %d cubes over %d cells: take fewer cells", limit, depth)
			}
			return nil
		}
		for v := range min(values, fresh+1) {
			if begun++; begun > 10*limit {
				return fmt.Errorf("more than %d beginnings of cubes over %d cells: take fewer cells", 10*limit, depth)
			}
			value = append(value, v)
			if !clash(p.Rel, cells, value) {
				if err := split(max(fresh, v+1)); err != nil {
					return err
				}
			}
			value = value[:len(value)-1]
		}
		return nil
	}
	return out, split(0)
}

// sharesNoHub reports that the last cell conflicts with an earlier one of its hub.
func sharesNoHub(rel *instances.Relation, cells []instances.Cell, value []int) bool {
	last := len(value) - 1
	f := cells[last]
	for t, v := range value[:last] {
		if e := cells[t]; v == value[last] && !(rel.Has(e.Row, f.Col) && rel.Has(f.Row, e.Col)) {
			return true
		}
	}
	return false
}

// opensPath reports cells (a,b), (c,b), (c,d) of the last cell's colour with
// (a,d) no cell.
func opensPath(rel *instances.Relation, cells []instances.Cell, value []int) bool {
	var same []instances.Cell
	for t, v := range value {
		if v == value[len(value)-1] {
			same = append(same, cells[t])
		}
	}
	for _, mid := range same {
		for _, e := range same {
			for _, f := range same {
				if e.Col == mid.Col && f.Row == mid.Row && !rel.Has(e.Row, f.Col) {
					return true
				}
			}
		}
	}
	return false
}
