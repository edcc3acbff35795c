package explain

import (
	"fmt"

	"github.com/hubcover/hubcover/verify/check"
)

// proof says what a refutation is of, and how long it is.
func (t *Text) proof(level int, claim string, by check.By, behind Behind) {
	question := asked(by)
	if by.Method == "tree" {
		t.Say(level, "%s: %s was answered by going through all ways to choose so many maximal bicliques: a search tree, every branch of which ends where some cell can no longer be covered, or where what is left weighs more than the hubs can carry.", claim, question)
	} else {
		t.Say(level, "%s: %s was written as a formula in Boolean variables, %s%s, and the formula has no solution.", claim, question, formulaName(by), t.formulaSize(by, behind))
	}
	switch by.Method {
	case "cubes":
		t.Say(level+1, "It was split into %s, by where the first %s go, and each was refuted: %s.",
			count(len(by.Proofs), "case"), count(by.Depth, "cell"), t.proofSizes(by.Proofs, behind))
	case "lrup":
		t.Say(level+1, "The refutation derives clause after clause by unit propagation, down to the empty one: %s.", t.proofSizes([]string{by.Proof}, behind))
	case "tree":
		t.Say(level+1, "The tree: %s.", t.proofSizes([]string{by.Proof}, behind))
	}
	t.submatrix(level+1, by)
}

// asked is the question that was answered with no.
func asked(by check.By) string {
	switch {
	case by.Method == "tree" || by.Formula == "cover":
		return fmt.Sprintf("whether %s cover the cells", count(by.N, "hub"))
	case by.Formula == "front":
		return fmt.Sprintf("whether %s in %s cover the cells", count(by.N, "hub"), count(by.H, "colour"))
	case by.Formula == "index":
		return fmt.Sprintf("whether %s are enough for the hubs given", count(by.H, "colour"))
	}
	return fmt.Sprintf("whether %s are enough", count(by.H, "colour"))
}

func formulaName(by check.By) string {
	switch by.Formula {
	case "cover":
		return fmt.Sprintf("COVER(%d)", by.N)
	case "front":
		return fmt.Sprintf("FRONT(%d,%d)", by.N, by.H)
	case "index":
		return fmt.Sprintf("INDEX(%d)", by.H)
	case "chi-r":
		return fmt.Sprintf("CHI-R(%d)", by.H)
	}
	return fmt.Sprintf("CHI(%d)", by.H)
}

func (t *Text) formulaSize(by check.By, behind Behind) string {
	if behind.Formula == nil {
		return ""
	}
	vars, clauses, err := behind.Formula(by)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" with %s and %s", count(vars, "variable"), count(clauses, "clause"))
}

func (t *Text) proofSizes(names []string, behind Behind) string {
	if behind.Proof == nil {
		return "not at hand"
	}
	var lines, bytes int64
	for _, name := range names {
		l, b, err := behind.Proof(name)
		if err != nil {
			return "not at hand"
		}
		lines, bytes = lines+l, bytes+b
	}
	text := fmt.Sprintf("%d lines, %s", lines, size(bytes))
	if len(names) == 1 {
		text += fmt.Sprintf(" (%s)", names[0])
	}
	return text
}

func size(bytes int64) string {
	switch {
	case bytes < 10_000:
		return count(int(bytes), "byte")
	case bytes < 10_000_000:
		return fmt.Sprintf("%d kB", bytes/1000)
	}
	return fmt.Sprintf("%d MB", bytes/1_000_000)
}

// submatrix says where a bound looks at a part of the relation alone.
func (t *Text) submatrix(level int, by check.By) {
	rows, cols := len(by.Rows), len(by.Cols)
	if rows == 0 {
		rows = t.Rel.Rows()
	}
	if cols == 0 {
		cols = t.Rel.Cols()
	}
	part := rows < t.Rel.Rows() || cols < t.Rel.Cols()
	must := len(by.Cells)
	all := must == 0 || must == t.Rel.Len()
	switch {
	case part && all:
		t.Say(level, "Only %s and %s are looked at: leaving lines out makes nothing harder.", count(rows, "source"), count(cols, "target"))
	case part:
		t.Say(level, "Only %s and %s are looked at, and only %s of them asked to be covered: neither makes anything harder.", count(rows, "source"), count(cols, "target"), count(must, "cell"))
	case !all:
		t.Say(level, "Only %s of %d are asked to be covered, which makes nothing harder.", count(must, "cell"), t.Rel.Len())
	}
}
