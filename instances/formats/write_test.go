package formats

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/instances"
)

// awkward names: what formats use as marks, blanks, control characters, bytes
// that are no UTF-8.
var awkward = rapid.OneOf(
	rapid.StringOfN(rapid.RuneFrom([]rune("ab01?#\"\\' \t\r\n,;:[]{}<>&+-=/*.Xx\x00\x1béa\u00a0\ufeff\u2028")), 0, 4, -1),
	rapid.SampledFrom([]string{"", "0", "1", "2", "node", "graph", "r:a", "c:a", "#hubcover", "\xff", "\xc3(", "->", "😀", `a\`, `a\"`, "a\\\n"}),
)

// relations of all kinds: with and without names, empty lines, loops, optional
// cells; as digraphs or not.
func relations(t *rapid.T) *instances.Relation {
	digraph := rapid.Bool().Draw(t, "digraph")
	rows := rapid.IntRange(0, 5).Draw(t, "rows")
	cols := rows
	if !digraph {
		cols = rapid.IntRange(0, 5).Draw(t, "cols")
	}
	var cells, optional []instances.Cell
	withOptional := rapid.Bool().Draw(t, "with optional")
	for i := range rows {
		for j := range cols {
			c := instances.Cell{Row: int32(i), Col: int32(j)}
			switch k := rapid.IntRange(0, 2).Draw(t, "cell"); {
			case k == 2 && withOptional:
				optional = append(optional, c)
				fallthrough
			case k > 0:
				cells = append(cells, c)
			}
		}
	}
	rel, err := instances.New(rows, cols, cells)
	if err == nil {
		rel, err = rel.WithOptional(optional)
	}
	if err != nil {
		t.Fatal(err)
	}
	var rowNames, colNames []string
	if rapid.Bool().Draw(t, "row names") {
		rowNames = rapid.SliceOfN(awkward, rows, rows).Draw(t, "row names")
	}
	if digraph {
		colNames = rowNames
	} else if rapid.Bool().Draw(t, "column names") {
		colNames = rapid.SliceOfN(awkward, cols, cols).Draw(t, "column names")
	}
	if rel, err = rel.WithNames(rowNames, colNames); err == nil && digraph {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		t.Fatal(err)
	}
	return rel
}

// What a writer does not refuse, its reader gives back, but for what the writer
// said was lost.
func TestRoundTrip(t *testing.T) {
	for _, f := range All {
		if f.Write == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			kept := 0
			rapid.Check(t, func(t *rapid.T) {
				rel := relations(t)
				if roundTrip(t, f, rel) {
					kept++
				}
			})
			if kept == 0 {
				t.Errorf("%s keeps nothing whole", f.Name)
			}
		})
	}
}

// roundTrip reports whether nothing was refused and nothing lost.
func roundTrip(t interface{ Fatalf(string, ...any) }, f Format, rel *instances.Relation) bool {
	var b bytes.Buffer
	lost, err := f.Write(&b, rel)
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || e.Format != f.Name || e.Hint == "" || b.Len() > 0 {
			t.Fatalf("%s refuses in a bad way, after %d bytes: %#v", f.Name, b.Len(), err)
		}
		return false
	}
	want := rel
	for _, what := range lost {
		switch {
		case strings.HasPrefix(what, "names of"):
			as := want.IsDigraph()
			if want, err = want.WithNames(nil, nil); err == nil && as {
				want, err = want.AsDigraph()
			}
		case strings.Contains(what, "not the same nodes"):
			if want, err = want.WithNames(nil, nil); err == nil {
				want, err = want.AsDigraph()
			}
		case strings.Contains(what, "are the same nodes"):
			want = want.AsRelation()
		default:
			err = fmt.Errorf("unknown loss %q", what)
		}
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
	}
	for _, from := range []string{f.Name, ""} {
		inst, err := ReadBytes(ctx, b.Bytes(), Options{From: from})
		if err != nil {
			t.Fatalf("%s (--from %q) does not read what it wrote of %s: %v\n%s", f.Name, from, describe(rel), err, b.String())
		}
		doubt := slices.ContainsFunc(inst.Warnings, func(w string) bool { return strings.HasSuffix(w, "(--from "+f.Name+")") })
		if from == "" && inst.Format != f.Name && doubt {
			continue // it is said that the file could be this as well
		}
		if inst.Format != f.Name || !inst.Relation.Equal(want) {
			t.Fatalf("%s (--from %q) reads as %s\n got %s\nwant %s\n%s", f.Name, from, inst.Format, describe(inst.Relation), describe(want), b.String())
		}
		if len(inst.Warnings) > 0 && !namedTwice(rel) && !doubted(inst.Warnings) {
			t.Fatalf("%s warns of what it wrote itself: %q", f.Name, inst.Warnings)
		}
	}
	return len(lost) == 0
}

func namedTwice(rel *instances.Relation) bool {
	_, found := ambiguous(rel)
	return found
}

func doubted(warnings []string) bool {
	return len(warnings) == 1 && strings.HasPrefix(warnings[0], "read as a table")
}

