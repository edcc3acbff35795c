package process

import (
	"fmt"
	"io"
	"strings"
)

// capped passes bytes on until there are too many or the writer fails; either
// ends the program.
type capped struct {
	w    io.Writer // nil drops all
	left int64
	over func()
	err  error // of w
}

func (c *capped) Write(p []byte) (int, error) {
	if c.left -= int64(len(p)); c.left < 0 {
		c.over()
		return 0, errOutput
	}
	if c.w == nil {
		return len(p), nil
	}
	n, err := c.w.Write(p)
	if err != nil {
		c.err = err
		c.over()
	}
	return n, err
}

// tail keeps the last bytes written.
type tail struct{ buf []byte }

const tailLen = 64 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p[max(0, len(p)-tailLen):]...)
	if len(t.buf) > tailLen {
		t.buf = append(t.buf[:0], t.buf[len(t.buf)-tailLen:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.buf) }

// Said quotes why the program broke, or else its last words, for the end of an
// error; "" where it said nothing.
func (r Result) Said() string {
	text := strings.TrimSpace(r.Stderr)
	if text == "" {
		return ""
	}
	for line := range strings.Lines(text) {
		for _, sign := range []string{"panic:", "fatal error:", "terminate called"} {
			if strings.HasPrefix(line, sign) { // and a trace of any length behind it
				return fmt.Sprintf(", saying %.200q", strings.TrimSpace(line))
			}
		}
	}
	return fmt.Sprintf(", saying %q", text[max(0, len(text)-200):])
}
