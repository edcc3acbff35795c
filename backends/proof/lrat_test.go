package proof

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hubcover/hubcover/encode/pb"
)

func fromLRAT(t testing.TB, f *pb.Formula, lrat string, format Format) (string, Stats, error) {
	t.Helper()
	var out bytes.Buffer
	stats, err := FromLRAT(t.Context(), f, strings.NewReader(lrat), format, &out)
	if err == nil {
		if err := checkLRUP(f, out.String()); err != nil {
			t.Fatalf("%v\nproof read: %.2000q", err, lrat)
		}
		if int(stats.Bytes) != out.Len() {
			t.Fatalf("%d bytes written, counted %+v", out.Len(), stats)
		}
	}
	return out.String(), stats, err
}

// spread makes the ids of an LRUP proof sparse.
func spread(lrup string, clauses int) string {
	var s strings.Builder
	for line := range strings.Lines(lrup) {
		ids := true // the first number, and those after the first 0 or the d
		for i, word := range strings.Fields(line) {
			n, err := strconv.Atoi(word)
			if ids && n > clauses {
				word = strconv.Itoa(clauses + 3*(n-clauses))
			}
			ids = err != nil || n == 0 || ids && i > 0
			s.WriteString(word + " ")
		}
		s.WriteString("\n")
	}
	return s.String()
}

// binaryLRAT writes a text proof in binary.
func binaryLRAT(text string) string {
	var b []byte
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		tag := byte('a')
		if words[1] == "d" {
			tag, words = 'd', words[2:]
		}
		b = append(b, tag)
		for _, word := range words {
			n, _ := strconv.Atoi(word)
			u := uint64(2 * max(n, -n))
			if n < 0 {
				u++
			}
			b = binary.AppendUvarint(b, u)
		}
	}
	return string(b)
}

func TestFromLRAT(t *testing.T) {
	for _, f := range unsatisfiable() {
		want, _, err := elaborate(t, f.Formula, text(refute(f.Formula, rng(1))), Text, Options{})
		if err != nil {
			t.Fatal(err)
		}
		sparse := spread(want, f.Len())
		for _, lrat := range []string{want, sparse, binaryLRAT(want), binaryLRAT(sparse)} {
			if got, _, err := fromLRAT(t, f.Formula, lrat, Detected); err != nil || got != want {
				t.Errorf("%s: %v, or not the same proof", f.name, err)
			}
		}
		var got bytes.Buffer
		_, err = FromLRAT(t.Context(), f.Formula, iotest.OneByteReader(strings.NewReader(sparse)), Detected, &got)
		if err != nil || got.String() != want {
			t.Errorf("%s: one byte at a time: %v", f.name, err)
		}
	}
}

func TestFromLRATLines(t *testing.T) {
	f := cnf(2, []pb.Lit{1, 2}, []pb.Lit{1, -2}, []pb.Lit{-1, 2}, []pb.Lit{-1, -2}, []pb.Lit{1, -1})
	for _, c := range []struct {
		name, lrat, want string
		kind             error
		lemma            int64
	}{
		{"as it should be", "6 1 0 1 2 0\n6 d 1 0\n7 0 6 3 4 0\n", "6 1 0 1 2 0\n6 d 1 0\n7 0 6 3 4 0\n", nil, 0},
		{"sparse, with comments", "c x\n10 1 0 1 2 0\n10 d 1 c y\n 0 20 0 10 3 4 0\n", "6 1 0 1 2 0\n6 d 1 0\n7 0 6 3 4 0\n", nil, 0},
		{"hints that do nothing", "6 1 1 0 1 5 2 3 4 0\n7 0 6 3 1 4 6 0\n", "6 1 0 1 2 0\n7 0 6 3 4 0\n", nil, 0},
		{"deletions of nothing", "5 d 9 0\n6 1 0 1 2 0\n6 d 2 2 8 0\n7 0 6 3 4 0\n", "6 1 0 1 2 0\n6 d 2 0\n7 0 6 3 4 0\n", nil, 0},
		{"lines after the end", "6 1 0 1 2 0\n7 0 6 3 4 0\n8 x", "6 1 0 1 2 0\n7 0 6 3 4 0\n", nil, 0},
		{"nothing", "", "", ErrIncomplete, 0},
		{"no end", "6 1 0 1 2 0\n", "", ErrIncomplete, 1},
		{"cut off", "6 1 0 1 2", "", ErrMalformed, 0},
		{"RAT", "6 1 0 1 2 0\n7 2 0 -3 1 0\n", "", ErrRAT, 2},
		{"no hints", "6 1 0 0\n", "", ErrRAT, 1},
		{"too few hints", "6 1 0 1 0\n", "", ErrRAT, 1},
		{"hint not unit", "6 0 1 0\n", "", ErrRAT, 1},
		{"new variable", "6 3 0 1 0\n", "", ErrRAT, 1},
		{"tautology", "6 1 -1 0 1 0\n", "", ErrMalformed, 0},
		{"id of the formula", "5 1 0 1 2 0\n", "", ErrMalformed, 0},
		{"id again", "6 1 0 1 2 0\n6 2 0 6 3 0\n", "", ErrMalformed, 0},
		{"negative id", "-6 1 0 1 2 0\n", "", ErrMalformed, 0},
		{"hint deleted", "6 1 0 1 2 0\n6 d 6 0\n7 0 6 3 4 0\n", "", ErrMalformed, 0},
		{"hint of the formula deleted", "5 d 2 0\n6 1 0 1 2 0\n", "", ErrMalformed, 0},
		{"hint of the future", "6 1 0 1 7 0\n", "", ErrMalformed, 0},
		{"a word", "6 1 0 1 x 0\n", "", ErrMalformed, 0},
		{"no id", "d 1 0\n", "", ErrMalformed, 0},
		{"no literal", "6 99999999999 0 1 0\n", "", ErrMalformed, 0},
		{"binary cut off", "a\x0c\x02", "", ErrMalformed, 0},
		{"binary tag", "a\x0c\x02\x00\x02\x04\x00x", "", ErrMalformed, 0},
	} {
		got, _, err := fromLRAT(t, f, c.lrat, Detected)
		var e *Error
		switch {
		case c.kind == nil && (err != nil || got != c.want):
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		case c.kind != nil && (!errors.As(err, &e) || e.Kind != c.kind || e.Lemma != c.lemma):
			t.Errorf("%s: %v; want %v, lemma %d", c.name, err, c.kind, c.lemma)
		}
	}
}

