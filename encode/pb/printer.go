package pb

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// printer writes text without allocating; the first error sticks in bufio.
type printer struct{ *bufio.Writer }

func newPrinter(w io.Writer) printer { return printer{bufio.NewWriterSize(w, 1<<16)} }

func (p printer) text(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

func (p printer) int(n int64) {
	p.Write(strconv.AppendInt(p.AvailableBuffer(), n, 10))
}

// MPS readers take 160 bytes for a line at most and read what is beyond as the
// next one, so longer comments are folded.
const commentWidth = 120

// comments writes what every format says at its top, each line after mark.
func (p printer) comments(mark string, f *Formula) {
	for _, c := range f.Comments {
		p.comment(mark, c)
	}
	for _, b := range f.blocks {
		p.comment(mark, b.String())
	}
}

func (p printer) comment(mark, text string) {
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		for len(line) > commentWidth {
			cut := strings.LastIndexByte(line[:commentWidth], ' ')
			if cut <= 0 {
				for cut = commentWidth; !utf8.RuneStart(line[cut]); cut-- {
				}
			}
			p.text(mark, " ", line[:cut], "\n")
			line = strings.TrimPrefix(line[cut:], " ")
		}
		p.text(mark, " ", line, "\n")
	}
}
