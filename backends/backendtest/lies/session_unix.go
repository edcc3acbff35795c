//go:build unix

package lies

import (
	"os/exec"
	"syscall"
)

// ownSession makes the command the leader of a session, out of every group that
// might be killed.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
