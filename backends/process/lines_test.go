package process

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// However a text is cut into writes, the lines are the same.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab \n")), 0, 40, -1).Draw(t, "text")
		var got []string
		l := &Lines{Max: 100, Each: func(line string) { got = append(got, line) }}
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			l.Write(rest[:n])
			rest = rest[n:]
		}
		l.End()
		var want []string
		for line := range bytes.Lines([]byte(text)) {
			if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 0 {
				want = append(want, string(line))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("lines %q, want %q", got, want)
		}
	})
	l := &Lines{Max: 3, Each: func(string) {}}
	if _, err := l.Write([]byte("abcd")); err == nil {
		t.Error("a line of any length is taken")
	}
}
