// Package hubcover finds and certifies how cheaply a 0/1 relation can be
// covered by hubs.
package hubcover

import (
	"context"
	"errors"

	"github.com/hubcover/hubcover/instances"
)

// Solve answers the questions of opt about the instance.
func Solve(ctx context.Context, inst *instances.Instance, opt Options) (*Result, error) {
	return nil, errors.New("not yet")
}

// Decide answers "is there a hub extension with at most hubs hubs and at most
// colors colours?"; Unbounded leaves a bound out.
func Decide(ctx context.Context, inst *instances.Instance, hubs, colors int, opt Options) (*Result, error) {
	return nil, errors.New("not yet")
}
