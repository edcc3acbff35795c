//go:build unix

package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
)

func TestMain(m *testing.M) {
	Child(Role{"echo", echo}, Role{"deaf", deaf})
	if marker := os.Getenv("TEST_PARENT_OF"); marker != "" {
		os.Exit(parent(marker))
	}
	os.Exit(m.Run())
}

// echo is a peer that sends back what it gets.
func echo() int {
	io.Copy(os.Stdout, os.Stdin)
	return 0
}

// deaf is a peer that never looks at its input.
func deaf() int {
	time.Sleep(time.Hour)
	return 0
}

// both runs a test with the supervisor and without.
func both(t *testing.T, test func(t *testing.T, supervised bool)) {
	was := installed.supervisor
	defer func() { installed.supervisor = was }()
	if was {
		t.Run("supervised", func(t *testing.T) { test(t, true) })
	}
	installed.supervisor = false
	t.Run("plain", func(t *testing.T) { test(t, false) })
}

func shell(script string) Command { return Command{Path: "sh", Args: []string{"-c", script}} }

// marker is an argument of sleep by which its process can be found again: some
// hours and a fraction that no other run has.
func marker(t *testing.T) string {
	return fmt.Sprintf("36000.%d%d", os.Getpid(), time.Now().UnixNano()%1e9)
}

// alive lists the processes with the marker among their arguments, zombies apart.
func alive(marker string) []string {
	out, _ := exec.Command("ps", "-A", "-o", "stat=,pid=,args=").Output()
	var found []string
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if strings.Contains(line, marker) && !strings.HasPrefix(f[0], "Z") && f[2] == "sleep" {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// soon waits for a condition generously.
func soon(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(15 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("still not: %s", what)
		}
	}
}

func TestExitStatusAndOutput(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		var out bytes.Buffer
		c := shell("cat; echo complaint >&2; exit 20")
		c.Stdin, c.Stdout = strings.NewReader("in and out"), &out
		res, err := c.Run(context.Background())
		if err != nil || res.Exit != 20 || res.Signal != "" || res.Stop != "" {
			t.Fatalf("got %+v, %v", res, err)
		}
		if out.String() != "in and out" || res.Stderr != "complaint\n" {
			t.Fatalf("output %q, complaint %q", out.String(), res.Stderr)
		}
	})
}

func TestCrash(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		res, err := shell("kill -SEGV $$").Run(context.Background())
		if err != nil || res.Exit != -1 || res.Signal != "segmentation fault" || res.Stop != "" {
			t.Fatalf("got %+v, %v", res, err)
		}
	})
}

func TestMissing(t *testing.T) {
	_, err := Command{Path: "no-such-program-anywhere"}.Run(context.Background())
	if !errors.Is(err, backends.ErrMissing) {
		t.Fatalf("got %v", err)
	}
}

func TestNotAProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(path, []byte("\x00no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	both(t, func(t *testing.T, _ bool) {
		if res, err := (Command{Path: path}).Run(context.Background()); err == nil {
			t.Fatalf("got %+v", res)
		}
	})
}

func TestOwnDirectoryAndEnvironment(t *testing.T) {
	t.Setenv("PRIVATE", "not for others")
	both(t, func(t *testing.T, _ bool) {
		var own string
		var out, kept bytes.Buffer
		c := shell("cat before; echo made > after; echo $TMPDIR; echo [$PRIVATE$HUBCOVER_CHILD]")
		c.Stdout = &out
		c.Before = func(dir string) error {
			own = dir
			return os.WriteFile(filepath.Join(dir, "before"), []byte("given\n"), 0o600)
		}
		c.After = func(dir string) error {
			data, err := os.ReadFile(filepath.Join(dir, "after"))
			kept.Write(data)
			return err
		}
		if _, err := c.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if want := "given\n" + own + "\n[]\n"; out.String() != want || kept.String() != "made\n" {
			t.Fatalf("output %q, want %q; file %q", out.String(), want, kept.String())
		}
		if _, err := os.Stat(own); !os.IsNotExist(err) {
			t.Fatalf("%s is still there", own)
		}
	})
}

