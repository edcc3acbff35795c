// Package study draws random hub extensions and measures what covers them:
// b, χ_hub and χ′, the parameters of interaction laws, and how much of what was
// planted is found again.
//
// A Plan lists the points, that is choices of nodes N, hubs n and probability p;
// Draw makes a sample of one and measures it. Quantiles summarises what was
// measured, table.go, write.go and plot.go show it. What a limit cut is known
// within bounds only, and stays so: a quantile of intervals is an interval.
package study

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// Point is a choice of the parameters of random hub extensions.
type Point struct {
	Nodes int     `json:"nodes"`
	Hubs  int     `json:"hubs"`
	P     float64 `json:"p"` // that a node is a source of a hub, and a target
}

func (p Point) String() string {
	return fmt.Sprintf("N = %d, n = %d, p = %s", p.Nodes, p.Hubs, strconv.FormatFloat(p.P, 'f', -1, 64))
}

// Check says why a parameter is out of range.
func (p Point) Check() error {
	_, err := Task{Point: p}.call()
	return err
}

// Plan says what is drawn and measured.
type Plan struct {
	Points    []Point
	Samples   int // of each point
	Seed      int64
	Questions []instances.Question // of B, Chi, ChiPrime
	Law       Law
	TimeLimit time.Duration // of each sample; 0 is none
	Options   hubcover.Options
}

// Law says how the parameters of interaction laws are counted.
type Law struct {
	Fibre     int // coordinates of a code, at least 2
	Direction int // coordinates of the direction v, those of a point of the manifold
}

// Parameters counts those of the law of a hub extension: coordinates of the codes
// of its hubs, a label for each source and each target of each hub, and v. Colours
// do not count.
func (l Law) Parameters(x instances.Extension) int {
	return len(x)*l.Fibre + x.Memberships() + l.Direction
}

// IdentityKey is Parameters where every edge has a hub of its own.
func (l Law) IdentityKey(edges int) int { return edges*(l.Fibre+2) + l.Direction }

// Task is one sample to be drawn.
type Task struct {
	Point Point
	Index int    // of the sample at its point, from 0
	Seed  uint64 // of the family random-hub, below 2^32
}

// Tasks lists the samples, point by point. The i-th sample has the same seed at
// every point: where only p differs, hubs grow with it.
func (p *Plan) Tasks() iter.Seq[Task] {
	return func(yield func(Task) bool) {
		for _, at := range p.Points {
			seeds := rand.NewPCG(uint64(p.Seed), 0)
			for i := range p.Samples {
				if !yield(Task{at, i, seeds.Uint64() >> 32}) {
					return
				}
			}
		}
	}
}

// Sample is what was measured of one random hub extension. What was not asked
// is nil.
type Sample struct {
	Point
	Index    int       `json:"sample"`
	Seed     uint64    `json:"seed"` // as in: gen random-hub nodes=N hubs=n p=p seed=…
	Edges    int       `json:"edges"`
	Planted  Planted   `json:"planted"`
	B        *Found    `json:"b,omitempty"`
	Chi      *Found    `json:"chi,omitempty"`
	ChiPrime *Interval `json:"chi_prime,omitempty"`
	// IdentityKey counts the parameters of the law with a hub an edge.
	IdentityKey int     `json:"identity_key"`
	Seconds     float64 `json:"seconds"`
}

// Planted is the extension that was drawn, without hubs that have no source or
// no target.
type Planted struct {
	Hubs       int       `json:"hubs"`
	Colors     *Interval `json:"colors,omitempty"` // its chromatic index
	Parameters int       `json:"parameters"`       // of its law
}

// Found is b or χ_hub: an interval, that the planted extension bounds too, and
// the cover that was found without knowing of it.
type Found struct {
	Interval
	Stop       string `json:"stop"`
	Value      int    `json:"found"`      // hubs or colours of the cover; -1 where none was found
	Hubs       int    `json:"hubs"`       // of the cover
	Again      int    `json:"again"`      // of those, hubs that were planted
	Parameters int    `json:"parameters"` // of its law
}

// Interval is what is known of a number; Upper is -1 where that is unbounded.
type Interval struct {
	Lower int `json:"lower"`
	Upper int `json:"upper"`
}

