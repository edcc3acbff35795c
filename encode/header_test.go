package encode_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"pgregory.net/rapid"
)

// A model of a file is decoded with nothing but the file, in every format.
func TestFilesDescribeThemselves(t *testing.T) {
	rel, err := matrix(t, "0110", "1011", "1101").WithNames(
		[]string{"a b ", "line\nbreak", "µ𝄞\u2028"}, []string{"", `"\`, strings.Repeat("long ", 100), "\x00\x1b[31m"})
	if err != nil {
		t.Fatal(err)
	}
	cells := rel.Cells()
	cells[0], cells[3] = cells[3], cells[0]
	for _, e := range encode.All {
		p := encode.Problem{Rel: rel, Cells: cells}
		if e.Hubs {
			p.Hubs = 4
		}
		if e.Colors {
			p.Colors = 3
		}
		enc := encoded(t, e, p)
		for _, format := range pb.Formats {
			if format.Takes(enc.Formula) != nil {
				continue
			}
			t.Run(e.Name+"/"+format.Name, func(t *testing.T) {
				var file bytes.Buffer
				if err := encode.Write(&file, format, e, p, enc); err != nil {
					t.Fatal(err)
				}
				for line := range strings.Lines(file.String()) {
					if strings.Contains(line, "hubcover") && len(line) > 150 {
						t.Errorf("comment of %d bytes: %q", len(line), line)
					}
				}
				e2, p2, err := encode.ReadHeader(&file)
				if err != nil {
					t.Fatal(err)
				}
				if e2.Name != e.Name || !p2.Rel.Equal(p.Rel) || p2.Hubs != p.Hubs || p2.Colors != p.Colors || !cmp.Equal(p2.Cells, p.Cells) {
					t.Fatalf("read back %s %+v", e2.Name, p2)
				}
				again := encoded(t, e2, p2)
				x, err := again.Decode(encodetest.Solve(enc.Formula))
				if err != nil {
					t.Fatal(err)
				}
				if err := encodetest.Check(rel, cells, x, e.Colors); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func encoded(t *testing.T, e encode.Encoder, p encode.Problem) encode.Encoding {
	t.Helper()
	enc, err := e.Encode(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return enc
}

// Whatever the relation, its header holds it.
func TestHeaderRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 5).Draw(t, "rows"), rapid.IntRange(0, 5).Draw(t, "cols")
		var cells []instances.Cell
		for u := range rows {
			for v := range cols {
				if rapid.Bool().Draw(t, "cell") {
					cells = append(cells, instances.Cell{Row: int32(u), Col: int32(v)})
				}
			}
		}
		rel, err := instances.New(rows, cols, cells)
		if err != nil {
			t.Fatal(err)
		}
		p := encode.Problem{Rel: rel, Hubs: rapid.IntRange(0, 99).Draw(t, "hubs")}
		if rapid.Bool().Draw(t, "named") {
			names := rapid.SliceOfN(rapid.String(), rows, rows).Draw(t, "names")
			p.Rel, err = rel.WithNames(names, nil)
		} else if rows == cols && rapid.Bool().Draw(t, "digraph") {
			p.Rel, err = rel.AsDigraph()
		}
		if err == nil && len(cells) > 0 && rapid.Bool().Draw(t, "optional") {
			p.Rel, err = p.Rel.WithOptional(cells[:1])
		}
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "some") && len(cells) > 0 {
			p.Cells = rapid.Permutation(cells).Draw(t, "order")[:rapid.IntRange(0, len(cells)).Draw(t, "number")]
		}
		comments, err := encode.Describe(encode.Cover, p)
		if err != nil {
			t.Fatal(err)
		}
		_, p2, err := encode.ReadHeader(strings.NewReader("c " + strings.Join(comments, "\r\nc ") + "\np cnf 0 0\n"))
		if err != nil {
			t.Fatal(err)
		}
		if !p2.Rel.Equal(p.Rel) || p2.Hubs != p.Hubs || !cmp.Equal(p2.Cells, p.Cells) {
			t.Fatalf("wrote %+v, read %+v", p, p2)
		}
	})
}

func TestReadHeaderRefuses(t *testing.T) {
	comments, err := encode.Describe(encode.Cover, encode.Problem{Rel: matrix(t, "11", "01"), Hubs: 2})
	if err != nil {
		t.Fatal(err)
	}
	good := "c " + strings.Join(comments, "\nc ") + "\n"
	if _, _, err := encode.ReadHeader(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]struct{ file, want string }{
		"nothing":          {"", "hubcover encode"},
		"another's file":   {"c hello\np cnf 1 1\n1 0\n", "hubcover encode"},
		"header too late":  {"p cnf 1 1\n" + good, "hubcover encode"},
		"a cell moved":     {strings.Replace(good, "[1]", "[0]", 1), "digest"},
		"a cell outside":   {strings.Replace(good, "[1]", "[7]", 1), "outside"},
		"cut short":        {good[:len(good)-20], "damaged"},
		"another encoder":  {strings.Replace(good, `"b/canonical"`, `"b/none"`, 1), "no encoder"},
		"another schema":   {strings.Replace(good, "formula/1", "formula/2", 1), "schema"},
		"columns for free": {strings.Replace(good, `"cols":2`, `"cols":1000000000`, 1), "empty"},
	} {
		if _, _, err := encode.ReadHeader(strings.NewReader(text.file)); err == nil || !strings.Contains(err.Error(), text.want) {
			t.Errorf("%s: error %v, expected %q in it", name, err, text.want)
		}
	}
}
