package check

import "math/bits"

// word is a word of a set that is not empty, and its place.
type word struct {
	at   int32
	bits uint64
}

// first is the least number among some of the word.
func (w word) first(some uint64) int32 { return 64*w.at + int32(bits.TrailingZeros64(some)) }

// words appends the words of an ascending list of numbers.
func words(out []word, list []int32) []word {
	for len(list) > 0 {
		w, n := word{at: list[0] / 64}, 0
		for end := 64*w.at + 64; n < len(list) && list[n] < end; n++ {
			w.bits |= 1 << (list[n] & 63)
		}
		out, list = append(out, w), list[n:]
	}
	return out
}

// put adds members of which the set has none.
func (s set) put(words []word) {
	for _, w := range words {
		s[w.at] = w.bits
	}
}

// remove empties the words.
func (s set) remove(words []word) {
	for _, w := range words {
		s[w.at] = 0
	}
}

// meets reports whether the set has one of the members.
func (s set) meets(words []word) bool {
	for _, w := range words {
		if s[w.at]&w.bits != 0 {
			return true
		}
	}
	return false
}
