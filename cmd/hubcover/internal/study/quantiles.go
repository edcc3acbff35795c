package study

import (
	"math"
	"slices"
)

// Levels are the quantiles that are told: the least, the quartiles, the greatest.
var Levels = [5]float64{0, 0.25, 0.5, 0.75, 1}

// Range is what is known of a quantile; High is +Inf where that is unbounded.
type Range struct{ Low, High float64 }

// Exact reports that there is nothing to be known.
func (r Range) Exact() bool { return r.Low == r.High }

// Quantiles are the Levels of some numbers that are known within ranges, at
// least one. The k-th smallest number lies between the k-th smallest lower and
// the k-th smallest upper end, and a quantile that lies between two numbers is
// taken on the line between them, which grows with both; so each range holds the
// quantile of the numbers, whatever these are.
func Quantiles(values []Range) (out [len(Levels)]Range) {
	low, high := make([]float64, len(values)), make([]float64, len(values))
	for i, v := range values {
		low[i], high[i] = v.Low, v.High
	}
	slices.Sort(low)
	slices.Sort(high)
	for i, level := range Levels {
		out[i] = Range{quantile(low, level), quantile(high, level)}
	}
	return out
}

// quantile interpolates linearly between order statistics (type 7 of Hyndman and
// Fan, Sample quantiles in statistical packages, Amer. Statist. 50 (1996) 361-365).
func quantile(sorted []float64, level float64) float64 {
	at := level * float64(len(sorted)-1)
	below := int(at)
	part := at - float64(below)
	if part == 0 || sorted[below] == sorted[below+1] {
		return sorted[below]
	}
	if math.IsInf(sorted[below+1], 1) {
		return math.Inf(1)
	}
	return sorted[below] + part*(sorted[below+1]-sorted[below])
}

// Range is the interval as a range.
func (v Interval) Range() Range {
	r := Range{float64(v.Lower), float64(v.Upper)}
	if v.Upper < 0 {
		r.High = math.Inf(1)
	}
	return r
}

// Measure is a quantity that samples have.
type Measure struct {
	Name string // for people
	Key  string // for programs
	Of   func(Sample) (Range, bool)
}

// Measures lists the quantities.
var Measures = []Measure{
	{"edges", "edges", exact(func(s Sample) (int, bool) { return s.Edges, true })},
	{"hubs planted", "planted_hubs", exact(func(s Sample) (int, bool) { return s.Planted.Hubs, true })},
	{"b", "b", interval(func(s Sample) *Interval { return s.B.interval() })},
	{"colours planted", "planted_colors", interval(func(s Sample) *Interval { return s.Planted.Colors })},
	{"χ_hub", "chi", interval(func(s Sample) *Interval { return s.Chi.interval() })},
	{"χ′", "chi_prime", interval(func(s Sample) *Interval { return s.ChiPrime })},
	{"parameters: planted hubs", "parameters_planted", exact(func(s Sample) (int, bool) { return s.Planted.Parameters, true })},
	{"parameters: cover of b", "parameters_b", exact(func(s Sample) (int, bool) { return s.B.parameters() })},
	{"parameters: cover of χ_hub", "parameters_chi", exact(func(s Sample) (int, bool) { return s.Chi.parameters() })},
	{"parameters: identity keys", "parameters_identity_key", exact(func(s Sample) (int, bool) { return s.IdentityKey, true })},
	{"parameters an edge: planted", "per_edge_planted", perEdge(func(s Sample) (int, bool) { return s.Planted.Parameters, true })},
	{"parameters an edge: of b", "per_edge_b", perEdge(func(s Sample) (int, bool) { return s.B.parameters() })},
	{"parameters an edge: of χ_hub", "per_edge_chi", perEdge(func(s Sample) (int, bool) { return s.Chi.parameters() })},
}

func exact(of func(Sample) (int, bool)) func(Sample) (Range, bool) {
	return func(s Sample) (Range, bool) {
		n, ok := of(s)
		return Exact(n).Range(), ok
	}
}

func interval(of func(Sample) *Interval) func(Sample) (Range, bool) {
	return func(s Sample) (Range, bool) {
		v := of(s)
		if v == nil {
			return Range{}, false
		}
		return v.Range(), true
	}
}

func perEdge(of func(Sample) (int, bool)) func(Sample) (Range, bool) {
	return func(s Sample) (Range, bool) {
		n, ok := of(s)
		x := float64(n) / float64(s.Edges)
		return Range{x, x}, ok && s.Edges > 0
	}
}

func (f *Found) interval() *Interval {
	if f == nil {
		return nil
	}
	return &f.Interval
}

func (f *Found) parameters() (int, bool) {
	if f == nil || f.Value < 0 {
		return 0, false
	}
	return f.Parameters, true
}

// Summary is what the samples of a point have of a measure.
type Summary struct {
	Count     int // samples that have it
	Open      int // of those, how many are not known exactly
	Quantiles [len(Levels)]Range
}

// Summarise takes a measure of samples; ok is false where none has it.
func (m Measure) Summarise(samples []Sample) (s Summary, ok bool) {
	var values []Range
	for _, x := range samples {
		if v, has := m.Of(x); has {
			values = append(values, v)
			if !v.Exact() {
				s.Open++
			}
		}
	}
	if s.Count = len(values); s.Count == 0 {
		return s, false
	}
	s.Quantiles = Quantiles(values)
	return s, true
}

// ByPoint groups samples, which are in the order of the plan.
func ByPoint(samples []Sample) (groups [][]Sample) {
	for i, s := range samples {
		if i == 0 || s.Point != samples[i-1].Point {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], s)
	}
	return groups
}
