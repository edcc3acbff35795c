package compare

import (
	"cmp"
	"slices"
)

// The score of an entry: a right answer counts pointRight, none 0, a wrong one
// pointWrong: sixteen right answers do not make up for it.
const (
	pointRight = 1
	pointWrong = -16
)

// Summary is what came of one entry. Counts are of instances: one is solved
// where every run of it was, wrong where one run was; of the others the worst
// run counts. Times are of CPU, in seconds.
type Summary struct {
	Name     string `json:"name"`
	Solved   int    `json:"solved"` // the proved ones included
	Proved   int    `json:"proved"`
	Timeouts int    `json:"timeouts"`
	Memouts  int    `json:"memouts"`
	Errors   int    `json:"errors"`
	Wrong    int    `json:"wrong"`
	Open     int    `json:"open"`
	Refused  int    `json:"refused"`
	Missing  int    `json:"missing"` // not run to the end, because of an interrupt
	Score    int    `json:"score"`
	// PAR2 is the mean over all runs of the time, where they are solved, and of
	// twice the limit where not.
	PAR2 float64 `json:"par2_s"`
	CPU  float64 `json:"cpu_s"` // of all runs together, solved or not
	Peak int64   `json:"peak_b"`
	// Best counts the instances where nobody is faster, Alone those that nobody
	// else solves.
	Best  int `json:"best"`
	Alone int `json:"alone"`
	// Ratio is the median of the entry's times over those of the virtual best,
	// of the instances that it solves; null where it solves none.
	Ratio *float64 `json:"median_ratio"`
}

// VirtualBest is a solver that knows beforehand which entry is the fastest.
type VirtualBest struct {
	Solved int        `json:"solved"`
	PAR2   float64    `json:"par2_s"`
	Entry  []int      `json:"entry"` // by instance; -1: nobody solves it
	CPU    []*float64 `json:"cpu_s"` // by instance
}

// Cactus is the curve of an entry: the n-th number is the time within which it
// solves n instances, each with the median of its runs.
type Cactus struct {
	Name string    `json:"name"`
	CPU  []float64 `json:"cpu_s"`
}

// Scatter holds two entries against each other, an instance a point; null is
// unsolved.
type Scatter struct {
	X   int           `json:"x"` // an entry
	Y   int           `json:"y"` // another
	CPU [][2]*float64 `json:"cpu_s"`
}

// score sums up, once the judge has spoken.
func (r *Report) score() {
	g := r.grid()
	n := len(r.Instances)
	r.VirtualBest = VirtualBest{Entry: make([]int, n), CPU: make([]*float64, n)}
	r.Ratios = make([][]*float64, n)
	r.Summary = make([]Summary, len(r.Entries))
	r.Cactus = make([]Cactus, len(r.Entries))
	for e, entry := range r.Entries {
		r.Summary[e].Name, r.Cactus[e].Name = entry.Name, entry.Name
		r.Cactus[e].CPU = []float64{}
	}
	for i := range n {
		r.best(i, g[i])
		for e, c := range g[i] {
			r.Summary[e].count(c, r.Limits.CPU)
			if c.time != nil {
				r.Cactus[e].CPU = append(r.Cactus[e].CPU, *c.time)
			}
		}
	}
	begun := 0
	for _, row := range g {
		if tried(row) {
			begun++
		}
	}
	r.VirtualBest.PAR2 /= float64(max(1, begun))
	for e := range r.Entries {
		r.Summary[e].finish(e, r, g)
		slices.Sort(r.Cactus[e].CPU)
	}
	r.Scatter = []Scatter{}
	for x := range r.Entries {
		for y := range x {
			s := Scatter{X: y, Y: x, CPU: [][2]*float64{}}
			for i := range n {
				s.CPU = append(s.CPU, [2]*float64{g[i][y].time, g[i][x].time})
			}
			r.Scatter = append(r.Scatter, s)
		}
	}
}

// cell is one entry on one instance: its runs, and their median time where all
// are right.
type cell struct {
	runs []Run
	time *float64
}

// grid is the table of cells, by instance and entry.
func (r *Report) grid() [][]cell {
	g := make([][]cell, len(r.Instances))
	for i := range g {
		g[i] = make([]cell, len(r.Entries))
	}
	for _, run := range r.Runs {
		c := &g[run.Item][run.Entry]
		c.runs = append(c.runs, run)
	}
	full := r.Repeat * len(r.Seeds)
	for _, row := range g {
		for e := range row {
			if c := &row[e]; len(c.runs) == full && !slices.ContainsFunc(c.runs, func(x Run) bool { return !x.right() }) {
				c.time = median(times(c.runs))
			}
		}
	}
	return g
}

