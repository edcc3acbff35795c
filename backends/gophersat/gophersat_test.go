package gophersat

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/process"
)

func TestMain(m *testing.M) {
	process.Child(Role())
	if os.Getenv("TEST_SOLVES_FOREVER") != "" {
		New().Solve(context.Background(), backendtest.Pigeonhole(15, 14), backends.Options{})
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestConformance(t *testing.T) { backendtest.Run(t, New()) }

// The library's proofs, on formulas with real search: every lemma by RUP.
func TestProofs(t *testing.T) {
	b := New()
	defer b.Close()
	refuted := 0
	for seed := uint64(0); refuted < 200; seed++ {
		n := 10 + int(seed%30)
		f := backendtest.Random3SAT(n, n*5, seed)
		var proof bytes.Buffer
		a, err := b.Solve(context.Background(), f, backends.Options{Proof: &proof})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if a.Verdict != backends.Unsat {
			continue
		}
		refuted++
		if err := backendtest.CheckProof(f, proof.Bytes(), a.Proof); err != nil {
			t.Errorf("seed %d, %d variables: %v", seed, n, err)
		}
		if seed > 1000 {
			t.Fatalf("only %d formulas refuted", refuted)
		}
	}
}

// A child that died while idle is replaced, one that dies at work is an error.
func TestDeadChildren(t *testing.T) {
	p := &pool{}
	defer p.close()
	c, err := startChild()
	if err != nil {
		t.Fatal(err)
	}
	c.peer.Kill()
	p.idle = append(p.idle, c)
	f := backendtest.Pigeonhole(5, 4)
	if a, err := p.solve(context.Background(), f, backends.Options{}); err != nil || a.Verdict != backends.Unsat {
		t.Fatalf("got %v, %v", a.Verdict, err)
	}
	if _, err := p.ask(context.Background(), c, f, backends.Options{}); err == nil {
		t.Fatal("a dead child answered")
	}
}

// One child serves one formula after the other.
func TestChildrenAreKept(t *testing.T) {
	p := &pool{}
	defer p.close()
	var first *child
	for range 5 {
		if _, err := p.solve(context.Background(), backendtest.Pigeonhole(5, 4), backends.Options{}); err != nil {
			t.Fatal(err)
		}
		if len(p.idle) != 1 || first != nil && p.idle[0] != first {
			t.Fatalf("%d idle children, or another one", len(p.idle))
		}
		first = p.idle[0]
	}
}

// What the library panics at comes back as an error with its name.
func TestPanic(t *testing.T) {
	done, lines := make(chan reply, 1), make(chan string)
	run(task{request: request{Vars: 1}, clauses: [][]int{{1, 0}}}, lines, done)
	if r := <-done; !strings.Contains(r.Error, "panicked") {
		t.Fatalf("got %+v", r)
	}
}

func TestFalseModel(t *testing.T) {
	f := backendtest.Pigeonhole(2, 1)
	_, err := answer(f, backends.Options{}, reply{Model: make([]bool, f.Vars()+1)})
	if err == nil || !strings.Contains(err.Error(), "gophersat") {
		t.Fatalf("got %v", err)
	}
}

func TestClosed(t *testing.T) {
	b := New()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	// It can be used on, and closed again.
	if a, err := b.Solve(context.Background(), backendtest.Pigeonhole(3, 2), backends.Options{}); err != nil || a.Verdict != backends.Unsat {
		t.Fatalf("got %v, %v", a.Verdict, err)
	}
	b.Close()
	if left := process.Descendants(os.Getpid()); len(left) > 0 {
		t.Fatalf("left behind: %d", left)
	}
}

// A child in the middle of a solve ends with its parent, even by kill -9.
func TestParentKilledByForce(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TEST_SOLVES_FOREVER=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var children []int
	soon(t, func() bool {
		children = process.Descendants(cmd.Process.Pid)
		return len(children) > 0
	})
	cmd.Process.Kill()
	cmd.Wait()
	for _, pid := range children {
		soon(t, func() bool {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err != nil || strings.Contains(string(stat), ") Z ")
		})
	}
}

func soon(t *testing.T, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it takes too long")
		}
	}
}
