package kernel

import (
	"context"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// problem asks for the cells in need, by position, to be covered by bicliques
// of rel, which has no optional cells of its own.
type problem struct {
	rel  *instances.Relation
	need instances.Bits

	// optional says that some cells need not be covered to begin with. Twins
	// are then merged only into one that has all their needs, so that the first
	// of its twins for every line gives a cell that is to be covered.
	optional bool
}

func wholeProblem(rel *instances.Relation) problem {
	p := problem{rel: bare(rel), need: instances.Full(rel.Len())}
	if rel.HasOptional() {
		p.optional = true
		for i := range rel.Len() {
			if rel.Optional(i) {
				p.need.Clear(i)
			}
		}
	}
	return p
}

// bare is rel without names and optional cells, as a relation.
func bare(rel *instances.Relation) *instances.Relation {
	out, err := rel.AsRelation().WithNames(nil, nil)
	if err == nil {
		out, err = out.WithOptional(nil)
	}
	if err != nil {
		panic("kernel: a relation without names: " + err.Error()) // nothing is asked that can fail
	}
	return out
}

// cells lists the cells to be covered, in canonical order.
func (p problem) cells() []instances.Cell {
	if p.need.Count() == p.rel.Len() {
		return p.rel.Cells()
	}
	cells := make([]instances.Cell, 0, p.need.Count())
	for i, c := range p.rel.All() {
		if p.need.Has(i) {
			cells = append(cells, c)
		}
	}
	return cells
}

// layer is one folding of a matrix: line i of rel stands for the lines rows[i]
// (cols[i]) of the matrix before, which are twins there, ascending. Lines that
// no cell to be covered touches are in no class.
type layer struct {
	rel                *instances.Relation
	rows, cols         [][]int32
	rowClass, colClass []int32 // the line of rel for each line before, -1 for one in no class
	same               bool    // the matrix before is rel

	rowBits, colBits []instances.Bits // of rel where that is dense, nil elsewhere
}

// image is the cell of the layer's matrix that a cell before it became.
func (l layer) image(c instances.Cell) instances.Cell {
	return instances.Cell{Row: l.rowClass[c.Row], Col: l.colClass[c.Col]}
}

// shrink folds and drops dominated cells until neither changes anything. The
// layers lead from p, outermost first, to the problem returned; there is at
// least one. The context is looked at between the steps.
func shrink(ctx context.Context, p problem) (problem, []layer) {
	var layers []layer
	for {
		l, q := fold(ctx, p)
		if len(layers) > 0 && q.rel.Rows() == p.rel.Rows() && q.rel.Cols() == p.rel.Cols() {
			return p, layers // a dominance that found nothing new on the same matrix finds nothing now
		}
		dropDominated(ctx, q)
		layers = append(layers, l)
		p = q
		if ctx.Err() != nil {
			return p, layers
		}
	}
}

// fold drops the lines that no cell to be covered touches (F4) and merges twins
// (F3): a merged cell is to be covered when one of its twins is. When the
// context ends all lines stay, which is as right.
func fold(ctx context.Context, p problem) (layer, problem) {
	all := p.need.Count() == p.rel.Len()
	rowUsed, colUsed := make([]bool, p.rel.Rows()), make([]bool, p.rel.Cols())
	if all {
		for a := range rowUsed {
			rowUsed[a] = len(p.rel.Row(a)) > 0
		}
		for b := range colUsed {
			colUsed[b] = len(p.rel.Col(b)) > 0
		}
	} else {
		for i, c := range p.rel.All() {
			if p.need.Has(i) {
				rowUsed[c.Row], colUsed[c.Col] = true, true
			}
		}
	}
	var l layer
	rowNeeds, colNeeds := p.needs()
	l.rows, l.rowClass = twins(ctx, p.rel, rowUsed, colUsed, rowNeeds)
	l.cols, l.colClass = twins(ctx, p.rel.Transpose(), colUsed, rowUsed, colNeeds)
	if ctx.Err() != nil {
		l.rows, l.rowClass = apart(p.rel.Rows())
		l.cols, l.colClass = apart(p.rel.Cols())
	}
	if len(l.rows) == p.rel.Rows() && len(l.cols) == p.rel.Cols() {
		l.rel, l.same = p.rel, true
		l.dense()
		return l, problem{p.rel, slices.Clone(p.need), p.optional}
	}
	l.rel = p.rel.Sub(firsts(l.rows), firsts(l.cols))
	l.dense()
	if all {
		return l, problem{l.rel, instances.Full(l.rel.Len()), p.optional}
	}
	q := problem{l.rel, instances.NewBits(l.rel.Len()), p.optional}
	for i, c := range p.rel.All() {
		if p.need.Has(i) {
			k, _ := l.rel.Index(l.image(c))
			q.need.Set(k)
		}
	}
	return l, q
}

// needs lists the cells to be covered of every row and of every column, where
// that matters; nil elsewhere.
func (p problem) needs() (rows, cols [][]int32) {
	if !p.optional {
		return nil, nil
	}
	rows, cols = make([][]int32, p.rel.Rows()), make([][]int32, p.rel.Cols())
	for i, c := range p.rel.All() {
		if p.need.Has(i) {
			rows[c.Row], cols[c.Col] = append(rows[c.Row], c.Col), append(cols[c.Col], c.Row)
		}
	}
	return rows, cols
}

// apart puts each of n lines into a class of its own.
func apart(n int) (classes [][]int32, class []int32) {
	classes, class = make([][]int32, n), make([]int32, n)
	for i := range class {
		class[i] = int32(i)
		classes[i] = class[i : i+1]
	}
	return classes, class
}

func firsts(classes [][]int32) []int32 {
	out := make([]int32, len(classes))
	for i, class := range classes {
		out[i] = class[0]
	}
	return out
}

// dense gives the layer its bit matrices where they take little room.
func (l *layer) dense() {
	rows, cols := l.rel.Rows(), l.rel.Cols()
	if (rows+63)/64*cols+(cols+63)/64*rows <= wordsPerCell*l.rel.Len()/2 {
		l.rowBits, l.colBits = l.rel.RowBits(), l.rel.ColBits()
	}
}

// has reports whether (row, col) is a cell of the layer's matrix.
func (l *layer) has(row, col int32) bool {
	if l.rowBits != nil {
		return l.rowBits[row].Has(int(col))
	}
	return l.rel.Has(row, col)
}

// twins sorts the used rows of rel into classes with the same used columns, in
// the order of their first members, whose needs are those of all. class[i] is the class of row i, -1 when it
// is not used. When the context ends they are not all there.
func twins(ctx context.Context, rel *instances.Relation, rowUsed, colUsed []bool, needs [][]int32) (classes [][]int32, class []int32) {
	class = make([]int32, rel.Rows())
	byHash := map[uint64][]int32{} // classes; looked up, never walked
	weight := weights(colUsed)
	work := 0
	for i := range class {
		if work += len(rel.Row(i)) + 1; work > pollEvery {
			if work = 0; ctx.Err() != nil {
				return classes, class
			}
		}
		class[i] = -1
		if !rowUsed[i] {
			continue
		}
		row := rel.Row(i)
		h := hash(row, weight)
		for _, k := range byHash[h] {
			first := int(classes[k][0])
			if equalOn(colUsed, row, rel.Row(first)) && (needs == nil || len(without(needs[i], needs[first])) == 0) {
				class[i] = k
				break
			}
		}
		if class[i] < 0 {
			class[i] = int32(len(classes))
			classes = append(classes, nil)
			byHash[h] = append(byHash[h], class[i])
		}
		classes[class[i]] = append(classes[class[i]], int32(i))
	}
	return classes, class
}

// hash adds up the weights of the used members.
func hash(line []int32, weight []uint64) (h uint64) {
	for _, j := range line {
		h += weight[j]
	}
	return h
}

// weights gives used lines numbers that hardly ever add up to the same, and
// others 0.
func weights(used []bool) []uint64 {
	out := make([]uint64, len(used))
	for j := range out {
		if used[j] {
			x := uint64(j+1) * 0x9e3779b97f4a7c15 // SplitMix64
			x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
			x = (x ^ x>>27) * 0x94d049bb133111eb
			out[j] = x ^ x>>31
		}
	}
	return out
}

func equalOn(used []bool, a, b []int32) bool {
	for {
		for len(a) > 0 && !used[a[0]] {
			a = a[1:]
		}
		for len(b) > 0 && !used[b[0]] {
			b = b[1:]
		}
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		if a[0] != b[0] {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// expand puts every twin into the hubs of its representative, from the
// innermost layer to the outermost.
func expand(layers []layer, h instances.Hub) instances.Hub {
	for k := len(layers) - 1; k >= 0; k-- {
		if l := &layers[k]; !l.same {
			h.Sources = expandLines(l.rows, h.Sources)
			h.Targets = expandLines(l.cols, h.Targets)
		}
	}
	return h
}

// unfold is expand that grows the hub to a maximal biclique of every layer
// before it expands: a maximal biclique contains every cell that closed
// dominance dropped in favour of one of its own.
func unfold(layers []layer, h instances.Hub) instances.Hub {
	for k := len(layers) - 1; k >= 0; k-- {
		h = expand(layers[k:k+1], layers[k].grow(h))
	}
	return h
}

func expandLines(classes [][]int32, lines []int32) []int32 {
	var out []int32
	for _, i := range lines {
		out = append(out, classes[i]...)
	}
	slices.Sort(out)
	return out
}

// rowOrigin is the original row that represents a row of the innermost layer.
func rowOrigin(layers []layer, i int32) int32 {
	for k := len(layers) - 1; k >= 0; k-- {
		i = layers[k].rows[i][0]
	}
	return i
}

// colOrigin is the original column that represents a column of the innermost layer.
func colOrigin(layers []layer, j int32) int32 {
	for k := len(layers) - 1; k >= 0; k-- {
		j = layers[k].cols[j][0]
	}
	return j
}

// grow adds all common targets, then all common sources.
func (l *layer) grow(h instances.Hub) instances.Hub {
	if l.rowBits == nil {
		targets := common(h.Sources, l.rel.Row)
		return instances.Hub{Sources: common(targets, l.rel.Col), Targets: targets}
	}
	targets := commonBits(h.Sources, l.rowBits).Members()
	return instances.Hub{Sources: commonBits(targets, l.colBits).Members(), Targets: targets}
}

// common is the intersection of the neighbourhoods of some lines, at least one.
func common(lines []int32, neighbours func(int) []int32) []int32 {
	shortest := lines[0]
	for _, i := range lines {
		if len(neighbours(int(i))) < len(neighbours(int(shortest))) {
			shortest = i
		}
	}
	out := slices.Clone(neighbours(int(shortest)))
	for _, i := range lines {
		out = intersect(out, neighbours(int(i)))
	}
	return out
}

// commonBits is common where the neighbourhoods are sets. It looks only at the
// words where members are left.
func commonBits(lines []int32, neighbours []instances.Bits) instances.Bits {
	out := slices.Clone(neighbours[lines[0]])
	from, to := 0, len(out)
	for _, i := range lines[1:] {
		for from < to && out[from] == 0 {
			from++
		}
		for from < to && out[to-1] == 0 {
			to--
		}
		out[from:to].And(neighbours[i][from:to])
	}
	return out
}

// intersect keeps in a, ascending, the members of b, ascending.
func intersect(a, b []int32) []int32 {
	out := a[:0]
	if len(b) > 16*len(a) {
		for _, x := range a {
			k, ok := slices.BinarySearch(b, x)
			if ok {
				out = append(out, x)
			}
			b = b[k:]
		}
		return out
	}
	for _, x := range a {
		for len(b) > 0 && b[0] < x {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == x {
			out = append(out, x)
		}
	}
	return out
}
