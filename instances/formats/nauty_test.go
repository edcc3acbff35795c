package formats

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// nauty runs nauty programs in a row; the test is skipped without them.
func nauty(t *testing.T, commands ...string) []byte {
	t.Helper()
	var text []byte
	for _, c := range commands {
		args := strings.Fields(c)
		path, err := exec.LookPath(args[0])
		if err != nil {
			t.Skipf("%v", err)
		}
		cmd := exec.Command(path, args[1:]...)
		cmd.Stdin = bytes.NewReader(text)
		if text, err = cmd.Output(); err != nil {
			t.Fatalf("%s: %v", c, err)
		}
	}
	return text
}

func readAll(t *testing.T, text []byte, format string) []*instances.Relation {
	t.Helper()
	var all []*instances.Relation
	for inst, err := range Read(ctx, bytes.NewReader(text), Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if inst.Format != format || inst.Index != len(all) {
			t.Fatalf("instance %d is number %d, of %s, not %s", len(all), inst.Index, inst.Format, format)
		}
		all = append(all, inst.Relation)
	}
	return all
}

// All graphs on five nodes, in graph6 and sparse6.
func TestNautyGraphs(t *testing.T) {
	graphs := readAll(t, nauty(t, "nauty-geng -q 5"), "graph6")
	sparse := readAll(t, nauty(t, "nauty-geng -q 5", "nauty-copyg -q -s"), "sparse6")
	header := readAll(t, nauty(t, "nauty-geng -q 5", "nauty-copyg -q -s -h"), "sparse6")
	if len(graphs) != 34 || len(sparse) != 34 || len(header) != 34 {
		t.Fatalf("%d, %d and %d graphs on five nodes, not 34", len(graphs), len(sparse), len(header))
	}
	for i := range graphs {
		if !graphs[i].Equal(sparse[i]) || !graphs[i].Equal(header[i]) {
			t.Errorf("graph %d: %s in graph6, %s in sparse6", i, describe(graphs[i]), describe(sparse[i]))
		}
	}
	// Powers of two are where the padding of sparse6 is delicate.
	for _, n := range []string{"2", "4", "8", "16"} {
		graphs := readAll(t, nauty(t, "nauty-genrang -q -g -S7 -P3 "+n+" 50"), "graph6")
		sparse := readAll(t, nauty(t, "nauty-genrang -q -g -S7 -P3 "+n+" 50", "nauty-copyg -q -s"), "sparse6")
		for i := range graphs {
			if !graphs[i].Equal(sparse[i]) {
				t.Errorf("random graph %d on %s nodes differs between graph6 and sparse6", i, n)
			}
		}
	}
}

// What we write of digraphs is what nauty writes, to the byte.
func TestNautyDigraphs(t *testing.T) {
	text := nauty(t, "nauty-geng -q 4", "nauty-directg -q")
	digraphs := readAll(t, text, "digraph6")
	if len(digraphs) != 218 {
		t.Fatalf("%d digraphs on four nodes, not 218", len(digraphs))
	}
	var b bytes.Buffer
	for _, g := range digraphs {
		if _, err := writeDigraph6(&b, g); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(b.Bytes(), text) {
		t.Error("digraph6 is written otherwise than nauty does")
	}
}
