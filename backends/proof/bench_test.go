package proof

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/hubcover/hubcover/encode/pb"
)

// cadical solves f and returns its proof, nil if f has a model.
func cadical(t testing.TB, f *pb.Formula, flags ...string) []byte {
	t.Helper()
	program, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("cadical is not installed")
	}
	dir := t.TempDir()
	name, proof := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	var dimacs bytes.Buffer
	if err := pb.WriteDIMACS(&dimacs, f); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, dimacs.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, append([]string{"-q", name, proof}, flags...)...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case !errors.As(err, &exit):
		t.Fatalf("cadical: %v\n%s", err, out)
	case exit.ExitCode() == 10:
		return nil
	case exit.ExitCode() != 20:
		t.Fatalf("cadical: %v\n%s", err, out)
	}
	drat, err := os.ReadFile(proof)
	if err != nil {
		t.Fatal(err)
	}
	return drat
}

func TestCadical(t *testing.T) {
	all := unsatisfiable()
	for seed := range uint64(10) {
		r := rng(seed)
		all = append(all, namedFormula{"random 3-SAT", random3SAT(60, 290, r)})
	}
	all = append(all,
		namedFormula{"pigeonhole 7", pigeonhole(7)},
		namedFormula{"parity 12", parity(12, rng(1))},
		namedFormula{"cover 10×10", cover(10, 10, .6, 6, rng(1))})
	refuted := 0
	for _, f := range all {
		text := cadical(t, f.Formula, "--no-binary")
		binary := cadical(t, f.Formula)
		if text == nil {
			continue
		}
		refuted++
		out, _, err := elaborate(t, f.Formula, string(text), Detected, Options{})
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		again, _, err := elaborate(t, f.Formula, string(binary), Detected, Options{})
		if err != nil || again != out {
			t.Errorf("%s: the binary proof gives something else (%v)", f.name, err)
		}
	}
	if refuted < 18 {
		t.Errorf("only %d of %d refuted", refuted, len(all))
	}
}

// BenchmarkCover elaborates the proof that a random relation needs more than
// k hubs; "solve" is cadical's time, once.
func BenchmarkCover(b *testing.B) {
	f := cover(16, 16, .6, 11, rng(4))
	start := time.Now()
	drat := cadical(b, f)
	solve := time.Since(start)
	if drat == nil {
		b.Fatal("k is not below the cover number")
	}
	var stats Stats
	for b.Loop() {
		var out bytes.Buffer
		var err error
		if stats, err = Elaborate(b.Context(), f, bytes.NewReader(drat), Binary, &out, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(solve.Seconds(), "solve-s")
	b.ReportMetric(float64(stats.Lemmas), "lemmas")
	b.ReportMetric(float64(stats.Steps), "steps")
	b.ReportMetric(float64(stats.Hints), "hints")
}
