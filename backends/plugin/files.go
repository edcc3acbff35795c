package plugin

import (
	"fmt"
	"regexp"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/linear"
	"github.com/hubcover/hubcover/backends/process"
)

// files makes the backend of a program that reads the formula in one of the
// formats of package pb and prints or writes an answer.
func (p Plugin) files() (backends.Backend, error) {
	if err := p.check(); err != nil {
		return backends.Backend{}, err
	}
	b := linear.New(linear.Program{
		Name: p.Name, Doc: p.Doc, Install: p.Install, Command: p.Command, Format: p.Protocol, Args: p.Args, Env: p.Env,
		SeedArgs: p.SeedArgs, StepArgs: p.StepArgs, TimeArgs: p.TimeArgs, VersionArgs: p.VersionArgs, Version: p.Version,
		Optimal: p.Optimal, Infeasible: p.Infeasible, Objective: p.Objective, Terse: true,
		SatExits: p.SatExits, UnsatExits: p.UnsatExits, Steps: p.Steps, Deterministic: p.Deterministic,
	})
	b.Able.SetCovers = false // as the linear formulas that they are
	return b, nil
}

func (p Plugin) check() error {
	for _, a := range []struct {
		what    string
		args    []string
		allowed []string
		needed  string
	}{
		{"args", p.Args, []string{"{formula}", "{result}"}, ""},
		{"seed args", p.SeedArgs, []string{"{seed}"}, "{seed}"},
		{"step args", p.StepArgs, []string{"{steps}"}, "{steps}"},
		{"time args", p.TimeArgs, []string{"{seconds}"}, "{seconds}"},
		{"version args", p.VersionArgs, nil, ""},
	} {
		if err := process.Placeholders(a.what, a.args, a.allowed, a.needed); err != nil {
			return err
		}
	}
	for _, e := range []struct {
		text   string
		groups int
	}{{p.Optimal, 0}, {p.Infeasible, 0}, {p.Objective, 1}, {p.Steps, 1}, {p.Version, 1}} {
		re, err := regexp.Compile(e.text)
		if err != nil {
			return err
		}
		if e.text != "" && re.NumSubexp() < e.groups {
			return fmt.Errorf("the regular expression %q has no group in parentheses", e.text)
		}
	}
	return nil
}
