package lies

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

// hang sleeps for longer than anybody waits.
func hang() {
	for {
		time.Sleep(time.Hour)
	}
}

// ignoreSignals ignores all that can be.
func ignoreSignals() { signal.Ignore() }

// flood writes until nobody takes it any more.
func flood(out io.Writer, text string) {
	block := make([]byte, 0, 1<<16)
	for len(block) < 1<<16-len(text) {
		block = append(block, text...)
	}
	for {
		if _, err := out.Write(block); err != nil {
			os.Exit(1)
		}
	}
}

// crash kills this process as a fault in memory would.
func crash() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		self.Kill()
	}
	hang()
}

// hog touches memory until half a gigabyte is taken.
func hog() {
	var held [][]byte
	const block = 16 << 20
	for len(held) < 512<<20/block {
		b := make([]byte, block)
		for i := 0; i < block; i += 4096 {
			b[i] = 1
		}
		held = append(held, b)
	}
	hang()
}

// sleeper is the role of a child that is left behind.
const sleeper = "sleep-for-ever"

// leaveChild starts a child that outlives us and holds our output.
func leaveChild(out io.Writer) {
	exe, err := os.Executable()
	if err != nil {
		return
	}
	cmd := exec.Command(exe, sleeper)
	cmd.Args[0] = os.Args[0] // the program may be known by its name
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	ownSession(cmd)
	cmd.Start()
}
