package formats

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// packed compresses a text in each way.
func packed(t testing.TB, text []byte) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for name, open := range map[string]func(io.Writer) (io.WriteCloser, error){
		"gzip": func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
		"zstd": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
		"xz":   func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) },
	} {
		var b bytes.Buffer
		w, err := open(&b)
		if err == nil {
			_, err = w.Write(text)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		out[name] = b.Bytes()
	}
	return out
}

func TestCompressed(t *testing.T) {
	text := []byte("\ufeffA_\nA?\n" + strings.Repeat("A_\n", 1000))
	for name, data := range packed(t, text) {
		n := 0
		for inst, err := range Read(ctx, bytes.NewReader(data), Options{}) {
			if err != nil || inst.Format != "graph6" {
				t.Fatalf("%s: %v", name, err)
			}
			n++
		}
		if n != 1002 {
			t.Errorf("%s: %d instances", name, n)
		}
		// Cut short, it says so at the end, or at once.
		var last error
		for _, err := range Read(ctx, bytes.NewReader(data[:len(data)-9]), Options{From: "graph6"}) {
			last = err
		}
		var e *Error
		if !errors.As(last, &e) || !strings.Contains(last.Error(), "decompress") {
			t.Errorf("%s, cut short: %v", name, last)
		}
		twice := packed(t, data)[name]
		if _, err := ReadBytes(ctx, twice, Options{}); err == nil || !strings.Contains(err.Error(), "compressed twice") {
			t.Errorf("%s, twice: %v", name, err)
		}
	}
}

// A file may decompress to so much and no more.
func TestDecompressionBomb(t *testing.T) {
	for name, data := range packed(t, bytes.Repeat([]byte("0"), 1<<22)) {
		if _, err := ReadBytes(ctx, data, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err := ReadBytes(ctx, data, Options{MaxBytes: 1 << 20, Source: "x"})
		const want = "x: the file decompresses to more than 1048576 bytes; try a larger limit, if you trust the file"
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An xz file that asks for a dictionary of 4 GiB does not get it.
func TestXzDictionary(t *testing.T) {
	data := packed(t, []byte("a b\n"))["xz"]
	i := bytes.Index(data, []byte{0x21, 0x01}) // LZMA2, one byte of properties
	if i < 0 {
		t.Fatal("no filter in the block header")
	}
	data[i+2] = 40
	if _, err := ReadBytes(ctx, data, Options{}); err == nil || !strings.Contains(err.Error(), "dictionary of more than 128 MiB") {
		t.Errorf("%v", err)
	}
}

// What a few bytes announce is not allocated: each of these is refused, or is
// within the isolated nodes allowed, and takes little memory.
func TestAnnouncements(t *testing.T) {
	const allowed = 1000
	for _, text := range []string{
		"1000000000 1000000000 0\n",
		"1000000000 1000000000 1\n5 5\n",
		"p edge 1000000000 1000000000\ne 1 2\n",
		"p sp 2147483647 0\n",
		"%%MatrixMarket matrix coordinate pattern general\n1000000000 1000000000 1\n1 1\n",
		"%%MatrixMarket matrix coordinate pattern symmetric\n1000000000 1000000000 0\n",
		"%%MatrixMarket matrix array real general\n1000000000 1000000000\n1\n",
		"%%MatrixMarket matrix array real general\n0 1000000000\n",
		"%%MatrixMarket matrix array real skew-symmetric\n1 1\n",
		`{"nodes":1000000000,"edges":[]}`,
		`{"rows":1000000000,"cols":1000000000,"cells":[[0,0]]}`,
		"#hubcover dense\n#hubcover size 1000000000 0\n",
		"#hubcover dense\n#hubcover size 1000000000 1000000000\n01\n",
		"&~~~~~~~~?\n", "~~~~~~~~?\n", ":~~~~~~~~?\n", ":~~?F????\n", "&~~?F????\n", ":~~zzzzzz~~~~\n",
		"B\n\n1000000000\n1000000000\n\na\n",
		"digraph { {a b c d e f g h i j k l m n o p q r s t u v w x y z} -> {a b c d e f g h i j k l m n o p q r s t u v w x y z} -> {a b c d e f g h i j k l m n o p q r s t u v w x y z} }",
		"graph [" + strings.Repeat("a [ ", 1000000),
		"digraph " + strings.Repeat("{", 1000000),
		`{"a":` + strings.Repeat("[", 1000000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for inst, err := range Read(ctx, strings.NewReader(text), Options{MaxIsolated: allowed}) {
			if err == nil && inst.Relation.Rows()+inst.Relation.Cols() > 2*allowed+2*len(text) {
				t.Errorf("%.60q: %d × %d", text, inst.Relation.Rows(), inst.Relation.Cols())
			}
		}
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20+20*uint64(len(text)) {
			t.Errorf("%.60q: %d bytes were allocated", text, got)
		}
	}
}

// The option raises the number of isolated nodes.
func TestMaxIsolated(t *testing.T) {
	const text = "p edge 5000 1\ne 1 2\n"
	if _, err := ReadBytes(ctx, []byte(text), Options{MaxIsolated: 4000}); err == nil ||
		err.Error() != "-:1:1: 5000 rows, columns or nodes are announced with only 2 cells: more than 4000 would be isolated; try a larger limit of isolated nodes, if you trust the file" {
		t.Errorf("%v", err)
	}
	inst, err := ReadBytes(ctx, []byte(text), Options{MaxIsolated: 5000})
	if err != nil || inst.Relation.Rows() != 5000 {
		t.Errorf("%v", err)
	}
}

// A line may be longer than any buffer.
func TestLongLines(t *testing.T) {
	inst, err := ReadBytes(ctx, []byte(strings.Repeat("01", 200_000)+"\n"), Options{})
	if err != nil || inst.Relation.Cols() != 400_000 || inst.Relation.Len() != 200_000 || inst.Format != "dense" {
		t.Errorf("dense: %v", err)
	}
	inst, err = ReadBytes(ctx, []byte("7"+strings.Repeat(" 8", 200_000)+"\n5\n"), Options{Source: "x.fimi"})
	if err != nil || inst.Relation.Rows() != 2 || inst.Relation.Len() != 3 {
		t.Errorf("fimi: %v", err)
	}
}
