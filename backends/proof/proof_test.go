package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hubcover/hubcover/encode/pb"
)

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// elaborate runs Elaborate and, where it succeeds, judges what it wrote.
func elaborate(t testing.TB, f *pb.Formula, drat string, format Format, opt Options) (string, Stats, error) {
	t.Helper()
	var out bytes.Buffer
	stats, err := Elaborate(t.Context(), f, strings.NewReader(drat), format, &out, opt)
	if err != nil {
		if out.Len() > 0 {
			t.Fatalf("wrote %d bytes and failed: %v", out.Len(), err)
		}
		return "", stats, err
	}
	if err := checkLRUP(f, out.String()); err != nil {
		t.Fatalf("%v\nproof read: %.2000q\nproof written:\n%.2000s", err, drat, out.String())
	}
	lines := strings.Count(out.String(), "\n") - strings.Count(out.String(), "d")
	if int(stats.Steps) != lines || int(stats.Bytes) != out.Len() {
		t.Fatalf("%d steps and %d bytes written, counted %+v", lines, out.Len(), stats)
	}
	return out.String(), stats, nil
}

type namedFormula struct {
	name string
	*pb.Formula
}

func unsatisfiable() (all []namedFormula) {
	for n := 2; n <= 6; n++ {
		all = append(all, namedFormula{fmt.Sprintf("pigeonhole %d", n), pigeonhole(n)})
	}
	for n := 2; n <= 6; n++ {
		all = append(all, namedFormula{fmt.Sprintf("parity %d", n), parity(n, rng(uint64(n)))})
	}
	for _, n := range []int{3, 20, 100} {
		all = append(all, namedFormula{fmt.Sprintf("xor chain %d", n), xorChain(n)})
	}
	all = append(all, namedFormula{"cover 5×5", cover(5, 5, .5, 3, rng(1))})
	return all
}

func TestRefutations(t *testing.T) {
	for _, f := range unsatisfiable() {
		lines := refute(f.Formula, rng(1))
		if lines == nil {
			t.Fatalf("%s has a model", f.name)
		}
		out, _, err := elaborate(t, f.Formula, text(lines), Detected, Options{})
		if err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		again, _, err := elaborate(t, f.Formula, binaryText(lines), Detected, Options{})
		if err != nil || again != out {
			t.Fatalf("%s: the binary proof gives something else (%v)", f.name, err)
		}
		again, _, err = elaborate(t, f.Formula, text(lines), Text, Options{Spill: 400, TempDir: t.TempDir()})
		if err != nil || again != out {
			t.Fatalf("%s: spilling changes the result (%v)", f.name, err)
		}
	}
}

