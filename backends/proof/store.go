package proof

import "math"

// lit is a literal: 2v for variable v, 2v+1 for its negation.
type lit = int32

// ref names a clause: where its literals begin in the arena; 0 is no clause.
type ref = int32

// Flags of a clause, in the low bits beside its size.
const (
	dead     = 1 << iota // deleted, or a lemma that the walk back has passed
	core                 // some step written uses it
	flagBits = iota
)

// store holds the formula and all lemmas in one arena. Before the literals of
// a clause stand two words: a link, then size and flags.
//
// The link first chains clauses of one hash value, so that deletions find
// their clause in any order of literals; when the proof is written it holds
// the clause's id.
type store struct {
	arena  []int32
	chains []ref // by hash, a power of two
	filed  int   // clauses in the chains
	seen   []uint32
	stamp  uint32 // seen[l] == stamp: l is in the clause tidied last
}

func (s *store) size(r ref) int { return int(s.arena[r-1] >> flagBits) }

func (s *store) lits(r ref) []lit { return s.arena[r : int(r)+s.size(r)] }

// add stores a clause. The arena may move: slices from lits go stale.
func (s *store) add(lits []lit) (ref, error) {
	r := len(s.arena) + 2
	if r+len(lits) > math.MaxInt32 {
		return 0, &Error{Kind: ErrMemory, Detail: "formula and lemmas have more than 2^31 literals"}
	}
	s.arena = append(s.arena, 0, int32(len(lits))<<flagBits)
	s.arena = append(s.arena, lits...)
	return ref(r), nil
}

// tidy drops repeated literals in place and tells whether there is a literal
// together with its negation.
func (s *store) tidy(lits []lit) (tidied []lit, tautology bool) {
	if s.stamp++; s.stamp == 0 {
		clear(s.seen)
		s.stamp = 1
	}
	tidied = lits[:0]
	for _, l := range lits {
		if s.seen[l] != s.stamp {
			s.seen[l] = s.stamp
			tidied = append(tidied, l)
		}
		tautology = tautology || s.seen[l^1] == s.stamp
	}
	return tidied, tautology
}

// file makes a clause known to take.
func (s *store) file(r ref) {
	if s.filed >= len(s.chains) {
		s.rehash()
	}
	s.filed++
	s.chain(r)
}

func (s *store) chain(r ref) {
	head := &s.chains[hash(s.lits(r))&uint64(len(s.chains)-1)]
	s.arena[r-2] = *head
	*head = r
}

func (s *store) rehash() {
	old := s.chains
	s.chains = make([]ref, max(1<<10, 2*len(old)))
	for _, r := range old {
		for r != 0 {
			next := s.arena[r-2]
			s.chain(r)
			r = next
		}
	}
}

// take finds a filed clause with exactly these literals, which must have been
// tidied just now, that is not locked, and forgets it; 0 if there is none.
func (s *store) take(lits []lit, locked func(ref) bool) ref {
	if len(s.chains) == 0 {
		return 0
	}
	at := &s.chains[hash(lits)&uint64(len(s.chains)-1)]
	for *at != 0 {
		r := *at
		if s.size(r) == len(lits) && s.allSeen(r) && !locked(r) {
			*at = s.arena[r-2]
			s.filed--
			return r
		}
		at = &s.arena[r-2]
	}
	return 0
}

func (s *store) allSeen(r ref) bool {
	for _, l := range s.lits(r) {
		if s.seen[l] != s.stamp {
			return false
		}
	}
	return true
}

// hash does not depend on the order of the literals.
func hash(lits []lit) uint64 {
	var sum uint64
	for _, l := range lits {
		x := uint64(l) * 0x9E3779B97F4A7C15
		x ^= x >> 29
		sum += x * 0xBF58476D1CE4E5B9
	}
	return sum ^ sum>>32
}
