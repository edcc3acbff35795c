package hubcover

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// recordedResult has one of everything.
func recordedResult(t *testing.T) *Result {
	t.Helper()
	rel, err := instances.New(2, 2, []instances.Cell{{Row: 0, Col: 0}, {Row: 0, Col: 1}, {Row: 1, Col: 1}})
	if err == nil {
		rel, err = rel.WithNames([]string{"ann", "bob"}, []string{"read", "write"})
	}
	if err != nil {
		t.Fatal(err)
	}
	hubs := instances.Extension{{Sources: []int32{0}, Targets: []int32{0, 1}}, {Sources: []int32{1}, Targets: []int32{1}}}
	colored := instances.Extension{{Sources: []int32{0}, Targets: []int32{0, 1}, Color: 1}, {Sources: []int32{1}, Targets: []int32{1}, Color: 2}}
	row := check.Line(0)
	return &Result{
		Instance: &instances.Instance{Name: "tiny", Source: "tiny.txt", Index: 3, Format: "pairs", Relation: rel},
		B: &Interval{
			Lower: 2, Upper: 2, Hubs: hubs, Facts: []string{"F6"},
			By: check.By{Method: "parts", Rule: "sum", Parts: []check.By{{Method: "fooling", Cells: [][2]int32{{0, 0}}}, {Method: "lrup", Formula: "cover", N: 1, Cells: [][2]int32{{1, 1}}, Proof: "b.lrup"}}},
		},
		Chi: &Interval{
			Lower: 1, Upper: 2, Hubs: colored, Facts: []string{"F13"}, Stop: backends.TimeLimit, Claimed: &Claim{2, "minisat"}, Seconds: 1.5,
			By: check.By{Method: "skew", Rows: []check.Line{0, check.Empty}, Cols: []check.Line{check.Empty, 1}},
		},
		ChiPrime: &Interval{Lower: 2, Upper: -1, By: check.By{Method: "degree", Row: &row}, Facts: []string{"F1"}, Stop: backends.Interrupted},
		Front: &FrontResult{
			Points:  []Point{{Hubs: 2, Colors: 2, Status: Unproved, Extension: colored}},
			Levels:  []Level{{Colors: 1, Lower: 2, Upper: -1}, {Colors: 2, Lower: 2, Upper: 2}},
			Corners: []Corner{{Hubs: 1, Colors: Unbounded, By: check.By{Method: "trivial"}}, {Hubs: Unbounded, Colors: 1, Claimed: "minisat"}},
			Status:  Unproved,
		},
		Decide:   &Decision{Hubs: 1, Colors: Unbounded, Answer: "no", Verified: true, By: check.By{Method: "fooling", Cells: [][2]int32{{0, 0}, {1, 1}}}},
		Rejected: []Rejection{{"liar", "b/canonical", "model breaks constraint 3 of 9"}},
		Phases:   Phases{Read: 250 * time.Millisecond},
	}
}

