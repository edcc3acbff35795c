// Package families makes instances by name: attention masks, graphs, slack
// matrices, the matrices of communication complexity, and random ones.
//
//	inst, err := families.Generate("causal", []string{"n=16"})
//
// Every family is one value of All: parameters, a size that is estimated before
// anything is allocated, and the function that makes it. What is known of its b
// and χ_hub comes along, with a cover that attains it where one can be written
// down. A number is stated only where it is proved or was searched exhaustively.
//
// In every mask key k reaches query q: row k, column q.
package families

import (
	"fmt"

	"github.com/hubcover/hubcover/instances"
)

// Family is a named way to make instances.
type Family struct {
	Name    string
	Doc     string // one line: which cells there are
	Known   string // which of b and χ_hub are known, and why, in words
	Paper   string // where the family, or what is known of it, comes from
	Digraph bool   // rows and columns are the same nodes
	Params  []Param
	Size    func(Args) Size
	Make    func(Args) (Made, error)
}

// Reading is "digraph" or "relation".
func (f *Family) Reading() string {
	if f.Digraph {
		return "digraph"
	}
	return "relation"
}

// Made is what a family makes.
type Made struct {
	Relation *instances.Relation
	Known    instances.Known
	// Planted is the hub extension that a random one was made from: a cover,
	// but not known to be a smallest one. Nil elsewhere.
	Planted instances.Extension
}

// Size bounds from above what making an instance takes; the cells of random
// ones are their expected number. Floats, so that absurd parameters do not
// overflow.
type Size struct {
	Rows, Cols, Cells float64
	Draws             float64 // random numbers, or pairs looked at
}

// The largest instances that are made.
const (
	MaxLines = 1 << 22       // rows, or columns
	MaxCells = 50_000_000    // cells, about 1 GB while they are sorted
	MaxDraws = 1_000_000_000 // random numbers, a few seconds
)

// All lists the families: masks, graphs, matrices, random ones.
var All = []Family{
	causal, tournament, blockCausal, window, symmetricWindow, strided, fixed, longformer, bigbird,
	complete, path, cycle, loops, petersen, grid, hypercube, projectivePlane, doubleCover,
	matrix, crown, identity, allOnes, empty, disjointness, intersection, innerProduct, polygonSlack, cubeSlack,
	random, randomDigraph, randomHub,
}

// Names lists the names of all families, in the order of All.
func Names() []string {
	names := make([]string, len(All))
	for i := range All {
		names[i] = All[i].Name
	}
	return names
}

// Find returns the family of that name; the error is an *Unknown.
func Find(name string) (*Family, error) {
	for i := range All {
		if All[i].Name == name {
			return &All[i], nil
		}
	}
	return nil, &Unknown{fmt.Sprintf("no family is named %q", name), name, Names()}
}

// Generate makes the instance that a family and its parameters, each written
// key=value, describe; parameters left out have their defaults. Its source is
// "gen" and the call with all parameters.
func Generate(name string, args []string) (*instances.Instance, error) {
	call, err := Parse(name, args)
	if err != nil {
		return nil, err
	}
	return call.Instance()
}
