package compare

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hubcover/hubcover/backends/process"
)

// canSample: the processes below another are listed in /proc.
const canSample = true

// ticksPerSecond of /proc/PID/stat, the same on all of Linux that Go knows.
const ticksPerSecond = 100

// treeUsage is the processor time and the resident memory, in bytes, of a
// process and all below it, the time of those waited for included.
func treeUsage(root int) (cpu time.Duration, resident int64) {
	for _, pid := range append(process.Descendants(root), root) {
		dir := "/proc/" + strconv.Itoa(pid)
		stat, _ := os.ReadFile(dir + "/stat")
		// The name in parentheses may hold anything; utime is the 12th field
		// behind it, then stime, cutime, cstime.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		for i := 11; i < 15 && i < len(fields); i++ {
			ticks, _ := strconv.ParseInt(fields[i], 10, 64)
			cpu += time.Duration(ticks) * time.Second / ticksPerSecond
		}
		statm, _ := os.ReadFile(dir + "/statm")
		if fields := strings.Fields(string(statm)); len(fields) > 1 {
			pages, _ := strconv.ParseInt(fields[1], 10, 64)
			resident += pages * int64(os.Getpagesize())
		}
	}
	return cpu, resident
}
