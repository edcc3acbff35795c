package formats_test

import (
	"testing"

	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/instances"
)

// TestPublicData reads every file of the public data at the sizes that are
// known of them. Sizes leave empty lines out; cells were counted by other means.
func TestPublicData(t *testing.T) {
	for _, c := range []struct {
		file, format      string
		rows, cols, cells int // 0: not known beforehand
		as                string
	}{
		{"hp-hc.txt.gz", "pairs", 46, 46, 1486, "relation"},
		{"hp-domino.txt.gz", "pairs", 79, 231, 730, "relation"},
		{"hp-emea.txt.gz", "pairs", 35, 3046, 7220, "relation"},
		{"hp-apj.txt.gz", "pairs", 2044, 1164, 6841, "relation"},
		{"hp-fire1.txt.gz", "pairs", 365, 709, 31951, "relation"},
		{"hp-americas_large.txt.gz", "pairs", 3485, 10127, 185294, "relation"},
		{"rmplib-PLAIN_small_01.rmp.gz", "rmp", 49, 44, 600, "relation"},
		{"rmplib-PLAIN_small_05.rmp.gz", "rmp", 99, 93, 1372, "relation"},
		{"rmplib-PLAIN_small_08.rmp.gz", "rmp", 100, 184, 4415, "relation"},
		{"rmplib-PLAIN_medium_01.rmp.gz", "rmp", 499, 479, 15567, "relation"},
		{"rmplib-PLAIN_medium_03.rmp.gz", "rmp", 500, 427, 22988, "relation"},
		{"rmplib-PLAIN_large_05.rmp.gz", "rmp", 1000, 3522, 148067, "relation"},
		{"kovacs-zoo.txt", "dense", 101, 17, 761, "relation"},
		{"kovacs-apb.txt", "dense", 105, 105, 882, "digraph"},
		{"kovacs-tumor.txt", "dense", 339, 24, 1974, "relation"},
		{"kovacs-votes.txt", "dense", 434, 32, 6568, "relation"},
		{"fca-digits.cxt", "cxt", 10, 7, 47, "relation"},
		{"fca-tealady.cxt", "cxt", 18, 14, 89, "relation"},
		{"fca-lattice.cxt", "cxt", 14, 16, 93, "relation"},
		{"fca-relations.csv", "csv", 0, 11, 53, "relation"},
		{"minrole-irreducible.txt", "rmp", 5, 5, 0, "relation"},
		{"minrole-test3.txt", "rmp", 5, 3, 0, "relation"},
		{"fimi-dna.fimi.gz", "fimi", 4587, 391, 26527, "relation"},
		{"uci-flare.csv.gz", "dense", 1066, 43, 9283, "relation"},
		{"uci-balance.csv.gz", "dense", 625, 23, 3125, "relation"},
		{"karate.gml", "gml", 34, 34, 2 * 78, "digraph"},
		{"lesmis.gml", "gml", 77, 77, 2 * 254, "digraph"},
	} {
		t.Run(c.file, func(t *testing.T) {
			inst := encodetest.Public(t, c.file)
			rows, cols := used(inst.Relation)
			want := func(what string, got, want int) {
				if want != 0 && got != want {
					t.Errorf("%s: %d, want %d", what, got, want)
				}
			}
			want("rows", rows, c.rows)
			want("columns", cols, c.cols)
			want("cells", inst.Relation.Len(), c.cells)
			if inst.Format != c.format || inst.Relation.As() != c.as || len(inst.Warnings) > 0 {
				t.Errorf("format %s as %s, warnings %q", inst.Format, inst.Relation.As(), inst.Warnings)
			}
		})
	}
}

// used counts the lines that have cells.
func used(rel *instances.Relation) (rows, cols int) {
	for i := range rel.Rows() {
		if len(rel.Row(i)) > 0 {
			rows++
		}
	}
	for j := range rel.Cols() {
		if len(rel.Col(j)) > 0 {
			cols++
		}
	}
	return rows, cols
}
