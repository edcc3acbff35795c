package linear

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// line is what a line of an answer that matches means.
type line struct {
	expr  *regexp.Regexp
	means word
}

// word is what a program says, the weakest first.
type word uint8

const (
	silence    word = iota
	perhaps         // a model, if one can be read
	nothing         // it knows no more
	found           // a model
	best            // a model than which there is no better one
	infeasible      // there is none
)

func (w word) String() string {
	return [...]string{"nothing", "something", "unknown", "satisfiable", "optimal", "unsatisfiable"}[w]
}

// What integer programming solvers write into solution files, line by line:
// CBC, glpsol -o and -w, HiGHS, SCIP, Gurobi.
const (
	optimalLine    = `(?i)^\s*(optimal\b|status:\s+integer optimal|solution status: optimal|s mip \d+ \d+ o\b)`
	infeasibleLine = `(?i)^\s*((integer )?infeasible\b|status:\s+integer (empty|infeasible)|solution status: infeasible|s mip \d+ \d+ n\b)`
	objectiveLine  = `(?i)^(?:.* - objective value |objective(?: value)?:?\s+|objective:\s+obj = |# objective value = |s mip \d+ \d+ o )([-+]?(?:[0-9.]+(?:e[-+]?\d+)?|nan))\b`
	statusLine     = `(?i)^\s*(.* - objective value |status:|solution status:|model status|s mip |# objective value)`
)

// answers fills in how the answer is read.
func (s *solver) answers() {
	say := func(expr string, means word) { s.lines = append(s.lines, line{regexp.MustCompile(expr), means}) }
	objective, sat, unsat := s.Objective, []int{0}, []int{0}
	if s.mip {
		say(cmp.Or(s.Infeasible, infeasibleLine), infeasible)
		say(cmp.Or(s.Optimal, optimalLine), best)
		if s.Terse {
			say(`\S`, perhaps)
		}
		say(statusLine, perhaps)
		objective = cmp.Or(objective, objectiveLine)
	} else {
		say(`^s OPTIMUM FOUND\s*$`, best)
		say(`^s UNSATISFIABLE\s*$`, infeasible)
		say(`^s SATISFIABLE\s*$`, found)
		say(`^s `, nothing)
		say(`^[ov] `, perhaps)
		objective, sat, unsat = `^o\s+(\S.*)`, []int{10, 30}, []int{20}
	}
	s.objective = regexp.MustCompile(objective)
	if s.Steps != "" {
		s.steps = regexp.MustCompile(s.Steps)
	}
	if s.SatExits == nil {
		s.SatExits = sat
	}
	if s.UnsatExits == nil {
		s.UnsatExits = unsat
	}
}

// read takes a line of the answer.
func (r *run) read(text string) {
	if r.mip || strings.HasPrefix(text, "v ") || strings.HasPrefix(text, "o ") { // o stands between models
		r.text.WriteString(text + "\n")
	}
	if m := r.objective.FindStringSubmatch(text); len(m) > 1 {
		r.value = strings.TrimSpace(m[1])
	}
	for _, l := range r.lines {
		if l.expr.MatchString(text) {
			if l.means != perhaps || r.word == silence {
				r.word = l.means
			}
			return
		}
	}
}

// answer weighs word, exit, value and model against each other.
func (r *run) answer(res process.Result) (backends.Answer, error) {
	a := backends.Answer{Steps: r.made}
	exits := r.SatExits
	if r.word == infeasible {
		exits = r.UnsatExits
	}
	confirmed := slices.Contains(exits, res.Exit)
	switch {
	case res.Signal != "":
		return a, fmt.Errorf("ended by a signal (%s)%s", res.Signal, res.Said())
	case res.Left > 0:
		return a, fmt.Errorf("left %d of its processes running, which were killed", res.Left)
	case r.word == silence && !r.bounded:
		return a, fmt.Errorf("ended with exit status %d and without an answer%s", res.Exit, res.Said())
	case r.word == silence, r.word == nothing, r.word == perhaps && !confirmed:
		a.Stop = r.stopped()
		return a, nil
	case !confirmed:
		return a, fmt.Errorf("says %v with exit status %d, which does not belong to it%s", r.word, res.Exit, res.Said())
	case r.word == infeasible:
		a.Verdict = backends.Unsat
		return a, nil
	}
	model, err := pb.ReadModel(&r.text, r.f.Vars())
	switch {
	case errors.Is(err, pb.ErrNoModel) && r.word == perhaps:
		a.Stop = r.stopped()
		return a, nil
	case err == nil:
		err = r.f.Check(model)
	}
	if err != nil {
		return a, fmt.Errorf("claims a solution, but: %w: %w", err, backends.ErrRejected)
	}
	a.Verdict, a.Model = backends.Sat, model
	switch {
	case r.f.Objective == nil:
	case r.word == best:
		a.Verdict, a.Bound = backends.Optimal, model.Value(r.f.Objective)
		err = r.weigh(a.Bound)
	default:
		a.Stop = r.stopped()
	}
	return a, err
}

// weigh holds the value that is claimed for an optimum against its model. Large
// ones are rounded, in proportion.
func (r *run) weigh(value int64) error {
	if r.value == "" && r.Terse {
		return nil
	}
	x, err := strconv.ParseFloat(r.value, 64)
	if err != nil {
		return fmt.Errorf("claims the optimum %q, which is no number: %w", r.value, backends.ErrRejected)
	}
	if r.maxsat() {
		x += float64(offset(r.f))
	}
	if math.Abs(x-float64(value)) > 0.4+1e-6*math.Abs(x) || math.IsNaN(x) {
		return fmt.Errorf("claims the optimum %v, but its model is worth %d: %w", x, value, backends.ErrRejected)
	}
	return nil
}

// stopped says why a program ended by itself without an answer: it took most of
// the time that it was told, or had enough.
func (r *run) stopped() backends.Stop {
	if r.told > 0 && time.Since(r.began) > r.told/2 {
		return backends.TimeLimit
	}
	return backends.GaveUp
}