// tried reports that somebody was run on the instance.
func tried(row []cell) bool {
	return slices.ContainsFunc(row, func(c cell) bool { return len(c.runs) > 0 })
}

func times(runs []Run) []float64 {
	var out []float64
	for _, run := range runs {
		out = append(out, run.CPU)
	}
	return out
}

// median of some numbers, the mean of the middle two of an even number; nil of
// none.
func median(list []float64) *float64 {
	if len(list) == 0 {
		return nil
	}
	list = slices.Sorted(slices.Values(list))
	m := (list[(len(list)-1)/2] + list[len(list)/2]) / 2
	return &m
}

// instant is the time that can be told from nothing: below it nobody is faster
// than anybody else.
const instant = 0.01

// best finds the fastest on an instance, the first of equals.
func (r *Report) best(i int, row []cell) {
	r.VirtualBest.Entry[i] = -1
	for e, c := range row {
		if c.time != nil && (r.VirtualBest.CPU[i] == nil || *c.time < *r.VirtualBest.CPU[i]) {
			r.VirtualBest.Entry[i], r.VirtualBest.CPU[i] = e, c.time
		}
	}
	if least := r.VirtualBest.CPU[i]; least != nil {
		r.VirtualBest.Solved++
		r.VirtualBest.PAR2 += *least // the mean comes at the end
	} else if tried(row) {
		r.VirtualBest.PAR2 += 2 * r.Limits.CPU
	}
	r.Ratios[i] = make([]*float64, len(row))
	for e, c := range row {
		if c.time != nil {
			ratio := max(*c.time, instant) / max(*r.VirtualBest.CPU[i], instant)
			r.Ratios[i][e] = &ratio
		}
	}
}

// severity: of several runs of an instance the one that comes first counts.
var severity = []Status{Wrong, Failed, Memout, Timeout, Open, Refused, Solved, Proved}

// count adds an instance.
func (s *Summary) count(c cell, limit float64) {
	if len(c.runs) == 0 {
		s.Missing++
		return
	}
	worst := slices.MinFunc(c.runs, func(a, b Run) int {
		return cmp.Compare(slices.Index(severity, a.Status), slices.Index(severity, b.Status))
	}).Status
	if worst != Wrong && (worst == Solved || worst == Proved) && c.time == nil {
		s.Missing++ // some of its runs are
	} else {
		n := map[Status]*int{
			Solved: &s.Solved, Proved: &s.Solved, Timeout: &s.Timeouts, Memout: &s.Memouts,
			Wrong: &s.Wrong, Failed: &s.Errors, Open: &s.Open, Refused: &s.Refused,
		}[worst]
		*n++
		if worst == Proved {
			s.Proved++
		}
	}
	for _, run := range c.runs {
		cost := 2 * limit
		if run.right() {
			cost = run.CPU
		}
		s.PAR2 += cost // the mean comes at the end
		s.CPU += run.CPU
		s.Peak = max(s.Peak, run.Peak)
	}
}

// finish takes the means.
func (s *Summary) finish(e int, r *Report, g [][]cell) {
	s.Score = pointRight*s.Solved + pointWrong*s.Wrong
	runs := 0
	var ratios []float64
	for i, row := range g {
		runs += len(row[e].runs)
		ratio := r.Ratios[i][e]
		if ratio == nil {
			continue
		}
		ratios = append(ratios, *ratio)
		if *ratio <= 1 {
			s.Best++
		}
		others := slices.ContainsFunc(append(slices.Clone(row[:e]), row[e+1:]...), func(c cell) bool { return c.time != nil })
		if !others {
			s.Alone++
		}
	}
	if s.PAR2 /= float64(max(1, runs)); runs == 0 {
		s.PAR2 = 2 * r.Limits.CPU
	}
	s.Ratio = median(ratios)
}

// order lists the entries, the best first: by score, then PAR-2, then name.
func (r *Report) order() []int {
	var list []int
	for e := range r.Entries {
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := r.Summary[a], r.Summary[b]
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.PAR2, y.PAR2), cmp.Compare(x.Name, y.Name))
	})
	return list
}
