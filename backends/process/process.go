// Package process runs other people's programs so that none of them outlives
// us, however we end.
//
//	res, err := process.Command{
//		Path:   "cadical",
//		Args:   []string{"-q", "formula.cnf"},
//		Before: func(dir string) error { return writeFormula(filepath.Join(dir, "formula.cnf")) },
//		Stdout: &out,
//	}.Run(ctx)
//
// A program runs in a directory of its own that is removed afterwards, in its
// own process group, without a shell, with a small environment, and with caps
// on its output and memory. When the context ends it is killed at once.
//
// On Linux, in a program that calls Child first thing in main, a supervisor
// (this binary, started again) stands between us and the program. It adopts
// every descendant of the program, learns of our end by the closing of a pipe,
// and leaves only after all of them are dead: so even kill -9 of this process
// leaves nothing behind, not even grandchildren that left the process group.
// Without the supervisor a grandchild that left the group can survive, and off
// Linux so can the program itself when we are killed by force; memory is
// measured on Linux only.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/hubcover/hubcover/backends"
)

// Command is one run of a program.
type Command struct {
	Path string   // found as the shell would, a relative path from our working directory
	Args []string // without the program's name
	// Stdin is fed to the program; nil is an empty input.
	Stdin io.Reader
	// Stdout receives the program's output as it comes; nil drops it.
	Stdout io.Writer
	// MaxOutput bounds the standard output in bytes, 0 stands for 1 GiB: a
	// program that writes more is killed, which is an error.
	MaxOutput int64
	// Memory bounds the resident memory of the program and its descendants
	// together, in bytes, by sampling; 0 is no bound. A program beyond it is
	// killed and the Result's Stop says so.
	Memory int64
	// Env names variables of our environment that the program is told beside
	// the few that every program is, such as one that holds its license.
	Env []string
	// Before puts files into the program's directory, which is its working
	// directory; After reads files out of it once the program has ended by
	// itself. Both may be nil.
	Before, After func(dir string) error
}

// Result is how a program ended.
type Result struct {
	Exit   int           // exit status; -1 where a signal ended it
	Signal string        // the signal's name; "" where it exited
	Stop   backends.Stop // why we killed it; "" where we did not
	Stderr string        // the last 64 KiB of its standard error
	Peak   int64         // largest resident memory of the program in bytes, where known
	CPU    time.Duration // processor time of the program and the children it waited for
	// Left counts the processes that a program which ended by itself left
	// running, all killed; only a supervisor sees them.
	Left int
}

const (
	defaultOutput = 1 << 30
	sampling      = 50 * time.Millisecond
	// patience is how long a pipe that somebody still holds is waited for
	// after the program has ended, and a supervisor after it was told to end.
	patience = time.Second
)

var (
	errMemory = errors.New("memory limit")
	errOutput = errors.New("too much output")
)

// Run runs the program to its end. A program that ended by itself, with
// whatever status, or that we stopped at a limit, is a Result; an error says
// that it could not be run, was stopped for writing too much, or that Before
// or After failed. It wraps backends.ErrMissing where there is no such program.
func (c Command) Run(ctx context.Context) (Result, error) {
	if ctx.Err() != nil {
		return Result{Exit: -1, Stop: backends.StopOf(ctx)}, nil
	}
	path, err := Find(c.Path)
	if err != nil {
		return Result{}, err
	}
	dir, err := ownDir()
	if err != nil {
		return Result{}, fmt.Errorf("no directory to run %s in: %w", c.Path, err)
	}
	defer os.RemoveAll(dir)
	if c.Before != nil {
		if err := c.Before(dir); err != nil {
			return Result{}, fmt.Errorf("preparing the files of %s: %w", c.Path, err)
		}
	}
	res, err := c.run(ctx, path, dir)
	if err == nil && res.Stop == "" && c.After != nil {
		if err := c.After(dir); err != nil {
			return res, fmt.Errorf("reading the files of %s: %w", c.Path, err)
		}
	}
	return res, err
}

// Find is the program's absolute path; the error wraps backends.ErrMissing.
func Find(program string) (string, error) {
	path, err := exec.LookPath(program)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return "", fmt.Errorf("program %s: %w (%v)", program, backends.ErrMissing, err)
	}
	return path, nil
}

