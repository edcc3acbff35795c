// Package suite writes lists of instances in few lines: in a line {a,b} stands
// for either.
package suite

import "strings"

// Expand writes out the alternatives of a line, the last ones varying fastest.
func Expand(line string) []string {
	head, rest, ok := strings.Cut(line, "{")
	if !ok {
		return []string{line}
	}
	inside, tail, ok := strings.Cut(rest, "}")
	if !ok {
		return []string{line} // whoever reads it does not understand it, and says so
	}
	var all []string
	for _, choice := range strings.Split(inside, ",") {
		all = append(all, Expand(head+choice+tail)...)
	}
	return all
}
