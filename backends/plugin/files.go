package plugin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// What integer programming solvers write into solution files, line by line:
// CBC, glpsol -o and -w, HiGHS, SCIP, Gurobi.
const (
	optimalLine    = `(?i)^\s*(optimal\b|status:\s+integer optimal|solution status: optimal|s mip \d+ \d+ o\b)`
	infeasibleLine = `(?i)^\s*((integer )?infeasible\b|status:\s+integer (empty|infeasible)|solution status: infeasible|s mip \d+ \d+ n\b)`
	objectiveLine  = `(?i)^(?:.* - objective value |objective(?: value)?:?\s+|objective:\s+obj = |# objective value = |s mip \d+ \d+ o )([-+]?[0-9.]+(?:e[-+]?\d+)?)\b`
)

// filer runs a program that reads the formula in one of the formats of package
// pb and prints or writes an answer.
type filer struct {
	Plugin
	format                                 pb.Format
	solution                               bool           // lp and mps: the answer is a solution file
	optimal, infeasible, objective, number *regexp.Regexp // number of steps: nil where it does not tell

	mu      sync.Mutex
	version string // "" until it was found
}

func (p Plugin) files() (backends.Backend, error) {
	f := &filer{Plugin: p, solution: p.Protocol == "lp" || p.Protocol == "mps"}
	var err error
	if f.format, err = pb.FindFormat(p.Protocol); err != nil {
		return backends.Backend{}, err
	}
	if err := f.check(); err != nil {
		return backends.Backend{}, err
	}
	if f.SatExits == nil {
		f.SatExits = []int{10, 30}
		if f.solution {
			f.SatExits = []int{0}
		}
	}
	if f.UnsatExits == nil {
		f.UnsatExits = []int{20}
		if f.solution {
			f.UnsatExits = []int{0}
		}
	}
	able, err := p.restrict(backends.Abilities{
		Clauses: true, Linear: p.Protocol != "wcnf", Objective: true,
		Steps: len(p.StepArgs) > 0, Deterministic: p.Deterministic,
	})
	return backends.Backend{Name: p.Name, Doc: p.Doc, Able: able, Install: p.Install, Probe: f.probe, Solve: f.solve}, err
}

func (f *filer) check() error {
	for _, a := range []struct {
		what    string
		args    []string
		allowed []string
		needed  string
	}{
		{"args", f.Args, []string{"{formula}", "{result}"}, ""},
		{"seed args", f.SeedArgs, []string{"{seed}"}, "{seed}"},
		{"step args", f.StepArgs, []string{"{steps}"}, "{steps}"},
		{"time args", f.TimeArgs, []string{"{seconds}"}, "{seconds}"},
		{"version args", f.VersionArgs, nil, ""},
	} {
		if err := places(a.what, a.args, a.allowed, a.needed); err != nil {
			return err
		}
	}
	for _, e := range []struct {
		text, without string
		groups        int
		into          **regexp.Regexp
	}{
		{f.Optimal, optimalLine, 0, &f.optimal}, {f.Infeasible, infeasibleLine, 0, &f.infeasible},
		{f.Objective, objectiveLine, 1, &f.objective}, {f.Plugin.Steps, "", 1, &f.number}, {f.Plugin.Version, "", 1, nil},
	} {
		if e.text == "" {
			e.text = e.without
		}
		if e.text == "" {
			continue
		}
		re, err := regexp.Compile(e.text)
		if err != nil {
			return err
		}
		if re.NumSubexp() < e.groups {
			return fmt.Errorf("the regular expression %q has no group in parentheses", e.text)
		}
		if e.into != nil {
			*e.into = re
		}
	}
	return nil
}

func (f *filer) probe(ctx context.Context) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.version != "" {
		return f.version, nil
	}
	if _, err := process.Find(f.Command); err != nil {
		return "", err
	}
	version := ""
	if len(f.VersionArgs) > 0 {
		var err error
		if version, err = process.Version(ctx, f.Command, f.VersionArgs, regexp.MustCompile(f.Plugin.Version)); err != nil {
			return "", err
		}
	}
	if version == "" {
		version = "unknown version"
	}
	f.version = version
	return version, nil
}

// What a program may say, to which the size of a model is added: in a line, and
// at all.
const (
	maxLine   = 1 << 16
	maxOutput = 64 << 20
)

