package hubcover

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/proof"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// tape is a solver's proof on its way to the elaborator, in a temporary file
// that has no name any more where the system allows it. A write that fails, on
// a full disk say, loses the proof and not the answer.
type tape struct {
	file *os.File
	buf  *bufio.Writer
	err  error
}

func newTape() (*tape, error) {
	f, err := os.CreateTemp("", "hubcover-proof-")
	if err != nil {
		return nil, err
	}
	return &tape{file: f, buf: bufio.NewWriterSize(f, 1<<16)}, nil
}

func (t *tape) Write(p []byte) (int, error) {
	if t.err == nil {
		_, t.err = t.buf.Write(p)
	}
	return len(p), nil
}

// rewind makes the tape ready to be read.
func (t *tape) rewind() error {
	if t.err == nil {
		t.err = t.buf.Flush()
	}
	if t.err == nil {
		_, t.err = t.file.Seek(0, io.SeekStart)
	}
	return t.err
}

func (t *tape) close() {
	t.file.Close()
	os.Remove(t.file.Name())
}

// canProve reports whether a refutation of the encoder's formulas can be
// replayed by the checker, which regenerates canonical formulas only.
func canProve(enc encode.Encoder) bool {
	_, ok := formulaNames[enc.Name]
	return ok
}

var formulaNames = map[string]string{
	"b/canonical": "cover", "chi/canonical": "chi", "chi/r": "chi-r", "front/canonical": "front",
}

// prove turns a solver's refutation of the problem into something that is
// believed: its proof elaborated to LRUP and replayed by the checker. Where the
// solver wrote none, another backend is asked for one.
func (s *solver) prove(ctx context.Context, enc encode.Encoder, p encode.Problem, f *pb.Formula, by backends.Backend, t *tape, format backends.ProofFormat) *check.By {
	if s.opt.NoProof || !canProve(enc) {
		return nil
	}
	if format == backends.NoProof {
		var err error
		if by, t, format, err = s.refuteAgain(ctx, f); err != nil {
			s.reject(by.Name, enc, err)
			return nil
		}
		if t == nil {
			return nil
		}
		defer t.close()
	}
	defer timed(&s.res.Phases.Prove)()
	claim, err := s.elaborate(ctx, enc, p, f, t, format)
	if err != nil {
		if ctx.Err() == nil {
			s.reject(by.Name, enc, fmt.Errorf("unsatisfiable, but its proof: %w", err))
		}
		return nil
	}
	return claim
}

// refuteAgain has a formula refuted by a backend that proves what it says; no
// tape comes back where there is none or time ran out.
func (s *solver) refuteAgain(ctx context.Context, f *pb.Formula) (backends.Backend, *tape, backends.ProofFormat, error) {
	defer timed(&s.res.Phases.Solve)()
	for _, b := range append(s.present(ctx), all.Backends...) {
		if !b.Able.Proof || b.Takes(f) != nil {
			continue
		}
		if _, err := b.Probe(ctx); err != nil {
			continue
		}
		t, err := newTape()
		if err != nil {
			return b, nil, 0, fmt.Errorf("no room for a proof: %w", err)
		}
		got, err := b.Solve(ctx, f, backends.Options{Proof: t, Seed: s.opt.Seed, Memory: s.opt.Memory})
		switch {
		case err == nil && got.Verdict == backends.Unsat && got.Proof != backends.NoProof:
			return b, t, got.Proof, nil
		case err == nil && got.Verdict == backends.Sat:
			err = errors.New("satisfiable, where another backend says unsatisfiable")
		}
		t.close()
		if ctx.Err() != nil {
			return b, nil, 0, nil
		}
		if err != nil {
			return b, nil, 0, err
		}
	}
	return backends.Backend{}, nil, 0, nil
}

// elaborate makes the LRUP file and has the checker replay it on the problem.
func (s *solver) elaborate(ctx context.Context, enc encode.Encoder, p encode.Problem, f *pb.Formula, t *tape, format backends.ProofFormat) (*check.By, error) {
	if err := t.rewind(); err != nil {
		return nil, fmt.Errorf("was lost: %w", err)
	}
	var packed bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // the level is valid
	if _, err := proof.Elaborate(ctx, f, t.file, proof.Format(format), zip, proof.Options{Memory: s.opt.Memory}); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s-%d.lrup.gz", formulaNames[enc.Name], len(s.res.proofs)+1)
	s.res.proofs[name] = packed.Bytes()
	by := check.By{Method: "lrup", Formula: formulaNames[enc.Name], N: p.Hubs, H: p.Colors, Cells: pairs(p.Cells), Proof: name}
	want, colors := p.Hubs, Unbounded
	if enc.Question == instances.Chi {
		want, colors = Unbounded, p.Colors
	} else if enc.Question == instances.Front {
		colors = p.Colors
	}
	if _, err := s.checker(ctx).Refute(p.Rel, want, colors, by); err != nil {
		delete(s.res.proofs, name)
		return nil, err
	}
	return &by, nil
}

// grace is how long a check may go on after ctx ended: bounds by pairwise
// tests, which take no longer, are not lost to a limit.
const grace = 300 * time.Millisecond

// checker is verify's, with the proofs made so far.
func (s *solver) checker(ctx context.Context) check.Checker {
	began := time.Now()
	return check.Checker{
		Stop: func() error {
			if time.Since(began) < grace {
				return nil
			}
			return ctx.Err()
		},
		Open: func(name string) (io.ReadCloser, error) {
			b, ok := s.res.proofs[name]
			if !ok {
				return nil, fmt.Errorf("no proof %s", name)
			}
			return io.NopCloser(bytes.NewReader(b)), nil
		},
	}
}
