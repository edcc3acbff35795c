package dimacs

import (
	"bytes"
	"fmt"
	"io"
)

// maxLine bounds a line of output, to which a model's size is added.
const maxLine = 1 << 16

// lines cuts what is written to it into lines.
type lines struct {
	max  int
	each func(line string)
	part []byte // of a line that has not ended
}

func (l *lines) Write(p []byte) (int, error) {
	written := len(p)
	for {
		line, rest, ended := bytes.Cut(p, []byte("\n"))
		if len(l.part)+len(line) > l.max {
			return 0, fmt.Errorf("a line of more than %d bytes", l.max)
		}
		l.part = append(l.part, line...)
		if !ended {
			return written, nil
		}
		l.end()
		p = rest
	}
}

// end takes what stands after the last newline as a line.
func (l *lines) end() {
	if len(l.part) > 0 {
		l.each(string(bytes.TrimRight(l.part, "\r")))
		l.part = l.part[:0]
	}
}

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
