package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error says what is wrong with a file, where, and what to try.
type Error struct {
	File    string // "" where no file is concerned
	Line    int    // from 1; 0 where no line is concerned
	Column  int    // from 1, in characters (in csv, bytes); 0 where the whole line is meant
	Format  string // reader or writer that complains
	Message string
	Hint    string // what to try, "" where nothing helps
	Err     error  // what caused it, if anything did
}

// Error gives file:line:column: message; try hint. Control characters come
// out escaped.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d", e.Line)
			if e.Column > 0 {
				fmt.Fprintf(&b, ":%d", e.Column)
			}
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Message)
	if e.Hint != "" {
		b.WriteString("; try " + e.Hint)
	}
	return printable(b.String())
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// refuse is the error of a writer.
func refuse(format, hint, message string, args ...any) error {
	return &Error{Format: format, Message: format + ": " + fmt.Sprintf(message, args...), Hint: hint}
}

// show quotes text from a file for a message, shortened when long.
func show[T string | []byte](text T) string {
	const most = 60
	s := string(text[:min(len(text), most)])
	if len(text) <= most {
		return strconv.Quote(s)
	}
	for len(s) > most-utf8.UTFMax && !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return strconv.Quote(s) + "…"
}

// printable escapes what a terminal would act upon.
func printable(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unprintable(r):
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }
