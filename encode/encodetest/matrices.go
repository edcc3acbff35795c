package encodetest

import (
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// Matrices walks the rows × cols 0/1 matrices up to permutations of rows and of
// columns, one of each class, empty lines included, always in the same order:
// 7 of 2×2, 36 of 3×3, 317 of 4×4, 5624 of 5×5 (OEIS A002724). Both sizes are
// from 1 to 6.
func Matrices(rows, cols int) iter.Seq[*instances.Relation] {
	images := permutedRows(cols)
	return func(yield func(*instances.Relation) bool) {
		m := make([]int, rows) // each row as a binary number, descending
		image := make([]int, rows)
		var extend func(k, most int) bool
		extend = func(k, most int) bool {
			if k == rows {
				return !isCanonical(m, image, images) || yield(fromRows(m, cols))
			}
			for r := range most + 1 {
				m[k] = r
				if !extend(k+1, r) {
					return false
				}
			}
			return true
		}
		extend(0, 1<<cols-1)
	}
}

// isCanonical reports whether no permutation of columns makes the sorted rows
// lexicographically larger.
func isCanonical(m, image []int, images [][]int) bool {
	for _, to := range images {
		for i, r := range m {
			image[i] = to[r]
		}
		slices.SortFunc(image, func(a, b int) int { return b - a })
		if slices.Compare(image, m) > 0 {
			return false
		}
	}
	return true
}

// permutedRows gives for each permutation of the columns what becomes of each row.
func permutedRows(cols int) [][]int {
	var images [][]int
	perm := make([]int, 0, cols)
	var extend func()
	extend = func() {
		if len(perm) == cols {
			to := make([]int, 1<<cols)
			for r := range to {
				for from, at := range perm {
					to[r] |= r >> from & 1 << at
				}
			}
			images = append(images, to)
			return
		}
		for c := range cols {
			if !slices.Contains(perm, c) {
				perm = append(perm, c)
				extend()
				perm = perm[:len(perm)-1]
			}
		}
	}
	extend()
	return images
}

// AllMatrices walks all 2^(rows·cols) matrices.
func AllMatrices(rows, cols int) iter.Seq[*instances.Relation] {
	return func(yield func(*instances.Relation) bool) {
		for code := range uint64(1) << (rows * cols) {
			if !yield(Matrix(rows, cols, code)) {
				return
			}
		}
	}
}

// Matrix is the matrix whose entries, row by row, are the bits of code, the
// least first; it has at most 64 entries.
func Matrix(rows, cols int, code uint64) *instances.Relation {
	m := make([]int, rows)
	for u := range m {
		m[u] = int(code >> (u * cols) & (1<<cols - 1))
	}
	return fromRows(m, cols)
}

func fromRows(m []int, cols int) *instances.Relation {
	var cells []instances.Cell
	for u, r := range m {
		for v := range cols {
			if r>>v&1 != 0 {
				cells = append(cells, instances.Cell{Row: int32(u), Col: int32(v)})
			}
		}
	}
	return relation(len(m), cols, cells)
}

// Random is a matrix whose cells occur independently with probability p.
func Random(rng *rand.Rand, rows, cols int, p float64) *instances.Relation {
	var cells []instances.Cell
	for u := range rows {
		for v := range cols {
			if rng.Float64() < p {
				cells = append(cells, instances.Cell{Row: int32(u), Col: int32(v)})
			}
		}
	}
	return relation(rows, cols, cells)
}

// WithOptional makes each cell optional with probability p.
func WithOptional(rng *rand.Rand, rel *instances.Relation, p float64) *instances.Relation {
	var optional []instances.Cell
	for _, c := range rel.All() {
		if rng.Float64() < p {
			optional = append(optional, c)
		}
	}
	rel, err := rel.WithOptional(optional)
	if err != nil {
		panic("encodetest: " + err.Error()) // only by a cell that is none, and these are cells
	}
	return rel
}

// Shuffled permutes rows and columns.
func Shuffled(rng *rand.Rand, rel *instances.Relation) *instances.Relation {
	rows, cols := rng.Perm(rel.Rows()), rng.Perm(rel.Cols())
	cells := rel.Cells()
	for i, c := range cells {
		cells[i] = instances.Cell{Row: int32(rows[c.Row]), Col: int32(cols[c.Col])}
	}
	return relation(rel.Rows(), rel.Cols(), cells)
}

func relation(rows, cols int, cells []instances.Cell) *instances.Relation {
	rel, err := instances.New(rows, cols, cells)
	if err != nil {
		panic("encodetest: " + err.Error()) // only by a cell outside, which is never made here
	}
	return rel
}
