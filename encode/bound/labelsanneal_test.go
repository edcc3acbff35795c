package bound

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// After any number of moves everything kept must be as if computed anew.
func TestLabelSearchKeepsItsState(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 22))
	for n := range 150 {
		rows, cols := 2+rng.IntN(9), 2+rng.IntN(9)
		density := 0.2 + 0.7*rng.Float64()
		var cells, need []instances.Cell
		for a := range int32(rows) {
			for b := range int32(cols) {
				if rng.Float64() < density {
					cells = append(cells, instances.Cell{Row: a, Col: b})
					if n%3 > 0 || rng.IntN(3) > 0 {
						need = append(need, cells[len(cells)-1])
					}
				}
			}
		}
		rel, err := instances.New(rows, cols, cells)
		if err != nil {
			t.Fatal(err)
		}
		colors, most := 1+rng.IntN(4), 0
		if n%2 == 0 {
			most = colors + rng.IntN(5)
		}
		s := newLabelSearch(context.Background(), rel, need, most, colors)
		for range 2 {
			s.anneal(rng, rng.IntN(200))
			s.check(t)
		}
	}
}

func (s *labelSearch) check(t *testing.T) {
	t.Helper()
	total := 0
	for b := range s.cols {
		covered := uint64(0)
		for j := range s.colors {
			open := uint64(0)
			for l := range s.labels[j] {
				block := uint64(0)
				for a := range s.rows {
					if int(s.label[j*s.rows+a]) == l {
						block |= 1 << a
					}
				}
				if s.block[slot(j, l)] != block {
					t.Fatalf("block %b, kept %b", block, s.block[slot(j, l)])
				}
				if idle := s.most > 0 && l == s.labels[j]-1; !idle && block != 0 && block&^s.inside[b] == 0 {
					open |= 1 << l
				}
				if chosen := int(s.choice[b*s.colors+j]) == l; chosen {
					covered |= block
				}
				if s.users[slot(j, l)]>>b&1 != 0 != (int(s.choice[b*s.colors+j]) == l) {
					t.Fatal("users do not fit choices")
				}
				if s.reach[slot(j, l)]>>b&1 != open>>l&1 {
					t.Fatal("reach does not fit blocks")
				}
			}
			k := b*s.colors + j
			union, big := s.options(j, open)
			if s.open[k] != open || s.union[k] != union || s.big[k] != big {
				t.Fatalf("open %b, kept %b", open, s.open[k])
			}
		}
		if covered&^s.inside[b] != 0 {
			t.Fatal("a block outside its column was chosen")
		}
		cost := bits.OnesCount64(s.need[b] &^ covered)
		if least := s.fewestBare(b, 0, s.need[b]); cost != least || s.cost[b] != cost {
			t.Fatalf("%d cells bare, %d kept, %d can be reached", cost, s.cost[b], least)
		}
		if s.bare>>b&1 != 0 != (cost > 0) {
			t.Fatal("bare columns are wrong")
		}
		total += cost
	}
	if total != s.total {
		t.Fatalf("%d cells bare, %d kept", total, s.total)
	}
}

// fewestBare tries all choices of colours from j on.
func (s *labelSearch) fewestBare(b, j int, left uint64) int {
	if j == s.colors {
		return bits.OnesCount64(left)
	}
	fewest := s.fewestBare(b, j+1, left)
	for open := s.open[b*s.colors+j]; open != 0; open &= open - 1 {
		block := s.block[slot(j, bits.TrailingZeros64(open))]
		fewest = min(fewest, s.fewestBare(b, j+1, left&^block))
	}
	return fewest
}
