// Package dimacs makes backends of programs that read a formula in the DIMACS
// format and answer as in the SAT competitions. A program is one row of the
// table Programs; FromConfig takes a row from anybody else.
//
//	b, err := dimacs.FromConfig(dimacs.Program{
//		Name: "kissat", Command: "kissat",
//		Args: []string{"{formula}"}, ProofArgs: []string{"--no-binary", "{proof}"},
//	})
//
// What a program says is taken with care: a status counts only together with
// the exit status that belongs to it, a model is evaluated, and a proof that
// does not reach its end is an error, because a program on a full disk says
// "unsatisfiable" all the same.
package dimacs

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
)

// Program says how to run a solver and read its answer. In arguments
// {formula}, {result} and {proof} stand for files, {seed} for a number from 1
// to 2·10⁹ and {steps} for Options.Steps. A command line is SeedArgs where
// there is a seed, StepArgs where there is a bound, Args, and ProofArgs where
// a proof is wanted.
type Program struct {
	Name    string
	Doc     string // one line
	Install string // how to get it
	Command string // a program on the path, or a file
	// ProofCommand runs instead where a proof is wanted; "" is Command.
	ProofCommand string

	Args      []string // without {formula} it is fed to the standard input
	ProofArgs []string // none: writes no proofs
	// ProofFormat is what the proof is: "drat" or "" for DRUP or DRAT as text,
	// "drat-binary", "lrat".
	ProofFormat string
	SeedArgs    []string
	StepArgs    []string // none: cannot bound its search in steps

	Env []string // names of variables of our environment that it needs

	// VersionArgs make it print its version, which the first group of Version,
	// a regular expression, finds in a line. None: the version is not known.
	VersionArgs []string
	Version     string

	// SatExits and UnsatExits are the exit statuses that confirm an answer;
	// nil stands for 10 and for 20.
	SatExits, UnsatExits []int
	// Steps is a regular expression whose first group is the number of steps
	// that were made, in a line of the output; "" where it does not tell.
	Steps string
	// Deterministic: the same seed gives the same answer.
	Deterministic bool
	// Off lists what is not asked of it, and why.
	Off []backends.Off
}

// FromConfig makes a backend of a program that is described by configuration.
func FromConfig(p Program) (backends.Backend, error) {
	if err := p.check(); err != nil {
		return backends.Backend{}, fmt.Errorf("program %q: %w", p.Name, err)
	}
	if p.Doc == "" {
		p.Doc = "the program " + p.Command
	}
	if p.Install == "" {
		p.Install = "configured as " + p.Command
	}
	return newBackend(p), nil
}

var proofFormats = map[string]backends.ProofFormat{
	"": backends.DRATText, "drat": backends.DRATText, "drat-binary": backends.DRATBinary, "lrat": backends.LRAT,
}

func (p Program) check() error {
	if p.Name == "" || p.Command == "" {
		return errors.New("it needs a name and a command")
	}
	for _, a := range []struct {
		what    string
		args    []string
		allowed []string
		needed  string
	}{
		{"args", p.Args, []string{"{formula}", "{result}"}, ""},
		{"proof args", p.ProofArgs, []string{"{proof}"}, "{proof}"},
		{"seed args", p.SeedArgs, []string{"{seed}"}, "{seed}"},
		{"step args", p.StepArgs, []string{"{steps}"}, "{steps}"},
		{"version args", p.VersionArgs, nil, ""},
	} {
		if err := process.Placeholders(a.what, a.args, a.allowed, a.needed); err != nil {
			return err
		}
	}
	if _, ok := proofFormats[p.ProofFormat]; !ok {
		return fmt.Errorf("its proof format is %q: choose drat, drat-binary or lrat", p.ProofFormat)
	}
	for _, pattern := range []string{p.Version, p.Steps} {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return err
		}
		if pattern != "" && re.NumSubexp() < 1 {
			return fmt.Errorf("the regular expression %q has no group in parentheses", pattern)
		}
	}
	return nil
}

// newBackend makes the value; the row is right.
func newBackend(p Program) backends.Backend {
	if p.SatExits == nil {
		p.SatExits = []int{10}
	}
	if p.UnsatExits == nil {
		p.UnsatExits = []int{20}
	}
	s := &solver{Program: p}
	if p.Steps != "" {
		s.steps = regexp.MustCompile(p.Steps)
	}
	return backends.Backend{
		Name:     p.Name,
		Doc:      p.Doc,
		Off:      p.Off,
		Protocol: "dimacs",
		Install:  p.Install,
		Able: backends.Abilities{
			Clauses:       true,
			Proof:         len(p.ProofArgs) > 0,
			Steps:         len(p.StepArgs) > 0,
			Deterministic: p.Deterministic,
		},
		Probe: s.probe,
		Solve: s.solve,
	}
}

// solver is a program with what was learned about it.
type solver struct {
	Program
	steps *regexp.Regexp

	mu      sync.Mutex
	version string // "" until it was found
}

// probe finds the program and asks for its version, once.
func (s *solver) probe(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.version != "" {
		return s.version, nil
	}
	if _, err := process.Find(s.Command); err != nil {
		return "", fmt.Errorf("%s: %w", s.Name, err)
	}
	version := ""
	if len(s.VersionArgs) > 0 {
		var err error
		if version, err = process.Version(ctx, s.Command, s.VersionArgs, regexp.MustCompile(s.Version)); err != nil {
			return "", fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	if version == "" {
		version = "unknown version"
	}
	s.version = version
	return version, nil
}
