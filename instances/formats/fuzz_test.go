package formats

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// fuzz lets readers at any bytes. Whatever they are, there is no panic, every
// error is an *Error, the size is within what the bytes justify, and what was
// read survives being written in every format.
func fuzz(f *testing.F, from string) {
	for _, folder := range []string{"accept", "reject", "malformed"} {
		files, err := filepath.Glob(filepath.Join("testdata", folder, "*"))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const allowed = 100
		o := Options{From: from, MaxIsolated: allowed, MaxBytes: 1 << 16}
		size := max(len(data), 1<<16) // it may be compressed
		count := 0
		for inst, err := range Read(ctx, bytes.NewReader(data), o) {
			if count++; count > size {
				t.Fatal("more instances than bytes")
			}
			if err != nil {
				var e *Error
				if inst != nil || !errors.As(err, &e) || e.Message == "" {
					t.Fatalf("instance %v with error %#v", inst, err)
				}
				continue
			}
			rel := inst.Relation
			if rel.Rows()+rel.Cols() > 2*allowed+4*size || rel.Len() > 2*allowed+12*size {
				t.Fatalf("%d bytes make a relation of %d × %d with %d cells", len(data), rel.Rows(), rel.Cols(), rel.Len())
			}
			if rel.Rows()*rel.Cols() > 1<<14 {
				continue // too slow to write as tables
			}
			for _, f := range All {
				if f.Write != nil {
					roundTrip(t, f, rel)
				}
			}
		}
	})
}

func FuzzRead(f *testing.F)         { fuzz(f, "") }
func FuzzNPY(f *testing.F)          { fuzz(f, "npy") }
func FuzzNPZ(f *testing.F)          { fuzz(f, "npz") }
func FuzzSafetensors(f *testing.F)  { fuzz(f, "safetensors") }
func FuzzDigraph6(f *testing.F)     { fuzz(f, "digraph6") }
func FuzzSparse6(f *testing.F)      { fuzz(f, "sparse6") }
func FuzzGraph6(f *testing.F)       { fuzz(f, "graph6") }
func FuzzMatrixMarket(f *testing.F) { fuzz(f, "matrixmarket") }
func FuzzCXT(f *testing.F)          { fuzz(f, "cxt") }
func FuzzJSON(f *testing.F)         { fuzz(f, "json") }
func FuzzGML(f *testing.F)          { fuzz(f, "gml") }
func FuzzDOT(f *testing.F)          { fuzz(f, "dot") }
func FuzzDIMACS(f *testing.F)       { fuzz(f, "dimacs") }
func FuzzDense(f *testing.F)        { fuzz(f, "dense") }
func FuzzCells(f *testing.F)        { fuzz(f, "cells") }
func FuzzCSV(f *testing.F)          { fuzz(f, "csv") }
func FuzzRMP(f *testing.F)          { fuzz(f, "rmp") }
func FuzzFIMI(f *testing.F)         { fuzz(f, "fimi") }
func FuzzPairs(f *testing.F)        { fuzz(f, "pairs") }
