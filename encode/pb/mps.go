package pb

import (
	"io"
	"strconv"
)

// WriteMPS writes the same 0/1 program as WriteLP in MPS: integer markers, and
// bounds 0 and 1 for every variable. Names of at most 8 letters stand in the
// columns of fixed format, so that readers of fixed and of free format agree;
// beyond 9 999 999 variables or constraints only free format is left.
func WriteMPS(w io.Writer, f *Formula) error {
	if err := takesLinear(f); err != nil {
		return err
	}
	p, rows := newPrinter(w), rows{f: f}
	obj := rows.objective()
	obj.terms = append([]Term(nil), obj.terms...)
	cols := columnsOf(f, &rows)

	p.comments("*", f)
	p.text("NAME          hubcover\nROWS\n N  obj\n")
	for i := range f.Len() {
		p.text(" G  c")
		p.int(int64(i + 1))
		p.text("\n")
	}
	p.text("COLUMNS\n    M1        'MARKER'                 'INTORG'\n")
	rest := obj.terms
	for v := 1; v <= f.vars; v++ {
		t := Term{0, Lit(v)} // every variable, so that solvers number them as the formula does
		if len(rest) > 0 && rest[0].Lit == t.Lit {
			t, rest = rest[0], rest[1:]
		}
		p.mpsEntry('x', v, 0, t.Coef)
		for _, e := range cols.of(v) {
			p.mpsEntry('x', v, e.row, e.coef)
		}
	}
	p.text("    M2        'MARKER'                 'INTEND'\n")
	if obj.bound != 0 {
		p.text("    ", constant, "       obj       ")
		p.int(-obj.bound)
		p.text("\n")
	}
	p.text("RHS\n")
	for i := range f.Len() {
		if bound := rows.constraint(i).bound; bound != 0 {
			p.text("    RHS       ")
			p.mpsName('c', i+1)
			p.int(bound)
			p.text("\n")
		}
	}
	p.text("BOUNDS\n")
	for v := 1; v <= f.vars; v++ {
		p.text(" UP BND       ")
		p.mpsName('x', v)
		p.text("1\n")
	}
	if obj.bound != 0 {
		p.text(" FX BND       ", constant, "       1\n")
	}
	p.text("ENDATA\n")
	return p.Flush()
}

// entry is a coefficient of one column; rows count from 1.
type entry struct {
	row  int
	coef int64
}

// columns holds the matrix by columns: v's entries are entries[start[v-1]:start[v]].
type columns struct {
	start   []int
	entries []entry
}

func columnsOf(f *Formula, rows *rows) columns {
	c := columns{start: make([]int, f.vars+2)}
	for i := range f.Len() {
		for _, t := range rows.constraint(i).terms {
			c.start[t.Lit+1]++
		}
	}
	for v := range f.vars + 1 {
		c.start[v+1] += c.start[v]
	}
	c.entries = make([]entry, c.start[f.vars+1])
	for i := range f.Len() {
		for _, t := range rows.constraint(i).terms {
			c.entries[c.start[t.Lit]] = entry{i + 1, t.Coef}
			c.start[t.Lit]++ // ends where the next column starts
		}
	}
	return c
}

func (c columns) of(v int) []entry { return c.entries[c.start[v-1]:c.start[v]] }

// mpsEntry writes one coefficient; row 0 is the objective.
func (p printer) mpsEntry(kind byte, v, row int, coef int64) {
	p.text("    ")
	p.mpsName(kind, v)
	if row == 0 {
		p.text("obj       ")
	} else {
		p.mpsName('c', row)
	}
	p.int(coef)
	p.text("\n")
}

// mpsName writes a name padded to the next field.
func (p printer) mpsName(kind byte, n int) {
	b := strconv.AppendInt(append(p.AvailableBuffer(), kind), int64(n), 10)
	for pad := max(2, 10-len(b)); pad > 0; pad-- {
		b = append(b, ' ')
	}
	p.Write(b)
}
