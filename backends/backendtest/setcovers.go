package backendtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

// CapSet asks for points of the affine space of dimension d over three elements
// that meet every line: at most so many, or the fewest where most < 0. The other
// points are a cap set, of at most 2, 4, 9, 20 in dimension 1, 2, 3, 4 (OEIS
// A090245), so that the fewest are 1, 5, 18, 61. As set covers they are hard
// (Fulkerson, Nemhauser, Trotter, Math. Programming Study 2 (1974) 72–81).
func CapSet(d, most int) *pb.Formula {
	points := 1
	for range d {
		points *= 3
	}
	f := pb.New()
	x := f.Block("x", points)
	for a := range points {
		for b := a + 1; b < points; b++ {
			if c := third(a, b); c > b {
				f.Clause(x.At(a), x.At(b), x.At(c))
			}
		}
	}
	few(f, x, most)
	return f
}

// third is the point on the line of two others: digit by digit the sum is 0
// modulo 3.
func third(a, b int) int {
	if a == 0 && b == 0 {
		return 0
	}
	return 3*third(a/3, b/3) + (6-a%3-b%3)%3
}

// RandomSetCover has so many cells, each of which some of the columns hold: a
// third of them, or none by chance.
func RandomSetCover(cells, columns, most int, seed uint64) *pb.Formula {
	rng := rand.New(rand.NewPCG(seed, 3))
	f := pb.New()
	x := f.Block("x", columns)
	for range cells {
		var lits []pb.Lit
		for j := range columns {
			if rng.IntN(3) == 0 {
				lits = append(lits, x.At(j))
			}
		}
		f.Clause(lits...)
	}
	few(f, x, most)
	return f
}

// few asks for at most so many of the columns, or for the fewest.
func few(f *pb.Formula, x pb.Block, most int) {
	terms := make([]pb.Term, x.Len())
	for j := range terms {
		terms[j] = pb.Term{Coef: 1, Lit: x.At(j)}
	}
	if most < 0 {
		f.Objective = terms
	} else {
		f.AtMost(int64(most), terms...)
	}
}

// setCovers asks set covers of known status.
func (s suite) setCovers(t *testing.T) {
	for d, fewest := range []int{0, 1, 5} {
		for most, want := range map[int]backends.Verdict{-1: backends.Optimal, fewest: backends.Sat, fewest - 1: backends.Unsat} {
			if most >= -1 && d > 0 {
				s.cover(t, CapSet(d, most), backends.Answer{Verdict: want, Bound: int64(fewest)})
			}
		}
	}
	count := map[backends.Verdict]int{}
	for seed := range uint64(90) {
		f := RandomSetCover(int(seed)%14, 1+int(seed)%9, int(seed)%5-1, seed)
		want := truth(t, f)
		count[want.Verdict]++
		s.cover(t, f, want)
	}
	if count[backends.Sat] < 5 || count[backends.Unsat] < 5 || count[backends.Optimal] < 5 {
		t.Errorf("the formulas are one-sided: %v", count)
	}
}

// cover asks one, and holds the optimum against the one known.
func (s suite) cover(t *testing.T, f *pb.Formula, want backends.Answer) {
	t.Helper()
	err := s.ask(f, want.Verdict)
	if err == nil && f.Objective != nil && want.Verdict == backends.Optimal {
		var a backends.Answer
		if a, err = s.b.Solve(context.Background(), f, backends.Options{}); err == nil && (a.Bound != want.Bound || a.Model.Value(f.Objective) != want.Bound) {
			err = fmt.Errorf("optimum %d with a model of %d, want %d", a.Bound, a.Model.Value(f.Objective), want.Bound)
		}
	}
	if err != nil {
		t.Errorf("%d cells, %d columns: %v", f.Len(), f.Vars(), err)
	}
}
