package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
)

// Exit codes of solver competitions.
const (
	raceUnknown = 0
	raceSat     = 10
	raceUnsat   = 20
	raceOptimal = 30
)

// race prints an o line whenever the upper bound falls.
type race struct {
	mu    sync.Mutex
	print func(string)
	least int
	asked instances.Question // 0: a decision has no o lines
	over  bool
}

// improved is told of progress.
func (f *showFlags) improved(p hubcover.Progress) {
	if f.race != nil {
		f.race.improved(p.Question, p.Upper)
	}
}

func (r *race) improved(q instances.Question, upper int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || q != r.asked || upper < 0 || (r.least >= 0 && upper >= r.least) {
		return
	}
	r.least = upper
	r.print(fmt.Sprintf("o %d", upper))
}

// finish prints the last o line; none follows.
func (r *race) finish(q instances.Question, upper int) {
	r.improved(q, upper)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
}

// compete answers one question of one instance as solvers do in competitions:
// v lines list the hubs, "v COLOUR | sources | targets" by 0-based indices, for
// chi-prime a colour a cell.
func (s *search) compete(ctx context.Context, files []string) error {
	if len(files) > 1 {
		return misuse("competition output answers one instance, not %d files", len(files))
	}
	say := func(text string) { fmt.Fprintln(s.out, text) }
	s.show.race = &race{print: say, least: -1}
	if len(s.opt.Questions) == 1 {
		s.show.race.asked = s.opt.Questions[0]
	}
	say("c hubcover " + version())
	code, answers := raceUnknown, 0
	s.print = func(res *hubcover.Result) error {
		if answers++; answers > 1 {
			return misuse("competition output answers one instance, and %s holds more", files[0])
		}
		inst := res.Instance
		say(printable(fmt.Sprintf("c %s: %d rows, %d columns, %d cells, sha256 %s", inst.Name, inst.Relation.Rows(), inst.Relation.Cols(), inst.Relation.Len(), inst.Relation.Digest())))
		if res.Decide != nil {
			code = raceDecision(res.Decide, say)
		} else {
			iv := intervalOf(res, s.opt.Questions[0])
			s.show.race.finish(s.opt.Questions[0], iv.Upper)
			code = raceInterval(iv, say)
		}
		return nil
	}
	err := s.files(ctx, files)
	switch {
	case err != nil && err != exit(undecided):
		return err
	case answers == 0: // a limit came before the instance was read
		say("s UNKNOWN")
	}
	return exitWith(code)
}

func raceInterval(iv *hubcover.Interval, say func(string)) int {
	say(fmt.Sprintf("c lower bound %d", iv.Lower))
	code := raceSat
	switch iv.Status() {
	case hubcover.Optimal:
		code = raceOptimal
		say("s OPTIMUM FOUND")
	case hubcover.Undecided:
		say("s UNKNOWN")
		return raceUnknown
	default:
		say("s SATISFIABLE")
	}
	raceHubs(iv.Hubs, say)
	if iv.CellColors != nil {
		say("v " + numbers(iv.CellColors))
	}
	return code
}

func raceDecision(d *hubcover.Decision, say func(string)) int {
	switch {
	case d.Answer == "yes":
		say("s SATISFIABLE")
		raceHubs(d.Extension, say)
		return raceSat
	case d.Answer == "no" && d.Verified:
		say("s UNSATISFIABLE")
		return raceUnsat
	case d.Answer == "no":
		say("c " + printable(d.Claimed) + " claims that there is none")
	}
	say("s UNKNOWN")
	return raceUnknown
}

func raceHubs(x instances.Extension, say func(string)) {
	for _, h := range x {
		say(fmt.Sprintf("v %d | %s | %s", h.Color, numbers(h.Sources), numbers(h.Targets)))
	}
}

func numbers(list []int32) string {
	var out []string
	for _, n := range list {
		out = append(out, strconv.Itoa(int(n)))
	}
	return strings.Join(out, " ")
}