func TestRandom3SAT(t *testing.T) {
	refuted := 0
	for seed := range uint64(300) {
		r := rng(seed)
		vars := 5 + r.IntN(15)
		f := random3SAT(vars, vars*9/2, r)
		lines := refute(f, r)
		if lines == nil {
			// Whatever a satisfiable formula comes with is refused.
			other := refute(random3SAT(vars, vars*9, r), r)
			if _, _, err := elaborate(t, f, text(other), Text, Options{}); err == nil {
				t.Fatalf("seed %d: a satisfiable formula was refuted", seed)
			}
			continue
		}
		refuted++
		if _, _, err := elaborate(t, f, text(disturb(lines, vars, r)), Text, Options{}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if refuted < 50 || refuted > 290 {
		t.Errorf("%d of 300 refuted: too few of one kind", refuted)
	}
}

// disturb adds to a proof what changes nothing: repeated literals, lemmas
// twice, tautologies, deletions of what is not there.
func disturb(lines []line, vars int, r *rand.Rand) (out []line) {
	for _, l := range lines {
		switch r.IntN(6) {
		case 0:
			out = append(out, line{lits: []pb.Lit{1, -2, 2}})
		case 1:
			if len(l.lits) > 0 {
				l.lits = append(l.lits[:len(l.lits):len(l.lits)], l.lits[r.IntN(len(l.lits))])
			}
		case 2:
			if !l.deletion && len(l.lits) > 0 {
				out = append(out, l)
			}
		case 3:
			out = append(out, line{true, []pb.Lit{pb.Lit(1 + r.IntN(vars)), pb.Lit(vars + 5)}})
		}
		out = append(out, l)
	}
	return out
}

// TestMutations spoils good proofs: what comes out is an error of a known kind
// or still a proof.
func TestMutations(t *testing.T) {
	kinds := map[error]int{}
	for seed := range uint64(60) {
		r := rng(1000 + seed)
		f := random3SAT(12, 70, r)
		lines := refute(f, r)
		if lines == nil {
			continue
		}
		for range 30 {
			bad := append([]line(nil), lines...)
			i := r.IntN(len(bad))
			s := ""
			switch r.IntN(4) {
			case 0:
				bad = append(bad[:i:i], bad[i+1:]...)
			case 1:
				bad[i].lits = append([]pb.Lit(nil), bad[i].lits...)
				for j := range bad[i].lits {
					if r.IntN(2) == 0 {
						bad[i].lits[j] *= -1
					}
				}
			case 2:
				bad[i].deletion = !bad[i].deletion
			case 3:
				s = text(bad)
				s = s[:r.IntN(len(s))]
			}
			if s == "" {
				s = text(bad)
			}
			_, _, err := elaborate(t, f, s, Text, Options{})
			var e *Error
			if err != nil && !errors.As(err, &e) {
				t.Fatalf("no typed error: %v", err)
			}
			if err != nil {
				kinds[e.Kind]++
			} else {
				kinds[nil]++
			}
		}
	}
	for _, kind := range []error{nil, ErrRAT, ErrIncomplete, ErrMalformed} {
		if kinds[kind] == 0 {
			t.Errorf("no mutation led to %v: %v", kind, kinds)
		}
	}
}

func TestSmall(t *testing.T) {
	type lits = []pb.Lit
	for _, c := range []struct {
		name string
		f    *pb.Formula
		drat string
		want string
	}{
		{"the empty clause", cnf(1, lits{1}, nil, lits{-1}), "", "4 0 2 0\n"},
		{"no variable", cnf(0, nil), "0\n", "2 0 1 0\n"},
		{"units", cnf(1, lits{1}, lits{-1}), "", "3 0 1 2 0\n"},
		{"propagation", cnf(4, lits{4, -4}, lits{1, 1}, lits{-2, -3}, lits{-1, 2}, lits{-1, 3}), "", "6 0 2 4 3 5 0\n"},
		{"one lemma, trimmed", cnf(2, lits{1, 2}, lits{1, -2}, lits{-1, 2}, lits{-1, -2}), "1 2 0\n2 1 0\n1 0\n0\n",
			"5 1 0 1 2 0\n6 0 5 3 4 0\n"},
		{"a unit deleted", cnf(2, lits{1, 2}, lits{1, -2}, lits{-1, 2}, lits{-1, -2}), "1 0\nd 1 0\n0\n",
			"5 1 0 1 2 0\n6 0 5 3 4 0\n"},
		{"comments and spaces", cnf(2, lits{1, 2}, lits{1, -2}, lits{-1, 2}, lits{-1, -2}), "c by hand\r\n 1\t0 c more\n d 1\n 2 0",
			"5 1 0 1 2 0\n6 0 5 3 4 0\n"},
	} {
		out, _, err := elaborate(t, c.f, c.drat, Detected, Options{})
		if err != nil || out != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, out, err, c.want)
		}
	}
}

