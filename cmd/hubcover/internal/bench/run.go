package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

// run is one tool on one instance, and a record of the output.
type run struct {
	Instance string `json:"instance"`
	Rows     int    `json:"rows"`
	Cols     int    `json:"cols"`
	Cells    int    `json:"cells"`
	Tool     string `json:"tool"`
	outcome
	Wall  float64 `json:"wall_s"`
	CPU   float64 `json:"cpu_s"`
	Limit float64 `json:"limit_s"`
	// Certificate is "accepted" where the checker believes all of it, asked
	// after the clock was stopped; otherwise what it finds.
	Certificate string `json:"certificate,omitempty"`
	Error       string `json:"error,omitempty"`
}

// group is what all tools made of one instance, in their order.
type group struct {
	place int
	inst  *instances.Instance
	runs  []run
}

// measure lets every tool work on every instance; each is told of every group
// as it is done, one at a time. An interrupt leaves the groups that were done.
func measure(ctx context.Context, specs []spec, tools []tool, opt options, each func(group) error) ([]group, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	todo := make(chan int)
	go func() {
		defer close(todo)
		for i := range specs {
			select {
			case todo <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var (
		mu     sync.Mutex
		groups []group
		errs   []error
		wait   sync.WaitGroup
	)
	for range opt.jobs {
		wait.Go(func() {
			for i := range todo {
				g, err := measureOne(ctx, specs[i], tools, opt)
				if err == nil && ctx.Err() != nil {
					return // some of its tools were cut short
				}
				mu.Lock()
				if err == nil {
					g.place = i
					groups = append(groups, g)
					err = each(g)
				}
				if err != nil {
					errs = append(errs, err)
					cancel()
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	slices.SortFunc(groups, func(a, b group) int { return a.place - b.place })
	return groups, errors.Join(errs...)
}

func measureOne(ctx context.Context, s spec, tools []tool, opt options) (group, error) {
	inst, err := s.instance(ctx)
	if err != nil {
		return group{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	inst.Name = s.Name
	g := group{inst: inst}
	for _, t := range tools {
		g.runs = append(g.runs, start(ctx, s, inst, t, opt))
	}
	return g, nil
}

// task is what a tool's process is told.
type task struct {
	Spec    spec
	Tool    string
	Limit   time.Duration
	Options toolOptions
}

const (
	childArg = "tool"
	// late is how long a process may overstay the limit, which it keeps to
	// itself, before it is killed.
	late = 10 * time.Second
)

// start runs the tool in a process of its own.
func start(ctx context.Context, s spec, inst *instances.Instance, t tool, opt options) run {
	rel := inst.Relation
	r := run{
		Instance: s.Name, Rows: rel.Rows(), Cols: rel.Cols(), Cells: rel.Len(),
		Tool: t.Name, outcome: outcome{Upper: -1}, Limit: opt.limit.Seconds(),
	}
	fail := func(err error) run {
		r.Error = err.Error()
		return r
	}
	self, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	told, err := json.Marshal(task{s, t.Name, opt.limit, toolOptions{opt.cores}})
	if err != nil {
		return fail(err)
	}
	killed, cancel := context.WithTimeout(ctx, opt.limit+late)
	defer cancel()
	var said bytes.Buffer
	began := time.Now()
	res, err := process.Command{
		Path: self, Args: []string{childArg}, Stdin: bytes.NewReader(told), Stdout: &said, Memory: opt.memory,
		After: func(dir string) error {
			r.Wall = time.Since(began).Seconds()
			if t.Name == tools[0].Name {
				r.Certificate = judge(os.DirFS(dir), rel)
			}
			return nil
		},
	}.Run(killed)
	r.CPU = res.CPU.Seconds()
	if r.Wall == 0 {
		r.Wall = time.Since(began).Seconds()
	}
	switch {
	case err != nil:
		return fail(err)
	case res.Stop != "":
		r.Stop = string(res.Stop)
		return r
	case res.Exit != 0:
		return fail(fmt.Errorf("exit status %d %s: %s", res.Exit, res.Signal, res.Stderr))
	}
	if err := json.Unmarshal(said.Bytes(), &r.outcome); err != nil {
		return fail(err)
	}
	return r
}

// judge checks the certificate that hubcover left in the folder.
func judge(dir fs.FS, rel *instances.Relation) string {
	findings, err := verify.Certificate(dir, certificateFile, rel)
	if err != nil {
		return err.Error()
	}
	for _, f := range findings {
		if f.Status != check.Verified {
			return f.String()
		}
	}
	return accepted
}

const accepted = "accepted"

// child must come early in main: in a process that start has started it does
// the task and never returns.
func child() {
	if len(os.Args) != 2 || os.Args[1] != childArg {
		return
	}
	said, err := obey(os.Stdin)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(said)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// obey does the task within its limit, of which reading the instance is a part.
func obey(in io.Reader) (outcome, error) {
	var t task
	if err := json.NewDecoder(in).Decode(&t); err != nil {
		return outcome{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), t.Limit)
	defer cancel()
	inst, err := t.Spec.instance(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return outcome{Upper: -1, Stop: string(backends.TimeLimit)}, nil
		}
		return outcome{}, err
	}
	i := slices.IndexFunc(tools, func(x tool) bool { return x.Name == t.Tool })
	if i < 0 {
		return outcome{}, fmt.Errorf("no tool is named %q", t.Tool)
	}
	return tools[i].Run(ctx, inst, t.Options)
}
