package formats_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/hubcover/hubcover/instances/formats"
)

// BenchmarkRead reads a million cells of 100 000 × 10 000, in random order but
// for the rows.
func BenchmarkRead(b *testing.B) {
	const rows, cols, each = 100_000, 10_000, 10
	text := map[string]*bytes.Buffer{"pairs": {}, "fimi": {}, "cells": {}}
	text["cells"].WriteString(strconv.Itoa(rows) + " " + strconv.Itoa(cols) + " " + strconv.Itoa(rows*each) + "\n")
	rng := rand.New(rand.NewPCG(2, 1))
	for a := range rows {
		for k := range each {
			col := strconv.Itoa(rng.IntN(cols/each)*each + k)
			text["pairs"].WriteString("u" + strconv.Itoa(a) + "\tp" + col + "\n")
			text["cells"].WriteString(strconv.Itoa(a) + " " + col + "\n")
			text["fimi"].WriteString(col + " ")
		}
		text["fimi"].WriteString("\n")
	}
	for _, name := range []string{"pairs", "fimi", "cells"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(text[name].Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := formats.ReadBytes(context.Background(), text[name].Bytes(), formats.Options{From: name}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
