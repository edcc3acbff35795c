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

// scanner reads numbers from a text or a binary proof and knows where it is.
type scanner struct {
	in     io.Reader
	binary bool
	buf    []byte
	pos    int   // next byte in buf
	base   int64 // offset of buf[0]
	fail   error // of in, io.EOF at the end
}

func newScanner(in io.Reader, format Format) *scanner {
	s := &scanner{in: in, buf: make([]byte, 0, 1<<16)}
	if format == Detected && s.fill() {
		format = Detect(s.buf)
	}
	s.binary = format == Binary
	return s
}

func (s *scanner) malformed(format string, args ...any) error {
	return &Error{Kind: ErrMalformed, Offset: s.base + int64(s.pos), Detail: fmt.Sprintf(format, args...)}
}

// ended is the error where a proof stops inside a line.
func (s *scanner) ended() error {
	if err := s.between(); err != io.EOF {
		return err
	}
	return s.malformed("it ends inside a line")
}

// between is the error where a proof stops between lines, io.EOF for its end.
func (s *scanner) between() error {
	if s.fail != io.EOF {
		return fmt.Errorf("reading the proof: %w", s.fail)
	}
	return io.EOF
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
	return s.buf[0], true
}

// fill reads more once all of buf was taken.
func (s *scanner) fill() bool {
	s.base += int64(s.pos)
	s.buf, s.pos = s.buf[:0], 0
	for empty := 0; s.fail == nil; empty++ {
		var n int
		n, s.fail = s.in.Read(s.buf[:cap(s.buf)])
		if s.buf = s.buf[:n]; n > 0 {
			return true
		}
		if s.fail == nil && empty == 100 {
			s.fail = io.ErrNoProgress
		}
	}
	return false
}

// tag begins a line of a binary proof: a or d.
func (s *scanner) tag() (byte, error) {
	c, ok := s.next()
	switch {
	case !ok:
		return 0, s.between()
	case c != 'a' && c != 'd':
		return 0, s.malformed("byte %#x where a line should begin with a or d", c)
	}
	return c, nil
}

// blank skips white space and comments of a text, from a letter c to the end
// of the line; ok is false where nothing comes after.
func (s *scanner) blank() (ok bool) {
	c, ok := s.next()
	for ; ok; c, ok = s.next() {
		if c == 'c' {
			for ok && c != '\n' {
				c, ok = s.next()
			}
		} else if !space(c) {
			s.pos--
			return true
		}
	}
	return false
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// deletes takes the letter d of a text, if that is what comes next.
func (s *scanner) deletes() bool {
	if !s.blank() || s.buf[s.pos] != 'd' {
		return false
	}
	s.pos++
	return true
}

// numbers appends the numbers up to the next 0, which may be from -limit to
// limit.
func (s *scanner) numbers(to []int64, limit int64) ([]int64, error) {
	for {
		n, err := s.number()
		switch {
		case err != nil:
			return to, err
		case n == 0:
			return to, nil
		case n > limit || n < -limit:
			return to, s.malformed("%d is too large", n)
		}
		to = append(to, n)
	}
}

func (s *scanner) number() (int64, error) {
	if s.binary {
		return s.binaryNumber()
	}
	if !s.blank() {
		return 0, s.ended()
	}
	c, ok := s.next()
	neg := c == '-'
	if neg {
		c, ok = s.next()
	}
	if !ok || c < '0' || c > '9' {
		return 0, s.malformed("%q where a number was expected", c)
	}
	var n int64
	for ; ok && '0' <= c && c <= '9'; c, ok = s.next() {
		if n = n*10 + int64(c-'0'); n > math.MaxInt64/16 {
			return 0, s.malformed("a number with too many digits")
		}
	}
	if ok && !space(c) {
		return 0, s.malformed("%q inside a number", c)
	}
	if neg {
		n = -n
	}
	return n, nil
}

// binaryNumber reads 2n for n, 2n+1 for -n, seven bits a byte, low ones first.
func (s *scanner) binaryNumber() (int64, error) {
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
