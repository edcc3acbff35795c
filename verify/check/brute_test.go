package check

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// matrix reads dense rows.
func matrix(t testing.TB, rows ...string) *Matrix {
	t.Helper()
	m, err := readDense([]byte(strings.Join(rows, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// classes gives every m × n matrix up to permutations of rows and columns.
func classes(t testing.TB, m, n int) (out []*Matrix) {
	t.Helper()
	seen := map[string]bool{}
	rowOrders, colOrders := orders(m), orders(n)
	for code := range 1 << (m * n) {
		key := ""
		for _, ro := range rowOrders {
			for _, co := range colOrders {
				b := make([]byte, 0, m*(n+1))
				for _, r := range ro {
					for _, c := range co {
						b = append(b, '0'+byte(code>>(r*n+c)&1))
					}
					b = append(b, '\n')
				}
				key = max(key, string(b))
			}
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, matrix(t, strings.Fields(key)...))
		}
	}
	return out
}

func orders(n int) (out [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, o := range orders(n - 1) {
		for i := range n {
			out = append(out, slices.Insert(slices.Clone(o), i, n-1))
		}
	}
	return out
}

// allBicliques gives every nonempty A × B within the relation, by bit sets.
func allBicliques(rel Relation) (out [][2]int) {
	for a := 1; a < 1<<rel.Rows(); a++ {
		common := 1<<rel.Cols() - 1
		for r := range rel.Rows() {
			if a>>r&1 == 1 {
				row := 0
				for _, c := range rel.Row(r) {
					row |= 1 << c
				}
				common &= row
			}
		}
		for b := common; b > 0; b = (b - 1) & common {
			out = append(out, [2]int{a, b})
		}
	}
	return out
}

// cellsOf gives the cells that must be covered.
func cellsOf(rel Relation) (out Cells) {
	i := 0
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			if !rel.Optional(i) {
				out = append(out, [2]int32{int32(r), c})
			}
			i++
		}
	}
	return out
}

// attainable says by trying whether n hubs in h colours cover the cells.
func attainable(rel Relation, cells Cells, n, h int) bool {
	all := allBicliques(rel)
	type hub struct{ a, b, color int }
	var chosen []hub
	var try func() bool
	try = func() bool {
		for _, e := range cells {
			covered := false
			for _, x := range chosen {
				covered = covered || x.a>>e[0]&1 == 1 && x.b>>e[1]&1 == 1
			}
			if covered {
				continue
			}
			if len(chosen) == n {
				return false
			}
			fresh := 0
			for _, x := range chosen {
				fresh = max(fresh, x.color+1)
			}
			for _, ab := range all {
				if ab[0]>>e[0]&1 == 0 || ab[1]>>e[1]&1 == 0 {
					continue
				}
			colors:
				for color := range min(h, fresh+1) {
					for _, x := range chosen {
						if x.color == color && (x.a&ab[0] != 0 || x.b&ab[1] != 0) {
							continue colors
						}
					}
					chosen = append(chosen, hub{ab[0], ab[1], color})
					if try() {
						return true
					}
					chosen = chosen[:len(chosen)-1]
				}
			}
			return false
		}
		return true
	}
	return try()
}

// bruteB and bruteChi find the numbers by trying.
func bruteB(rel Relation) int {
	n := 0
	for cells := cellsOf(rel); !attainable(rel, cells, n, n); {
		n++
	}
	return n
}

func bruteChi(rel Relation) int {
	h := 0
	for cells := cellsOf(rel); !attainable(rel, cells, len(cells), h); {
		h++
	}
	return h
}

// memory is an Open function over texts.
func memory(files map[string]string) func(string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		text, ok := files[name]
		if !ok {
			return nil, malformed("no file %s", name)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}
}
