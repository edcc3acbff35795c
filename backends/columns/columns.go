// Package columns answers set covers by k columns: a native search for the
// formulas of encode.Columns, where a column is a maximal biclique.
//
// It walks over the ways to fill k bins, each a column not known yet. A bin's
// domain is the columns that hold all cells put into it; a cell that one bin
// only can still hold is put there; columns that weigh too little for the dual
// of the linear relaxation leave the domains; bins not in use are alike. It
// branches on the cell with the fewest bins left. Hardness follows the distance
// from k to the largest set of cells no two of which share a column, not the
// size.
//
// Its refutations are trees that a checker replays (see Proof).
package columns

import (
	"context"
	"errors"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

// A step is so many nodes of the tree, which takes about as long as a conflict
// of a SAT solver.
const nodesPerStep = 16

// progressNodes is how often progress is told: some ten times a second.
const progressNodes = 1 << 14

// New makes the backend.
func New() backends.Backend {
	return backends.Backend{
		Name:    "columns",
		Doc:     "column search; for set covers alone",
		Able:    backends.Abilities{SetCovers: true, Proof: true, Steps: true, Deterministic: true},
		Install: "built in",
		Probe:   func(context.Context) (string, error) { return "built in", nil },
		Solve:   solve,
	}
}

const noSetCover = "the formula is no set cover: clauses without negation, and the fewest variables, or at most so many, true"

// solve asks for k columns, or for one more and one more where the fewest are
// wanted. A proof is written where the answer is that k are too few.
func solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	most, ok := f.SetCover()
	if !ok {
		return backends.Answer{}, errors.New("columns: " + noSetCover)
	}
	c, err := read(ctx, f, opt.Memory)
	switch {
	case err != nil:
		return backends.Answer{Stop: backends.MemoryLimit}, nil
	case ctx.Err() != nil:
		return backends.Answer{Stop: backends.StopOf(ctx)}, nil
	case f.Objective == nil:
		return c.cover(ctx, most, opt), nil
	}
	opt.Proof = nil
	var steps int64
	for k := 0; k <= c.cells; k++ {
		a := c.cover(ctx, k, opt)
		steps += a.Steps
		a.Steps = steps
		switch a.Verdict {
		case backends.Sat:
			a.Verdict, a.Bound = backends.Optimal, int64(k)
			return a, nil
		case backends.Unknown:
			a.Bound = int64(k)
			return a, nil
		}
		if opt.Steps > 0 {
			if opt.Steps -= a.Steps; opt.Steps <= 0 {
				return backends.Answer{Stop: backends.GaveUp, Bound: int64(k + 1), Steps: steps}, nil
			}
		}
	}
	return backends.Answer{Verdict: backends.Unsat, Steps: steps}, nil // a cell is in no column
}

// cover looks for a cover by at most k columns.
func (c *cover) cover(ctx context.Context, k int, opt backends.Options) backends.Answer {
	var a backends.Answer
	s := newSearch(c, min(k, c.cells))
	s.stop = func(nodes int64) bool {
		if opt.Progress != nil && nodes%progressNodes == 0 {
			opt.Progress(nodes / nodesPerStep)
		}
		return opt.Steps > 0 && nodes >= opt.Steps*nodesPerStep || ctx.Err() != nil
	}
	if opt.Proof != nil {
		s.proof = newProof(opt.Proof, c.cellWeights)
	}
	out := s.walk()
	a.Steps = s.nodes/nodesPerStep + 1
	lost := s.proof.end()
	switch out {
	case covered:
		a.Verdict, a.Model = backends.Sat, c.model(s.chosen())
	case closed:
		a.Verdict = backends.Unsat
		if opt.Proof != nil && lost == nil {
			a.Proof = backends.Tree
		}
	default:
		a.Stop = backends.StopOf(ctx)
	}
	return a
}