func TestEnvironmentThatIsAskedFor(t *testing.T) {
	t.Setenv("LICENSE_FILE", "/some/file")
	both(t, func(t *testing.T, _ bool) {
		var out bytes.Buffer
		c := shell("echo $LICENSE_FILE; [ $HOME = $TMPDIR ] && echo at home")
		c.Stdout, c.Env = &out, []string{"LICENSE_FILE", "NOT_SET_ANYWHERE"}
		if _, err := c.Run(context.Background()); err != nil || out.String() != "/some/file\nat home\n" {
			t.Fatalf("output %q, %v", out.String(), err)
		}
	})
}

// Why a program broke is told from its trace; what else it said from the end.
func TestSaid(t *testing.T) {
	trace := strings.Repeat("goroutine 7 [running]:\n", 100)
	for stderr, want := range map[string]string{
		"":                                "",
		"\n ":                             "",
		"out of luck\n":                   `, saying "out of luck"`,
		"log\npanic: index out\n" + trace: `, saying "panic: index out"`,
	} {
		if got := (Result{Stderr: stderr}).Said(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The files of a program are read only where that comes to an end.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(path("file"), []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", path("link")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		most int64
		ok   bool
	}{{"file", 5, true}, {"file", 4, false}, {"link", 5, false}, {".", 5, false}, {"none", 5, false}} {
		if data, err := ReadFile(path(test.name), test.most); (err == nil) != test.ok || test.ok && string(data) != "12345" {
			t.Errorf("%s, %d bytes: %q, %v", test.name, test.most, data, err)
		}
	}
}

func TestFilesThatFail(t *testing.T) {
	broken := errors.New("broken")
	before := shell("true")
	before.Before = func(string) error { return broken }
	after := shell("true")
	after.After = func(string) error { return broken }
	for _, c := range []Command{before, after} {
		if _, err := c.Run(context.Background()); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
}

// A program that ignores every signal it can is silent until it is killed.
func TestCancelledThoughItIgnoresSignals(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		m := marker(t)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			soon(t, "the program runs", func() bool { return len(alive(m)) > 0 })
			cancel()
		}()
		res, err := shell("trap '' TERM INT HUP; sleep " + m + "; sleep " + m).Run(ctx)
		if err != nil || res.Exit != -1 || res.Stop != backends.Interrupted {
			t.Fatalf("got %+v, %v", res, err)
		}
		soon(t, "all are gone", func() bool { return len(alive(m)) == 0 })
	})
}

func TestDeadline(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		res, err := shell("sleep 36000").Run(ctx)
		if err != nil || res.Stop != backends.TimeLimit {
			t.Fatalf("got %+v, %v", res, err)
		}
	})
}

func TestDoneBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := shell("true")
	c.Before = func(string) error { t.Error("began"); return nil }
	if res, err := c.Run(ctx); err != nil || res.Stop != backends.Interrupted {
		t.Fatalf("got %+v, %v", res, err)
	}
}

// A grandchild that left the group and holds the output does not hold us.
func TestGrandchildHoldsThePipe(t *testing.T) {
	both(t, func(t *testing.T, supervised bool) {
		m := marker(t)
		var out bytes.Buffer
		c := shell("setsid sleep " + m + " & echo answer; exit 10")
		c.Stdout = &out
		res, err := c.Run(context.Background())
		if err != nil || res.Exit != 10 || out.String() != "answer\n" {
			t.Fatalf("got %+v, %v, output %q", res, err, out.String())
		}
		if left := alive(m); supervised && (len(left) > 0 || res.Left != 1) {
			t.Fatalf("%d told to be left behind: %q", res.Left, left)
		}
		end(m)
	})
}

// end ends what the plain way cannot reach.
func end(marker string) {
	for _, line := range alive(marker) {
		var stat string
		var pid int
		fmt.Sscan(line, &stat, &pid)
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

func TestGrandchildrenInTheGroup(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		m := marker(t)
		res, err := shell("sleep " + m + " & (sleep " + m + " & sleep " + m + " &) & exit 0").Run(context.Background())
		if err != nil || res.Exit != 0 {
			t.Fatalf("got %+v, %v", res, err)
		}
		soon(t, "all are gone", func() bool { return len(alive(m)) == 0 })
	})
}

