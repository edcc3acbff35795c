package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare"
	"github.com/hubcover/hubcover/cmd/hubcover/schema"
)

// linked is this test binary under the name by which it is the program, also
// when it starts itself again.
func linked(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "hubcover")
	if err := os.Symlink(self, path); err != nil {
		t.Skip(err)
	}
	return path
}

// validReport reads a report that its schema allows.
func validReport(t *testing.T, path string) compare.Report {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := newValidator(schema.Compare).record(text); err != nil {
		t.Fatal(err)
	}
	var rep compare.Report
	if err := json.Unmarshal(text, &rep); err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestCompareSchema(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell script")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	liar := write("liar.sh", "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n")
	conf := write("conf.yaml", "programs:\n  - name: liar\n    command: "+liar+"\n    args: [\"{formula}\"]\n")
	set := write("my.set", "b crown n=4 : 4\nchi complete n=3\nfront complete n=3\nfront<=4,2 complete n=3\nb random-digraph n=40 p=0.5 seed=1\n")
	out := filepath.Join(dir, "out.json")
	cmd := exec.Command(linked(t), "compare", "--set", set, "--config", conf, "--backend", "gophersat,liar,columns", "--time-limit", "300ms", "--shrink-limit", "5s", "-o", out, "--quiet")
	var exit *exec.ExitError
	if text, err := cmd.CombinedOutput(); !errors.As(err, &exit) || exit.ExitCode() != disagreed {
		t.Fatalf("%v: %s", err, text)
	}
	rep := validReport(t, out)
	if len(rep.Runs) != 15 || len(rep.Disagreements) == 0 || rep.Summary[1].Wrong == 0 || rep.Summary[0].Wrong != 0 {
		t.Errorf("%d runs, %d disagreements, %+v", len(rep.Runs), len(rep.Disagreements), rep.Summary)
	}
	if rep.Disagreements[0].Shrunk == nil {
		t.Errorf("nothing was shrunk: %+v", rep.Disagreements)
	} else if _, err := os.Stat(rep.Disagreements[0].Shrunk.File); err != nil || filepath.Dir(rep.Disagreements[0].Shrunk.File) != dir {
		t.Errorf("%s: %v", rep.Disagreements[0].Shrunk.File, err)
	}
	// The schema is not so wide that anything passes.
	text, _ := os.ReadFile(out)
	bad := strings.Replace(string(text), `"status":"wrong"`, `"status":"odd"`, 1)
	if bad == string(text) || newValidator(schema.Compare).record([]byte(bad)) == nil {
		t.Error("a status that there is not passes")
	}
}

// An interrupt leaves what was done by then.
func TestCompareInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs signals")
	}
	dir := t.TempDir()
	set, out := filepath.Join(dir, "my.set"), filepath.Join(dir, "out.json")
	if err := os.WriteFile(set, []byte("b crown n=4 : 4\nb random-digraph n=40 p=0.5 seed=1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(linked(t), "compare", "--set", set, "--backend", "gophersat", "--time-limit", "10m", "-v", "-o", out)
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	first := make([]byte, 1) // the first run is told of when it is done
	if _, err := errs.Read(first); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	cmd.Process.Signal(os.Interrupt)
	done := make(chan error, 1)
	go func() {
		for rest := make([]byte, 4096); ; {
			if _, err := errs.Read(rest); err != nil {
				break
			}
		}
		done <- cmd.Wait()
	}()
	select {
	case err = <-done:
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != undecided {
		t.Fatalf("got %v", err)
	}
	rep := validReport(t, out)
	if rep.Stop != "interrupted" || len(rep.Runs) != 1 || rep.Instances[0].Answer != "4" || rep.Summary[0].Missing != 1 {
		t.Errorf("%+v", rep.Summary)
	}
}
