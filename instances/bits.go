package instances

import "math/bits"

// Bits is a set of small integers, one bit each. Operations that combine two
// sets need both made by NewBits with the same n.
type Bits []uint64

// NewBits makes the empty set over 0..n-1.
func NewBits(n int) Bits { return make(Bits, (n+63)/64) }

// Full makes the set {0..n-1}.
func Full(n int) Bits {
	b := NewBits(n)
	for i := range b {
		b[i] = ^uint64(0)
	}
	if n%64 != 0 {
		b[len(b)-1] = 1<<(n%64) - 1
	}
	return b
}

func (b Bits) Set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b Bits) Clear(i int)    { b[i>>6] &^= 1 << (i & 63) }
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// SetAll adds the members of a list, a word at a time where they ascend.
func (b Bits) SetAll(list []int32) {
	for n := 0; n < len(list); {
		k, w := list[n]>>6, uint64(0)
		for ; n < len(list) && list[n]>>6 == k; n++ {
			w |= 1 << (list[n] & 63)
		}
		b[k] |= w
	}
}

// Count is the number of members.
func (b Bits) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether there is no member.
func (b Bits) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// Copy makes b equal to c.
func (b Bits) Copy(c Bits) { copy(b, c) }

// And keeps the members that are in c too.
func (b Bits) And(c Bits) {
	for i, w := range c[:len(b)] {
		b[i] &= w
	}
}

// Or adds the members of c.
func (b Bits) Or(c Bits) {
	for i, w := range c[:len(b)] {
		b[i] |= w
	}
}

// AndNot removes the members of c.
func (b Bits) AndNot(c Bits) {
	for i, w := range c[:len(b)] {
		b[i] &^= w
	}
}

// SubsetOf reports whether every member is in c.
func (b Bits) SubsetOf(c Bits) bool {
	for i, w := range c[:len(b)] {
		if b[i]&^w != 0 {
			return false
		}
	}
	return true
}

// Meets reports whether b and c have a common member.
func (b Bits) Meets(c Bits) bool {
	for i, w := range c[:len(b)] {
		if b[i]&w != 0 {
			return true
		}
	}
	return false
}

// CountAnd is the number of common members of b and c.
func (b Bits) CountAnd(c Bits) int {
	n := 0
	for i, w := range c[:len(b)] {
		n += bits.OnesCount64(b[i] & w)
	}
	return n
}

// Next is the least member ≥ i, or -1.
func (b Bits) Next(i int) int {
	if i >= len(b)*64 {
		return -1
	}
	k := i >> 6
	if w := b[k] >> (i & 63); w != 0 {
		return i + bits.TrailingZeros64(w)
	}
	for k++; k < len(b); k++ {
		if b[k] != 0 {
			return k<<6 + bits.TrailingZeros64(b[k])
		}
	}
	return -1
}

// Members lists the members, ascending.
func (b Bits) Members() []int32 {
	out := make([]int32, 0, b.Count())
	for i := b.Next(0); i >= 0; i = b.Next(i + 1) {
		out = append(out, int32(i))
	}
	return out
}
