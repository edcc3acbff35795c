package kernel_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode/kernel"
	"github.com/hubcover/hubcover/instances"
)

// sparse makes relations of n × n with about so many cells, of one kind.
func sparse(kind string, n, cells int) *instances.Relation {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	list := make([]instances.Cell, 0, cells)
	add := func(a, b int) {
		if a < n && b >= 0 && b < n {
			list = append(list, instances.Cell{Row: int32(a), Col: int32(b)})
		}
	}
	for a := 0; len(list) < cells; a++ {
		switch kind {
		case "random":
			add(rng.IntN(n), rng.IntN(n))
		case "power":
			add(int(float64(n)*math.Pow(rng.Float64(), 3)), int(float64(n)*math.Pow(rng.Float64(), 2)))
		case "planted":
			sources, targets := make([]int, 5+rng.IntN(30)), make([]int, 5+rng.IntN(30))
			for i := range sources {
				sources[i] = rng.IntN(n)
			}
			for range targets {
				b := rng.IntN(n)
				for _, a := range sources {
					add(a, b)
				}
			}
		case "banded":
			for d := range cells/n + 1 {
				add(a%n, a%n+d-cells/n/2)
			}
		case "chain": // every row within the next, steep
			for b := range 2 * cells / n * (a % n) / n {
				add(a%n, b)
			}
		}
	}
	rel, err := instances.New(n, n, list)
	if err != nil {
		panic(err)
	}
	return rel
}

var kinds = []string{"random", "power", "planted", "banded", "chain"}

// Large relations of every kind, small here, keep a lift that covers.
func TestCoverSparseKinds(t *testing.T) {
	for _, kind := range kinds {
		rel := sparse(kind, 300, 3000)
		red, err := kernel.Cover(context.Background(), rel, 0)
		if err != nil {
			t.Fatal(err)
		}
		parts := make([]instances.Extension, len(red.Parts))
		for i, p := range red.Parts {
			for a := range p.Rel.Rows() {
				parts[i] = append(parts[i], instances.Hub{Sources: []int32{int32(a)}, Targets: p.Rel.Row(a)})
			}
		}
		induced, err := red.Lift(parts).Induced(rel.Rows(), rel.Cols())
		if err != nil || !induced.Equal(rel) {
			t.Errorf("%s: stars of the parts are lifted to another relation", kind)
		}
	}
}

func BenchmarkCoverSparse(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind, func(b *testing.B) {
			rel := sparse(kind, 10_000, 1_000_000)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := kernel.Cover(context.Background(), rel, 0); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rel.Len()), "cells")
		})
	}
}

func BenchmarkCoverDense(b *testing.B) {
	for name, is := range map[string]func(a, b int) bool{
		"crown": func(a, b int) bool { return a != b }, "causal": func(a, b int) bool { return a <= b },
	} {
		var cells []instances.Cell
		for a := range 2048 {
			for c := range 2048 {
				if is(a, c) {
					cells = append(cells, instances.Cell{Row: int32(a), Col: int32(c)})
				}
			}
		}
		rel, err := instances.New(2048, 2048, cells)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := kernel.Cover(context.Background(), rel, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
