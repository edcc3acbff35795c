package hubcover

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// RecordSchema names the form of a Record. Its number before the first dot or
// the end is the major version: readers refuse another one.
const RecordSchema = "hubcover.result/1"

// Record is a Result as it is written, one JSON object an instance. Sources,
// targets and lines are names; where the instance has none, 0-based indices.
// Only the questions that were asked appear.
type Record struct {
	Schema      string             `json:"schema"`
	Instance    RecordInstance     `json:"instance"`
	Results     *RecordResults     `json:"results,omitempty"`
	Rejected    []RecordRejection  `json:"rejected,omitzero"`
	Certificate *RecordCertificate `json:"certificate,omitempty"`
	Run         *Run               `json:"run,omitempty"`
	Error       *RecordError       `json:"error,omitempty"` // then there are no results
}

// RecordInstance says which instance it was.
type RecordInstance struct {
	Name         string `json:"name"`
	Source       string `json:"source"`
	Index        int    `json:"index"` // in its stream, from 0
	*RecordShape        // nil where the instance could not be read
}

// RecordShape is what was read; SHA256 is Relation.Digest.
type RecordShape struct {
	Format string `json:"format"`
	As     string `json:"as"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
	Cols   int    `json:"cols"`
	Cells  int    `json:"cells"`
}

// RecordResults has the questions that were asked.
type RecordResults struct {
	B        *RecordInterval `json:"b,omitempty"`
	Chi      *RecordInterval `json:"chi,omitempty"`
	ChiPrime *RecordInterval `json:"chi_prime,omitempty"`
	Front    *RecordFront    `json:"front,omitempty"`
	Decide   *RecordDecision `json:"decide,omitempty"`
	Index    *RecordInterval `json:"index,omitempty"` // of a hub extension that was given
}

// RecordInterval is an Interval. Upper is nil while no cover is known.
type RecordInterval struct {
	Lower    int          `json:"lower"`
	Upper    *int         `json:"upper"`
	Status   Status       `json:"status"`
	Stop     string       `json:"stop"`
	Hubs     []RecordHub  `json:"hubs,omitzero"`
	Edges    []RecordEdge `json:"edges,omitempty"` // of the extension, where they were asked for
	Size     *RecordSize  `json:"size,omitempty"`
	LowerBy  RecordBy     `json:"lower_by"`
	Claimed  *RecordClaim `json:"claimed,omitempty"`
	Verified bool         `json:"verified"` // both numbers were checked
	Seconds  float64      `json:"seconds"`
}

// RecordSize is a Size: of the memberships of the hubs that it stands with.
type RecordSize struct {
	Hubs    int      `json:"hubs"`
	Lower   int      `json:"lower"`
	Upper   int      `json:"upper"`
	Status  Status   `json:"status"`
	Stop    string   `json:"stop"`
	LowerBy RecordBy `json:"lower_by"`
	Seconds float64  `json:"seconds"`
}

// RecordHub is a hub by names.
type RecordHub struct {
	Sources []string `json:"sources"`
	Targets []string `json:"targets"`
	Color   int      `json:"color,omitempty"` // from 1; 0 is none
}

// RecordEdge is an edge of a hub extension: from its source to the hub at that
// position, from 0, or from there to its target.
type RecordEdge struct {
	Hub    int     `json:"hub"`
	Source *string `json:"source,omitempty"`
	Target *string `json:"target,omitempty"`
	Color  int     `json:"color"`
}

// RecordBy is what a lower bound rests on: check.By with names for indices and
// null for an added empty line. Proofs are left to the certificate.
type RecordBy struct {
	Level   string      `json:"level,omitempty"` // L0 to L3, of the certificate levels
	Method  string      `json:"method,omitempty"`
	Facts   []string    `json:"facts,omitempty"`
	Formula string      `json:"formula,omitempty"`
	N       int         `json:"n,omitempty"`
	H       int         `json:"h,omitempty"`
	Cells   [][2]string `json:"cells,omitempty"`
	Rows    []*string   `json:"rows,omitempty"`
	Cols    []*string   `json:"cols,omitempty"`
	Row     *string     `json:"row,omitempty"`
	Col     *string     `json:"col,omitempty"`
	Hubs    []int       `json:"hubs,omitempty"`
	W       []int64     `json:"w,omitempty"`
	P       []int64     `json:"p,omitempty"`
	Q       []int64     `json:"q,omitempty"`
	Depth   int         `json:"depth,omitempty"`
	Pins    [][2]string `json:"pins,omitempty"`
	Slack   []int64     `json:"slack,omitempty"`
	Unit    int64       `json:"unit,omitempty"`
	Rule    string      `json:"rule,omitempty"`
	Parts   []RecordBy  `json:"parts,omitempty"`
}

// RecordClaim is what rests on a backend's word alone.
type RecordClaim struct {
	Lower int    `json:"lower,omitempty"`
	By    string `json:"by"`
}

// RecordFront is a FrontResult; points have hubs ascending.
type RecordFront struct {
	Status   Status         `json:"status"`
	Stop     string         `json:"stop"`
	Verified bool           `json:"verified"`
	Seconds  float64        `json:"seconds"`
	Points   []RecordPoint  `json:"points"`
	Levels   []RecordLevel  `json:"levels"`
	Corners  []RecordCorner `json:"corners"`
}

// RecordPoint is a Point.
type RecordPoint struct {
	Hubs      int         `json:"hubs"`
	Colors    int         `json:"colors"`
	Status    Status      `json:"status"`
	Extension []RecordHub `json:"extension"`
}

// RecordLevel is a Level. Upper is nil while no cover is known.
type RecordLevel struct {
	Colors int  `json:"colors"`
	Lower  int  `json:"lower"`
	Upper  *int `json:"upper"`
}

// RecordCorner is a Corner; nil stands for ∞.
type RecordCorner struct {
	Hubs    *int         `json:"hubs"`
	Colors  *int         `json:"colors"`
	LowerBy RecordBy     `json:"lower_by"`
	Claimed *RecordClaim `json:"claimed,omitempty"`
}

// RecordDecision is a Decision; nil stands for a bound that was left out.
type RecordDecision struct {
	Hubs      *int         `json:"hubs"`
	Colors    *int         `json:"colors"`
	Answer    string       `json:"answer"`
	Stop      string       `json:"stop"`
	Extension []RecordHub  `json:"extension,omitzero"` // of a yes
	LowerBy   *RecordBy    `json:"lower_by,omitempty"` // of a no
	Claimed   *RecordClaim `json:"claimed,omitempty"`
	Verified  bool         `json:"verified"`
	Seconds   float64      `json:"seconds"`
}

// RecordRejection is a Rejection.
type RecordRejection struct {
	Backend  string `json:"backend"`
	Question string `json:"question"`
	Reason   string `json:"reason"`
}

// RecordCertificate says where the certificate lies.
type RecordCertificate struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// RecordError says why an instance has no results. Line and Column count from
// 1; 0 is unknown.
type RecordError struct {
	Message string `json:"message"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

// Run says how, where and when a result was found.
type Run struct {
	Tool      string       `json:"tool"` // name and version
	Go        string       `json:"go"`
	Argv      []string     `json:"argv"`
	Seed      int64        `json:"seed"`
	TimeLimit float64      `json:"time_limit_s"` // 0 is none
	MemLimit  int64        `json:"mem_limit_b"`  // 0 is none
	Host      RunHost      `json:"host"`
	Backends  []RunBackend `json:"backends"`
	Start     string       `json:"start"` // RFC 3339, UTC
	Phases    RunPhases    `json:"phases_s"`
}

// RunHost is the machine.
type RunHost struct {
	CPU   string `json:"cpu"`
	Cores int    `json:"cores"`
}

// RunBackend is a backend that could be used.
type RunBackend struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// RunPhases is Phases in seconds.
type RunPhases struct {
	Read   float64 `json:"read"`
	Kernel float64 `json:"kernel"`
	Bound  float64 `json:"bound"`
	Encode float64 `json:"encode"`
	Solve  float64 `json:"solve"`
	Prove  float64 `json:"prove"`
	Check  float64 `json:"check"`
}

// NewRecord writes a result down; the phases of run are taken from it. Apart
// from run and seconds it is a function of the result alone.
func NewRecord(res *Result, run Run) Record {
	w := recordWriter{res.Instance.Relation}
	run.Phases = res.Phases.seconds()
	rec := Record{
		Schema:   RecordSchema,
		Instance: recordInstance(res.Instance),
		Results: &RecordResults{
			B:        w.interval(res.B),
			Chi:      w.interval(res.Chi),
			ChiPrime: w.interval(res.ChiPrime),
			Front:    w.front(res.Front),
			Decide:   w.decision(res.Decide),
			Index:    w.interval(res.Index),
		},
		Rejected: []RecordRejection{},
		Run:      &run,
	}
	for _, r := range res.Rejected {
		rec.Rejected = append(rec.Rejected, RecordRejection(r))
	}
	return rec
}

// NewErrorRecord stands in the place of an instance that could not be read, or
// not be answered. Of the instance only what is known need be set.
func NewErrorRecord(inst *instances.Instance, e RecordError) Record {
	return Record{Schema: RecordSchema, Instance: recordInstance(inst), Error: &e}
}

// ReadRecord reads one record. Unknown keys are ignored; another major version
// of the schema is refused.
func ReadRecord(data []byte) (*Record, error) {
	var rec Record
	var version struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, fmt.Errorf("not a result record: %w", err)
	}
	name, number, _ := strings.Cut(version.Schema, "/")
	major, _, _ := strings.Cut(number, ".")
	wantName, wantMajor, _ := strings.Cut(RecordSchema, "/")
	switch {
	case name != wantName:
		return nil, fmt.Errorf("not a result record: the schema is %q, expected %q", version.Schema, RecordSchema)
	case major != wantMajor:
		return nil, fmt.Errorf("the record has schema %q, this program reads %q: use the version of hubcover that wrote it", version.Schema, RecordSchema)
	}
	if err := json.Unmarshal(data, &rec); err != nil {
		return nil, fmt.Errorf("result record: %w", err)
	}
	return &rec, nil
}