// TestUnits: a literal found early is stated once and used in many lemmas.
func TestUnits(t *testing.T) {
	f := pigeonhole(4)
	g := cnf(f.Vars() + 2)
	g.Clause(21)
	g.Clause(-21, 22)
	for i := range f.Len() {
		g.Clause(append([]pb.Lit{-22}, f.Lits(i)...)...)
	}
	out, stats, err := elaborate(t, g, text(refute(g, rng(3))), Text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id := g.Len() + 1
	if stats.Units == 0 || !strings.HasPrefix(out, fmt.Sprintf("%d 22 0 1 2 0\n", id)) || strings.Count(out, " 22 0 1 2 0\n") != 1 {
		t.Errorf("the literal 22 is not stated first and once: %+v\n%s", stats, out)
	}
}

func TestErrors(t *testing.T) {
	f := pigeonhole(3)
	var e *Error
	for _, c := range []struct {
		name, drat    string
		format        Format
		kind          error
		lemma, offset int64
	}{
		{"nothing", "", Detected, ErrIncomplete, 0, 0},
		{"too little", "-1 -5 0\n", Detected, ErrIncomplete, 1, 0},
		{"empty clause too early", "-1 -5 0\n0\n", Detected, ErrIncomplete, 2, 0},
		{"a wrong lemma", "1 2 0\n-1 0\n-2 0\n-3 0\n", Detected, ErrRAT, 3, 0},
		{"a new variable", "d 99 0\n13 1 0\n", Detected, ErrRAT, 1, 0},
		{"cut off", "-1 -5 0\n-1 2", Detected, ErrMalformed, 0, 12},
		{"a word", "-1 -5 0\n-1 x 0\n", Detected, ErrMalformed, 0, 12},
		{"d inside", "1 d 2 0\n", Text, ErrMalformed, 0, 3},
		{"no space", "1-2 0\n", Text, ErrMalformed, 0, 2},
		{"only a sign", "- 1 0\n", Text, ErrMalformed, 0, 2},
		{"too large", "99999999999 0\n", Text, ErrMalformed, 0, 12},
		{"far too large", "99999999999999999999999 0\n", Text, ErrMalformed, 0, 18},
		{"binary cut off", "a\x02\x81", Binary, ErrMalformed, 0, 3},
		{"binary tag", "a\x02\x00b", Binary, ErrMalformed, 0, 4},
		{"binary -0", "a\x01\x00", Binary, ErrMalformed, 0, 2},
		{"binary too long", "a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", Binary, ErrMalformed, 0, 11},
		{"binary too large", "a\xff\xff\xff\xff\x7f\x00", Binary, ErrMalformed, 0, 6},
	} {
		_, _, err := elaborate(t, f, c.drat, c.format, Options{})
		if !errors.As(err, &e) || !errors.Is(err, c.kind) || e.Lemma != c.lemma || e.Offset != c.offset {
			t.Errorf("%s: %+v (%v)", c.name, e, err)
		}
	}

	lines := text(refute(f, rng(1)))
	broken := errors.New("broken")
	if _, err := Elaborate(t.Context(), f, iotest.ErrReader(broken), Text, new(bytes.Buffer), Options{}); !errors.Is(err, broken) {
		t.Errorf("reading fails: %v", err)
	}
	if _, err := Elaborate(t.Context(), f, strings.NewReader(lines), Text, failing{broken}, Options{}); !errors.Is(err, broken) {
		t.Errorf("writing fails: %v", err)
	}
	for _, memory := range []int64{1000, 5000} { // the variables do not fit, the clauses do not
		if _, _, err := elaborate(t, f, lines, Text, Options{Memory: memory}); !errors.Is(err, ErrMemory) {
			t.Errorf("%d bytes: %v", memory, err)
		}
	}
	stopped, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	if _, err := Elaborate(stopped, f, strings.NewReader(lines), Text, new(bytes.Buffer), Options{}); !errors.Is(err, broken) {
		t.Errorf("cancelled: %v", err)
	}
	f.AtLeast(2, pb.Term{Coef: 1, Lit: 1}, pb.Term{Coef: 1, Lit: 2})
	if _, _, err := elaborate(t, f, lines, Text, Options{}); err == nil {
		t.Error("a constraint that is no clause was taken")
	}
}

func TestErrorText(t *testing.T) {
	for want, e := range map[string]Error{
		"malformed proof: byte 12: it ends inside a line": {Kind: ErrMalformed, Offset: 12, Detail: "it ends inside a line"},
		"not by unit propagation: lemma 3: no":            {Kind: ErrRAT, Lemma: 3, Detail: "no"},
		"incomplete proof: empty":                         {Kind: ErrIncomplete, Detail: "empty"},
	} {
		if e.Error() != want {
			t.Errorf("%q, want %q", e.Error(), want)
		}
	}
}

// TestStampWraps: marks of 2^32 clauses ago are not taken for those of now.
func TestStampWraps(t *testing.T) {
	s := store{seen: make([]uint32, 10), stamp: 1<<32 - 2}
	for _, c := range [][]lit{{2, 4}, {5, 6, 5}, {3, 4}, {4, 6}} {
		if lits, tautology := s.tidy(append([]lit(nil), c...)); len(lits) != 2 || tautology {
			t.Errorf("%v: %v %v", c, lits, tautology)
		}
	}
	s = store{seen: []uint32{1, 1, 1, 1, 1, 1}, stamp: 1<<32 - 1}
	if lits, tautology := s.tidy([]lit{2, 4}); len(lits) != 2 || tautology {
		t.Errorf("after the wrap: %v %v", lits, tautology)
	}
}

type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

// TestOneByteReads: the scanner does not care how the bytes come.
func TestOneByteReads(t *testing.T) {
	f := pigeonhole(4)
	lines := refute(f, rng(1))
	var want, got bytes.Buffer
	if _, err := Elaborate(t.Context(), f, strings.NewReader(text(lines)), Text, &want, Options{}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{text(lines), binaryText(lines)} {
		got.Reset()
		_, err := Elaborate(t.Context(), f, iotest.OneByteReader(strings.NewReader(s)), Detected, &got, Options{})
		if err != nil || got.String() != want.String() {
			t.Errorf("one byte at a time: %v", err)
		}
	}
}

func TestDetect(t *testing.T) {
	for s, want := range map[string]Format{
		"":              Text,
		"c comment äöü": Text,
		"d 1 2 0\n":     Text,
		"-1 0\n":        Text,
		" 3 0\n":        Text,
		"1 0\nc äöü\n":  Text,
		"7 d 1 0\n":     Text,
		"a\x02\x00":     Binary,
		"d\x20\x30\x00": Binary,
		"d\x82\x01\x00": Binary,
		"x":             Text,
		"a\x30\x00":     Binary,
	} {
		if got := Detect([]byte(s)); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// TestSpillLeavesNothing: the temporary file is gone, after success and after
// failure.
func TestSpillLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	f := pigeonhole(4)
	lines := refute(f, rng(1))
	elaborate(t, f, text(lines), Text, Options{Spill: 100, TempDir: dir})
	elaborate(t, f, text(append([]line{{lits: []pb.Lit{-1, -2, 3}}}, lines[1:]...)), Text, Options{Spill: 100, TempDir: dir})
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left over: %v %v", left, err)
	}
	_, _, err := elaborate(t, f, text(lines), Text, Options{Spill: 100, TempDir: dir + "/missing"})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no place for the temporary file: %v", err)
	}
}

func TestProgress(t *testing.T) {
	f := pigeonhole(6)
	phases := ""
	_, _, err := elaborate(t, f, text(refute(f, rng(1))), Text, Options{Progress: func(phase string, done, total int64) {
		if total != 0 && done > total {
			t.Errorf("%s %d/%d", phase, done, total)
		}
		if !strings.HasSuffix(phases, phase) {
			phases += " " + phase
		}
	}})
	if err != nil || phases != " load read check write" {
		t.Errorf("phases%s, %v", phases, err)
	}
}
