package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// EdgeColoring checks a colouring of the edges of a hub extension by the other
// definition of math.md, section 1: all edges at one hub agree, and at every
// vertex any two incoming edges differ and any two outgoing edges differ, in
// colours 1..colors. The edges must be those of the extension, once each, in any
// order. That the hubs are an extension of a relation is for Cover to say.
func EdgeColoring(hubs instances.Extension, edges []instances.ExtensionEdge, colors int) error {
	if err := theEdgesOf(hubs, edges); err != nil {
		return err
	}
	for _, e := range edges {
		if e.Color < 1 || e.Color > colors {
			return fmt.Errorf("%s has colour %d, claimed are 1..%d", edgeName(e), e.Color, colors)
		}
	}
	ofHub := make([]int, len(hubs)) // colour of the edges seen so far
	for _, e := range edges {
		if k := ofHub[e.Hub]; k != 0 && k != e.Color {
			return fmt.Errorf("%s has colour %d, another edge at the hub %d", edgeName(e), e.Color, k)
		}
		ofHub[e.Hub] = e.Color
	}
	byVertex := slices.Clone(edges)
	slices.SortFunc(byVertex, func(e, f instances.ExtensionEdge) int {
		return cmp.Or(compareBool(e.Out, f.Out), cmp.Compare(e.Line, f.Line), cmp.Compare(e.Color, f.Color), cmp.Compare(e.Hub, f.Hub))
	})
	for i, e := range byVertex {
		if i == 0 {
			continue
		}
		if f := byVertex[i-1]; e.Out == f.Out && e.Line == f.Line && e.Color == f.Color {
			return fmt.Errorf("%s and %s have both colour %d", edgeName(f), edgeName(e), e.Color)
		}
	}
	return nil
}

// theEdgesOf checks that the edges are those of the extension, once each.
func theEdgesOf(hubs instances.Extension, edges []instances.ExtensionEdge) error {
	byHub := slices.Clone(edges)
	slices.SortFunc(byHub, func(e, f instances.ExtensionEdge) int {
		return cmp.Or(cmp.Compare(e.Hub, f.Hub), compareBool(e.Out, f.Out), cmp.Compare(e.Line, f.Line))
	})
	k := 0
	next := func(want instances.ExtensionEdge) error {
		switch {
		case k == len(byHub):
			return fmt.Errorf("%s is missing", edgeName(want))
		case byHub[k].Hub != want.Hub || byHub[k].Out != want.Out || byHub[k].Line != want.Line:
			return fmt.Errorf("%s is no edge of the extension, comes twice, or stands for one that is missing", edgeName(byHub[k]))
		}
		k++
		return nil
	}
	for i, h := range hubs {
		for _, a := range h.Sources {
			if err := next(instances.ExtensionEdge{Hub: int32(i), Line: a}); err != nil {
				return err
			}
		}
		for _, b := range h.Targets {
			if err := next(instances.ExtensionEdge{Hub: int32(i), Line: b, Out: true}); err != nil {
				return err
			}
		}
	}
	if k < len(byHub) {
		return fmt.Errorf("%s is no edge of the extension, or comes twice", edgeName(byHub[k]))
	}
	return nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func edgeName(e instances.ExtensionEdge) string {
	if e.Out {
		return fmt.Sprintf("the edge from hub %d to target %d", e.Hub+1, e.Line)
	}
	return fmt.Sprintf("the edge from source %d to hub %d", e.Line, e.Hub+1)
}