// Exact is an interval of one number.
func Exact(n int) Interval { return Interval{n, n} }

// Open reports that the number is not known.
func (v Interval) Open() bool { return v.Lower != v.Upper }

// atMost is the interval with another upper bound, where that is better.
func (v Interval) atMost(n int) Interval {
	if v.Upper < 0 || n >= 0 && n < v.Upper {
		v.Upper = n
	}
	return v
}

// Draw makes a sample and measures it. Whole says that no end of ctx cut it.
func (p *Plan) Draw(ctx context.Context, t Task) (s Sample, whole bool, err error) {
	began := time.Now()
	made, inst, err := generate(t)
	if err != nil {
		return Sample{}, false, err
	}
	s = Sample{Point: t.Point, Index: t.Index, Seed: t.Seed, Edges: made.Relation.Len()}
	s.Planted = Planted{Hubs: len(made.Planted), Parameters: p.Law.Parameters(made.Planted)}
	s.IdentityKey = p.Law.IdentityKey(s.Edges)
	if slices.Contains(p.Questions, instances.Chi) {
		colors, err := p.colors(ctx, inst, made.Planted)
		if err != nil {
			return Sample{}, false, err
		}
		s.Planted.Colors = &colors
	}
	within, cancel := p.limited(ctx, p.TimeLimit-time.Since(began))
	defer cancel()
	opt := p.Options
	opt.Questions = p.Questions
	res, err := hubcover.Solve(within, inst, opt)
	if err != nil {
		return Sample{}, false, fmt.Errorf("%s: %w", inst.Source, err)
	}
	if res.B != nil {
		s.B = p.found(res.B, made.Planted, len(res.B.Hubs), s.Planted.Hubs)
	}
	if res.Chi != nil {
		s.Chi = p.found(res.Chi, made.Planted, res.Chi.Hubs.Colors(), s.Planted.Colors.Upper)
	}
	if res.ChiPrime != nil {
		s.ChiPrime = &Interval{res.ChiPrime.Lower, res.ChiPrime.Upper}
	}
	s.Seconds = time.Since(began).Seconds()
	return s, ctx.Err() == nil, nil
}

func generate(t Task) (families.Made, *instances.Instance, error) {
	call, err := t.call()
	if err != nil {
		return families.Made{}, nil, err
	}
	made, err := call.Make()
	return made, &instances.Instance{Name: call.Name(), Source: "gen " + call.String(), Relation: made.Relation}, err
}

func (t Task) call() (families.Call, error) {
	return families.Parse("random-hub", []string{
		fmt.Sprintf("nodes=%d", t.Point.Nodes), fmt.Sprintf("hubs=%d", t.Point.Hubs),
		"p=" + strconv.FormatFloat(t.Point.P, 'g', -1, 64), fmt.Sprintf("seed=%d", t.Seed),
	})
}

// colors is the chromatic index of the planted extension, for which a tenth of
// the time may go.
func (p *Plan) colors(ctx context.Context, inst *instances.Instance, planted instances.Extension) (Interval, error) {
	ctx, cancel := p.limited(ctx, p.TimeLimit/10)
	defer cancel()
	res, err := hubcover.Color(ctx, inst, planted, p.Options)
	if err != nil {
		return Interval{}, err
	}
	return Interval{res.Index.Lower, res.Index.Upper}, nil
}

func (p *Plan) limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if p.TimeLimit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// found holds an interval and its cover against what was planted.
func (p *Plan) found(iv *hubcover.Interval, planted instances.Extension, value, known int) *Found {
	f := &Found{Interval: Interval{iv.Lower, iv.Upper}.atMost(known), Stop: string(iv.Stop), Value: -1}
	if !f.Open() {
		f.Stop = ""
	}
	if iv.Upper < 0 || iv.Hubs == nil && iv.Upper > 0 {
		return f
	}
	f.Value, f.Hubs, f.Parameters = value, len(iv.Hubs), p.Law.Parameters(iv.Hubs)
	for _, h := range iv.Hubs {
		if slices.ContainsFunc(planted, func(g instances.Hub) bool {
			return slices.Equal(g.Sources, h.Sources) && slices.Equal(g.Targets, h.Targets)
		}) {
			f.Again++
		}
	}
	return f
}
