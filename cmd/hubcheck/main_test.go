package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances/formats"
	"github.com/hubcover/hubcover/verify/check"
)

// certificate is a file about the 2 × 2 identity with one claim by.
func certificate(t *testing.T, claim string) []byte {
	t.Helper()
	witness := "1 | 0 | 0\n1 | 1 | 1\n"
	sum := func(s string) string { x := sha256.Sum256([]byte(s)); return hex.EncodeToString(x[:]) }
	cert := fmt.Sprintf(`{"format":"hubcert/1","instance":{"sha256":"%s","rows":2,"cols":2,"cells":2,"as":"relation"},"files":{"b.hubs":"%s"},"claims":[%s]}`,
		sum("2 2 2\n0 0\n1 1\n"), sum(witness), claim)
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range [][2]string{{"b.hubs", witness}, {"cert.json", cert}} {
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: m[0], Size: int64(len(m[1])), Format: tar.FormatUSTAR}); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, m[1])
	}
	w.Close()
	return b.Bytes()
}

func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

func TestRun(t *testing.T) {
	b := `{"what":"b","upper":{"value":2,"witness":"b.hubs"},"lower":{"value":2,"by":{"method":"fooling","cells":[[0,0],[1,1]]}}}`
	files := fstest.MapFS{
		"good.tar":     {Data: certificate(t, b)},
		"false.tar":    {Data: certificate(t, strings.Replace(b, `"lower":{"value":2`, `"lower":{"value":3`, 1))},
		"broken.tar":   {Data: certificate(t, b)[:1000]},
		"heavy.tar":    {Data: certificate(t, `{"what":"b","lower":{"value":2,"by":{"method":"weights","w":[1,1]}}}`)},
		"m.cells":      {Data: []byte("2 2 2\n0 0\n1 1\n")},
		"m.txt":        {Data: []byte("10\n01\n")},
		"named.pairs":  {Data: []byte("#hubcover pairs\n#hubcover cols read write\nann\tread\nbob\twrite\n")},
		"turned.pairs": {Data: []byte("#hubcover pairs\n#hubcover cols write read\nann\twrite\nbob\tread\n")},
		"quoted.pairs": {Data: []byte("#hubcover pairs\n#hubcover cols \"to read\" write\nann\twrite\n")},
		"m.pairs":      {Data: []byte("ann read\nbob write\n")},
		"m.d6":         {Data: []byte("&AG\n&Ac\n")},
		"m.gz":         {Data: zipped("1 0\n0 1\n")},
		"bad.gz":       {Data: zipped("1 0\n0 1\n")[:20]},
		"bomb.gz":      {Data: zipped(strings.Repeat("0 0 0 0 0 0 0 0\n", 1<<16))},
		"other.txt":    {Data: []byte("11\n01\n")},
		"bad.txt":      {Data: []byte("1 0 1 1\n0 1\n")},
	}
	verified := "VERIFIED b <= 2 by 2 hubs\nVERIFIED b >= 2 by fooling [F6]\n2 verified, 0 rejected, 0 malformed, 0 over a limit\n"
	for _, c := range []struct {
		args     string
		exit     int
		out, err string
	}{
		{"good.tar m.cells", 0, verified, ""},
		{"good.tar m.txt", 0, verified, ""},
		{"good.tar m.pairs", 0, verified, ""},
		{"good.tar named.pairs", 0, verified, ""},
		{"good.tar turned.pairs", 0, verified, ""},
		{"good.tar quoted.pairs", 2, "", "hubcover convert --to cells"},
		{"good.tar m.d6 --index 1", 0, verified, ""},
		{"--from dense good.tar m.gz", 0, verified, ""},
		{"good.tar --max-clauses 5 m.txt", 0, verified, ""},
		{"false.tar m.txt", 1, "REJECTED b >= 3: fooling: proves only ≥ 2\n1 verified, 1 rejected", ""},
		{"good.tar other.txt", 1, "REJECTED instance: the certificate is about", ""},
		{"broken.tar m.txt", 2, "MALFORMED certificate: ", ""},
		{"heavy.tar m.txt --max-bicliques 1", 3, "LIMIT b >= 2: weights: more than 1 maximal bicliques", ""},
		{"heavy.tar m.txt", 0, "VERIFIED b >= 2 by weights [F16 F18]", ""},
		{"heavy.tar m.txt --time-limit 1ns", 3, "LIMIT b >= 2: weights: stopped: the time limit of 1ns", ""},
		{"good.tar m.d6", 2, "", "2 digraphs: say which"},
		{"good.tar bad.txt", 2, "", "instance bad.txt: \"1 0 1 1\": not a row name"},
		{"good.tar bad.gz", 2, "", "unexpected EOF"},
		{"good.tar bomb.gz --max-memory 100000", 3, "", "limit: more than 3125 bytes"},
		{"good.tar absent", 2, "", "absent"},
		{"absent m.txt", 2, "", "certificate absent"},
		{"good.tar", 2, "", "1 files are named"},
		{"--max-cubes 0 good.tar m.txt", 2, "", "limits must be positive"},
		{"--frm dense good.tar m.txt", 2, "", "frm"},
		{"--from csv good.tar m.txt", 2, "", "no format \"csv\""},
		{"--version", 0, "reads hubcert/1", ""},
		{"-h", 0, "Exit: 0 all verified", ""},
	} {
		var out, err bytes.Buffer
		exit := run(files, strings.Fields(c.args), &out, &err)
		if exit != c.exit || !strings.Contains(out.String(), c.out) || !strings.Contains(err.String(), c.err) {
			t.Errorf("hubcheck %s: exit %d\n%s%s\nwant %d\n%s%s", c.args, exit, out.String(), err.String(), c.exit, c.out, c.err)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// An answer that cannot be written is no success.
func TestRunOnAFullDisk(t *testing.T) {
	files := fstest.MapFS{"c": {Data: certificate(t, `{"what":"b","upper":{"value":2,"witness":"b.hubs"}}`)}, "m": {Data: []byte("10\n01\n")}}
	if exit := run(files, []string{"c", "m"}, full{}, io.Discard); exit != 2 {
		t.Errorf("exit %d", exit)
	}
	if check.Format != "hubcert/1" {
		t.Errorf("format %s", check.Format)
	}
}

// TestReadsWhatHubcoverWrites: the formats that hubcheck reads are read as
// hubcover wrote them, lines without cells and all.
func TestReadsWhatHubcoverWrites(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 300 {
		rel := encodetest.Random(rng, 1+rng.IntN(5), 1+rng.IntN(5), []float64{.1, .3, .7}[i%3])
		if rel.Rows() == rel.Cols() && i%2 == 0 {
			var err error
			if rel, err = rel.AsDigraph(); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range check.Formats {
			if name == "digraph6" && !rel.IsDigraph() {
				continue
			}
			format, err := formats.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if _, err := format.Write(&text, rel); err != nil {
				t.Fatal(err)
			}
			from := ""
			if name == "cells" {
				from = name // or the list "1 1 0" is a table
			}
			m, err := check.ReadInstance(text.Bytes(), from, -1)
			if err != nil || check.Digest(m) != rel.Digest() {
				t.Errorf("%s, read as something else, %v:\n%s", name, err, text.String())
			}
		}
	}
}
