package compare

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// group is a control group (version 2) that holds one run with all its
// processes: it counts their time and memory to the last, and kills them all
// at once. A run's process enters it before it does anything else.
type group struct {
	dir    string
	memory bool // it can limit memory and tell its peak
}

// newGroup makes a control group below our own, with that limit of memory, 0
// for none. The error says why there is none.
func newGroup(name string, memory int64) (*group, error) {
	parent, err := ownGroup()
	if err != nil {
		return nil, err
	}
	return groupIn(parent, name, memory)
}

func groupIn(parent, name string, memory int64) (*group, error) {
	g := &group{dir: filepath.Join(parent, name)}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil, err
	}
	if memory > 0 {
		g.memory = g.write("memory.max", strconv.FormatInt(memory, 10)) == nil
		if g.memory {
			g.write("memory.swap.max", "0") // may be absent
		}
	} else {
		_, err := os.Stat(g.file("memory.peak"))
		g.memory = err == nil
	}
	return g, nil
}

// ownGroup is the folder of the control group that we are in.
func ownGroup() (string, error) {
	mount, err := groupMount()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			return filepath.Join(mount, path), nil
		}
	}
	return "", fmt.Errorf("/proc/self/cgroup names no group of version 2")
}

func groupMount() (string, error) {
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		// … mount point is the fifth field, the type follows a lone dash
		before, after, _ := strings.Cut(in.Text(), " - ")
		if fields := strings.Fields(before); len(fields) > 4 && strings.HasPrefix(after, "cgroup2 ") {
			return fields[4], nil
		}
	}
	return "", fmt.Errorf("no control groups of version 2 are mounted")
}

func (g *group) file(name string) string { return filepath.Join(g.dir, name) }

func (g *group) write(name, text string) error {
	f, err := os.OpenFile(g.file(name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// enterGroup moves this process into the group.
func enterGroup(dir string) error {
	return (&group{dir: dir}).write("cgroup.procs", "0")
}

// cpu is the processor time of all that ever ran in the group.
func (g *group) cpu() time.Duration {
	return time.Duration(g.value("cpu.stat", "usage_usec")) * time.Microsecond
}

// peak is the largest memory of all processes together; 0 where it is not told.
func (g *group) peak() int64 {
	if !g.memory {
		return 0
	}
	text, _ := os.ReadFile(g.file("memory.peak"))
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}

// overran reports that the memory limit killed somebody.
func (g *group) overran() bool { return g.memory && g.value("memory.events", "oom_kill") > 0 }

// value is a number in a file of lines "key number".
func (g *group) value(file, key string) int64 {
	text, _ := os.ReadFile(g.file(file))
	for line := range strings.Lines(string(text)) {
		if name, number, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == key {
			n, _ := strconv.ParseInt(number, 10, 64)
			return n
		}
	}
	return 0
}

// remove kills who is left and removes the group.
func (g *group) remove() {
	g.write("cgroup.kill", "1")
	for range 100 {
		if err := os.Remove(g.dir); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
