package export

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
)

// verifier checks the part of VeriPB 2.0 that derive writes: clauses alone, red
// without subproofs, rup, del id. It is slow and goes by the definition.
type verifier struct {
	db   map[int64][]int // constraints by id
	keys map[string]int  // how often a clause is in db
	last int64
}

// errOpen is said of a proof that is right as far as it goes.
var errOpen = errors.New("no conclusion")

// veripb checks a proof against a formula in OPB and returns what it derived.
func veripb(opb, pbp string) (*verifier, error) {
	v := &verifier{db: map[int64][]int{}, keys: map[string]int{}}
	for _, line := range strings.Split(strings.TrimSpace(opb), "\n") {
		if strings.HasPrefix(line, "*") {
			continue
		}
		clause, rest, err := constraint(line)
		if err != nil || rest != "" {
			return v, fmt.Errorf("formula: %q: %v", line, err)
		}
		v.add(clause)
	}
	lines := strings.Split(pbp, "\n")
	if lines[0] != "pseudo-Boolean proof version 2.0" {
		return v, errors.New("no header")
	}
	for i, line := range lines[1:] {
		if line == "" && i == len(lines)-2 {
			break
		}
		done, err := v.step(line, lines[i+2:])
		if err != nil {
			return v, fmt.Errorf("line %d: %.80s: %w", i+2, line, err)
		}
		if done {
			return v, nil
		}
	}
	return v, errOpen
}

func (v *verifier) step(line string, after []string) (done bool, err error) {
	rule, rest, _ := strings.Cut(line, " ")
	switch rule {
	case "*":
	case "f":
		if rest != fmt.Sprint(len(v.db)) {
			return false, fmt.Errorf("the formula has %d constraints", len(v.db))
		}
	case "rup", "red":
		clause, witness, err := constraint(rest)
		if err != nil {
			return false, err
		}
		if rule == "rup" && witness != "" {
			return false, errors.New("something follows")
		}
		if rule == "rup" && !v.rup(clause) {
			return false, errors.New("does not follow")
		}
		if rule == "red" {
			if err := v.red(clause, witness); err != nil {
				return false, err
			}
		}
		v.add(clause)
	case "del":
		for _, word := range strings.Fields(rest)[1:] {
			id, err := strconv.ParseInt(word, 10, 64)
			if err != nil || v.db[id] == nil {
				return false, fmt.Errorf("no constraint %s", word)
			}
			v.keys[fmt.Sprint(v.db[id])]--
			delete(v.db, id)
		}
	case "output":
		var id int64
		if rest != "NONE" || len(after) != 3 || after[1] != "end pseudo-Boolean proof" || after[2] != "" {
			return false, errors.New("not the end of a proof")
		}
		if _, err := fmt.Sscanf(after[0], "conclusion UNSAT : %d", &id); err != nil {
			return false, err
		}
		if c := v.db[id]; c == nil || len(c) > 0 {
			return false, fmt.Errorf("constraint %d is %d, no contradiction", id, c)
		}
		return true, nil
	default:
		return false, errors.New("unknown rule")
	}
	return false, nil
}

// constraint reads a clause up to its ";".
func constraint(line string) (clause []int, rest string, err error) {
	text, rest, ok := strings.Cut(line, ">= 1 ;")
	words := strings.Fields(text)
	if !ok || len(words)%2 != 0 {
		return nil, "", errors.New("not a clause")
	}
	clause = []int{}
	for i := 0; i < len(words); i += 2 {
		if words[i] != "1" && words[i] != "+1" {
			return nil, "", errors.New("not a clause")
		}
		l, err := literal(words[i+1])
		if err != nil || slices.Contains(clause, l) {
			return nil, "", fmt.Errorf("%s: %v", words[i+1], err)
		}
		clause = append(clause, l)
	}
	slices.Sort(clause)
	return clause, strings.TrimSpace(rest), nil
}

func literal(s string) (int, error) {
	name, negated := strings.CutPrefix(s, "~")
	n, err := strconv.Atoi(strings.TrimPrefix(name, "x"))
	if err != nil || !strings.HasPrefix(name, "x") {
		return 0, fmt.Errorf("no literal %q", s)
	}
	if negated {
		n = -n
	}
	return n, nil
}

func (v *verifier) add(clause []int) {
	v.last++
	v.db[v.last] = clause
	v.keys[fmt.Sprint(clause)]++
}

func (v *verifier) has(clause []int) bool { return v.keys[fmt.Sprint(clause)] > 0 }

// red checks that F ∧ ¬C implies every constraint of F and C after the
// substitution, each by itself as autoproving does.
func (v *verifier) red(clause []int, witness string) error {
	to := map[int]int{} // a variable to a literal, or to one of
	const yes, no = 1 << 40, -1 << 40
	words := strings.Fields(witness)
	if len(words)%3 != 0 {
		return errors.New("no substitution")
	}
	for i := 0; i < len(words); i += 3 {
		x, err := literal(words[i])
		if err != nil || x < 0 || to[x] != 0 || words[i+1] != "->" {
			return fmt.Errorf("substitution at %s: %v", words[i], err)
		}
		switch words[i+2] {
		case "0":
			to[x] = no
		case "1":
			to[x] = yes
		default:
			if to[x], err = literal(words[i+2]); err != nil {
				return err
			}
		}
	}
	negated := make([]int, len(clause))
	for i, l := range clause {
		negated[i] = -l
	}
	goal := func(c []int) bool {
		image := []int{}
		for _, l := range c {
			t, ok := to[max(l, -l)]
			switch {
			case !ok:
				t = l
			case l < 0:
				t = -t
			}
			if t == yes {
				return true
			}
			if t != no && !slices.Contains(image, t) {
				image = append(image, t)
			}
		}
		slices.Sort(image)
		if v.has(image) {
			return true
		}
		for _, l := range image {
			if slices.Contains(image, -l) {
				return true
			}
		}
		return v.refuted(image, negated)
	}
	if !goal(clause) {
		return fmt.Errorf("the substitution does not make it true")
	}
	for id, c := range v.db {
		if !goal(c) {
			return fmt.Errorf("the substitution breaks constraint %d, %d", id, c)
		}
	}
	return nil
}

func (v *verifier) rup(clause []int) bool { return v.refuted(clause, nil) }

// refuted propagates with a clause false and more literals true.
func (v *verifier) refuted(clause, more []int) bool {
	truth := map[int]bool{}
	for _, l := range more {
		truth[l] = true
	}
	for _, l := range clause {
		if truth[l] {
			return true
		}
		truth[-l] = true
	}
	for again := true; again; {
		again = false
	next:
		for _, c := range v.db {
			unit := 0
			for _, l := range c {
				switch {
				case truth[l]:
					continue next
				case truth[-l]:
				case unit != 0:
					continue next
				default:
					unit = l
				}
			}
			if unit == 0 {
				return true
			}
			truth[unit], again = true, true
		}
	}
	return false
}

// satisfiable tries whether the constraints that stand have a model.
func (v *verifier) satisfiable() bool {
	f, vars := pb.New(), 0
	for _, c := range v.db {
		for _, l := range c {
			vars = max(vars, l, -l)
		}
	}
	f.Block("x", vars)
	for _, c := range v.db {
		var lits []pb.Lit
		for _, l := range c {
			lits = append(lits, pb.Lit(l))
		}
		f.Clause(lits...)
	}
	return encodetest.Solve(f) != nil
}
