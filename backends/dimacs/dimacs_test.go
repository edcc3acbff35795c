package dimacs_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/dimacs"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

func TestMain(m *testing.M) {
	process.Child()
	os.Exit(m.Run())
}

func TestPrograms(t *testing.T) {
	for _, b := range dimacs.Backends() {
		t.Run(b.Name, func(t *testing.T) {
			backendtest.Run(t, b)
		})
	}
}

// The rows of the table pass the checks of a configured program.
func TestRows(t *testing.T) {
	for _, p := range dimacs.Programs {
		if _, err := dimacs.FromConfig(p); err != nil {
			t.Error(err)
		}
	}
}

// What is switched off fails the test that is named, where it is switched on.
func TestOff(t *testing.T) {
	for _, p := range dimacs.Programs {
		for _, off := range p.Off {
			if off.Ability != "proof" {
				t.Fatalf("%s: no way to switch %s on", p.Name, off.Ability)
			}
			p.ProofArgs, p.Off = []string{"{proof}"}, nil
			b, err := dimacs.FromConfig(p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.Probe(context.Background()); err != nil {
				t.Skip(err)
			}
			for _, test := range backendtest.Tests(b, backendtest.Patience) {
				if test.Name == off.Test && test.Try(context.Background()) == nil {
					t.Errorf("%s passes %s with %s", p.Name, off.Test, off.Ability)
				}
			}
		}
	}
}

func TestBadConfig(t *testing.T) {
	good := dimacs.Program{Name: "x", Command: "x", Args: []string{"{formula}"}}
	for name, change := range map[string]func(*dimacs.Program){
		"no name":              func(p *dimacs.Program) { p.Name = "" },
		"no command":           func(p *dimacs.Program) { p.Command = "" },
		"unknown placeholder":  func(p *dimacs.Program) { p.Args = []string{"{formular}"} },
		"placeholder of other": func(p *dimacs.Program) { p.Args = []string{"{proof}"} },
		"no proof file":        func(p *dimacs.Program) { p.ProofArgs = []string{"-p"} },
		"no seed":              func(p *dimacs.Program) { p.SeedArgs = []string{"-s"} },
		"no steps":             func(p *dimacs.Program) { p.StepArgs = []string{"-c"} },
		"bad expression":       func(p *dimacs.Program) { p.Steps = "(" },
		"expression, no group": func(p *dimacs.Program) { p.Version = "v.*" },
	} {
		p := good
		change(&p)
		if _, err := dimacs.FromConfig(p); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := dimacs.FromConfig(good); err != nil {
		t.Error(err)
	}
}

func TestMissing(t *testing.T) {
	b, err := dimacs.FromConfig(dimacs.Program{Name: "none", Command: "no-such-solver", Args: []string{"{formula}"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Probe(context.Background()); !errors.Is(err, backends.ErrMissing) {
		t.Errorf("probe: %v", err)
	}
	if _, err := b.Solve(context.Background(), backendtest.Pigeonhole(2, 1), backends.Options{}); !errors.Is(err, backends.ErrMissing) {
		t.Errorf("solve: %v", err)
	}
}

// script makes a solver of a few shell lines.
func script(t *testing.T, text string, change func(*dimacs.Program)) backends.Backend {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	p := dimacs.Program{Name: "script", Command: path, Args: []string{"{formula}"}}
	if change != nil {
		change(&p)
	}
	b, err := dimacs.FromConfig(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Solvers that lie, break off, or answer in unusual ways; the formula is
// (x) ∧ (¬x ∨ y).
func TestAnswersOfScripts(t *testing.T) {
	f := backendtest.Pigeonhole(1, 1)
	y := f.Block("y", 1)
	f.Clause(-1, y.First)
	result := func(p *dimacs.Program) { p.Args = append(p.Args, "{result}") }
	proof := func(p *dimacs.Program) { p.ProofArgs = []string{"{proof}"} }
	steps := func(p *dimacs.Program) { p.StepArgs = []string{"{steps}"} }
	stdin := func(p *dimacs.Program) { p.Args = nil }
	const sat, unsat, unknown = backends.Sat, backends.Unsat, backends.Unknown
	for _, test := range []struct {
		name   string
		text   string
		change func(*dimacs.Program)
		want   backends.Verdict
		err    string // part of the error; "" where there is none
	}{
		{"plain", "echo s SATISFIABLE; echo v 1 2 0; exit 10", nil, sat, ""},
		{"carriage returns", "printf 's SATISFIABLE\\r\\nv 1 2 0\\r\\n'; exit 10", nil, sat, ""},
		{"no newline at the end", "printf 's SATISFIABLE\\nv 1\\nv 2 0'; exit 10", nil, sat, ""},
		{"model first", "echo c hello; echo v 1 2 0; echo s SATISFIABLE; exit 10", nil, sat, ""},
		{"result file", "printf 'SAT\\n1 2 0\\n' > $2; exit 10", result, sat, ""},
		{"standard input", "grep -q 'p cnf 2 2' && echo s SATISFIABLE && echo v 1 2 0; exit 10", stdin, sat, ""},
		{"false model", "echo s SATISFIABLE; echo v 1 -2 0; exit 10", nil, unknown, "constraint 2"},
		{"no model", "echo s SATISFIABLE; exit 10", nil, unknown, "claims satisfiable"},
		{"model of another formula", "echo s SATISFIABLE; echo v 1 2 3 0; exit 10", nil, unknown, "claims satisfiable"},
		{"claim", "echo s UNSATISFIABLE; exit 20", nil, unsat, ""},
		{"claim in a result file", "echo UNSAT > $2; exit 20", result, unsat, ""},
		{"claim on time-out", "echo s UNSATISFIABLE; exit 0", nil, unknown, "does not belong"},
		{"exit alone", "exit 20", nil, unknown, "without an answer"},
		{"words in a comment", "echo c s UNSATISFIABLE; exit 20", nil, unknown, "without an answer"},
		{"no result file", "exit 20", result, unknown, "without an answer"},
		{"empty result file", ": > $2; exit 20", result, unknown, "without an answer"},
		{"time-out", "exit 0", nil, unknown, "without an answer"},
		{"unknown", "echo s UNKNOWN; exit 0", nil, unknown, ""},
		{"indeterminate", "echo INDET > $2; exit 0", result, unknown, ""},
		{"at the bound", "exit 0", steps, unknown, ""},
		{"failure at the bound", "exit 1", steps, unknown, "without an answer"},
		{"last words", "echo out of luck >&2; exit 1", nil, unknown, "out of luck"},
		{"crash", "kill -SEGV $$", nil, unknown, "signal"},
		{"crash after the answer", "echo s UNSATISFIABLE; kill -SEGV $$", nil, unknown, "signal"},
		{"endless line", "yes | tr -d '\\n'", nil, unknown, "line of more than"},
		{"whole proof", "echo 0 > $2; echo s UNSATISFIABLE; exit 20", proof, unsat, ""},
		{"whole proof of many lines", "seq 1 9 | sed 's/$/ 0/' > $2; echo 0 >> $2; echo s UNSATISFIABLE; exit 20", proof, unsat, ""},
		{"proof with header", "(echo %RUPD32; echo 0) > $2; echo s UNSATISFIABLE; exit 20", proof, unsat, ""},
		{"no proof", "echo s UNSATISFIABLE; exit 20", proof, unknown, "no proof"},
		{"empty proof", ": > $2; echo s UNSATISFIABLE; exit 20", proof, unknown, "breaks off"},
		{"proof cut in a line", "printf '1 0\\n2 0' > $2; echo s UNSATISFIABLE; exit 20", proof, unknown, "breaks off"},
		{"proof cut at 10", "printf '1 0\\n10' > $2; echo s UNSATISFIABLE; exit 20", proof, unknown, "breaks off"},
		{"proof cut at a line", "printf '1 0\\n10 0\\n' > $2; echo s UNSATISFIABLE; exit 20", proof, unknown, "breaks off"},
		{"proof cut at the start of a line", "printf '1 0\\n0' > $2; echo s UNSATISFIABLE; exit 20", proof, unknown, "breaks off"},
		{"proof with deletions after its end", "(echo 1 0; echo 0; echo d 1 0) > $2; echo s UNSATISFIABLE; exit 20", proof, unsat, ""},
		{"proof with a zero in a line", "(echo 1 0; echo 10 0; echo d 0) > $2; echo s UNSATISFIABLE; exit 20", proof, unknown, "breaks off"},
		{"proof that never ends", "ln -s /dev/zero $2; echo s UNSATISFIABLE; exit 20", proof, unknown, "regular file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := script(t, test.text, test.change)
			opt := backends.Options{Proof: new(bytes.Buffer)}
			if b.Able.Steps {
				opt.Steps = 5
			}
			a, err := b.Solve(context.Background(), f, opt)
			if a.Verdict != test.want {
				t.Errorf("verdict %v, want %v", a.Verdict, test.want)
			}
			if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if err == nil && a.Verdict == unknown && a.Stop != backends.GaveUp {
				t.Errorf("stopped by %q", a.Stop)
			}
			if (a.Proof != backends.NoProof) != (a.Verdict == unsat && b.Able.Proof) {
				t.Errorf("proof %v", a.Proof)
			}
		})
	}
}

// Seeds reach the program, which may answer differently then.
func TestSeed(t *testing.T) {
	b := script(t, "echo s SATISFIABLE; [ $1 = 8 ] && echo v 1 0; [ $1 = 1000000009 ] && echo v 2 0; exit 10",
		func(p *dimacs.Program) { p.SeedArgs = []string{"{seed}"} })
	f := backendtest.Pigeonhole(1, 2)
	for _, test := range []struct {
		seed int64
		want bool
	}{{7, true}, {3_000_000_008, false}} {
		a, err := b.Solve(context.Background(), f, backends.Options{Seed: test.seed})
		if err != nil || a.Model[1] != test.want {
			t.Errorf("seed %d: %v, %v", test.seed, a.Model, err)
		}
	}
}

// The version is asked for once.
func TestVersionIsCached(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	b := script(t, "echo asked >> "+count+"; echo solver version 1.2-rc3", func(p *dimacs.Program) {
		p.VersionArgs, p.Version = []string{"--version"}, `version (\S+)`
	})
	for range 3 {
		if v, err := b.Probe(context.Background()); err != nil || v != "1.2-rc3" {
			t.Fatalf("got %q, %v", v, err)
		}
	}
	if asked, _ := os.ReadFile(count); string(asked) != "asked\n" {
		t.Errorf("asked %q", asked)
	}
}

// A program may write LRAT, which is passed on as it is.
func TestProofFormats(t *testing.T) {
	for format, want := range map[string]backends.ProofFormat{"": backends.DRATText, "drat": backends.DRATText, "drat-binary": backends.DRATBinary, "lrat": backends.LRAT} {
		b := script(t, "printf '3 0 1 2 0\\n0\\n' > $2; echo s UNSATISFIABLE; exit 20", func(p *dimacs.Program) {
			p.ProofArgs, p.ProofFormat = []string{"{proof}"}, format
		})
		f := pb.New()
		x := f.Block("x", 1).First
		f.Clause(x)
		f.Clause(-x)
		var proof bytes.Buffer
		a, err := b.Solve(context.Background(), f, backends.Options{Proof: &proof})
		if err != nil || a.Proof != want || !strings.HasPrefix(proof.String(), "3 0 1 2 0\n") {
			t.Errorf("%q: proof %v %q, %v", format, a.Proof, proof.String(), err)
		}
	}
	if _, err := dimacs.FromConfig(dimacs.Program{Name: "x", Command: "x", ProofFormat: "frat"}); err == nil || !strings.Contains(err.Error(), "lrat") {
		t.Errorf("an unknown proof format: %v", err)
	}
}
