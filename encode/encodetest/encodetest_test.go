package encodetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

func TestMatricesUpToPermutation(t *testing.T) {
	for _, c := range []struct{ rows, cols, want int }{{1, 1, 2}, {1, 3, 4}, {2, 2, 7}, {2, 3, 13}, {3, 2, 13}, {3, 3, 36}, {3, 4, 87}, {4, 4, 317}} {
		n := 0
		for range Matrices(c.rows, c.cols) {
			n++
		}
		if n != c.want {
			t.Errorf("%d classes of %d×%d matrices, want %d", n, c.rows, c.cols, c.want)
		}
	}
}

// Counts of all matrices by b and by χ, from an independent census; each class
// counts as often as it has members.
func TestCensus(t *testing.T) {
	for _, c := range []struct {
		n      int
		b, chi []int
	}{
		{2, []int{1, 9, 6}, []int{1, 11, 4}},
		{3, []int{1, 49, 306, 156}, []int{1, 127, 384}},
		{4, []int{1, 225, 8550, 40656, 16104}, []int{1, 2099, 61036, 2400}},
	} {
		b, chi := make([]int, len(c.b)), make([]int, len(c.chi))
		for rel := range Matrices(c.n, c.n) {
			members := classSize(rel)
			b[BruteB(rel)] += members
			chi[BruteChi(rel)] += members
		}
		if !slices.Equal(b, c.b) {
			t.Errorf("%d×%d matrices by b: %v, want %v", c.n, c.n, b, c.b)
		}
		if !slices.Equal(chi, c.chi) {
			t.Errorf("%d×%d matrices by χ: %v, want %v", c.n, c.n, chi, c.chi)
		}
	}
}

// classSize is the number of matrices that permutations make of a square one:
// those of columns give so many multisets of rows, each in so many orders.
func classSize(rel *instances.Relation) int {
	m := make([]int, rel.Rows())
	for u, row := range rel.RowBits() {
		m[u] = int(row[0])
	}
	seen := map[string]bool{}
	orders := 0
	for _, to := range permutedRows(rel.Cols()) {
		image := make([]int, len(m))
		for u, r := range m {
			image[u] = to[r]
		}
		slices.Sort(image)
		seen[fmt.Sprint(image)] = true
		if orders == 0 {
			orders = 1
			for i, run := 0, 0; i < len(image); i++ {
				if i > 0 && image[i] == image[i-1] {
					run++
				} else {
					run = 1
				}
				orders = orders * (i + 1) / run
			}
		}
	}
	return len(seen) * orders
}

func TestFrontOfK3(t *testing.T) {
	front := BruteFront(fromRows([]int{0b110, 0b101, 0b011}, 3))
	if len(front) != 2 || front[0] != (Point{3, 3}) || front[1] != (Point{4, 2}) {
		t.Errorf("front of the complete digraph on 3 nodes: %v, want (3,3) (4,2)", front)
	}
	if FewestHubs(front, 1) != -1 || FewestHubs(front, 2) != 4 || FewestHubs(front, 7) != 3 {
		t.Error("n(1), n(2), n(7) should be infinite, 4, 3")
	}
}

// 17 classes of connected twin-free 4×4 matrices have a gap; all of 4×4 have at least those.
func TestFront4x4(t *testing.T) {
	gaps := 0
	for rel := range Matrices(4, 4) {
		front := BruteFront(rel)
		if b := BruteB(rel); front[0].Hubs != b {
			t.Fatalf("front of %v begins at %v, b = %d", rel.Cells(), front[0], b)
		}
		if len(front) > 1 {
			gaps++
		}
	}
	if gaps < 17 {
		t.Errorf("only %d of the 4×4 classes have a gap", gaps)
	}
}

func TestSolveAgainstTruthTable(t *testing.T) {
	f := pb.New()
	x := f.Block("x", 3)
	f.AtLeast(3, pb.Term{Coef: 2, Lit: x.At(0)}, pb.Term{Coef: 2, Lit: x.At(1)}, pb.Term{Coef: -1, Lit: x.At(2)})
	f.Objective = []pb.Term{{Coef: 1, Lit: x.At(0)}, {Coef: 5, Lit: -x.At(2)}}
	m := Solve(f)
	if m == nil || m.Value(f.Objective) != 1 || f.Check(m) != nil {
		t.Errorf("minimum %v", m)
	}
	f.Clause(-x.At(0), -x.At(1))
	f.Clause(x.At(2))
	if m := Solve(f); m != nil {
		t.Errorf("%v is no model", m)
	}
}

func TestCheckRejects(t *testing.T) {
	rel := fromRows([]int{0b11, 0b10}, 2)
	hub := func(color int, sources, targets []int32) instances.Hub {
		return instances.Hub{Sources: sources, Targets: targets, Color: color}
	}
	good := instances.Extension{hub(1, []int32{0}, []int32{0}), hub(2, []int32{0, 1}, []int32{1})}
	if err := Check(rel, rel.Cells(), good, true); err != nil {
		t.Error(err)
	}
	for name, bad := range map[string]instances.Extension{
		"uncovered":  good[:1],
		"non-cell":   {hub(1, []int32{0, 1}, []int32{0, 1})},
		"clash":      {hub(1, []int32{0}, []int32{0}), hub(1, []int32{0, 1}, []int32{1})},
		"gap":        {hub(1, []int32{0}, []int32{0}), hub(3, []int32{0, 1}, []int32{1})},
		"colourless": {hub(0, []int32{0}, []int32{0}), hub(0, []int32{0, 1}, []int32{1})},
		"empty":      append(instances.Extension{hub(3, nil, []int32{0})}, good...),
		"descending": {hub(1, []int32{0}, []int32{0}), hub(2, []int32{1, 0}, []int32{1})},
	} {
		if Check(rel, rel.Cells(), bad, true) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
