package linear_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
	"os"
	"testing"

	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/linear"
)

func TestMain(m *testing.M) {
	all.Child()
	os.Exit(m.Run())
}

func TestBackends(t *testing.T) {
	for _, b := range linear.Backends() {
		t.Run(b.Name, func(t *testing.T) { backendtest.Run(t, b) })
	}
}

// fake is a program that leaves a solution whatever it is asked.
func fake(t *testing.T, solution string, exit int) backends.Backend {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fake")
	script := fmt.Sprintf("#!/bin/sh\ncat > solution.txt <<'END'\n%sEND\nexit %d\n", solution, exit)
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	p := linear.Programs[0]
	p.Name, p.Command = "fake", path
	return linear.New(p)
}

// What a program says is held against what can be computed.
func TestLies(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	triangle := pb.New() // three cells, each in two of three columns: two columns cover them
	x := triangle.Block("x", 3)
	for j := range 3 {
		triangle.Clause(x.At(j), x.At((j+1)%3))
		triangle.Objective = append(triangle.Objective, pb.Term{Coef: 1, Lit: x.At(j)})
	}
	for _, test := range []struct {
		name, solution string
		exit           int
		want           backends.Answer // no error where it has a verdict or a stop
		says           string          // in the error
	}{
		{"true", "Optimal - objective value 2\n 0 x1 1 1\n 1 x2 1 1\n", 0, backends.Answer{Verdict: backends.Optimal, Bound: 2}, ""},
		{"not the best", "Optimal - objective value 3\n 0 x1 1 1\n 1 x2 1 1\n 2 x3 1 1\n", 0, backends.Answer{Verdict: backends.Optimal, Bound: 3}, ""}, // a claim
		{"wrong bound", "Optimal - objective value 1\n 0 x1 1 1\n 1 x2 1 1\n", 0, backends.Answer{}, `its objective is 1, and that of its model 2`},
		{"no bound", "Optimal - objective value nan\n 0 x1 1 1\n 1 x2 1 1\n", 0, backends.Answer{}, `and that of its model 2`},
		{"no model", "Optimal - objective value 1\n 0 x1 1 1\n", 0, backends.Answer{}, "breaks constraint 2"},
		{"short model", "Optimal - objective value 0\n", 0, backends.Answer{}, "breaks constraint 1"},
		{"too many variables", "Optimal - objective value 2\n 0 x1 1 1\n 1 x2 1 1\n 8 x9 1 1\n", 0, backends.Answer{}, "variable 9"},
		{"fractions", "Optimal - objective value 1.5\n 0 x1 0.5 1\n 1 x2 0.5 1\n 2 x3 0.5 1\n", 0, backends.Answer{}, "neither 0 nor 1"},
		{"the relaxation", "Linear relaxation infeasible - objective value 2\n", 0, backends.Answer{Stop: backends.GaveUp}, ""},
		{"unsatisfiable for satisfiable", "Infeasible - objective value 0\n", 0, backends.Answer{Verdict: backends.Unsat}, ""}, // a claim
		{"incumbent", "Stopped on time - objective value 3\n 0 x1 1 1\n 1 x2 1 1\n 2 x3 1 1\n", 0, backends.Answer{Verdict: backends.Sat, Stop: backends.GaveUp}, ""},
		{"time is up", "Stopped on time (no integer solution - continuous used) - objective value 2\n 0 x1 0.5 1\n", 0, backends.Answer{Stop: backends.GaveUp}, ""},
		{"wrong exit", "Optimal - objective value 2\n 0 x1 1 1\n 1 x2 1 1\n", 1, backends.Answer{}, "exit status 1"},
		{"nothing", "", 0, backends.Answer{}, "without an answer"},
		{"noise", "\x00\xff Optimal\n", 0, backends.Answer{}, "without an answer"},
	} {
		got, err := fake(t, test.solution, test.exit).Solve(context.Background(), triangle, backends.Options{})
		switch {
		case (err != nil) != (test.says != ""), err != nil && !strings.Contains(err.Error(), test.says):
			t.Errorf("%s: error %v, want %q", test.name, err, test.says)
		case got.Verdict != test.want.Verdict, got.Bound != test.want.Bound, got.Stop != test.want.Stop, got.Proof != backends.NoProof:
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// A program that is told when to end gives the best that it has, but for clasp,
// which comes from below and has nothing before the optimum.
func TestIncumbent(t *testing.T) {
	for _, b := range linear.Backends() {
		t.Run(b.Name, func(t *testing.T) {
			if _, err := b.Probe(context.Background()); err != nil {
				t.Skip(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
			defer cancel()
			f := backendtest.CapSet(4, -1) // 61 of 81 points, which none of them proves soon
			a, err := b.Solve(ctx, f, backends.Options{Seed: 3})
			want := backends.Sat
			if strings.HasPrefix(b.Name, "clasp") {
				want = backends.Unknown
			}
			if err != nil || a.Verdict != want || a.Stop != backends.TimeLimit || a.Verdict == backends.Sat && f.Check(a.Model) != nil {
				t.Errorf("verdict %v, stop %q, %v", a.Verdict, a.Stop, err)
			}
		})
	}
}
