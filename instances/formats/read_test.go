package formats

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hubcover/hubcover/instances"
)

var ctx = context.Background()

// describe shows a relation in a line: reading, names, and rows of 0, 1 and ?.
func describe(rel *instances.Relation) string {
	b := []byte(rel.As() + " [")
	for i := range rel.Rows() {
		b = append(appendName(b, rel.RowName(i)), ' ')
	}
	b = append([]byte(strings.TrimRight(string(b), " ")), "] ["...)
	for j := range rel.Cols() {
		b = append(appendName(b, rel.ColName(j)), ' ')
	}
	b = append([]byte(strings.TrimRight(string(b), " ")), ']')
	for i := range rel.Rows() {
		b = append(b, ' ')
		for j := range rel.Cols() {
			k, ok := rel.Index(instances.Cell{Row: int32(i), Col: int32(j)})
			switch {
			case ok && rel.Optional(k):
				b = append(b, '?')
			case ok:
				b = append(b, '1')
			default:
				b = append(b, '0')
			}
		}
	}
	return string(b)
}

// result shows everything that reading gives, a line an instance or error.
func result(text string, o Options) string {
	var lines []string
	for inst, err := range Read(ctx, strings.NewReader(text), o) {
		if err != nil {
			lines = append(lines, "error: "+err.Error())
			continue
		}
		lines = append(lines, inst.Format+" "+describe(inst.Relation))
		for _, w := range inst.Warnings {
			lines = append(lines, "warning: "+w)
		}
	}
	return strings.Join(lines, "\n")
}

