package families_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// call parses a call written as in a source: "causal n=4".
func call(t *testing.T, text string) families.Call {
	t.Helper()
	words := strings.Fields(text)
	c, err := families.Parse(words[0], words[1:])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func generate(t *testing.T, text string) families.Made {
	t.Helper()
	m, err := call(t, text).Make()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkCover compares a hub extension with the relation by definition. It does
// not use Extension's own methods.
func checkCover(rel *instances.Relation, x instances.Extension) error {
	covered := map[instances.Cell]bool{}
	for i, h := range x {
		if len(h.Sources) == 0 || len(h.Targets) == 0 {
			return fmt.Errorf("hub %d is empty", i)
		}
		for _, side := range [][]int32{h.Sources, h.Targets} {
			for k := 1; k < len(side); k++ {
				if side[k] <= side[k-1] {
					return fmt.Errorf("hub %d: members are not ascending", i)
				}
			}
		}
		for _, a := range h.Sources {
			for _, b := range h.Targets {
				if a < 0 || int(a) >= rel.Rows() || b < 0 || int(b) >= rel.Cols() || !rel.Has(a, b) {
					return fmt.Errorf("hub %d has the non-edge (%d,%d)", i, a, b)
				}
				covered[instances.Cell{Row: a, Col: b}] = true
			}
		}
	}
	if len(covered) != rel.Len() {
		return fmt.Errorf("%d of %d cells are covered", len(covered), rel.Len())
	}
	return nil
}

// checkColors says how many colours a legal colouring has.
func checkColors(x instances.Extension) (int, error) {
	type seat struct {
		color, line int
		target      bool
	}
	taken, colors := map[seat]int{}, map[int]bool{}
	for i, h := range x {
		if h.Color < 1 {
			return 0, fmt.Errorf("hub %d has colour %d", i, h.Color)
		}
		colors[h.Color] = true
		for side, members := range [][]int32{h.Sources, h.Targets} {
			for _, v := range members {
				s := seat{h.Color, int(v), side == 1}
				if other, ok := taken[s]; ok {
					return 0, fmt.Errorf("hubs %d and %d of colour %d share %+v", other, i, h.Color, s)
				}
				taken[s] = i
			}
		}
	}
	for c := range len(colors) {
		if !colors[c+1] {
			return 0, fmt.Errorf("colours %v are not 1..%d", slices.Sorted(maps.Keys(colors)), len(colors))
		}
	}
	return len(colors), nil
}

func checkKnown(t *testing.T, name string, m families.Made) {
	t.Helper()
	k := m.Known
	if k.FewestHubs != nil {
		if err := checkCover(m.Relation, k.FewestHubs); err != nil {
			t.Errorf("%s: fewest hubs: %v", name, err)
		}
		if k.B == nil || len(k.FewestHubs) != *k.B {
			t.Errorf("%s: %d fewest hubs, b = %v", name, len(k.FewestHubs), show(k.B))
		}
	}
	if k.FewestColors != nil {
		if err := checkCover(m.Relation, k.FewestColors); err != nil {
			t.Errorf("%s: fewest colours: %v", name, err)
		}
		colors, err := checkColors(k.FewestColors)
		if err != nil {
			t.Errorf("%s: fewest colours: %v", name, err)
		}
		if k.Chi == nil || colors != *k.Chi {
			t.Errorf("%s: %d fewest colours, χ_hub = %v", name, colors, show(k.Chi))
		}
	}
	if m.Planted != nil {
		if err := checkCover(m.Relation, m.Planted); err != nil {
			t.Errorf("%s: planted: %v", name, err)
		}
	}
	if k.Why == "" || k.ChiPrime == nil {
		t.Errorf("%s: no reason or no χ′", name)
	}
	if k.B != nil && k.Chi != nil && *k.Chi > *k.B {
		t.Errorf("%s: χ_hub = %d > b = %d", name, *k.Chi, *k.B)
	}
	if k.Chi != nil && *k.Chi > *k.ChiPrime {
		t.Errorf("%s: χ_hub = %d > χ′ = %d", name, *k.Chi, *k.ChiPrime)
	}
}

func show(p *int) string {
	if p == nil {
		return "-"
	}
	return fmt.Sprint(*p)
}

// small lists, family by family, calls at all sizes up to a bound.
func small() []string {
	var calls []string
	add := func(format string, args ...any) { calls = append(calls, fmt.Sprintf(format, args...)) }
	for n := 1; n <= 40; n++ {
		for _, f := range []string{"causal", "tournament", "complete", "crown", "path", "cycle", "loops", "identity"} {
			add("%s n=%d", f, n)
		}
	}
	for n := 1; n <= 20; n++ {
		for w := range 22 {
			add("window n=%d w=%d", n, w+1)
			add("symmetric-window n=%d radius=%d", n, w)
			add("strided n=%d stride=%d", n, w+1)
			for v := range 5 {
				add("strided n=%d stride=%d local=%d", n, w%7+1, v)
				add("longformer n=%d radius=%d global=%d", n, w%9, v)
				add("fixed n=%d block=%d summary=%d", n, w+1, min(v, w+1))
			}
		}
	}
	for m := 1; m <= 9; m++ {
		for s := 1; s <= 4; s++ {
			add("block-causal blocks=%d size=%d", m, s)
			for r := range 3 {
				add("bigbird blocks=%d size=%d radius=%d global=%d random=%d seed=%d", m, s, r, s%3, (r+s)%4, m)
			}
		}
		for q := 1; q <= 9; q++ {
			add("grid rows=%d cols=%d", m, q)
			add("all-ones rows=%d cols=%d", m-1, q-1)
			add("empty rows=%d cols=%d", m-1, q-1)
			add("random rows=%d cols=%d p=0.%d seed=%d", m-1, q-1, q, m)
			add("random-hub nodes=%d hubs=%d p=0.4 seed=%d", m-1, q-1, q)
			add("double-cover base=grid,rows=%d,cols=%d", m, q)
		}
		add("random-digraph n=%d p=0.5", m)
		add("double-cover base=causal,n=%d", m)
		add("double-cover base=random-hub,nodes=%d,hubs=3", m)
	}
	for k := 1; k <= 7; k++ {
		for _, f := range []string{"disjointness", "intersection", "inner-product"} {
			add("%s k=%d", f, k)
		}
		add("cube-slack d=%d", k)
		add("hypercube d=%d", k)
		add("polygon-slack n=%d", 2*k+1)
		add("polygon-slack n=%d", 2*k+2)
	}
	add("petersen")
	add("matrix rows=")
	add("matrix rows=01/11/00")
	for _, q := range []int{2, 3, 5, 7} {
		add("projective-plane q=%d", q)
	}
	return calls
}

// TestKnown checks every witness by definition, and the estimate of the size.
func TestKnown(t *testing.T) {
	covered := map[string]bool{}
	for _, text := range small() {
		c := call(t, text)
		covered[c.Family.Name] = true
		m, err := c.Make()
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		checkKnown(t, text, m)
		s := c.Family.Size(c.Args)
		if rel := m.Relation; s.Rows < float64(rel.Rows()) || s.Cols < float64(rel.Cols()) ||
			!strings.Contains(text, "random-") && c.Family.Name != "random" && s.Cells < float64(rel.Len()) {
			t.Errorf("%s: %d × %d with %d cells, estimated %+v", text, rel.Rows(), rel.Cols(), rel.Len(), s)
		}
	}
	for _, f := range families.All {
		if !covered[f.Name] {
			t.Errorf("%s is not tested", f.Name)
		}
	}
}
