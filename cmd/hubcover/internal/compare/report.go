package compare

import "slices"

// Schema of the report.
const Schema = "hubcover.compare/1"

// Report is all that a comparison found, and the JSON that is written of it.
type Report struct {
	Schema        string         `json:"schema"`
	Host          any            `json:"run,omitempty"` // how the program was started, and where
	Limits        LimitsInfo     `json:"limits"`
	Repeat        int            `json:"repeat"`
	WarmUp        int            `json:"warm_up"`
	Seeds         []int64        `json:"seeds"`
	Prove         bool           `json:"prove"`
	Entries       []EntryInfo    `json:"entries"`
	Instances     []InstanceInfo `json:"instances"`
	Runs          []Run          `json:"runs"`
	Summary       []Summary      `json:"summary"` // by entry, in their order
	VirtualBest   VirtualBest    `json:"virtual_best"`
	Ratios        [][]*float64   `json:"ratios"` // by instance, then entry: CPU time over that of the virtual best; null: unsolved
	Cactus        []Cactus       `json:"cactus"`
	Scatter       []Scatter      `json:"scatter"`
	Disagreements []Disagreement `json:"disagreements"`
	Stop          string         `json:"stop"` // why it is not complete; ""
}

// LimitsInfo says what every run was held to; 0 is no limit.
type LimitsInfo struct {
	CPU      float64 `json:"cpu_s"`
	Wall     float64 `json:"wall_s"`
	Memory   int64   `json:"memory_b"`
	Measured []Means `json:"measured_by"` // the means that were used, most runs have the first
}

// EntryInfo is an entry with its name.
type EntryInfo struct {
	Name string `json:"name"`
	Entry
	Version string `json:"version"`
}

// InstanceInfo is an item without its relation.
type InstanceInfo struct {
	Name     string  `json:"name"`
	Source   string  `json:"source"`
	Question string  `json:"question"`
	Decide   bool    `json:"decide"` // whether Hubs and Colors are enough
	Hubs     Bound   `json:"hubs"`
	Colors   Bound   `json:"colors"`
	Rows     int     `json:"rows"`
	Cols     int     `json:"cols"`
	Cells    int     `json:"cells"`
	Sha256   string  `json:"sha256"`
	Known    []Claim `json:"known"`
	Why      string  `json:"known_by"`
	Answer   string  `json:"answer"` // that the right ones agree on
}

// Disagreement is a claim that a check refutes.
type Disagreement struct {
	Item     int    `json:"instance"`
	Entry    int    `json:"entry"`   // who is wrong
	Claim    string `json:"claim"`   // what it says
	Against  string `json:"against"` // the entry, or "what is known", or "its own model"
	Evidence string `json:"evidence"`
	Shrunk   *Small `json:"shrunk,omitempty"`

	against int // the entry, or byCheck or byKnowledge
	seed    int64
}

// Small is the smallest part of the instance on which they still disagree.
type Small struct {
	File  string `json:"file"`
	Rows  int    `json:"rows"`
	Cols  int    `json:"cols"`
	Cells int    `json:"cells"`
	Tries int    `json:"tries"`
	Least bool   `json:"least"` // no single row or column can be left out
}

// describe says what was planned.
func (p Plan) describe(r *Report) {
	r.Limits = LimitsInfo{CPU: p.Limits.CPU.Seconds(), Wall: p.Limits.Wall.Seconds(), Memory: p.Limits.Memory, Measured: []Means{}}
	for _, run := range r.Runs {
		if !slices.Contains(r.Limits.Measured, run.Measured) {
			r.Limits.Measured = append(r.Limits.Measured, run.Measured)
		}
	}
	r.Repeat, r.WarmUp, r.Seeds, r.Prove = p.Repeat, p.WarmUp, p.Seeds, p.Prove
	r.Entries, r.Instances, r.Disagreements = []EntryInfo{}, []InstanceInfo{}, []Disagreement{}
	if r.Runs == nil {
		r.Runs = []Run{}
	}
	for _, e := range p.Entries {
		r.Entries = append(r.Entries, EntryInfo{Name: e.Name(), Entry: e})
	}
	for _, it := range p.Items {
		rel := it.Inst.Relation
		info := InstanceInfo{
			Name: it.Inst.Name, Source: it.Inst.Source, Question: it.Asked.Question.String(), Decide: it.Asked.Decide,
			Hubs: Unbounded, Colors: Unbounded, Rows: rel.Rows(), Cols: rel.Cols(), Cells: rel.Len(), Sha256: rel.Digest(),
			Known: it.Known, Why: it.Why,
		}
		if it.Asked.Decide {
			info.Hubs, info.Colors = it.Asked.Hubs, it.Asked.Colors
		}
		if info.Known == nil {
			info.Known = []Claim{}
		}
		r.Instances = append(r.Instances, info)
	}
}
