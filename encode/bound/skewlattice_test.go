package bound

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// Each stage of the search for skew sequences must find chains by itself: for
// every target that can be reached, and for no other.
func TestChainStages(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	missed := 0
	for range 100 {
		whole := random(rng, 10, 9, 0.67)
		rel := whole.Sub(distinctLines(whole), distinctLines(whole.Transpose()))
		rows, cols := rel.RowBits(), rel.ColBits()
		longest := longestChain(rows, instances.Full(rel.Cols()))
		if slices.ContainsFunc(rows, func(row instances.Bits) bool { return row.Count() == len(cols) }) {
			longest++ // a full row comes first
		}
		for target := 1; target <= longest+1 && target <= min(len(rows), len(cols)); target++ {
			search := func(run func(*skewSearch)) *skewSearch {
				s := &skewSearch{ctx: context.Background(), rel: rel, flipped: rel.Transpose(), steps: 1 << 20}
				run(s)
				checkChain(t, rel, s.best)
				return s
			}
			fromRows := search(func(s *skewSearch) { s.lattice(rows, cols, target, 1<<20, false) })
			fromCols := search(func(s *skewSearch) { s.lattice(cols, rows, target, 1<<20, true) })
			beam := search(func(s *skewSearch) { s.beam(rows, cols, target, 200, 0, false) })
			there := target <= longest
			for _, s := range []*skewSearch{fromRows, fromCols} {
				if found := len(s.best) >= target; found != there || !there && !s.exact {
					t.Fatalf("target %d, longest %d: chain of %d, exact %v", target, longest, len(s.best), s.exact)
				}
			}
			if there && !fits(rel, target) {
				t.Fatalf("degrees exclude %d, longest %d", target, longest)
			}
			if there && len(beam.best) < target {
				missed++
			}
		}
	}
	if missed > 2 {
		t.Errorf("wide beams missed %d targets", missed)
	}
}

func random(rng *rand.Rand, rows, cols int, p float64) *instances.Relation {
	var cells []instances.Cell
	for a := range int32(rows) {
		for b := range int32(cols) {
			if rng.Float64() < p {
				cells = append(cells, instances.Cell{Row: a, Col: b})
			}
		}
	}
	rel, err := instances.New(rows, cols, cells)
	if err != nil {
		panic(err)
	}
	return rel
}

// longestChain tries all.
func longestChain(rows []instances.Bits, left instances.Bits) int {
	most := 0
	for _, row := range rows {
		next := instances.NewBits(len(left) * 64)
		next.Copy(left)
		next.And(row)
		if next.Empty() {
			continue
		}
		if next.Count() < left.Count() {
			most = max(most, 1+longestChain(rows, next))
		}
	}
	return most
}

func checkChain(t *testing.T, rel *instances.Relation, chain []int32) {
	t.Helper()
	left := instances.Full(rel.Cols())
	for i, a := range chain {
		before := left.Count()
		left.And(rel.RowBits()[a])
		if left.Empty() || i > 0 && left.Count() == before {
			t.Fatalf("%v is no chain", chain)
		}
	}
}
