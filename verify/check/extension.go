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
	if err := bicliques(rel, hubs); err != nil {
		return err
	}
	if maxColors >= 0 {
		return legalColors(rel, hubs, maxColors)
	}
	return nil
}

// bicliques checks that the hubs cover the relation and nothing else, a row
// after the other: what its hubs read is within it, and together all of it.
func bicliques(rel Relation, hubs []Hub) error {
	targets := make([][]word, len(hubs))
	feeds := make([][]int32, rel.Rows()) // hubs of each row
	for i, h := range hubs {
		if err := members("source", h.Sources, rel.Rows()); err != nil {
			return fmt.Errorf("hub %d: %w", i+1, err)
		}
		if err := members("target", h.Targets, rel.Cols()); err != nil {
			return fmt.Errorf("hub %d: %w", i+1, err)
		}
		targets[i] = words(nil, h.Targets)
		for _, a := range h.Sources {
			feeds[a] = append(feeds[a], int32(i))
		}
	}
	cells, open := newSet(rel.Cols()), newSet(rel.Cols()) // of one row; open: covered by no hub yet
	var row []word
	before := 0 // cells of earlier rows
	for r := range rel.Rows() {
		row = words(row[:0], rel.Row(r))
		cells.put(row)
		open.put(row)
		for _, i := range feeds[r] {
			for _, w := range targets[i] {
				if wrong := w.bits &^ cells[w.at]; wrong != 0 {
					return fmt.Errorf("hub %d: source %d does not reach target %d", i+1, r, w.first(wrong))
				}
				open[w.at] &^= w.bits
			}
		}
		for _, w := range row {
			for rest := open[w.at]; rest != 0; rest &= rest - 1 {
				c := w.first(rest)
				k, _ := slices.BinarySearch(rel.Row(r), c)
				if !rel.Optional(before + k) {
					return fmt.Errorf("cell (%d,%d) is covered by no hub", r, c)
				}
			}
		}
		cells.remove(row)
		open.remove(row)
		before += len(rel.Row(r))
	}
	return nil
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
