package proof

import (
	"fmt"
	"io"
	"math"
)

// drat reads the lines of a DRUP or DRAT proof.
type drat struct {
	*scanner
	binary bool
	lits   []int64
}

func newDRAT(in io.Reader, format Format) *drat {
	s := newScanner(in)
	return &drat{scanner: s, binary: s.detect(format) == Binary}
}

// line is the next clause added or deleted, its literals as in DIMACS, valid
// until the next call; the error is io.EOF at the end.
func (d *drat) line() (lits []int64, deletion bool, err error) {
	d.lits = d.lits[:0]
	if d.binary {
		deletion, err = d.binaryLine()
	} else {
		deletion, err = d.textLine()
	}
	return d.lits, deletion, err
}

func (d *drat) textLine() (deletion bool, err error) {
	for first := true; ; first = false {
		n, letter, ok, err := d.word()
		switch {
		case err != nil:
			return false, err
		case !ok && first && d.fail == io.EOF:
			return false, io.EOF
		case !ok:
			return false, d.ended()
		case letter == 'd' && first:
			deletion = true
			if n, letter, ok, err = d.word(); err != nil {
				return false, err
			} else if !ok {
				return false, d.ended()
			}
		}
		switch {
		case letter != 0:
			return false, d.malformed("%q inside a clause", letter)
		case n == 0:
			return deletion, nil
		}
		if err := d.literal(n); err != nil {
			return false, err
		}
	}
}

func (d *drat) binaryLine() (deletion bool, err error) {
	tag, ok := d.next()
	switch {
	case !ok && d.fail == io.EOF:
		return false, io.EOF
	case !ok:
		return false, fmt.Errorf("reading the proof: %w", d.fail)
	case tag != 'a' && tag != 'd':
		return false, d.malformed("byte %#x where a clause should begin with 'a' or 'd'", tag)
	}
	for {
		n, err := d.signed()
		if err != nil {
			return false, err
		}
		if n == 0 {
			return tag == 'd', nil
		}
		if err := d.literal(n); err != nil {
			return false, err
		}
	}
}

func (d *drat) literal(n int64) error {
	if n > math.MaxInt32 || n < -math.MaxInt32 {
		return d.malformed("%d is no literal", n)
	}
	d.lits = append(d.lits, n)
	return nil
}
