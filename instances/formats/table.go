package formats

import (
	"sort"
	"strconv"

	"github.com/hubcover/hubcover/instances"
)

// table collects what a file says and makes a relation of it.
type table struct {
	in *Input

	// nodes of a digraph, or else rows and cols. Where the names are nil, the
	// sizes are numRows × numCols, and the names are the indices.
	nodes, rows, cols *names
	numRows, numCols  int
	digraph           bool // of a table without names
	strict            bool // the file says that repetitions mean nothing

	cells    []instances.Cell
	optional []instances.Cell
	places   places // of the cells, in the order of cells
}

// add puts a cell into the table.
func (t *table) add(row, col int32, p place) {
	t.places.add(len(t.cells), p)
	t.cells = append(t.cells, instances.Cell{Row: row, Col: col})
}

// addOptional puts in a cell that need not be covered.
func (t *table) addOptional(row, col int32, p place) {
	t.add(row, col, p)
	t.optional = append(t.optional, instances.Cell{Row: row, Col: col})
}

// relation makes the relation; cells that occur twice are said in a warning, or
// are an error if the caller asked for that.
func (t *table) relation() (*instances.Relation, error) {
	var rowNames, colNames []string
	rows, cols := t.numRows, t.numCols
	if t.nodes != nil {
		t.rows, t.cols, t.digraph = t.nodes, t.nodes, true
	}
	if t.rows != nil {
		rowNames, rows = t.rows.list, len(t.rows.list)
	}
	if t.cols != nil {
		colNames, cols = t.cols.list, len(t.cols.list)
	}
	rel, err := instances.New(rows, cols, t.cells)
	if err != nil {
		return nil, t.in.wrongAt(0, "", "%v", err)
	}
	if rel.Len() < len(t.cells) && !t.strict {
		if err := t.repeated(rel); err != nil {
			return nil, err
		}
	}
	if t.optional != nil {
		if rel, err = rel.WithOptional(t.optional); err != nil {
			return nil, t.in.wrongAt(0, "", "%v", err)
		}
	}
	if rel, err = rel.WithNames(rowNames, colNames); err == nil && t.digraph {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		return nil, t.in.wrongAt(0, "", "%v", err)
	}
	return rel, nil
}

// repeated deals with cells that occur more than once.
func (t *table) repeated(rel *instances.Relation) error {
	extra := len(t.cells) - rel.Len()
	seen := instances.NewBits(rel.Len())
	var first int
	for i, c := range t.cells {
		k, _ := rel.Index(c)
		if seen.Has(k) {
			first = i
			break
		}
		seen.Set(k)
	}
	c, p := t.cells[first], t.places.of(first)
	row, col := t.rows.name(c.Row), t.cols.name(c.Col)
	if len(t.optional) > 0 {
		return t.in.wrongAt(p, "", "cell (%s, %s) occurs twice, in a file with optional cells", row, col)
	}
	if t.in.opts.Strict {
		return t.in.wrongAt(p, "reading without --strict", "cell (%s, %s) occurs a second time", row, col)
	}
	if extra == 1 {
		t.in.warn("1 cell occurs a second time: (%s, %s) at line %d", row, col, p.line())
	} else {
		t.in.warn("%d cells occur again, the first of them (%s, %s) at line %d", extra, row, col, p.line())
	}
	return nil
}

// names numbers names by first appearance.
type names struct {
	index   map[string]int32
	numbers []int32 // plus 1, of names that are numbers and not large; 0 where only index may know
	list    []string
	last    int32 // asked for; files are often sorted by one of their columns
}

func newNames() *names { return &names{index: map[string]int32{}} }

// of gives the number of a name; it allocates only for a new one.
func (n *names) of(name []byte) int32 {
	if int(n.last) < len(n.list) && n.list[n.last] == string(name) {
		return n.last
	}
	value, length := digits(name)
	plain := length == len(name) && length > 0 && (name[0] != '0' || length == 1)
	if plain && value < len(n.numbers) && n.numbers[value] > 0 {
		n.last = n.numbers[value] - 1
		return n.last
	}
	i, ok := n.index[string(name)]
	if !ok {
		i = n.add(string(name))
	}
	if plain && value < 1<<16+8*len(n.list) {
		for value >= len(n.numbers) {
			n.numbers = append(n.numbers, make([]int32, 1+len(n.numbers))...)
		}
		n.numbers[value] = i + 1
	}
	n.last = i
	return i
}

// add is of for strings.
func (n *names) add(name string) int32 {
	i, ok := n.index[name]
	if !ok {
		i = int32(len(n.list))
		n.index[name] = i
		n.list = append(n.list, name)
	}
	return i
}

// fresh gives a name the next number, whether or not it occurred before, and
// reports whether it did not.
func (n *names) fresh(name string) bool {
	_, ok := n.index[name]
	if !ok {
		n.index[name] = int32(len(n.list))
	}
	n.list = append(n.list, name)
	return !ok
}

// name shows the name of a number, for messages.
func (n *names) name(i int32) string {
	if n == nil {
		return strconv.Itoa(int(i))
	}
	return show(n.list[i])
}

// places remembers where cells stand; a run of cells on lines that follow each
// other, at the same column, takes one entry.
type places []struct {
	cell int
	at   place
}

const nextLine = place(1) << columnBits

func (p *places) add(cell int, at place) {
	if k := len(*p) - 1; k >= 0 && (*p)[k].at+place(cell-(*p)[k].cell)*nextLine == at {
		return
	}
	*p = append(*p, struct {
		cell int
		at   place
	}{cell, at})
}

func (p places) of(cell int) place {
	k := sort.Search(len(p), func(i int) bool { return p[i].cell > cell }) - 1
	if k < 0 {
		return 0
	}
	return p[k].at + place(cell-p[k].cell)*nextLine
}

// all numbers names that may occur again, which is worth a warning.
func (n *names) all(in *Input, what string, list []string) {
	for _, name := range list {
		if !n.fresh(name) {
			in.warn("two %s are named %s", what, show(name))
		}
	}
}
