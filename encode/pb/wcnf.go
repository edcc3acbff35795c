package pb

import "io"

// WriteWCNF writes clauses as hard ("h …") and the objective as soft clauses,
// in the format of the MaxSAT evaluations since 2022: minimising c·ℓ is the
// soft clause ¬ℓ of weight c, and, as c·ℓ = c − c·¬ℓ, for a negative c the soft
// clause ℓ of weight −c with c added to every value, which a comment says.
func WriteWCNF(w io.Writer, f *Formula) error {
	if err := takesWCNF(f); err != nil {
		return err
	}
	if err := takesLinear(f); err != nil {
		return err
	}
	p := newPrinter(w)
	p.comments("c", f)
	var offset int64
	for _, t := range f.Objective {
		offset += min(t.Coef, 0)
	}
	if offset != 0 {
		p.text("c objective = weight of falsified soft clauses ")
		p.int(offset)
		p.text("\n")
	}
	for i := range f.Len() {
		p.text("h ")
		p.clause(f.Lits(i))
	}
	for _, t := range f.Objective {
		soft := [1]Lit{-t.Lit}
		if t.Coef < 0 {
			soft[0] = t.Lit
		}
		if t.Coef != 0 {
			p.int(max(t.Coef, -t.Coef))
			p.text(" ")
			p.clause(soft[:])
		}
	}
	return p.Flush()
}
