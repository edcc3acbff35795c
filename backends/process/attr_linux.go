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

// rssUnit: the kernel counts the largest resident set in kibibytes.
const rssUnit = 1 << 10
