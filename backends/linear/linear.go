// Package linear makes backends of programs that take linear constraints over
// 0/1 variables and an objective: the integer programming solvers cbc, glpsol
// and HiGHS by LP files, and clasp by the files of the pseudo-Boolean and
// MaxSAT competitions. A program is one row of the table Programs.
//
// Integer programming solvers compute in floating point, and none of the
// programs proves what it says. A model is evaluated exactly; an optimum counts
// only where the program's own figure is the value of its model; and that there
// is no better model, or none at all, stays a claim (backends.NoProof) until
// somebody proves it.
package linear

import (
	"bytes"
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
// and {solution} stand for files, {seed} for a number from 1 to 2·10⁹,
// {seconds} for whole seconds.
type Program struct {
	Name    string
	Doc     string // one line
	Install string // how to get it
	Command string // a program on the path, or a file

	// Format is one of pb.Formats, or "wcnf2019" for MaxSAT files with a header.
	Format string
	Args   []string
	// Script, where not empty, is put beside the formula as script.cjs, and
	// {module} is the directory of the npm package that it needs.
	Script, Module string
	SeedArgs       []string
	// TimeArgs have it end by itself with the best that it has by then.
	TimeArgs []string

	// VersionArgs make it print its version, which the first group of Version,
	// a regular expression, finds.
	VersionArgs []string
	Version     string

	// Status is a regular expression for lines of the solution file, where there
	// is one, and of the standard output; its first group is looked up in Words.
	// The last word known counts.
	Status string
	Words  map[string]Word
	// Value finds the figure that it claims for the objective, as Status.
	Value string
	// Exits are the exit statuses of a clean end; nil is 0.
	Exits []int
}

// Word is what a status means.
type Word uint8

const (
	Nothing    Word = iota // it knows no more
	Best                   // a model than which there is no better one
	Found                  // a model
	Infeasible             // there is none
)

// New makes the backend of a row.
func New(p Program) backends.Backend {
	s := &solver{Program: p, status: regexp.MustCompile(p.Status), value: regexp.MustCompile(p.Value)}
	return backends.Backend{
		Name: p.Name, Doc: p.Doc, Install: p.Install, Protocol: p.Format,
		Able: backends.Abilities{
			Clauses: true, Linear: p.Format != wcnf2019, Objective: true, SetCovers: p.Format != wcnf2019,
			Deterministic: true,
		},
		Probe: s.probe,
		Solve: s.solve,
	}
}

// solver is a program with what was learned about it.
type solver struct {
	Program
	status, value *regexp.Regexp

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
	var out bytes.Buffer
	res, err := process.Command{Path: s.Command, Args: s.VersionArgs, Stdout: &out, MaxOutput: 1 << 20}.Run(ctx)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: asking for its version: %w", s.Name, err)
	case res.Stop != "":
		return "", fmt.Errorf("%s: asking for its version: %s", s.Name, res.Stop)
	}
	s.version = "unknown version"
	if m := regexp.MustCompile("(?m)" + s.Version).FindSubmatch(out.Bytes()); len(m) > 1 {
		s.version = string(m[1])
	}
	return s.version, nil
}

// wcnf2019 is the format of the MaxSAT evaluations before 2022: a header names
// the weight of hard clauses.
const wcnf2019 = "wcnf2019"

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

// filled fills in the arguments.
func (s *solver) filled(args []string, values map[string]string) []string {
	var pairs []string
	for k, v := range values {
		pairs = append(pairs, "{"+k+"}", v)
	}
	fill := strings.NewReplacer(append(pairs, "{formula}", formulaFile+"."+s.Format, "{solution}", solutionFile, "{script}", scriptFile, "{module}", s.module)...)
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = fill.Replace(a)
	}
	return out
}

// The files in the program's own directory.
const (
	formulaFile  = "formula"
	solutionFile = "solution.txt"
	scriptFile   = "script.cjs"
)
