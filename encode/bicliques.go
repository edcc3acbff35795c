package encode

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

// TooManyBicliques says that a relation has more maximal bicliques than Cap.
type TooManyBicliques struct{ Cap int }

func (e TooManyBicliques) Error() string {
	return fmt.Sprintf("more than %d maximal bicliques: use a form without them (canonical, pinned), or reduce the instance first", e.Cap)
}

// MaximalBicliques lists the maximal bicliques of a relation, optional cells
// counting as cells, ordered by sources, then by targets. There can be
// exponentially many: beyond limit the error is TooManyBicliques. It polls ctx.
//
// A maximal biclique is a closed set of columns with the rows that have them
// all; Close-by-One visits each once (Kuznetsov, 1993), in time proportional to
// bicliques × lines² × lines/64.
func MaximalBicliques(ctx context.Context, rel *instances.Relation, limit int) ([]instances.Hub, error) {
	transposed := rel.Cols() > rel.Rows() // the shorter side is the one to branch on
	if transposed {
		rel = rel.Transpose()
	}
	e := closeByOne{ctx: ctx, cols: rel.ColBits(), limit: limit}
	all := level{instances.Full(rel.Rows()), instances.NewBits(rel.Cols())}
	for v, rows := range e.cols {
		if all.rows.SubsetOf(rows) {
			all.cols.Set(v)
		}
	}
	e.levels = []level{all}
	if rel.Rows() > 0 {
		e.visit(0, 0)
	}
	if e.err != nil {
		return nil, e.err
	}
	if transposed {
		e.found = e.found.Transpose()
	}
	e.found.Sort()
	return e.found, nil
}

// closeByOne is the state of the enumeration.
type closeByOne struct {
	ctx    context.Context
	cols   []instances.Bits // rows of each column
	limit  int
	levels []level // the biclique at each depth of the search
	found  instances.Extension
	err    error
}

// level is a closed set of columns and the rows that have them all.
type level struct{ rows, cols instances.Bits }

// visit takes the biclique at the given depth and all those below it, whose
// first new column is from or later.
func (e *closeByOne) visit(depth, from int) {
	here := e.levels[depth]
	if !here.cols.Empty() { // rows without a common column are no biclique
		if len(e.found) == e.limit {
			e.err = TooManyBicliques{e.limit}
			return
		}
		e.found = append(e.found, instances.Hub{Sources: here.rows.Members(), Targets: here.cols.Members()})
	}
	if e.err = context.Cause(e.ctx); e.err != nil {
		return
	}
	if depth+1 == len(e.levels) {
		e.levels = append(e.levels, level{make(instances.Bits, len(here.rows)), make(instances.Bits, len(here.cols))})
	}
	for v := from; v < len(e.cols) && e.err == nil; v++ {
		if !here.cols.Has(v) && e.close(here, e.levels[depth+1], v) {
			e.visit(depth+1, v+1)
		}
	}
}

// close adds column v and whatever follows from it. It reports false where an
// earlier column follows, as then the biclique is found below that column.
func (e *closeByOne) close(from, to level, v int) bool {
	to.rows.Copy(from.rows)
	to.rows.And(e.cols[v])
	if to.rows.Empty() {
		return false
	}
	for w := range v {
		if !from.cols.Has(w) && to.rows.SubsetOf(e.cols[w]) {
			return false
		}
	}
	to.cols.Copy(from.cols)
	to.cols.Set(v)
	for w := v + 1; w < len(e.cols); w++ {
		if !to.cols.Has(w) && to.rows.SubsetOf(e.cols[w]) {
			to.cols.Set(w)
		}
	}
	return true
}
