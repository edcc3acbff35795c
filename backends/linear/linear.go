// Package linear makes backends of programs that take linear constraints over
// 0/1 variables and an objective: the integer programming solvers cbc, glpsol
// and HiGHS by LP files, and clasp by the files of the pseudo-Boolean and
// MaxSAT competitions. A program is one row of the table Programs; package
// plugin makes rows of what users describe.
//
// Integer programming solvers compute in floating point, and none of the
// programs proves what it says. A model is evaluated exactly; an optimum counts
// only where the program's own figure is the value of its model; and that there
// is no better model, or none at all, stays a claim (backends.NoProof) until
// somebody proves it.
package linear

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// Program says how to run a solver and read its answer. In arguments {formula}
// and {result} stand for files, {seed} for a number from 1 to 2·10⁹, {steps}
// for Options.Steps and {seconds} for whole seconds. A command line is Script,
// SeedArgs where there is a seed, StepArgs where there is a bound, TimeArgs
// where there is a deadline, and Args.
type Program struct {
	Name    string
	Doc     string // one line
	Install string // how to get it
	Command string // a program on the path, or a file

	// Format is one of pb.Formats, or "wcnf2019" for MaxSAT files with a header.
	Format string
	// Args without {formula} have it fed to the standard input, and without
	// {result} the answer is read from the standard output.
	Args []string
	// Script, where not empty, is put beside the formula, and {module} is the
	// directory of the npm package that it needs.
	Script, Module string
	Env            []string // names of variables of our environment that it needs
	SeedArgs       []string
	StepArgs       []string // none: cannot bound its search in steps
	// TimeArgs have it end by itself with the best that it has by then.
	TimeArgs []string

	// VersionArgs make it print its version, which the first group of Version,
	// a regular expression, finds in a line. None: the version is not known.
	VersionArgs []string
	Version     string

	// Optimal and Infeasible are regular expressions for lines of a solution, of
	// lp and mps, and the first group of Objective is the value that is claimed;
	// "" stands for what CBC, glpsol, HiGHS, SCIP and Gurobi write. The last
	// status counts. Other formats are answered as in their competitions.
	Optimal, Infeasible, Objective string
	// Terse: it may leave out the value of an optimum, and say in any words of a
	// solution that it knows no more.
	Terse bool
	// SatExits and UnsatExits are the exit statuses that confirm an answer; nil
	// stands for 10 or 30, and 20; of lp and mps for 0.
	SatExits, UnsatExits []int
	// Steps is a regular expression whose first group is the number of steps
	// that were made, in a line of the output; "" where it does not tell.
	Steps string
	// Deterministic: the same seed gives the same answer.
	Deterministic bool
}

// New makes the backend of a row, whose regular expressions are right.
func New(p Program) backends.Backend {
	s := &solver{Program: p, mip: p.Format == "lp" || p.Format == "mps"}
	s.answers()
	maxsat := s.maxsat()
	s.able = backends.Abilities{
		Clauses: true, Linear: !maxsat, Objective: true, SetCovers: !maxsat,
		Steps: len(p.StepArgs) > 0, Deterministic: p.Deterministic,
	}
	return backends.Backend{
		Name: p.Name, Doc: p.Doc, Install: p.Install, Protocol: p.Format, Able: s.able,
		Probe: s.probe,
		Solve: s.solve,
	}
}

// solver is a program with what was learned about it.
type solver struct {
	Program
	able             backends.Abilities
	mip              bool // the answer is a solution file
	lines            []line
	objective, steps *regexp.Regexp // steps: nil where it does not tell

	mu      sync.Mutex
	version string // "" until it was found
	module  string // its directory, where it needs one
}

// probe finds the program and asks for its version, once.
func (s *solver) probe(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.version != "" {
		return s.version, nil
	}
	node, err := process.Find(s.Command)
	if err != nil {
		return "", fmt.Errorf("%s: %w", s.Name, err)
	}
	if s.Module != "" {
		if s.module, s.version, err = findModule(s.Module, node); err != nil {
			return "", fmt.Errorf("%s: %w", s.Name, err)
		}
		return s.version, nil
	}
	version := ""
	if len(s.VersionArgs) > 0 {
		if version, err = process.Version(ctx, s.Command, s.VersionArgs, regexp.MustCompile(s.Version)); err != nil {
			return "", fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	s.version = cmp.Or(version, "unknown version")
	return s.version, nil
}

// wcnf2019 is the format of the MaxSAT evaluations before 2022: a header names
// the weight of hard clauses.
const wcnf2019 = "wcnf2019"

// maxsat reports a format of clauses, where an objective is the weight of those
// that are falsified.
func (s *solver) maxsat() bool { return s.Format == "wcnf" || s.Format == wcnf2019 }

// write writes the formula in the program's format.
func (s *solver) write(w io.Writer, f *pb.Formula) error {
	if s.Format == wcnf2019 {
		return writeWCNF(w, f)
	}
	format, err := pb.FindFormat(s.Format)
	if err != nil {
		return err
	}
	return format.Write(w, f)
}

// uses reports whether a file is named in the arguments.
func (s *solver) uses(place string) bool { return strings.Contains(strings.Join(s.Args, " "), place) }

// The files in the program's own directory.
const (
	formulaFile = "formula"
	resultFile  = "solution.txt"
	scriptFile  = "script.cjs"
)
