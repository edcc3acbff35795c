package pb

import "io"

// constant names the variable, fixed at 1, that carries an objective's
// constant part: LP and MPS files have no portable place for it.
const constant = "one"

// WriteLP writes the formula as a 0/1 program in CPLEX LP format: variable v
// is xv, constraint i is ci, ¬x is 1−x. All variables stand in the objective,
// some with coefficient 0, so that solvers number them as the formula does.
func WriteLP(w io.Writer, f *Formula) error {
	if err := takesLinear(f); err != nil {
		return err
	}
	p, rows := newPrinter(w), rows{f: f}
	p.comments(`\`, f)
	p.text("Minimize\n obj:")
	obj := rows.objective()
	rest := obj.terms
	for v := Lit(1); int(v) <= f.vars; v++ {
		t := Term{0, v}
		if len(rest) > 0 && rest[0].Lit == v {
			t, rest = rest[0], rest[1:]
		}
		p.lpTerm(int(v), t)
	}
	if obj.bound != 0 {
		p.sign(-obj.bound)
		p.text(constant)
	}
	p.text("\nSubject To\n")
	for i := range f.Len() {
		p.text(" c")
		p.int(int64(i + 1))
		p.text(":")
		r := rows.constraint(i)
		for k, t := range r.terms {
			p.lpTerm(k+1, t)
		}
		if len(r.terms) == 0 {
			p.text(" 0 ", emptySum(f))
		}
		p.text(" >= ")
		p.int(r.bound)
		p.text("\n")
	}
	if obj.bound != 0 {
		p.text("Bounds\n ", constant, " = 1\n")
	}
	p.text("Binary\n")
	for v := range f.vars {
		p.text(" x")
		p.int(int64(v + 1))
		p.text("\n")
	}
	p.text("End\n")
	return p.Flush()
}

// emptySum names the variable of a sum without terms.
func emptySum(f *Formula) string {
	if f.vars > 0 {
		return "x1"
	}
	return constant
}

// lpTerm writes the k-th term of a sum, eight to a line.
func (p printer) lpTerm(k int, t Term) {
	if k%8 == 0 {
		p.text("\n ")
	}
	p.sign(t.Coef)
	p.text("x")
	p.int(int64(t.Lit))
}

// sign writes a coefficient before its variable: " + 3 ", " - ".
func (p printer) sign(c int64) {
	if c < 0 {
		p.text(" - ")
		c = -c
	} else {
		p.text(" + ")
	}
	if c != 1 {
		p.int(c)
		p.text(" ")
	}
}
