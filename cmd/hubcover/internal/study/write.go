package study

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"github.com/hubcover/hubcover/instances"
)

// CSV writes samples, one a line. A bound that is not known, and what was not
// asked, is an empty field.
type CSV struct{ w *csv.Writer }

var columns = []struct {
	name string
	of   func(Sample) string
}{
	{"nodes", func(s Sample) string { return strconv.Itoa(s.Nodes) }},
	{"hubs", func(s Sample) string { return strconv.Itoa(s.Point.Hubs) }},
	{"p", func(s Sample) string { return strconv.FormatFloat(s.P, 'g', -1, 64) }},
	{"sample", func(s Sample) string { return strconv.Itoa(s.Index) }},
	{"seed", func(s Sample) string { return strconv.FormatUint(s.Seed, 10) }},
	{"edges", func(s Sample) string { return strconv.Itoa(s.Edges) }},
	{"planted_hubs", func(s Sample) string { return strconv.Itoa(s.Planted.Hubs) }},
	{"planted_colors_lower", func(s Sample) string { return lower(s.Planted.Colors) }},
	{"planted_colors_upper", func(s Sample) string { return upper(s.Planted.Colors) }},
	{"b_lower", func(s Sample) string { return lower(s.B.interval()) }},
	{"b_upper", func(s Sample) string { return upper(s.B.interval()) }},
	{"b_found", func(s Sample) string { return s.B.field(func(f *Found) int { return f.Value }) }},
	{"b_planted_again", func(s Sample) string { return s.B.field(func(f *Found) int { return f.Again }) }},
	{"chi_lower", func(s Sample) string { return lower(s.Chi.interval()) }},
	{"chi_upper", func(s Sample) string { return upper(s.Chi.interval()) }},
	{"chi_found", func(s Sample) string { return s.Chi.field(func(f *Found) int { return f.Value }) }},
	{"chi_found_hubs", func(s Sample) string { return s.Chi.field(func(f *Found) int { return f.Hubs }) }},
	{"chi_prime_lower", func(s Sample) string { return lower(s.ChiPrime) }},
	{"chi_prime_upper", func(s Sample) string { return upper(s.ChiPrime) }},
	{"parameters_planted", func(s Sample) string { return strconv.Itoa(s.Planted.Parameters) }},
	{"parameters_b", func(s Sample) string { return s.B.field(func(f *Found) int { return f.Parameters }) }},
	{"parameters_chi", func(s Sample) string { return s.Chi.field(func(f *Found) int { return f.Parameters }) }},
	{"parameters_identity_key", func(s Sample) string { return strconv.Itoa(s.IdentityKey) }},
	{"b_stop", func(s Sample) string { return s.B.stop() }},
	{"chi_stop", func(s Sample) string { return s.Chi.stop() }},
}

func lower(v *Interval) string {
	if v == nil {
		return ""
	}
	return strconv.Itoa(v.Lower)
}

func upper(v *Interval) string {
	if v == nil || v.Upper < 0 {
		return ""
	}
	return strconv.Itoa(v.Upper)
}

// field is a number of the cover that was found.
func (f *Found) field(of func(*Found) int) string {
	if f == nil || f.Value < 0 {
		return ""
	}
	return strconv.Itoa(of(f))
}

func (f *Found) stop() string {
	if f == nil {
		return ""
	}
	return f.Stop
}

// NewCSV writes the header.
func NewCSV(w io.Writer) (*CSV, error) {
	c := &CSV{csv.NewWriter(w)}
	names := make([]string, len(columns))
	for i, col := range columns {
		names[i] = col.name
	}
	return c, c.line(names)
}

// Write adds a sample.
func (c *CSV) Write(s Sample) error {
	fields := make([]string, len(columns))
	for i, col := range columns {
		fields[i] = col.of(s)
	}
	return c.line(fields)
}

func (c *CSV) line(fields []string) error {
	if err := c.w.Write(fields); err != nil {
		return err
	}
	c.w.Flush()
	return c.w.Error()
}

// Schema names the form of a Document.
const Schema = "hubcover.study/1"

// Document is a study as JSON.
type Document struct {
	Schema    string          `json:"schema"`
	Family    string          `json:"family"`
	Seed      int64           `json:"seed"`
	Asked     int             `json:"samples_asked"` // of each point
	Questions []string        `json:"questions"`
	Fibre     int             `json:"fibre"`
	Direction int             `json:"direction"`
	TimeLimit float64         `json:"time_limit_s"` // 0 is none
	Complete  bool            `json:"complete"`     // all samples that were asked are there
	Levels    []float64       `json:"levels"`
	Points    []DocumentPoint `json:"points"`
	Samples   []Sample        `json:"samples"`
}

// DocumentPoint has the quantiles of a point, at the Levels of the document.
type DocumentPoint struct {
	Point
	Samples   int                          `json:"samples"`
	Quantiles map[string]DocumentQuantiles `json:"quantiles"`
}

// DocumentQuantiles are the ranges of quantiles; nil is unbounded.
type DocumentQuantiles struct {
	Samples int        `json:"samples"`
	Open    int        `json:"open"` // samples whose value is not known exactly
	Low     []float64  `json:"low"`
	High    []*float64 `json:"high"`
}

// WriteJSON writes the document of a plan's samples.
func (p *Plan) WriteJSON(w io.Writer, samples []Sample, complete bool) error {
	d := Document{
		Schema: Schema, Family: "random-hub", Seed: p.Seed, Asked: p.Samples, Questions: names(p.Questions),
		Fibre: p.Law.Fibre, Direction: p.Law.Direction, TimeLimit: p.TimeLimit.Seconds(), Complete: complete,
		Levels: Levels[:], Points: []DocumentPoint{}, Samples: append([]Sample{}, samples...),
	}
	for _, g := range ByPoint(samples) {
		at := DocumentPoint{Point: g[0].Point, Samples: len(g), Quantiles: map[string]DocumentQuantiles{}}
		for _, m := range Measures {
			s, ok := m.Summarise(g)
			if !ok {
				continue
			}
			q := DocumentQuantiles{Samples: s.Count, Open: s.Open}
			for _, r := range s.Quantiles {
				q.Low = append(q.Low, r.Low)
				q.High = append(q.High, finite(r.High))
			}
			at.Quantiles[m.Key] = q
		}
		d.Points = append(d.Points, at)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

func finite(x float64) *float64 {
	if math.IsInf(x, 1) {
		return nil
	}
	return &x
}

func names(questions []instances.Question) []string {
	out := []string{}
	for _, q := range questions {
		out = append(out, q.String())
	}
	return out
}