// TestRead gives, for every format, what is read from a text. Without a from
// the format is found out.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, from, as, text, want string }{
		{"pairs", "", "", "u1 p1\nu1 p2\n# comment\n\nu2\tp1\n", "pairs relation [u1 u2] [p1 p2] 11 10"},
		{"pairs, aligned", "", "", "   3   17\n  20    4\n", "pairs relation [3 20] [17 4] 10 01"},
		{"pairs, blanks in names", "", "", "Ann Lee\tread it\r\nBob\tread it\r\n", `pairs relation ["Ann Lee" Bob] ["read it"] 1 1`},
		{"pairs, quotes", "pairs", "", "\"Ann Lee\" \"read \"it\"\nx\"y z\n", `pairs relation ["Ann Lee" x"y] ["read \"it" z] 10 01`},
		{"pairs, foreign backslashes", "pairs", "", `"C:\new dir" p` + "\n", `pairs relation ["C:\\new dir"] [p] 1`},
		{"pairs as digraph", "", "digraph", "a b\nb c\nd d\n", "pairs digraph [a b c d] [a b c d] 0100 0010 0000 0001"},
		{"pairs, twice", "", "", "a b\nc d\na b\na b\n", "pairs relation [a c] [b d] 10 01\nwarning: 2 cells occur again, the first of them (\"a\", \"b\") at line 3"},
		{"pairs, marked", "", "", "#hubcover pairs\n#hubcover rows e \"a b\"\n#hubcover cols x z y\n\"a b\"\tx\ne y\n", `pairs relation [e "a b"] [x z y] 001 100`},
		{"pairs, marked nodes", "", "", "#hubcover pairs\n#hubcover nodes a b c\nc\ta\n", "pairs digraph [a b c] [a b c] 000 000 100"},
		{"pairs, comment of another", "", "", "#rows 7\n#hubcovering is fun\na b\n", "pairs relation [a] [b] 1"},
		{"pairs, byte order mark", "", "", "\ufeffa b\n", "pairs relation [a] [b] 1"},
		{"pairs, no last line break", "", "", "a b\nc b", "pairs relation [a c] [b] 1 1"},

		{"csv pairs", "", "", "user,permission\nann,\"read, write\"\nbob,x\n", "csv relation [ann bob] [\"read, write\" x] 10 01\nwarning: the first line, \"user,permission\", is taken for a header"},
		{"csv pairs, no header", "", "", "ann, read\nbob, read\n", "csv relation [ann bob] [read] 1 1"},
		{"csv table", "", "", "name,a,b,c\nr,X,,1\ns,0,x,\n", "csv relation [r s] [a b c] 101 010"},
		{"csv table, quotes", "", "", "name,\"a\nb\",\"c\"\"d\"\nr,X,?\n", "csv relation [r] [\"a\\nb\" c\"d] 1?"},
		{"csv table, no corner", "", "", "a,b\nr,1,0\ns,0,1\n", "csv relation [r s] [a b] 10 01"},
		{"csv table, wide, no corner", "", "", "a,b,c\nr,1,0,1\ns,0,1,0\n", "csv relation [r s] [a b c] 101 010"},
		{"csv table, no header", "", "", "r,1,0\ns,0,1\n", "csv relation [r s] [0 1] 10 01"},
		{"csv table, marks only", "", "", "X,,X\n,X,?\n", "csv relation [0 1] [0 1 2] 101 01?"},
		{"csv table, empty corner and numbers", "", "", ",0,1\na,1,0\n", "csv relation [a] [0 1] 10"},
		{"csv table, names twice", "", "", "n,a,a\nr,1,0\n", "csv relation [r] [a a] 10\nwarning: two columns are named \"a\""},
		{"csv table, header alone", "csv", "", "n,a,b\n", "csv relation [] [a b]"},
		{"tsv table", "", "", "n\ta\tb\nr\t1\t\ns\t\tx\n", "csv relation [r s] [a b] 10 01"},

		{"rmp", "", "", "# Name: X.rmp\r\n\r\nu0\tp1\tp4\r\nu1\r\nu2\tp4\r\n", "rmp relation [u0 u1 u2] [p1 p4] 11 00 01"},
		{"rmp, no header", "", "", "u0\tp1\tp4\tp 5\nu1\tp4\n", "rmp relation [u0 u1] [p1 p4 \"p 5\"] 111 010"},
		{"rmp, user twice", "rmp", "", "u\tp\nu\tq\n", "rmp relation [u] [p q] 11"},
		{"rmp list", "", "", "u0:['p0', \"p,1\"]\nu1:[ ]\nu:2 : ['p]0','it\\'s\\t\\u00e9',],\n", "rmp relation [u0 u1 u:2] [p0 p,1 p]0 \"it's\\té\"] 1100 0000 0011"},
		{"rmp list, quoted user", "", "", "'a:[b':['p']\n", "rmp relation [a:[b] [p] 1"},

		{"fimi", "", "", "1 5 9\n\n5\n", "fimi relation [0 1 2] [1 5 9] 111 000 010"},
		{"fimi, twice", "", "", "7 7\n1 2 3\n4\n", "fimi relation [0 1 2] [7 1 2 3 4] 10000 01110 00001\nwarning: 1 cell occurs a second time: (0, \"7\") at line 1"},
		{"fimi as digraph", "", "digraph", "1 2 0\n2\n\n", "fimi digraph [0 1 2] [0 1 2] 111 001 000"},

		{"dense", "", "", "0 1 1\n1 0 ?\n", "dense relation [0 1] [0 1 2] 011 10?"},
		{"dense, square", "", "", "0 1 0 \n1,0,1\n0 0 0\n", "dense digraph [0 1 2] [0 1 2] 010 101 000"},
		{"dense, square as relation", "", "relation", "010\n101\n000\n", "dense relation [0 1 2] [0 1 2] 010 101 000"},
		{"dense, one line", "", "", "0110\n", "dense relation [0] [0 1 2 3] 0110"},
		{"dense, one digit", "", "", "1\n", "dense digraph [0] [0] 1"},
		{"dense, two columns", "", "", "0 1\n1 0\n1 1\n", "dense relation [0 1 2] [0 1] 01 10 11\nwarning: read as a table of 0 and 1, though it could be of format pairs (--from pairs)"},
		{"dense, could be cells", "", "", "1 1 0\n", "dense relation [0] [0 1 2] 110\nwarning: read as a table of 0 and 1, though it could be of format cells (--from cells)"},
		{"dense, marked", "", "", "#hubcover dense\n#hubcover size 2 2\n#hubcover as relation\n#hubcover rows a \"b c\"\n01\n10\n", `dense relation [a "b c"] [0 1] 01 10`},
		{"dense, marked, no columns", "", "", "#hubcover dense\n#hubcover size 3 0\n#hubcover as relation\n", "dense relation [0 1 2] []   "},

		{"cells", "", "", "2 3 3\n0 1\n1 0 ?\n1 2\n", "cells relation [0 1] [0 1 2] 010 ?01"},
		{"cells, square", "", "", "3 3 1\n0 2\n", "cells digraph [0 1 2] [0 1 2] 001 000 000"},
		{"cells, empty", "", "", "5 2 0\n", "cells relation [0 1 2 3 4] [0 1] 00 00 00 00 00"},
		{"cells, not", "", "", "5 7 1\n0 9\n", "error: -:2:3: column 9 of a table whose columns are 0 to 6; try --from fimi or dense if the file is no cell list"},

		{"cxt", "", "", "B\n\n2\n3\n\nann\nbob lee\np\nq\nr\nX.x\n...\n", `cxt relation [ann "bob lee"] [p q r] 101 000`},
		{"cxt, a name", "", "", "B\nmy context\n1\n1\n\nann\np\nX\n", "cxt relation [ann] [p] 1"},
		{"cxt, no name line", "", "", "B\n1\n2\n\n5\np\nq\n.X\n", "cxt relation [5] [p q] 01"},

		{"digraph6", "", "", "&AO\n&B???\n", "error: -:2:3: 3 bytes follow the number of nodes, which needs 2"},
		{"digraph6, loops", "", "", ">>digraph6<<&A[\n", "digraph6 digraph [0 1] [0 1] 01 11"},
		{"graph6", "", "", "DQc\n", "graph6 digraph [0 1 2 3 4] [0 1 2 3 4] 00101 00010 10000 01001 10010"},
		{"graph6, stream", "", "", "A_\n\nA?\n", "graph6 digraph [0 1] [0 1] 01 10\ngraph6 digraph [0 1] [0 1] 00 00"},
		{"sparse6", "", "", ":Fa@x^\n", "sparse6 digraph [0 1 2 3 4 5 6] [0 1 2 3 4 5 6] 0110000 1010000 1100000 0000000 0000000 0000001 0000010"},

		{"dimacs edge", "", "", "c hello\np edge 3 2\ne 1 2\ne 3 3\n", "dimacs digraph [1 2 3] [1 2 3] 010 100 001"},
		{"dimacs arc", "", "", "p sp 3 2\na 1 2 9\na 3 1 4\n", "dimacs digraph [1 2 3] [1 2 3] 010 000 100"},
		{"dimacs, no p line", "dimacs", "", "c x\ne 1 2\n", "error: -:2:1: the p line must come before \"e\""},
		{"dimacs, nothing", "dimacs", "", "c x\n", "error: -:1: the file has no p line"},
		{"dense, one row short", "", "", "0 1 1 0\n1 0 1\n", "error: -:2:6: this row has 3 entries, the first has 4"},
		{"dense, glued, one row short", "", "", "011\n10\n", "error: -:2:3: this row has 2 entries, the first has 3"},
		{"dense, other numbers", "", "", "0 1 1\n0 2 1\n", "error: -:1:1: no format is recognised in \"0 1 1\"; try --from with one of npy, npz, safetensors, digraph6, sparse6, matrixmarket, cxt, json, gml, dot, dimacs, dense, cells, graph6, csv, rmp, fimi, pairs"},
		{"dimacs, other number", "", "", "p col 2 5\ne 1 2\n", "dimacs digraph [1 2] [1 2] 01 10\nwarning: the p line announces 5 edges, the file has 1"},

		{"matrixmarket", "", "", "%%MatrixMarket matrix coordinate real general\n% hello\n2 3 3\n1 1 2.5\n2 3 -1e-400\n2 2 0.0\n", "matrixmarket relation [1 2] [1 2 3] 100 001"},
		{"matrixmarket, symmetric", "", "", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n", "matrixmarket digraph [1 2 3] [1 2 3] 010 100 001"},
		{"matrixmarket, array", "", "", "%%MatrixMarket matrix array integer general\n2 3\n1\n0\n0\n0\n7\n8\n", "matrixmarket relation [1 2] [1 2 3] 101 001"},
		{"matrixmarket, skew array", "", "", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n0\n-2\n", "matrixmarket digraph [1 2 3] [1 2 3] 010 101 010"},
		{"matrixmarket, complex", "", "", "%%MatrixMarket matrix coordinate complex general\n1 2 2\n1 1 0 1\n1 2 0 0\n", "matrixmarket relation [1] [1 2] 10"},

		{"json relation", "", "", `{"rows":["a","b"],"cols":3,"cells":[[1,2],[0,0]]}`, "json relation [a b] [0 1 2] 100 001"},
		{"json digraph", "", "", "{\"edges\":[ [0,1] ,[2,2]], \"nodes\":3}\n", "json digraph [0 1 2] [0 1 2] 010 000 001"},
		{"json names", "", "", `{"nodes":["\u00e9","\ud83d\ude00",7],"edges":[],"note":{"a":[1,-2.5e3,null]}}`, "json digraph [é 😀 7] [é 😀 7] 000 000 000\nwarning: the key \"note\" is passed over"},

		{"gml", "", "", "Creator \"me\"\ngraph [ node [ id 5 label \"a&amp;b\" ] node [ id 7 ] edge [ source 5 target 7 value 2 ] ]", "gml digraph [a&b 7] [a&b 7] 01 10"},
		{"gml, directed", "", "", "graph [ directed 1 edge [ source 1 target 0 ] node [ id 0 graphics [ x 1.5 ] ] node [ id 1 ] ]", "gml digraph [0 1] [0 1] 00 10"},
		{"gml, labels twice", "", "", "graph [ node [ id 0 label \"x\" ] node [ id 1 label \"x\" ] ]", "gml digraph [0 1] [0 1] 00 00\nwarning: two nodes are labelled \"x\": nodes are named by their ids"},

		{"dot", "", "", "/* c */ digraph G { rankdir=LR; node [shape=box]; a -> b -> \"c d\" [color=red]; // c\n#c\ne }", "dot digraph [a b \"c d\" e] [a b \"c d\" e] 0100 0010 0000 0000"},
		{"dot, graph", "", "", "strict graph { a -- a; a -- b; b -- a }", "dot digraph [a b] [a b] 11 10"},
		{"dot, subgraphs", "", "", "digraph { {a b} -> subgraph cluster_1 { c; d } }", "dot digraph [a b c d] [a b c d] 0011 0011 0000 0000"},
		{"dot, names", "", "", "digraph { \"a\\\"b\" -> <i<b>x</b>>; -1.5 -> é:p:n; \"x\" + \"y\" }", "dot digraph [a\"b <i<b>x</b>> -1.5 é xy] [a\"b <i<b>x</b>> -1.5 é xy] 01000 00000 00010 00000 00000"},
		{"dot, relation", "", "", "digraph { hubcover=relation; \"r:a\"; \"r:b\"; \"c:a\"; \"r:b\" -> \"c:a\" }", "dot relation [a b] [a] 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := result(c.text, Options{From: c.from, As: c.as})
			if strings.HasPrefix(c.name, "digraph6") && strings.Contains(c.want, "error") {
				got = got[strings.Index(got, "error"):]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("read %q (-want +got):\n%s", c.text, diff)
			}
		})
	}
}

