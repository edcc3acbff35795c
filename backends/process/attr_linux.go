package process

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command the leader of a process group that is killed when
// the starting thread ends.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kibibyte: the kernel counts a process's largest resident set in these.
const rssUnit = 1 << 10
