package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// dump writes a matrix as the canonical cell list.
func dump(m *Matrix) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d\n", m.Rows(), m.Cols(), m.Len())
	i := 0
	for r := range m.Rows() {
		for _, c := range m.Row(r) {
			fmt.Fprintf(&b, "%d %d", r, c)
			if m.Optional(i) {
				b.WriteString(" ?")
			}
			b.WriteString("\n")
			i++
		}
	}
	return b.String()
}

func TestReadInstance(t *testing.T) {
	for _, c := range []struct{ name, from, text, want string }{
		{"cells", "", "2 3 3\n0 0\n0 2\n1 1\n", "2 3 3;0 0;0 2;1 1"},
		{"cells, optional", "", "2 3 2\n0 0\n1 1 ?\n", "2 3 2;0 0;1 1 ?"},
		{"cells, none", "cells", "0 0 0\n", "0 0 0"},
		{"dense, none of three", "", "0 0 0\n", "1 3 0"},
		{"dense by blanks", "", "0 1\n1 0\n", "2 2 2;0 1;1 0"},
		{"dense by commas", "", "1,?,0\n0,1,0\n", "2 3 3;0 0;0 1 ?;1 1"},
		{"dense unseparated", "", "# a comment\n011\n\n100\n", "2 3 3;0 1;0 2;1 0"},
		{"dense, one line", "", "0110", "1 4 2;0 1;0 2"},
		{"dense, one column", "dense", "1\n0\n", "2 1 1;0 0"},
		{"pairs", "", "# users\nu1 p7\nu2 p3\nu1\tp3\nu1 p7\n", "2 2 3;0 0;0 1;1 1"},
		{"pairs with quotes of somebody", "", "\"a x\nb \"y\"\n", "2 2 2;0 0;1 1"},
		{"pairs of numbers", "", "30 4\n6 1\n30 1\n", "2 2 3;0 0;0 1;1 1"},
		{"pairs that look dense", "pairs", "0 1\n1 0\n", "2 2 2;0 0;1 1"},
		{"pairs in another order", "", "#hubcover pairs\n#hubcover rows u3 u1 u2\n#hubcover cols p3 p7\n\nu1\tp7\nu2\tp3\n", "3 2 2;1 1;2 0"},
		{"pairs of nodes", "", "#hubcover pairs\n#hubcover nodes a b c\nb\ta\n# c\nb\tc\r\n", "3 3 2;1 0;1 2"},
		{"pairs of nodes and another", "", "#hubcover nodes a\na b\n", "2 2 1;0 1"},
		{"pairs with rows alone", "", "#hubcover pairs\n#hubcover rows b a\na x\nb y\n", "2 2 2;0 1;1 0"},
		{"pairs that say that they are not dense", "", "#hubcover pairs\n0\t1\n1\t0\n", "2 2 2;0 0;1 1"},
		{"pairs, a comment of somebody", "", "# x\n#hubcover rows b a\na x\nb y\n", "2 2 2;0 0;1 1"},
		{"dense that says so", "", "#hubcover dense\n#hubcover size 2 1\n1\n0\n", "2 1 1;0 0"},
		{"digraph6 with header", "", ">>digraph6<<&AG\n", "2 2 1;1 0"},
		{"digraph6, no nodes", "", "&?\n", "0 0 0"},
	} {
		m, err := ReadInstance([]byte(c.text), c.from, -1)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := strings.ReplaceAll(strings.TrimSpace(dump(m)), "\n", ";")
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The example of nauty's formats.txt: edges 0→2, 0→4, 3→1, 3→4 on five nodes are
// "&DI?AO?".
func TestDigraph6(t *testing.T) {
	m, err := ReadInstance([]byte("&DI?AO?\n&AG\n"), "", 0)
	if err != nil || dump(m) != "5 5 4\n0 2\n0 4\n3 1\n3 4\n" {
		t.Errorf("%v, %v", m, err)
	}
	if m, err = ReadInstance([]byte("&DI?AO?\n&AG\n"), "", 1); err != nil || m.Rows() != 2 {
		t.Errorf("%v, %v", m, err)
	}
	// 63 nodes: N(n) takes four bytes.
	long := "&~??~" + strings.Repeat("?", (63*63+5)/6)
	if m, err = ReadInstance([]byte(long), "", -1); err != nil || m.Rows() != 63 || m.Len() != 0 {
		t.Errorf("%v", err)
	}
}

func TestReadMalformed(t *testing.T) {
	for _, c := range []struct{ from, text, want string }{
		{"cells", "", "not \"rows columns cells\""},
		{"cells", "\n", "not \"rows columns cells\""},
		{"cells", "2 2\n", "not \"rows columns cells\""},
		{"cells", "2 2 1\n", "announces 1 cells, 0 lines follow"},
		{"cells", "2 2 1\n0 2\n", "line 2: not a row below 2"},
		{"cells", "2 2 2\n0 1\n0 0\n", "line 3: cells are not in order"},
		{"cells", "2 2 2\n0 1\n0 1\n", "line 3: cells are not in order"},
		{"cells", "2 2 1\n0 -1\n", "line 2"},
		{"cells", "1000000000 2 0\n", "out of proportion"},
		{"cells", "99999999999999999999 2 0\n", "not \"rows"},
		{"dense", "", "not a table"},
		{"dense", "0 1\n1\n", "not a table"},
		{"dense", "0 2\n", "not a table"},
		{"dense", "01 1\n", "not a table"},
		{"pairs", "a\n", "not a row name"},
		{"pairs", "a b c\n", "not a row name"},
		{"", "#hubcover pairs\n#hubcover rows a \"b c\"\na x\n", "hubcover convert --to cells"},
		{"", "#hubcover pairs\n\"a\"\tx\n", "hubcover convert --to cells"},
		{"", "#hubcover pairs\n#hubcover rows a b a\n", "listed before; hubcover convert"},
		{"", "#hubcover pairs\n#hubcover cols a a\n", "listed before"},
		{"", "#hubcover pairs\n#hubcover rows a\n#hubcover rows b\n", "not one list of rows, cols or nodes"},
		{"", "#hubcover pairs\n#hubcover nodes a\n#hubcover cols b\n", "not one list"},
		{"", "#hubcover pairs\n#hubcover cols a\n#hubcover nodes b\n", "not one list"},
		{"", "#hubcover pairs\na x\n#hubcover rows b\n", "before all pairs"},
		{"", "#hubcover pairs\n#hubcover as digraph\n", "hubcover convert --to cells"},
		{"", "#hubcover pairs\n#hubcover \n", "hubcover convert --to cells"},
		{"", "#hubcover dense\n#hubcover size 2 0\n\n\n", "not a table"},
		{"digraph6", "BP_\n", "no & in front"},
		{"digraph6", "&", "cut short"},
		{"digraph6", "&~?", "cut short"},
		{"digraph6", "&DI?AO\n", "4 bytes for 5 nodes"},
		{"digraph6", "&DI?AO??\n", "bytes for 5 nodes"},
		{"digraph6", "&DI?AO~\n", "bits after the matrix"},
		{"digraph6", "&D I?AO\n", "outside 63..126"},
		{"digraph6", "&~~~~~~~~\n", "bytes for 1073741824 nodes"},
		{"digraph6", "&AG\n&AG\n", "say which"},
		{"json", "{}", "no format \"json\""},
	} {
		_, err := ReadInstance([]byte(c.text), c.from, -1)
		wantError(t, c.want, err, Malformed)
	}
	_, err := ReadInstance([]byte("&AG\n"), "", 1)
	wantError(t, "no digraph 1 among 1", err, Malformed)
	_, err = ReadInstance([]byte("01\n"), "", 1)
	wantError(t, "holds one instance", err, Malformed)
}

func TestWitnesses(t *testing.T) {
	hubs, err := parseHubs([]byte("0 | 1 2 | 3\n4|0|0 1\n"))
	if err != nil || len(hubs) != 2 || hubs[1].Color != 4 || !slices.Equal(hubs[0].Sources, []int32{1, 2}) {
		t.Errorf("%v, %v", hubs, err)
	}
	for _, bad := range []string{"1 | 0\n", "1 | 0 | 0 | 0\n", "| 0 | 0\n", "1 2 | 0 | 0\n", "x | 0 | 0\n", "1 | -1 | 0\n", "1 | 0 | 2147483648\n", "1 | 0 | 0", "\n", "1 | 0 | 0\n\n"} {
		if _, err := parseHubs([]byte(bad)); err == nil || finding("", "", err).Status != Malformed {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, bad := range []string{"1 2\n", "x\n", "1", "1\n\n", "+1\n"} {
		if _, err := parseColors([]byte(bad)); err == nil || finding("", "", err).Status != Malformed {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzReadInstance(f *testing.F) {
	for _, text := range []string{"2 3 2\n0 0\n1 1 ?\n", "01\n1?\n", "a b\nb c\n", "&DI?AO?\n", "0 1\n1 0\n", "#hubcover pairs\n#hubcover nodes b a\na b\n"} {
		f.Add([]byte(text), uint8(0))
	}
	f.Fuzz(func(t *testing.T, text []byte, from uint8) {
		m, err := ReadInstance(text, append([]string{""}, Formats...)[from%5], -1)
		if err != nil {
			if finding("", "", err).Status != Malformed {
				t.Fatal(err)
			}
			return
		}
		cells := dump(m)
		again, err := ReadInstance([]byte(cells), "cells", -1)
		if err != nil || dump(again) != cells {
			t.Fatalf("%q reads back as %v, %v", cells, again, err)
		}
	})
}
