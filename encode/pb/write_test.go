package pb

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write testdata/written anew")

// example uses everything that a format has to cope with.
func example() *Formula {
	f := New()
	f.Comments = []string{"two lines\nand no \rmore"}
	x := f.Block("x", 2, 3)
	f.Document(x, "an example", "i", "j")
	f.Block("unused", 1)
	f.Clause(x.At(0, 0), -x.At(0, 1), x.At(0, 2))
	f.Clause()
	f.AtLeast(2, Term{3, x.At(0, 0)}, Term{-2, -x.At(1, 1)}, Term{1, x.At(1, 2)})
	f.AtMost(1, Term{1, x.At(1, 0)}, Term{1, x.At(1, 1)}, Term{1, -x.At(1, 1)})
	f.Objective = []Term{{2, x.At(0, 0)}, {-3, x.At(0, 1)}, {4, -x.At(0, 2)}}
	return f
}

// The files under testdata/written were read by cbc, glpsol and clasp.
func TestWritten(t *testing.T) {
	for _, format := range Formats {
		f := example()
		if format.Takes(f) != nil { // clauses only
			f.linear, f.ends, f.lits = nil, f.ends[:2], f.lits[:3]
		}
		if format.Takes(f) != nil {
			f.Objective = nil
		}
		var got bytes.Buffer
		if err := format.Write(&got, f); err != nil {
			t.Fatal(err)
		}
		file := "testdata/written/example" + format.Extensions[0]
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s differs:\n%s", file, got.Bytes())
		}
	}
}

// drawFormula makes any small formula; clauses only on demand.
func drawFormula(t *rapid.T, clauses bool) *Formula {
	f := New()
	vars := rapid.IntRange(1, 5).Draw(t, "vars")
	f.Block("x", vars)
	lit := rapid.Custom(func(t *rapid.T) Lit {
		l := Lit(rapid.IntRange(1, vars).Draw(t, "var"))
		if rapid.Bool().Draw(t, "negative") {
			l = -l
		}
		return l
	})
	term := rapid.Custom(func(t *rapid.T) Term {
		return Term{rapid.Int64Range(-5, 5).Draw(t, "coef"), lit.Draw(t, "lit")}
	})
	for range rapid.IntRange(0, 6).Draw(t, "constraints") {
		if clauses || rapid.Bool().Draw(t, "clause") {
			f.Clause(rapid.SliceOfN(lit, 0, 5).Draw(t, "lits")...)
		} else {
			f.AtLeast(rapid.Int64Range(-5, 5).Draw(t, "bound"), rapid.SliceOfN(term, 0, 5).Draw(t, "terms")...)
		}
	}
	if !clauses && rapid.Bool().Draw(t, "optimise") {
		f.Objective = append([]Term{}, rapid.SliceOfN(term, 0, 5).Draw(t, "objective")...)
	}
	return f
}

func TestDIMACSRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t, true)
		var file bytes.Buffer
		if err := WriteDIMACS(&file, f); err != nil {
			t.Fatal(err)
		}
		g, err := ReadDIMACS(&file)
		if err != nil {
			t.Fatal(err)
		}
		if g.Vars() != f.Vars() || g.Len() != f.Len() {
			t.Fatalf("%d variables, %d clauses; wrote %d, %d", g.Vars(), g.Len(), f.Vars(), f.Len())
		}
		for i := range f.Len() {
			if !slices.Equal(f.Lits(i), g.Lits(i)) {
				t.Fatalf("clause %d is %v, wrote %v", i, g.Lits(i), f.Lits(i))
			}
		}
	})
}

// What the linear formats say, read back by the test's own few lines, has the
// same models with the same values as the formula.
func TestLinearFormatsMeanTheSame(t *testing.T) {
	readers := map[string]func(string) linearProgram{"opb": readOPB, "lp": readLP, "mps": readMPS}
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t, false)
		for _, format := range Formats {
			read := readers[format.Name]
			if read == nil {
				continue
			}
			var file bytes.Buffer
			if err := format.Write(&file, f); err != nil {
				t.Fatal(err)
			}
			p := read(file.String())
			for bits := range 1 << f.Vars() {
				m := make(Model, f.Vars()+1)
				at := map[string]int64{"one": 1}
				for v := 1; v <= f.Vars(); v++ {
					m[v] = bits>>(v-1)&1 == 1
					if m[v] {
						at["x"+strconv.Itoa(v)] = 1
					}
				}
				if want, got := f.Check(m) == nil, p.holds(at); want != got {
					t.Fatalf("%s: %v is a model: %v, of the formula: %v\n%s", format.Name, m, got, want, file.String())
				}
				if want, got := m.Value(f.Objective), p.objective.value(at); want != got {
					t.Fatalf("%s: %v has the value %d, in the formula %d\n%s", format.Name, m, got, want, file.String())
				}
			}
		}
	})
}

