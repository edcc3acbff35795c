package proof

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hubcover/hubcover/encode/pb"
)

// refuter is a small DPLL procedure that writes a lemma for each dead end, and
// deletes the two below once their parent stands.
type refuter struct {
	clauses [][]pb.Lit
	value   []int8 // by variable
	rng     *rand.Rand
	lines   []line
}

type line struct {
	deletion bool
	lits     []pb.Lit
}

// refute is a proof that f has no model, nil if it has one.
func refute(f *pb.Formula, rng *rand.Rand) []line {
	r := &refuter{value: make([]int8, f.Vars()+1), rng: rng}
	for i := range f.Len() {
		r.clauses = append(r.clauses, f.Lits(i))
	}
	if !r.search(nil) {
		return nil
	}
	return r.lines
}

// search refutes the decisions, writes the lemma that says so, and deletes the
// lemmas of the two branches, unless they have none or luck keeps them.
func (r *refuter) search(decisions []pb.Lit) bool {
	defer copy(r.value, append([]int8(nil), r.value...))
	for _, l := range decisions {
		r.set(l)
	}
	branch, conflict := r.propagate()
	var branches [][]pb.Lit
	if !conflict {
		if branch == 0 {
			return false
		}
		for _, l := range []pb.Lit{branch, -branch} {
			below := append(decisions[:len(decisions):len(decisions)], l)
			if !r.search(below) {
				return false
			}
			branches = append(branches, below)
		}
	}
	r.write(false, decisions)
	for _, b := range branches {
		if r.rng.IntN(3) > 0 {
			r.write(true, b)
		}
	}
	return true
}

// write writes the negation of the decisions, in any order.
func (r *refuter) write(deletion bool, decisions []pb.Lit) {
	l := line{deletion, make([]pb.Lit, len(decisions))}
	for i, j := range r.rng.Perm(len(decisions)) {
		l.lits[i] = -decisions[j]
	}
	r.lines = append(r.lines, l)
}

func (r *refuter) set(l pb.Lit) {
	r.value[l.Var()] = 1
	if l < 0 {
		r.value[l.Var()] = -1
	}
}

func (r *refuter) get(l pb.Lit) int8 {
	if l < 0 {
		return -r.value[l.Var()]
	}
	return r.value[l.Var()]
}

// propagate finds units, and a literal of a shortest open clause to branch on.
func (r *refuter) propagate() (branch pb.Lit, conflict bool) {
	for again := true; again; {
		again, branch = false, 0
		shortest := 1 << 30
		for _, c := range r.clauses {
			var open []pb.Lit
			satisfied := false
			for _, l := range c {
				switch r.get(l) {
				case 1:
					satisfied = true
				case 0:
					open = append(open, l)
				}
			}
			switch {
			case satisfied:
			case len(open) == 0:
				return 0, true
			case len(open) == 1:
				r.set(open[0])
				again = true
			case len(open) < shortest:
				shortest, branch = len(open), open[0]
			}
		}
	}
	return branch, false
}

func text(lines []line) string {
	var s strings.Builder
	for _, l := range lines {
		if l.deletion {
			s.WriteString("d ")
		}
		for _, x := range l.lits {
			fmt.Fprintf(&s, "%d ", x)
		}
		s.WriteString("0\n")
	}
	return s.String()
}

func binaryText(lines []line) string {
	var b []byte
	for _, l := range lines {
		tag := byte('a')
		if l.deletion {
			tag = 'd'
		}
		b = append(b, tag)
		for _, x := range l.lits {
			u := uint(2 * x.Var())
			if x < 0 {
				u++
			}
			for ; u > 127; u >>= 7 {
				b = append(b, byte(u)|128)
			}
			b = append(b, byte(u))
		}
		b = append(b, 0)
	}
	return string(b)
}