func recordInstance(inst *instances.Instance) RecordInstance {
	out := RecordInstance{Name: inst.Name, Source: inst.Source, Index: inst.Index}
	if rel := inst.Relation; rel != nil {
		out.RecordShape = &RecordShape{
			Format: inst.Format, As: rel.As(), SHA256: rel.Digest(),
			Rows: rel.Rows(), Cols: rel.Cols(), Cells: rel.Len(),
		}
	}
	return out
}

func (p Phases) seconds() RunPhases {
	return RunPhases{
		Read: p.Read.Seconds(), Kernel: p.Kernel.Seconds(), Bound: p.Bound.Seconds(), Encode: p.Encode.Seconds(),
		Solve: p.Solve.Seconds(), Prove: p.Prove.Seconds(), Check: p.Check.Seconds(),
	}
}

// recordWriter puts names for indices.
type recordWriter struct{ rel *instances.Relation }

func (w recordWriter) interval(v *Interval) *RecordInterval {
	if v == nil {
		return nil
	}
	out := &RecordInterval{
		Lower: v.Lower, Upper: unlessNegative(v.Upper), Status: v.Status(), Stop: string(v.Stop),
		LowerBy: w.by(v.By, v.Facts), Verified: true, Seconds: v.Seconds,
	}
	if v.Hubs != nil {
		out.Hubs = w.hubs(v.Hubs)
	}
	for _, e := range v.Edges {
		out.Edges = append(out.Edges, w.edge(e))
	}
	if z := v.Size; z != nil {
		out.Size = &RecordSize{Hubs: z.Hubs, Lower: z.Lower, Upper: z.Upper, Status: z.Status(), Stop: string(z.Stop), LowerBy: w.by(z.By, z.Facts), Seconds: z.Seconds}
	}
	if v.Claimed != nil {
		out.Claimed = &RecordClaim{Lower: v.Claimed.Lower, By: v.Claimed.By}
	}
	return out
}

