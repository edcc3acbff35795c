// Package compare measures backends against each other: every backend, in
// every form of the question that it takes, on every instance, under the same
// limits.
//
//	report, err := compare.Plan{Entries: entries, Items: items, Limits: limits, Self: self}.Run(ctx)
//
// Each run has a process of its own (this program started again, see Child), on
// one core, whose time and memory are counted with all its children; start.go
// says by what means. What is measured is the backend at work: the formula of
// the question as hubcover encode writes it, no kernel and no bounds of our own
// (raw.go); or, where an entry says so, the whole path of solve (whole.go).
//
// Answers are claims (claim.go): a yes is verified on the instance before it
// counts, a no is the backend's word. A no that somebody's yes refutes is
// wrong; judge.go finds those, shrink.go makes the instance small that shows
// it. score.go sums up, table.go prints.
package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/instances"
)

// Item is an instance with a question.
type Item struct {
	Inst  *instances.Instance
	Asked Asked
	Known []Claim // what is known for certain, and from where
	Why   string
}

// Plan is all that is to be run.
type Plan struct {
	Entries []Entry
	Items   []Item
	Limits  Limits
	Repeat  int     // measured runs of each entry on each item with each seed; 0 is 1
	WarmUp  int     // runs before them that are not measured
	Seeds   []int64 // nil is the seed 0
	Jobs    int     // runs at the same time; 0 is 1
	Prove   bool    // refutations with proofs, checked
	Self    Self
	Dir     string          // working directory of the backends
	Setting json.RawMessage // handed to Child's list
	// Each, where not nil, is told of every measured run, one at a time.
	Each func(Run)
}

// Status of a run.
type Status string

const (
	Solved  Status = "solved"  // answered; no claim that the answer needs is refuted
	Proved  Status = "proved"  // solved, and a checker has replayed why there is none with less
	Timeout Status = "timeout" // of CPU or wall-clock time
	Memout  Status = "memout"
	Wrong   Status = "wrong"   // a claim is refuted, or a model breaks its formula
	Failed  Status = "error"   // it broke
	Open    Status = "open"    // it gave up
	Refused Status = "refused" // the backend does not take the form, or that is too large to be made
)

// Run is one entry on one item.
type Run struct {
	Item     int     `json:"instance"` // place in the list of instances
	Entry    int     `json:"entry"`    // place in the list of entries
	Repeat   int     `json:"repeat"`   // from 0
	Seed     int64   `json:"seed"`
	Status   Status  `json:"status"`
	Answer   string  `json:"answer"` // "" where there is none
	CPU      float64 `json:"cpu_s"`  // of making the formulas and of the backend: the figure that counts
	Total    float64 `json:"total_cpu_s"`
	Wall     float64 `json:"wall_s"`
	Peak     int64   `json:"peak_b"` // memory of all processes together, as far as known
	Claims   []Claim `json:"claims"`
	Calls    []Call  `json:"calls"`
	Problem  string  `json:"problem,omitempty"` // of what is wrong, broken or refused
	Measured Means   `json:"measured_by"`
}

// right reports that the run has an answer that counts.
func (r Run) right() bool { return r.Status == Solved || r.Status == Proved }

// Run measures. An interrupt leaves what was done by then: the report's Stop
// says so.
func (p Plan) Run(ctx context.Context) *Report {
	p.Repeat, p.Jobs = max(1, p.Repeat), max(1, p.Jobs)
	if p.Seeds == nil {
		p.Seeds = []int64{0}
	}
	todo := make(chan int)
	go func() {
		defer close(todo)
		for i := range p.Items {
			select {
			case todo <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var (
		mu   sync.Mutex
		runs []Run
		wait sync.WaitGroup
	)
	for core := range min(p.Jobs, len(p.Items)) {
		wait.Go(func() {
			for i := range todo {
				p.item(ctx, i, core, func(r Run) {
					mu.Lock()
					defer mu.Unlock()
					runs = append(runs, r)
					if p.Each != nil {
						p.Each(r)
					}
				})
			}
		})
	}
	wait.Wait()
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Compare(a.Item, b.Item) })
	rep := &Report{Schema: Schema, Runs: runs}
	if ctx.Err() != nil {
		rep.Stop = string(backends.StopOf(ctx))
	}
	p.describe(rep)
	rep.judge(p.Items)
	rep.score()
	return rep
}

// item lets the entries take turns, round after round, so that what changes
// about the machine meanwhile meets them all.
func (p Plan) item(ctx context.Context, i, core int, each func(Run)) {
	for round := -p.WarmUp; round < p.Repeat; round++ {
		for _, seed := range p.Seeds {
			for e := range p.Entries {
				r := p.one(ctx, i, e, core, seed)
				if ctx.Err() != nil {
					return // it was cut short
				}
				if r.Repeat = round; round >= 0 {
					each(r)
				}
			}
		}
	}
}

// one run.
func (p Plan) one(ctx context.Context, item, entry, core int, seed int64) Run {
	it := p.Items[item]
	m := start(ctx, p.Self, task{
		Matrix: matrixOf(it.Inst.Relation), Asked: it.Asked, Entry: p.Entries[entry],
		Prove: p.Prove, Seed: seed, Core: core, Dir: p.Dir, Setting: p.Setting,
	}, p.Limits)
	r := Run{
		Item: item, Entry: entry, Seed: seed,
		CPU: m.Solve, Total: m.cpu, Wall: m.wall, Peak: m.peak, Claims: m.Claims, Calls: m.Calls, Measured: m.means,
	}
	for _, c := range r.Calls {
		r.CPU += c.Encode + c.Solve
	}
	answer, checked := it.Asked.settle(r.Claims)
	switch {
	case m.Wrong != "":
		r.Status, r.Problem = Wrong, m.Wrong
	case m.Refuse != "":
		r.Status, r.Problem = Refused, m.Refuse
	case m.Done && answer != "":
		r.Status, r.Answer = Solved, answer
		if checked {
			r.Status = Proved
		}
	case m.stop == backends.MemoryLimit:
		r.Status = Memout
	case m.stop != "":
		r.Status = Timeout
	case m.Error != "" || m.broken != "":
		r.Status, r.Problem = Failed, cmp.Or(m.Error, m.broken)
	default:
		r.Status, r.Problem = Open, m.Stop
	}
	if !r.right() && r.Status != Wrong {
		r.CPU = r.Total // there is no telling what a call cost that did not end
	}
	if r.Claims == nil {
		r.Claims = []Claim{}
	}
	if r.Calls == nil {
		r.Calls = []Call{}
	}
	return r
}
