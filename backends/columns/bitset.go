package columns

import "math/bits"

// bitset is a set of small numbers. Sets of one kind have one length.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)>>6) }

func (s bitset) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s bitset) set(i int)      { s[i>>6] |= 1 << (i & 63) }

func (s bitset) and(t bitset) {
	for i, w := range t {
		s[i] &= w
	}
}

func (s bitset) andNot(t bitset) {
	for i, w := range t {
		s[i] &^= w
	}
}

// first is the least member, or -1.
func (s bitset) first() int {
	for i, w := range s {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// next is the least member from i on, or -1.
func (s bitset) next(i int) int {
	for k := i >> 6; k < len(s); k++ {
		w := s[k]
		if k == i>>6 {
			w &= ^uint64(0) << (i & 63)
		}
		if w != 0 {
			return k<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// last is the largest member, or -1.
func (s bitset) last() int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] != 0 {
			return i<<6 + bits.Len64(s[i]) - 1
		}
	}
	return -1
}

// each calls f with the members, ascending.
func (s bitset) each(f func(i int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(i<<6 + bits.TrailingZeros64(w))
		}
	}
}

// fill makes the set 0..n-1.
func (s bitset) fill(n int) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	if n &= 63; n != 0 {
		s[len(s)-1] = 1<<n - 1
	}
}

// cut takes out the members from n on.
func (s bitset) cut(n int) {
	if i := n >> 6; i < len(s) {
		s[i] &= 1<<(n&63) - 1
		clear(s[i+1:])
	}
}
