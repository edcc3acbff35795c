package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
)

// Limits of every run, all its processes together; 0 is none.
type Limits struct {
	CPU    time.Duration // processor time
	Wall   time.Duration // wall-clock time
	Memory int64         // bytes
}

// Self is how a run's process is started: the program, its arguments, and the
// names of the environment variables that its backends need.
type Self struct {
	Path string
	Args []string
	Env  []string
}

// sampling is how often a run is looked at; a limit is overrun by as much.
const sampling = 50 * time.Millisecond

var (
	errCPU    = errors.New("processor time is over")
	errMemory = errors.New("memory is over")
)

// measured is how a run's process ended and what it cost.
type measured struct {
	said
	stop   backends.Stop // the limit that ended it
	broken string        // why it ended otherwise than it should
	cpu    float64       // seconds
	wall   float64
	peak   int64 // bytes
	means  Means
}

// Means says by what a run was measured and limited.
type Means struct {
	Time   string `json:"time"`
	Memory string `json:"memory"`
}

const (
	byGroup    = "control group"
	bySampling = "sampling of the process tree"
	byRusage   = "rusage and RLIMIT_CPU"
	byNothing  = "not limited here"
)

var groups atomic.Int64 // names them apart

// start runs a task in a process of its own under the limits.
func start(ctx context.Context, self Self, t task, limits Limits) (out measured) {
	out.means = Means{byRusage, byNothing}
	if canSample {
		out.means = Means{bySampling, bySampling}
	}
	g, err := newGroup(fmt.Sprintf("hubcover-%d-%d", os.Getpid(), groups.Add(1)), limits.Memory)
	if err == nil {
		defer g.remove()
		t.Group, out.means.Time = g.dir, byGroup
		if g.memory {
			out.means.Memory = byGroup
		}
	}
	if limits.CPU > 0 {
		t.CPU = int64(math.Ceil(limits.CPU.Seconds())) + 1
		if canSample { // the kernel counts this one by ticks, which can run ahead
			t.CPU = 2*t.CPU + 5
		}
	}
	t.Memory = limits.Memory
	told, err := json.Marshal(t)
	if err != nil {
		out.broken = err.Error()
		return out
	}

	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	if limits.Wall > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Wall)
		defer cancel()
	}
	hear := newListener()
	w := &watcher{limits: limits, group: g, pid: hear.pid, kill: kill}
	watching, unwatch := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { w.watch(watching); close(done) }()

	began := time.Now()
	res, err := process.Command{Path: self.Path, Args: self.Args, Env: self.Env, Stdin: bytes.NewReader(told), Stdout: hear}.Run(ctx)
	out.wall = time.Since(began).Seconds()
	unwatch()
	<-done
	out.said = hear.parse()
	out.cpu, out.peak = max(res.CPU, w.cpu).Seconds(), max(res.Peak, w.peak)
	if g != nil {
		out.cpu, out.peak = g.cpu().Seconds(), max(out.peak, g.peak())
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errMemory) || g != nil && g.overran() || out.Stop == string(backends.MemoryLimit):
		out.stop = backends.MemoryLimit
	case out.Done || out.Refuse != "" || out.Wrong != "":
	case errors.Is(cause, errCPU) || limits.CPU > 0 && out.cpu >= limits.CPU.Seconds():
		out.stop = backends.TimeLimit
	case res.Stop != "":
		out.stop = res.Stop
	case err != nil:
		out.broken = err.Error()
	case res.Exit != 0:
		out.broken = fmt.Sprintf("the run's process ended with exit status %d %s%s", res.Exit, res.Signal, res.Said())
	}
	return out
}

// watcher looks at a run while it lasts.
type watcher struct {
	limits Limits
	group  *group // nil where there is none
	pid    func() int
	kill   context.CancelCauseFunc
	cpu    time.Duration
	peak   int64
}

func (w *watcher) watch(ctx context.Context) {
	tick := time.NewTicker(sampling)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		pid := w.pid()
		if pid == 0 {
			continue
		}
		cpu, resident := treeUsage(pid)
		if w.group != nil {
			cpu = w.group.cpu()
		}
		w.cpu, w.peak = max(w.cpu, cpu), max(w.peak, resident)
		switch {
		case w.limits.CPU > 0 && cpu >= w.limits.CPU:
			w.kill(errCPU)
		case w.limits.Memory > 0 && resident > w.limits.Memory:
			w.kill(errMemory)
		}
	}
}

// listener keeps the last line that was said.
type listener struct {
	process.Lines
	mu   sync.Mutex
	line string
	id   int
}

func newListener() *listener {
	l := &listener{Lines: process.Lines{Max: 1 << 28}}
	l.Each = func(line string) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.line = line
		if l.id == 0 {
			l.id = l.parse().PID
		}
	}
	return l
}

// pid is that of the process; 0 until it has said it.
func (l *listener) pid() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.id
}

func (l *listener) parse() said {
	var s said
	if l.line != "" && json.Unmarshal([]byte(l.line), &s) != nil {
		s = said{Error: "what the run's process says is no JSON"}
	}
	return s
}
