package check

import (
	"bytes"
	"slices"
	"strings"
)

// Formats are the formats of instances that ReadInstance reads:
//
//	cells     the canonical cell list: "R C m", then "r c" a line, " ?" behind
//	          an optional one
//	dense     a row a line of 0, 1 and ? (optional), parted by blanks or commas or not at all
//	pairs     "row column" a line, by name, numbered by first appearance
//	digraph6  a digraph a line, as nauty writes it
//
// Lines of dense and pairs that are blank or begin with # are passed over; but
// see mark.
var Formats = []string{"cells", "dense", "pairs", "digraph6"}

// ReadInstance reads a matrix in one of Formats, or one that it finds out where
// format is empty. Index counts, from 0, the digraphs of a digraph6 stream;
// a negative one wants a single instance.
func ReadInstance(text []byte, format string, index int) (*Matrix, error) {
	if format == "" {
		format = detect(text)
	}
	if index > 0 && format != "digraph6" {
		return nil, malformed("instance %d: a %s file holds one instance, number 0", index, format)
	}
	switch format {
	case "cells":
		return readCells(text)
	case "dense":
		return readDense(text)
	case "pairs":
		return readPairs(text)
	case "digraph6":
		return readStream(text, index)
	}
	return nil, malformed("no format %s: choose among %s", escaped(format), strings.Join(Formats, ", "))
}

// detect tells formats apart by their first lines; pairs is what remains.
func detect(text []byte) string {
	if bytes.HasPrefix(text, []byte("&")) || bytes.HasPrefix(text, []byte(digraph6Header)) {
		return "digraph6"
	}
	for _, format := range []string{"pairs", "dense"} {
		if bytes.HasPrefix(text, []byte(mark+format)) {
			return format
		}
	}
	lines := content(text)
	if len(lines) == 0 {
		return "pairs"
	}
	if marks, width := denseMarks(lines); marks && width > 1 {
		return "dense"
	}
	if head, err := numbers(lines[0]); err == nil && len(head) == 3 {
		return "cells"
	}
	return "pairs"
}

// content gives the lines that are not blank and no comments.
func content(text []byte) (lines [][]byte) {
	for line := range linesOf(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// denseRow gives the marks of a row, nil where something else is among them.
func denseRow(line []byte) []byte {
	words := bytes.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' || c == ',' })
	row := make([]byte, 0, len(line))
	for _, w := range words {
		if len(words) > 1 && len(w) > 1 {
			return nil
		}
		for _, c := range w {
			if c != '0' && c != '1' && c != '?' {
				return nil
			}
			row = append(row, c)
		}
	}
	return row
}

// denseMarks reports whether all rows are marks, as many in each.
func denseMarks(lines [][]byte) (marks bool, width int) {
	for i, line := range lines {
		row := denseRow(line)
		if row == nil || (i > 0 && len(row) != width) {
			return false, 0
		}
		width = len(row)
	}
	return true, width
}

func readDense(text []byte) (*Matrix, error) {
	lines := content(text)
	marks, width := denseMarks(lines)
	if !marks || width == 0 {
		return nil, malformed("not a table of 0, 1 and ? with equal rows")
	}
	m := &Matrix{cols: width}
	for _, line := range lines {
		m.addRow(denseRow(line))
	}
	return m, nil
}

// spareLines is how many lines without cells a header may announce unproved.
const spareLines = 1 << 22

func readCells(text []byte) (*Matrix, error) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	count := bytes.Count(rest, []byte("\n"))
	if complete(rest) != nil { // the last line may lack its newline
		count++
	}
	head, err := numbers(first)
	switch {
	case err != nil || len(head) != 3:
		return nil, malformed("line 1: not \"rows columns cells\"")
	case int(head[0]) > len(text)+spareLines || int(head[1]) > len(text)+spareLines:
		return nil, malformed("line 1: %d × %d is out of proportion to a file of %d bytes", head[0], head[1], len(text))
	case int(head[2]) != count:
		return nil, malformed("line 1 announces %d cells, %d lines follow", head[2], count)
	}
	entries := make([]entry, 0, count)
	last := []int32{-1, 0}
	for line := range linesOf(rest) {
		cell, optional := bytes.CutSuffix(line, []byte(" ?"))
		n, err := numbers(cell)
		if err != nil || len(n) != 2 || n[0] >= head[0] || n[1] >= head[1] {
			return nil, malformed("line %d: not a row below %d and a column below %d", len(entries)+2, head[0], head[1])
		}
		if slices.Compare(last, n) >= 0 {
			return nil, malformed("line %d: cells are not in order by row and column", len(entries)+2)
		}
		entries, last = append(entries, entry{n[0], n[1], optional}), n
	}
	return newMatrix(int(head[0]), int(head[1]), entries), nil
}
