package check

import (
	"fmt"
	"slices"
)

// Hub is one biclique of a hub extension; Color counts from 1, 0 is none.
type Hub struct {
	Sources, Targets []int32
	Color            int
}

// Extension checks a hub extension by definition alone (math.md, section 1):
// every A×B ⊆ E, the union is E (optional cells may stay uncovered), and, where
// colours are claimed, every hub has one of 1..maxColors and no vertex feeds, or
// reads, two hubs of one colour. Unbounded claims nothing. The error names the
// first thing that is wrong.
func Extension(rel Relation, hubs []Hub, maxHubs, maxColors int) error {
	if maxHubs >= 0 && len(hubs) > maxHubs {
		return fmt.Errorf("%d hubs, claimed at most %d", len(hubs), maxHubs)
	}
	start := rowStarts(rel)
	covered := make([]bool, rel.Len())
	for i, h := range hubs {
		if err := biclique(rel, h, start, covered); err != nil {
			return fmt.Errorf("hub %d: %w", i+1, err)
		}
	}
	for r := range rel.Rows() {
		for k, c := range rel.Row(r) {
			if i := start[r] + k; !covered[i] && !rel.Optional(i) {
				return fmt.Errorf("cell (%d,%d) is covered by no hub", r, c)
			}
		}
	}
	if maxColors >= 0 {
		return legalColors(rel, hubs, maxColors)
	}
	return nil
}

// biclique checks one hub and marks its cells.
func biclique(rel Relation, h Hub, start []int, covered []bool) error {
	if err := members("source", h.Sources, rel.Rows()); err != nil {
		return err
	}
	if err := members("target", h.Targets, rel.Cols()); err != nil {
		return err
	}
	for _, a := range h.Sources {
		row, k := rel.Row(int(a)), 0
		for _, b := range h.Targets {
			n, ok := ahead(row[k:], b)
			if !ok {
				return fmt.Errorf("source %d does not reach target %d", a, b)
			}
			k += n
			covered[start[a]+k] = true
		}
	}
	return nil
}

// ahead finds b in an ascending row, in steps that double from its beginning:
// the targets of a hub are often close together.
func ahead(row []int32, b int32) (at int, ok bool) {
	end := 1
	for end < len(row) && row[end-1] < b {
		at, end = end, 2*end
	}
	n, ok := slices.BinarySearch(row[at:min(end, len(row))], b)
	return at + n, ok
}

// members wants a nonempty, strictly ascending list of indices below n.
func members(what string, list []int32, n int) error {
	if len(list) == 0 {
		return fmt.Errorf("no %s", what)
	}
	for i, v := range list {
		switch {
		case v < 0 || int(v) >= n:
			return fmt.Errorf("%s %d is out of range 0..%d", what, v, n-1)
		case i > 0 && v <= list[i-1]:
			return fmt.Errorf("%ss are not in ascending order at %d", what, v)
		}
	}
	return nil
}
