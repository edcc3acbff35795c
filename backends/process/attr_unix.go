//go:build unix && !linux

package process

import (
	"os/exec"
	"runtime"
	"syscall"
)

func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// rssUnit: bytes on Apple's systems, kibibytes elsewhere.
var rssUnit = map[bool]int64{true: 1, false: 1 << 10}[runtime.GOOS == "darwin" || runtime.GOOS == "ios"]
