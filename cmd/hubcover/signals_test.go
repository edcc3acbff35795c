//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hubcover/hubcover"

	"github.com/hubcover/hubcover/cmd/hubcover/schema"
)

// program starts this test binary as the program.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Args = append([]string{"hubcover"}, args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home)
	return cmd
}

// hardInstance writes one that no backend closes soon.
func hardInstance(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hard.txt")
	if out, err := program(t, "gen", "random", "rows=60", "cols=60", "p=0.5", "seed=1", "-o", path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// descendants lists the processes below pid.
func descendants(pid int) []int {
	children := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// pid (name) state parent …, where the name may hold anything.
		rest := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		parent, _ := strconv.Atoi(rest[1])
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		children[parent] = append(children[parent], child)
	}
	var all []int
	for next := children[pid]; len(next) > 0; next = next[1:] {
		all = append(all, next[0])
		next = append(next, children[next[0]]...)
	}
	return all
}

// running reports whether the process is there and no zombie.
func running(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.HasPrefix(string(text[bytes.LastIndexByte(text, ')')+1:]), " Z")
}

// eventually waits for something that has to come, however slow the machine.
func eventually(t *testing.T, what string, there func() bool) {
	t.Helper()
	for range 6000 {
		if there() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited in vain: %s", what)
}

// TestFirstSignal: the bounds known so far, exit code 3, no process left. It
// is sent once a backend runs below the program, an embedded one and another.
func TestFirstSignal(t *testing.T) {
	hard := hardInstance(t)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := program(t, "solve", hard, "-q", "b", "--json", "--backend", "gophersat")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var below []int
		eventually(t, "a child", func() bool { below = descendants(cmd.Process.Pid); return len(below) > 0 })
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 3 {
			t.Fatalf("%v: exit code %d, want 3: %s", signal, code, errs.String())
		}
		if err := newValidator(schema.Result).record(out.Bytes()); err != nil {
			t.Fatal(err)
		}
		rec, err := hubcover.ReadRecord(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if b := rec.Results.B; b.Stop != "interrupted" || b.Lower < 1 || b.Upper == nil || len(b.Hubs) != *b.Upper {
			t.Errorf("%v: %d..%v, %d hubs, stop %q", signal, b.Lower, b.Upper, len(b.Hubs), b.Stop)
		}
		for _, pid := range below {
			eventually(t, "the end of child "+strconv.Itoa(pid), func() bool { return !running(pid) })
		}
	}
}

// TestSignalWhileReading: a stream that never ends is left alone.
func TestSignalWhileReading(t *testing.T) {
	cmd := program(t, "solve", "-", "-q", "b", "--json")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// A line is answered while the stream is still open.
	if _, err := io.WriteString(stdin, "&AO\n"); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 1)
	if _, err := out.Read(line); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	if err := newValidator(schema.Result).record(append(line, rest...)); err != nil {
		t.Error(err)
	}
}

// TestSecondSignal: the program leaves at once, even where it cannot write.
func TestSecondSignal(t *testing.T) {
	hard := hardInstance(t)
	cmd := program(t, "encode", hard, "-q", "chi", "--colors", "4")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // it writes: the pipe fills up
		t.Fatal(err)
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	if state, err := cmd.Process.Wait(); err != nil || state.ExitCode() != 130 {
		t.Fatalf("%v, %v, want exit code 130", state, err)
	}
}
