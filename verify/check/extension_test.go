package check

import "testing"

func hub(color int, sources, targets []int32) Hub { return Hub{sources, targets, color} }

func s(n ...int32) []int32 { return n }

func TestExtension(t *testing.T) {
	rel := matrix(t, "110", "111", "01?")
	good := []Hub{hub(1, s(0, 1), s(0, 1)), hub(2, s(1), s(2)), hub(1, s(2), s(2)), hub(2, s(2), s(1))}
	for _, c := range []struct {
		name         string
		hubs         []Hub
		hubsN, color int
		ok           bool
	}{
		{"good", good, 4, 2, true},
		{"nothing claimed", good, Unbounded, Unbounded, true},
		{"one hub too many", good, 3, 2, false},
		{"one colour too many", good, 4, 1, false},
		{"optional left out", []Hub{good[0], good[1], good[3]}, 3, 2, true},
		{"a cell left out", good[1:], 4, 2, false},
		{"a non-cell", []Hub{hub(1, s(0, 1), s(0, 1, 2))}, Unbounded, Unbounded, false},
		{"no source", append([]Hub{hub(3, nil, s(0))}, good...), Unbounded, Unbounded, false},
		{"no target", append([]Hub{hub(3, s(0), nil)}, good...), Unbounded, Unbounded, false},
		{"source out of range", append([]Hub{hub(3, s(3), s(0))}, good...), Unbounded, Unbounded, false},
		{"negative target", append([]Hub{hub(3, s(0), s(-1))}, good...), Unbounded, Unbounded, false},
		{"not ascending", append([]Hub{hub(3, s(1, 0), s(0))}, good...), Unbounded, Unbounded, false},
		{"twice", append([]Hub{hub(3, s(0, 0), s(0))}, good...), Unbounded, Unbounded, false},
		{"colour 0", []Hub{hub(0, s(0, 1), s(0, 1)), good[1], good[3]}, 4, 2, false},
		{"colour out of range", []Hub{hub(3, s(0, 1), s(0, 1)), good[1], good[3]}, 4, 2, false},
		{"a source with two hubs", []Hub{good[0], hub(1, s(1), s(2)), good[3]}, 4, 2, false},
		{"a target with two hubs", []Hub{good[0], good[1], hub(1, s(2), s(1))}, 4, 2, false},
	} {
		if err := Extension(rel, c.hubs, c.hubsN, c.color); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := Extension(matrix(t, "00"), nil, 0, 0); err != nil {
		t.Error(err)
	}
}

func TestCellColors(t *testing.T) {
	rel := matrix(t, "110", "011")
	for _, c := range []struct {
		color []int32
		n     int
		ok    bool
	}{
		{s(1, 2, 1, 2), 2, true},
		{s(1, 2, 1, 2), 4, true},
		{s(1, 2, 1, 2), 5, false},
		{s(1, 2, 1, 2), 1, false},
		{s(1, 1, 2, 1), 2, false},
		{s(1, 2, 2, 1), 2, false},
		{s(1, 2, 1), 2, false},
		{s(1, 2, 1, 0), 2, false},
		{s(1, 2, 1, -1), 2, false},
	} {
		if err := CellColors(rel, c.color, c.n); (err == nil) != c.ok {
			t.Errorf("%v of %d: %v", c.color, c.n, err)
		}
	}
}