func (c Command) run(ctx context.Context, path, dir string) (Result, error) {
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	maxOutput := c.MaxOutput
	if maxOutput == 0 {
		maxOutput = defaultOutput
	}
	stdout := &capped{w: c.Stdout, left: maxOutput, over: func() { kill(errOutput) }}
	stderr := &tail{}

	run := plain
	if installed.supervisor {
		run = supervised
	}
	res, err := run(ctx, job{path: path, args: c.Args, dir: dir, env: append(environment(dir), given(c.Env)...), stdin: c.Stdin, stdout: stdout, stderr: stderr,
		started: func(pid int, resident func(pid int) int64) {
			if c.Memory > 0 {
				go watchMemory(ctx, c.Memory, func() int64 { return resident(pid) }, func() { kill(errMemory) })
			}
		}})
	if err != nil {
		return Result{}, fmt.Errorf("running %s: %w", c.Path, err)
	}
	res.Stderr = stderr.String()
	meter(ctx, res)
	cause := context.Cause(ctx)
	switch {
	case stdout.left < 0:
		return res, fmt.Errorf("running %s: %w: more than %d bytes", c.Path, errOutput, maxOutput)
	case stdout.err != nil:
		return res, fmt.Errorf("taking the output of %s: %w", c.Path, stdout.err)
	case res.Exit >= 0 || cause == nil: // it ended before we could stop it
	case errors.Is(cause, errMemory):
		res.Stop = backends.MemoryLimit
	default:
		res.Stop = backends.StopOf(ctx)
	}
	return res, nil
}

// job is what the two ways to run a program are given.
type job struct {
	path           string
	args           []string
	dir            string
	env            []string
	stdin          io.Reader
	stdout, stderr io.Writer
	// started is told the process and how to measure its tree.
	started func(pid int, resident func(pid int) int64)
}

// plain runs the program as our own child.
func plain(ctx context.Context, j job) (Result, error) {
	cmd := exec.CommandContext(ctx, j.path, j.args...)
	cmd.Dir, cmd.Env = j.dir, j.env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = j.stdin, j.stdout, j.stderr
	cmd.WaitDelay = patience
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process.Pid) }
	err := runLocked(cmd, func() { j.started(cmd.Process.Pid, treeResident) })
	if cmd.Process != nil {
		killGroup(cmd.Process.Pid) // what it left behind
	}
	if cmd.ProcessState == nil {
		return unstarted(ctx, err)
	}
	return resultOf(cmd.ProcessState), nil
}

// unstarted is the result of a program that was not started: nobody's fault
// where ctx was over by then.
func unstarted(ctx context.Context, err error) (Result, error) {
	if ctx.Err() != nil {
		return Result{Exit: -1}, nil
	}
	return Result{}, err
}

// runLocked starts the command on a thread that lives as long as the child:
// the kernel's parent-death signal is sent at the end of the starting thread,
// not of the process.
func runLocked(cmd *exec.Cmd, started func()) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if err == nil {
			started()
			err = cmd.Wait()
		}
		done <- err
	}()
	return <-done
}

// watchMemory calls over once resident exceeds the limit, until ctx ends.
func watchMemory(ctx context.Context, limit int64, resident func() int64, over func()) {
	tick := time.NewTicker(sampling)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if resident() > limit {
				over()
				return
			}
		}
	}
}

func resultOf(st *os.ProcessState) Result {
	exit, signal := statusOf(st)
	return Result{Exit: exit, Signal: signal, Peak: peakOf(st), CPU: st.UserTime() + st.SystemTime()}
}

// environment is all that a program is told about ours.
func environment(dir string) []string {
	env := append([]string{"LC_ALL=C"}, given([]string{"PATH", "LD_LIBRARY_PATH", "SYSTEMROOT"})...)
	if dir != "" {
		env = append(env, "TMPDIR="+dir, "HOME="+dir)
	}
	return env
}

// given are those of the variables that are set.
func given(names []string) []string {
	var env []string
	for _, name := range names {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
