package compare

import (
	"math"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// report is that of two or three entries on items of one cell each, scored.
func report(t *testing.T, repeat int, entries int, runs ...Run) *Report {
	t.Helper()
	rel, err := instances.New(1, 1, []instances.Cell{{}})
	if err != nil {
		t.Fatal(err)
	}
	p := Plan{Repeat: repeat, Seeds: []int64{0}, Limits: Limits{CPU: 10e9}}
	for e := range entries {
		p.Entries = append(p.Entries, Entry{Backend: string(rune('a' + e)), Form: Usual})
	}
	n := 0
	for _, r := range runs {
		n = max(n, r.Item+1)
	}
	for i := range n {
		p.Items = append(p.Items, Item{Inst: &instances.Instance{Name: string(rune('p' + i)), Relation: rel}, Asked: Asked{Question: instances.B}})
	}
	rep := &Report{Schema: Schema, Runs: runs}
	p.describe(rep)
	rep.judge(p.Items)
	rep.score()
	return rep
}

func TestScore(t *testing.T) {
	rep := report(t, 1, 3,
		Run{Item: 0, Entry: 0, Status: Solved, Answer: "5", CPU: 1, Claims: []Claim{yes(5, u), no(4, u)}},
		Run{Item: 0, Entry: 1, Status: Proved, Answer: "5", CPU: 3, Claims: []Claim{yes(5, u), no(4, u)}},
		Run{Item: 0, Entry: 2, Status: Timeout, CPU: 10, Claims: []Claim{yes(6, u)}},
		Run{Item: 1, Entry: 0, Status: Solved, Answer: "6", CPU: 1, Claims: []Claim{yes(6, u), no(5, u)}}, // wrong
		Run{Item: 1, Entry: 1, Status: Solved, Answer: "5", CPU: 2, Claims: []Claim{yes(5, u), no(4, u)}},
		Run{Item: 1, Entry: 2, Status: Memout, CPU: 4},
		Run{Item: 2, Entry: 0, Status: Refused},
		Run{Item: 2, Entry: 1, Status: Failed},
		Run{Item: 2, Entry: 2, Status: Open},
	)
	a, b, c := rep.Summary[0], rep.Summary[1], rep.Summary[2]
	if a.Solved != 1 || a.Wrong != 1 || a.Refused != 1 || a.Score != -15 || a.Best != 1 || a.Alone != 0 {
		t.Errorf("a: %+v", a)
	}
	if b.Solved != 2 || b.Proved != 1 || b.Errors != 1 || b.Score != 2 || b.Alone != 1 || b.Best != 1 || *b.Ratio != 2 {
		t.Errorf("b: %+v", b)
	}
	if c.Solved != 0 || c.Timeouts != 1 || c.Memouts != 1 || c.Open != 1 || c.Score != 0 || c.Ratio != nil || c.PAR2 != 20 {
		t.Errorf("c: %+v", c)
	}
	if want := (1 + 20 + 20.) / 3; math.Abs(a.PAR2-want) > 1e-9 {
		t.Errorf("PAR-2 of a: %v, want %v", a.PAR2, want)
	}
	if v := rep.VirtualBest; v.Solved != 2 || v.Entry[0] != 0 || v.Entry[1] != 1 || v.Entry[2] != -1 || math.Abs(v.PAR2-(1+2+20.)/3) > 1e-9 {
		t.Errorf("virtual best: %+v", v)
	}
	if r := rep.Ratios; *r[0][1] != 3 || r[0][2] != nil || r[1][0] != nil {
		t.Errorf("ratios: %v", r)
	}
	if len(rep.Cactus[1].CPU) != 2 || rep.Cactus[1].CPU[0] != 2 || rep.Cactus[1].CPU[1] != 3 {
		t.Errorf("cactus: %+v", rep.Cactus[1])
	}
	if len(rep.Scatter) != 3 || rep.Scatter[0].X != 0 || rep.Scatter[0].Y != 1 || *rep.Scatter[0].CPU[0][1] != 3 || rep.Scatter[0].CPU[1][0] != nil {
		t.Errorf("scatter: %+v", rep.Scatter)
	}
	if d := rep.Disagreements; len(d) != 1 || d[0].Item != 1 || d[0].Entry != 0 || d[0].Against != "b" || d[0].Claim != "not 5 hubs" || d[0].Evidence != "5 hubs" {
		t.Errorf("disagreements: %+v", d)
	}
	if rep.Instances[1].Answer != "5" || rep.Runs[3].Status != Wrong || rep.Runs[3].Answer != "" {
		t.Errorf("the wrong answer stands: %+v, %+v", rep.Instances[1], rep.Runs[3])
	}
	if order := rep.order(); order[0] != 1 || order[1] != 2 || order[2] != 0 {
		t.Errorf("order %v", order)
	}
	var text strings.Builder
	if err := rep.WriteTable(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"virtual best", "WRONG", "memory", "time"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, text.String())
		}
	}
}

func TestRepeats(t *testing.T) {
	run := func(item, repeat int, s Status, cpu float64) Run {
		return Run{Item: item, Repeat: repeat, Status: s, CPU: cpu}
	}
	rep := report(t, 3, 1,
		run(0, 0, Solved, 1), run(0, 1, Solved, 9), run(0, 2, Solved, 2), // the median
		run(1, 0, Solved, 1), run(1, 1, Timeout, 10), run(1, 2, Solved, 1), // not solved
		run(2, 0, Solved, 1), run(2, 1, Solved, 1), // cut short
	)
	s := rep.Summary[0]
	if s.Solved != 1 || s.Timeouts != 1 || s.Missing != 1 || s.Score != 1 {
		t.Errorf("%+v", s)
	}
	if c := rep.Cactus[0].CPU; len(c) != 1 || c[0] != 2 {
		t.Errorf("cactus %v", c)
	}
	if want := (1 + 9 + 2 + 1 + 20 + 1 + 1 + 1) / 8.; math.Abs(s.PAR2-want) > 1e-9 {
		t.Errorf("PAR-2 %v, want %v", s.PAR2, want)
	}
}

// What is known judges too, and so does a model that breaks its formula.
func TestJudgeByWhatIsKnown(t *testing.T) {
	rel, err := instances.New(2, 2, []instances.Cell{{Row: 0, Col: 0}, {Row: 1, Col: 1}})
	if err != nil {
		t.Fatal(err)
	}
	two := 2
	it := NewItem(&instances.Instance{Name: "i2", Relation: rel, Known: instances.Known{B: &two}}, Asked{Question: instances.B})
	p := Plan{Entries: []Entry{{Backend: "a"}, {Backend: "b"}}, Items: []Item{it}}
	rep := &Report{Runs: []Run{
		{Entry: 0, Status: Solved, Claims: []Claim{no(2, u)}},
		{Entry: 1, Status: Wrong, Problem: "its model breaks constraint 3"},
	}}
	p.describe(rep)
	rep.judge(p.Items)
	if len(rep.Disagreements) != 2 || rep.Disagreements[0].Against != "what is known" || rep.Disagreements[1].Evidence != "its model breaks constraint 3" {
		t.Errorf("%+v", rep.Disagreements)
	}
	if rep.Instances[0].Answer != "2" {
		t.Errorf("%+v", rep.Instances[0])
	}
}
