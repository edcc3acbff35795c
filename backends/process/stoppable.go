package process

import (
	"context"
	"errors"
	"io"
)

// ErrStopped is what a Stoppable reader ends with when its context does.
var ErrStopped = errors.New("stopped")

// Stoppable reads until the context ends: proofs of gigabytes are copied by it.
func Stoppable(ctx context.Context, r io.Reader) io.Reader { return stoppable{ctx, r} }

type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, ErrStopped
	}
	return s.r.Read(p)
}
