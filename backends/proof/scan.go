package proof

import (
	"fmt"
	"io"
	"math"
)

// Detect tells a text from a binary proof, DRAT or LRAT, by its first bytes:
// binary lines begin with a or d, texts with a number or, seldom, with d.
func Detect(head []byte) Format {
	switch {
	case len(head) == 0 || head[0] != 'a' && head[0] != 'd':
		return Text
	case head[0] == 'a':
		return Binary
	}
	for _, c := range head[1:min(len(head), 64)] {
		if !space(c) && c != '-' && (c < '0' || c > '9') {
			if c == 'c' || c == 'd' {
				break // of a text: another line, or a comment, which may hold anything
			}
			return Binary
		}
	}
	return Text
}

// scanner reads the tokens of both formats and knows where it is.
type scanner struct {
	in   io.Reader
	buf  []byte
	pos  int   // next byte in buf
	base int64 // offset of buf[0]
	fail error // of in, io.EOF at the end
}

func newScanner(in io.Reader) *scanner {
	return &scanner{in: in, buf: make([]byte, 0, 1<<16)}
}

func (s *scanner) offset() int64 { return s.base + int64(s.pos) }

func (s *scanner) malformed(format string, args ...any) error {
	return &Error{Kind: ErrMalformed, Offset: s.offset(), Detail: fmt.Sprintf(format, args...)}
}

// next is the next byte; ok is false at the end and when reading fails.
func (s *scanner) next() (c byte, ok bool) {
	if s.pos < len(s.buf) {
		c = s.buf[s.pos]
		s.pos++
		return c, true
	}
	return s.refill()
}

func (s *scanner) refill() (byte, bool) {
	if !s.fill() {
		return 0, false
	}
	s.pos++
	return s.buf[s.pos-1], true
}

// fill reads more once all of buf was taken.
func (s *scanner) fill() bool {
	s.base += int64(len(s.buf))
	s.buf, s.pos = s.buf[:0], 0
	for empty := 0; s.fail == nil && empty < 100; empty++ {
		n, err := s.in.Read(s.buf[:cap(s.buf)])
		s.buf, s.fail = s.buf[:n], err
		if n > 0 {
			return true
		}
	}
	if s.fail == nil {
		s.fail = io.ErrNoProgress
	}
	return false
}

// detect resolves Detected by what comes next.
func (s *scanner) detect(format Format) Format {
	if format != Detected {
		return format
	}
	if s.pos == len(s.buf) {
		s.fill()
	}
	return Detect(s.buf[s.pos:])
}

// ended is the error of a proof that stops inside a clause: the reader's, or
// that something is missing.
func (s *scanner) ended() error {
	if s.fail != io.EOF {
		return fmt.Errorf("reading the proof: %w", s.fail)
	}
	return s.malformed("it ends inside a clause")
}

// word reads the next word of a text: a number, or one lower-case letter.
// Comments, from a word c to the end of the line, are skipped. ok is false
// where there is no more.
func (s *scanner) word() (n int64, letter byte, ok bool, err error) {
	c, ok := s.next()
	for ; ok; c, ok = s.next() {
		if c == 'c' {
			for ok && c != '\n' {
				c, ok = s.next()
			}
		} else if !space(c) {
			break
		}
	}
	if !ok {
		return 0, 0, false, nil
	}
	neg := c == '-'
	switch {
	case neg:
		c, ok = s.next()
	case 'a' <= c && c <= 'z':
		letter = c
		if c, ok = s.next(); ok && !space(c) {
			return 0, 0, false, s.malformed("%q is neither a number nor a word of a proof", []byte{letter, c})
		}
		return 0, letter, true, nil
	}
	if !ok || c < '0' || c > '9' {
		return 0, 0, false, s.malformed("%q where a number was expected", c)
	}
	for ; ok && '0' <= c && c <= '9'; c, ok = s.next() {
		if n = n*10 + int64(c-'0'); n > math.MaxInt64/16 {
			return 0, 0, false, s.malformed("a number with too many digits")
		}
	}
	if ok && !space(c) {
		return 0, 0, false, s.malformed("%q inside a number", c)
	}
	if neg {
		n = -n
	}
	return n, 0, true, nil
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// signed reads a number of a binary proof: 2n for n, 2n+1 for -n, seven bits a
// byte, low ones first.
func (s *scanner) signed() (int64, error) {
	var x uint64
	for shift := 0; ; shift += 7 {
		c, ok := s.next()
		if !ok {
			return 0, s.ended()
		}
		if shift > 56 {
			return 0, s.malformed("a number with too many bytes")
		}
		x |= uint64(c&127) << shift
		if c < 128 {
			break
		}
	}
	if x == 1 {
		return 0, s.malformed("the number -0")
	}
	n := int64(x >> 1)
	if x&1 != 0 {
		n = -n
	}
	return n, nil
}
