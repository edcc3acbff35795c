package classes

import (
	"os"
	"slices"
	"testing"
)

// All matrices of one size fall into the classes that are walked, as many as
// each says.
func TestClassesByBruteForce(t *testing.T) {
	for rows := range 5 {
		for cols := range 5 {
			if rows*cols > 12 {
				continue
			}
			images := permutedRows(cols)
			count := map[string]int64{}
			for code := range 1 << (rows * cols) {
				best := ""
				for _, to := range images {
					m := make([]uint8, rows)
					for i := range m {
						m[i] = to[code>>(i*cols)&(1<<cols-1)]
					}
					slices.SortFunc(m, func(a, b uint8) int { return int(b) - int(a) })
					if s := (Class{Rows: m, Cols: cols}).String(); s > best {
						best = s
					}
				}
				count[best]++
			}
			walked := 0
			for c := range All(rows, cols) {
				walked++
				if count[c.String()] != c.Labelled {
					t.Errorf("%d×%d: class %s has %d, want %d", rows, cols, c, c.Labelled, count[c.String()])
				}
				if rel := c.Relation(); rel.Rows() != rows || rel.Cols() != cols || rel.Len() != c.Len() {
					t.Errorf("%s as a relation is %d × %d with %d cells", c, rel.Rows(), rel.Cols(), rel.Len())
				}
			}
			if walked != len(count) {
				t.Errorf("%d×%d: %d classes, want %d", rows, cols, walked, len(count))
			}
		}
	}
}

// OEIS A002724, and rectangles of A028657.
func TestNumbersOfClasses(t *testing.T) {
	want := map[[2]int]int{{1, 1}: 2, {2, 2}: 7, {3, 3}: 36, {4, 4}: 317, {5, 5}: 5624, {4, 5}: 1053, {5, 4}: 1053, {1, 6}: 7, {6, 2}: 50}
	if os.Getenv("HUBCOVER_LONG") != "" {
		want[[2]int{6, 6}] = 251610
	}
	for size, n := range want {
		got, labelled := 0, int64(0)
		for c := range All(size[0], size[1]) {
			got++
			labelled += c.Labelled
		}
		if got != n || labelled != 1<<(size[0]*size[1]) {
			t.Errorf("%v: %d classes of %d matrices, want %d", size, got, labelled, n)
		}
	}
}

func TestTheWalkCanBeLeft(t *testing.T) {
	n := 0
	for range All(4, 4) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Error(n)
	}
}
