package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends/backendtest/lies"
	"github.com/hubcover/hubcover/cmd/hubcover/schema"
)

// try runs the program in this process.
func try(args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = run(args, strings.NewReader(""), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// generate writes an instance of a family into a file.
func generate(t *testing.T, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	code, out, errs := try(append([]string{"gen", "--quiet"}, args...)...)
	if code != answered {
		t.Fatal(errs)
	}
	if err := os.WriteFile(path, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLiarBesideAnHonestOne: whatever a plugin does wrong, the answer is right
// and proved by the backend after it, the lie is said and stands in the record,
// and nobody is left. Without another one nothing false is said, and who
// answered is.
func TestLiarBesideAnHonestOne(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	liar := filepath.Join(t.TempDir(), "liar")
	if err := os.Symlink(self, liar); err != nil {
		t.Skip(err)
	}
	no := generate(t, "no", "random", "rows=10", "cols=10", "p=0.7", "seed=8") // asks what has no model
	yes := generate(t, "yes", "random", "rows=8", "cols=8", "p=0.7", "seed=7") // asks what has some, too
	t.Run("lies", func(t *testing.T) {
		for _, lie := range lies.All {
			t.Run(lie.Name, func(t *testing.T) {
				t.Parallel()
				l := liarTrial{lie: lie, args: []string{"solve", no, "-q", "b"}, plugin: "json:" + liar + " " + lie.Name}
				switch lie.Name {
				case "wrong-model", "short-model", "unsat-for-sat":
					l.args = []string{"solve", yes, "-q", "front", "--deterministic"}
				}
				l.beside(t)
				l.alone(t)
			})
		}
	})
	for _, left := range startedFrom(liar) {
		t.Errorf("left behind: %s", left)
	}
}

type liarTrial struct {
	lie    lies.Lie
	args   []string
	plugin string
}

// with runs the program with the plugin, and reads its record where there is one.
func (l liarTrial) with(t *testing.T, more ...string) (code int, rec result, errs string) {
	t.Helper()
	args := append(l.args, "--json", "--mem-limit", "150M", "--plugin", l.plugin)
	code, out, errs := try(append(args, more...)...)
	if out == "" {
		return code, rec, errs
	}
	if err := newValidator(schema.Result).record([]byte(out)); err != nil {
		t.Error(err)
	}
	if err := json.Unmarshal([]byte(out), &rec); err != nil {
		t.Fatal(err)
	}
	return code, rec, errs
}

// result is what these tests look at of a record.
type result struct {
	Results map[string]struct {
		Lower, Upper int
		Status       string
		Claimed      struct{ By string }
	}
	Rejected []struct{ Backend, Reason string }
	Run      struct{ Backends []struct{ Name string } }
}

func (l liarTrial) beside(t *testing.T) {
	code, rec, errs := l.with(t, "--backend", "liar,gophersat", "--time-limit", "60s")
	if code != answered {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	for q, r := range rec.Results {
		if r.Status != "optimal" {
			t.Errorf("%s is %s", q, r.Status)
		}
	}
	if l.lie.Test == "Objective" || l.lie.Name == "sat-for-unsat" && len(rec.Rejected) == 0 {
		return // these are asked for no optimum
	}
	if len(rec.Rejected) == 0 || rec.Rejected[0].Backend != "liar" || !strings.Contains(errs, "an answer of liar to") {
		t.Errorf("rejected: %v; said: %s", rec.Rejected, errs)
	}
}

func (l liarTrial) alone(t *testing.T) {
	code, rec, errs := l.with(t, "--backend", "liar", "--no-proof", "--time-limit", "2s")
	named := strings.Contains(errs, "liar")
	for _, b := range rec.Run.Backends {
		named = named || b.Name == "liar"
	}
	if !named {
		t.Errorf("who answered is not said: %s", errs)
	}
	if _, solved := rec.Results["front"]; solved && code == answered {
		return // by bounds
	}
	if code != undecided && code != failed {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if b, ok := rec.Results["b"]; ok && (b.Lower > 7 || b.Upper < 7 || b.Status == "optimal") {
		t.Errorf("b is %d..%d, %s", b.Lower, b.Upper, b.Status)
	}
}

// startedFrom lists the processes, none of them a zombie, that were started by that
// path.
func startedFrom(path string) []string {
	var found []string
	procs, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, p := range procs {
		args, _ := os.ReadFile(p)
		if bytes.Contains(args, []byte(path)) {
			found = append(found, fmt.Sprintf("%s: %s", filepath.Dir(p), bytes.ReplaceAll(args, []byte{0}, []byte(" "))))
		}
	}
	return found
}