// A stream goes on after a bad line, with an error in its place.
func TestStream(t *testing.T) {
	want := []string{"0: digraph [0 1] [0 1] 01 00", "graph.d6:2:3: \"!\" is no byte of digraph6", "2: digraph [0 1] [0 1] 10 00",
		"graph.d6:5:1: this line is graph6 in a file of digraph6; try --from graph6 if all lines are", "4: digraph [0] [0] 1"}
	var got []string
	for inst, err := range Read(ctx, strings.NewReader("&AO\n&A!\n\n&A_\nA_\n&@_"), Options{Source: "graph.d6"}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		if inst.Name != "graph" || inst.Source != "graph.d6" || inst.Format != "digraph6" {
			t.Errorf("instance %+v", inst)
		}
		got = append(got, fmt.Sprintf("%d: %s", inst.Index, describe(inst.Relation)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stream (-want +got):\n%s", diff)
	}
}

// The caller may stop early.
func TestStreamStops(t *testing.T) {
	n := 0
	for range Read(ctx, strings.NewReader("A_\nA_\nA_\n"), Options{}) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d instances after a break", n)
	}
}

func TestStrict(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a b\n\n  a  b\n", "error: -:3:1: cell (\"a\", \"b\") occurs a second time; try reading without --strict"},
		{"1 2 3\n4 55 6 55\n7\n", "error: -:2:8: cell (1, \"55\") occurs a second time; try reading without --strict"},
		{`{"nodes":2,"edges":[[0,1],[0,1]]}`, "error: -:1:27: cell (0, 1) occurs a second time; try reading without --strict"},
		{"graph { a -- b\n b -- a }", "error: -:2:4: cell (\"b\", \"a\") occurs a second time; try reading without --strict"},
		{"u0:['p', 'é', 'p']", "error: -:1:15: cell (\"u0\", \"p\") occurs a second time; try reading without --strict"},
	} {
		if got := result(c.text, Options{Strict: true}); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// Endings settle what the content leaves open.
func TestDetectByExtension(t *testing.T) {
	for _, c := range []struct{ source, text, want string }{
		{"x.fimi", "0 1\n1 0\n", "fimi"},
		{"x.fimi.GZ", "0 1\n1 0\n", "fimi"},
		{"x.dat", "0 1\n1 0\n", "dense"},
		{"x.dat", "3 4\n5 6\n", "fimi"},
		{"x.txt", "3 4\n5 6\n", "pairs"},
		{"x.cells", "1 1 0\n", "cells"},
		{"x.pairs", "0 1\n1 0\n", "pairs"},
		{"x.csv", "0,1\n1,0\n", "dense"},
		{"x.tsv", "user\tpermission\na\tb\n", "csv"},
		{"x.rmp", "a\tb\nc\td\n", "rmp"},
		{"x.cells", "a b\n", "pairs"},
	} {
		inst, err := ReadBytes(ctx, []byte(c.text), Options{Source: c.source})
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
		} else if inst.Format != c.want {
			t.Errorf("%s with %q is read as %s, want %s", c.source, c.text, inst.Format, c.want)
		}
	}
}

func TestBaseName(t *testing.T) {
	for path, want := range map[string]string{
		"-": "stdin", "": "stdin", "hc.txt": "hc", "/a/b/hp-hc.txt.gz": "hp-hc", "x.rmp.xz": "x", "x.tar.zst": "x.tar",
		"a.b.c": "a.b.c", ".csv": ".csv", "X.CSV.GZ": "X", "plain": "plain",
	} {
		if got := BaseName(path); got != want {
			t.Errorf("BaseName(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	for _, name := range []string{"dens", "Graph6", "zzz"} {
		want := "no format is named \"" + name + "\"; try one of npy, npz, safetensors, digraph6, sparse6, matrixmarket, cxt, json, gml, dot, dimacs, dense, cells, graph6, csv, rmp, fimi, pairs"
		if _, err := Find(name); err == nil || err.Error() != want {
			t.Errorf("Find(%q): %v, want %s", name, err, want)
		}
	}
	for _, f := range All {
		if g, err := Find(f.Name); err != nil || g.Name != f.Name {
			t.Errorf("Find(%q): %v", f.Name, err)
		}
		if f.Name == "" || f.Doc == "" || len(f.Extensions) == 0 || f.Detect == nil || f.Read == nil {
			t.Errorf("%s lacks something", f.Name)
		}
		if g, ok := ByExtension("x" + f.Extensions[0]); f.Write != nil && (!ok || g.Name != f.Name) {
			t.Errorf("a file ending in %s is written as %s, not %s", f.Extensions[0], g.Name, f.Name)
		}
	}
	for _, want := range []string{"csv is only read, not written; try one of npy, digraph6, cxt, json, dot, dense, cells, pairs"} {
		if _, err := Write(nil, "csv", nil); err == nil || err.Error() != want {
			t.Errorf("Write csv: %v", err)
		}
	}
}

// Whatever else is wrong, the caller is told what it was and where.
func TestErrors(t *testing.T) {
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for _, err := range Read(cancelled, strings.NewReader("a b\n"), Options{}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
	broken := errors.New("the disk is on fire")
	n := 0
	for _, err := range Read(ctx, &failing{"A_\nA_\n", broken}, Options{From: "graph6", Source: "x"}) {
		if n++; n == 3 && (!errors.Is(err, broken) || err.Error() != "x: the disk is on fire") {
			t.Errorf("failing reader: %v", err)
		}
	}
	if n != 3 {
		t.Errorf("%d results of a stream that fails after two", n)
	}
	var e *Error
	for _, err := range ReadFile(ctx, "testdata/none\x1b[2J", Options{}) {
		if !errors.As(err, &e) || err.Error() != `testdata/none\x1b[2J: no such file or directory` {
			t.Errorf("missing file: %v", err)
		}
	}
	for _, err := range ReadFile(ctx, "testdata", Options{}) {
		if !errors.As(err, &e) || err.Error() != "testdata: is a directory" {
			t.Errorf("directory: %v", err)
		}
	}
	if _, err := ReadBytes(ctx, []byte("a b\n"), Options{As: "graph"}); err == nil || err.Error() != `cannot read as "graph"; try digraph or relation` {
		t.Errorf("as graph: %v", err)
	}
	if _, err := ReadBytes(ctx, []byte("A_\nA_\n"), Options{}); err == nil {
		t.Error("ReadBytes takes two instances")
	}
	if _, err := ReadBytes(ctx, nil, Options{From: "graph6"}); err == nil {
		t.Error("ReadBytes takes no instance")
	}
}

// failing gives its text, then its error.
type failing struct {
	text string
	err  error
}

func (f *failing) Read(b []byte) (int, error) {
	if f.text == "" {
		return 0, f.err
	}
	n := copy(b, f.text)
	f.text = f.text[n:]
	return n, nil
}

// TestLongFirstLine: names longer than what detection looks at are no numbers,
// and no transactions.
func TestLongFirstLine(t *testing.T) {
	long := strings.Repeat("a", headSize+5)
	for _, line := range []string{long + " b\n", "b " + long + "\n"} {
		if inst, err := ReadBytes(context.Background(), []byte(line), Options{}); err == nil && inst.Format == FIMI.Name {
			t.Errorf("%.9q… is read as %s", line, inst.Format)
		}
	}
	inst, err := ReadBytes(context.Background(), []byte(long+" b\n"), Options{From: "pairs"})
	if err != nil || inst.Relation.Rows() != 1 || inst.Relation.ColName(0) != "b" {
		t.Errorf("as pairs: %v", err)
	}
	var ids strings.Builder
	for i := range headSize / 4 {
		fmt.Fprintf(&ids, "%d ", i)
	}
	if inst, err := ReadBytes(context.Background(), []byte(ids.String()+"\n"), Options{}); err != nil || inst.Format != FIMI.Name || inst.Relation.Cols() != headSize/4 {
		t.Errorf("one long transaction: %v", err)
	}
}
