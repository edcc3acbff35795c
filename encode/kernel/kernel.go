// Package kernel makes a relation smaller without changing what is asked of
// it, and lifts the answers back.
//
// For the biclique cover number, Cover merges twins, drops cells that every
// sensible cover covers anyway, takes the bicliques that are forced and splits
// the rest into parts whose numbers add up. For the hub-chromatic index and the
// front, Color merges twins and splits into connected components, and nothing
// more: dominated lines matter there (F23).
//
//	red, err := kernel.Cover(ctx, rel, 0)
//	covers := make([]instances.Extension, len(red.Parts))
//	for i, p := range red.Parts {
//		covers[i] = … // bicliques of p.Rel that cover p.Cells
//	}
//	cover := red.Lift(covers) // of rel; as many hubs as red.Forced and covers together, or fewer
//
// No lower bound rests on a reduction: LiftRows, LiftCols and LiftCells name a
// submatrix and cells of the original on which a bound can be checked (F16).
package kernel

import (
	"context"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Part is a piece of the reduced problem, an instance of its own.
type Part struct {
	Rel        *instances.Relation // submatrix of the original on representatives; its cells are E, none is marked optional
	Cells      []instances.Cell    // the cells to be covered (E′), in Rel's indices, canonical order
	Rows, Cols []int32             // line i of Rel is line Rows[i] (Cols[i]) of the original; ascending
}

// Reduction is a relation taken to pieces. Cover: b is the number of forced
// bicliques plus the sum over the parts of the fewest bicliques that cover the
// part's Cells. Color: χ_hub is the maximum over the parts, n(h) the sum.
type Reduction struct {
	Parts []Part
	// Forced are maximal bicliques that some cover with fewest hubs consists
	// of, together with covers of the parts; original indices, Cover only.
	Forced instances.Extension
	// ForcedCells has a required original cell for every forced biclique. They
	// are in conflict with each other and with the cells of every part, so
	// they extend any fooling set of the parts.
	ForcedCells []instances.Cell
	Stats       Stats

	rel    *instances.Relation
	outer  []layer  // from the original to the matrix on which cells were dropped for others, outermost first; none for Color
	last   layer    // from there to the matrix of which every part is a submatrix
	lines  []lines  // for each part, its lines in last.rel
	before []bundle // for each part, its cells before last with the cells dropped for them; nil for Color
}

// lines are lines of a matrix that make a submatrix.
type lines struct{ rows, cols []int32 }

// Stats says how far a reduction went.
type Stats struct {
	Rounds           int  // of restriction, twins and closed dominance, up to the last that changed something
	Rows, Cols       int  // lines left after them
	Cells            int  // cells still to be covered after them
	Remaining        int  // cells still to be covered in the parts
	GraphSkipped     int  // how many cells lie in components that were too large for the compatibility graph
	LargestComponent int  // cells in the largest component of the compatibility graph before iterated dominance
	Stopped          bool // the context ended: the reduction is valid but weaker than it could be
}

// DefaultGraphBits is the largest n² for which the compatibility graph of n
// cells is built as a bit matrix: 2^29 bits are 64 MB, and working space takes
// as much again.
const DefaultGraphBits = 1 << 29

// Cover reduces for b: it drops lines without required cells (F4), merges twins
// (F3) and drops dominated cells (F7) until nothing changes, then splits along
// the components of the compatibility graph (F6) and, in every component of n
// cells with n² ≤ graphBits (0: DefaultGraphBits), drops dominated cells one at
// a time and takes a cell that is compatible with no other as a forced biclique.
//
// Optional cells may be used and need not be covered. When ctx ends, what has
// been reached is returned, with Stats.Stopped set; that is no error.
func Cover(ctx context.Context, rel *instances.Relation, graphBits int) (*Reduction, error) {
	if graphBits < 0 {
		return nil, fmt.Errorf("kernel: a graph of %d bits: give a size, or 0 for %d", graphBits, DefaultGraphBits)
	}
	if graphBits == 0 {
		graphBits = DefaultGraphBits
	}
	r := &Reduction{rel: rel}
	base, layers := shrink(ctx, wholeProblem(rel))
	r.outer = layers
	r.Stats = Stats{Rounds: len(layers), Rows: base.rel.Rows(), Cols: base.rel.Cols(), Cells: base.need.Count()}

	// Where every cell is still to be covered, dominance in the graph is that in
	// closed form, which has been: it would find nothing.
	open := r.Stats.Cells < base.rel.Len()
	var forced []bundle
	need := slices.Clone(base.need) // without the cells dropped in compatibility graphs
	for _, cells := range components(ctx, base, layers[len(layers)-1].has) {
		r.Stats.LargestComponent = max(r.Stats.LargestComponent, len(cells))
		pieces := []bundle{{cells: cells}}
		if len(cells) == 1 || !open {
			// isolated, with no graph to build, or with nothing to find there
		} else if len(cells) <= graphBits/len(cells) {
			g := newGraph(base.rel, cells)
			g.reduce(ctx)
			pieces = g.components()
			for i, c := range cells {
				if !g.alive.Has(i) {
					k, _ := base.rel.Index(c)
					need.Clear(k)
				}
			}
		} else {
			r.Stats.GraphSkipped += len(cells)
		}
		for _, b := range pieces {
			if len(b.cells) == 1 {
				forced = append(forced, b)
			} else {
				r.before = append(r.before, b)
			}
		}
	}
	for _, b := range forced {
		r.Forced = append(r.Forced, unfold(r.outer, span(append(b.dropped[0], b.cells[0]))))
		r.ForcedCells = append(r.ForcedCells, original(r.outer, b.cells[0]))
	}
	// Twins among all that is left, not part by part: cells of different parts
	// must stay in conflict when representatives stand for them.
	last, q := fold(ctx, problem{base.rel, need, base.optional})
	r.last = last
	w := newWriter(r, q)
	for _, b := range r.before {
		w.addPart(b.cells)
	}
	r.Stats.Stopped = ctx.Err() != nil
	return r, nil
}

// Color reduces for χ_hub and the front: it drops empty lines, merges twins
// (F3) and splits into the components of the bipartite graph (F5). Optional
// cells are refused: they have a meaning for b only.
func Color(ctx context.Context, rel *instances.Relation) (*Reduction, error) {
	if rel.HasOptional() {
		return nil, fmt.Errorf("kernel: the relation has optional cells, which only b takes: decide on them, or ask for b")
	}
	last, q := fold(ctx, wholeProblem(rel))
	r := &Reduction{rel: rel, last: last}
	r.Stats = Stats{Rounds: 1, Rows: q.rel.Rows(), Cols: q.rel.Cols(), Cells: q.rel.Len()}
	w := newWriter(r, q)
	w.all = true
	for _, cells := range connected(rel) {
		w.addPart(cells)
	}
	r.Stats.Stopped = ctx.Err() != nil
	return r, nil
}

// Lift turns one extension for every part, in part indices, into one of the
// original. After Color, hubs keep their colours and twins join the hubs of
// their representatives. After Cover, hubs are grown to maximal bicliques so
// that the cells that were dropped are covered too; colours are lost, a hub
// whose cells earlier hubs of the part cover may be left out, and the forced
// bicliques come first.
func (r *Reduction) Lift(parts []instances.Extension) instances.Extension {
	var out instances.Extension
	out = append(out, r.Forced...)
	for i, x := range parts[:min(len(parts), len(r.Parts))] {
		var wide instances.Extension
		for _, h := range x {
			if len(h.Sources) > 0 && len(h.Targets) > 0 {
				h.Sources, h.Targets = pick(r.lines[i].rows, h.Sources), pick(r.lines[i].cols, h.Targets)
				wide = append(wide, expand([]layer{r.last}, h))
			}
		}
		if r.before == nil {
			out = append(out, wide...)
			continue
		}
		for _, h := range r.before[i].regroup(wide) {
			out = append(out, unfold(r.outer, h))
		}
	}
	return out
}

// LiftRows names the original rows that represent the given rows of a part.
func (r *Reduction) LiftRows(part int, rows []int32) []int32 { return pick(r.Parts[part].Rows, rows) }

// LiftCols names the original columns that represent the given columns of a part.
func (r *Reduction) LiftCols(part int, cols []int32) []int32 { return pick(r.Parts[part].Cols, cols) }

// LiftCells names, for cells to be covered of a part, required cells of the
// original, on the part's Rows and Cols, that conflict exactly where those do,
// and with all cells lifted from other parts.
func (r *Reduction) LiftCells(part int, cells []instances.Cell) []instances.Cell {
	layers := r.layers()
	out := make([]instances.Cell, len(cells))
	for i, c := range cells {
		out[i] = original(layers, instances.Cell{Row: r.lines[part].rows[c.Row], Col: r.lines[part].cols[c.Col]})
	}
	return out
}

// layers leads from the original to the matrix of the parts.
func (r *Reduction) layers() []layer { return append(r.outer[:len(r.outer):len(r.outer)], r.last) }

func pick(names, at []int32) []int32 {
	out := make([]int32, len(at))
	for i, k := range at {
		out[i] = names[k]
	}
	return out
}

// original is the required original cell that represents c, a cell of the
// innermost layer that is to be covered.
func original(layers []layer, c instances.Cell) instances.Cell {
	return instances.Cell{Row: rowOrigin(layers, c.Row), Col: colOrigin(layers, c.Col)}
}

// writer adds parts to a reduction.
type writer struct {
	r            *Reduction
	rel          *instances.Relation // the matrix that the last layer leads to
	layers       []layer
	all          bool    // every cell is to be covered, so that the first of its twins stands for them
	rowAt, colAt []int32 // positions of lines in the part at hand; -1 between two parts
}

func newWriter(r *Reduction, q problem) *writer {
	none := []int32{-1}
	return &writer{r: r, rel: q.rel, layers: r.layers(), rowAt: slices.Repeat(none, q.rel.Rows()), colAt: slices.Repeat(none, q.rel.Cols())}
}

// addPart makes a part of the named cells before the last layer.
func (w *writer) addPart(before []instances.Cell) {
	if w.r.last.same && len(before) == w.rel.Len() {
		w.addWhole(before)
		return
	}
	cells := make([]instances.Cell, 0, len(before))
	var l lines
	enlist := func(list, at []int32, line int32) []int32 {
		if at[line] < 0 {
			at[line] = 0
			list = append(list, line)
		}
		return list
	}
	for _, c := range before {
		e := w.r.last.image(c)
		if w.all && (w.r.last.rows[e.Row][0] != c.Row || w.r.last.cols[e.Col][0] != c.Col) {
			continue
		}
		cells = append(cells, e)
		l.rows, l.cols = enlist(l.rows, w.rowAt, e.Row), enlist(l.cols, w.colAt, e.Col)
	}
	slices.Sort(l.rows)
	slices.Sort(l.cols)
	p := Part{Rows: make([]int32, len(l.rows)), Cols: make([]int32, len(l.cols))}
	for i, a := range l.rows {
		w.rowAt[a], p.Rows[i] = int32(i), rowOrigin(w.layers, a)
	}
	for j, b := range l.cols {
		w.colAt[b], p.Cols[j] = int32(j), colOrigin(w.layers, b)
	}
	for i, c := range cells {
		cells[i] = instances.Cell{Row: w.rowAt[c.Row], Col: w.colAt[c.Col]}
	}
	if !slices.IsSortedFunc(cells, instances.Cell.Compare) {
		slices.SortFunc(cells, instances.Cell.Compare)
	}
	p.Cells = slices.Compact(cells)
	for _, a := range l.rows {
		w.rowAt[a] = -1
	}
	for _, b := range l.cols {
		w.colAt[b] = -1
	}
	w.add(w.rel.Sub(l.rows, l.cols), p, l)
}

// addWhole makes a part of the matrix as it is.
func (w *writer) addWhole(cells []instances.Cell) {
	p := Part{Cells: cells, Rows: make([]int32, w.rel.Rows()), Cols: make([]int32, w.rel.Cols())}
	l := lines{rows: make([]int32, len(p.Rows)), cols: make([]int32, len(p.Cols))}
	for i := range p.Rows {
		l.rows[i], p.Rows[i] = int32(i), rowOrigin(w.layers, int32(i))
	}
	for j := range p.Cols {
		l.cols[j], p.Cols[j] = int32(j), colOrigin(w.layers, int32(j))
	}
	w.add(w.rel, p, l)
}

// add takes up a part whose lines are l of the matrix.
func (w *writer) add(rel *instances.Relation, p Part, l lines) {
	p.Rel = named(rel, w.r.rel, p.Rows, p.Cols)
	w.r.Parts = append(w.r.Parts, p)
	w.r.lines = append(w.r.lines, l)
	w.r.Stats.Remaining += len(p.Cells)
}

// named gives sub the names that its lines have in rel, if rel has any.
func named(sub, rel *instances.Relation, rows, cols []int32) *instances.Relation {
	name := func(names []string, at []int32) []string {
		if names == nil {
			return nil
		}
		out := make([]string, len(at))
		for i, k := range at {
			out[i] = names[k]
		}
		return out
	}
	rowNames, colNames := rel.Names()
	if s, err := sub.WithNames(name(rowNames, rows), name(colNames, cols)); err == nil {
		return s
	}
	return sub
}
