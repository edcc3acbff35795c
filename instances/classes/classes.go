// Package classes walks small 0/1 matrices up to permutations of rows and of
// columns, and says how many matrices each class has.
//
//	for c := range classes.All(5, 5) {
//		fmt.Println(c, c.Labelled) // 5624 classes, 2^25 matrices
//	}
package classes

import (
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/hubcover/hubcover/instances"
)

// Most is the largest number of rows, and of columns, of a class.
const Most = 6

// Class is one matrix of a class, with the number of matrices that are it with
// rows and columns permuted.
type Class struct {
	// Rows are the cells of each row, column v as bit Cols-1-v, so that a row
	// reads as a binary number; descending.
	Rows     []uint8
	Cols     int
	Labelled int64
}

// All walks the classes of rows × cols matrices, empty lines included, always in
// the same order: 7 of 2×2, 36 of 3×3, 317 of 4×4, 5624 of 5×5, 251610 of 6×6
// (OEIS A002724). Both sizes are from 0 to Most.
//
// The one walked is the largest of its class, with rows in descending order. The
// first rows of it are the largest of their class too: further rows can only
// raise the k-th largest row of any image. So a matrix is extended only while no
// permutation of columns makes it larger.
func All(rows, cols int) iter.Seq[Class] {
	images := permutedRows(cols)
	return func(yield func(Class) bool) {
		w := walk{cols: cols, images: images, rows: make([]uint8, 0, rows), image: make([]uint8, rows)}
		w.extend(rows, 1<<cols-1, yield)
	}
}

// walk is a matrix under construction.
type walk struct {
	cols   int
	images [][]uint8 // for each permutation of columns what becomes of each row
	rows   []uint8
	image  []uint8
}

func (w *walk) extend(rows, most int, yield func(Class) bool) bool {
	fixed, ok := w.largest()
	if !ok {
		return true
	}
	if len(w.rows) == rows {
		return yield(Class{Rows: slices.Clone(w.rows), Cols: w.cols, Labelled: w.labelled(fixed)})
	}
	for r := most; r >= 0; r-- {
		w.rows = append(w.rows, uint8(r))
		if !w.extend(rows, r, yield) {
			return false
		}
		w.rows = w.rows[:len(w.rows)-1]
	}
	return true
}

// largest reports whether no permutation of columns makes the rows, sorted
// again, larger, and counts those that leave them as they are.
func (w *walk) largest() (fixed int64, ok bool) {
	image := w.image[:len(w.rows)]
	for _, to := range w.images {
		for i, r := range w.rows {
			x, k := to[r], i
			for ; k > 0 && image[k-1] < x; k-- { // sorted as it grows
				image[k] = image[k-1]
			}
			image[k] = x
		}
		switch slices.Compare(image, w.rows) {
		case 1:
			return 0, false
		case 0:
			fixed++
		}
	}
	return fixed, true
}

// labelled is the size of the class: all pairs of permutations over those that
// leave the matrix as it is.
func (w *walk) labelled(fixed int64) int64 {
	all, alike := int64(1), int64(1) // orders of rows, and of equal rows
	run := int64(0)
	for i, r := range w.rows {
		all *= int64(i + 1)
		if run++; i > 0 && w.rows[i-1] != r {
			run = 1
		}
		alike *= run
	}
	return all * int64(len(w.images)) / (fixed * alike)
}

// permutedRows gives for each permutation of the columns what becomes of each row.
func permutedRows(cols int) [][]uint8 {
	var images [][]uint8
	var choose func(at []int)
	choose = func(at []int) {
		if len(at) == cols {
			to := make([]uint8, 1<<cols)
			for r := range to {
				for from, bit := range at {
					to[r] |= uint8(r>>from&1) << bit
				}
			}
			images = append(images, to)
			return
		}
		for bit := range cols {
			if !slices.Contains(at, bit) {
				choose(append(slices.Clip(at), bit))
			}
		}
	}
	choose(nil)
	return images
}

// String writes the rows as 0s and 1s, with / between them.
func (c Class) String() string {
	var out strings.Builder
	for i, r := range c.Rows {
		if i > 0 {
			out.WriteByte('/')
		}
		for v := c.Cols - 1; v >= 0; v-- {
			out.WriteByte('0' + r>>v&1)
		}
	}
	return out.String()
}

// Len is the number of cells.
func (c Class) Len() int {
	n := 0
	for _, r := range c.Rows {
		n += bits.OnesCount8(r)
	}
	return n
}

// Relation is the matrix as a relation.
func (c Class) Relation() *instances.Relation {
	var cells []instances.Cell
	for u, r := range c.Rows {
		for v := range c.Cols {
			if r>>(c.Cols-1-v)&1 != 0 {
				cells = append(cells, instances.Cell{Row: int32(u), Col: int32(v)})
			}
		}
	}
	rel, err := instances.New(len(c.Rows), c.Cols, cells)
	if err != nil {
		panic("classes: " + err.Error()) // only by a cell outside, which is never made here
	}
	return rel
}