func (w recordWriter) front(f *FrontResult) *RecordFront {
	if f == nil {
		return nil
	}
	out := &RecordFront{
		Status: f.Status, Stop: string(f.Stop), Verified: true, Seconds: f.Seconds,
		Points: []RecordPoint{}, Levels: []RecordLevel{}, Corners: []RecordCorner{},
	}
	for _, p := range f.Points {
		out.Points = append(out.Points, RecordPoint{Hubs: p.Hubs, Colors: p.Colors, Status: p.Status, Extension: w.hubs(p.Extension)})
	}
	for _, l := range f.Levels {
		out.Levels = append(out.Levels, RecordLevel{Colors: l.Colors, Lower: l.Lower, Upper: unlessNegative(l.Upper)})
	}
	for _, c := range f.Corners {
		out.Corners = append(out.Corners, RecordCorner{
			Hubs: unlessNegative(c.Hubs), Colors: unlessNegative(c.Colors),
			LowerBy: w.by(c.By, c.Facts), Claimed: claimedBy(c.Claimed),
		})
	}
	return out
}

func (w recordWriter) decision(d *Decision) *RecordDecision {
	if d == nil {
		return nil
	}
	out := &RecordDecision{
		Hubs: unlessNegative(d.Hubs), Colors: unlessNegative(d.Colors), Answer: d.Answer, Stop: string(d.Stop),
		Claimed: claimedBy(d.Claimed), Verified: d.Verified, Seconds: d.Seconds,
	}
	if d.Extension != nil {
		out.Extension = w.hubs(d.Extension)
	}
	if d.By.Method != "" {
		by := w.by(d.By, d.Facts)
		out.LowerBy = &by
	}
	return out
}

