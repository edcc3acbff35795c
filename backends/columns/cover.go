package columns

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
)

// cover is a set cover problem: cells, each to be in one of the columns taken.
type cover struct {
	cells       int
	columns     []bitset // of cells, none within another, the heaviest first
	at          []bitset // of each cell: the columns that hold it
	weight      []int64  // of each column: its cells together
	cellWeights []int64
	total       int64 // of all cells

	vars  int   // of the formula
	named []int // the variable of each column
}

var errTooLarge = errors.New("the columns do not fit into the memory allowed")

// read takes a set cover from its formula: a clause is a cell, a variable a
// column. Where ctx ends first the cover is of no use.
func read(ctx context.Context, f *pb.Formula, memory int64) (*cover, error) {
	c := &cover{cells: f.Len(), vars: f.Vars()}
	for c.cells > 0 && !f.IsClause(c.cells-1) {
		c.cells-- // the bound, which stands last
	}
	if size := int64(c.cells) * int64(f.Vars()) / 8 * 3; memory > 0 && size > memory {
		return nil, errTooLarge
	}
	columns := make([]bitset, f.Vars())
	for j := range columns {
		columns[j] = newBitset(c.cells)
	}
	for t := range c.cells {
		for _, l := range f.Lits(t) {
			columns[l-1].set(t)
		}
	}
	keep := maximal(ctx, columns, c.cells)
	c.cellWeights = weigh(ctx, columns, keep, c.cells)
	for _, w := range c.cellWeights {
		c.total += w
	}
	weights := make([]int64, len(columns))
	for _, j := range keep {
		columns[j].each(func(t int) { weights[j] += c.cellWeights[t] })
	}
	slices.SortStableFunc(keep, func(i, j int) int { return cmp.Compare(weights[j], weights[i]) })
	for _, j := range keep {
		c.columns, c.weight, c.named = append(c.columns, columns[j]), append(c.weight, weights[j]), append(c.named, j+1)
	}
	c.at = holders(c.columns, c.cells)
	return c, nil
}

// holders gives for each cell the columns that hold it.
func holders(columns []bitset, cells int) []bitset {
	at := make([]bitset, cells)
	for t := range at {
		at[t] = newBitset(len(columns))
	}
	for j, col := range columns {
		col.each(func(t int) { at[t].set(j) })
	}
	return at
}

// maximal lists the columns that lie within no other one, of equal ones the
// first.
func maximal(ctx context.Context, columns []bitset, cells int) []int {
	var keep []int
	at, over := holders(columns, cells), newBitset(len(columns))
	for j, col := range columns {
		if j&255 == 0 && ctx.Err() != nil {
			break
		}
		over.fill(len(columns))
		empty := true
		col.each(func(t int) { over.and(at[t]); empty = false })
		within := false
		over.each(func(i int) {
			within = within || i != j && (i < j || !slices.Equal(columns[i], col))
		})
		if !empty && !within {
			keep = append(keep, j)
		}
	}
	return keep
}

// model takes columns, as positions in c.columns.
func (c *cover) model(chosen []int) pb.Model {
	m := make(pb.Model, c.vars+1)
	for _, j := range chosen {
		m[c.named[j]] = true
	}
	return m
}
