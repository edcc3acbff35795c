package formats

import (
	"io"
	"iter"
	"testing"
)

// TestStreamIsNotWaitedFor: the first line is read before there is a second.
func TestStreamIsNotWaitedFor(t *testing.T) {
	r, w := io.Pipe()
	next, stop := iter.Pull2(Read(ctx, r, Options{}))
	defer stop()
	defer w.Close()
	for i, line := range []string{"&AO\n", "&@?\n", "&BP_\n"} {
		go io.WriteString(w, line)
		inst, err, ok := next()
		if err != nil || !ok || inst.Index != i || inst.Format != "digraph6" {
			t.Fatalf("line %d: %v, %v, %v", i, inst, err, ok)
		}
	}
}
