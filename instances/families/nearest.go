package families

import "strings"

// hint is what an error says after a misspelt word: the candidate that is
// close, or all of them.
func hint(word string, candidates []string) string {
	best, least := "", (len(word)+2)/3+1
	for _, c := range candidates {
		if d := distance(word, c); d < least && d < max(len(word), len(c)) {
			best, least = c, d
		}
	}
	if best != "" {
		return "; did you mean " + best + "?"
	}
	return "; choose among " + strings.Join(candidates, ", ")
}

// distance is the least number of bytes to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
