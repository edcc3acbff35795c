//go:build unix

package process

import (
	"os"
	"syscall"
)

// killGroup kills all of the group at once.
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }

// statusOf splits the wait status into an exit status, or -1 and a signal.
func statusOf(st *os.ProcessState) (exit int, signal string) {
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return -1, ws.Signal().String()
	}
	return st.ExitCode(), ""
}

func peakOf(st *os.ProcessState) int64 {
	if ru, ok := st.SysUsage().(*syscall.Rusage); ok {
		return int64(ru.Maxrss) * rssUnit
	}
	return 0
}
