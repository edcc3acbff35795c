package formats

import (
	"bytes"
	"io"

	"github.com/hubcover/hubcover/instances"
)

// Cells is the canonical cell list, by whose digest certificates know a matrix:
// a line "R C m", then m lines "r c", 0-based; "r c ?" is an optional cell. As a
// table without names it is a digraph when it is square.
var Cells = Format{
	Name:       "cells",
	Doc:        "cell list: rows, columns and number of cells, then a cell a line, 0-based",
	Extensions: []string{".cells"},
	Detect:     detectCells,
	Read:       readCells,
	Write: func(w io.Writer, rel *instances.Relation) (lost []string, err error) {
		rows, cols := rel.Names()
		if rows != nil || cols != nil {
			lost = append(lost, "names of rows and columns")
		}
		if rel.Rows() == rel.Cols() && !rel.IsDigraph() {
			lost = append(lost, "that rows and columns are not the same nodes")
		}
		return lost, rel.WriteCells(w)
	},
}

// detectCells wants three numbers and then cells. Whether these keep what the
// numbers announce is for the reader to say: a list cut short should not pass
// for another format.
func detectCells(h Head) bool {
	lines := h.Lines()
	if _, _, ok := numbers(lines[0], 3); !ok {
		return false
	}
	for _, line := range lines[1:] {
		if _, _, ok := cell(line); !ok && first(line) != 0 {
			return false
		}
	}
	return true
}

// noCells is what to try with a file that only looks like a cell list.
const noCells = "--from fimi or dense if the file is no cell list"

func readCells(in *Input) (*instances.Relation, error) {
	line, err := in.Line()
	if err == io.EOF {
		return nil, in.wrongAt(at(1, 1), "", "the first line, rows, columns and number of cells, is missing")
	}
	if err != nil {
		return nil, err
	}
	size, column, ok := numbers(line, 3)
	if !ok {
		return nil, in.wrong(column, "", "the first line must be three numbers: rows, columns and cells")
	}
	t := table{in: in, numRows: size[0], numCols: size[1], digraph: size[0] == size[1]}
	for {
		line, err := in.Line()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if first(line) == 0 {
			continue
		}
		c, column, ok := cell(line)
		switch {
		case !ok:
			return nil, in.wrong(column, noCells, "a cell is two numbers, row and column, and ? when it is optional")
		case len(t.cells) == size[2]:
			return nil, in.wrong(0, noCells, "more cells than the %d that the first line announces", size[2])
		case c[0] >= t.numRows:
			return nil, in.wrong(columnOf(line, skip(line, 0)), noCells, "row %d of a table whose rows are 0 to %d", c[0], t.numRows-1)
		case c[1] >= t.numCols:
			return nil, in.wrong(columnOf(line, skip(line, until(line, skip(line, 0)))), noCells, "column %d of a table whose columns are 0 to %d", c[1], t.numCols-1)
		case c[2] == 1:
			t.addOptional(int32(c[0]), int32(c[1]), at(in.line, 1))
		default:
			t.add(int32(c[0]), int32(c[1]), at(in.line, 1))
		}
	}
	if len(t.cells) < size[2] {
		return nil, in.wrong(0, noCells, "the file ends after %d of the %d cells that its first line announces", len(t.cells), size[2])
	}
	lines := t.numRows
	if !t.digraph {
		lines += t.numCols
	}
	if err := in.justified(at(1, 1), lines, len(t.cells)); err != nil {
		return nil, err
	}
	return t.relation()
}

// cell reads "r c" or "r c ?", the third number being 1 for the latter; where
// it cannot, column says where.
func cell(line []byte) (c [3]int, column int, ok bool) {
	if row, rest := digits(line); rest > 0 && rest < len(line) && line[rest] == ' ' { // nearly every line
		if col, n := digits(line[rest+1:]); n > 0 && rest+1+n == len(line) {
			return [3]int{row, col}, 0, true
		}
	}
	line = bytes.TrimRight(line, " \t")
	if bare, cut := bytes.CutSuffix(line, []byte("?")); cut && len(bare) > 0 && blank(bare[len(bare)-1]) {
		line, c[2] = bare, 1
	}
	n, column, ok := numbers(line, 2)
	c[0], c[1] = n[0], n[1]
	return c, column, ok
}

// digits reads a number of at most nine digits at the beginning, n of them; 0
// stands for none, or more.
func digits(line []byte) (value, n int) {
	for n < len(line) && line[n]-'0' <= 9 {
		value = 10*value + int(line[n]-'0')
		if n++; n > 9 {
			return 0, 0
		}
	}
	return value, n
}

// numbers reads exactly n ≤ 3 numbers; where it cannot, column says where.
func numbers(line []byte, n int) (out [3]int, column int, ok bool) {
	f := splitter(line)
	for i := range n {
		field, column := f.next()
		if out[i], ok = number(field); !ok {
			return out, column, false
		}
	}
	rest, column := f.next()
	return out, column, rest == nil
}
