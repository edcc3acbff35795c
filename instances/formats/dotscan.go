package formats

import (
	"bytes"
	"strings"
)

// dotScanner splits the text of a DOT file into tokens.
type dotScanner struct {
	text  []byte
	i     int
	where *locator // nil: tokens have no places
}

// dotToken is an identifier or a mark.
type dotToken struct {
	kind dotKind
	text string // of an identifier, without quotes; of a mark, itself
	at   place
}

type dotKind uint8

const (
	dotEnd    dotKind = iota // of the text
	dotBad                   // no token; text says why
	dotWord                  // identifier without quotes: may be a keyword
	dotNumber                // identifier
	dotQuoted                // identifier in double quotes, or HTML in < >
	dotMark                  // { } [ ] ; , = : + -> --
)

// isID reports whether the token names something.
func (t dotToken) isID() bool {
	return t.kind == dotNumber || t.kind == dotQuoted || t.kind == dotWord && dotKeyword(t.text) == ""
}

func (t dotToken) is(mark string) bool { return t.kind == dotMark && t.text == mark }

// keyword gives the keyword in small letters, "" for another token.
func (t dotToken) keyword() string {
	if t.kind != dotWord {
		return ""
	}
	return dotKeyword(t.text)
}

func dotKeyword(word string) string {
	switch w := strings.ToLower(word); w {
	case "strict", "graph", "digraph", "subgraph", "node", "edge":
		return w
	}
	return ""
}

// blanks steps over white space and comments; a comment without an end is left.
func (s *dotScanner) blanks() {
	for s.i < len(s.text) {
		rest := s.text[s.i:]
		switch {
		case bytes.IndexByte([]byte(" \t\r\n\f\v"), rest[0]) >= 0:
			s.i++
		case bytes.HasPrefix(rest, []byte("//")), rest[0] == '#' && (s.i == 0 || s.text[s.i-1] == '\n'):
			if end := bytes.IndexByte(rest, '\n'); end >= 0 {
				s.i += end
			} else {
				s.i = len(s.text)
			}
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return
			}
			s.i += end + 4
		default:
			return
		}
	}
}

func (s *dotScanner) next() dotToken {
	s.blanks()
	var t dotToken
	if s.where != nil {
		t.at = s.where.place(s.i)
	}
	if s.i == len(s.text) {
		return t
	}
	start := s.i
	rest := s.text[s.i:]
	switch b := rest[0]; {
	case b == '"':
		return s.quoted(t)
	case b == '<':
		return s.html(t)
	case isDotLetter(b):
		for s.i < len(s.text) && (isDotLetter(s.text[s.i]) || isDigit(s.text[s.i])) {
			s.i++
		}
		t.kind = dotWord
	case isDigit(b), b == '.', b == '-' && len(rest) > 1 && (isDigit(rest[1]) || rest[1] == '.'):
		s.i++
		for s.i < len(s.text) && (isDigit(s.text[s.i]) || s.text[s.i] == '.') {
			s.i++
		}
		t.kind = dotNumber
	case bytes.HasPrefix(rest, []byte("->")), bytes.HasPrefix(rest, []byte("--")):
		s.i += 2
		t.kind = dotMark
	case bytes.IndexByte([]byte("{}[];,=:+"), b) >= 0:
		s.i++
		t.kind = dotMark
	case bytes.HasPrefix(rest, []byte("/*")):
		return t.bad("a comment that begins here has no end")
	default:
		return t.bad(show(rest[:1]) + " begins nothing that DOT knows")
	}
	t.text = string(s.text[start:s.i])
	return t
}

func (t dotToken) bad(why string) dotToken {
	t.kind, t.text = dotBad, why
	return t
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isDotLetter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

// quoted reads a string in double quotes.
func (s *dotScanner) quoted(t dotToken) dotToken {
	end := s.i + 1
	for end < len(s.text) && s.text[end] != '"' {
		if s.text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s.text) {
		return t.bad("the string that begins here has no end")
	}
	t.kind, t.text = dotQuoted, dotUnquote(s.text[s.i+1:end])
	s.i = end + 1
	return t
}

// dotUnquote undoes the only escapes that DOT knows: \" is a quote, and a
// backslash joins lines. Two backslashes stay two.
func dotUnquote(inner []byte) string {
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		rest := inner[i:]
		switch {
		case bytes.HasPrefix(rest, []byte(`\\`)):
			b.WriteString(`\\`)
			i++
		case bytes.HasPrefix(rest, []byte(`\"`)):
			b.WriteByte('"')
			i++
		case bytes.HasPrefix(rest, []byte("\\\n")):
			i++
		case bytes.HasPrefix(rest, []byte("\\\r\n")):
			i += 2
		default:
			b.WriteByte(rest[0])
		}
	}
	return b.String()
}

// dotQuote gives a name as quoted reads it back; some names with backslashes
// DOT cannot write.
func dotQuote(name string) (string, bool) {
	inner := strings.ReplaceAll(name, `"`, `\"`)
	s := dotScanner{text: []byte(`"` + inner + `"`)}
	t := s.next()
	return string(s.text), t.kind == dotQuoted && t.text == name && s.i == len(s.text)
}

// html reads <…> with balanced brackets, which stay part of the name.
func (s *dotScanner) html(t dotToken) dotToken {
	depth := 0
	for end := s.i; end < len(s.text); end++ {
		switch s.text[end] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			t.kind, t.text = dotQuoted, string(s.text[s.i:end+1])
			s.i = end + 1
			return t
		}
	}
	return t.bad("the HTML that begins here has no end")
}
