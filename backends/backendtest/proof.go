package backendtest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode/pb"
)

// CheckProof checks a DRUP, DRAT or textual LRAT refutation of a small formula in clauses, by
// the definition and slowly: every lemma must have RUP, or RAT on its first
// literal, and the empty clause must be among them. Deletions of unit clauses
// are passed over, as drat-trim does; of LRAT only the lemmas are read.
func CheckProof(f *pb.Formula, proof []byte, format backends.ProofFormat) error {
	c := &checker{values: make([]int8, f.Vars()+1)}
	for i := range f.Len() {
		c.add(ints(f.Lits(i)))
	}
	if format == backends.LRAT {
		proof = lemmas(proof)
	}
	read := nextText
	if format == backends.DRATBinary {
		read = nextBinary
	}
	for step := 1; ; step++ {
		line, rest, err := read(proof)
		switch {
		case err != nil:
			return fmt.Errorf("proof step %d: %w", step, err)
		case line == nil && c.refuted():
			return nil // a formula that propagation alone refutes needs no lemma
		case line == nil:
			return errors.New("the proof ends without the empty clause")
		}
		proof = rest
		if err := c.step(*line); err != nil {
			return fmt.Errorf("proof step %d: %w", step, err)
		}
		if !line.deleted && len(line.lits) == 0 {
			return nil
		}
	}
}

// lemmas are those of an LRAT text, as DRUP.
func lemmas(lrat []byte) []byte {
	var out []byte
	for text := range bytes.Lines(lrat) {
		words := bytes.Fields(text)
		if len(words) < 2 || string(words[1]) == "d" {
			continue
		}
		for _, w := range words[1:] {
			out = append(append(out, w...), ' ')
			if string(w) == "0" {
				break
			}
		}
		out = append(out, '\n')
	}
	return out
}

type line struct {
	deleted bool
	lits    []int
}

// nextText reads "1 -2 0" or "d 1 -2 0"; no line is the end.
func nextText(p []byte) (*line, []byte, error) {
	p = bytes.TrimLeft(p, " \t\r\n")
	if len(p) == 0 {
		return nil, nil, nil
	}
	text, rest, _ := bytes.Cut(p, []byte("\n"))
	words := bytes.Fields(text)
	l := &line{deleted: string(words[0]) == "d"}
	if l.deleted {
		words = words[1:]
	}
	if len(words) == 0 || string(words[len(words)-1]) != "0" {
		return nil, nil, fmt.Errorf("line %q is not ended by 0", text)
	}
	for _, w := range words[:len(words)-1] {
		n, err := strconv.ParseInt(string(w), 10, 32)
		if err != nil || n == 0 {
			return nil, nil, fmt.Errorf("%q in line %q is no literal", w, text)
		}
		l.lits = append(l.lits, int(n))
	}
	return l, rest, nil
}

// nextBinary reads 'a' or 'd', literals as 2v + (1 if negated) in 7-bit
// pieces, and 0.
func nextBinary(p []byte) (*line, []byte, error) {
	if len(p) == 0 {
		return nil, nil, nil
	}
	if p[0] != 'a' && p[0] != 'd' {
		return nil, nil, fmt.Errorf("a step begins with %q", p[0])
	}
	l := &line{deleted: p[0] == 'd'}
	for p = p[1:]; ; {
		u, n := binary.Uvarint(p)
		if n <= 0 || u > 1<<32 {
			return nil, nil, errors.New("cut short, or a literal out of range")
		}
		p = p[n:]
		if u == 0 {
			return l, p, nil
		}
		lit := int(u >> 1)
		if u&1 == 1 {
			lit = -lit
		}
		l.lits = append(l.lits, lit)
	}
}

// checker holds the clauses of the moment.
type checker struct {
	clauses [][]int
	values  []int8 // of the variables, while propagating
}

func (c *checker) add(lits []int) { c.clauses = append(c.clauses, lits) }

func (c *checker) step(l line) error {
	for _, lit := range l.lits {
		for max(lit, -lit) >= len(c.values) {
			c.values = append(c.values, 0) // a proof may define variables
		}
	}
	if l.deleted {
		c.delete(l.lits)
		return nil
	}
	if !c.implied(l.lits) && !c.rat(l.lits) {
		return fmt.Errorf("the clause %d has neither RUP nor RAT", l.lits)
	}
	c.add(l.lits)
	return nil
}

func (c *checker) delete(lits []int) {
	if len(lits) < 2 {
		return
	}
	want := sorted(lits)
	for i, have := range c.clauses {
		if slices.Equal(sorted(have), want) {
			c.clauses = slices.Delete(c.clauses, i, i+1)
			return
		}
	}
}

func (c *checker) refuted() bool { return c.implied(nil) }

// implied tests RUP: propagation of the clause's negation meets a conflict.
func (c *checker) implied(lits []int) bool {
	clear(c.values)
	for _, l := range lits {
		if c.value(l) > 0 {
			return true // a tautology
		}
		c.set(-l)
	}
	for changed := true; changed; {
		changed = false
		for _, clause := range c.clauses {
			unit, state := c.look(clause)
			switch state {
			case falsified:
				return true
			case forcing:
				c.set(unit)
				changed = true
			}
		}
	}
	return false
}

// rat tests every resolvent on the first literal for RUP.
func (c *checker) rat(lits []int) bool {
	if len(lits) == 0 {
		return false
	}
	for _, clause := range c.clauses {
		if !slices.Contains(clause, -lits[0]) {
			continue
		}
		resolvent := slices.Clone(lits)
		for _, l := range clause {
			if l != -lits[0] {
				resolvent = append(resolvent, l)
			}
		}
		if !c.implied(resolvent) {
			return false
		}
	}
	return true
}

type state uint8

const (
	quiet state = iota
	forcing
	falsified
)

func (c *checker) look(clause []int) (unit int, s state) {
	for _, l := range clause {
		switch v := c.value(l); {
		case v > 0:
			return 0, quiet
		case v == 0 && unit != 0 && unit != l:
			return 0, quiet
		case v == 0:
			unit = l
		}
	}
	if unit == 0 {
		return 0, falsified
	}
	return unit, forcing
}

// value of a literal: 1 true, -1 false, 0 open.
func (c *checker) value(l int) int8 {
	if l < 0 {
		return -c.values[-l]
	}
	return c.values[l]
}

func (c *checker) set(l int) {
	if l < 0 {
		c.values[-l] = -1
	} else {
		c.values[l] = 1
	}
}

func ints(lits []pb.Lit) []int {
	out := make([]int, len(lits))
	for i, l := range lits {
		out[i] = int(l)
	}
	return out
}

// sorted is the clause as a set.
func sorted(lits []int) []int {
	s := slices.Clone(lits)
	slices.Sort(s)
	return slices.Compact(s)
}
