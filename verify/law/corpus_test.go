package law_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/law"
	"github.com/hubcover/hubcover/verify/manifold"
)

// The corpus in testdata: accept and reject hold law files that are read, and
// what Check says of them against the instance of which they have the name, up to
// the first dash, in instances; malformed holds files that Read refuses. Of
// rejected laws verdicts.txt lists all checks that reject, of malformed ones
// errors.txt a part of the error.
var update = flag.Bool("update", false, "write the corpus anew")

// spoilt is a wrong law: the base with one fault.
type spoilt struct {
	name, base string
	spoil      func(*law.Law)
}

func wrongLaws() []spoilt {
	color := func(l *law.Law, j int) *density.Color { return &l.Cover.Colors[j] }
	return []spoilt{
		{"another_digest", "crown", func(l *law.Law) { l.Instance.SHA256 = strings.Repeat("0", 64) }},
		{"another_reading", "crown", func(l *law.Law) { l.Instance.As = "relation" }},
		{"names_swapped", "order", func(l *law.Law) { n := l.Cover.Embedding.Names; n[0], n[1] = n[1], n[0] }},
		{"parameters_too_few", "crown", func(l *law.Law) { l.Parameters.Law-- }},
		{"a_source_of_two_hubs", "crown", func(l *law.Law) {
			color(l, 0).Codes = append(color(l, 0).Codes, []float64{1, 1})
			color(l, 0).Sources[0] = 2
		}},
		{"a_source_and_a_target_of_two_hubs", "crown", func(l *law.Law) {
			color(l, 0).Codes = append(color(l, 0).Codes, []float64{1, 1})
			color(l, 0).Sources[0], color(l, 0).Targets[1] = 2, 2
		}},
		{"equal_codes", "crown", func(l *law.Law) { copy(color(l, 1).Codes[1], color(l, 1).Codes[0]) }},
		{"equal_codes", "twice", func(l *law.Law) { copy(color(l, 0).Codes[1], color(l, 0).Codes[0]) }}, // makes no wrong edge
		{"equal_codes_and_said_so", "crown", func(l *law.Law) {
			copy(color(l, 1).Codes[1], color(l, 1).Codes[0])
			color(l, 1).Margin = 0
		}},
		{"codes_nearer_than_stated", "crown", func(l *law.Law) {
			color(l, 1).Codes[1] = []float64{math.Sqrt(0.5), math.Sqrt(0.5)}
		}},
		{"codes_a_little_nearer_than_stated", "crown", func(l *law.Law) {
			color(l, 1).Codes[1] = []float64{0.3, math.Sqrt(1 - 0.09)}
		}},
		{"no_unit_vector", "twice", func(l *law.Law) { color(l, 0).Codes[0] = []float64{0.6, 0} }}, // leaves no edge out
		{"margin_stated_too_small", "crown", func(l *law.Law) { color(l, 0).Margin = 0.5 }},
		{"no_unit_vector", "crown", func(l *law.Law) { color(l, 0).Codes[0] = []float64{0.5, 0} }},
		{"a_negative_coordinate", "crown", func(l *law.Law) { color(l, 0).Codes[0] = []float64{-1, 0} }},
		{"an_idle_code", "order", func(l *law.Law) {
			color(l, 1).Codes = append(color(l, 1).Codes, []float64{0, 1})
		}},
		{"an_edge_missing", "crown", func(l *law.Law) { color(l, 0).Sources[0] = density.None }},
		{"an_edge_too_many", "order", func(l *law.Law) { color(l, 1).Sources[3] = 0 }},
		{"a_source_of_the_wrong_hub", "crown", func(l *law.Law) { color(l, 0).Sources[0] = 1 - color(l, 0).Sources[0] }},
		{"no_colours", "crown", func(l *law.Law) { l.Cover.Colors = nil }},
		{"a_colour_left_out", "crown", func(l *law.Law) { l.Cover.Colors = l.Cover.Colors[:1] }},
		{"rho_above_half_of_r0", "crown", func(l *law.Law) { l.Cover.Embedding.Rho = 0.9 * l.Cover.Embedding.R0 }},
		{"rho_above_r0", "crown", func(l *law.Law) { l.Cover.Embedding.Rho = 1.5 * l.Cover.Embedding.R0 }},
		{"rho_round_the_circle", "loop", func(l *law.Law) { l.Cover.Embedding.Rho = 0.5 }},
		{"r0_above_the_least_distance", "crown", func(l *law.Law) { l.Cover.Embedding.R0 *= 1.1 }},
		{"two_nodes_at_one_point", "crown", func(l *law.Law) { copy(l.Cover.Embedding.Points[1], l.Cover.Embedding.Points[0]) }},
		{"a_field_that_vanishes_at_a_target", "crown", func(l *law.Law) { copy(l.Field.V, l.Cover.Embedding.Points[2]) }},
		{"a_field_that_vanishes_near_a_target", "crown", func(l *law.Law) {
			e := l.Cover.Embedding
			v := make([]float64, len(l.Field.V))
			e.Manifold.Log(v, e.Points[2], e.Points[0])
			for i := range v {
				v[i] *= e.Rho / 2 / e.Manifold.Distance(e.Points[2], e.Points[0])
			}
			e.Manifold.Exp(l.Field.V, e.Points[2], v)
		}},
		{"a_field_of_no_direction", "plane", func(l *law.Law) { copy(l.Field.V, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}) }},
	}
}

