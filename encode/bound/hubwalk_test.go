package bound

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/instances"
)

// What a walk keeps up to date step by step must be what its hubs say.
func TestHubWalkKeepsCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(30) {
		var cells, need []instances.Cell
		for a := range int32(7) {
			for b := range int32(70) {
				if rng.IntN(3) > 0 {
					cells = append(cells, instances.Cell{Row: a, Col: b})
					if rng.IntN(4) > 0 {
						need = append(need, instances.Cell{Row: a, Col: b})
					}
				}
			}
		}
		rel, err := instances.New(7, 70, cells)
		if err != nil {
			t.Fatal(err)
		}
		w := newHubWalk(rel, source(seed, 0))
		lines := instances.Hub{Sources: instances.Full(7).Members(), Targets: instances.Full(70).Members()}
		for _, c := range need {
			w.require(c, lines)
		}
		w.begin(Stars(rel, need), lines)
		for range 20 {
			w.run(context.Background(), rng.IntN(20), 0, len(w.hubs))
			w.check(t, need)
		}
		if len(w.hubs) < 2 {
			t.Fatal("nothing to choose from")
		}
	}
}

func (w *hubWalk) check(t *testing.T, cells []instances.Cell) {
	t.Helper()
	if !slices.Equal(w.at, cells) {
		t.Fatalf("cells %v, want %v", w.at, cells)
	}
	alone := make([]int64, len(w.hubs))
	bare := 0
	for i, c := range cells {
		var by []int
		for k, h := range w.hubs {
			if h.rows.Has(int(c.Row)) && h.cols.Has(int(c.Col)) {
				by = append(by, k)
			}
		}
		switch {
		case int(w.count[i]) != len(by):
			t.Fatalf("cell %d is in %v, count %d", i, by, w.count[i])
		case w.single[c.Row].Has(int(c.Col)) != (len(by) == 1):
			t.Fatalf("cell %d is in %v, single %v", i, by, len(by) != 1)
		case len(by) == 0:
			bare++
			if w.bare[w.place[i]] != int32(i) {
				t.Fatalf("cell %d is bare, not at its place", i)
			}
		case len(by) == 1:
			if int(w.owner[i]) != by[0] {
				t.Fatalf("cell %d is in %v, owner %d", i, by, w.owner[i])
			}
			alone[by[0]] += int64(w.weight[i])
		}
	}
	if bare != len(w.bare) {
		t.Fatalf("%d cells are bare, %d listed", bare, len(w.bare))
	}
	for k, h := range w.hubs {
		if h.alone != alone[k] {
			t.Fatalf("hub %d covers weight %d alone, not %d", k, alone[k], h.alone)
		}
		rows, cols := slices.Clone(h.rows), slices.Clone(h.cols)
		intersect(rows, h.cols, w.col)
		intersect(cols, h.rows, w.row)
		if !slices.Equal(rows, h.rows) || !slices.Equal(cols, h.cols) {
			t.Fatalf("hub %d is no maximal biclique: %v × %v", k, h.rows.Members(), h.cols.Members())
		}
	}
}
