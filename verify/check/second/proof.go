package second

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Refuted reads a proof and says why it is none, or nil. Each lemma, a line
// "ID literals 0 …", has to follow by unit propagation from the formula and the
// lemmas before it; the rest of the line, and lines "ID d …", are passed over.
func Refuted(f *Formula, proof io.Reader) error {
	s := &state{known: map[int]bool{}, occurs: map[int][]int{}}
	for _, c := range f.Clauses {
		s.learn(c)
	}
	in := bufio.NewScanner(proof)
	in.Buffer(nil, 1<<28)
	for n := 1; in.Scan(); n++ {
		lemma, deletes, err := lemmaOf(in.Text(), len(f.Names))
		if err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		if deletes {
			continue
		}
		if !s.follows(lemma) {
			return fmt.Errorf("line %d: lemma %v does not follow", n, lemma)
		}
		if len(lemma) == 0 {
			return nil
		}
		s.learn(lemma)
	}
	if err := in.Err(); err != nil {
		return err
	}
	return fmt.Errorf("no empty clause")
}

// lemmaOf takes a line apart.
func lemmaOf(line string, variables int) (lemma []int, deletes bool, err error) {
	words := strings.Fields(line)
	if len(words) > 1 && words[1] == "d" {
		return nil, true, nil
	}
	for _, w := range words[min(1, len(words)):] {
		n, err := strconv.Atoi(w)
		switch {
		case err != nil:
			return nil, false, err
		case n == 0:
			return lemma, false, nil
		case n > variables || -n > variables:
			return nil, false, fmt.Errorf("no variable of literal %d", n)
		}
		lemma = append(lemma, n)
	}
	return nil, false, fmt.Errorf("no 0 ends the lemma")
}

// state counts, clause by clause, literals that are false.
type state struct {
	clauses   [][]int
	falsified []int         // by clause: how many of its literals are false
	occurs    map[int][]int // by literal: clauses that have it
	single    []int         // clauses of one literal
	known     map[int]bool  // literals that are true
}

// learn adds a clause, each literal once.
func (s *state) learn(c []int) {
	id, once := len(s.clauses), map[int]bool{}
	var kept []int
	for _, l := range c {
		if !once[l] {
			once[l] = true
			kept = append(kept, l)
			s.occurs[l] = append(s.occurs[l], id)
		}
	}
	s.clauses, s.falsified = append(s.clauses, kept), append(s.falsified, 0)
	if len(kept) == 1 {
		s.single = append(s.single, id)
	}
}

// follows makes the literals of a lemma false, propagates, and takes it back.
func (s *state) follows(lemma []int) bool {
	var queue []int
	for _, l := range lemma {
		queue = append(queue, -l)
	}
	for _, id := range s.single {
		queue = append(queue, s.clauses[id][0])
	}
	var done []int // literals whose falsity has been counted
	conflict := false
	for len(queue) > 0 && !conflict {
		l := queue[0]
		queue = queue[1:]
		if s.known[l] {
			continue
		}
		if s.known[-l] {
			conflict = true
			break
		}
		s.known[l] = true
		done = append(done, l)
		for _, id := range s.occurs[-l] {
			s.falsified[id]++
			switch len(s.clauses[id]) - s.falsified[id] {
			case 0:
				conflict = true
			case 1:
				for _, x := range s.clauses[id] {
					if !s.known[-x] {
						queue = append(queue, x)
					}
				}
			}
		}
	}
	for _, l := range done {
		delete(s.known, l)
		for _, id := range s.occurs[-l] {
			s.falsified[id]--
		}
	}
	return conflict
}
