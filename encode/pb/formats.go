package pb

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// Format is one way to write a formula for other people's programs. All of
// them begin with comment lines: Formula.Comments, then a line for each block
// that maps its variables back.
type Format struct {
	Name       string
	Doc        string
	Extensions []string // of files, with the dot
	// Takes says why a formula cannot be written in this format, nil if it can.
	Takes func(*Formula) error
	Write func(io.Writer, *Formula) error
}

// Formats lists the formats.
var Formats = []Format{
	{"cnf", "DIMACS clauses, for SAT solvers", []string{".cnf", ".dimacs"}, takesDIMACS, WriteDIMACS},
	{"opb", "pseudo-Boolean constraints with an objective", []string{".opb"}, takesLinear, WriteOPB},
	{"wcnf", "clauses with the objective as weighted soft clauses, for MaxSAT solvers (2022 format)", []string{".wcnf"}, takesWCNF, WriteWCNF},
	{"lp", "CPLEX LP, for integer programming solvers", []string{".lp"}, takesLinear, WriteLP},
	{"mps", "MPS, for integer programming solvers", []string{".mps"}, takesLinear, WriteMPS},
}

// FindFormat picks a format by name, such as "cnf", or by file extension.
func FindFormat(name string) (Format, error) {
	var names []string
	for _, f := range Formats {
		if f.Name == name {
			return f, nil
		}
		for _, ext := range f.Extensions {
			if strings.HasSuffix(name, ext) {
				return f, nil
			}
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("no formula format is named %q: choose among %s", name, strings.Join(names, ", "))
}

func takesDIMACS(f *Formula) error {
	if f.Objective != nil {
		return errors.New("cnf holds no objective: write wcnf, opb, lp or mps instead")
	}
	return clausesOnly(f, "cnf")
}

func takesWCNF(f *Formula) error { return clausesOnly(f, "wcnf") }

func clausesOnly(f *Formula, format string) error {
	if len(f.linear) == 0 {
		return nil
	}
	first := f.Len()
	for i := range f.linear {
		first = min(first, i)
	}
	return fmt.Errorf("%s holds clauses only, and constraint %d of %d is none: write opb, lp or mps instead", format, first+1, f.Len())
}

func takesLinear(f *Formula) error {
	for i := range f.Len() {
		if _, coefs, bound := f.Constraint(i); coefs != nil {
			if err := spread(coefs, bound); err != nil {
				return fmt.Errorf("constraint %d of %d: %w", i+1, f.Len(), err)
			}
		}
	}
	var sum uint64
	for _, t := range f.Objective {
		a := uint64(max(t.Coef, -t.Coef))
		if sum += a; sum < a || sum > 1<<63-1 {
			return fmt.Errorf("objective: %w", errOverflow)
		}
	}
	return nil
}
