package check

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// The formula of all proofs here: two variables, all four clauses, and a fifth.
//
//	1: 1 2   2: 1 -2   3: -1 2   4: -1 -2   5: 3 4
func small(limits Limits) (*run, *formula) {
	c := Checker{Limits: limits}.run(nil)
	f := c.formula(4)
	for _, lits := range [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {3, 4}} {
		f.add(lits...)
	}
	f.setBase()
	return c, f
}

func replayText(text string) error {
	c, f := small(Limits{})
	return c.replay(f, nil, strings.NewReader(text))
}

// testdata/lrup/VERDICT/NAME.lrup: proofs of the formula above by what comes of
// them. The name says what is special about them.
func TestProofCorpus(t *testing.T) {
	for _, verdict := range []Status{"accept", "reject", "malformed"} {
		files, err := filepath.Glob("testdata/lrup/" + string(verdict) + "/*.lrup")
		if err != nil || len(files) < 3 {
			t.Fatalf("%d files for %s: %v", len(files), verdict, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := finding("", "", replayText(string(text)))
			want := map[Status]Status{"accept": Verified, "reject": Rejected, "malformed": Malformed}[verdict]
			if got.Status != want {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
}

// Each fault is named.
func TestProofFaultsAreNamed(t *testing.T) {
	for _, c := range []struct {
		text, want string
		kind       Status
	}{
		{"", "ends without the empty clause", Rejected},
		{"6 1 0 1 2 0\n", "ends without the empty clause", Rejected},
		{"6 1 0 -1 2 0\n", "hint -1 asks for RAT", Rejected},
		{"6 1 0 1 2 0\n6 -1 0 3 4 0\n", "line 2: id 6 does not exceed 6", Rejected},
		{"5 1 0 1 2 0\n", "id 5 does not exceed 5", Rejected},
		{"0 1 0 1 2 0\n", "id 0 does not exceed 5", Rejected},
		{"-6 1 0 1 2 0\n", "id -6 does not exceed 5", Rejected},
		{"1048581 1 0 1 2 0\n", "ends without the empty clause", Rejected},
		{"1048582 1 0 1 2 0\n", "leaves a gap of more than", Rejected},
		{"1000000000000000000 1 0 1 2 0\n", "number beyond", Malformed},
		{"6 1 0 99999999999999999999999 0\n", "number beyond", Malformed},
		{"6 1 0 1 9 0\n", "hint 9 is not before it", Rejected},
		{"6 1 0 6 0\n", "hint 6 is not before it", Rejected},
		{"9 1 0 1 7 0\n", "hint 7 names a clause that does not exist", Rejected},
		{"5 d 2 0\n6 1 0 1 2 0\n", "hint 2 names a clause that does not exist", Rejected},
		{"5 d 2 2 0\n", "deletes clause 2, which does not exist", Rejected},
		{"5 d 6 0\n", "deletes clause 6, which does not exist", Rejected},
		{"5 d -1 0\n", "deletes clause -1, which does not exist", Rejected},
		{"-1 d 1 0\n", "deletion with id -1", Rejected},
		{"6 d 1 0\n", "deletion with id 6, beyond 5", Rejected},
		{"6 1 0 1 2 3 0\n", "hint 3 comes after the conflict", Rejected},
		{"6 1 0 1 1 0\n", "hint 1 is satisfied", Rejected},
		{"6 1 0 5 0\n", "hint 5 has two literals left, 3 and 4", Rejected},
		{"6 1 0 1 0\n", "hints end without a conflict", Rejected},
		{"6 1 0 0\n", "hints end without a conflict", Rejected},
		{"6 1 -1 0 1 2 0\n", "tautology: 1 and -1", Rejected},
		{"6 5 0 1 2 0\n", "literal 5 is of no variable 1..4", Rejected},
		{"6 -5 0 1 2 0\n", "literal -5 is of no variable", Rejected},
		{"6 1099511627776 0 1 2 0\n", "literal 1099511627776 is of no variable", Rejected},
		{"6 1 0 1 2 0", "cut short", Malformed},
		{"6 1 0 1 2", "cut short", Malformed},
		{"6 1 0 1 2 ", "cut short", Malformed},
		{"6 1", "cut short", Malformed},
		{"6", "cut short", Malformed},
		{"6 1 0 1 2\n", "ends before its last 0", Malformed},
		{"6 1\n", "ends before its last 0", Malformed},
		{"\n", "ends before its last 0", Malformed},
		{"6 1 0 1 2 0 7\n", "after the last 0", Malformed},
		{"6 x 0 1 2 0\n", "'x' where a number is wanted", Malformed},
		{"6 1x 0 1 2 0\n", "'x' where a number is wanted", Malformed},
		{"6 -0 0 1 2 0\n", "number -0", Malformed},
		{"c comment\n", "'c' where a number is wanted", Malformed},
		{"6 1 0 1 2 0\x00\n", "where a number is wanted", Malformed},
		{"5 d 1\n", "ends before its last 0", Malformed},
		{"5 d 1 d 0\n", "'d' where a number is wanted", Malformed},
	} {
		wantError(t, c.want, replayText(c.text), c.kind)
	}
}

// A proof must hold whatever pieces its bytes come in.
func TestProofInPieces(t *testing.T) {
	text := "6 1 0 1 2 0\n6 d 1 2 0\n8 \t 0  6 3 4 0\n"
	c, f := small(Limits{})
	if err := c.replay(f, nil, &oneByte{[]byte(text)}); err != nil {
		t.Error(err)
	}
}

// What keeps a proof from being read on is said, also between two lines.
func TestProofThatCannotBeReadOn(t *testing.T) {
	c, f := small(Limits{})
	text := io.MultiReader(strings.NewReader("6 1 0 1 2 0\n"), iotest.ErrReader(errors.New("disk on fire")))
	wantError(t, "line 2: cannot be read: disk on fire", c.replay(f, nil, text), Malformed)
	text = io.MultiReader(strings.NewReader("6 1 0 1"), iotest.ErrReader(errors.New("disk on fire")))
	wantError(t, "line 1: cannot be read: disk on fire", c.replay(f, nil, text), Malformed)
	left := int64(12)
	wantError(t, "proofs of more than 12 bytes", c.replay(f, nil, &capped{iotest.OneByteReader(strings.NewReader("6 1 0 1 2 0\n7 0 6 3 4 0\n")), &left, 12}), OverLimit)
}

// A line that fails leaves nothing behind for the next proof of the formula.
func TestProofAfterAnother(t *testing.T) {
	c, f := small(Limits{})
	wantError(t, "hint 9 is not before it", c.replay(f, nil, strings.NewReader("6 -1 0 9 0\n")), Rejected)
	wantError(t, "hint 3 has two literals left", c.replay(f, nil, strings.NewReader("6 0 3 4 0\n")), Rejected)
	if err := c.replay(f, nil, strings.NewReader("6 1 0 1 2 0\n7 0 6 3 4 0\n")); err != nil {
		t.Error(err)
	}
}

// A long proof is stopped, and takes no more memory than is allowed.
func TestLongProof(t *testing.T) {
	var text strings.Builder
	for id := range 40_000 {
		fmt.Fprintf(&text, "%d 1 0 1 2 0\n", 6+id)
	}
	c, f := small(Limits{Memory: 100_000})
	wantError(t, "clauses would take", c.replay(f, nil, strings.NewReader(text.String())), OverLimit)
	c, f = small(Limits{})
	asked := 0
	c.Stop = func() error {
		if asked++; asked > 1 {
			return errors.New("time is up")
		}
		return nil
	}
	wantError(t, "time is up", c.replay(f, nil, strings.NewReader(text.String())), OverLimit)
}

type oneByte struct{ rest []byte }

func (o *oneByte) Read(b []byte) (int, error) {
	if len(o.rest) == 0 {
		return 0, fmt.Errorf("read on after the empty clause")
	}
	b[0], o.rest = o.rest[0], o.rest[1:]
	return 1, nil
}

func TestProofFiles(t *testing.T) {
	good := "6 1 0 1 2 0\n7 0 6 3 4 0\n"
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(good))
	w.Close()
	var bomb bytes.Buffer
	w = gzip.NewWriter(&bomb)
	for range 200 {
		w.Write(bytes.Repeat([]byte(" "), 1<<16))
	}
	w.Close()
	files := memory(map[string]string{
		"p.lrup": good, "p.lrup.gz": z.String(), "bomb.lrup.gz": bomb.String(),
		"plain.lrup.gz": good, "cut.lrup.gz": z.String()[:z.Len()/2],
		"flipped.lrup.gz": z.String()[:20] + "\xff" + z.String()[21:],
	})
	for name, want := range map[string]Status{
		"p.lrup": Verified, "p.lrup.gz": Verified, "bomb.lrup.gz": OverLimit, "plain.lrup.gz": Malformed,
		"cut.lrup.gz": Malformed, "flipped.lrup.gz": Malformed, "none.lrup": Malformed, "": Rejected,
	} {
		c, f := small(Limits{Proof: 1 << 20})
		c.Open = files
		if got := finding("", "", c.replayFile(f, name, nil)); got.Status != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	c, f := small(Limits{})
	if err := c.replayFile(f, "p.lrup", nil); err == nil {
		t.Error("a proof was found without files")
	}
}

// What a proof forgets is there again for the next one, and the room of lemmas
// that are forgotten is used again.
func TestClausesComeBack(t *testing.T) {
	c, f := small(Limits{})
	for range 3 {
		if err := c.replay(f, nil, strings.NewReader("6 1 0 1 2 0\n6 d 1 2 0\n7 0 6 3 4 0\n")); err != nil {
			t.Fatal(err)
		}
	}
	// Two of a thousand lemmas are kept, and the last of them are used.
	var long strings.Builder
	for id := 6; id < 200_000; id++ {
		fmt.Fprintf(&long, "%d 1 3 0 1 2 0\n", id)
		if id++; id%1000 == 7 {
			fmt.Fprintf(&long, "%d 1 0 1 2 0\n", id)
			continue
		}
		fmt.Fprintf(&long, "%d -1 4 0 3 4 0\n%d d %d %d 0\n", id, id, id, id-1)
	}
	fmt.Fprintf(&long, "199999 d 1 2 7 1007 198006 0\n200001 0 199007 3 4 0\n")
	if err := c.replay(f, nil, strings.NewReader(long.String())); err != nil {
		t.Fatal(err)
	}
	if cap(f.lits) > 1<<18 {
		t.Errorf("%d words for clauses of which two live at a time", cap(f.lits))
	}
	if err := c.replay(f, nil, strings.NewReader("6 1 0 1 2 0\n7 0 6 3 4 0\n")); err != nil {
		t.Error(err)
	}
}

// Units are clauses with the ids behind those of the formula.
func TestUnits(t *testing.T) {
	c := Checker{}.run(nil)
	f := c.formula(2)
	f.add(1, 2)
	f.setBase()
	if err := c.replay(f, []int32{-1, -2}, strings.NewReader("4 0 2 3 1 0\n")); err != nil {
		t.Error(err)
	}
	if err := c.replay(f, []int32{-1}, strings.NewReader("4 0 2 3 1 0\n")); err == nil {
		t.Error("the unit of another proof was still there")
	}
}

func BenchmarkReplay(b *testing.B) {
	var long strings.Builder
	for id := 6; id < 100_006; id++ {
		fmt.Fprintf(&long, "%d 1 3 4 0 1 2 0\n", id)
	}
	long.WriteString("100006 1 0 1 2 0\n100007 0 100006 3 4 0\n")
	b.SetBytes(int64(long.Len()))
	for b.Loop() {
		c, f := small(Limits{})
		if err := c.replay(f, nil, strings.NewReader(long.String())); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzReplay(f *testing.F) {
	files, _ := filepath.Glob("testdata/lrup/*/*.lrup")
	for _, name := range files {
		text, _ := os.ReadFile(name)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		// A formula with a model has no proof at all.
		c := Checker{}.run(nil)
		g := c.formula(4)
		for _, lits := range [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, 3}, {3, 4}} {
			g.add(lits...)
		}
		g.setBase()
		if c.replay(g, nil, bytes.NewReader(text)) == nil {
			t.Fatalf("a satisfiable formula was refuted by %q", text)
		}
	})
}
