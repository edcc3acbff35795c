package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hubcover/hubcover/instances/tensor"
)

// array FILE NAME TYPE SHAPE NUMBER... writes an array, or adds it to those
// that are in the file (npz, safetensors): array maps.npz attn float16 2x2 1 0 0 1.
// The numbers come again and again until the array is full.
func writeArray(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 5 {
		ts.Fatalf("usage: array FILE NAME TYPE SHAPE NUMBER...")
	}
	var shape []int
	size := 1
	for _, text := range strings.Split(args[3], "x") {
		n, err := strconv.Atoi(text)
		ts.Check(err)
		shape = append(shape, n)
		size *= n
	}
	values := make([]float64, size)
	for i := range values {
		v, err := strconv.ParseFloat(args[4+i%len(args[4:])], 64)
		ts.Check(err)
		values[i] = v
	}
	one, err := tensor.New(args[1], tensor.DType(args[2]), shape, values)
	ts.Check(err)
	path := ts.MkAbs(args[0])
	var b bytes.Buffer
	if filepath.Ext(path) == ".npy" {
		ts.Check(tensor.WriteNPY(&b, one))
	} else {
		var arrays []tensor.Tensor
		if _, err := os.Stat(path); err == nil {
			arrays, err = tensor.ReadFile(path)
			ts.Check(err)
		}
		ts.Check(tensor.Write(&b, path, append(arrays, one)))
	}
	ts.Check(os.WriteFile(path, b.Bytes(), 0o644))
}