func (w recordWriter) hubs(x instances.Extension) []RecordHub {
	out := make([]RecordHub, len(x))
	for i, h := range x {
		hub := RecordHub{Sources: make([]string, len(h.Sources)), Targets: make([]string, len(h.Targets)), Color: h.Color}
		for k, a := range h.Sources {
			hub.Sources[k] = w.rel.RowName(int(a))
		}
		for k, b := range h.Targets {
			hub.Targets[k] = w.rel.ColName(int(b))
		}
		out[i] = hub
	}
	return out
}

func (w recordWriter) edge(e instances.ExtensionEdge) RecordEdge {
	if e.Out {
		name := w.rel.ColName(int(e.Line))
		return RecordEdge{Hub: int(e.Hub), Target: &name, Color: e.Color}
	}
	name := w.rel.RowName(int(e.Line))
	return RecordEdge{Hub: int(e.Hub), Source: &name, Color: e.Color}
}

func (w recordWriter) by(by check.By, facts []string) RecordBy {
	out := RecordBy{
		Level: level(by), Method: by.Method, Facts: facts, Formula: by.Formula, N: by.N, H: by.H,
		Hubs: by.Hubs, W: by.W, P: by.P, Q: by.Q, Depth: by.Depth, Rule: by.Rule,
		Cells: w.cells(by.Cells), Pins: w.cells(by.Pins), Slack: by.Slack, Unit: by.Unit,
	}
	out.Rows, out.Cols = lineNames(by.Rows, w.rel.RowName), lineNames(by.Cols, w.rel.ColName)
	if by.Row != nil {
		out.Row = lineName(*by.Row, w.rel.RowName)
	}
	if by.Col != nil {
		out.Col = lineName(*by.Col, w.rel.ColName)
	}
	for _, p := range by.Parts {
		out.Parts = append(out.Parts, w.by(p, nil))
	}
	return out
}

func (w recordWriter) cells(cells check.Cells) (out [][2]string) {
	for _, e := range cells {
		out = append(out, [2]string{w.rel.RowName(int(e[0])), w.rel.ColName(int(e[1]))})
	}
	return out
}

func lineNames(lines []check.Line, name func(int) string) []*string {
	var out []*string
	for _, l := range lines {
		out = append(out, lineName(l, name))
	}
	return out
}

func lineName(l check.Line, name func(int) string) *string {
	if l == check.Empty {
		return nil
	}
	s := name(int(l))
	return &s
}

// level is the level of certificates that the method stands on; of parts, the
// highest.
func level(by check.By) string {
	switch by.Method {
	case "":
		return ""
	case "weights", "degree-weights", "size":
		return "L1"
	case "lrup":
		return "L2"
	case "cubes":
		return "L3"
	case "tree":
		return "tree"
	case "parts":
		var levels []string
		for _, p := range by.Parts {
			levels = append(levels, level(p))
		}
		if len(levels) > 0 {
			return slices.Max(levels)
		}
	}
	return "L0"
}

func claimedBy(backend string) *RecordClaim {
	if backend == "" {
		return nil
	}
	return &RecordClaim{By: backend}
}

// unlessNegative is nil for -1, which stands for unknown or unbounded.
func unlessNegative(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}
