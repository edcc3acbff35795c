package columns

import (
	"bufio"
	"io"
	"strconv"
)

// proof notes the steps of a walk, a line each. The first line is weights of
// the cells:
//
//	w W W W …
//
// Then, where a bin is known by its number, in the order in which bins came
// into use, and the number of bins in use stands for one that is not:
//
//	C B   cell C is put into bin B; what follows closes that; then it is kept
//	      out of bin B (out of all bins not in use), and where another bin can
//	      hold it, what follows closes that
//	C     no bin can hold cell C: closed
//	w     columns leave the domains that are lighter than the domain's heaviest
//	      by more than the sum of those, over all k bins, exceeds the weight of
//	      all cells; where it does not even reach that: closed
//
// The columns are those that lie, as sets of cells, within no other one.
type proof struct {
	w    *bufio.Writer
	line []byte
}

func newProof(to io.Writer, weights []int64) *proof {
	p := &proof{w: bufio.NewWriterSize(to, 1<<16)}
	p.line = append(p.line, 'w')
	for _, w := range weights {
		p.line = strconv.AppendInt(append(p.line, ' '), w, 10)
	}
	p.write()
	return p
}

// write ends the line. Errors stay in the writer until the end.
func (p *proof) write() {
	p.w.Write(append(p.line, '\n'))
	p.line = p.line[:0]
}

func (p *proof) put(cell, bin int) {
	if p == nil {
		return
	}
	p.line = strconv.AppendInt(p.line, int64(cell), 10)
	p.line = strconv.AppendInt(append(p.line, ' '), int64(bin), 10)
	p.write()
}

func (p *proof) dead(cell int) {
	if p == nil {
		return
	}
	p.line = strconv.AppendInt(p.line, int64(cell), 10)
	p.write()
}

func (p *proof) weigh() {
	if p == nil {
		return
	}
	p.line = append(p.line, 'w')
	p.write()
}

// end tells whether everything was written.
func (p *proof) end() error {
	if p == nil {
		return nil
	}
	return p.w.Flush()
}
