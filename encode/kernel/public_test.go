package kernel_test

import (
	"context"
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/kernel"
)

// On most role-mining sets nothing is left to search: every hub is forced, and
// the forced cells are a fooling set of the size of the cover.
func TestForcedBicliquesSolvePublicSets(t *testing.T) {
	for file, want := range map[string]struct{ forced, remaining int }{
		"hp-hc.txt.gz":             {14, 0},
		"hp-domino.txt.gz":         {20, 0},
		"hp-emea.txt.gz":           {34, 0},
		"hp-apj.txt.gz":            {453, 0},
		"hp-fire1.txt.gz":          {64, 0},
		"hp-americas_large.txt.gz": {371, 97},
		"fca-tealady.cxt":          {12, 0},
		"karate.gml":               {24, 0},
		"fimi-dna.fimi.gz":         {366, 0},
	} {
		rel := encodetest.Public(t, file).Relation
		red, err := kernel.Cover(context.Background(), rel, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(red.Forced) != want.forced || red.Stats.Remaining != want.remaining {
			t.Errorf("%s: %d forced, %d cells remain; want %+v", file, len(red.Forced), red.Stats.Remaining, want)
		}
		checkConflicts(t, rel, red)
		if want.remaining == 0 {
			if lifted, err := red.Lift(nil).Induced(rel.Rows(), rel.Cols()); err != nil || lifted.Len() != rel.Len() {
				t.Fatalf("%s: forced bicliques induce another relation", file)
			}
		}
	}
}
