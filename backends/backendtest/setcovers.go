package backendtest

import (
	"context"
	"math/rand/v2"

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
func (s suite) setCovers(ctx context.Context) error {
	var wrong faults
	for _, c := range []struct {
		d, most int
		want    backends.Answer
	}{
		{1, -1, backends.Answer{Verdict: backends.Optimal, Bound: 1}},
		{1, 0, backends.Answer{Verdict: backends.Unsat}},
		{1, 1, backends.Answer{Verdict: backends.Sat}},
		{2, -1, backends.Answer{Verdict: backends.Optimal, Bound: 5}},
		{2, 4, backends.Answer{Verdict: backends.Unsat}},
		{2, 5, backends.Answer{Verdict: backends.Sat}},
	} {
		if wrong.add(s.optimum(ctx, CapSet(c.d, c.most), c.want), "cap set of dimension %d, at most %d points outside", c.d, c.most) {
			break
		}
	}
	for seed := range uint64(90) {
		f := RandomSetCover(int(seed)%14, 1+int(seed)%9, int(seed)%5-1, seed)
		want, err := truth(ctx, f)
		if err == nil {
			err = s.optimum(ctx, f, want)
		}
		if wrong.add(err, "%d cells, %d columns, seed %d", f.Len(), f.Vars(), seed) {
			break
		}
	}
	return wrong.error()
}
