package bound

import "github.com/hubcover/hubcover/instances"

// beam follows so many chains side by side, as long as they may reach the
// target, and keeps, at each step, the largest intersections; from the second
// time on some are overlooked at random.
func (s *skewSearch) beam(rows, cols []instances.Bits, target, width int, number uint64, columns bool) {
	n := len(cols)
	rng := source(s.seed, 1<<32+number)
	type step struct{ from, row int32 }
	var levels [][]step
	states := make([]instances.Bits, width)
	spare := make([]instances.Bits, width)
	for k := range states {
		states[k], spare[k] = instances.NewBits(n), instances.NewBits(n)
	}
	seen := make(map[uint64]bool, width)
	bySize := make([][]step, n+1)
	down := newDescent(rows, cols)
	live := 0
	for r, row := range rows {
		if k := row.Count(); k >= target {
			bySize[k] = append(bySize[k], step{-1, int32(r)})
		}
	}
	for {
		clear(seen)
		var level []step
		for k := n; k > 0 && len(level) < width; k-- {
			rng.Shuffle(len(bySize[k]), func(i, j int) { bySize[k][i], bySize[k][j] = bySize[k][j], bySize[k][i] })
			for _, c := range bySize[k] {
				if len(level) == width {
					break
				}
				if number > 0 && rng.IntN(4) == 0 {
					continue
				}
				next := spare[len(level)]
				next.Copy(rows[c.row])
				if c.from >= 0 {
					next.And(states[c.from])
				}
				if h := hashBits(next); !seen[h] {
					seen[h] = true
					level = append(level, c)
				}
			}
		}
		if len(level) == 0 {
			break
		}
		levels = append(levels, level)
		if len(levels) == target {
			break
		}
		states, spare, live = spare, states, len(level)
		if s.steps -= live * len(rows); s.steps <= 0 || s.ctx.Err() != nil {
			break
		}
		for k := range bySize {
			bySize[k] = bySize[k][:0]
		}
		for from, state := range states[:live] {
			if !down.reachable(state, state.Count(), target-len(levels)) {
				continue
			}
			for _, r := range down.proper {
				if k := int(down.size[r]); len(levels)+k >= target {
					bySize[k] = append(bySize[k], step{int32(from), r})
				}
			}
		}
	}
	if len(levels) == 0 {
		return
	}
	chain := make([]int32, len(levels))
	at := int32(0)
	for i := len(levels) - 1; i >= 0; i-- {
		chain[i] = levels[i][at].row
		at = levels[i][at].from
	}
	s.keep(chain, columns)
}
