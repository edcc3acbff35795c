package proof

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/encode/pb"
)

// checkLRUP is the judge of these tests: it replays a proof as strictly as the
// project's checker does, and more: ids are dense.
func checkLRUP(f *pb.Formula, proof string) error {
	clauses := map[int][]pb.Lit{}
	for i := range f.Len() {
		clauses[i+1] = f.Lits(i)
	}
	last, ended := f.Len(), false
	for n, line := range strings.Split(strings.TrimSuffix(proof, "\n"), "\n") {
		fail := func(format string, args ...any) error {
			return fmt.Errorf("line %d %q: %s", n+1, line, fmt.Sprintf(format, args...))
		}
		if ended {
			return fail("after the empty clause")
		}
		words := strings.Split(line, " ")
		if len(words) < 3 || words[len(words)-1] != "0" {
			return fail("no line of a proof")
		}
		deletion := words[1] == "d"
		if deletion {
			words[1] = "0"
		}
		var parts [3][]int // id, literals, hints
		part := 0
		for i, word := range words {
			x, err := strconv.Atoi(word)
			switch {
			case err != nil:
				return fail("%v", err)
			case i == 0:
				parts[0] = []int{x}
				part = 1
			case part > 2:
				return fail("numbers after the end")
			case x == 0:
				part++
			default:
				parts[part] = append(parts[part], x)
			}
		}
		if part != 3 {
			return fail("a part is missing")
		}
		id := parts[0][0]
		if deletion {
			if id != last {
				return fail("deletion out of order")
			}
			for _, d := range parts[2] {
				if _, ok := clauses[d]; !ok {
					return fail("deletes %d, which is not there", d)
				}
				delete(clauses, d)
			}
			continue
		}
		if id != last+1 {
			return fail("id is not %d", last+1)
		}
		last = id
		value := map[int]int{}
		var clause []pb.Lit
		for _, l := range parts[1] {
			if max(l, -l) > f.Vars() {
				return fail("variable out of range")
			}
			if value[l] != 0 {
				return fail("literal repeated, or tautology")
			}
			value[l], value[-l] = -1, 1
			clause = append(clause, pb.Lit(l))
		}
		conflict := false
		for _, h := range parts[2] {
			c, ok := clauses[h]
			switch {
			case !ok:
				return fail("hint %d is not there", h)
			case conflict:
				return fail("hint %d after the conflict", h)
			}
			unit := 0
			for _, l := range c {
				switch l := int(l); {
				case value[l] > 0:
					return fail("hint %d is satisfied", h)
				case value[l] == 0 && unit != 0 && unit != l:
					return fail("hint %d is not unit", h)
				case value[l] == 0:
					unit = l
				}
			}
			if conflict = unit == 0; !conflict {
				value[unit], value[-unit] = 1, -1
			}
		}
		if !conflict {
			return fail("no conflict")
		}
		clauses[id] = clause
		ended = len(clause) == 0
	}
	if !ended {
		return fmt.Errorf("no empty clause")
	}
	return nil
}
