package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const canSupervise = true

// The supervisor's files beside the program's three: where it reports, and the
// pipe that closes when it has to end.
const (
	reportFd = 3
	lifeFd   = 4
)

// report is the supervisor's only message.
type report struct {
	Error  string // where the program could not be started
	Exit   int
	Signal string
	Peak   int64
	CPU    time.Duration
	Left   int
}

// supervised runs the program below a supervisor.
func supervised(ctx context.Context, j job) (Result, error) {
	reportR, reportW, err := os.Pipe()
	if err != nil {
		return Result{}, err
	}
	defer reportR.Close()
	defer reportW.Close()
	lifeR, lifeW, err := os.Pipe()
	if err != nil {
		return Result{}, err
	}
	defer lifeR.Close()
	defer lifeW.Close()

	args := append([]string{childArg, supervisorRole, strconv.Itoa(os.Getpid()), j.dir, j.path}, j.args...)
	cmd := exec.CommandContext(ctx, "/proc/self/exe", args...)
	cmd.Env = append(j.env, childEnv+"="+supervisorRole)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = j.stdin, j.stdout, j.stderr
	cmd.ExtraFiles = []*os.File{reportW, lifeR}
	cmd.WaitDelay = patience
	// Not SIGKILL: the supervisor has its own killing to do first.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	cmd.Cancel = lifeW.Close
	err = runLocked(cmd, func() {
		reportW.Close()
		lifeR.Close()
		j.started(cmd.Process.Pid, belowResident)
	})
	if cmd.ProcessState == nil {
		return unstarted(ctx, err)
	}
	var r report
	reportR.SetReadDeadline(time.Now().Add(patience))
	if err := json.NewDecoder(reportR).Decode(&r); err != nil {
		if ctx.Err() != nil { // killed before it could report
			return Result{Exit: -1, Signal: unix.SIGKILL.String()}, nil
		}
		return Result{}, fmt.Errorf("the supervisor ended without a report (%v)", cmd.ProcessState)
	}
	if r.Error != "" {
		return Result{}, errors.New(r.Error)
	}
	return Result{Exit: r.Exit, Signal: r.Signal, Peak: r.Peak, CPU: r.CPU, Left: r.Left}, nil
}

// supervise is the supervisor's whole life: adopt, start, wait, sweep, report.
func supervise(args []string) int {
	// The program dies with this thread, which is to say with this process.
	runtime.LockOSThread()
	unix.CloseOnExec(reportFd)
	unix.CloseOnExec(lifeFd)
	out := json.NewEncoder(os.NewFile(reportFd, "report"))
	end := ended(os.NewFile(lifeFd, "life"))
	if len(args) < 3 {
		return 2
	}
	dir, path := args[1], args[2]
	parent, err := strconv.Atoi(args[0])
	if err != nil || !madeBy(dir, parent) {
		out.Encode(report{Error: dir + " is not the directory of a run"})
		return 2
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		out.Encode(report{Error: "becoming a subreaper: " + err.Error()})
		return 1
	}
	pid, err := syscall.ForkExec(path, args[2:], &syscall.ProcAttr{
		Dir:   dir,
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		out.Encode(report{Error: err.Error()})
		return 1
	}
	letGo()
	go func() {
		<-end
		unix.Kill(-pid, unix.SIGKILL)
	}()
	r := reap(pid)
	r.Left = sweep()
	if r.Exit < 0 { // killed by us, perhaps, and who is left then is not its fault
		r.Left = 0
	}
	out.Encode(r)
	if os.Getppid() != parent && madeBy(dir, parent) {
		os.RemoveAll(dir) // nobody else will
	}
	return 0
}

// ended is closed when the pipe is, or when the thread that started us ends.
func ended(life io.Reader) <-chan struct{} {
	end := make(chan struct{})
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM)
	eof := make(chan struct{})
	go func() {
		io.Copy(io.Discard, life)
		close(eof)
	}()
	go func() {
		select {
		case <-term:
		case <-eof:
		}
		close(end)
	}()
	return end
}

// letGo leaves the program's three files to the program alone, so that their
// other ends see when it closes them.
func letGo() {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	for fd := range 3 {
		unix.Dup3(int(null.Fd()), fd, 0)
	}
	null.Close()
}

// reap waits for the program, and on the way for whatever it orphaned.
func reap(program int) report {
	for {
		var ws unix.WaitStatus
		var ru unix.Rusage
		pid, err := unix.Wait4(-1, &ws, 0, &ru)
		if err == unix.EINTR || err == nil && pid != program {
			continue
		}
		if err != nil {
			return report{Error: "waiting: " + err.Error()}
		}
		r := report{Exit: ws.ExitStatus(), Peak: ru.Maxrss * rssUnit,
			CPU: time.Duration(ru.Utime.Nano() + ru.Stime.Nano())}
		if ws.Signaled() {
			r.Exit, r.Signal = -1, ws.Signal().String()
		}
		return r
	}
}

// sweep kills what is left until nobody is, and counts those that it found
// running: orphans become our children, so that none can hide.
func sweep() (running int) {
	for first := true; ; first = false {
		for {
			pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
			if err == unix.ECHILD {
				return running
			}
			if err == nil && pid == 0 {
				break
			}
		}
		left := Descendants(os.Getpid())
		if first {
			running = len(left)
		}
		for _, pid := range left {
			unix.Kill(pid, unix.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
}
