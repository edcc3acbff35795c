package proof

import (
	"io"
	"math"
)

// dratReader reads the lines of a DRUP or DRAT proof.
type dratReader struct {
	*scanner
	lits []int64 // as in DIMACS
}

func newDRAT(in io.Reader, format Format) *dratReader {
	return &dratReader{scanner: newScanner(in, format)}
}

// line reads a clause that is added or deleted; the error is io.EOF at the end.
func (r *dratReader) line() (deletion bool, err error) {
	if r.binary {
		tag, err := r.tag()
		if err != nil {
			return false, err
		}
		deletion = tag == 'd'
	} else {
		if !r.blank() {
			return false, r.between()
		}
		deletion = r.deletes()
	}
	r.lits, err = r.numbers(r.lits[:0], math.MaxInt32)
	return deletion, err
}