// TestWrite shows what is written.
func TestWrite(t *testing.T) {
	named := mustRead(t, "#hubcover pairs\n#hubcover rows x \"a b\" e\n#hubcover cols p q\nx q\n\"a b\" p\n")
	digraph := mustRead(t, "0 1 1\n1 0 0\n0 0 1\n")
	optional := mustRead(t, "0 1 ?\n1 0 0\n")
	plain := mustRead(t, "a p\na q\nb q\n")
	for _, c := range []struct {
		format string
		rel    *instances.Relation
		want   string // what is written, or the error
		lost   []string
	}{
		{"pairs", plain, "#hubcover pairs\na\tp\na\tq\nb\tq\n", nil},
		{"pairs", named, "#hubcover pairs\n#hubcover rows x \"a b\" e\n#hubcover cols p q\nx\tq\n\"a b\"\tp\n", nil},
		{"pairs", digraph, "#hubcover pairs\n#hubcover nodes 0 1 2\n0\t1\n0\t2\n1\t0\n2\t2\n", nil},
		{"pairs", optional, "pairs: the format has no optional (?) cells; try dense or cells", nil},
		{"dense", digraph, "0 1 1\n1 0 0\n0 0 1\n", nil},
		{"dense", optional, "0 1 ?\n1 0 0\n", nil},
		{"dense", plain, "#hubcover dense\n#hubcover size 2 2\n#hubcover as relation\n#hubcover rows a b\n#hubcover cols p q\n1 1\n0 1\n", nil},
		{"cells", optional, "2 3 3\n0 1\n0 2 ?\n1 0\n", nil},
		{"cells", plain, "2 2 3\n0 0\n0 1\n1 1\n", []string{"names of rows and columns", "that rows and columns are not the same nodes"}},
		{"cxt", named, "B\n\n3\n2\n\nx\na b\ne\np\nq\n.X\nX.\n..\n", nil},
		{"cxt", digraph, "B\n\n3\n3\n\n0\n1\n2\n0\n1\n2\n.XX\nX..\n..X\n", []string{"that rows and columns are the same nodes"}},
		{"digraph6", digraph, "&B[G\n", nil},
		{"digraph6", plain, "digraph6: the format holds digraphs, and this is a relation of 2 rows and 2 columns; try --as digraph if rows and columns are the same nodes, or --to cells", nil},
		{"dot", plain, "digraph {\nhubcover=relation\n\"r:a\"\n\"r:b\"\n\"c:p\"\n\"c:q\"\n\"r:a\" -> \"c:p\"\n\"r:a\" -> \"c:q\"\n\"r:b\" -> \"c:q\"\n}\n", nil},
		{"dot", digraph, "digraph {\n\"0\"\n\"1\"\n\"2\"\n\"0\" -> \"1\"\n\"0\" -> \"2\"\n\"1\" -> \"0\"\n\"2\" -> \"2\"\n}\n", nil},
		{"json", plain, "{\"rows\":[\"a\",\"b\"],\n\"cols\":[\"p\",\"q\"],\n\"cells\":[\n[0,0],[0,1],\n[1,1]]}\n", nil},
		{"json", digraph, "{\"nodes\":3,\n\"edges\":[\n[0,1],[0,2],\n[1,0],\n[2,2]]}\n", nil},
	} {
		var b bytes.Buffer
		lost, err := Write(&b, c.format, c.rel)
		got := b.String()
		if err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(c.want, got); diff != "" || !slices.Equal(lost, c.lost) {
			t.Errorf("%s of %s, lost %q (-want +got):\n%s", c.format, describe(c.rel), lost, diff)
		}
	}
}

func mustRead(t testing.TB, text string) *instances.Relation {
	t.Helper()
	inst, err := ReadBytes(ctx, []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return inst.Relation
}

// Names that a format cannot hold are refused by name.
func TestRefusedNames(t *testing.T) {
	named := func(names ...string) *instances.Relation {
		rel, err := instances.New(len(names), 1, nil)
		if err == nil {
			rel, err = rel.WithNames(names, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		return rel
	}
	for _, c := range []struct {
		format string
		rel    *instances.Relation
		want   string
	}{
		{"pairs", named("a", "a"), `pairs: two lines are named "a", and names are all that tells them apart in this format; try json or cxt`},
		{"cxt", named("a\nb"), `cxt: the name "a\nb" has a line break, and a name is a line in this format; try json or pairs`},
		{"json", named("\xff"), `json: the name "\xff" is not UTF-8, and JSON holds nothing else; try pairs or dense`},
		{"dot", named(`a\`), `dot: the name "a\\" has a backslash where DOT has no way to write one; try json or pairs`},
		{"dot", named("\x00"), `dot: the name "\x00" is not UTF-8 text; try pairs`},
	} {
		if _, err := Write(&bytes.Buffer{}, c.format, c.rel); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.format, err, c.want)
		}
	}
}

// Numbers of nodes take one byte or four.
func TestDigraph6Sizes(t *testing.T) {
	for _, n := range []int{0, 1, 62, 63, 64, 200} {
		var cells []instances.Cell
		for i := range n {
			cells = append(cells, instances.Cell{Row: int32(i), Col: int32(i * i % n)}, instances.Cell{Row: int32(i), Col: int32(n - 1)})
		}
		rel, err := instances.New(n, n, cells)
		if err == nil {
			rel, err = rel.AsDigraph()
		}
		if err != nil {
			t.Fatal(err)
		}
		if !roundTrip(t, Digraph6, rel) {
			t.Errorf("digraph6 of %d nodes loses something", n)
		}
	}
}