func TestFromLRATErrors(t *testing.T) {
	f := cnf(1, []pb.Lit{1}, []pb.Lit{-1})
	broken := errors.New("broken")
	if _, err := FromLRAT(t.Context(), f, iotest.ErrReader(broken), Text, new(bytes.Buffer)); !errors.Is(err, broken) {
		t.Errorf("reading fails: %v", err)
	}
	if _, err := FromLRAT(t.Context(), f, strings.NewReader("3 0 1 2 0\n"), Text, failing{broken}); !errors.Is(err, broken) {
		t.Errorf("writing fails: %v", err)
	}
	stopped, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	if _, err := FromLRAT(stopped, f, strings.NewReader("3 0 1 2 0\n"), Text, new(bytes.Buffer)); !errors.Is(err, broken) {
		t.Errorf("cancelled: %v", err)
	}
	f.Objective = []pb.Term{{Coef: 1, Lit: 1}}
	if _, _, err := fromLRAT(t, f, "3 0 1 2 0\n", Text); err == nil {
		t.Error("a formula with an objective was taken")
	}
}

// FuzzProofs gives anything as a proof, of a formula without a model and of
// one with: nothing panics, and whatever is written for the first is a proof.
func FuzzProofs(f *testing.F) {
	bad := pigeonhole(3)
	good := cnf(3, []pb.Lit{1, 2}, []pb.Lit{-1, 2, 3}, []pb.Lit{-3, 1}, []pb.Lit{-2, 3, -1})
	lines := refute(bad, rng(1))
	for _, s := range []string{text(lines), binaryText(lines), "", "d 1 0\n0\n", "a\x02\x00a\x00", "13 -1 -5 0 5 1 0\n"} {
		f.Add([]byte(s))
	}
	if lrup, _, err := elaborate(f, bad, text(lines), Text, Options{}); err == nil {
		f.Add([]byte(lrup))
		f.Add([]byte(binaryLRAT(lrup)))
	}
	f.Fuzz(func(t *testing.T, proof []byte) {
		for format := Detected; format <= Binary; format++ {
			for name, run := range map[string]func(*pb.Formula) error{
				"DRAT": func(f *pb.Formula) error { _, _, err := elaborate(t, f, string(proof), format, Options{}); return err },
				"LRAT": func(f *pb.Formula) error { _, _, err := fromLRAT(t, f, string(proof), format); return err },
			} {
				var e *Error
				if err := run(bad); err != nil && !errors.As(err, &e) {
					t.Errorf("%s: no typed error: %v", name, err)
				}
				if err := run(good); !errors.As(err, &e) {
					t.Errorf("%s: a satisfiable formula was refuted: %v", name, err)
				} else if e.Kind == ErrMalformed && (e.Offset < 0 || e.Offset > int64(len(proof))) {
					t.Errorf("%s: %v", name, e)
				}
			}
		}
	})
}
