package dimacs

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// However a text is cut into writes, the lines and the end of a proof are the same.
func TestCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("01 \n")), 0, 40, -1).Draw(t, "text")
		var got []string
		l := &lines{max: 100, each: func(line string) { got = append(got, line) }}
		var copied bytes.Buffer
		p := &proofWriter{w: &copied}
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			l.Write(rest[:n])
			p.Write(rest[:n])
			rest = rest[n:]
		}
		l.end()
		var want []string
		for line := range bytes.Lines([]byte(text)) {
			if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 0 {
				want = append(want, string(line))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("lines %q, want %q", got, want)
		}
		if ends := bytes.Contains([]byte("\n"+text), []byte("\n0\n")); p.ends != ends || copied.String() != text {
			t.Fatalf("ends: %v, want %v; copied %q", p.ends, ends, copied.String())
		}
	})
}