// sum is Σ coefᵢ·nameᵢ, where ~name is 1 − name.
type sum map[string]int64

func (s sum) value(at map[string]int64) int64 {
	var total int64
	for name, c := range s {
		if positive, negated := strings.CutPrefix(name, "~"); negated {
			total += c * (1 - at[positive])
		} else {
			total += c * at[name]
		}
	}
	return total
}

type linearProgram struct {
	objective sum
	rows      map[string]sum
	bounds    map[string]int64
}

func newProgram() linearProgram { return linearProgram{sum{}, map[string]sum{}, map[string]int64{}} }

func (p linearProgram) holds(at map[string]int64) bool {
	for name, row := range p.rows {
		if row.value(at) < p.bounds[name] {
			return false
		}
	}
	return true
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func readOPB(text string) linearProgram {
	p := newProgram()
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		row, name := sum{}, fmt.Sprint(len(p.rows))
		switch fields[0] {
		case "*":
			continue
		case "min:":
			fields, row = fields[1:], p.objective
		default:
			p.rows[name] = row
			p.bounds[name] = number(fields[len(fields)-2])
		}
		for i := 0; i+1 < len(fields) && fields[i] != ">="; i += 2 {
			row[fields[i+1]] += number(fields[i])
		}
	}
	return p
}

