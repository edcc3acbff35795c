// Package plugin makes backends of programs that are not ours: nothing but a
// description is needed of one that reads DIMACS, OPB, WCNF, LP or MPS files,
// and any other becomes one by speaking the JSON protocol of this package.
//
//	b, err := plugin.New(ctx, plugin.Plugin{
//		Name: "roundingsat", Protocol: "opb", Command: "roundingsat",
//		Args: []string{"--print-sol=1", "{formula}"}, SatExits: []int{0}, UnsatExits: []int{0},
//	})
//
// A plugin runs as package process runs every program: without a shell, in a
// directory and a process group of its own, with a small environment, its
// output and memory bounded, and nobody is left when it has ended. What it says
// is a claim. A model is evaluated here, a value is held against the model, a
// proof is checked by whoever asked for it; what has no proof stays a claim.
// Package backendtest tries a plugin, and hubcover backends test does the same
// from the command line.
//
// plugin.go describes plugins, files.go hands those that read files to package
// linear, protocol.go is the JSON protocol, json.go our end of it and serve.go the
// other one, for plugins in Go.
package plugin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/dimacs"
	"github.com/hubcover/hubcover/encode/pb"
)

// Plugin describes a program. In arguments {formula}, {result} and {proof}
// stand for files in its own directory, {seed} for a number from 1 to 2·10⁹,
// {steps} for Options.Steps and {seconds} for the time that is left. The command
// line is SeedArgs where there is a seed, StepArgs where there is a bound,
// TimeArgs where there is a deadline, Args, and ProofArgs where a proof is
// wanted. Without {formula} the formula is fed to the standard input.
type Plugin struct {
	Name    string
	Doc     string // one line
	Install string // how to get it
	// Protocol is "dimacs", "opb", "wcnf", "lp", "mps" or "json".
	Protocol string
	Command  string   // a program on the path, or a file
	Args     []string // of json: all that there are
	Env      []string // names of variables of our environment that it needs

	SeedArgs, StepArgs []string
	TimeArgs           []string // opb, wcnf, lp, mps: so that it gives its best in time
	ProofArgs          []string // dimacs
	ProofFormat        string   // dimacs: drat (also ""), drat-binary, lrat
	// VersionArgs make it print its version, which the first group of Version,
	// a regular expression, finds in a line.
	VersionArgs []string
	Version     string

	// SatExits and UnsatExits are the exit statuses that confirm an answer, with
	// or without a model. None stands for 10, of an optimum also 30, and 20; of
	// lp and mps for 0.
	SatExits, UnsatExits []int
	// Steps finds the number of steps in a line of the output, by the first
	// group of a regular expression.
	Steps string
	// Optimal and Infeasible match a line of the solution of lp and mps that
	// claims so, and the first group of Objective is the claimed value. None
	// stands for what CBC, glpsol, HiGHS, SCIP and Gurobi write.
	Optimal, Infeasible, Objective string

	// Deterministic: the same seed gives the same answer. A plugin that speaks
	// json says so itself.
	Deterministic bool
	// Abilities, where there are any, are all that it is asked for, out of those
	// that the protocol and the arguments allow: clauses, linear, objective,
	// proof, steps. One that speaks json and names none here is asked for them
	// when the backend is made.
	Abilities []string
}

// Protocols lists what a plugin may speak.
var Protocols = []string{"dimacs", "opb", "wcnf", "lp", "mps", "json"}

// New makes a backend of a description. Only a plugin that speaks json and
// lists no abilities is started for that; where it cannot be, Probe says why.
func New(ctx context.Context, p Plugin) (backends.Backend, error) {
	b, err := p.backend(ctx)
	if err != nil {
		return backends.Backend{}, fmt.Errorf("plugin %q: %w", p.Name, err)
	}
	b.Plugin, b.Protocol = true, p.Protocol
	return b, nil
}