func (f *filer) solve(ctx context.Context, form *pb.Formula, opt backends.Options) (backends.Answer, error) {
	var none backends.Answer
	if err := (backends.Backend{Name: f.Name, Able: f.able()}).Accepts(form, backends.Options{Steps: opt.Steps}); err != nil {
		return none, err
	}
	if form.Vars() == 0 && ctx.Err() == nil {
		return empty(form), nil
	}
	r := &fileRun{filer: f, form: form}
	out := &process.Lines{Max: maxLine + 32*form.Vars(), Each: r.read}
	cmd := process.Command{
		Path: f.Command, Args: f.args(ctx, opt), Env: f.Env, Memory: opt.Memory,
		Stdout: out, MaxOutput: maxOutput + 32*int64(form.Vars()),
	}
	if f.uses("{formula}") {
		cmd.Before = func(dir string) error {
			file, err := os.Create(filepath.Join(dir, f.formulaFile()))
			if err != nil {
				return err
			}
			return errors.Join(f.format.Write(file, form), file.Close())
		}
	} else {
		var text bytes.Buffer
		if err := f.format.Write(&text, form); err != nil {
			return none, fmt.Errorf("%s: %w", f.Name, err)
		}
		cmd.Stdin = &text
	}
	cmd.After = func(dir string) error { out.End(); return r.readResult(dir) }
	res, err := cmd.Run(ctx)
	switch {
	case err != nil:
		return none, fmt.Errorf("%s: %w", f.Name, err)
	case res.Stop != "":
		return backends.Answer{Stop: res.Stop}, nil
	}
	a, err := r.answer(res)
	if err != nil {
		return none, fmt.Errorf("%s: %w", f.Name, err)
	}
	return a, nil
}

// empty answers a formula without variables, which the formats of integer
// programs cannot hold.
func empty(f *pb.Formula) backends.Answer {
	a := backends.Answer{Verdict: backends.Sat, Model: make(pb.Model, 1)}
	switch {
	case f.Check(a.Model) != nil:
		return backends.Answer{Verdict: backends.Unsat}
	case f.Objective != nil:
		a.Verdict = backends.Optimal
	}
	return a
}

func (f *filer) able() backends.Abilities {
	able, _ := f.restrict(backends.Abilities{Clauses: true, Linear: f.Protocol != "wcnf", Objective: true, Steps: len(f.StepArgs) > 0})
	return able
}

func (f *filer) uses(place string) bool { return strings.Contains(strings.Join(f.Args, " "), place) }

const resultFile = "result.txt"

func (f *filer) formulaFile() string { return "formula" + f.format.Extensions[0] }

func (f *filer) args(ctx context.Context, opt backends.Options) []string {
	var args []string
	if opt.Seed != 0 {
		args = append(args, f.SeedArgs...)
	}
	if opt.Steps > 0 {
		args = append(args, f.StepArgs...)
	}
	seconds := int64(0)
	if until, ok := ctx.Deadline(); ok {
		args = append(args, f.TimeArgs...)
		seconds = max(1, int64(time.Until(until).Seconds()*0.9)) // the rest for writing it down
	}
	args = append(args, f.Args...)
	fill := strings.NewReplacer("{formula}", f.formulaFile(), "{result}", resultFile,
		"{seed}", strconv.FormatUint(uint64(opt.Seed)%2_000_000_000+1, 10),
		"{steps}", strconv.FormatInt(opt.Steps, 10), "{seconds}", strconv.FormatInt(seconds, 10))
	for i, a := range args {
		args[i] = fill.Replace(a)
	}
	return args
}

// fileRun is one formula on its way through the program.
type fileRun struct {
	*filer
	form   *pb.Formula
	status string       // the last s line
	value  string       // the last o line
	text   bytes.Buffer // v lines, or all that is printed where that is the solution
	steps  int64
}

// read takes one line of the standard output.
func (r *fileRun) read(line string) {
	if r.number != nil {
		if m := r.number.FindStringSubmatch(line); len(m) > 1 {
			r.steps, _ = strconv.ParseInt(m[1], 10, 64)
		}
	}
	switch {
	case r.solution && !r.uses("{result}"):
		r.text.WriteString(line + "\n")
	case r.solution:
	case strings.HasPrefix(line, "s "):
		r.status = strings.TrimSpace(line[2:])
	case strings.HasPrefix(line, "o "):
		r.value = strings.TrimSpace(line[2:])
		r.text.Reset() // the models before are worse
	case strings.HasPrefix(line, "v "):
		r.text.WriteString(line + "\n")
	}
}

// readResult takes the result file, while its directory exists.
func (r *fileRun) readResult(dir string) error {
	if !r.uses("{result}") {
		return nil
	}
	text, err := process.ReadFile(filepath.Join(dir, resultFile), maxOutput+32*int64(r.form.Vars()))
	switch {
	case errors.Is(err, os.ErrNotExist): // no answer; the exit status will tell more
		return nil
	case err != nil:
		return fmt.Errorf("its result: %w", err)
	case r.solution:
		r.text.Write(text)
		return nil
	}
	for line := range strings.Lines(string(text)) {
		r.read(strings.TrimRight(line, "\r\n"))
	}
	return nil
}

