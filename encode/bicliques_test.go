package encode_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// Every set of rows with its common columns, closed, is a maximal biclique.
func TestMaximalBicliquesAgainstSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		rel := encodetest.Random(rng, rng.IntN(7), rng.IntN(7), rng.Float64())
		rows, cols := rel.RowBits(), rel.ColBits()
		want := instances.Extension{}
		for set := 1; set < 1<<rel.Rows(); set++ {
			common := instances.Full(rel.Cols())
			for u := range rows {
				if set>>u&1 != 0 {
					common.And(rows[u])
				}
			}
			closed := instances.Full(rel.Rows())
			for v := common.Next(0); v >= 0; v = common.Next(v + 1) {
				closed.And(cols[v])
			}
			if !common.Empty() && len(closed) > 0 && closed[0] == uint64(set) {
				want = append(want, instances.Hub{Sources: closed.Members(), Targets: common.Members()})
			}
		}
		want.Sort()
		got, err := encode.MaximalBicliques(context.Background(), rel, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(append(instances.Extension{}, got...), want) {
			t.Fatalf("%v: maximal bicliques %v, want %v", rel.Cells(), got, want)
		}
	}
}

func TestMaximalBicliquesLimits(t *testing.T) {
	crown := matrix(t, "011111", "101111", "110111", "111011", "111101", "111110") // 2^6 − 2 of them
	if all, err := encode.MaximalBicliques(context.Background(), crown, 62); err != nil || len(all) != 62 {
		t.Errorf("%d maximal bicliques, %v; want 62", len(all), err)
	}
	var many encode.TooManyBicliques
	if _, err := encode.MaximalBicliques(context.Background(), crown, 61); !errors.As(err, &many) || many.Cap != 61 {
		t.Errorf("limit of 61: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := encode.MaximalBicliques(ctx, crown, 100); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
