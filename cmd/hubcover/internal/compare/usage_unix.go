//go:build unix

package compare

import (
	"math"
	"syscall"
	"time"
)

// cpuTime is the processor time of this process and the children that it
// waited for.
func cpuTime() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

// limitCPU bounds the processor time of this process and of each of its
// children, in whole seconds: where nobody samples, and where the sampler is
// late.
func limitCPU(seconds int64) {
	if seconds <= 0 || seconds > math.MaxInt32 {
		return
	}
	// An error leaves the limit that there is, which can only be lower.
	syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: uint64(seconds), Max: uint64(seconds + 5)})
}