func TestFlood(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		c := shell("yes")
		c.MaxOutput = 1 << 20
		var n counter
		c.Stdout = &n
		if res, err := c.Run(context.Background()); !errors.Is(err, errOutput) {
			t.Fatalf("got %+v, %v", res, err)
		}
		if n > 1<<20 {
			t.Fatalf("%d bytes came through", n)
		}
	})
}

func TestFloodOfComplaints(t *testing.T) {
	res, err := shell("yes | head -c 10000000 >&2; echo last >&2").Run(context.Background())
	if err != nil || len(res.Stderr) > tailLen || !strings.HasSuffix(res.Stderr, "last\n") {
		t.Fatalf("kept %d bytes, %v", len(res.Stderr), err)
	}
}

func TestWriterThatFails(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		c := shell("yes")
		c.Stdout = full{}
		if _, err := c.Run(context.Background()); !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("got %v", err)
		}
	})
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// More input than a pipe holds, for a program that never reads it.
func TestInputThatNobodyReads(t *testing.T) {
	both(t, func(t *testing.T, _ bool) {
		c := shell("exit 3")
		c.Stdin = bytes.NewReader(make([]byte, 8<<20))
		if res, err := c.Run(context.Background()); err != nil || res.Exit != 3 {
			t.Fatalf("got %+v, %v", res, err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		c = shell("sleep 36000")
		c.Stdin = bytes.NewReader(make([]byte, 8<<20))
		if res, err := c.Run(ctx); err != nil || res.Stop != backends.TimeLimit {
			t.Fatalf("got %+v, %v", res, err)
		}
	})
}

func TestMemoryLimit(t *testing.T) {
	if !canSupervise {
		t.Skip("memory is measured on Linux only")
	}
	both(t, func(t *testing.T, _ bool) {
		// tail keeps what it reads while no line ends: here in a grandchild.
		c := shell("(head -c 2000000000 /dev/zero | tail -n 1 | wc -c) & wait")
		c.Memory = 64 << 20
		res, err := c.Run(context.Background())
		if err != nil || res.Stop != backends.MemoryLimit {
			t.Fatalf("got %+v, %v", res, err)
		}
	})
}

// parent runs a program and is killed at it.
func parent(marker string) int {
	shell("setsid sleep " + marker + " & (sleep " + marker + " &) ; pwd > " + os.Getenv("TEST_PWD") + "; sleep " + marker).Run(context.Background())
	return 0
}

func TestParentKilledByForce(t *testing.T) {
	if !canSupervise {
		t.Skip("needs the supervisor")
	}
	m := marker(t)
	pwd := filepath.Join(t.TempDir(), "pwd")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TEST_PARENT_OF="+m, "TEST_PWD="+pwd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	soon(t, "three are asleep", func() bool { return len(alive(m)) == 3 })
	cmd.Process.Kill()
	cmd.Wait()
	soon(t, "all are gone", func() bool { return len(alive(m)) == 0 })
	dir, err := os.ReadFile(pwd)
	if err != nil {
		t.Fatal(err)
	}
	soon(t, "the directory is gone", func() bool {
		_, err := os.Stat(strings.TrimSpace(string(dir)))
		return os.IsNotExist(err)
	})
}

func TestPeer(t *testing.T) {
	p, err := Self("echo")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"one", "two"} {
		got := make([]byte, 3)
		if _, err := io.WriteString(p.In, word); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(p.Out, got); err != nil || string(got) != word {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	p.In.Close()
	soon(t, "it ends when its input does", p.Gone)
	p.Kill()
}

func TestPeerKilled(t *testing.T) {
	p, err := Self("deaf")
	if err != nil {
		t.Fatal(err)
	}
	if canSupervise && p.Resident() <= 0 {
		t.Error("no resident memory")
	}
	p.Kill()
	if !p.Gone() {
		t.Fatal("still there")
	}
	if _, err := p.Out.Read(make([]byte, 1)); err == nil {
		t.Fatal("a dead peer said something")
	}
}

func TestUnknownRole(t *testing.T) {
	if _, err := Self("nobody"); !errors.Is(err, errNoHook) {
		t.Fatalf("got %v", err)
	}
}
