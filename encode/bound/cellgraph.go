package bound

import (
	"math/bits"
	"math/rand/v2"

	"github.com/hubcover/hubcover/instances"
)

// maxGraphBits is the largest n² for which the graphs of n cells are kept as
// bit matrices: 2^29 bits are 64 MB.
const maxGraphBits = 1 << 29

func fitsGraph(n int) bool { return n <= 1 || n <= maxGraphBits/n }

// compatible gives, for each cell, the set of the cells compatible with it
// (F6), itself among them: for (a,b) those with their column in N(a) and their
// row in N(b). Memory is twice n² bits at most.
func compatible(rel *instances.Relation, cells []instances.Cell) []instances.Bits {
	n := len(cells)
	inRow, inCol := make(map[int32][]int32), make(map[int32][]int32)
	for i, c := range cells {
		inRow[c.Row] = append(inRow[c.Row], int32(i))
		inCol[c.Col] = append(inCol[c.Col], int32(i))
	}
	gather := func(line []int32, at map[int32][]int32) instances.Bits {
		set := instances.NewBits(n)
		for _, i := range line {
			for _, k := range at[i] {
				set.Set(int(k))
			}
		}
		return set
	}
	colSet := make(map[int32]instances.Bits, len(inCol))
	var rowSet instances.Bits
	adj := bitMatrix(n)
	for i, c := range cells {
		if i == 0 || cells[i-1].Row != c.Row {
			rowSet = gather(rel.Row(int(c.Row)), inCol)
		}
		if colSet[c.Col] == nil {
			colSet[c.Col] = gather(rel.Col(int(c.Col)), inRow)
		}
		adj[i].Copy(rowSet)
		adj[i].And(colSet[c.Col])
	}
	return adj
}

func bitMatrix(n int) []instances.Bits {
	words := (n + 63) / 64
	flat := make(instances.Bits, n*words)
	m := make([]instances.Bits, n)
	for i := range m {
		m[i] = flat[i*words : (i+1)*words : (i+1)*words]
	}
	return m
}

// source makes the random numbers of one search.
func source(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

func lowest(w uint64) int { return bits.TrailingZeros64(w) }
