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
	"github.com/hubcover/hubcover/backends/proof"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// tape is a solver's proof on its way to the elaborator, in a temporary file
// that has no name any more where the system allows it. What fails, on a full
// disk say, loses the proof and not the answer.
type tape struct {
	file *os.File
	buf  *bufio.Writer
	err  error // why the proof is lost
}

func newTape() *tape {
	f, err := os.CreateTemp("", "hubcover-proof-")
	if err != nil {
		return &tape{err: err}
	}
	os.Remove(f.Name())
	return &tape{file: f, buf: bufio.NewWriterSize(f, 1<<16)}
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
	if t.file != nil {
		t.file.Close()
		os.Remove(t.file.Name()) // where that was not possible before
	}
}

// formulaNames are the names of the formulas that the checker regenerates, by
// encoder; no refutation of any other formula can be replayed. Those of set
// covers are trees, of no formula but of the bicliques themselves.
var formulaNames = map[string]string{
	"b/columns":   treeName,
	"b/canonical": "cover", "chi/canonical": "chi", "chi/r": "chi-r", "front/canonical": "front",
	"index/canonical": "index",
}

const treeName = "tree"

// prove turns a solver's proof that the problem has no answer into something
// that is believed: elaborated to LRUP, then replayed by the checker.
func (s *solver) prove(ctx context.Context, enc encode.Encoder, p encode.Problem, lift lift, f *pb.Formula, t *tape, format backends.ProofFormat) (*check.By, error) {
	text, err := s.elaborate(ctx, enc, f, t, format)
	if err != nil {
		return nil, err
	}
	by := check.By{Method: "lrup", Formula: formulaNames[enc.Name], N: p.Hubs, H: p.Colors, Cells: pairs(p.Cells), Hubs: p.Among}
	if by.Formula == treeName {
		by.Method, by.Formula = treeName, ""
	}
	by.Proof = s.keepProof(formulaNames[enc.Name], by.Method, text)
	if err := s.replay(ctx, enc, p, lift.by(by)); err != nil {
		s.update(func() { delete(s.res.proofs, by.Proof) })
		return nil, err
	}
	return &by, nil
}

// elaborate turns what the solver wrote into LRUP, gzipped; a tree stays as it is.
func (s *solver) elaborate(ctx context.Context, enc encode.Encoder, f *pb.Formula, t *tape, format backends.ProofFormat) ([]byte, error) {
	defer s.clock(&s.res.Phases.Prove)()
	switch wantsTree := formulaNames[enc.Name] == treeName; {
	case format == backends.NoProof:
		return nil, errors.New("there is none")
	case wantsTree && format != backends.Tree:
		return nil, errors.New("is no tree, and nothing else refutes a set cover")
	case !wantsTree && format == backends.Tree:
		return nil, errors.New("is a tree, which refutes set covers alone")
	}
	if err := t.rewind(); err != nil {
		return nil, fmt.Errorf("was lost: %w", err)
	}
	var packed bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // the level is valid
	var err error
	switch format {
	case backends.Tree:
		_, err = io.Copy(zip, t.file)
	case backends.LRAT:
		_, err = proof.FromLRAT(ctx, f, t.file, proof.Detected, zip)
	default:
		_, err = proof.Elaborate(ctx, f, t.file, proof.Format(format), zip, proof.Options{Memory: s.opt.Memory})
	}
	if err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// keepProof stores a proof under a name of its own.
func (s *solver) keepProof(formula, method string, text []byte) string {
	var name string
	s.update(func() {
		s.made++
		name = fmt.Sprintf("%s-%d.%s.gz", formula, s.made, method)
		s.res.proofs[name] = text
	})
	return name
}

// replay has the checker judge a refutation of the problem, lifted to the
// instance. This is the one time that its proofs are read: wherever the bound
// comes again, alone or as a part of a sum, the checker remembers its verdict.
func (s *solver) replay(ctx context.Context, enc encode.Encoder, p encode.Problem, by check.By) error {
	defer s.clock(&s.res.Phases.Check)()
	hubs, colors := p.Hubs, p.Colors
	switch enc.Question {
	case instances.B:
		colors = Unbounded
	case instances.Chi:
		hubs = Unbounded
	case instances.Index:
		_, err := s.checker(ctx).Index(s.rel, given(p.Extension), by)
		return err
	}
	s.checks.Lock()
	defer s.checks.Unlock()
	_, err := s.checker(ctx).Refute(s.rel, hubs, colors, by)
	return err
}

// grace is how long a check may go on after ctx ended: bounds by pairwise
// tests, which take no longer, are not lost to a limit.
const grace = 300 * time.Millisecond

// checker is the judge of bounds, which stops soon after ctx ended.
func (s *solver) checker(ctx context.Context) check.Checker {
	began := time.Now()
	k := s.judge
	k.Stop = func() error {
		if time.Since(began) < grace {
			return nil
		}
		return ctx.Err()
	}
	return k
}

// openProof gives the judge a proof made so far. A name stands for the same
// bytes for good: what was judged is what a certificate holds.
func (s *solver) openProof(name string) (io.ReadCloser, error) {
	s.mu.Lock()
	b, ok := s.res.proofs[name]
	s.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("no proof %s", name)
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}
