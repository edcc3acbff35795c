//go:build !unix

package lies

import "os/exec"

func ownSession(*exec.Cmd) {}
