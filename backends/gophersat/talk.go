package gophersat

import (
	"bufio"
	"encoding/gob"
	"fmt"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/process"
	"github.com/hubcover/hubcover/encode/pb"
)

// The talk between parent and child, in gob's length-prefixed frames: a
// request, the formula in pieces, an empty piece; back come pieces of the
// proof and one last reply.
type request struct {
	Vars   int
	Proof  bool
	Steps  int64
	Memory int64
}

// piece is a run of clauses, each ended by 0.
type piece []int32

// pieceLen is about the number of literals of a piece.
const pieceLen = 1 << 16

type reply struct {
	Proof     []byte // a piece of the proof; another reply follows
	Last      bool
	Model     []bool // nil for unsatisfiable
	GaveUp    bool   // at the bound of steps
	Conflicts int64
	Error     string
}

// child is the parent's end.
type child struct {
	peer *process.Peer
	buf  *bufio.Writer
	enc  *gob.Encoder
	dec  *gob.Decoder
}

func startChild() (*child, error) {
	peer, err := process.Self(role)
	if err != nil {
		return nil, fmt.Errorf("gophersat: %w", err)
	}
	buf := bufio.NewWriterSize(peer.In, 1<<16)
	return &child{peer, buf, gob.NewEncoder(buf), gob.NewDecoder(bufio.NewReader(peer.Out))}, nil
}

// solve sends a formula and waits for the last reply, passing the proof on.
func (c *child) solve(f *pb.Formula, opt backends.Options) (reply, error) {
	if err := c.send(f, opt); err != nil {
		return reply{}, c.broken("sending the formula", err)
	}
	for {
		var r reply
		if err := c.dec.Decode(&r); err != nil {
			return reply{}, c.broken("waiting for the answer", err)
		}
		if r.Last {
			return r, nil
		}
		if err := writeProof(opt.Proof, r.Proof); err != nil {
			return reply{}, err
		}
	}
}

func (c *child) send(f *pb.Formula, opt backends.Options) error {
	head := request{Vars: f.Vars(), Proof: opt.Proof != nil, Steps: opt.Steps, Memory: opt.Memory}
	if err := c.enc.Encode(head); err != nil {
		return err
	}
	var p piece
	for i := range f.Len() {
		for _, l := range f.Lits(i) {
			p = append(p, int32(l))
		}
		p = append(p, 0)
		if len(p) >= pieceLen {
			if err := c.enc.Encode(p); err != nil {
				return err
			}
			p = p[:0]
		}
	}
	if len(p) > 0 {
		if err := c.enc.Encode(p); err != nil {
			return err
		}
	}
	if err := c.enc.Encode(piece{}); err != nil {
		return err
	}
	return c.buf.Flush()
}

// broken tells what a child said before it died.
func (c *child) broken(doing string, err error) error {
	c.peer.Kill()
	if said := c.peer.Stderr(); said != "" {
		return fmt.Errorf("gophersat: %s: its process ended (%w) saying %q", doing, err, said)
	}
	return fmt.Errorf("gophersat: %s: its process ended (%w)", doing, err)
}
