package families_test

import (
	"fmt"
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances/families"
)

// TestBruteForce compares what is stated with exhaustive search on whatever is
// small enough for it.
func TestBruteForce(t *testing.T) {
	hubs, colors := map[string]int{}, map[string]int{}
	seen := map[string]bool{}
	for _, text := range small() {
		m := generate(t, text)
		rel, name := m.Relation, call(t, text).Family.Name
		if id := name + rel.Digest(); seen[id] {
			continue
		} else {
			seen[id] = true
		}
		if k := m.Known.B; k != nil && rel.Rows() <= 8 && rel.Len() <= 28 {
			hubs[name]++
			if b := encodetest.BruteB(rel); b != *k {
				t.Errorf("%s: b = %d, stated %d", text, b, *k)
			}
		}
		if k := m.Known.Chi; k != nil && rel.Rows() <= 8 && rel.Len() <= 13 {
			colors[name]++
			if chi := encodetest.BruteChi(rel); chi != *k {
				t.Errorf("%s: χ_hub = %d, stated %d", text, chi, *k)
			}
		}
	}
	for _, f := range families.All {
		m := generate(t, f.Name)
		if m.Known.B != nil && hubs[f.Name] == 0 && f.Name != "petersen" {
			t.Errorf("no b of %s is compared", f.Name)
		}
		if m.Known.Chi != nil && colors[f.Name] == 0 && f.Name != "petersen" {
			t.Errorf("no χ_hub of %s is compared", f.Name)
		}
	}
}

// TestKnownValues compares what is stated with values from the literature and
// from exhaustive searches: b and χ_hub of a call whose last parameter counts
// up; 0 for what is not stated.
func TestKnownValues(t *testing.T) {
	for _, c := range []struct {
		call   string
		from   int
		b, chi []int
	}{
		{"crown n=%d", 2, []int{2, 3, 4, 4, 4, 5, 5, 5, 5, 6}, []int{1, 2, 2, 3, 3, 3, 3, 4, 4, 4}},
		{"complete n=%d", 2, []int{2, 3, 4, 4, 4, 5, 5, 5, 5, 6}, []int{1, 2, 2, 3, 3, 3, 3, 4, 4, 4}},
		{"tournament n=%d", 2, []int{1, 2, 3, 4, 5, 6, 7, 8}, []int{1, 2, 2, 3, 3, 3, 3, 4}},
		{"causal n=%d", 1, []int{1, 2, 3, 4, 5, 6, 7, 8}, []int{1, 2, 2, 3, 3, 3, 3, 4}},
		{"block-causal size=3 blocks=%d", 1, []int{1, 2, 3, 4}, []int{1, 2, 2, 3}},
		{"path n=%d", 2, []int{1, 2, 3}, []int{1, 1, 1}},
		{"cycle n=%d", 3, []int{3, 4, 5}, []int{1, 1, 1}},
		{"identity n=%d", 1, []int{1, 2, 3}, []int{1, 1, 1}},
		{"all-ones rows=5 cols=%d", 0, []int{0, 1, 1}, []int{0, 1, 1}},
		{"intersection k=%d", 1, []int{1, 2, 3, 4, 5}, []int{1, 2, 3, 4, 5}},
		{"disjointness k=%d", 1, []int{2, 4, 8, 16, 32}, []int{2, 2, 3, 4, 0}},
		{"inner-product k=%d", 1, []int{1, 3, 7, 15}, []int{1, 2, 3, 0}},
		{"grid rows=2 cols=%d", 1, []int{1, 1, 2, 3, 4}, []int{1, 1, 2, 2, 2}},
		{"grid rows=3 cols=%d", 1, []int{1, 2, 0, 0, 0}, []int{1, 2, 2, 2, 2}},
		{"hypercube d=%d", 1, []int{1, 1, 4, 8, 16, 32}, []int{1, 1, 2, 2, 3, 3}},
		{"polygon-slack n=%d", 4, []int{4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 0}, []int{2, 2, 3, 3, 3, 3, 0, 0, 0, 0, 0}},
		{"cube-slack d=%d", 2, []int{4, 6, 8, 10}, []int{2, 2, 3, 0}},
		{"window n=12 w=%d", 2, []int{12, 12, 12}, []int{2, 2, 3}},
		{"symmetric-window n=12 radius=%d", 0, []int{12, 11, 10, 9}, []int{1, 0, 0, 0}},
		{"strided n=12 local=0 stride=%d", 4, []int{12}, []int{2}},
		{"strided n=12 local=3 stride=%d", 3, []int{12}, []int{0}},
		{"fixed n=12 block=%d", 3, []int{12}, []int{0}},
		{"double-cover base=grid,rows=2,cols=%d", 2, []int{2, 4, 6}, []int{1, 2, 2}},
		{"double-cover base=hypercube,d=%d", 2, []int{2, 8, 16}, []int{1, 2, 2}},
	} {
		for i := range c.b {
			text := fmt.Sprintf(c.call, c.from+i)
			known := generate(t, text).Known
			stated := func(p *int) int {
				if p == nil {
					return 0
				}
				return *p
			}
			if stated(known.B) != c.b[i] || stated(known.Chi) != c.chi[i] {
				t.Errorf("%s: b = %s, χ_hub = %s, not %d, %d", text, show(known.B), show(known.Chi), c.b[i], c.chi[i])
			}
		}
	}
	if k := generate(t, "petersen").Known; *k.B != 10 || *k.Chi != 3 {
		t.Errorf("petersen: b = %d, χ_hub = %d", *k.B, *k.Chi)
	}
}

// TestGrids: the values of Guo, Huynh and Macchia that exhaustive search
// reaches; for most of them no number is stated.
func TestGrids(t *testing.T) {
	for _, c := range []struct{ p, q, b int }{
		{2, 2, 1}, {2, 3, 2}, {2, 4, 3}, {2, 5, 4}, {3, 3, 4}, {3, 4, 6}, {3, 5, 7}, {4, 4, 7},
	} {
		for _, text := range []string{fmt.Sprintf("grid rows=%d cols=%d", c.p, c.q), fmt.Sprintf("grid rows=%d cols=%d", c.q, c.p)} {
			if b := encodetest.BruteB(generate(t, text).Relation); b != c.b {
				t.Errorf("%s: b = %d, not %d", text, b, c.b)
			}
		}
	}
}

// TestChiPrime compares the largest degree with closed forms.
func TestChiPrime(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for call, want := range map[string]int{
			"causal n=%d": n, "tournament n=%d": n - 1, "crown n=%d": n - 1, "window n=%d w=5": min(n, 5),
			"block-causal size=3 blocks=%d": 3 * n, "symmetric-window radius=2 n=%d": min(n, 5), "strided stride=3 n=%d": (n + 2) / 3,
			"longformer global=1 n=%d": n, "path n=%d": min(1, n-1), "cycle n=%d": 1, "grid rows=7 cols=%d": min(2, n-1) + 2,
			"hypercube d=%d": n, "all-ones rows=4 cols=%d": max(4, n), "disjointness k=%d": 1 << n, "intersection k=%d": 1<<n - 1,
			"inner-product k=%d": 1 << n / 2, "cube-slack d=%d": max(n, 1<<n/2),
		} {
			if n > 8 && call[len(call)-3:] != "n=%d" {
				continue // the large ones
			}
			text := fmt.Sprintf(call, n)
			if got := *generate(t, text).Known.ChiPrime; got != want {
				t.Errorf("%s: χ′ = %d, not %d", text, got, want)
			}
		}
	}
}
