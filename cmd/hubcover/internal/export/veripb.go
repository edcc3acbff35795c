package export

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/verify/check"
)

// A VeriPB proof (format 2.0: gitlab.com/MIAOresearch/software/VeriPB; Bogaerts, Gocht,
// McCreesh, Nordström, JAIR 77 (2023)) refutes the unshortened formula, so that
// neither F17 nor the split into cubes has to be believed. It begins with steps
// "red C ; ω": C may be added where an assignment that satisfies all there is
// but not C can be changed by the substitution ω into one that satisfies C too.
//
// Shortening. Thing t, a cell say, may have only the values 0 … t. From its
// clause with all values, for i from the last value down to t+1, add the clause
// with the values 0 … i−1, where ω swaps the values i and t: whoever satisfies
// the clause before this one and not this one has given t the value i, and then
// the swap makes it t. The formula is the same after a swap, and what earlier
// things were allowed speaks only of values below t, which stay. In FRONT hubs
// are renamed first, by cells, and then colours, by hubs: a swap of hubs would
// undo what was derived of colours, a swap of colours touches nothing else.
//
// Cubes. They are restricted growth strings, which is more than shortening
// says, and a cell may have several values. So each of the first d cells gets
// one value of its own, z[t,i], implying that it has the value i: the first one
// that it has, a definition that is forgotten again, since no swap respects it.
// Then, for each prefix s of a cube, with values below M, the next cell has one
// of 0 … M as its own: as above, by swaps of M and i > M under the assumption
// of s. Clauses of other prefixes stay true under the swap, since they differ
// from s in a value below M, and own values exclude each other. Shortening goes
// on behind the first d cells; its swaps touch only values from d on, and the
// prefixes have none of these.
//
// All the rest is "rup", reverse unit propagation: the lemmas of each cube with
// the negated cube added, cubes that clash, and then each prefix when all that
// it begins is refuted.

// derivation is such a proof being written.
type derivation struct {
	*writer
	out   *bufio.Writer
	last  int64 // id of the constraint added last
	f     *formula
	depth int    // of cubes: how many cells have own values
	own   pb.Lit // z[0,0]
}

// derive writes the proof of a piece; full is its unshortened formula.
func (w *writer) derive(out *bufio.Writer, p piece, f *formula, full *pb.Formula) error {
	d := &derivation{w, out, int64(full.Len()), f, p.by.Depth, pb.Lit(full.Vars() + 1)}
	fmt.Fprintf(out, "pseudo-Boolean proof version 2.0\n* %s\n* %s, without first appearance\nf %d\n", p.claim, f.says, full.Len())
	err := d.firstAppearance(p)
	switch {
	case err != nil:
	case p.by.Method == "cubes":
		err = d.cubes(p)
	default:
		err = d.lemmas(p.by.Proof, nil)
	}
	fmt.Fprintf(out, "output NONE\nconclusion UNSAT : %d\nend pseudo-Boolean proof\n", d.last)
	return err
}

// firstAppearance writes all redundance steps.
func (d *derivation) firstAppearance(p piece) error {
	for t := range d.depth {
		d.ownValue(t)
	}
	if d.depth > 0 {
		if err := d.prefixes(p); err != nil {
			return err
		}
	}
	for k, n := range d.f.namings {
		for t := range n.choices {
			if k > 0 || t >= d.depth {
				d.shorten(n, t)
			}
		}
		if d.ctx.Err() != nil {
			return context.Cause(d.ctx)
		}
	}
	return nil
}

// shorten derives the canonical clause of the t-th choice.
func (d *derivation) shorten(n naming, t int) {
	d.byFewer(n.values, t, func(i int) {
		d.begin("red")
		d.literals(n.choices[t].values(0, i))
		d.end()
		n.swap(i, t, d.exchange)
		d.out.WriteByte('\n')
	})
}

// byFewer adds clauses with fewer and fewer values, down to keep, and forgets
// all but the last of them.
func (d *derivation) byFewer(values, keep int, add func(i int)) {
	for i := values - 1; i > keep; i-- {
		add(i)
		if i < values-1 {
			d.forget(d.last - 1)
		}
	}
}

// z is the literal that i is cell t's own value.
func (d *derivation) z(t, i int) pb.Lit { return d.own + pb.Lit(t*d.f.namings[0].values+i) }

// ownValue defines z[t,i] as: i is the first value that cell t has. Of that
// only these stay: one of them holds, no two do, each implies its value.
func (d *derivation) ownValue(t int) {
	n := d.f.namings[0]
	x := n.choices[t].first
	var defined []int64
	for i := range n.values {
		v := pb.Lit(i)
		d.define(d.z(t, i), 0, -d.z(t, i), x+v)
		for j := range v {
			d.define(d.z(t, i), 0, -d.z(t, i), -(x + j))
			defined = append(defined, d.last)
		}
		d.define(d.z(t, i), 1, append(n.choices[t].values(0, i), d.z(t, i), -(x+v))...)
		defined = append(defined, d.last)
	}
	var some []pb.Lit
	for i := range n.values {
		some = append(some, d.z(t, i))
	}
	d.rup(some)
	for i := range n.values {
		for j := range i {
			d.rup([]pb.Lit{-d.z(t, i), -d.z(t, j)})
		}
	}
	d.forget(defined...)
}

