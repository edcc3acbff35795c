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
// all are a refutation by cubes.
func (s *solver) askCubes(ctx context.Context, enc encode.Encoder, p encode.Problem, form encode.Encoding) answer {
	depth := min(s.opt.CubeDepth, len(p.Cells))
	cubes, err := encode.Cubes(enc, form, p, depth, maxCubes)
	if err != nil {
		s.reject("cubes", enc, err)
		return answer{stop: backends.GaveUp, stuck: true}
	}
	workers := 2
	if s.opt.Deterministic {
		workers = 1
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make([]answer, len(cubes))
	proofs := make([][]byte, len(cubes))
	next := make(chan int)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				answers[i], proofs[i] = s.askCube(ctx, enc, p, form.Formula.With(cubes[i]...), form)
				if answers[i].no == nil {
					cancel() // a yes, or a cube that stays open
				}
			}
		})
	}
	for i := range cubes {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	all.Wait()
	by := check.By{Method: "cubes", Formula: formulaNames[enc.Name], N: p.Hubs, H: p.Colors, Cells: pairs(p.Cells), Depth: depth}
	claim := ""
	for i, a := range answers {
		switch {
		case a.cover != nil:
			return a
		case a.no == nil:
			return answer{stop: backends.StopOf(ctx)}
		case proofs[i] == nil:
			claim = a.no.claimed
		}
		by.Proofs = append(by.Proofs, s.keepProof(by.Formula, proofs[i]))
	}
	if claim == "" {
		err = s.replay(ctx, enc, p, by)
		if err == nil {
			return answer{no: &refutation{by: &by}}
		}
		s.reject("cubes", enc, err)
	}
	for _, name := range by.Proofs {
		delete(s.res.proofs, name)
	}
	return answer{no: &refutation{claimed: claim}}
}

// askCube has one cube answered by the first backend that manages, with its
// refutation as LRUP.
func (s *solver) askCube(ctx context.Context, enc encode.Encoder, p encode.Problem, f *pb.Formula, form encode.Encoding) (answer, []byte) {
	for _, be := range s.backends {
		if be.Takes(f) != nil || !be.Able.Proof {
			continue
		}
		said, t, err := s.hear(ctx, be, f, 0, true)
		if t != nil {
			defer t.close()
		}
		switch {
		case err != nil && ctx.Err() != nil:
			return answer{stop: backends.StopOf(ctx)}, nil
		case err != nil:
			s.reject(be.Name, enc, err)
		case said.Verdict == backends.Sat:
			cover, err := form.Decode(said.Model)
			if err == nil {
				return answer{cover: cover}, nil
			}
			s.reject(be.Name, enc, err)
		case said.Verdict == backends.Unsat && t != nil:
			lrup, err := s.elaborate(ctx, f, t, said.Proof)
			if err == nil {
				return answer{no: &refutation{claimed: be.Name}}, lrup
			}
			s.reject(be.Name, enc, fmt.Errorf("unsatisfiable, but its proof: %w", err))
		default:
			return answer{stop: said.Stop}, nil
		}
	}
	return answer{stop: backends.GaveUp}, nil
}
