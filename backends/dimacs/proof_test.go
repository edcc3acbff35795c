package dimacs

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// However a text is cut into writes, the end of a proof is the same.
func TestCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("01 \n")), 0, 40, -1).Draw(t, "text")
		var copied bytes.Buffer
		p := &proofWriter{w: &copied}
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			p.Write(rest[:n])
			rest = rest[n:]
		}
		if ends := bytes.Contains([]byte("\n"+text), []byte("\n0\n")); p.ends != ends || copied.String() != text {
			t.Fatalf("ends: %v, want %v; copied %q", p.ends, ends, copied.String())
		}
	})
}
