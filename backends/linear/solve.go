package linear

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// maxOutput bounds what a program prints beside its answer, in bytes.
const maxOutput = 64 << 20

func (s *solver) solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	switch {
	case s.Format == wcnf2019 && !f.ClausesOnly():
		return backends.Answer{}, fmt.Errorf("%s takes clauses and an objective only", s.Name)
	case opt.Steps > 0:
		return backends.Answer{}, fmt.Errorf("%s cannot bound its search in steps", s.Name)
	}
	if a, ok := trivial(f); ok && ctx.Err() == nil {
		return a, nil
	}
	if s.Module != "" {
		if _, err := s.probe(ctx); err != nil {
			return backends.Answer{}, err
		}
	}
	r := &run{solver: s, f: f}
	cmd := process.Command{
		Path: s.Command, Args: r.args(ctx, opt), Stdout: &r.out, Memory: opt.Memory,
		MaxOutput: maxOutput + 64*int64(f.Vars()),
		Before:    r.putFiles, After: r.takeFile,
	}
	res, err := cmd.Run(ctx)
	switch {
	case err != nil:
		return backends.Answer{}, fmt.Errorf("%s: %w", s.Name, err)
	case res.Stop != "":
		return backends.Answer{Stop: res.Stop}, nil
	}
	a, err := r.answer(res)
	if err != nil {
		return backends.Answer{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	return a, nil
}

// trivial answers a formula without variables, which some file formats cannot
// hold.
func trivial(f *pb.Formula) (backends.Answer, bool) {
	if f.Vars() > 0 {
		return backends.Answer{}, false
	}
	a := backends.Answer{Verdict: backends.Sat, Model: make(pb.Model, 1)}
	if f.Check(a.Model) != nil {
		return backends.Answer{Verdict: backends.Unsat}, true
	}
	if f.Objective != nil {
		a.Verdict = backends.Optimal
	}
	return a, true
}

// run is one formula on its way through the program.
type run struct {
	*solver
	f        *pb.Formula
	timed    bool // it was told when to end
	out      bytes.Buffer
	solution []byte
}

func (r *run) args(ctx context.Context, opt backends.Options) []string {
	values := map[string]string{"seed": strconv.FormatUint(uint64(opt.Seed)%2_000_000_000+1, 10)}
	var args []string
	if opt.Seed != 0 {
		args = append(args, r.SeedArgs...)
	}
	// Well before our end, as some look at their clocks seldom, and in whole
	// seconds; with less we end it.
	if end, ok := ctx.Deadline(); ok {
		if left := time.Until(end).Seconds()*0.9 - 1; left >= 1 {
			values["seconds"] = strconv.Itoa(int(left))
			args, r.timed = append(args, r.TimeArgs...), true
		}
	}
	// What comes first stays so: a script, or the file for cbc, which does what
	// it is told in order.
	return r.filled(slices.Concat(r.Args[:1], args, r.Args[1:]), values)
}

func (s *solver) putScript(dir string) error {
	if s.Script == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(dir, scriptFile), []byte(s.Script), 0o600)
}

func (r *run) putFiles(dir string) error {
	file, err := os.Create(filepath.Join(dir, formulaFile+"."+r.Format))
	if err != nil {
		return err
	}
	return errors.Join(r.write(file, r.f), file.Close(), r.putScript(dir))
}

// takeFile takes the solution, where the program writes any, while its
// directory exists.
func (r *run) takeFile(dir string) (err error) {
	if !slices.Contains(r.Args, "{solution}") {
		return nil
	}
	path := filepath.Join(dir, solutionFile)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil // its exit status will tell more
	case err != nil:
		return err
	case !info.Mode().IsRegular() || info.Size() > maxOutput+64*int64(r.f.Vars()):
		return fmt.Errorf("its solution is no regular file, or too large: %d bytes", info.Size())
	}
	r.solution, err = os.ReadFile(path)
	return err
}

// answer weighs status, exit, figure and model against each other.
func (r *run) answer(res process.Result) (backends.Answer, error) {
	var a backends.Answer
	exits := r.Exits
	if exits == nil {
		exits = []int{0}
	}
	if res.Signal != "" || !slices.Contains(exits, res.Exit) {
		return a, fmt.Errorf("ended with exit status %d%s%s", res.Exit, res.Signal, said(res))
	}
	text := slices.Concat(r.out.Bytes(), []byte("\n"), r.solution)
	status, word := r.find(text)
	switch word {
	case Infeasible:
		a.Verdict = backends.Unsat
		return a, nil
	case Nothing:
		if status == "" {
			return a, fmt.Errorf("ended without an answer%s", said(res))
		}
		a.Stop = r.stopped()
		return a, nil
	}
	model, err := r.model()
	switch {
	case errors.Is(err, pb.ErrNoModel) && word == Found:
		a.Stop = r.stopped()
		return a, nil
	case err == nil:
		err = r.f.Check(model)
	}
	if err != nil {
		return a, fmt.Errorf("says %q, but: %w: %w", status, err, backends.ErrRejected)
	}
	value := model.Value(r.f.Objective)
	if err := r.weigh(text, value); err != nil {
		return a, fmt.Errorf("says %q, but %w: %w", status, err, backends.ErrRejected)
	}
	a.Verdict, a.Model = backends.Sat, model
	switch {
	case r.f.Objective == nil:
	case word == Best:
		a.Verdict, a.Bound = backends.Optimal, value
	default:
		a.Stop = r.stopped()
	}
	return a, nil
}

// find is the last status that the program gave, and what it means.
func (r *run) find(text []byte) (status string, word Word) {
	for line := range bytes.Lines(text) {
		if m := r.status.FindSubmatch(bytes.TrimSpace(line)); len(m) > 1 {
			status = strings.TrimSpace(string(m[1]))
			word = r.Words[status]
		}
	}
	return status, word
}

// model reads the solution file, or the standard output where there is none.
func (r *run) model() (pb.Model, error) {
	text := r.solution
	if !slices.Contains(r.Args, "{solution}") {
		text = r.out.Bytes()
	}
	return pb.ReadModel(bytes.NewReader(text), r.f.Vars())
}

// weigh holds the program's own figure for the objective against the value of
// its model. Figures are rounded: they may be off by less than a half, in
// proportion where large.
func (r *run) weigh(text []byte, value int64) error {
	if r.f.Objective == nil {
		return nil
	}
	var figure string
	for line := range bytes.Lines(text) {
		if m := r.value.FindSubmatch(bytes.TrimSpace(line)); len(m) > 1 {
			figure = string(m[1])
		}
	}
	x, err := strconv.ParseFloat(figure, 64)
	if err != nil {
		return fmt.Errorf("gives no figure for the objective: %q", figure)
	}
	if r.Format == wcnf2019 {
		x += float64(offset(r.f))
	}
	if math.Abs(x-float64(value)) > 0.4+1e-9*math.Abs(x) || math.IsNaN(x) {
		return fmt.Errorf("its objective is %s, and that of its model %d", figure, value)
	}
	return nil
}

// stopped says why a program ended by itself without an answer.
func (r *run) stopped() backends.Stop {
	if r.timed {
		return backends.TimeLimit
	}
	return backends.GaveUp
}

// said quotes the program's last words.
func said(res process.Result) string {
	text := strings.TrimSpace(res.Stderr)
	if text == "" {
		return ""
	}
	return fmt.Sprintf(", saying %q", text[max(0, len(text)-200):])
}
