package families_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// TestFamilies holds every family to what a user is told of it.
func TestFamilies(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range families.All {
		if seen[f.Name] || f.Name == "" || f.Doc == "" || f.Known == "" || f.Paper == "" {
			t.Errorf("%q: named twice, or something is not said", f.Name)
		}
		seen[f.Name] = true
		for _, p := range f.Params {
			if p.Name == "" || p.Doc == "" || p.Takes() == "" {
				t.Errorf("%s: parameter %+v is not documented", f.Name, p)
			}
		}
		inst, err := families.Generate(f.Name, nil) // the defaults
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		if inst.Relation.IsDigraph() != f.Digraph || inst.Relation.As() != f.Reading() {
			t.Errorf("%s is read as a %s", f.Name, inst.Relation.As())
		}
		if inst.Format != "generated" || inst.Relation.Rows() > 32 {
			t.Errorf("%s: format %q, %d rows by default", f.Name, inst.Format, inst.Relation.Rows())
		}
		// The source says how to make the same again.
		words := strings.Fields(inst.Source)
		if words[0] != "gen" {
			t.Fatalf("source %q", inst.Source)
		}
		again, err := families.Generate(words[1], words[2:])
		if err != nil || !again.Relation.Equal(inst.Relation) || again.Source != inst.Source || again.Name != inst.Name {
			t.Errorf("%q does not make %s again: %v", inst.Source, f.Name, err)
		}
		if strings.ContainsAny(inst.Name, "/ =,") {
			t.Errorf("%q is no file name", inst.Name)
		}
	}
}

func TestCanonicalCall(t *testing.T) {
	for _, c := range []struct{ call, source, name string }{
		{"causal n=16", "gen causal n=16", "causal-16"},
		{"random seed=7 p=.50 cols=2", "gen random rows=12 cols=2 p=0.5 seed=7", "random-12-2-0.5-7"},
		{"random p=1e-3", "gen random rows=12 cols=12 p=0.001 seed=1", "random-12-12-0.001-1"},
		{"petersen", "gen petersen", "petersen"},
		{"double-cover base=cycle,n=5", "gen double-cover base=cycle,n=5", "double-cover-cycle-5"},
		{"double-cover base=grid", "gen double-cover base=grid,rows=3,cols=4", "double-cover-grid-3-4"},
		{"matrix rows=01/10/11", "gen matrix rows=01/10/11", "matrix-3x2"},
	} {
		words := strings.Fields(c.call)
		inst, err := families.Generate(words[0], words[1:])
		if err != nil {
			t.Error(err)
		} else if inst.Source != c.source || inst.Name != c.name {
			t.Errorf("%s: source %q, name %q", c.call, inst.Source, inst.Name)
		}
	}
}

// TestRefusals: what is wrong, and what to do.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ call, says string }{
		{"cuasal", `no family is named "cuasal"; choose among causal, tournament, `},
		{"causal m=3", `causal has no parameter "m"`},
		{"bigbird sead=3", `bigbird has no parameter "sead"; choose among blocks, `},
		{"petersen n=3", "it takes none"},
		{"causal 16", `"16" is no parameter: write key=value`},
		{"causal n=3 n=4", "n is given twice"},
		{"causal n=0", "it must be a whole number from 1 to 4194304"},
		{"causal n=x", "causal: n=x: it must be a whole number"},
		{"causal n=1e3", "it must be a whole number"},
		{"causal n=99999999999999999999", "it must be a whole number"},
		{"causal n=10000", "causal n=10000 would have up to 5e+07 cells, and 5e+07 is the limit: choose smaller parameters"},
		{"causal n=4194304", "choose smaller parameters"},
		{"all-ones rows=4194304 cols=4194304", "1.76e+13 cells"},
		{"block-causal blocks=4194304 size=4194304", "rows"},
		{"random rows=1000000 cols=1000000 p=0.000001", "1e+12 random draws"},
		{"random-hub nodes=4000000 hubs=4000000 p=0", "random draws"},
		{"grid rows=4194304 cols=4194304", "rows"},
		{"bigbird blocks=65536 random=65536 global=65536", "cells"},
		{"random p=1.5", "it must be a number from 0 to 1"},
		{"random p=NaN", "it must be a number from 0 to 1"},
		{"random p=half", "it must be a number from 0 to 1"},
		{"random seed=-1", "it must be a whole number from 0 below 2^64"},
		{"projective-plane q=4", "4 is no prime"},
		{"fixed block=2 summary=3", "choose summary ≤ block"},
		{"matrix rows=01/1", "rows of 0 and 1 of one length"},
		{"matrix rows=012", "rows of 0 and 1 of one length"},
		{"double-cover base=cicle", "base=cicle: no family is named \"cicle\"; choose among causal, "},
		{"double-cover base=cycle,m=5", `cycle has no parameter "m"`},
		{"double-cover base=double-cover", "takes a family itself"},
		{"double-cover base=causal,n=9999999", "a whole number from 1"},
		{"double-cover base=crown,n=7000", "cells"},
	} {
		words := strings.Fields(c.call)
		inst, err := families.Generate(words[0], words[1:])
		if err == nil {
			t.Errorf("%s made %s", c.call, inst.Name)
		} else if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q does not say %q", c.call, err, c.says)
		}
	}
}

