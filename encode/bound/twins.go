package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// twins are the rows and the columns that are equal (see twinLines).
type twins struct{ rows, cols [][]int32 }

func twinsOf(rel *instances.Relation) twins {
	return twins{twinLines(rel), twinLines(rel.Transpose())}
}

// firsts lists the first of all lines that are equal, without empty ones.
func (t twins) firsts(rel *instances.Relation) (rows, cols []int32) {
	return firsts(rel, t.rows), firsts(rel.Transpose(), t.cols)
}

// twinLines lists, at the first of the rows that are equal, all of them,
// ascending.
func twinLines(rel *instances.Relation) [][]int32 {
	twins := make([][]int32, rel.Rows())
	byHash := map[uint64][]int32{} // firsts; looked up, never walked
	weight := weights(rel.Cols())
	for i := range rel.Rows() {
		row := rel.Row(i)
		h := uint64(0)
		for _, j := range row {
			h += weight[j]
		}
		first := int32(i)
		for _, k := range byHash[h] {
			if slices.Equal(row, rel.Row(int(k))) {
				first = k
				break
			}
		}
		if int(first) == i {
			byHash[h] = append(byHash[h], first)
		}
		twins[first] = append(twins[first], int32(i))
	}
	return twins
}

// weights are n numbers of which different sets hardly ever have the same sum.
func weights(n int) []uint64 {
	out := make([]uint64, n)
	for j := range out {
		x := uint64(j+1) * 0x9e3779b97f4a7c15 // SplitMix64
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		out[j] = x ^ x>>31
	}
	return out
}

// distinctLines lists the first of the rows that are equal, without empty ones.
func distinctLines(rel *instances.Relation) []int32 {
	return firsts(rel, twinLines(rel))
}

// firsts is distinctLines where the twins are known.
func firsts(rel *instances.Relation, twins [][]int32) []int32 {
	var lines []int32
	for i, class := range twins {
		if len(class) > 0 && len(rel.Row(i)) > 0 {
			lines = append(lines, int32(i))
		}
	}
	return lines
}
