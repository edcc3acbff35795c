package compare

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/proof"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// checkable says by what method, and of which formula, the checker replays a
// refutation in the encoder's form; "" where it can not.
func checkable(enc encode.Encoder) (method, formula string) {
	switch enc.Name {
	case encode.Columns.Name:
		return "tree", ""
	case encode.Cover.Name:
		return "lrup", "cover"
	case encode.Chi.Name:
		return "lrup", "chi"
	case encode.ChiR.Name:
		return "lrup", "chi-r"
	case encode.Front.Name:
		return "lrup", "front"
	}
	return "", ""
}

const checked = "checked"

// prove has the checker replay what the backend wrote as a proof that there is
// no extension within the bounds. It gives checked, or why it is not believed.
func prove(ctx context.Context, rel *instances.Relation, enc encode.Encoder, f *pb.Formula, hubs, colors Bound, format backends.ProofFormat, tape *os.File, memory int64) string {
	method, formula := checkable(enc)
	by := check.By{Method: method, Formula: formula, N: max(0, int(hubs)), H: max(0, int(colors)), Proof: "proof." + method}
	text, err := replayable(ctx, method, f, format, tape, memory)
	if err != nil {
		return err.Error()
	}
	judge := check.Checker{
		Open: func(string) (io.ReadCloser, error) {
			_, err := text.Seek(0, io.SeekStart)
			return io.NopCloser(text), err
		},
		Stop: ctx.Err,
	}
	if _, err := judge.Refute(rel, int(hubs), int(colors), by); err != nil {
		return err.Error()
	}
	return checked
}

// replayable is the proof in the form that the checker reads.
func replayable(ctx context.Context, method string, f *pb.Formula, format backends.ProofFormat, tape *os.File, memory int64) (*os.File, error) {
	switch wantsTree := method == "tree"; {
	case format == backends.NoProof:
		return nil, errors.New("there is no proof")
	case wantsTree != (format == backends.Tree):
		return nil, errors.New("a proof of another kind than the form needs")
	case wantsTree:
		return tape, nil
	}
	if _, err := tape.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	out, err := scratch()
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(out, 1<<16)
	if format == backends.LRAT {
		_, err = proof.FromLRAT(ctx, f, tape, proof.Detected, w)
	} else {
		_, err = proof.Elaborate(ctx, f, tape, proof.Format(format), w, proof.Options{Memory: memory})
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return nil, fmt.Errorf("its proof: %w", err)
	}
	return out, nil
}

// scratch is a file without a name, where the system allows that; it goes with
// the process, which has a folder of its own.
func scratch() (*os.File, error) {
	f, err := os.CreateTemp("", "proof-")
	if err == nil {
		os.Remove(f.Name())
	}
	return f, err
}