// prefixes derives which own values a cell may have after those of the cells
// before it.
func (d *derivation) prefixes(p piece) error {
	d.prefix(nil)
	return check.Checker{Stop: d.ctx.Err}.Cubes(d.rel, p.by, func(s []int, clash bool) error {
		if !clash && len(s) < p.by.Depth {
			d.prefix(s)
		}
		return nil
	})
}

func (d *derivation) prefix(s []int) {
	n, t, fresh := d.f.namings[0], len(s), 0
	for _, i := range s {
		fresh = max(fresh, i+1)
	}
	d.byFewer(n.values, fresh, func(i int) {
		d.begin("red")
		d.literals(d.not(s))
		for v := range i {
			d.literal(d.z(t, v))
		}
		d.end()
		n.swap(i, fresh, d.exchange)
		for t := range d.depth {
			d.exchange(d.z(t, i), d.z(t, fresh))
		}
		d.out.WriteByte('\n')
	})
}

// not says that the first cells do not all have these own values.
func (d *derivation) not(s []int) (lits []pb.Lit) {
	for t, i := range s {
		lits = append(lits, -d.z(t, i))
	}
	return lits
}

// cubes refutes cube by cube, and prefixes when all that they begin is.
func (d *derivation) cubes(p piece) error {
	var open []int // a prefix, of which what it begins is being refuted
	closeTo := func(length int) {
		for len(open) > length {
			d.rup(d.not(open))
			open = open[:len(open)-1]
		}
	}
	used := 0
	err := check.Checker{Stop: d.ctx.Err}.Cubes(d.rel, p.by, func(s []int, clash bool) error {
		closeTo(len(s) - 1)
		switch {
		case clash:
			d.rup(d.not(s))
		case len(s) < p.by.Depth:
			open = append(open, s[len(s)-1])
		default:
			used++
			return d.lemmas(p.by.Proofs[used-1], s)
		}
		return nil
	})
	closeTo(0)
	d.rup(nil)
	return err
}

// lemmas writes those of a proof, each as what holds unless the cube does; of
// them all only the last stays.
func (d *derivation) lemmas(proof string, cube []int) error {
	text, err := d.cert.Proof(proof)
	if err != nil {
		return err
	}
	not := d.not(cube)
	number, final := map[int64]int64{}, int64(0) // of the lemmas that stand
	for s, err := range steps(d.ctx, text) {
		if err != nil {
			return err
		}
		if !s.deletes {
			d.rup(s.lits, not...)
			number[s.id], final = d.last, s.id
			continue
		}
		for _, id := range s.ids {
			if n, ok := number[id]; ok { // none of the formula's: those are VeriPB's core
				d.forget(n)
				delete(number, id)
			}
		}
	}
	delete(number, final)
	d.forget(slices.Sorted(maps.Values(number))...)
	return nil
}

// define adds a clause that a fresh variable makes true.
func (d *derivation) define(z pb.Lit, value int, clause ...pb.Lit) {
	d.begin("red")
	d.literals(clause)
	d.end()
	fmt.Fprintf(d.out, " x%d -> %d\n", z, value)
}

// rup adds a clause that follows by unit propagation.
func (d *derivation) rup(clause []pb.Lit, more ...pb.Lit) {
	d.begin("rup")
	d.literals(clause)
	d.literals(more)
	d.end()
	d.out.WriteByte('\n')
}

func (d *derivation) forget(ids ...int64) {
	if len(ids) == 0 {
		return
	}
	d.out.WriteString("del id")
	for _, id := range ids {
		d.out.WriteByte(' ')
		writeInt(d.out, id)
	}
	d.out.WriteByte('\n')
}

func (d *derivation) begin(rule string) {
	d.out.WriteString(rule)
	d.last++
}

func (d *derivation) end() { d.out.WriteString(" >= 1 ;") }

func (d *derivation) literals(lits []pb.Lit) {
	for _, l := range lits {
		d.literal(l)
	}
}

func (d *derivation) literal(l pb.Lit) {
	d.out.WriteString(" 1 ")
	if l < 0 {
		d.out.WriteByte('~')
	}
	d.variable(l)
}

func (d *derivation) variable(l pb.Lit) {
	d.out.WriteByte('x')
	writeInt(d.out, int64(l.Var()))
}

// exchange writes that a substitution swaps two variables.
func (d *derivation) exchange(x, y pb.Lit) {
	for _, to := range [][2]pb.Lit{{x, y}, {y, x}} {
		d.out.WriteByte(' ')
		d.variable(to[0])
		d.out.WriteString(" -> ")
		d.variable(to[1])
	}
}
