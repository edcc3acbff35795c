package pb

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// small is the formula that the solvers in testdata/models were run on; with
// no a clause more it has no model.
func small() *Formula {
	f := New()
	x := f.Block("x", 2, 2)
	f.Clause(x.At(0, 0), x.At(0, 1))
	f.Clause(-x.At(0, 0), x.At(1, 0))
	f.Clause(-x.At(0, 1), -x.At(1, 0))
	f.Clause(x.At(1, 1), x.At(0, 0))
	f.Clause(-x.At(0, 0), -x.At(1, 1))
	return f
}

func TestReadModelOfManySolvers(t *testing.T) {
	f := small()
	models(t, "accept", func(name string, m Model, err error) {
		if err == nil {
			err = f.Check(m)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	})
}

func TestReadModelWhereThereIsNone(t *testing.T) {
	models(t, "reject", func(name string, m Model, err error) {
		if !errors.Is(err, ErrNoModel) {
			t.Errorf("%s: model %v, error %v; expected ErrNoModel", name, m, err)
		}
		said := "unsatisfiable"
		switch {
		case name == "without-values.txt" || name == "empty.txt":
			said = "no value"
		case strings.Contains(name, "time") || strings.Contains(name, "unknown") || strings.Contains(name, "indet"):
			said = "unknown"
		}
		if err != nil && !strings.Contains(err.Error(), said) {
			t.Errorf("%s: %v; expected %q in it", name, err, said)
		}
	})
}

func models(t *testing.T, verdict string, check func(name string, m Model, err error)) {
	files, _ := filepath.Glob(filepath.Join("testdata", "models", verdict, "*"))
	if len(files) < 10 {
		t.Fatalf("%d files", len(files))
	}
	for _, file := range files {
		in, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ReadModel(in, small().Vars())
		in.Close()
		check(filepath.Base(file), m, err)
	}
}

func TestReadModelMalformed(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
		want string
	}{
		"variable too large":     {"s SATISFIABLE\nv 1 -2 3 -9 0\n", 2, "no literal"},
		"both values":            {"v 1 -2\nv 2 0\n", 2, "both values"},
		"no literal":             {"v 1 two 0\n", 1, "no literal"},
		"another variable":       {"# Columns 1\nx7 1\n", 2, "another formula"},
		"relaxation":             {"Optimal - objective value 1\n  0 x1 0.5 1\n", 2, "relaxation"},
		"no 0/1 value":           {"x1 2\n", 1, "neither 0 nor 1"},
		"not a number":           {"x1 NaN\n", 1, "neither 0 nor 1"},
		"prose":                  {"Segmentation fault\n", 1, "neither a literal"},
		"usage":                  {"unknown option\n", 1, "neither a literal"},
		"marked infeasible":      {"** 0 x1 1 0\n", 1, "infeasible"},
		"glpsol status too soon": {"s mip 1\nq\n", 2, "neither a literal"},
		"glpsol line":            {"s mip 1 4 o 0\nk 1 1\n", 2, "no line of glpsol"},
		"glpsol column":          {"s mip 1 4 o 0\nj one 1\n", 2, "no column number"},
		"two 0/1 strings":        {"v 0101\nv 01010\n", 2, "no literal"},
	} {
		m, err := ReadModel(strings.NewReader(c.text), 4)
		var at *ModelError
		if !errors.As(err, &at) || at.Line != c.line || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: model %v, error %v; expected line %d and %q", name, m, err, c.line, c.want)
		}
	}
}

func TestReadModelLastOneCounts(t *testing.T) {
	for _, text := range []string{
		"v 1 2 0\nv -1 -2 0\n",
		"o 2\nv x1 x2\no 0\nv -x1 -x2\n",
		"c Answer: 1\nv 1 2\nc Answer: 2\nv -1 -2\n",
		"v 11\nv 00\n",
		"v\t-1 -2\t0\n",
		"Optimal - objective value 0.00000000\n",
	} {
		m, err := ReadModel(strings.NewReader(text), 2)
		if err != nil || m[1] || m[2] {
			t.Errorf("%q: %v, %v; expected all false", text, m, err)
		}
	}
}

func FuzzReadModel(f *testing.F) {
	for _, verdict := range []string{"accept", "reject"} {
		files, _ := filepath.Glob(filepath.Join("testdata", "models", verdict, "*"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text), 4)
		}
	}
	f.Fuzz(func(t *testing.T, text string, vars int) {
		if vars > 1000 {
			return
		}
		m, err := ReadModel(strings.NewReader(text), vars)
		if err == nil && len(m) != vars+1 {
			t.Errorf("%d values for %d variables", len(m)-1, vars)
		}
	})
}
