package check

import (
	"errors"
	"io"
)

// scanner reads numbers parted by blanks from lines that all end in a newline.
type scanner struct {
	in       io.Reader
	buf      []byte
	pos, end int
	line     int // being read, from 1
	err      error
}

// maxNumber bounds every number of a proof.
const maxNumber = 1 << 40

// peek gives the next byte, 0 at the end of what can be read.
func (s *scanner) peek() byte {
	if s.pos == s.end && !s.fill() {
		return 0
	}
	return s.buf[s.pos]
}

// fill reads on; where it cannot, err says why unless the text has ended.
func (s *scanner) fill() bool {
	for s.err == nil {
		n, err := s.in.Read(s.buf)
		s.pos, s.end = 0, n
		switch {
		case err == io.EOF:
			s.err = io.EOF
		case err != nil && errors.Is(err, ErrLimit):
			s.err = err
		case err != nil:
			s.err = malformed("cannot be read: %w", err)
		}
		if n > 0 {
			return true
		}
	}
	s.pos, s.end = 0, 0
	return false
}

func (s *scanner) blanks() {
	for c := s.peek(); c == ' ' || c == '\t'; c = s.peek() {
		s.pos++
	}
}

// atEnd reports that nothing follows; err is then nil where the text is over.
func (s *scanner) atEnd() bool {
	if s.pos < s.end || s.fill() {
		return false
	}
	if s.err == io.EOF {
		s.err = nil
	}
	return true
}

// word takes a one-letter word, if it is next.
func (s *scanner) word(w byte) bool {
	s.blanks()
	if s.peek() != w {
		return false
	}
	s.pos++
	return true
}

// number takes a number within the line.
func (s *scanner) number() (int64, error) {
	s.blanks()
	c := s.peek()
	negative := c == '-'
	if negative {
		s.pos++
		c = s.peek()
	}
	n, digits := int64(0), 0
	for ; c >= '0' && c <= '9'; c = s.peek() {
		if n = 10*n + int64(c-'0'); n > maxNumber {
			return 0, malformed("number beyond %d", int64(maxNumber))
		}
		digits++
		s.pos++
	}
	switch {
	case digits > 0 && (c == ' ' || c == '\t' || c == '\n'):
		if negative {
			if n == 0 {
				return 0, malformed("number -0")
			}
			n = -n
		}
		return n, nil
	case s.pos == s.end && s.err == io.EOF:
		return 0, malformed("the line is cut short")
	case s.pos == s.end && s.err != nil:
		return 0, s.err
	case c == '\n':
		return 0, malformed("the line ends before its last 0")
	}
	return 0, malformed("%q where a number is wanted", c)
}

// endOfLine takes the newline.
func (s *scanner) endOfLine() error {
	s.blanks()
	switch c := s.peek(); {
	case c == '\n' && s.pos < s.end:
		s.pos++
		s.line++
		return nil
	case s.pos == s.end && s.err == io.EOF:
		return malformed("the line is cut short")
	case s.pos == s.end && s.err != nil:
		return s.err
	default:
		return malformed("%q after the last 0 of the line", c)
	}
}

// capped reads no more bytes than are left.
type capped struct {
	io.Reader
	left *int64
	all  int64
}

func (r *capped) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if *r.left -= int64(n); *r.left < 0 {
		return 0, limit("proofs of more than %d bytes", r.all)
	}
	return n, err
}
