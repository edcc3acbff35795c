package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// children lists the direct children of a process.
func children(pid int) []int {
	threads, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return nil // it is gone
	}
	var pids []int
	for _, t := range threads {
		data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + t.Name() + "/children")
		if err != nil {
			if !listsChildren() {
				return scanChildren(pid)
			}
			continue
		}
		pids = append(pids, numbers(string(data))...)
	}
	return pids
}

// listsChildren: a kernel may be built without the list.
func listsChildren() bool {
	_, err := os.Stat("/proc/thread-self/children")
	return err == nil
}

// scanChildren asks every process for its parent.
func scanChildren(pid int) []int {
	procs, _ := os.ReadDir("/proc")
	var pids []int
	for _, p := range procs {
		id, err := strconv.Atoi(p.Name())
		if err != nil {
			continue
		}
		stat, _ := os.ReadFile("/proc/" + p.Name() + "/stat")
		// The name in parentheses may hold anything; state and parent follow it.
		rest := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(rest) > 1 && rest[1] == strconv.Itoa(pid) {
			pids = append(pids, id)
		}
	}
	return pids
}

// Descendants lists the children of a process, their children and so on; off
// Linux it lists nothing.
func Descendants(root int) []int {
	all := children(root)
	for i := 0; i < len(all); i++ {
		all = append(all, children(all[i])...)
	}
	return all
}

// resident is the memory of one process in bytes; 0 when it is gone.
func resident(pid int) int64 {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if n := numbers(string(data)); len(n) > 1 {
		return int64(n[1]) * int64(os.Getpagesize())
	}
	return 0
}

// treeResident is the memory of a process and its descendants.
func treeResident(root int) int64 { return resident(root) + belowResident(root) }

// belowResident leaves the root out.
func belowResident(root int) int64 {
	var sum int64
	for _, pid := range Descendants(root) {
		sum += resident(pid)
	}
	return sum
}

func numbers(s string) []int {
	var ns []int
	for _, w := range strings.Fields(s) {
		if n, err := strconv.Atoi(w); err == nil {
			ns = append(ns, n)
		}
	}
	return ns
}
