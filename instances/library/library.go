// Package library ships small instances whose answers are known, one or more
// of every family, to try the program on and to test it with.
//
//	inst, err := library.Open("demo")
//
// The files are canonical cell lists. Each was made by the call in its source
// and can be made again: go generate writes index and files, and a test compares
// them byte by byte.
package library

//go:generate go run ./internal/make

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

//go:embed index.json cells
var files embed.FS

// Demo is the name of the instance to show first: a random hub extension on 14
// nodes whose b, χ_hub and χ′ all differ and whose front has two points.
const Demo = "demo"

// Entry is what the index says of one instance. Numbers that are not known are
// nil, a front that is not known is empty.
type Entry struct {
	Name     string  `json:"name"`
	File     string  `json:"file"` // below the package's folder
	Doc      string  `json:"doc"`
	Source   string  `json:"source"` // the call that makes it: "gen causal n=8"
	As       string  `json:"as"`     // "digraph" or "relation"
	Rows     int     `json:"rows"`
	Cols     int     `json:"cols"`
	Cells    int     `json:"cells"`
	SHA256   string  `json:"sha256"` // of the file, which is the relation's digest
	B        *int    `json:"b,omitempty"`
	Chi      *int    `json:"chi,omitempty"`
	ChiPrime *int    `json:"chi_prime,omitempty"`
	Front    []Point `json:"front,omitempty"`
	Why      string  `json:"why"` // how the numbers are known
}

// Point is a point of the Pareto front; fronts have hubs ascending, colours
// descending.
type Point struct {
	Hubs   int `json:"hubs"`
	Colors int `json:"colors"`
}

// All lists the index, Demo first.
func All() []Entry {
	text, err := files.ReadFile("index.json")
	var entries []Entry
	if err == nil {
		err = json.Unmarshal(text, &entries)
	}
	if err != nil {
		panic("the index in this program is broken: " + err.Error()) // only by a broken build: a test reads it
	}
	return entries
}

// Find returns the entry of that name.
func Find(name string) (Entry, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("no instance of the library is named %q; choose among %s", name, strings.Join(names, ", "))
}

// Open reads the instance of that name, with the numbers that are known of it.
func Open(name string) (*instances.Instance, error) {
	e, err := Find(name)
	if err != nil {
		return nil, err
	}
	text, err := files.ReadFile(e.File)
	if err != nil {
		return nil, err
	}
	rel, err := readCells(text)
	if err == nil && e.As == "digraph" {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.File, err)
	}
	return &instances.Instance{
		Name: e.Name, Source: e.Source, Format: "cells", Relation: rel,
		Known: instances.Known{B: e.B, Chi: e.Chi, ChiPrime: e.ChiPrime, Why: e.Why},
	}, nil
}

// readCells reads a canonical cell list that WriteCells wrote.
func readCells(text []byte) (*instances.Relation, error) {
	in := bytes.NewReader(text)
	var rows, cols, n int
	if _, err := fmt.Fscan(in, &rows, &cols, &n); err != nil {
		return nil, fmt.Errorf("first line: %w", err)
	}
	cells := make([]instances.Cell, min(n, len(text)))
	for i := range cells {
		if _, err := fmt.Fscan(in, &cells[i].Row, &cells[i].Col); err != nil {
			return nil, fmt.Errorf("cell %d: %w", i, err)
		}
	}
	return instances.New(rows, cols, cells)
}
