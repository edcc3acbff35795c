package columns_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/columns"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/backends/lp"
	"github.com/hubcover/hubcover/encode/pb"
)

func TestBackend(t *testing.T) { backendtest.Run(t, columns.New()) }

func TestBranch(t *testing.T) { backendtest.Run(t, columns.NewBranch("branch", lp.BuiltIn())) }

// setCover draws clauses over so many columns; most < 0 asks for the fewest.
func setCover(rng *rand.Rand, cells, vars, most int) *pb.Formula {
	f := pb.New()
	x := f.Block("x", vars)
	for range cells {
		var lits []pb.Lit
		for j := range vars {
			if rng.IntN(3) == 0 {
				lits = append(lits, x.At(j))
			}
		}
		f.Clause(lits...)
	}
	terms := make([]pb.Term, vars)
	for j := range terms {
		terms[j] = pb.Term{Coef: 1, Lit: x.At(j)}
	}
	if most < 0 {
		f.Objective = terms
	} else {
		f.AtMost(int64(most), terms...)
	}
	return f
}

func TestAgainstExhaust(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[backends.Verdict]int{}
	for i := range 600 {
		f := setCover(rng, rng.IntN(14), 1+rng.IntN(9), i%6-1)
		want, err := exhaust.New().Solve(context.Background(), f, backends.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var proof bytes.Buffer
		got, err := columns.New().Solve(context.Background(), f, backends.Options{Proof: &proof})
		if err != nil || got.Verdict != want.Verdict {
			t.Fatalf("case %d: %v, %v, want %v", i, got, err, want.Verdict)
		}
		seen[got.Verdict]++
		switch got.Verdict {
		case backends.Sat, backends.Optimal:
			if err := f.Check(got.Model); err != nil {
				t.Fatalf("case %d: %v", i, err)
			}
			if got.Verdict == backends.Optimal && (got.Bound != want.Bound || got.Model.Value(f.Objective) != want.Bound) {
				t.Fatalf("case %d: %d, want %d", i, got.Bound, want.Bound)
			}
		case backends.Unsat:
			if f.Objective == nil && (got.Proof != backends.Tree || proof.Len() == 0) {
				t.Fatalf("case %d: no proof", i)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("one-sided: %v", seen)
	}
}

func TestRefusesOthers(t *testing.T) {
	f := pb.New()
	x := f.Block("x", 2)
	f.Clause(x.At(0), -x.At(1))
	if _, err := columns.New().Solve(context.Background(), f, backends.Options{}); err == nil {
		t.Error("takes a formula that is no set cover")
	}
	if err := columns.New().Takes(f); err == nil {
		t.Error("is said to take a formula that is no set cover")
	}
}

// hard is a cover that takes long: lines through random points.
func hard() *pb.Formula { return setCover(rand.New(rand.NewPCG(2, 2)), 200, 120, 6) }

func TestStops(t *testing.T) {
	steps := backends.Options{Steps: 20}
	a, err := columns.New().Solve(context.Background(), hard(), steps)
	b, err2 := columns.New().Solve(context.Background(), hard(), steps)
	if err != nil || err2 != nil || a.Verdict != backends.Unknown || a.Stop != backends.GaveUp || a.Steps > 60 || a.Steps != b.Steps {
		t.Errorf("20 steps: %v %v, again %v %v", a, err, b, err2)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a, err := columns.New().Solve(ctx, hard(), backends.Options{}); err != nil || a.Verdict != backends.Unknown || a.Stop != backends.Interrupted {
		t.Errorf("cancelled: %v %v", a, err)
	}
	if a, err := columns.New().Solve(context.Background(), hard(), backends.Options{Memory: 100}); err != nil || a.Stop != backends.MemoryLimit {
		t.Errorf("100 bytes: %v %v", a, err)
	}
}

func TestTellsProgress(t *testing.T) {
	var told []int64
	opt := backends.Options{Steps: 4000, Progress: func(steps int64) { told = append(told, steps) }}
	if _, err := columns.New().Solve(context.Background(), hard(), opt); err != nil {
		t.Fatal(err)
	}
	if len(told) < 2 || !slices.IsSorted(told) || told[0] <= 0 || told[len(told)-1] > 4001 {
		t.Errorf("told %v", told)
	}
}

type fullDisk struct{ left int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

// A proof that cannot be written is lost, and said to be; the answer is not.
func TestLostProof(t *testing.T) {
	f := setCover(rand.New(rand.NewPCG(2, 2)), 120, 40, 3)
	for _, room := range []int{0, 100} {
		a, err := columns.New().Solve(context.Background(), f, backends.Options{Proof: &fullDisk{room}})
		if err != nil || a.Verdict != backends.Unsat || a.Proof != backends.NoProof {
			t.Errorf("%d bytes: %v %v", room, a, err)
		}
	}
}

func ExampleNew() {
	f := pb.New() // three cells, each in two of three columns
	x := f.Block("x", 3)
	f.Clause(x.At(0), x.At(1))
	f.Clause(x.At(1), x.At(2))
	f.Clause(x.At(0), x.At(2))
	f.Objective = []pb.Term{{Coef: 1, Lit: x.At(0)}, {Coef: 1, Lit: x.At(1)}, {Coef: 1, Lit: x.At(2)}}
	a, _ := columns.New().Solve(context.Background(), f, backends.Options{})
	fmt.Println(a.Verdict, a.Bound)
	// Output: optimal 2
}
