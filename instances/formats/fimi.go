package formats

import (
	"bytes"
	"io"
	"slices"

	"github.com/hubcover/hubcover/instances"
)

// FIMI is the transaction list of frequent itemset mining: a row a line, the
// ids of its columns; an empty line is an empty row. Rows are named by their
// indices, columns by their ids: read as a digraph it is an adjacency list.
var FIMI = Format{
	Name:       "fimi",
	Doc:        "transactions: a row a line, ids of its columns; an empty line is an empty row",
	Extensions: []string{".fimi", ".dat"},
	Detect:     detectFIMI,
	Read: func(in *Input) (*instances.Relation, error) {
		t := table{in: in, cols: newNames()}
		for {
			line, err := in.Line()
			if err == io.EOF {
				return t.relation()
			}
			if err != nil {
				return nil, err
			}
			f := splitter(line)
			for field, column := f.next(); field != nil; field, column = f.next() {
				t.add(int32(t.numRows), t.cols.of(field), at(in.line, column))
			}
			t.numRows++
		}
	},
}

// detectFIMI wants numbers. Without an ending that says so, lines must not all
// be pairs, a few bad ones set aside, nor repeat numbers as tables do.
func detectFIMI(h Head) bool {
	lines, ids := h.Lines(), 0
	if !h.Whole && len(lines) == 1 { // its last number is cut short
		lines[0] = lines[0][:max(0, bytes.LastIndexAny(lines[0], " \t"))]
	}
	var others, repeats int // lines that are no pairs, that repeat a number
	paired := false         // the first line that is not empty
	for _, line := range lines {
		seen := map[string]bool{}
		n := 0
		f := splitter(line)
		for field, _ := f.next(); field != nil; field, _ = f.next() {
			if _, ok := number(field); !ok {
				return false
			}
			seen[string(field)] = true
			n++
		}
		if n != 2 {
			others++
		}
		if n > len(seen) {
			repeats++
		}
		if ids == 0 {
			paired = n == 2
		}
		ids += n
	}
	if slices.Contains([]string{".fimi", ".dat"}, h.Ext) {
		return true
	}
	return ids > 0 && 2*repeats < len(lines) && (2*others > len(lines) || !paired)
}
