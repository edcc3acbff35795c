package compare

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// oneCore keeps this process and its children to one of the cores that it may
// use, the n-th counted around. Where that is refused they have them all: the
// time that they take is counted either way.
func oneCore(n int) {
	var may, one unix.CPUSet
	if unix.SchedGetaffinity(0, &may) != nil || may.Count() == 0 {
		return
	}
	n %= may.Count()
	for cpu := 0; ; cpu++ {
		if !may.IsSet(cpu) {
			continue
		}
		if n == 0 {
			one.Set(cpu)
			break
		}
		n--
	}
	threads, _ := os.ReadDir("/proc/self/task") // those to come inherit it
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			unix.SchedSetaffinity(id, &one)
		}
	}
}
