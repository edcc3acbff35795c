package process

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// Peer is this binary running in one of its roles, spoken to over two pipes.
// It ends itself when In is closed, and so when we end in whatever way.
type Peer struct {
	In     io.WriteCloser
	Out    io.Reader
	pid    int
	kill   func()
	done   chan struct{}
	stderr *tail
}

// Self starts the role.
func Self(role string) (*Peer, error) {
	if err := Ready(role); err != nil {
		return nil, err
	}
	exe, err := self()
	if err != nil {
		return nil, fmt.Errorf("finding this program's own file: %w", err)
	}
	cmd := exec.Command(exe, childArg, role)
	cmd.Env = append(environment(""), childEnv+"="+role)
	p := &Peer{stderr: &tail{}, done: make(chan struct{})}
	cmd.Stderr = p.stderr
	cmd.WaitDelay = patience
	ownGroup(cmd)
	if p.In, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// Not cmd.StdoutPipe: Wait would close it with the last frame unread.
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, p.Out = in, out
	started := make(chan error, 1)
	go func() {
		err := runLocked(cmd, func() { in.Close(); started <- nil })
		started <- err // read only where the start failed
		close(p.done)
	}()
	if err := <-started; err != nil {
		in.Close()
		out.Close()
		return nil, fmt.Errorf("starting this program again as %s: %w", role, err)
	}
	p.pid = cmd.Process.Pid
	p.kill = func() { killGroup(p.pid) }
	return p, nil
}

// self is a path that starts this very binary.
func self() (string, error) {
	if canSupervise { // on Linux: right even when the file was replaced
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// Kill ends the peer and returns when it is gone.
func (p *Peer) Kill() {
	p.In.Close()
	select {
	case <-p.done: // never signal a number that is no longer ours
	default:
		p.kill()
	}
	select {
	case <-p.done:
	case <-time.After(patience):
	}
	if c, ok := p.Out.(io.Closer); ok {
		c.Close()
	}
}

// Gone reports whether the peer has ended.
func (p *Peer) Gone() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Resident is the peer's resident memory in bytes; 0 where it is not known.
func (p *Peer) Resident() int64 { return treeResident(p.pid) }

// Stderr is the last of what the peer wrote there, once it is gone.
func (p *Peer) Stderr() string {
	if !p.Gone() {
		return ""
	}
	return p.stderr.String()
}
