package covers

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       *Cover
	}{
		{"roles", "\ufeffrole: 1\r\npermissions: read, write \r\nusers: ann \r\n\r\nRole: 2\nusers: bob, ann\npermissions: read\n",
			&Cover{"f", "roles", []Hub{{[]string{"ann"}, []string{"read", "write"}, 0, 1}, {[]string{"bob", "ann"}, []string{"read"}, 0, 5}}}},
		{"lines", "# two\n\n1 2 | 3 4\n2|5",
			&Cover{"f", "lines", []Hub{{[]string{"1", "2"}, []string{"3", "4"}, 0, 3}, {[]string{"2"}, []string{"5"}, 0, 4}}}},
		{"colours", "2 | a b | c\n0 | \"a b\" \"|\" | \"\\n\"\n",
			&Cover{"f", "lines", []Hub{{[]string{"a", "b"}, []string{"c"}, 2, 1}, {[]string{"a b", "|"}, []string{"\n"}, 0, 2}}}},
		{"an empty role", "role: 1\nusers:\npermissions: a\n",
			&Cover{"f", "roles", []Hub{{[]string{}, []string{"a"}, 0, 1}}}},
	} {
		got, err := Read(strings.NewReader(c.text), "f")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "f: no biclique",
		"# nothing\n":                        "f: no biclique",
		"1 2 3\n":                            "f:1: ",
		"1 | 2\n1 | 2 | 3 | 4\n":             "f:2: ",
		"x | 2 | 3\n":                        "colour",
		"-1 | 2 | 3\n":                       "colour",
		"\"a | b\n":                          "closing quote",
		"users: a\n":                         "before the first role",
		"role: 1\nusers: a\nusers: b\n":      "second users",
		"role: 1\nusers: a\npermission: b\n": "neither",
	} {
		if _, err := Read(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// path is the relation a-x, b-x, b-y.
func path(t *testing.T) *instances.Relation {
	rel, err := instances.New(2, 2, []instances.Cell{{Row: 0, Col: 0}, {Row: 1, Col: 0}, {Row: 1, Col: 1}})
	if err == nil {
		rel, err = rel.WithNames([]string{"a", "b"}, []string{"x", "y"})
	}
	if err != nil {
		t.Fatal(err)
	}
	return rel
}

func TestPlace(t *testing.T) {
	lines := NewLines(path(t))
	for _, c := range []struct {
		text    string
		byIndex bool
		err     string
		want    instances.Extension
	}{
		{"b a b | x\n1 | b | y\n", false, "", instances.Extension{{Sources: []int32{0, 1}, Targets: []int32{0}}, {Sources: []int32{1}, Targets: []int32{1}, Color: 1}}},
		{"0 1 | 0\n", true, "", instances.Extension{{Sources: []int32{0, 1}, Targets: []int32{0}}}},
		{"a | x\n\nc | x\n", false, `f:3: the instance has no source "c"`, nil},
		{"a | z\n", false, `f:1: the instance has no target "z"`, nil},
		{"0 2 | 0\n", false, "no source", nil},
	} {
		cover, err := Read(strings.NewReader(c.text), "f")
		if err != nil {
			t.Fatal(err)
		}
		got, byIndex, err := lines.Place(cover)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: %v, want %q", c.text, err, c.err)
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" || byIndex != c.byIndex {
			t.Errorf("%q: %v, %v, %s", c.text, byIndex, err, diff)
		}
	}
}

func TestAmbiguousNames(t *testing.T) {
	rel, _ := path(t).WithNames([]string{"a", "a"}, nil)
	if _, err := NewLines(rel).Row("a"); err == nil || !strings.Contains(err.Error(), "several") {
		t.Error(err)
	}
}

func TestFaultsAndRedundant(t *testing.T) {
	rel := path(t)
	ext := func(text string) instances.Extension {
		c, err := Read(strings.NewReader(text), "f")
		if err != nil {
			t.Fatal(err)
		}
		hubs, _, err := NewLines(rel).Place(c)
		if err != nil {
			t.Fatal(err)
		}
		return hubs
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"a b | x\nb | y", nil},
		{"a b | x y", []string{`hub 1: source "a" does not reach target "y"`}},
		{"b | x y", []string{`cell ("a", "x") is covered by no hub`}},
		{"1 | a b | x\n1 | b | y", []string{`source "b" feeds hubs 1 and 2 of colour 1`}},
		{"1 | a | x\n1 | b | x y", []string{`target "x" reads hubs 1 and 2 of colour 1`}},
		{"a b | x\nb | y\n | x", []string{"hub 3 has no source"}},
	} {
		if diff := cmp.Diff(c.want, Faults(rel, ext(c.text), 10)); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
	if got := Faults(rel, nil, 2); len(got) != 2 {
		t.Errorf("limit 2 gives %q", got)
	}
	if got := Redundant(rel, ext("a b | x\nb | x\nb | y\nb | x y")); !cmp.Equal(got, []int{1, 2, 3}) {
		t.Error(got)
	}
	if got := Redundant(rel, ext("a b | x\nb | y")); got != nil {
		t.Error(got)
	}
}

func TestByReadsNamesBack(t *testing.T) {
	lines := NewLines(path(t))
	a, y := "a", "y"
	got, err := lines.By(hubcover.RecordBy{Method: "parts", Rule: "max", Parts: []hubcover.RecordBy{
		{Method: "skew", Rows: []*string{&a, nil}, Cols: []*string{nil, &y}},
		{Method: "fooling", Cells: [][2]string{{"a", "x"}, {"b", "y"}}},
		{Method: "degree", Row: &a},
	}})
	row := check.Line(0)
	want := check.By{Method: "parts", Rule: "max", Parts: []check.By{
		{Method: "skew", Rows: []check.Line{0, check.Empty}, Cols: []check.Line{check.Empty, 1}},
		{Method: "fooling", Cells: [][2]int32{{0, 0}, {1, 1}}},
		{Method: "degree", Row: &row},
	}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if _, err := lines.By(hubcover.RecordBy{Method: "degree", Col: &a}); err == nil {
		t.Error("a source is taken for a target")
	}
}

func TestWrittenCoversAreReadBack(t *testing.T) {
	rel := path(t)
	var err error
	if rel, err = rel.WithNames([]string{"#a b", "users:"}, []string{"| \"\x00", ""}); err != nil {
		t.Fatal(err)
	}
	for _, hubs := range []instances.Extension{
		{{Sources: []int32{0, 1}, Targets: []int32{0}}, {Sources: []int32{1}, Targets: []int32{0, 1}}},
		{{Sources: []int32{1}, Targets: []int32{1}, Color: 12}},
	} {
		var text strings.Builder
		if err := Write(&text, rel, hubs); err != nil {
			t.Fatal(err)
		}
		cover, err := Read(strings.NewReader(text.String()), "f")
		if err != nil {
			t.Fatalf("%v in %q", err, text.String())
		}
		got, byIndex, err := NewLines(rel).Place(cover)
		if diff := cmp.Diff(hubs, got); err != nil || byIndex || diff != "" {
			t.Errorf("%q: %v, %v, %s", text.String(), byIndex, err, diff)
		}
	}
}
