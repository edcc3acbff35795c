// Package small answers the questions about 0/1 matrices of at most six rows
// or six columns exactly, by bitmasks and without any backend: for counting over
// all of them. Its numbers come without witnesses; tests hold them against
// brute force and against the solver that proves what it says.
//
//	t := small.New()
//	v := t.Answer([]uint8{0b011, 0b101, 0b110}, 3) // K_3 without loops
//	fmt.Println(v.B, v.Chi, v.Front)               // 3 2 [{3 3} {4 2}]
package small

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"
)

// Most is the largest number of rows, and of columns.
const Most = 6

// Point is a point of the front: the fewest hubs with that many colours.
type Point struct{ Hubs, Colors int }

// Values answers all questions about one matrix. The front has hubs ascending.
type Values struct {
	B, Chi, ChiPrime int
	Front            []Point
}

// Ask says which questions are to be answered.
type Ask struct{ B, Chi, ChiPrime, Front bool }

// Tables are what colourings of up to Most rows can do. They are filled when
// first needed; several goroutines may use them.
type Tables struct {
	mu     sync.Mutex
	levels [Most + 1][][]uint64 // by rows and colours: see reached
}

// New makes empty tables.
func New() *Tables { return &Tables{} }

// Answer answers all questions about a matrix: rows as binary numbers of cols
// bits, both at most Most.
func (t *Tables) Answer(rows []uint8, cols int) Values {
	return t.Some(rows, cols, Ask{true, true, true, true})
}

// Some answers the questions that are asked; the others stay 0.
func (t *Tables) Some(rows []uint8, cols int, ask Ask) Values {
	if len(rows) > Most || cols > Most {
		panic(fmt.Sprintf("small: a matrix of %d × %d, at most %d × %d fit", len(rows), cols, Most, Most))
	}
	var v Values
	if ask.ChiPrime {
		v.ChiPrime = largestDegree(rows)
	}
	m := reduce(rows, cols)
	if ask.B || ask.Front {
		v.B = m.fewestHubs()
	}
	if ask.Chi || ask.Front {
		v.Chi = t.fewestColors(m)
	}
	if ask.Front {
		v.Front = m.front(v.B, v.Chi)
	}
	if !ask.B {
		v.B = 0
	}
	if !ask.Chi {
		v.Chi = 0
	}
	return v
}

// largestDegree is χ′ (F1).
func largestDegree(rows []uint8) int {
	most := 0
	var cols [8]int
	for _, r := range rows {
		most = max(most, bits.OnesCount8(r))
		for ; r != 0; r &= r - 1 {
			v := bits.TrailingZeros8(r)
			cols[v]++
			most = max(most, cols[v])
		}
	}
	return most
}

// matrix is a matrix without twins and empty lines (F3), with no more rows than
// columns: each column as a set of rows, those with most first.
type matrix struct {
	rows int
	cols []uint8
}

func reduce(rows []uint8, cols int) matrix {
	m := distinct(transposed(distinct(rows), cols))
	t := distinct(transposed(m, len(distinct(rows))))
	if len(t) < len(m) { // t are the rows now, as sets of m
		return matrix{len(t), bySize(m)}
	}
	return matrix{len(m), bySize(t)}
}

// distinct are the lines that are neither empty nor twins of another.
func distinct(lines []uint8) []uint8 {
	out := slices.Clone(lines)
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > 0 && out[0] == 0 {
		out = out[1:]
	}
	return out
}

// transposed gives the n lines across: line k has bit i where lines[i] has bit k.
func transposed(lines []uint8, n int) []uint8 {
	out := make([]uint8, n)
	for i, l := range lines {
		for ; l != 0; l &= l - 1 {
			out[bits.TrailingZeros8(l)] |= 1 << i
		}
	}
	return out
}

func bySize(cols []uint8) []uint8 {
	slices.SortStableFunc(cols, func(a, b uint8) int { return bits.OnesCount8(b) - bits.OnesCount8(a) })
	return cols
}
