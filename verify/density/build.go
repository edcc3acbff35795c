package density

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/manifold"
)

// Design is what is free in a density cover; zero fields have their defaults.
type Design struct {
	Kernel Kernel // default: the first of Kernels
	Fibre  int    // coordinates of a code, default: hubs of the fullest colour
	Codes  CodeSearch
}

// Build makes the density cover of a coloured hub extension of the relation,
// whose colours are 1..h, each with a hub. The embedding is of the nodes of the
// digraph view, in order: for a relation that is no digraph, rows, then columns.
//
// It refuses, in words: an embedding of another number of nodes, two hubs of a
// colour that share a source or a target, hubs that are no hub extension, and
// fibre dimension 1 where a colour has two hubs.
func Build(ctx context.Context, rel *instances.Relation, x instances.Extension, e *manifold.Embedding, d Design) (*Cover, error) {
	shift := 0
	if !rel.IsDigraph() {
		shift = rel.Rows()
	}
	if nodes := rel.Cols() + shift; len(e.Points) != nodes {
		return nil, fmt.Errorf("the embedding has %d points, the digraph has %d nodes", len(e.Points), nodes)
	}
	c := &Cover{Embedding: e, Kernel: d.Kernel, Fibre: d.Fibre}
	if c.Kernel.At == nil {
		c.Kernel = Kernels[0]
	}
	if err := verify.Cover(rel, x); err != nil {
		return nil, fmt.Errorf("no hub extension of the relation: %w", err)
	}
	classes, err := byColor(x)
	if err != nil {
		return nil, err
	}
	for _, class := range classes {
		color, err := c.label(x, class, shift)
		if err != nil {
			return nil, err
		}
		c.Colors = append(c.Colors, color)
		if d.Fibre == 0 {
			c.Fibre = max(c.Fibre, len(class))
		}
	}
	if c.Fibre == 0 {
		c.Fibre = 1 // no hubs, no edges
	}
	if err := verify.Coloring(rel, x, len(classes)); err != nil {
		return nil, fmt.Errorf("no coloured hub extension to build on: %w", err)
	}
	known := map[int][][]float64{} // codes, by their number
	for j, class := range classes {
		n := len(class)
		if known[n] == nil {
			if known[n], err = Codes(ctx, n, c.Fibre, d.Codes); err != nil {
				return nil, fmt.Errorf("colour %d: %w", j+1, err)
			}
		}
		c.Colors[j].Codes = known[n]
		c.Colors[j].Margin = Margin(known[n])
	}
	return c, c.Validate()
}

// byColor lists the hubs of each colour, by position.
func byColor(x instances.Extension) ([][]int, error) {
	classes := make([][]int, x.Colors())
	for k, h := range x {
		switch {
		case h.Color < 1:
			return nil, fmt.Errorf("hub %d has no colour; colour the hub extension first", k+1)
		case h.Color > len(classes):
			return nil, fmt.Errorf("hub %d has colour %d, but only %d colours have a hub; number them from 1 without gaps", k+1, h.Color, len(classes))
		}
		classes[h.Color-1] = append(classes[h.Color-1], k)
	}
	return classes, nil
}

// label writes down which hub of the class every node feeds and reads (F9).
// Column b is node b + shift.
func (c *Cover) label(x instances.Extension, class []int, shift int) (Color, error) {
	nodes := len(c.Embedding.Points)
	color := Color{Sources: none(nodes), Targets: none(nodes)}
	put := func(labels []int32, code, v int, what string) error {
		if v < 0 || v >= nodes {
			return fmt.Errorf("hub %d has a %s beyond the %d nodes", class[code]+1, what, nodes)
		}
		if old := labels[v]; old != None {
			return fmt.Errorf("illegal colouring: hubs %d and %d of colour %d share the %s %q; such hubs need different colours",
				class[old]+1, class[code]+1, x[class[code]].Color, what, c.name(v))
		}
		labels[v] = int32(code)
		return nil
	}
	for code, k := range class {
		for _, a := range x[k].Sources {
			if err := put(color.Sources, code, int(a), "source"); err != nil {
				return Color{}, err
			}
		}
		for _, b := range x[k].Targets {
			if err := put(color.Targets, code, int(b)+shift, "target"); err != nil {
				return Color{}, err
			}
		}
	}
	return color, nil
}

func none(n int) []int32 {
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = None
	}
	return labels
}
