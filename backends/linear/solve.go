package linear

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// What a program may say, to which the size of a model is added: in a line, and
// at all.
const (
	maxLine   = 1 << 16
	maxOutput = 64 << 20
)

func (s *solver) solve(ctx context.Context, f *pb.Formula, opt backends.Options) (backends.Answer, error) {
	var none backends.Answer
	if err := (backends.Backend{Name: s.Name, Able: s.able}).Accepts(f, backends.Options{Steps: opt.Steps}); err != nil {
		return none, err
	}
	if f.Vars() == 0 && ctx.Err() == nil {
		return trivial(f), nil
	}
	if s.Module != "" {
		if _, err := s.probe(ctx); err != nil {
			return none, err
		}
	}
	r := &run{solver: s, f: f, bounded: opt.Steps > 0, began: time.Now()}
	out := &process.Lines{Max: maxLine + 32*f.Vars(), Each: r.print}
	cmd := process.Command{
		Path: s.Command, Args: r.args(ctx, opt), Env: s.Env, Stdout: out, Memory: opt.Memory, MaxOutput: r.most(),
		Before: r.putFiles, After: func(dir string) error { out.End(); return r.takeResult(dir) },
	}
	if !s.uses("{formula}") {
		var text bytes.Buffer
		if err := s.write(&text, f); err != nil {
			return none, fmt.Errorf("%s: %w", s.Name, err)
		}
		cmd.Stdin = &text
	}
	res, err := cmd.Run(ctx)
	switch {
	case err != nil:
		return none, fmt.Errorf("%s: %w", s.Name, err)
	case res.Stop != "":
		return backends.Answer{Stop: res.Stop}, nil
	}
	a, err := r.answer(res)
	if err != nil {
		return none, fmt.Errorf("%s: %w", s.Name, err)
	}
	return a, nil
}

// trivial answers a formula without variables, which some file formats cannot
// hold.
func trivial(f *pb.Formula) backends.Answer {
	a := backends.Answer{Verdict: backends.Sat, Model: make(pb.Model, 1)}
	switch {
	case f.Check(a.Model) != nil:
		return backends.Answer{Verdict: backends.Unsat}
	case f.Objective != nil:
		a.Verdict = backends.Optimal
	}
	return a
}

// run is one formula on its way through the program.
type run struct {
	*solver
	f       *pb.Formula
	bounded bool          // in steps
	told    time.Duration // to end by then; 0 where it was not
	began   time.Time

	word  word
	value string       // that it claims, the last
	text  bytes.Buffer // of the model
	made  int64        // steps
}

func (r *run) most() int64 { return maxOutput + 64*int64(r.f.Vars()) }

func (r *run) args(ctx context.Context, opt backends.Options) []string {
	var args []string
	if r.Script != "" {
		args = append(args, scriptFile)
	}
	if opt.Seed != 0 {
		args = append(args, r.SeedArgs...)
	}
	if opt.Steps > 0 {
		args = append(args, r.StepArgs...)
	}
	// Well before our end, as some look at their clocks seldom, and in whole
	// seconds.
	seconds := 0
	if end, ok := ctx.Deadline(); ok && len(r.TimeArgs) > 0 {
		seconds = max(1, int(time.Until(end).Seconds()*0.9-1))
		args, r.told = append(args, r.TimeArgs...), time.Duration(seconds)*time.Second
	}
	args = append(args, r.Args...)
	fill := strings.NewReplacer(
		"{formula}", formulaFile+"."+r.Format, "{result}", resultFile, "{module}", r.module,
		"{seed}", strconv.FormatUint(uint64(opt.Seed)%2_000_000_000+1, 10),
		"{steps}", strconv.FormatInt(opt.Steps, 10), "{seconds}", strconv.Itoa(seconds))
	for i, a := range args {
		args[i] = fill.Replace(a)
	}
	return args
}

func (r *run) putFiles(dir string) error {
	if r.Script != "" {
		if err := os.WriteFile(filepath.Join(dir, scriptFile), []byte(r.Script), 0o600); err != nil {
			return err
		}
	}
	if !r.uses("{formula}") {
		return nil
	}
	file, err := os.Create(filepath.Join(dir, formulaFile+"."+r.Format))
	if err != nil {
		return err
	}
	return errors.Join(r.write(file, r.f), file.Close())
}

// print takes a line of the standard output.
func (r *run) print(line string) {
	if r.steps != nil {
		if m := r.steps.FindStringSubmatch(line); len(m) > 1 {
			r.made, _ = strconv.ParseInt(m[1], 10, 64)
		}
	}
	if !r.mip || !r.uses("{result}") { // else it is a log
		r.read(line)
	}
}

// takeResult takes the result, where the program writes any, while its
// directory exists.
func (r *run) takeResult(dir string) error {
	if !r.uses("{result}") {
		return nil
	}
	text, err := process.ReadFile(filepath.Join(dir, resultFile), r.most())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil // its exit status will tell more
	case err != nil:
		return fmt.Errorf("its result: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		r.read(strings.TrimRight(line, "\r\n"))
	}
	return nil
}