// TestUnknown: what was asked for and what there is can be told from the error,
// which ends in it.
func TestUnknown(t *testing.T) {
	for _, c := range []struct{ call, name, choice string }{
		{"cuasal", "cuasal", "causal"},
		{"bigbird sead=3", "sead", "seed"},
		{"double-cover base=cicle", "cicle", "cycle"},
		{"double-cover base=cycle,m=5", "m", "n"},
	} {
		words := strings.Fields(c.call)
		_, err := families.Generate(words[0], words[1:])
		var unknown *families.Unknown
		if !errors.As(err, &unknown) || unknown.Name != c.name || !slices.Contains(unknown.Choices, c.choice) {
			t.Errorf("%s: %v", c.call, err)
		} else if !strings.HasSuffix(err.Error(), unknown.Error()) {
			t.Errorf("%s: %q does not end in %q", c.call, err, unknown)
		}
	}
}

// TestRandomGolden: random instances are the same everywhere and for ever.
func TestRandomGolden(t *testing.T) {
	for call, digest := range map[string]string{
		"random":                               "9e5e4162b534f87a",
		"random rows=40 cols=30 p=0.2 seed=99": "78197d52fa115e3c",
		"random-digraph n=12":                  "9e5e4162b534f87a",
		"random-hub":                           "25708d6bcfc49c1f",
		"random-hub nodes=30 hubs=8 p=0.2 seed=18446744073709551615": "fb38174b460f6d91",
		"bigbird": "d4076a29acc324ed",
		"bigbird blocks=20 size=2 radius=2 random=3 seed=5": "467a11c162d471d5",
	} {
		if got := generate(t, call).Relation.Digest()[:16]; got != digest {
			t.Errorf("%s: digest %s, not %s", call, got, digest)
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	for _, f := range []string{"random", "random-digraph", "random-hub", "bigbird"} {
		one, two := generate(t, f+" seed=1").Relation, generate(t, f+" seed=2").Relation
		if one.Equal(two) {
			t.Errorf("%s is the same for two seeds", f)
		}
	}
	if !generate(t, "random").Relation.Equal(generate(t, "random-digraph").Relation.AsRelation()) {
		t.Error("random and random-digraph differ")
	}
	if p0 := generate(t, "random p=0").Relation.Len(); p0 != 0 {
		t.Errorf("%d cells with p = 0", p0)
	}
	if p1 := generate(t, "random p=1").Relation.Len(); p1 != 144 {
		t.Errorf("%d of 144 cells with p = 1", p1)
	}
}

// TestPlanted: the hub extension that a random one was made from is a cover
// with at most as many hubs as asked for.
func TestPlanted(t *testing.T) {
	m := generate(t, "random-hub nodes=40 hubs=12 p=0.2 seed=3")
	if err := checkCover(m.Relation, m.Planted); err != nil || len(m.Planted) > 12 || len(m.Planted) < 8 {
		t.Errorf("%d planted hubs: %v", len(m.Planted), err)
	}
	if m.Known.FewestHubs != nil {
		t.Error("planted hubs are no optimum")
	}
}

// TestKeysReachQueries: row k is the key, column q the query, at the size
// where every mask tells the two apart.
func TestKeysReachQueries(t *testing.T) {
	for call, want := range map[string]string{
		"causal n=3":                               "111 011 001",
		"tournament n=3":                           "011 001 000",
		"window n=4 w=2":                           "1100 0110 0011 0001",
		"symmetric-window n=4 radius=1":            "1100 1110 0111 0011",
		"strided n=5 stride=2":                     "10101 01010 00101 00010 00001",
		"strided n=5 stride=3 local=2":             "11010 01101 00110 00011 00001",
		"fixed n=5 block=2":                        "11000 01111 00110 00011 00001",
		"fixed n=5 block=3 summary=2":              "11100 01111 00111 00011 00001",
		"longformer n=5 radius=1 global=1":         "11111 11100 11110 10111 10011",
		"block-causal blocks=2 size=2":             "1111 1111 0011 0011",
		"bigbird blocks=3 radius=0 random=0":       "111 110 101",
		"complete n=3":                             "011 101 110",
		"path n=3":                                 "010 001 000",
		"cycle n=3":                                "010 001 100",
		"grid rows=2 cols=3":                       "110 101 111",
		"hypercube d=2":                            "11 11",
		"disjointness k=1":                         "11 10",
		"intersection k=1":                         "00 01",
		"inner-product k=2":                        "0000 0101 0011 0110",
		"polygon-slack n=4":                        "0011 1001 1100 0110",
		"cube-slack d=2":                           "0101 1010 0011 1100",
		"projective-plane q=2":                     "0101010 1001100 0011001 1110000 0100101 1000011 0010110",
		"double-cover base=causal,n=2":             "11 01",
		"double-cover base=all-ones,rows=1,cols=2": "011 100 100",
	} {
		if got := draw(generate(t, call).Relation); got != want {
			t.Errorf("%s: %s, not %s", call, got, want)
		}
	}
}

func draw(rel *instances.Relation) string {
	var b strings.Builder
	for r := range rel.Rows() {
		if r > 0 {
			b.WriteByte(' ')
		}
		for c := range rel.Cols() {
			if rel.Has(int32(r), int32(c)) {
				b.WriteByte('1')
			} else {
				b.WriteByte('0')
			}
		}
	}
	return b.String()
}

func TestDoubleCoverKeepsNames(t *testing.T) {
	rel, err := instances.New(1, 2, []instances.Cell{{Row: 0, Col: 1}})
	if err == nil {
		rel, err = rel.WithNames([]string{"user"}, []string{"read", "write"})
	}
	if err == nil {
		rel, err = families.DoubleCover(rel)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := draw(rel); got != "001 000 100" || rel.RowName(0) != "user" || rel.ColName(2) != "write" || rel.IsDigraph() {
		t.Errorf("%s, %s %s", got, rel.RowName(0), rel.ColName(2))
	}
}

// TestLarge: a cover of a large mask is lean, and neither it nor the mask takes
// long.
func TestLarge(t *testing.T) {
	m := generate(t, "causal n=4096")
	if n := m.Known.FewestColors.Memberships(); m.Relation.Len() != 4096*4097/2 || n > 2*4096*13 {
		t.Errorf("%d cells, %d memberships", m.Relation.Len(), n)
	}
	if colors, err := checkColors(m.Known.FewestColors); err != nil || colors != 13 || len(m.Known.FewestHubs) != 4096 {
		t.Errorf("%d colours, %d hubs: %v", colors, len(m.Known.FewestHubs), err)
	}
	m = generate(t, "window n=100000 w=64")
	if n := m.Known.FewestColors.Memberships(); n > 2*100000*7 {
		t.Errorf("window: %d memberships", n)
	}
}
