package families_test

import (
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
