package dimacs

import (
	"bytes"
	"io"
)

// proofWriter passes a proof in text on and notes whether the empty clause was
// in it, on a line that was written to its end.
type proofWriter struct {
	w    io.Writer
	seam []byte // the last bytes of what was written before
	ends bool
}

func (p *proofWriter) Write(text []byte) (int, error) {
	if p.seam == nil {
		p.seam = []byte("\n")
	}
	const most = len("\n0\r\n") - 1
	head := append(p.seam, text[:min(len(text), most)]...)
	p.ends = p.ends || hasEmpty(head) || hasEmpty(text)
	if len(text) > most {
		head = text
	}
	p.seam = bytes.Clone(head[max(0, len(head)-most):])
	return p.w.Write(text)
}

func hasEmpty(text []byte) bool {
	return bytes.Contains(text, []byte("\n0\n")) || bytes.Contains(text, []byte("\n0\r\n"))
}
