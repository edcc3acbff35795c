package lies_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/backendtest/lies"
	"github.com/hubcover/hubcover/backends/plugin"
	"github.com/hubcover/hubcover/backends/process"
)

// This test is the liar too, where it is started by that name.
func TestMain(m *testing.M) {
	process.Child()
	if filepath.Base(os.Args[0]) == "liar" {
		// Not os.Exit, which sleeps for a second under the race detector.
		syscall.Exit(lies.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// liar makes a plugin that tells the lie.
func liar(t *testing.T, lie, protocol string) backends.Backend {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "liar")
	if err := os.Symlink(exe, path); err != nil {
		t.Skip(err)
	}
	p := plugin.Plugin{Name: "liar", Protocol: protocol, Command: path, Args: []string{lie}}
	switch protocol {
	case "dimacs":
		p.Args, p.ProofArgs, p.Deterministic = append(p.Args, protocol, "{formula}"), []string{"{proof}"}, true
	case "opb":
		p.Args = append(p.Args, protocol, "{formula}")
	}
	b, err := plugin.New(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Without a lie it passes.
func TestHonest(t *testing.T) {
	for _, protocol := range []string{"dimacs", "opb", "json"} {
		t.Run(protocol, func(t *testing.T) { backendtest.Run(t, liar(t, lies.Honest, protocol)) })
	}
}

// caught is the first test that fails, and what it says.
func caught(b backends.Backend, patience time.Duration) (name string, err error) {
	ctx := context.Background()
	if err := backendtest.Well(ctx, b); err != nil {
		return "Probe", err
	}
	for _, test := range backendtest.Tests(b, patience) {
		if err := test.Try(ctx); err != nil {
			return test.Name, err
		}
	}
	return "", errors.New("passes")
}

// Every lie is caught, by the test that is to catch it, and said to be what it is.
func TestEveryLieIsCaught(t *testing.T) {
	before := process.Descendants(os.Getpid())
	t.Run("lies", func(t *testing.T) {
		for _, lie := range lies.All {
			for _, protocol := range lie.Protocols {
				t.Run(lie.Name+"/"+protocol, func(t *testing.T) {
					t.Parallel()
					patience := backendtest.Patience
					if lie.Says == "hangs" {
						patience = 2 * time.Second
					}
					name, err := caught(liar(t, lie.Name, protocol), patience)
					if name != lie.Test || !strings.Contains(err.Error(), lie.Says) {
						t.Errorf("caught by %q: %v\nwant it by %s, saying %q", name, err, lie.Test, lie.Says)
					}
				})
			}
		}
	})
	for _, pid := range process.Descendants(os.Getpid()) {
		if !slices.Contains(before, pid) {
			t.Errorf("process %d is left behind", pid)
		}
	}
}

// One that takes all memory is stopped at the limit that it is given.
func TestMemoryHog(t *testing.T) {
	for _, protocol := range []string{"dimacs", "json"} {
		b := liar(t, "memory-hog", protocol)
		ctx, cancel := context.WithTimeout(context.Background(), backendtest.Patience)
		defer cancel()
		a, err := b.Solve(ctx, backendtest.Pigeonhole(3, 2), backends.Options{Memory: 64 << 20})
		if err != nil || a.Stop != backends.MemoryLimit {
			t.Errorf("%s: %v, %v", protocol, a, err)
		}
	}
}

// The names differ, and each lie says what it is.
func TestList(t *testing.T) {
	seen := map[string]bool{lies.Honest: true}
	for _, l := range lies.All {
		if seen[l.Name] || l.Doc == "" || l.Test == "" || l.Says == "" || len(l.Protocols) == 0 {
			t.Errorf("%+v", l)
		}
		seen[l.Name] = true
		if got, ok := lies.Find(l.Name); !ok || got.Name != l.Name {
			t.Errorf("%s is not found", l.Name)
		}
	}
	var out, errs strings.Builder
	if code := lies.Main([]string{"list"}, nil, &out, &errs); code != 0 || strings.Count(out.String(), "\n") != len(lies.All) {
		t.Errorf("exit %d, %s", code, out.String())
	}
	if code := lies.Main([]string{"truth"}, nil, &out, &errs); code != 2 || !strings.Contains(errs.String(), "truth") {
		t.Errorf("exit %d, %s", code, errs.String())
	}
}
