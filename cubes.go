package hubcover

import (
	"context"
	"fmt"
	"sync"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/verify/check"
)

// maxCubes is how many cubes one refutation may be split into.
const maxCubes = 100_000

// askCubes splits the problem over its first cells and has every cube answered
// apart, on two cores unless deterministic: a model of one is a yes, proofs of
// all are a refutation by cubes, and a no to all that not every proof bears out
// is a claim. The time of the budget is for all cubes, its steps are for each: a
// cube that takes more ends the others too.
func (s *solver) askCubes(ctx context.Context, enc encode.Encoder, p encode.Problem, lift lift, form encode.Encoding, b budget) answer {
	depth := min(s.opt.CubeDepth, len(p.Cells))
	cubes, err := encode.Cubes(enc, form, p, depth, maxCubes)
	if err != nil {
		s.reject("", enc, err)
		return answer{stop: backends.GaveUp, stuck: true}
	}
	workers := 2
	if s.opt.Deterministic {
		workers = 1
	}
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	asked, done := b.within(running)
	defer done()
	answers := make([]answer, len(cubes))
	proofs := make([][]byte, len(cubes))
	next := make(chan int)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				if asked.Err() != nil {
					continue
				}
				answers[i], proofs[i] = s.askCube(running, asked, enc, form, form.Formula.With(cubes[i]...), b.steps)
				if answers[i].no == nil {
					cancel() // a yes, or a cube that stays open
				}
			}
		})
	}
	for i := range cubes {
		next <- i
	}
	close(next)
	all.Wait()
	if a, ok := settled(ctx, answers); !ok {
		s.update(func() { s.starved = s.starved || a.stop == backends.MemoryLimit })
		return a
	}
	claim := &refutation{claimed: "cubes"}
	for i, a := range answers {
		if claim = a.no; proofs[i] == nil {
			return s.unproved(ctx, claim, backends.StopOf(ctx))
		}
	}
	by := check.By{Method: "cubes", Formula: formulaNames[enc.Name], N: p.Hubs, H: p.Colors, Cells: pairs(p.Cells), Depth: depth}
	for _, lrup := range proofs {
		by.Proofs = append(by.Proofs, s.keepProof(by.Formula, "lrup", lrup))
	}
	if err := s.replay(ctx, enc, p, lift.by(by)); err != nil {
		for _, name := range by.Proofs {
			s.update(func() { delete(s.res.proofs, name) })
		}
		if ctx.Err() != nil {
			return s.unproved(ctx, claim, backends.StopOf(ctx))
		}
		s.reject("cubes", enc, err)
		return answer{no: claim}
	}
	return answer{no: &refutation{by: &by}}
}

// settled reports that all cubes have no model; otherwise the answer is that of
// a cube that has one, or why a cube stays open.
func settled(ctx context.Context, cubes []answer) (answer, bool) {
	open := false
	for _, a := range cubes {
		if a.cover != nil {
			return a, false
		}
		open = open || a.no == nil
	}
	for _, a := range cubes {
		if a.stuck { // where others were only told to stop
			return a, false
		}
	}
	return answer{stop: backends.StopOf(ctx)}, !open
}

// askCube has one cube answered by the first backend that manages while asked
// lasts, with its refutation as LRUP, made while ctx lasts; without that its no
// is a claim.
func (s *solver) askCube(ctx, asked context.Context, enc encode.Encoder, form encode.Encoding, f *pb.Formula, steps int64) (answer, []byte) {
	var claim *refutation
	stop := backends.GaveUp
	for _, be := range s.candidates(true) {
		if be.Takes(f) != nil || !be.Able.Proof || !s.there(ctx, be) {
			continue
		}
		if claim != nil {
			asked = ctx // what is claimed is worth proving
		}
		said, t, err := s.hear(asked, be, f, steps, true)
		name := be.Name
		if said.By != "" {
			name = said.By
		}
		switch {
		case err != nil && asked.Err() == nil:
			s.reject(name, enc, err)
		case err != nil:
		case said.Verdict == backends.Sat:
			cover, err := form.Decode(said.Model)
			if err != nil {
				s.reject(name, enc, err)
				break
			}
			if claim != nil {
				s.reject(claim.claimed, enc, fmt.Errorf("unsatisfiable, but %s found a model", name))
			}
			return answer{cover: cover}, nil
		case said.Verdict == backends.Unsat:
			lrup, err := s.elaborate(ctx, enc, f, t, said.Proof)
			t.close()
			if err == nil {
				return answer{no: &refutation{claimed: name}}, lrup
			}
			if ctx.Err() == nil {
				s.reject(name, enc, fmt.Errorf("unsatisfiable, but its proof: %w", err))
			}
			if claim == nil {
				claim = &refutation{claimed: name}
			}
		case !final(said.Stop, be.Able.Steps && steps > 0):
			return answer{no: claim, stop: said.Stop}, nil
		case said.Stop == backends.MemoryLimit:
			stop = said.Stop
		}
		if asked.Err() != nil && claim == nil || ctx.Err() != nil {
			return answer{no: claim, stop: backends.StopOf(asked)}, nil
		}
	}
	return answer{no: claim, stop: stop, stuck: claim == nil}, nil
}