func readLP(text string) linearProgram {
	p := newProgram()
	row, name := sum(nil), ""
	sign, coef := int64(1), int64(1)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, `\`) {
			continue
		}
		if line == "Bounds\n" || line == "Binary\n" {
			break
		}
		for fields := strings.Fields(line); len(fields) > 0; fields = fields[1:] {
			switch f := fields[0]; {
			case f == "Minimize" || f == "Subject" || f == "To":
			case f == "obj:":
				row = p.objective
			case strings.HasSuffix(f, ":"):
				row, name = sum{}, f
				p.rows[name] = row
			case f == "+":
				sign = 1
			case f == "-":
				sign = -1
			case f == ">=":
				p.bounds[name] = number(fields[1])
				fields = fields[1:]
			case f[0] >= '0' && f[0] <= '9':
				coef = number(f)
			default:
				row[f] += sign * coef
				sign, coef = 1, 1
			}
		}
	}
	return p
}

func readMPS(text string) linearProgram {
	p := newProgram()
	section := ""
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case line[0] == '*':
		case line[0] != ' ':
			section = fields[0]
		case section == "ROWS" && fields[0] == "G":
			p.rows[fields[1]] = sum{}
		case section == "COLUMNS" && fields[1] == "obj":
			p.objective[fields[0]] += number(fields[2])
		case section == "COLUMNS" && fields[1] != "'MARKER'":
			p.rows[fields[1]][fields[0]] += number(fields[2])
		case section == "RHS":
			p.bounds[fields[1]] = number(fields[2])
		}
	}
	return p
}

func TestFormatsRefuse(t *testing.T) {
	linear := New()
	x := linear.Block("x", 2)
	linear.Clause(x.At(0))
	linear.AtLeast(2, Term{1, x.At(0)}, Term{1, x.At(1)})
	objective := New()
	objective.Objective = []Term{{1, objective.Block("x", 1).At(0)}}
	huge := New()
	y := huge.Block("x", 2)
	huge.AtLeast(1, Term{math.MaxInt64, y.At(0)}, Term{math.MaxInt64, -y.At(1)})
	for _, c := range []struct {
		format, want string
		f            *Formula
	}{
		{"cnf", "constraint 2 of 2", linear}, {"wcnf", "constraint 2 of 2", linear},
		{"cnf", "objective", objective},
		{"opb", "63 bits", huge}, {"lp", "63 bits", huge}, {"mps", "63 bits", huge},
	} {
		format, err := FindFormat(c.format)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = format.Write(&out, c.f)
		if err == nil || !strings.Contains(err.Error(), c.want) || out.Len() > 0 {
			t.Errorf("%s: error %v after %d bytes; expected %q before any", c.format, err, out.Len(), c.want)
		}
	}
	if err := huge.Check(make(Model, 3)); !errors.Is(err, errOverflow) {
		t.Errorf("check: %v", err)
	}
	if _, err := FindFormat("model.lp"); err != nil {
		t.Error(err)
	}
	if _, err := FindFormat("xml"); err == nil || !strings.Contains(err.Error(), "opb") {
		t.Errorf("unknown format: %v", err)
	}
}

func TestLongCommentsAreFolded(t *testing.T) {
	f := New()
	f.Comments = []string{strings.Repeat("µ", 300), strings.Repeat("some words ", 30)}
	var out bytes.Buffer
	if err := WriteMPS(&out, f); err != nil {
		t.Fatal(err)
	}
	joined := ""
	for line := range strings.Lines(out.String()) {
		if len(line) > 130 || !strings.HasPrefix(line, "*") && strings.Contains(line, "µ") {
			t.Errorf("%d bytes: %q", len(line), line)
		}
		joined += strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "* ")
	}
	if !strings.Contains(joined, f.Comments[0]) {
		t.Error("letters are lost")
	}
}

func TestReadDIMACSRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "without a header",
		"1 2 0\n":                  "line 1: expected the header",
		"p cnf 2\n":                "line 1: expected one header",
		"p cnf 2 1\np cnf 2 1\n":   "line 2: expected one header",
		"p cnf 9999999999 1\n":     "no number of variables",
		"p cnf 2 -1\n":             "no number of clauses",
		"p cnf 2 1\n1 3 0\n":       "line 2: \"3\" is no literal over 2",
		"p cnf 2 1\nc\n1 x 0\n":    "line 3: \"x\" is no literal",
		"p cnf 2 1\n1 2\n":         "closing 0",
		"p cnf 2 2\n1 2 0\n":       "1 clauses where the header announces 2",
		"p cnf 2 1\n-2147483648 0": "no literal",
	} {
		if _, err := ReadDIMACS(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %q in it", text, err, want)
		}
	}
	f, err := ReadDIMACS(strings.NewReader("c hello\nc\np cnf 3 2\n1 -2\n3 0 0\n"))
	if err != nil || f.Len() != 2 || len(f.Lits(0)) != 3 || len(f.Lits(1)) != 0 || f.Comments[0] != "hello" {
		t.Errorf("%+v, %v", f, err)
	}
}

type brokenWriter struct{ left int }

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestWriteErrorsAreReported(t *testing.T) {
	f := New()
	x := f.Block("x", 20000)
	for i := range 20000 {
		f.Clause(x.At(i))
	}
	for _, format := range Formats {
		if err := format.Write(&brokenWriter{1000}, f); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: %v", format.Name, err)
		}
	}
}

func TestNamesAndBlocks(t *testing.T) {
	f := New()
	a := f.Block("a", 46, 14)
	f.Document(a, "row u is a source of hub i", "u", "i")
	z := f.Block("z")
	if got := f.Blocks()[0].String(); got != "a[u,i] = variable 1+u*14+i, u<46, i<14: row u is a source of hub i" {
		t.Error(got)
	}
	if got := f.Blocks()[1].String(); got != "z = variable 645" {
		t.Error(got)
	}
	if f.Name(int(a.At(3, 1))) != "a[3,1]" || f.Name(int(z.At())) != "z" || a.At(3, 1) != a.At2(3, 1) {
		t.Error("names do not fit")
	}
}

func TestBuildingAllocatesNothing(t *testing.T) {
	f := New()
	x := f.Block("x", 100, 100)
	f.Grow(40000, 200000)
	if n := testing.AllocsPerRun(100, func() {
		for i := range 100 {
			f.Clause(x.At(i, 1), -x.At2(i, 2), x.At2(1, i))
		}
	}); n != 0 {
		t.Errorf("%v allocations for 100 clauses", n)
	}
	if n := testing.AllocsPerRun(10, func() {
		if err := WriteDIMACS(io.Discard, f); err != nil {
			t.Fatal(err)
		}
	}); n > 20 {
		t.Errorf("%v allocations to write %d clauses", n, f.Len())
	}
}

func FuzzReadDIMACS(f *testing.F) {
	f.Add("c hello\np cnf 3 2\n1 -2\n3 0 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ReadDIMACS(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := WriteDIMACS(&out, g); err != nil {
			t.Fatal(err)
		}
		if h, err := ReadDIMACS(&out); err != nil || h.Len() != g.Len() {
			t.Fatalf("%q: read, written, not read again: %v", text, err)
		}
	})
}
