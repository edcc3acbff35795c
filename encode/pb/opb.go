package pb

import "io"

// WriteOPB writes the formula in the OPB format of the pseudo-Boolean
// competitions, variable v as xv, a negative literal as ~xv.
func WriteOPB(w io.Writer, f *Formula) error {
	if err := takesLinear(f); err != nil {
		return err
	}
	p := newPrinter(w)
	p.text("* #variable= ")
	p.int(int64(max(f.vars, 1))) // an empty sum is written +0 x1
	p.text(" #constraint= ")
	p.int(int64(f.Len()))
	p.text("\n")
	p.comments("*", f)
	if f.Objective != nil {
		p.text("min:")
		for _, t := range f.Objective {
			p.opbTerm(t.Coef, t.Lit)
		}
		p.text(" ;\n")
	}
	for i := range f.Len() {
		lits, coefs, bound := f.Constraint(i)
		for k, l := range lits {
			if coefs == nil {
				p.opbTerm(1, l)
			} else {
				p.opbTerm(coefs[k], l)
			}
		}
		if len(lits) == 0 {
			p.opbTerm(0, 1)
		}
		p.text(" >= ")
		p.int(bound)
		p.text(" ;\n")
	}
	return p.Flush()
}

func (p printer) opbTerm(coef int64, l Lit) {
	p.text(" ")
	if coef >= 0 {
		p.text("+")
	}
	p.int(coef)
	if l < 0 {
		p.text(" ~x")
	} else {
		p.text(" x")
	}
	p.int(int64(l.Var()))
}
