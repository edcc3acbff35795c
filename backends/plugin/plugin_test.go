package plugin_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/plugin"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

func TestMain(m *testing.M) {
	process.Child()
	os.Exit(m.Run())
}

// configured are descriptions of programs that are about, as a user writes them.
var configured = []plugin.Plugin{
	{Name: "dimacs", Protocol: "dimacs", Command: "picosat", Args: []string{"{formula}"}},
	{Name: "opb", Protocol: "opb", Command: "clasp", Args: []string{"{formula}"}, SeedArgs: []string{"--seed={seed}"},
		StepArgs: []string{"--solve-limit={steps}"}, VersionArgs: []string{"--version"}, Version: `clasp version (\S+)`, Deterministic: true},
	{Name: "cbc", Protocol: "lp", Command: "cbc", Args: []string{"{formula}", "-solve", "-solution", "{result}"}},
	{Name: "glpsol", Protocol: "mps", Command: "glpsol", Args: []string{"--freemps", "{formula}", "-o", "{result}"}, TimeArgs: []string{"--tmlim", "{seconds}"}},
}

func TestConfigured(t *testing.T) {
	for _, p := range configured {
		t.Run(p.Name, func(t *testing.T) {
			b, err := plugin.New(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			backendtest.Run(t, b)
		})
	}
}

// A formula goes into the standard input where no file is asked for, and a
// solution is read from the standard output where none is given.
func TestStandardInputAndOutput(t *testing.T) {
	for _, test := range []said{
		{"opb", "grep -q '^min: +3 x1 -2 x2 ;' && echo v -x1 x2 && echo s OPTIMUM FOUND; exit 30", backends.Optimal, ""},
		{"lp", "grep -q Minimize && echo solution status: optimal && echo x2 1", backends.Optimal, ""},
	} {
		test.try(t, script(t, plugin.Plugin{Protocol: test.name}, test.text), choice())
	}
}

func TestBadDescriptions(t *testing.T) {
	dimacs := plugin.Plugin{Name: "x", Protocol: "dimacs", Command: "x", Args: []string{"{formula}"}}
	opb, lp, json := dimacs, dimacs, dimacs
	opb.Protocol, lp.Protocol, json.Protocol, json.Args = "opb", "lp", "json", nil
	for name, test := range map[string]struct {
		p      plugin.Plugin
		change func(*plugin.Plugin)
		say    string
	}{
		"no name":               {dimacs, func(p *plugin.Plugin) { p.Name = "" }, "name"},
		"no command":            {opb, func(p *plugin.Plugin) { p.Command = "" }, "command"},
		"no protocol":           {dimacs, func(p *plugin.Plugin) { p.Protocol = "" }, "choose among dimacs"},
		"unknown protocol":      {dimacs, func(p *plugin.Plugin) { p.Protocol = "smt" }, "choose among dimacs"},
		"unknown placeholder":   {opb, func(p *plugin.Plugin) { p.Args = []string{"{formular}"} }, "{formular}"},
		"placeholder of json":   {json, func(p *plugin.Plugin) { p.Args = []string{"{formula}"} }, "{formula}"},
		"no seconds":            {lp, func(p *plugin.Plugin) { p.TimeArgs = []string{"-t"} }, "{seconds}"},
		"time of dimacs":        {dimacs, func(p *plugin.Plugin) { p.TimeArgs = []string{"{seconds}"} }, "time args"},
		"proof of opb":          {opb, func(p *plugin.Plugin) { p.ProofArgs = []string{"{proof}"} }, "proof args"},
		"optimal of opb":        {opb, func(p *plugin.Plugin) { p.Optimal = "x" }, "optimal"},
		"seed of json":          {json, func(p *plugin.Plugin) { p.SeedArgs = []string{"{seed}"} }, "seed"},
		"bad expression":        {lp, func(p *plugin.Plugin) { p.Optimal = "(" }, "missing closing"},
		"no group":              {lp, func(p *plugin.Plugin) { p.Objective = "x" }, "group"},
		"unknown ability":       {opb, func(p *plugin.Plugin) { p.Abilities = []string{"speed"} }, "speed"},
		"ability not there":     {dimacs, func(p *plugin.Plugin) { p.Abilities = []string{"clauses", "proof"} }, "proof"},
		"dimacs, also restrict": {dimacs, func(p *plugin.Plugin) { p.Abilities = []string{"linear"} }, "linear"},
	} {
		p := test.p
		test.change(&p)
		if _, err := plugin.New(context.Background(), p); err == nil || !strings.Contains(err.Error(), test.say) {
			t.Errorf("%s: %v, want %q", name, err, test.say)
		}
	}
	for _, p := range []plugin.Plugin{dimacs, opb, lp} {
		if b, err := plugin.New(context.Background(), p); err != nil || !b.Plugin || b.Protocol != p.Protocol {
			t.Errorf("%+v, %v", b, err)
		}
	}
}

// What is listed is all that a plugin is asked for.
func TestRestricted(t *testing.T) {
	b, err := plugin.New(context.Background(), plugin.Plugin{Name: "x", Protocol: "opb", Command: "x", Abilities: []string{"objective"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := (backends.Abilities{Objective: true}); b.Able != want {
		t.Errorf("able of %+v", b.Able)
	}
	if _, err := b.Solve(context.Background(), backendtest.Pigeonhole(2, 1), backends.Options{}); err == nil || errors.Is(err, backends.ErrMissing) {
		t.Errorf("is asked for more: %v", err)
	}
}

func TestMissing(t *testing.T) {
	for _, protocol := range plugin.Protocols {
		b, err := plugin.New(context.Background(), plugin.Plugin{Name: "none", Protocol: protocol, Command: "no-such-solver", Args: nil, Abilities: []string{"clauses"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Probe(context.Background()); !errors.Is(err, backends.ErrMissing) {
			t.Errorf("%s: probe: %v", protocol, err)
		}
		if _, err := b.Solve(context.Background(), backendtest.Pigeonhole(2, 1), backends.Options{}); !errors.Is(err, backends.ErrMissing) {
			t.Errorf("%s: solve: %v", protocol, err)
		}
	}
}

// script makes a plugin of a few shell lines.
func script(t *testing.T, p plugin.Plugin, text string) backends.Backend {
	t.Helper()
	p.Name, p.Command = "script", filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(p.Command, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	b, err := plugin.New(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// choice is (x ∨ y), to be had by as little as possible of 3x - 2y.
func choice() *pb.Formula {
	f := pb.New()
	x := f.Block("x", 2)
	f.Clause(x.At(0), x.At(1))
	f.Objective = []pb.Term{{Coef: 3, Lit: 1}, {Coef: -2, Lit: 2}}
	return f // the least is -2, with y alone
}

type said struct {
	name, text string
	want       backends.Verdict
	err        string // part of the error; "" where there is none
}

func (s said) try(t *testing.T, b backends.Backend, f *pb.Formula) {
	t.Run(s.name, func(t *testing.T) {
		a, err := b.Solve(context.Background(), f, backends.Options{Proof: new(bytes.Buffer)})
		if a.Verdict != s.want {
			t.Errorf("verdict %v, want %v", a.Verdict, s.want)
		}
		if (err == nil) != (s.err == "") || err != nil && !strings.Contains(err.Error(), s.err) {
			t.Errorf("error %v, want %q", err, s.err)
		}
		if err == nil && a.Verdict == backends.Optimal && a.Bound != -2 {
			t.Errorf("bound %d", a.Bound)
		}
		if err == nil && a.Verdict == backends.Unknown && a.Stop != backends.GaveUp {
			t.Errorf("stopped by %q", a.Stop)
		}
	})
}

func TestOPBAnswers(t *testing.T) {
	const unknown = backends.Unknown
	for _, test := range []said{
		{"optimum", "echo o 1; echo v x1 -x2; echo o -2; echo v -x1 x2; echo s OPTIMUM FOUND; exit 30", backends.Optimal, ""},
		{"values after models", "echo v x1 -x2; echo o 3; echo v -x1 x2; echo o -2; echo s OPTIMUM FOUND; exit 30", backends.Optimal, ""},
		{"optimum without its value", "echo v -x1 x2; echo s OPTIMUM FOUND; exit 30", backends.Optimal, ""},
		{"best so far", "echo o 1; echo s SATISFIABLE; echo v x1 -x2; exit 10", backends.Sat, ""},
		{"claim", "echo s UNSATISFIABLE; exit 20", backends.Unsat, ""},
		{"unknown", "echo s UNKNOWN; exit 0", unknown, ""},
		{"wrong value", "echo o -3; echo v -x1 x2; echo s OPTIMUM FOUND; exit 30", unknown, "its model is worth -2"},
		{"value of another model", "echo o -2; echo v x1 x2; echo s OPTIMUM FOUND; exit 30", unknown, "its model is worth 1"},
		{"no number", "echo o much; echo v x1 x2; echo s OPTIMUM FOUND; exit 30", unknown, "no number"},
		{"false model", "echo o -4; echo v -x1 -x2; echo s OPTIMUM FOUND; exit 30", unknown, "breaks constraint 1"},
		{"short model", "echo o -4; echo v -x1; echo s OPTIMUM FOUND; exit 30", unknown, "breaks constraint 1"},
		{"no model", "echo s OPTIMUM FOUND; exit 30", unknown, "no model"},
		{"optimum, exit of unsatisfiable", "echo v -x1 x2; echo s OPTIMUM FOUND; exit 20", unknown, "does not belong"},
		{"claim, exit 0", "echo s UNSATISFIABLE; exit 0", unknown, "does not belong"},
		{"silence", "exit 0", unknown, "without an answer"},
		{"silence, exit 20", "exit 20", unknown, "without an answer"},
		{"last words", "echo out of luck >&2; exit 1", unknown, "out of luck"},
		{"crash", "echo s UNSATISFIABLE; kill -SEGV $$", unknown, "signal"},
	} {
		test.try(t, script(t, plugin.Plugin{Protocol: "opb", Args: []string{"{formula}"}}, test.text), choice())
	}
}

// Of WCNF the value is the weight of falsified soft clauses.
func TestWCNFAnswers(t *testing.T) {
	for _, test := range []said{
		{"optimum", "grep -q '^h 1 2 0' $1; echo o 0; echo v 01; echo s OPTIMUM FOUND; exit 30", backends.Optimal, ""},
		{"wrong value", "echo o 1; echo v 01; echo s OPTIMUM FOUND; exit 30", backends.Unknown, "its model is worth"},
	} {
		test.try(t, script(t, plugin.Plugin{Protocol: "wcnf", Args: []string{"{formula}"}}, test.text), choice())
	}
}

func TestSolutionFiles(t *testing.T) {
	const unknown = backends.Unknown
	for _, test := range []said{
		{"cbc", "printf 'Optimal - objective value -2.00000000\\n      1 x2      1     0\\n' > $2", backends.Optimal, ""},
		{"cbc, wrong value", "printf 'Optimal - objective value -3.00000000\\n      1 x2      1     0\\n' > $2", unknown, "its model is worth -2"},
		{"cbc, stopped", "printf 'Stopped on time - objective value 1.00000000\\n      0 x1      1     0\\n' > $2", backends.Sat, ""},
		{"cbc, infeasible", "printf 'Infeasible - objective value 0\\n' > $2", backends.Unsat, ""},
		{"HiGHS", "printf 'Model status\\nOptimal\\n\\n# Primal solution values\\nFeasible\\nObjective -2\\n# Columns 2\\nx1 0\\nx2 1\\n' > $2", backends.Optimal, ""},
		{"SCIP", "printf 'solution status: optimal solution found\\nobjective value:   -2\\nx2   1 \\t(obj:2)\\n' > $2", backends.Optimal, ""},
		{"SCIP, wrong value", "printf 'solution status: optimal solution found\\nobjective value:   -7\\nx2   1 \\t(obj:2)\\n' > $2", unknown, "its model is worth -2"},
		{"SCIP, infeasible", "printf 'solution status: infeasible\\nno solution available\\n' > $2", backends.Unsat, ""},
		{"Gurobi", "printf '# Objective value = -2\\nx1 0\\nx2 1\\n' > $2", backends.Sat, ""},
		{"fractional", "printf 'Optimal - objective value -2\\n      1 x2      0.5     0\\n' > $2", unknown, "neither 0 nor 1"},
		{"breaks a row", "printf 'Optimal - objective value -4\\n      1 x2      0     0\\n' > $2", unknown, "breaks constraint 1"},
		{"no file", "exit 0", unknown, "without an answer"},
		{"exit 1", "printf 'Optimal - objective value -2\\n      1 x2      1     0\\n' > $2; exit 1", unknown, "does not belong"},
		{"no end", "ln -s /dev/zero $2", unknown, "no regular file"},
	} {
		test.try(t, script(t, plugin.Plugin{Protocol: "lp", Args: []string{"{formula}", "{result}"}}, test.text), choice())
	}
}
