package linear

import (
	"bufio"
	"fmt"
	"io"

	"github.com/hubcover/hubcover/encode/pb"
)

// writeWCNF writes clauses and an objective in the MaxSAT format before 2022:
// a header, and before every clause its weight, that of hard ones more than all
// soft ones have together. Without an objective the one soft clause is true.
func writeWCNF(to io.Writer, f *pb.Formula) error {
	w := bufio.NewWriterSize(to, 1<<16)
	soft, top := 0, int64(1)
	for _, t := range f.Objective {
		if t.Coef == 0 {
			continue
		}
		soft++
		if top += max(t.Coef, -t.Coef); top <= 0 || t.Coef == -t.Coef {
			return fmt.Errorf("objective: weights of more than 63 bits")
		}
	}
	fmt.Fprintf(w, "p wcnf %d %d %d\n", f.Vars(), f.Len()+max(soft, 1), top)
	for i := range f.Len() {
		fmt.Fprintf(w, "%d ", top)
		for _, l := range f.Lits(i) {
			fmt.Fprintf(w, "%d ", l)
		}
		fmt.Fprintln(w, 0)
	}
	for _, t := range f.Objective {
		switch {
		case t.Coef > 0:
			fmt.Fprintf(w, "%d %d 0\n", t.Coef, -t.Lit)
		case t.Coef < 0:
			fmt.Fprintf(w, "%d %d 0\n", -t.Coef, t.Lit)
		}
	}
	if soft == 0 {
		fmt.Fprintln(w, "1 1 -1 0")
	}
	return w.Flush()
}

// offset is what the weight of falsified soft clauses lacks to the objective.
func offset(f *pb.Formula) (sum int64) {
	for _, t := range f.Objective {
		sum += min(t.Coef, 0)
	}
	return sum
}
