package check

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// formula is a canonical formula: variables from 1, clauses numbered from 1 in
// the order in which they are added. Generators add until they are done; the
// first limit that is met stays in err and stops the storing.
type formula struct {
	vars int
	*clauses
	err error
	run *run

	// For replays, made by the first: truth of the literal l at vars+l, 1 true,
	// -1 false; all 0 between replays.
	truth  []int8
	buffer []byte
}

func (c *run) formula(vars int) *formula {
	f := &formula{vars: vars, clauses: newClauses(), run: c}
	if vars > 1<<30 {
		f.err = limit("formula with %d variables", vars)
		return f
	}
	f.err = c.fits(2*int64(vars), "the variables of the formula")
	return f
}

// add adds a clause of literals, v or -v for the variable v.
func (f *formula) add(lits ...int32) {
	if f.err != nil {
		return
	}
	if f.last() == f.run.Limits.Clauses {
		f.err = limit("formula with more than %d clauses", f.run.Limits.Clauses)
		return
	}
	if f.err = f.room(f.run, 1+len(lits)); f.err == nil {
		f.err = f.run.stopped(len(lits))
	}
	f.put(f.last()+1, lits)
}

// firstOf adds the clause ( x(0) x(1) … ) over the first min(n,t+1) of n values
// for the t-th of several things: values are renamed by first appearance (F17).
func (f *formula) firstOf(t, n int, x func(i int) int32) {
	lits := make([]int32, 0, 16)
	for i := range min(n, t+1) {
		lits = append(lits, x(i))
	}
	f.add(lits...)
}

// WriteFormula writes, as DIMACS CNF, the formula that a method lrup or cubes
// refutes; hubs is the extension that the formula index is about, else nil.
func (k Checker) WriteFormula(w io.Writer, rel Relation, hubs []Hub, by By) error {
	f, _, err := k.run(rel).generate(by, hubs)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "p cnf %d %d\n", f.vars, f.last())
	line := make([]byte, 0, 64)
	for id := 1; id <= f.last(); id++ {
		line = line[:0]
		for _, l := range f.get(id) {
			line = append(strconv.AppendInt(line, int64(l), 10), ' ')
		}
		b.Write(append(line, "0\n"...)) // Flush reports a failed write
	}
	return b.Flush()
}
