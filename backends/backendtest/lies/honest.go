package lies

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/encode/pb"
)

// solve is the truth: by splitting and propagation with a proof where all are
// clauses, by exhaustion otherwise.
func solve(f *pb.Formula) answer {
	if f.IsCNF() {
		return split(f)
	}
	a, err := exhaust.New().Solve(context.Background(), f, backends.Options{})
	if err != nil {
		a = backends.Answer{Stop: backends.GaveUp}
	}
	return answer{Answer: a}
}

// splitter is the search of Davis, Putnam, Logemann and Loveland. Every branch
// that it leaves is a lemma of the proof: the negated decisions. It has RUP,
// because propagation refutes a leaf, and the lemmas of both children their
// parent.
type splitter struct {
	f     *pb.Formula
	value []int8 // by variable: 1 true, -1 false, 0 open
	trail []pb.Lit
	proof bytes.Buffer
	steps int64
}

// splits bounds the search: what takes longer is given up.
const splits = 1 << 16

func split(f *pb.Formula) answer {
	s := &splitter{f: f, value: make([]int8, f.Vars()+1)}
	found := s.search(nil)
	a := answer{Answer: backends.Answer{Steps: s.steps}, proof: s.proof.Bytes()}
	switch {
	case found:
		a.Verdict, a.Model = backends.Sat, make(pb.Model, f.Vars()+1)
		for v, x := range s.value {
			a.Model[v] = x > 0
		}
	case s.steps > splits:
		a.Stop = backends.GaveUp
	default:
		a.Verdict = backends.Unsat
	}
	return a
}

// search reports a model; without one the lemma of the decisions is proved.
func (s *splitter) search(decisions []pb.Lit) bool {
	from := len(s.trail)
	if s.steps++; s.steps > splits {
		return false
	}
	if branch, ok := s.propagate(); ok {
		if branch == 0 {
			return true
		}
		for _, l := range []pb.Lit{branch, -branch} {
			at := len(s.trail)
			s.set(l)
			if s.search(append(decisions, l)) {
				return true
			}
			s.undo(at)
		}
	}
	s.undo(from)
	for _, l := range decisions {
		fmt.Fprintf(&s.proof, "%d ", -l)
	}
	s.proof.WriteString("0\n")
	return false
}

func (s *splitter) set(l pb.Lit) {
	s.value[l.Var()] = 1
	if l < 0 {
		s.value[l.Var()] = -1
	}
	s.trail = append(s.trail, l)
}

func (s *splitter) undo(to int) {
	for _, l := range s.trail[to:] {
		s.value[l.Var()] = 0
	}
	s.trail = s.trail[:to]
}

// propagate sets what is forced; ok is false at a conflict. The literal is one of
// a shortest clause that does not hold yet; 0 where all do.
func (s *splitter) propagate() (branch pb.Lit, ok bool) {
	for changed := true; changed; {
		changed, branch = false, 0
		shortest := 0
		for i := range s.f.Len() {
			unit, open, holds := s.look(i)
			switch {
			case holds:
			case open == 0:
				return 0, false
			case open == 1:
				s.set(unit)
				changed = true
			case branch == 0 || open < shortest:
				branch, shortest = unit, open
			}
		}
	}
	return branch, true
}

// look finds a literal of a clause that is open, and how many of its variables are.
func (s *splitter) look(clause int) (unit pb.Lit, open int, holds bool) {
	for _, l := range s.f.Lits(clause) {
		switch x := s.value[l.Var()]; {
		case x == 0 && l != unit:
			unit, open = l, open+1
		case x != 0 && x > 0 == (l > 0):
			return 0, 0, true
		}
	}
	return unit, open, false
}

// readDIMACS reads clauses as package pb writes them.
func readDIMACS(text []byte) (*pb.Formula, error) {
	f := pb.New()
	var clause []pb.Lit
	for line := range bytes.Lines(text) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == 'c':
			continue
		case string(words[0]) == "p":
			vars, err := number(words, 2, 0, 1<<20)
			if err != nil {
				return nil, err
			}
			f.Block("x", int(vars))
			continue
		}
		for k := range words {
			l, err := number(words, k, -int64(f.Vars()), int64(f.Vars()))
			if err != nil {
				return nil, err
			}
			if l == 0 {
				f.Clause(clause...)
				clause = nil
				continue
			}
			clause = append(clause, pb.Lit(l))
		}
	}
	return f, nil
}

// readOPB reads constraints as package pb writes them.
func readOPB(text []byte) (*pb.Formula, error) {
	f := pb.New()
	for line := range bytes.Lines(text) {
		words := bytes.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case string(words[0]) == "*":
			if len(words) > 2 && string(words[1]) == "#variable=" {
				vars, err := number(words, 2, 0, 1<<20)
				if err != nil {
					return nil, err
				}
				f.Block("x", int(vars))
			}
			continue
		}
		minimise := string(words[0]) == "min:"
		if minimise {
			words = words[1:]
		}
		terms, rest, err := opbTerms(f, words)
		switch {
		case err != nil:
			return nil, err
		case minimise:
			f.Objective = terms
			continue
		case len(rest) < 2 || string(rest[0]) != ">=":
			return nil, fmt.Errorf("%q is no constraint", line)
		}
		bound, err := number(rest, 1, -1<<62, 1<<62)
		if err != nil {
			return nil, err
		}
		f.AtLeast(bound, terms...)
	}
	return f, nil
}

// opbTerms reads "+3 x1 -2 ~x4" up to something else.
func opbTerms(f *pb.Formula, words [][]byte) (terms []pb.Term, rest [][]byte, err error) {
	for len(words) > 1 && (words[0][0] == '+' || words[0][0] == '-') {
		coef, err := number(words, 0, -1<<62, 1<<62)
		if err != nil {
			return nil, nil, err
		}
		name, negated := bytes.CutPrefix(words[1], []byte("~"))
		v, err := number([][]byte{bytes.TrimPrefix(name, []byte("x"))}, 0, 1, int64(f.Vars()))
		if err != nil {
			return nil, nil, err
		}
		if negated {
			v = -v
		}
		terms = append(terms, pb.Term{Coef: coef, Lit: pb.Lit(v)})
		words = words[2:]
	}
	return terms, words, nil
}

// number is the k-th word as a number within bounds.
func number(words [][]byte, k int, least, most int64) (int64, error) {
	if k >= len(words) {
		return 0, errors.New("a line ends too soon")
	}
	n, err := strconv.ParseInt(string(words[k]), 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is no number from %d to %d", words[k], least, most)
	}
	return n, nil
}