// claim is what the program says, before anything of it is looked at.
type claim struct {
	verdict backends.Verdict
	value   string // of the objective; "" where it says none
}

// solutionClaim reads the status of a solution file, by its first line that has one.
func (r *fileRun) solutionClaim() claim {
	var c claim
	for line := range strings.Lines(r.text.String()) {
		line = strings.TrimRight(line, "\r\n")
		if m := r.objective.FindStringSubmatch(line); c.value == "" && len(m) > 1 {
			c.value = m[1]
		}
		switch {
		case c.verdict != backends.Unknown:
		case r.infeasible.MatchString(line):
			c.verdict = backends.Unsat
		case r.optimal.MatchString(line):
			c.verdict = backends.Optimal
		}
	}
	return c
}

func (r *fileRun) claim() claim {
	if r.solution {
		return r.solutionClaim()
	}
	words := map[string]backends.Verdict{
		"SATISFIABLE": backends.Sat, "UNSATISFIABLE": backends.Unsat, "OPTIMUM FOUND": backends.Optimal,
	}
	return claim{words[r.status], r.value}
}

// answer weighs claim, exit and model against each other.
func (r *fileRun) answer(res process.Result) (backends.Answer, error) {
	c := r.claim()
	a := backends.Answer{Verdict: c.verdict, Steps: r.steps}
	exits := r.SatExits
	if c.verdict == backends.Unsat {
		exits = r.UnsatExits
	}
	switch {
	case res.Signal != "":
		return a, fmt.Errorf("ended by a signal (%s)%s", res.Signal, res.Said())
	case res.Left > 0:
		return a, fmt.Errorf("left %d of its processes running, which were killed", res.Left)
	case c.verdict == backends.Unknown && r.status == "" && r.text.Len() == 0 && r.StepArgs == nil:
		return a, fmt.Errorf("ended with exit status %d and without an answer%s", res.Exit, res.Said())
	case c.verdict == backends.Unknown && r.solution && slices.Contains(r.SatExits, res.Exit), c.verdict == backends.Optimal, c.verdict == backends.Sat:
		return r.model(a, c, slices.Contains(exits, res.Exit), res)
	case c.verdict == backends.Unknown:
		return backends.Answer{Stop: backends.GaveUp, Steps: r.steps}, nil
	case !slices.Contains(exits, res.Exit):
		return a, fmt.Errorf("says %v with exit status %d, which does not belong to it%s", c.verdict, res.Exit, res.Said())
	}
	return a, nil
}

// model evaluates the model of an answer that has one. A solution that claims
// nothing may still hold one.
func (r *fileRun) model(a backends.Answer, c claim, exits bool, res process.Result) (backends.Answer, error) {
	if !exits {
		return a, fmt.Errorf("says %v with exit status %d, which does not belong to it%s", c.verdict, res.Exit, res.Said())
	}
	model, err := pb.ReadModel(&r.text, r.form.Vars())
	if c.verdict == backends.Unknown && errors.Is(err, pb.ErrNoModel) {
		return backends.Answer{Stop: backends.GaveUp, Steps: r.steps}, nil
	}
	if err == nil {
		err = r.form.Check(model)
	}
	if err != nil {
		return a, fmt.Errorf("claims a solution, but: %w: %w", err, backends.ErrRejected)
	}
	a.Model = model
	switch {
	case r.form.Objective == nil:
		a.Verdict = backends.Sat
		return a, nil
	case c.verdict != backends.Optimal:
		a.Verdict, a.Bound = backends.Sat, math.MinInt64
		return a, nil
	}
	a.Bound = model.Value(r.form.Objective)
	return a, r.sameValue(c.value, a.Bound)
}

// sameValue holds the value that is claimed for an optimum against its model.
func (r *fileRun) sameValue(claimed string, value int64) error {
	if claimed == "" {
		return nil
	}
	said, err := strconv.ParseFloat(claimed, 64)
	if err != nil {
		return fmt.Errorf("claims the optimum %q, which is no number", claimed)
	}
	if r.Protocol == "wcnf" { // the weight of falsified soft clauses
		for _, t := range r.form.Objective {
			said += float64(min(t.Coef, 0))
		}
	}
	if math.Abs(said-float64(value)) > 1e-6*max(1, math.Abs(said)) {
		return fmt.Errorf("claims the optimum %v, but its model is worth %d: %w", said, value, backends.ErrRejected)
	}
	return nil
}
