package verify_test

import (
	"testing"
	"testing/fstest"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

func cell(r, c int32) instances.Cell { return instances.Cell{Row: r, Col: c} }

// k3 is the complete digraph on three nodes, without loops.
func k3(t *testing.T) *instances.Relation {
	t.Helper()
	rel, err := instances.New(3, 3, []instances.Cell{cell(0, 1), cell(0, 2), cell(1, 0), cell(1, 2), cell(2, 0), cell(2, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return rel
}

func TestAnswersAreHeldAgainstTheRelation(t *testing.T) {
	rel := k3(t)
	hubs := instances.Extension{
		{Sources: []int32{0, 1}, Targets: []int32{2}, Color: 1}, {Sources: []int32{2}, Targets: []int32{0, 1}, Color: 1},
		{Sources: []int32{0}, Targets: []int32{1}, Color: 2}, {Sources: []int32{1}, Targets: []int32{0}, Color: 2},
	}
	sperner := check.By{Method: "sperner", Rows: []check.Line{0, 1, 2}}
	for _, c := range []struct {
		name string
		err  error
		ok   bool
	}{
		{"cover", verify.Cover(rel, hubs), true},
		{"three of four", verify.Cover(rel, hubs[1:]), false},
		{"colours", verify.Coloring(rel, hubs, 2), true},
		{"one colour", verify.Coloring(rel, hubs, 1), false},
		{"a negative number of colours", verify.Coloring(rel, hubs, -1), false},
		{"cells", verify.CellColors(rel, []int32{1, 2, 2, 1, 1, 2}, 2), true},
		{"cells of one row alike", verify.CellColors(rel, []int32{1, 1, 2, 1, 1, 2}, 2), false},
		{"two hubs", second(verify.Refute(rel, 2, check.Unbounded, sperner)), true},
		{"three hubs", second(verify.Refute(rel, 3, check.Unbounded, sperner)), false},
	} {
		if (c.err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, c.err)
		}
	}
	if v, err := verify.Lower(rel, check.B, sperner); err != nil || v.Bound != 3 {
		t.Errorf("b ≥ %d, %v", v.Bound, err)
	}
	if check.Digest(rel) != rel.Digest() {
		t.Error("the checker and the relation disagree about the digest")
	}
	found, err := verify.Certificate(fstest.MapFS{"c.tar": {}}, "c.tar", rel)
	if err != nil || check.ExitCode(found) != 2 {
		t.Errorf("an empty file: %v, %v", found, err)
	}
}

func second(_ check.Verdict, err error) error { return err }

func TestOptionalCellsHaveNoColours(t *testing.T) {
	rel, err := k3(t).WithOptional([]instances.Cell{cell(0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	hub := instances.Extension{{Sources: []int32{0}, Targets: []int32{1}, Color: 1}}
	if err := verify.Coloring(rel, hub, 1); err == nil {
		t.Error("colours were accepted")
	}
	if check.Digest(rel) != rel.Digest() {
		t.Error("the checker and the relation disagree about the digest")
	}
}
