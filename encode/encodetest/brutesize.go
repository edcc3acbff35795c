package encodetest

import "github.com/hubcover/hubcover/instances"

// BruteSize is the fewest memberships Σ|A|+|B| of the covers with at most so
// many hubs, by exhaustive search over all bicliques; -1 where there are no such
// covers. It is quick up to 4×4.
func BruteSize(rel *instances.Relation, hubs int) int {
	s := newSmall(rel, rel.Required())
	var sets []priced
	for rows := uint(1); rows < 1<<rel.Rows(); rows++ {
		common := s.commonCols(rows)
		for chosen := 1; chosen < 1<<len(common); chosen++ {
			var cols []int32
			for k, v := range common {
				if chosen>>k&1 != 0 {
					cols = append(cols, v)
				}
			}
			p := priced{cells: s.product(rows, cols...), price: len(cols)}
			for u := range rel.Rows() {
				p.price += int(rows >> u & 1)
			}
			sets = append(sets, p)
		}
	}
	return s.cheapest(s.want, hubs, sets, map[priced]int{})
}

// priced is cells with a number of memberships, or of hubs.
type priced struct {
	cells uint64
	price int
}

// cheapest covers what is left with at most so many of the sets; the least cell
// has to be in one of them.
func (s small) cheapest(left uint64, hubs int, sets []priced, known map[priced]int) int {
	if left == 0 {
		return 0
	}
	if hubs == 0 {
		return -1
	}
	key := priced{left, hubs}
	if n, ok := known[key]; ok {
		return n
	}
	best := -1
	for _, set := range sets {
		if set.cells&(left&-left) == 0 {
			continue
		}
		if rest := s.cheapest(left&^set.cells, hubs-1, sets, known); rest >= 0 && (best < 0 || set.price+rest < best) {
			best = set.price + rest
		}
	}
	known[key] = best
	return best
}
