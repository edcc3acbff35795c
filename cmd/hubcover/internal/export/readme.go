package export

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/hubcover/hubcover/verify/check"
)

// readme says what each file is, what it refutes and what to run, and which
// claims rest on trees.
func readme(out *bufio.Writer, cert *check.Archive, opt Options, entries []entry, trees []string) error {
	inst := cert.Certificate.Instance
	fmt.Fprintf(out, `Refutations of a hubcover certificate
=====================================

Instance: %d rows, %d columns, %d cells (%s),
sha256 of its canonical cell list %s.

`, inst.Rows, inst.Cols, inst.Cells, inst.As, inst.SHA256)
	if len(entries) == 0 {
		apart(out, trees)
		out.WriteString(`No bound of the certificate rests on a formula: there is nothing here for a SAT
proof checker. What the bounds rest on instead is in its cert.json and is
checked by hubcheck.
`)
		return nil
	}
	apart(out, trees)
	out.WriteString(`Each bound below holds because a formula has no model. Rows, columns and cells
are numbered from 0, as in the canonical cell list (hubcover convert --to cells).

The formulas (.cnf) are shortened by first appearance: the t-th cell asked for
may have only the hubs, or colours, 0 to t, since hubs can be renamed in the
order in which they first appear. That is an argument, not part of the formula.

Checkers, none of them part of hubcover:
  drat-trim, lrat-check   github.com/marijnheule/drat-trim
  cake_lpr                github.com/tanyongkiam/cake_lpr (formally verified)
`)
	if opt.VeriPB {
		out.WriteString("  veripb                  gitlab.com/MIAOresearch/software/VeriPB, proof format 2.0\n")
	}
	for _, e := range entries {
		e.describe(out, opt)
	}
	return nil
}

// apart names the claims that no file here is about.
func apart(out *bufio.Writer, trees []string) {
	if len(trees) == 0 {
		return
	}
	out.WriteString("Not here, since they rest on a search tree, which belongs to no CNF:\n\n")
	for _, claim := range trees {
		fmt.Fprintf(out, "  %s\n", claim)
	}
	out.WriteString(`
hubcheck replays trees. For a formula and its refutation instead, make the
certificate with a SAT solver that writes proofs, and export that:

  hubcover solve INSTANCE --backend cadical --cert DIR      (or gophersat)

`)
}

func (e entry) describe(out *bufio.Writer, opt Options) {
	title := e.name + ": " + e.claim
	fmt.Fprintf(out, "\n%s\n%s\n\nHas no model: %s.\n%s\n", title, strings.Repeat("-", len([]rune(title))), e.formula, meanings[e.by.Formula])
	for _, v := range e.variable {
		fmt.Fprintf(out, "  %s\n", v)
	}
	about(out, e.by)
	out.WriteByte('\n')
	if e.cubes == nil {
		commands(out, e.name)
	} else {
		fmt.Fprintf(out, `The formula is split into %d cubes over the values of the first %d cells; every
cube is refuted, its values being unit clauses at the end of its formula. That
these are all cubes is not part of the LRAT proofs: values are renamed by first
appearance, and left out are only values that make two of the cells clash.

`, len(e.cubes), e.by.Depth)
		for _, cube := range e.cubes {
			name, _, _ := strings.Cut(cube, ":")
			fmt.Fprintf(out, "%s\n", cube)
			commands(out, name)
		}
	}
	if opt.Unshortened {
		fmt.Fprintf(out, `
%s.unshortened.cnf: the whole formula without first appearance, for a solver of
your own. It has no model either; no proof comes with it.
`, e.name)
	}
	if opt.VeriPB {
		fmt.Fprintf(out, `
%[1]s.opb, %[1]s.pbp: the whole formula without first appearance, and a proof that
derives first appearance%[2]s by redundance steps that rename values.
  veripb %[1]s.opb %[1]s.pbp
`, e.name, map[bool]string{true: ", and that the cubes are all,"}[e.cubes != nil])
	}
}

func commands(out *bufio.Writer, name string) {
	fmt.Fprintf(out, `  drat-trim %[1]s.cnf %[1]s.drat
  lrat-check %[1]s.cnf %[1]s.lrat
  cake_lpr %[1]s.cnf %[1]s.lrat
`, name)
}

// meanings say what the clauses of each formula say.
var meanings = map[string]string{
	"cover": `Every cell asked for has a hub, which has the cell's row and column. No hub has
a row and a column that do not meet in a cell.`,
	"front": `Every cell asked for has a hub, which has the cell's row and column. No hub has
a row and a column that do not meet in a cell. Every hub has a colour, and hubs
with a colour in common share no row and no column.`,
	"chi": `Every cell asked for has a colour. Where the cells (u,v), (u',v), (u',v') have
one in common, (u,v') is a cell and has it too.`,
	"chi-r": `Every cell asked for has a colour. Two rows that have a column in common in a
colour have all columns in common in it.`,
	"index": `Every hub has a colour, and hubs that share a source or a target have none in
common.`,
}

// about lists the rows, columns and cells, or hubs, that a bound is proved on.
func about(out *bufio.Writer, by check.By) {
	if by.Formula == "index" {
		list(out, "Hubs of the extension, t = 0, 1, ...", "%d", by.Hubs)
		return
	}
	list(out, "Rows, u = 0, 1, ...", "%d", by.Rows)
	list(out, "Columns, v = 0, 1, ...", "%d", by.Cols)
	var cells []string
	for _, c := range by.Cells {
		cells = append(cells, fmt.Sprintf("(%d,%d)", c[0], c[1]))
	}
	list(out, "Cells asked for, t = 0, 1, ...", "%s", cells)
}

// list writes a list in lines of at most 76 characters; none named are all.
func list[T any](out *bufio.Writer, what, format string, all []T) {
	if len(all) == 0 {
		fmt.Fprintf(out, "%s: all, in order\n", what)
		return
	}
	fmt.Fprintf(out, "%s:\n", what)
	line := " "
	for _, x := range all {
		text := " " + fmt.Sprintf(format, x)
		if len(line)+len(text) > 76 {
			out.WriteString(line + "\n")
			line = " "
		}
		line += text
	}
	out.WriteString(line + "\n")
}
