package formats

import (
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
	Detect: func(h Head) bool {
		lines, others, ids, paired := h.Lines(), 0, 0, false
		for _, line := range lines {
			n := 0
			f := splitter(line)
			for field, _ := f.next(); field != nil; field, _ = f.next() {
				if _, ok := number(field); !ok && (h.Whole || len(lines) > 1) {
					return false
				}
				n++
			}
			if n != 2 {
				others++
			}
			if ids == 0 {
				paired = n == 2
			}
			ids += n
		}
		listed := 2*others > len(lines) || !paired // a pair list may have a few bad lines
		return ids > 0 && listed || slices.Contains([]string{".fimi", ".dat"}, h.Ext)
	},
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
