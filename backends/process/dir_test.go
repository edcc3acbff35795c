//go:build unix

package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// Only a directory that a run made may be run in and removed.
func TestMadeBy(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir, err := ownDir()
	if err != nil {
		t.Fatal(err)
	}
	me := os.Getpid()
	if !madeBy(dir, me) {
		t.Error("does not know its own directory")
	}
	sub := filepath.Join(dir, dirPrefix+"inner")
	link := filepath.Join(os.TempDir(), dirPrefix+"link")
	bare := filepath.Join(os.TempDir(), dirPrefix+"bare")
	unlike := filepath.Join(os.TempDir(), "unlike")
	file := filepath.Join(os.TempDir(), dirPrefix+"file")
	for _, err := range []error{
		os.Mkdir(sub, 0o700), os.Symlink(dir, link), os.Mkdir(bare, 0o700), os.Mkdir(unlike, 0o700),
		os.WriteFile(filepath.Join(unlike, dirOwner), []byte(strconv.Itoa(me)), 0o600),
		os.WriteFile(file, nil, 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{"", ".", "/", os.TempDir(), sub, link, bare, unlike, file,
		filepath.Base(dir), filepath.Join(dir, "..")} {
		if madeBy(other, me) {
			t.Errorf("takes %q for its own", other)
		}
	}
	if madeBy(dir, me+1) {
		t.Error("takes another process's directory for its own")
	}
}

// A supervisor that is started by hand, with a parent that is none, refuses
// and leaves the directory alone.
func TestSupervisorRefusesADirectory(t *testing.T) {
	if !canSupervise {
		t.Skip("there is no supervisor here")
	}
	dir := t.TempDir()
	kept, ran := filepath.Join(dir, "kept"), filepath.Join(dir, "ran")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], childArg, supervisorRole, "1", dir, "/bin/sh", "-c", "touch "+ran)
	cmd.Env = append(os.Environ(), childEnv+"="+supervisorRole)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	cmd.ExtraFiles = []*os.File{null, null}
	if err := cmd.Run(); err == nil {
		t.Error("it ran")
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the program ran")
	}
}
