//go:build !linux

package process

import "context"

// There is no subreaper here: the program is our own child and its group is
// all that we can kill.
const canSupervise = false

func supervise([]string) int { return 2 }

func supervised(ctx context.Context, j job) (Result, error) { return plain(ctx, j) }

func treeResident(int) int64 { return 0 }

// Descendants lists nothing here.
func Descendants(int) []int { return nil }
