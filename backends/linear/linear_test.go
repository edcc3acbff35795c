package linear_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/linear"
	"github.com/hubcover/hubcover/encode/pb"
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
		{"wrong bound", "Optimal - objective value 1\n 0 x1 1 1\n 1 x2 1 1\n", 0, backends.Answer{}, `claims the optimum 1, but its model is worth 2`},
		{"no bound", "Optimal - objective value nan\n 0 x1 1 1\n 1 x2 1 1\n", 0, backends.Answer{}, `but its model is worth 2`},
		{"no value", "solution status: optimal\nx1 1\nx2 1\n", 0, backends.Answer{}, "no number"},
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
			f := backendtest.CapSet(4, -1) // 61 of 81 points, which none of them proves soon
			want := backends.Sat
			if strings.HasPrefix(b.Name, "clasp") {
				want = backends.Unknown
			}
			for limit := 3 * time.Second; ; limit *= 3 { // a busy machine may need more
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				a, err := b.Solve(ctx, f, backends.Options{Seed: 3})
				cancel()
				if err == nil && a.Verdict != want && a.Stop == backends.TimeLimit && limit < 30*time.Second {
					continue
				}
				if err != nil || a.Verdict != want || a.Stop != backends.TimeLimit || a.Verdict == backends.Sat && f.Check(a.Model) != nil {
					t.Errorf("verdict %v, stop %q, %v", a.Verdict, a.Stop, err)
				}
				return
			}
		})
	}
}

// A package that a script needs is found where node would find it.
func TestModules(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	t.Setenv("NODE_PATH", "")
	p := linear.Programs[slices.IndexFunc(linear.Programs, func(p linear.Program) bool { return p.Module != "" })]
	p.Module = "hubcover-no-such-package"
	if _, err := linear.New(p).Probe(context.Background()); !errors.Is(err, backends.ErrMissing) {
		t.Errorf("finds what is not there: %v", err)
	}
	for _, place := range []string{"node_modules", "elsewhere"} {
		home := filepath.Join(dir, place, p.Module)
		if err := os.MkdirAll(home, 0o700); err != nil {
			t.Fatal(err)
		}
		about := fmt.Sprintf(`{"name":%q,"version":"1.2.3","main":"index.js"}`, p.Module)
		main := `module.exports = async () => ({solve: (text, options) => ({Status: "Optimal", ObjectiveValue: options.random_seed === 8 ? 1 : 0, Columns: {x1: {Primal: 1}}})});`
		if err := errors.Join(
			os.WriteFile(filepath.Join(home, "package.json"), []byte(about), 0o600),
			os.WriteFile(filepath.Join(home, "index.js"), []byte(main), 0o600)); err != nil {
			t.Fatal(err)
		}
		b := linear.New(p)
		if version, err := b.Probe(context.Background()); err != nil || version != "1.2.3" {
			t.Errorf("%s: version %q, %v", place, version, err)
		}
		f := pb.New()
		f.Clause(f.Block("x", 1).At(0))
		f.Objective = []pb.Term{{Coef: 1, Lit: 1}}
		if a, err := b.Solve(context.Background(), f, backends.Options{Seed: 7}); err != nil || a.Verdict != backends.Optimal || a.Bound != 1 {
			t.Errorf("%s: %v, %v", place, a, err)
		}
		if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
			t.Fatal(err)
		}
		t.Setenv("NODE_PATH", filepath.Join(dir, "elsewhere"))
	}
}
