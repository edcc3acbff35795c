package backendtest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/backends/gophersat"
	"github.com/hubcover/hubcover/encode/pb"
)

func TestExhaust(t *testing.T) { backendtest.Run(t, exhaust.New()) }

// This test program does not call process.Child.
func TestWithoutTheHook(t *testing.T) {
	b := gophersat.New()
	if _, err := b.Probe(context.Background()); !errors.Is(err, backends.ErrMissing) {
		t.Errorf("probe: %v", err)
	}
	if _, err := b.Solve(context.Background(), backendtest.Pigeonhole(2, 1), backends.Options{}); !errors.Is(err, backends.ErrMissing) {
		t.Errorf("solve: %v", err)
	}
}

// The corpus says of itself what exhaustion finds.
func TestCorpus(t *testing.T) {
	for _, c := range append(backendtest.Corpus(), backendtest.Objectives()...) {
		a, err := exhaust.New().Solve(context.Background(), c.Formula, backends.Options{Steps: 1 << 20})
		if err := backendtest.Verify(c.Formula, c.Want, a, err, nil); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

// The random formulas of the suite are not one-sided.
func TestRandomFormulas(t *testing.T) {
	solve := func(f *pb.Formula) backends.Verdict {
		a, err := exhaust.New().Solve(context.Background(), f, backends.Options{Steps: 1 << 40})
		if err != nil {
			t.Fatal(err)
		}
		return a.Verdict
	}
	clauses, covers := map[backends.Verdict]int{}, map[backends.Verdict]int{}
	for seed := range uint64(30) {
		n := 8 + int(seed)%9
		clauses[solve(backendtest.Random3SAT(n, n*43/10, seed))]++
	}
	for seed := range uint64(90) {
		covers[solve(backendtest.RandomSetCover(int(seed)%14, 1+int(seed)%9, int(seed)%5-1, seed))]++
	}
	if clauses[backends.Sat] < 5 || clauses[backends.Unsat] < 5 {
		t.Errorf("clauses: %v", clauses)
	}
	if covers[backends.Sat] < 5 || covers[backends.Unsat] < 5 || covers[backends.Optimal] < 5 {
		t.Errorf("set covers: %v", covers)
	}
}

func TestCheckProof(t *testing.T) {
	all := pb.New() // every clause over two variables
	x := all.Block("x", 2)
	for _, s := range []pb.Lit{1, -1} {
		for _, r := range []pb.Lit{1, -1} {
			all.Clause(s*x.At(0), r*x.At(1))
		}
	}
	sat := pb.New()
	y := sat.Block("y", 2)
	sat.Clause(y.At(0), y.At(1))
	const text, binary = backends.DRATText, backends.DRATBinary
	proofs := []struct {
		name   string
		f      *pb.Formula
		proof  string
		format backends.ProofFormat
		ok     bool
	}{
		{"lemma and empty clause", all, "1 0\n0\n", text, true},
		{"no last newline", all, "1 0\n0", text, true},
		{"deletion after use", all, "1 0\nd 1 2 0\nd 1 -2 0\n0\n", text, true},
		{"deletion before use", all, "d -1 2 0\n1 0\n0\n", text, false},
		{"deletion of a unit is passed over", all, "1 0\nd 1 0\n0\n", text, true},
		{"unknown deletion is passed over", all, "d 2 2 0\nd 5 6 0\nd 1 2 6 0\n1 0\n0\n", text, true},
		{"binary", all, "a\x02\x00a\x00", binary, true},
		{"binary deletion", all, "a\x02\x00d\x02\x04\x00a\x00", binary, true},
		{"binary cut short", all, "a\x02", binary, false},
		{"new variable by RAT", all, "3 0\n1 0\n0\n", text, true},
		{"empty clause at once", all, "0\n", text, false},
		{"ends early", all, "3 1 0\n", text, false},
		{"nothing", all, "", text, false},
		{"no literal", all, "x 0\n0\n", text, false},
		{"not ended by 0", all, "1\n0\n", text, false},
		{"satisfiable", sat, "0\n", text, false},
		{"satisfiable, units", sat, "1 0\n-1 0\n0\n", text, false},
		{"satisfiable, RAT units", sat, "1 0\n-2 0\n0\n", text, false},
	}
	for _, p := range proofs {
		err := backendtest.CheckProof(p.f, []byte(p.proof), p.format)
		if (err == nil) != p.ok {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// The suite has to see what is wrong.
func TestVerify(t *testing.T) {
	unsat, sat := backendtest.Pigeonhole(3, 2), backendtest.Pigeonhole(2, 2)
	for name, err := range map[string]error{
		"wrong verdict": backendtest.Verify(unsat, backends.Unsat, backends.Answer{Verdict: backends.Sat}, nil, nil),
		"false model":   backendtest.Verify(sat, backends.Sat, backends.Answer{Verdict: backends.Sat, Model: make(pb.Model, 5)}, nil, nil),
		"no reason":     backendtest.Verify(sat, backends.Sat, backends.Answer{}, nil, nil),
		"given up":      backendtest.Verify(sat, backends.Sat, backends.Answer{Stop: backends.GaveUp}, nil, nil),
		"error":         backendtest.Verify(sat, backends.Sat, backends.Answer{}, errors.New("failed"), nil),
		"false proof":   backendtest.Verify(unsat, backends.Unsat, backends.Answer{Verdict: backends.Unsat, Proof: backends.DRATText}, nil, []byte("0\n")),
	} {
		if err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
