//go:build !unix

package process

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}

// statusOf: where there are no signals a killed process exits with status 1,
// which no solver uses for an answer.
func statusOf(st *os.ProcessState) (exit int, signal string) {
	if st.ExitCode() == 1 {
		return -1, "killed or failed"
	}
	return st.ExitCode(), ""
}

func peakOf(*os.ProcessState) int64 { return 0 }
