// Package align prints tables in columns of equal width.
package align

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Write prints the rows, columns to the right but for those that are said to
// stand left.
func Write(w io.Writer, rows [][]string, left map[int]bool) error {
	widths := map[int]int{}
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, text := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if i > 0 {
				b.WriteString("  ")
			}
			if left[i] {
				b.WriteString(text + pad)
			} else {
				b.WriteString(pad + text)
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(b.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}
