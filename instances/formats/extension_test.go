package formats

import (
	"context"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// The extension is read back as the digraph that it is, whatever the names are.
func TestExtensionDOTIsReadBack(t *testing.T) {
	hubs := instances.Extension{{Sources: []int32{0, 1}, Targets: []int32{1}, Color: 2}, {Sources: []int32{0}, Targets: []int32{0}}}
	rel, err := hubs.Induced(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names   []string
		digraph bool
		hub     string
	}{
		{[]string{"a b", `say "c"`}, false, `"h:1"`},
		{[]string{"a -> b", "h:1"}, false, `"h:1"`},
		{[]string{"ü", "x"}, true, `"h:1"`},
		{[]string{"h:1", "hh:y"}, true, `"hhh:1"`},
	} {
		named, err := rel.WithNames(c.names, c.names)
		if err == nil && c.digraph {
			named, err = named.AsDigraph()
		}
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := WriteExtensionDOT(&text, named, hubs); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), "\n"+c.hub+` [label="1: colour 2", shape=box, style=filled`) {
			t.Errorf("no hub %s in\n%s", c.hub, text.String())
		}
		want, err := hubs.Digraph(named)
		if err != nil {
			t.Fatal(err)
		}
		for inst, err := range Read(context.Background(), strings.NewReader(text.String()), Options{From: "dot"}) {
			if err != nil {
				t.Fatalf("%v in\n%s", err, text.String())
			}
			if got := inst.Relation; got.Rows() != want.Rows() || got.Digest() != want.Digest() {
				t.Errorf("read back as %v, want %v, from\n%s", got.Cells(), want.Cells(), text.String())
			}
		}
	}
	same, err := rel.WithNames([]string{"a", "a"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteExtensionDOT(&strings.Builder{}, same, hubs); err == nil {
		t.Error("two rows of one name are written")
	}
}
