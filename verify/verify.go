// Package verify believes or rejects: it holds an answer against the original
// instance. The tests themselves stand in verify/check, which imports nothing
// of ours; this package hands instances over to it.
//
// Nothing of encode or backends is imported here, so that an answer is judged
// by code that had no part in finding it.
package verify

import (
	"fmt"
	"io/fs"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// Cover checks that the hubs are a hub extension of the relation.
func Cover(rel *instances.Relation, hubs instances.Extension) error {
	return check.Extension(rel, checked(hubs), check.Unbounded, check.Unbounded)
}

// Coloring checks that the hubs are a hub extension whose colours, all within
// 1..colors, are legal.
func Coloring(rel *instances.Relation, hubs instances.Extension, colors int) error {
	if rel.HasOptional() {
		return fmt.Errorf("the relation has optional cells, which only b allows")
	}
	if colors < 0 {
		return fmt.Errorf("%d colours: a negative number", colors)
	}
	return check.Extension(rel, checked(hubs), check.Unbounded, colors)
}

// CellColors checks an ordinary edge colouring: a colour in 1..colors for every
// cell in canonical order.
func CellColors(rel *instances.Relation, color []int32, colors int) error {
	return check.CellColors(rel, color, colors)
}

// Lower checks what a lower bound for b, chi or chi_prime rests on and returns
// the bound that it proves.
func Lower(rel *instances.Relation, what check.What, by check.By) (check.Verdict, error) {
	return check.Lower(rel, what, by)
}

// Refute checks that by proves that no hub extension has at most hubs hubs and
// at most colors colours; check.Unbounded asks for either alone.
func Refute(rel *instances.Relation, hubs, colors int, by check.By) (check.Verdict, error) {
	return check.Refute(rel, hubs, colors, by)
}

// Certificate checks every claim of the certificate file name in fsys against
// the relation, as the program hubcheck does; check.Checker does the same, and
// the two above, with proof files, limits and a way to be stopped.
func Certificate(fsys fs.FS, name string, rel *instances.Relation) ([]check.Finding, error) {
	return check.Checker{}.Certificate(fsys, name, rel)
}

func checked(hubs instances.Extension) []check.Hub {
	out := make([]check.Hub, len(hubs))
	for i, h := range hubs {
		out[i] = check.Hub(h)
	}
	return out
}
