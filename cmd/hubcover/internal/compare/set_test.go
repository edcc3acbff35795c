package compare

import (
	"os"
	"strings"
	"testing"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
)

func TestReadSet(t *testing.T) {
	items, err := ReadSet(strings.NewReader("\n# words\nb crown n={4,5} : 4\nchi<=2 crown n=4\nfront<=3,2 complete n=3 : no # more words\nchi petersen\nfront complete n=3 : (3,3) (4,2)\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range items {
		text := it.Inst.Name + " " + it.Asked.String()
		for _, c := range it.Known {
			text += ", " + c.String()
		}
		got = append(got, text)
	}
	want := []string{
		"crown-4 b, 4 hubs, not 3 hubs, 4 hubs, not 3 hubs", // known to the family too
		"crown-5 b, 4 hubs, not 3 hubs, 4 hubs, not 3 hubs",
		"crown-4 chi colors=2, 2 colours, not 1 colours",
		"complete-3 front hubs=3 colors=2, 3 hubs, not 2 hubs, 2 colours, not 1 colours, not 3 hubs with 2 colours",
		"petersen chi, 3 colours, not 2 colours",
		"complete-3 front, 3 hubs, not 2 hubs, 2 colours, not 1 colours, 3 hubs with 3 colours, 4 hubs with 2 colours, not 2 hubs, not 3 hubs with 2 colours, not 1 colours",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestBadSets(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "empty",
		"b":                             "expected a question and a family",
		"c crown n=3":                   `no question is named "c"`,
		"chi-prime crown n=3":           "choose among b, chi, front",
		"b crwn n=3":                    "crown",
		"b crown m=3":                   `no parameter "m"`,
		"b<=x crown n=3":                "expected numbers from 0 up",
		"b<=-1 crown n=3":               "expected numbers from 0 up",
		"front<=3 crown n=3":            "expected 2 after <=",
		"b crown n=3 : many":            "expected a number",
		"b<=3 crown n=3 : 3":            "expected yes or no",
		"front crown n=3 : 3":           "expected the points of a front",
		"front crown n=3 : (3,3) (4,3)": "more hubs and fewer colours",
		"front crown n=3 : (3,3":        "expected the points of a front",
		"b crown n=5 : 5":               "known otherwise",
		"b<=3 crown n=5 : yes":          "known otherwise",
		"b crown n={3,4 : 3":            "{3,4",
		"b crown n=3\nx y z=1":          "line 2",
	} {
		if _, err := ReadSet(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The shipped set can be made, asks for no trifles, and says what is known.
func TestDefaultSet(t *testing.T) {
	items, err := Set("default")
	if err != nil {
		t.Fatal(err)
	}
	if len(items) != 30 {
		t.Errorf("%d instances", len(items))
	}
	seen := map[string]bool{}
	questions := map[instances.Question]int{}
	for _, it := range items {
		name := it.Inst.Name + " " + it.Asked.String()
		if seen[name] {
			t.Errorf("%s comes twice", name)
		}
		seen[name] = true
		questions[it.Asked.Question]++
		if answer, checked := it.Asked.settle(it.Known); answer == "" || !checked {
			t.Errorf("%s: no known answer", name)
		}
	}
	if len(questions) != 3 {
		t.Errorf("questions %v", questions)
	}
}

// What the shipped set says of its answers is proved anew.
func TestDefaultSetIsProved(t *testing.T) {
	if os.Getenv("HUBCOVER_LONG") == "" {
		t.Skip("takes minutes: set HUBCOVER_LONG")
	}
	items, err := Set("default")
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		want, _ := it.Asked.settle(it.Known)
		opt := hubcover.Options{Questions: []instances.Question{it.Asked.Question}}
		var res *hubcover.Result
		if q := it.Asked; q.Decide {
			res, err = hubcover.Decide(t.Context(), it.Inst, int(q.Hubs), int(q.Colors), opt)
		} else {
			res, err = hubcover.Solve(t.Context(), it.Inst, opt)
		}
		if err != nil {
			t.Fatal(err)
		}
		claims, _, err := resultClaims(it.Asked, res)
		if err != nil {
			t.Fatal(err)
		}
		if got, checked := it.Asked.settle(claims); got == "" || !checked || want != "" && got != want {
			t.Errorf("%s, %v: %q, checked %v, want %q", it.Inst.Name, it.Asked, got, checked, want)
		}
	}
}
