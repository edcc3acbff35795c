// Package nearest finds what a misspelt word may have meant.
package nearest

import "strings"

// Word is the candidate closest to the word in insertions, deletions,
// replacements and swaps of neighbours, upper and lower case alike; the first
// of several. It is "" where none is close: more than a third of the letters,
// rounded up, would have to change.
func Word(word string, candidates []string) string {
	word = strings.ToLower(word)
	best, least := "", 0
	for _, c := range candidates {
		d := distance([]rune(word), []rune(strings.ToLower(c)))
		if d <= (max(len(word), len(c))+2)/3 && d < max(len(word), len(c)) && (best == "" || d < least) {
			best, least = c, d
		}
	}
	return best
}

// Hint is "; did you mean X?" or, where nothing is close, the candidates to
// choose among.
func Hint(word string, candidates []string) string {
	if w := Word(word, candidates); w != "" {
		return "; did you mean " + w + "?"
	}
	if len(candidates) == 0 {
		return ""
	}
	return "; choose among " + strings.Join(candidates, ", ")
}

// distance of Damerau and Levenshtein, restricted: no letter is moved twice.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
