package bound

import (
	"math"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// lattice looks for a chain of so many rows among the nonempty intersections:
// they are listed by falling size, each with the longest chain down to it,
// without those from which the target is out of reach. It gives up after so
// many steps; otherwise a chain is kept, or exact says that there is none. cols
// are the rows transposed.
func (s *skewSearch) lattice(rows, cols []instances.Bits, target, steps int, columns bool) {
	n := len(cols)
	l := newIntents(n)
	for r, row := range rows {
		if k := row.Count(); k >= target {
			l.reach(row, k, unreached, int32(r), 1)
		}
	}
	both := instances.NewBits(n)
	down := newDescent(rows, cols)
	deepest := int32(-1)
	complete := true
search:
	for size := n; size > 0; size-- {
		for i := l.bucket[size]; i >= 0; i = l.next[i] {
			depth := int(l.depth[i])
			if deepest < 0 || depth > int(l.depth[deepest]) {
				deepest = i
			}
			if depth >= target {
				break search
			}
			steps -= len(rows)
			s.steps -= len(rows)
			if steps < 0 || l.full() || i&63 == 0 && s.ctx.Err() != nil {
				complete = false
				break search
			}
			if !down.reachable(l.at(i), size, target-depth) {
				continue
			}
			for _, r := range down.proper {
				both.Copy(l.at(i))
				both.And(rows[r])
				if k := int(down.size[r]); depth+k >= target {
					l.reach(both, k, i, r, int32(depth+1))
				}
			}
		}
	}
	var chain []int32
	for i := deepest; i >= 0; i = l.parent[i] {
		chain = append(chain, l.via[i])
	}
	slices.Reverse(chain)
	if len(chain) < target && complete {
		s.exact = true
		return
	}
	s.keep(chain, columns)
}

// descent tells how a chain may go on from an intersection.
type descent struct {
	rows, cols []instances.Bits
	proper     []int32        // rows that shrink the intersection and leave something
	size       []int32        // by row: of what they leave
	within     instances.Bits // proper rows
	most       []int32
}

func newDescent(rows, cols []instances.Bits) *descent {
	return &descent{rows: rows, cols: cols, size: make([]int32, len(rows)), within: instances.NewBits(len(rows)),
		most: make([]int32, max(len(rows), len(cols))+1)}
}

// reachable reports whether so many more steps are possible as far as degrees
// tell, and lists the proper rows. The i-th of k rows shares k−i+1 columns with
// the intersection or more, and the i-th last of the columns that leave lies in
// k−i+1 of the rows or more.
func (d *descent) reachable(set instances.Bits, size, k int) bool {
	d.proper = d.proper[:0]
	clear(d.within)
	at := d.most[:k+1]
	clear(at)
	for r, row := range d.rows {
		n := set.CountAnd(row)
		d.size[r] = int32(n)
		if n > 0 && n < size {
			d.proper = append(d.proper, int32(r))
			d.within.Set(r)
			at[min(n, k)]++
		}
	}
	if !staircase(at) {
		return false
	}
	clear(at)
	for b := set.Next(0); b >= 0; b = set.Next(b + 1) {
		at[min(d.within.CountAnd(d.cols[b]), k)]++
	}
	return staircase(at)
}

// fits reports whether a relation may have a chain of k rows, as far as degrees
// tell.
func fits(rel *instances.Relation, k int) bool {
	if k > min(rel.Rows(), rel.Cols()) {
		return false
	}
	at := make([]int32, k+1)
	for a := range rel.Rows() {
		at[min(len(rel.Row(a)), k)]++
	}
	if !staircase(at) {
		return false
	}
	clear(at)
	for b := range rel.Cols() {
		at[min(len(rel.Col(b)), k)]++
	}
	return staircase(at)
}

// staircase reports, given how many numbers are 0, 1, … and k or more, whether
// the i-th largest is at least k−i+1 for all i up to k.
func staircase(at []int32) bool {
	have, k := int32(0), len(at)-1
	for v := k; v > 0; v-- {
		have += at[v]
		if int(have) < k-v+1 {
			return false
		}
	}
	return true
}

// unreached is the parent of an intersection that starts a chain.
const unreached = -1

// intents is a hash table of sets with the longest chain known to each.
type intents struct {
	words  int
	sets   instances.Bits // one after the other
	depth  []int32
	parent []int32
	via    []int32
	next   []int32 // in the list of sets of one size
	bucket []int32 // first of that list, by size
	slots  []int32 // open addressing; a power of two, -1 where free
}

const maxIntentWords = 1 << 25 // 256 MB

func newIntents(n int) *intents {
	return &intents{words: (n + 63) / 64, bucket: filled(n+1, -1), slots: filled(1<<10, -1)}
}

func (l *intents) at(i int32) instances.Bits {
	return l.sets[int(i)*l.words : (int(i)+1)*l.words]
}

func (l *intents) full() bool {
	return len(l.sets) >= maxIntentWords || len(l.depth) >= math.MaxInt32/2
}

// reach notes a chain to a set of the given size that ends in row via.
func (l *intents) reach(set instances.Bits, size int, parent, via, depth int32) {
	slot := l.find(set)
	i := l.slots[slot]
	if i < 0 {
		i = int32(len(l.depth))
		l.slots[slot] = i
		l.sets = append(l.sets, set...)
		l.depth, l.parent, l.via = append(l.depth, 0), append(l.parent, 0), append(l.via, 0)
		l.next = append(l.next, l.bucket[size])
		l.bucket[size] = i
		if 2*len(l.depth) > len(l.slots) {
			l.rehash()
		}
	}
	if depth > l.depth[i] {
		l.depth[i], l.parent[i], l.via[i] = depth, parent, via
	}
}

// find is the slot that has the set, or the free one where it belongs.
func (l *intents) find(set instances.Bits) int {
	mask := len(l.slots) - 1
	for k := int(hashBits(set)) & mask; ; k = (k + 1) & mask {
		if i := l.slots[k]; i < 0 || slices.Equal(l.at(i), set) {
			return k
		}
	}
}

func (l *intents) rehash() {
	l.slots = filled(2*len(l.slots), -1)
	for i := range l.depth {
		l.slots[l.find(l.at(int32(i)))] = int32(i)
	}
}

func hashBits(set instances.Bits) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range set {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