func TestRecordToTheLetter(t *testing.T) {
	got, err := json.MarshalIndent(NewRecord(recordedResult(t), Run{Tool: "hubcover 1", Argv: []string{}, Backends: []RunBackend{}, Seed: 4}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"schema":"hubcover.result/1",
 "instance":{"name":"tiny","source":"tiny.txt","index":3,"format":"pairs","as":"relation","sha256":"SHA","rows":2,"cols":2,"cells":3},
 "results":{
  "b":{"lower":2,"upper":2,"status":"optimal","stop":"",
   "hubs":[{"sources":["ann"],"targets":["read","write"]},{"sources":["bob"],"targets":["write"]}],
   "lower_by":{"level":"L2","method":"parts","facts":["F6"],"rule":"sum","parts":[{"level":"L0","method":"fooling","cells":[["ann","read"]]},{"level":"L2","method":"lrup","formula":"cover","n":1,"cells":[["bob","write"]]}]},
   "verified":true,"seconds":0},
  "chi":{"lower":1,"upper":2,"status":"unproved","stop":"time limit",
   "hubs":[{"sources":["ann"],"targets":["read","write"],"color":1},{"sources":["bob"],"targets":["write"],"color":2}],
   "lower_by":{"level":"L0","method":"skew","facts":["F13"],"rows":["ann",null],"cols":[null,"write"]},
   "claimed":{"lower":2,"by":"minisat"},"verified":true,"seconds":1.5},
  "chi_prime":{"lower":2,"upper":null,"status":"unknown","stop":"interrupted","lower_by":{"level":"L0","method":"degree","facts":["F1"],"row":"ann"},"verified":true,"seconds":0},
  "front":{"status":"unproved","stop":"","verified":true,"seconds":0,
   "points":[{"hubs":2,"colors":2,"status":"unproved","extension":[{"sources":["ann"],"targets":["read","write"],"color":1},{"sources":["bob"],"targets":["write"],"color":2}]}],
   "levels":[{"colors":1,"lower":2,"upper":null},{"colors":2,"lower":2,"upper":2}],
   "corners":[{"hubs":1,"colors":null,"lower_by":{"level":"L0","method":"trivial"}},{"hubs":null,"colors":1,"lower_by":{},"claimed":{"by":"minisat"}}]},
  "decide":{"hubs":1,"colors":null,"answer":"no","stop":"","lower_by":{"level":"L0","method":"fooling","cells":[["ann","read"],["bob","write"]]},"verified":true,"seconds":0}},
 "rejected":[{"backend":"liar","question":"b/canonical","reason":"model breaks constraint 3 of 9"}],
 "run":{"tool":"hubcover 1","go":"","argv":[],"seed":4,"time_limit_s":0,"mem_limit_b":0,"host":{"cpu":"","cores":0},"backends":[],"start":"",
  "phases_s":{"read":0.25,"kernel":0,"bound":0,"encode":0,"solve":0,"prove":0,"check":0}}}`
	digest := recordedResult(t).Instance.Relation.Digest()
	if diff := cmp.Diff(indented(t, strings.Replace(want, "SHA", digest, 1)), string(got)); diff != "" {
		t.Error(diff)
	}
}

// indented keeps the order of keys.
func indented(t *testing.T, s string) string {
	t.Helper()
	var out strings.Builder
	var raw json.RawMessage
	if err := json.Unmarshal([]byte(s), &raw); err != nil {
		t.Fatal(err)
	}
	enc := json.NewEncoder(&out)
	enc.SetIndent("", " ")
	if err := enc.Encode(raw); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out.String())
}

func TestErrorRecord(t *testing.T) {
	rec := NewErrorRecord(&instances.Instance{Name: "a", Source: "a.d6", Index: 7}, RecordError{Message: "bad", File: "a.d6", Line: 8, Column: 2})
	got, _ := json.Marshal(rec)
	want := `{"schema":"hubcover.result/1","instance":{"name":"a","source":"a.d6","index":7},"error":{"message":"bad","file":"a.d6","line":8,"column":2}}`
	if string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestRecordReadBack(t *testing.T) {
	rec := NewRecord(recordedResult(t), Run{Argv: []string{}, Backends: []RunBackend{}})
	text, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&rec, back); diff != "" {
		t.Error(diff)
	}
}

func TestReadRecordMinds(t *testing.T) {
	for text, want := range map[string]string{
		`{"schema":"hubcover.result/1","novelty":[1],"instance":{"rows":2,"shade":"x"}}`: "",
		`{"schema":"hubcover.result/1.7","instance":{}}`:                                 "",
		`{"schema":"hubcover.result/2","instance":{}}`:                                   "reads",
		`{"schema":"hubcover.law/1"}`:                                                    "not a result record",
		`{"instance":{}}`:                                                                "not a result record",
		`{"schema":"hubcover.result/1","results":{"b":{"lower":"two"}}}`:                 "lower",
		`nonsense`: "not a result record",
	} {
		_, err := ReadRecord([]byte(text))
		if (want == "") != (err == nil) || (err != nil && !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
