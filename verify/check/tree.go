package check

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A tree refutes n hubs by going through all ways to fill n bins with columns:
// the sets of cells of E′ that maximal bicliques hold (F18), only those within
// no other one, since a hub may as well be replaced by the larger one. The
// columns that a bin may still be are its domain; bins that are not in use are
// alike and share one. The proof is text; the first line is
//
//	w weights
//
// with an integer for each cell of E′, and then each line is one of
//
//	CELL BIN   the cell is put into the bin, whose domain keeps the columns that
//	           hold it; bins are numbered as they come into use, and the next
//	           number stands for a bin that is not in use. When what follows has
//	           closed that, the cell is kept out of the bin (of all bins not in
//	           use), and what follows closes that too, unless no other bin could
//	           hold the cell: then it is closed
//	CELL       closed: no bin can hold the cell
//	w          no domain is heavier than its heaviest column, and all bins have
//	           to be as heavy as E′ (LP duality): columns lighter than their
//	           domain's heaviest by more than that leaves room for are taken
//	           out; closed where there is no room, or a domain is empty
//
// The proof ends where everything is closed. Cells are positions in E′.

// tree checks method tree.
func (c *run) tree(by By) (Verdict, error) {
	p, err := c.problem(by)
	if err != nil {
		return Verdict{}, err
	}
	if by.N < 1 || by.N >= len(p.must) {
		return Verdict{}, fmt.Errorf("n = %d is not within 1..%d for %d cells", by.N, len(p.must)-1, len(p.must))
	}
	columns, err := c.columns(p)
	if err != nil {
		return Verdict{}, err
	}
	if err := c.fits(8*int64(len(columns)/64+len(p.must)/64+2)*int64(len(p.must)+by.N+2), "the domains"); err != nil {
		return Verdict{}, err
	}
	err = c.openProof(by.Proof, func(text io.Reader) error {
		w := &walker{run: c, in: &scanner{in: text, buf: make([]byte, 1<<16), line: 1}, k: by.N}
		err := w.weights(columns, len(p.must))
		for closed := false; err == nil && !closed; {
			closed, err = w.step()
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", w.in.line, err)
		}
		return nil
	})
	return Verdict{Bound: by.N + 1, Facts: []string{"F16", "F18"}}, err
}

// walker goes along the tree of a proof.
type walker struct {
	*run
	in     *scanner
	k      int
	at     []set   // of each cell: the columns that hold it, the heaviest first
	weight []int64 // of each column
	total  int64   // of all cells
	used   int
	domain []set // of each bin; the last is that of the bins not in use
	apart  []set // of each cell: the cells that no column holds with it
	clash  []set // of each bin: the cells that are apart from one put into it
	path   []fork
	trail  []saved // domains as they were before they were changed
	spare  []saved // sets that are no longer needed
}

// fork is a cell put into a bin, or kept out of it.
type fork struct {
	cell, bin   int
	more        bool // another bin can hold the cell: keeping it out is to be closed too
	trail, used int  // before
}

type saved struct {
	bin    int
	domain set
	clash  set
}

// weights reads the first line.
func (w *walker) weights(columns []set, cells int) error {
	if w.in.atEnd() || !w.in.word('w') {
		return cmp.Or(w.in.err, malformed("a line of weights is wanted first"))
	}
	of := make([]int64, cells)
	for t := range of {
		n, err := w.in.number()
		if err != nil {
			return err
		}
		of[t] = n
	}
	if err := w.in.endOfLine(); err != nil {
		return err
	}
	var err error
	if w.total, err = addUp(of); err != nil {
		return err
	}
	weigh := func(column set) (sum int64) {
		column.members(func(t int) { sum += of[t] })
		return sum
	}
	slices.SortStableFunc(columns, func(a, b set) int { return cmp.Compare(weigh(b), weigh(a)) })
	w.at = make([]set, cells)
	for t := range w.at {
		w.at[t] = newSet(len(columns))
	}
	for j, column := range columns {
		w.weight = append(w.weight, weigh(column))
		column.members(func(t int) { w.at[t].add(j) })
	}
	w.apart = apart(columns, cells)
	w.domain, w.clash = make([]set, w.k+1), make([]set, w.k+1)
	for b := range w.domain {
		w.domain[b], w.clash[b] = newSet(len(columns)), newSet(cells)
	}
	for j := range columns {
		w.domain[w.k].add(j)
	}
	if w.total > 0 && w.weight[0] > (1<<62)/int64(w.k) {
		return errors.New("the weights are too large to add up")
	}
	return nil
}

// step reads a line; closed says that everything is.
func (w *walker) step() (closed bool, err error) {
	if w.in.atEnd() {
		return false, cmp.Or(w.in.err, errors.New("the proof ends before everything is closed"))
	}
	if err := w.stopped(w.k * len(w.domain[w.k])); err != nil {
		return false, err
	}
	if w.in.word('w') {
		if err := w.in.endOfLine(); err != nil {
			return false, err
		}
		return !w.weigh() && w.back(), nil
	}
	n, err := w.in.number()
	if err != nil {
		return false, err
	}
	if n < 0 || n >= int64(len(w.at)) {
		return false, fmt.Errorf("there is no cell %d", n)
	}
	cell := int(n)
	if w.in.blanks(); w.in.peek() == '\n' {
		if err := w.in.endOfLine(); err != nil {
			return false, err
		}
		if w.held(cell, -1) {
			return false, fmt.Errorf("a bin can hold cell %d", cell)
		}
		return w.back(), nil
	}
	if n, err = w.in.number(); err != nil {
		return false, err
	}
	if n < 0 || n > int64(w.used) || n == int64(w.k) {
		return false, fmt.Errorf("there is no bin %d, with %d of %d in use", n, w.used, w.k)
	}
	bin := int(n)
	if bin == w.used {
		bin = w.k
	}
	w.path = append(w.path, fork{cell, bin, w.held(cell, bin), len(w.trail), w.used})
	if err := w.fits(int64(len(w.path)+len(w.trail))*int64(8*len(w.domain[w.k])+64), "the path"); err != nil {
		return false, err
	}
	w.put(cell, bin)
	return false, w.in.endOfLine()
}
