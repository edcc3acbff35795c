package process

import (
	"os"
	"os/exec"
	"slices"
	"testing"
)

func TestTree(t *testing.T) {
	cmd := exec.Command("sh", "-c", "sleep 36000 & wait")
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer killGroup(cmd.Process.Pid)
	soon(t, "a child and a grandchild", func() bool { return len(Descendants(cmd.Process.Pid)) == 1 })
	below := Descendants(os.Getpid())
	if !slices.Contains(below, cmd.Process.Pid) || !slices.Contains(below, children(cmd.Process.Pid)[0]) {
		t.Errorf("descendants %d", below)
	}
	fast, slow := children(os.Getpid()), scanChildren(os.Getpid())
	slices.Sort(fast)
	slices.Sort(slow)
	if !slices.Equal(fast, slow) {
		t.Errorf("children %d by list, %d by scan", fast, slow)
	}
	if got := treeResident(cmd.Process.Pid); got <= resident(cmd.Process.Pid) {
		t.Errorf("the tree has %d bytes", got)
	}
}
