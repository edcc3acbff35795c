package bound

import (
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// twinLines lists, at the first of the rows that are equal, all of them,
// ascending.
func twinLines(rel *instances.Relation) [][]int32 {
	twins := make([][]int32, rel.Rows())
	byHash := map[uint64][]int32{} // firsts; looked up, never walked
	for i := range rel.Rows() {
		row := rel.Row(i)
		h := uint64(14695981039346656037) // FNV-1a
		for _, j := range row {
			h = (h ^ uint64(j)) * 1099511628211
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