// base makes a right law for an instance of the corpus.
func base(t *testing.T, name string) *law.Law {
	t.Helper()
	one := func(sources, targets []int32, color int) instances.Hub {
		return instances.Hub{Sources: sources, Targets: targets, Color: color}
	}
	type plan struct {
		manifold string
		points   [][]float64
		x        instances.Extension
		d        law.Design
	}
	crown := instances.Extension{
		one([]int32{0, 1}, []int32{2, 3}, 1), one([]int32{2, 3}, []int32{0, 1}, 1),
		one([]int32{0, 2}, []int32{1, 3}, 2), one([]int32{1, 3}, []int32{0, 2}, 2),
	}
	order := instances.Extension{one([]int32{0}, []int32{0}, 1), one([]int32{2}, []int32{2}, 1),
		one([]int32{0, 1}, []int32{1, 2}, 2), one([]int32{0, 1, 2, 3}, []int32{3}, 3)}
	plans := map[string]plan{
		// Nodes 0 and 1 are the nearest, and of one hub in the first colour.
		"crown":  {"sphere:3", [][]float64{{1, 0, 0, 0}, {0.6, 0.8, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}, crown, law.Design{}},
		"order":  {"torus:2", nil, order, law.Design{Density: density.Design{Fibre: 2}}},
		"loop":   {"torus:1", nil, instances.Extension{one([]int32{0}, []int32{0}, 1)}, law.Design{Field: law.Source}},
		"plane":  {"projective:2", nil, instances.Extension{one([]int32{0, 1}, []int32{1, 2}, 1)}, law.Design{}},
		"access": {"hyperbolic:2", nil, instances.Extension{one([]int32{0, 1}, []int32{0, 2}, 1), one([]int32{2}, []int32{1, 3}, 1)}, law.Design{Density: density.Design{Kernel: density.Kernels[1]}, Field: law.Source}},
		"keys": {"grassmann:2,4", nil, instances.Extension{one([]int32{0}, []int32{1}, 1), one([]int32{1}, []int32{2}, 1), one([]int32{2}, []int32{0}, 1)},
			law.Design{Density: density.Design{Fibre: 2, Kernel: density.Kernels[2]}}},
		"empty": {"euclidean:2", nil, nil, law.Design{}},
		"twice": {"euclidean:3", nil, instances.Extension{one([]int32{0}, []int32{1}, 1), one([]int32{2}, []int32{3}, 1), one([]int32{0, 2}, []int32{1, 3}, 2)}, law.Design{}},
		"tower": {"sphere:2*torus:1", nil, instances.Extension{one([]int32{0}, []int32{1, 2}, 1), one([]int32{1}, []int32{2}, 2)}, law.Design{}},
	}
	p := plans[name]
	rel := corpusInstance(t, name)
	e := packed(t, p.manifold, rel)
	if p.points != nil {
		var err error
		if e, err = manifold.Embed(e.Manifold, e.Names, p.points, manifold.Radii{}); err != nil {
			t.Fatal(err)
		}
	}
	p.d.Seed = 1
	return build(t, problem{name, rel, p.x}, e, p.d)
}

func corpusInstance(t *testing.T, name string) *instances.Relation {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "instances", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	inst, err := formats.ReadBytes(context.Background(), data, formats.Options{Source: name, From: "json"})
	if err != nil {
		t.Fatal(err)
	}
	return inst.Relation
}

// malformed lists changes of the text of a right law, and a part of the error.
var malformed = []struct{ name, from, to, want string }{
	{"no_json", `{"schema"`, `{schema`, "line 1: invalid character"},
	{"cut_off", `,"edges":12}}`, `,"edges":12}`, "unexpected end"},
	{"something_follows", "12}}\n", "12}}\n{}\n", "after top-level value"},
	{"another_schema", "hubcover.law/1", "hubcover.result/1", `the schema is "hubcover.result/1"`},
	{"a_later_schema", "hubcover.law/1", "hubcover.law/2", "use the version that wrote it"},
	{"no_schema", `"schema":"hubcover.law/1",`, ``, `the schema is ""`},
	{"unknown_key", `"fibre":2`, `"fibre":2,"fiber":2`, `no key "fiber" in a law`},
	{"a_key_in_capitals", `"fibre"`, `"Fibre"`, `no key "Fibre" in a law`},
	{"a_key_twice", `"fibre":2`, `"fibre":2,"fibre":3`, `"fibre" stands twice`},
	{"a_key_missing", `"fibre":2,`, ``, `"fibre" is missing in a law`},
	{"no_margin", `"margin":1,`, ``, `"margin" is missing in colors`},
	{"an_unknown_key_in_a_colour", `"margin":1,`, `"margin":1,"hubs":[],`, `no key "hubs" in colors`},
	{"a_null_point", `[1,0,0,0]`, `[1,0,0,null]`, "points is null"},
	{"null_nodes", `"nodes":["0","1","2","3"]`, `"nodes":null`, "nodes is null"},
	{"a_name_that_is_a_number", `"nodes":["0"`, `"nodes":[0`, "cannot unmarshal number"},
	{"a_node_too_few", `"nodes":["0","1",`, `"nodes":["0",`, "3 names and 4 points"},
	{"unknown_manifold", `sphere:3`, `spere:3`, `no manifold is named "spere"`},
	{"another_dimension", `sphere:3`, `sphere:4`, "4 coordinates, sphere:4 has points of 5"},
	{"off_the_manifold", `[1,0,0,0]`, `[1,0,0.1,0]`, `point "0" is not on sphere:3`},
	{"a_number_too_large", `[1,0,0,0]`, `[1e999,0,0,0]`, "cannot unmarshal number 1e999"},
	{"no_points", `"points":[[1,0,0,0],[0.6,0.8,0,0],[0,0,1,0],[0,0,0,1]]`, `"points":[]`, "no embedding"},
	{"negative_r0", `"r0":`, `"r0":-`, "is no positive number"},
	{"rho_zero", `"rho":`, `"rho":0,"x":`, `no key "x"`},
	{"negative_rho", `"rho":`, `"rho":-`, "is no positive number"},
	{"unknown_kernel", `"bump"`, `"jump"`, `no kernel "jump"`},
	{"fibre_zero", `"fibre":2`, `"fibre":0`, "fibre dimension 0"},
	{"fibre_one_half", `"fibre":2`, `"fibre":0.5`, "cannot unmarshal number 0.5"},
	{"a_longer_code", `"codes":[[1,0],[0,1]]`, `"codes":[[1,0],[0,1,0]]`, "code 1 has 3 coordinates, the fibre dimension is 2"},
	{"no_codes", `"codes":[[1,0],[0,1]]`, `"codes":[]`, "every colour must have a hub"},
	{"a_label_too_many", `"sources":[0,0,1,1]`, `"sources":[0,0,1,1,1]`, "5 labels for 4 nodes"},
	{"a_label_of_no_code", `"sources":[0,0,1,1]`, `"sources":[0,0,1,2]`, "node 3 has label 2, there are 2 codes"},
	{"a_negative_label", `"sources":[0,0,1,1]`, `"sources":[0,0,1,-1]`, "none is written null"},
	{"a_label_in_words", `"sources":[0,0,1,1]`, `"sources":[0,0,1,"1"]`, "cannot unmarshal string"},
	{"unknown_field", `"projected"`, `"rejected"`, `no field "rejected"`},
	{"v_too_short", `"v":[`, `"v":[1],"w":[`, `no key "w" in field`},
	{"v_of_two_coordinates", `V`, `[1,0]`, "v of 2 coordinates, sphere:3 has 4"},
	{"v_zero", `V`, `[0,0,0,0]`, "v of the field has length 0"},
	{"a_short_digest", `"sha256":"`, `"sha256":"0", "was":"`, `no key "was" in instance`},
	{"a_digest_of_letters", `D`, `xyz`, "expected 64 hexadecimal digits"},
	{"another_reading", `"as":"digraph"`, `"as":"graph"`, "expected digraph or relation"},
	{"negative_parameters", `"edges":12`, `"edges":-12`, "a number of parameters is negative"},
	{"an_array", "", "[]\n", "cannot unmarshal array"},
	{"null", "", "null\n", `the schema is ""`},
	{"nothing", "", "", "unexpected end"},
	{"a_name_for_a_point", `[1,0,0,0]`, `{"x":1}`, `no key "x" in points`},
}

// spoil makes a malformed file.
func spoilText(t *testing.T, right []byte, l *law.Law, from, to string) []byte {
	t.Helper()
	if from == "" {
		return []byte(to)
	}
	switch from { // what is not the same everywhere
	case "V":
		from = string(between(t, right, `"v":`, `}`))
	case "D":
		from = l.Instance.SHA256
	}
	if !bytes.Contains(right, []byte(from)) {
		t.Fatalf("the right law has no %s", from)
	}
	return bytes.Replace(right, []byte(from), []byte(to), 1)
}

func between(t *testing.T, text []byte, from, to string) []byte {
	t.Helper()
	_, text, ok := bytes.Cut(text, []byte(from))
	text, _, found := bytes.Cut(text, []byte(to))
	if !ok || !found {
		t.Fatalf("nothing between %s and %s", from, to)
	}
	return text
}

func text(t *testing.T, l *law.Law) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestUpdate writes the corpus where -update is given.
func TestUpdate(t *testing.T) {
	if !*update {
		t.Skip("without -update")
	}
	put := func(dir, name string, data []byte) {
		if err := os.MkdirAll(filepath.Join("testdata", dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("testdata", dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, err := filepath.Glob("testdata/instances/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		put("accept", name+"-right.json", text(t, base(t, name)))
	}
	var list strings.Builder
	for _, w := range wrongLaws() {
		l := base(t, w.base)
		// The codes of two colours may be one array.
		for j := range l.Cover.Colors {
			codes := slices.Clone(l.Cover.Colors[j].Codes)
			for k := range codes {
				codes[k] = slices.Clone(codes[k])
			}
			l.Cover.Colors[j].Codes = codes
		}
		w.spoil(l)
		name := w.base + "-" + w.name + ".json"
		put("reject", name, text(t, l))
		fmt.Fprintf(&list, "%s: %s\n", name, strings.Join(verdicts(t, l, corpusInstance(t, w.base), law.Checking{Seed: 1}), " "))
	}
	put("reject", "verdicts.txt", []byte(list.String()))
	list.Reset()
	right := base(t, "crown")
	for _, m := range malformed {
		put("malformed", m.name+".json", spoilText(t, text(t, right), right, m.from, m.to))
		fmt.Fprintf(&list, "%s.json: %s\n", m.name, m.want)
	}
	put("malformed", "errors.txt", []byte(list.String()))
}

func lawFiles(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("testdata", dir, "*.json"))
	if err != nil || len(found) < 8 {
		t.Fatalf("%d law files in %s, %v", len(found), dir, err)
	}
	return found
}

func readLaw(t *testing.T, path string) *law.Law {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := law.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return l
}

// expectations reads lines FILE: WHAT.
func expectations(t *testing.T, path string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(data)) {
		name, what, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out[name] = what
	}
	return out
}

func TestAccept(t *testing.T) {
	for _, path := range lawFiles(t, "accept") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			name, _, _ := strings.Cut(filepath.Base(path), "-")
			l := again(t, readLaw(t, path))
			if bad := verdicts(t, l, corpusInstance(t, name), law.Checking{Seed: 1}); bad != nil {
				t.Error("rejected by ", bad)
			}
		})
	}
}

// Every wrong law is rejected by exactly the checks that can see its fault.
func TestReject(t *testing.T) {
	want := expectations(t, "testdata/reject/verdicts.txt")
	for _, path := range lawFiles(t, "reject") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			name, _, _ := strings.Cut(filepath.Base(path), "-")
			bad := strings.Join(verdicts(t, readLaw(t, path), corpusInstance(t, name), law.Checking{Seed: 1}), " ")
			if bad == "" || bad != want[filepath.Base(path)] {
				t.Errorf("rejected by %q, want %q", bad, want[filepath.Base(path)])
			}
		})
	}
}

func TestMalformed(t *testing.T) {
	want := expectations(t, "testdata/malformed/errors.txt")
	for _, path := range lawFiles(t, "malformed") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		part := want[filepath.Base(path)]
		if _, err := law.Read(bytes.NewReader(data)); err == nil || part == "" || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: error %v, want %q", path, err, part)
		}
	}
}
