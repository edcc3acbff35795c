package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// talk is what the program says on standard error.
type talk struct {
	w       io.Writer
	quiet   bool
	verbose int

	mu       sync.Mutex
	progress bool // w is a terminal and wants progress
	shown    bool // a progress line stands there
	last     time.Time
}

// error says why the program fails.
func (t *talk) error(err error) { t.line("hubcover: %v", err) }

// warn says something that the user should know.
func (t *talk) warn(format string, args ...any) {
	if !t.quiet {
		t.line("warning: "+format, args...)
	}
}

// info says something that helps with -v.
func (t *talk) info(format string, args ...any) {
	if t.verbose > 0 {
		t.line(format, args...)
	}
}

func (t *talk) line(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wipe()
	fmt.Fprintln(t.w, harmless(fmt.Sprintf(format, args...)))
}

// tick shows a line of progress in the place of the last one, at most ten
// times a second, and only on a terminal.
func (t *talk) tick(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.progress || time.Since(t.last) < 100*time.Millisecond {
		return
	}
	t.wipe()
	fmt.Fprint(t.w, printable(fmt.Sprintf(format, args...)))
	t.shown, t.last = true, time.Now()
}

// clear takes the line of progress away.
func (t *talk) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wipe()
}

func (t *talk) wipe() {
	if t.shown {
		fmt.Fprint(t.w, "\r\x1b[K")
		t.shown = false
	}
}

// printable escapes control characters and whatever else does not show, so
// that a name from a file cannot move the cursor.
func printable(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, hidden) {
		return s
	}
	var out strings.Builder
	for i, r := range s {
		switch _, size := utf8.DecodeRuneInString(s[i:]); {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, s[i])
		case hidden(r):
			quoted := strconv.QuoteRune(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }

// harmless is printable for texts of several lines.
func harmless(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = printable(strings.ReplaceAll(l, "\t", " "))
	}
	return strings.Join(lines, "\n")
}

// isTerminal reports whether somebody may be looking at it.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
