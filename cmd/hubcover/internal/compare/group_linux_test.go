package compare

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A control group is a folder of small files; an ordinary one stands in.
func TestGroupFolder(t *testing.T) {
	dir := t.TempDir()
	if _, err := groupIn(filepath.Join(dir, "no", "such"), "x", 0); err == nil {
		t.Error("a group below nothing")
	}
	g, err := groupIn(dir, "x", 1<<20)
	if err != nil {
		t.Skip(err)
	}
	if g.memory { // an ordinary folder has no file memory.max
		t.Error("memory is limited by a file that is not there")
	}
	os.WriteFile(filepath.Join(g.dir, "cpu.stat"), []byte("usage_usec 1500000\nuser_usec 1\n"), 0o600)
	if g.cpu() != 1500*time.Millisecond {
		t.Errorf("cpu %v", g.cpu())
	}
	os.WriteFile(filepath.Join(g.dir, "memory.events"), []byte("low 0\noom_kill 1\n"), 0o600)
	os.WriteFile(filepath.Join(g.dir, "memory.peak"), []byte("4096\n"), 0o600)
	if g.memory = true; !g.overran() || g.peak() != 4096 {
		t.Errorf("overran %v, peak %d", g.overran(), g.peak())
	}
}
