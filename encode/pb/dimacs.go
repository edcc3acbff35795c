package pb

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteDIMACS writes the clauses in the DIMACS format of the SAT competitions.
func WriteDIMACS(w io.Writer, f *Formula) error {
	if err := takesDIMACS(f); err != nil {
		return err
	}
	p := newPrinter(w)
	p.comments("c", f)
	p.text("p cnf ")
	p.int(int64(f.vars))
	p.text(" ")
	p.int(int64(f.Len()))
	p.text("\n")
	for i := range f.Len() {
		p.clause(f.Lits(i))
	}
	return p.Flush()
}

func (p printer) clause(lits []Lit) {
	for _, l := range lits {
		p.int(int64(l))
		p.text(" ")
	}
	p.text("0\n")
}

// ReadDIMACS reads clauses in DIMACS format. Comment lines before the header
// become Comments; the variables are one block "x". Memory stays within a
// small multiple of the bytes read, whatever the header says.
func ReadDIMACS(r io.Reader) (*Formula, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	f := New()
	var clause []Lit
	line, header, clauses := 0, false, 0
	fail := func(format string, args ...any) (*Formula, error) {
		return nil, fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
	}
	for in.Scan() {
		line++
		text := bytes.TrimSpace(in.Bytes())
		switch {
		case len(text) == 0:
		case text[0] == 'c':
			if !header {
				f.Comments = append(f.Comments, string(bytes.TrimPrefix(text[1:], []byte(" "))))
			}
		case text[0] == 'p':
			fields := strings.Fields(string(text))
			if header || len(fields) != 4 || fields[1] != "cnf" {
				return fail("expected one header \"p cnf VARIABLES CLAUSES\", found %.60q", text)
			}
			vars, err := strconv.ParseUint(fields[2], 10, 31)
			if err != nil || vars > MaxVars {
				return fail("%q is no number of variables up to %d", fields[2], MaxVars)
			}
			if clauses, err = strconv.Atoi(fields[3]); err != nil || clauses < 0 {
				return fail("%q is no number of clauses", fields[3])
			}
			f.Block("x", int(vars))
			header = true
		case !header:
			return fail("expected the header \"p cnf VARIABLES CLAUSES\" before the first clause, found %.60q", text)
		default:
			for field := range bytes.FieldsSeq(text) {
				n, err := strconv.ParseInt(string(field), 10, 32)
				if err != nil || max(n, -n) > int64(f.vars) {
					return fail("%.30q is no literal over %d variables", field, f.vars)
				}
				if n != 0 {
					clause = append(clause, Lit(n))
					continue
				}
				f.Clause(clause...)
				clause = clause[:0]
			}
		}
	}
	switch err := in.Err(); {
	case err != nil:
		return nil, fmt.Errorf("after line %d: %w", line, err)
	case !header:
		return fail("the file ends without a header \"p cnf VARIABLES CLAUSES\"")
	case len(clause) > 0:
		return fail("the file ends inside a clause: its closing 0 is missing")
	case f.Len() != clauses:
		return fail("%d clauses where the header announces %d", f.Len(), clauses)
	}
	return f, nil
}