func (p Plugin) backend(ctx context.Context) (backends.Backend, error) {
	if p.Name == "" || p.Command == "" {
		return backends.Backend{}, errors.New("it needs a name and a command")
	}
	if p.Doc == "" {
		p.Doc = "the program " + p.Command
	}
	if p.Install == "" {
		p.Install = "configured as " + p.Command
	}
	if err := p.unused(); err != nil {
		return backends.Backend{}, err
	}
	switch p.Protocol {
	case "dimacs":
		return p.restricted(dimacs.FromConfig(p.dimacs()))
	case "opb", "wcnf", "lp", "mps":
		return p.restricted(p.files())
	case "json":
		return p.json(ctx)
	}
	return backends.Backend{}, fmt.Errorf("its protocol is %q: choose among %s", p.Protocol, strings.Join(Protocols, ", "))
}

// restricted has a backend refuse all but the abilities that the description lists.
func (p Plugin) restricted(b backends.Backend, err error) (backends.Backend, error) {
	if err != nil {
		return b, err
	}
	b.Able, err = p.restrict(b.Able)
	solve, able := b.Solve, b.Able
	b.Solve = func(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
		if err := (backends.Backend{Name: p.Name, Able: able}).Accepts(f, backends.Options{Steps: opt.Steps}); err != nil {
			return backends.Answer{}, err
		}
		return solve(ctx, f, opt)
	}
	return b, err
}

// unused refuses what the protocol has no use for.
func (p Plugin) unused() error {
	dimacs, json, mip := p.Protocol == "dimacs", p.Protocol == "json", p.Protocol == "lp" || p.Protocol == "mps"
	for _, field := range []struct {
		name       string
		given, use bool
	}{
		{"proof args", p.ProofArgs != nil || p.ProofFormat != "", dimacs},
		{"time args", p.TimeArgs != nil, !dimacs && !json},
		{"seed, step and version args, exits and steps", p.SeedArgs != nil || p.StepArgs != nil || p.VersionArgs != nil || p.Version != "" ||
			p.SatExits != nil || p.UnsatExits != nil || p.Steps != "" || p.Deterministic, !json},
		{"expressions for optimal, infeasible and objective", p.Optimal != "" || p.Infeasible != "" || p.Objective != "", mip},
	} {
		if field.given && !field.use {
			return fmt.Errorf("the protocol %s has no %s", p.Protocol, field.name)
		}
	}
	return nil
}

func (p Plugin) dimacs() dimacs.Program {
	return dimacs.Program{
		Name: p.Name, Doc: p.Doc, Install: p.Install, Command: p.Command, Args: p.Args, Env: p.Env,
		ProofArgs: p.ProofArgs, ProofFormat: p.ProofFormat, SeedArgs: p.SeedArgs, StepArgs: p.StepArgs,
		VersionArgs: p.VersionArgs, Version: p.Version, SatExits: p.SatExits, UnsatExits: p.UnsatExits,
		Steps: p.Steps, Deterministic: p.Deterministic,
	}
}

// abilities are the names of what may be listed.
var abilities = []string{"clauses", "linear", "objective", "proof", "steps", "deterministic"}

// field is the ability of that name; nil where there is none.
func field(able *backends.Abilities, name string) *bool {
	return map[string]*bool{
		"clauses": &able.Clauses, "linear": &able.Linear, "objective": &able.Objective,
		"proof": &able.Proof, "steps": &able.Steps, "deterministic": &able.Deterministic,
	}[name]
}

// restrict leaves the abilities that the description lists, and determinism.
func (p Plugin) restrict(able backends.Abilities) (backends.Abilities, error) {
	if len(p.Abilities) == 0 {
		return able, nil
	}
	left := backends.Abilities{Deterministic: able.Deterministic}
	for _, name := range p.Abilities {
		has := field(&able, name)
		switch {
		case has == nil:
			return left, fmt.Errorf("no ability is named %q: choose among %s", name, strings.Join(abilities, ", "))
		case !*has:
			return left, fmt.Errorf("it is to be able of %q, which its protocol, arguments or greeting do not give it", name)
		}
		*field(&left, name) = true
	}
	return left, nil
}
