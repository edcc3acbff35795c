package second

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Tree replays the tree of a proof that n hubs do not cover the cells of a
// small question. A column is a set of cells, as a list; a bin is the cells put
// into it and those kept out of it, and what it may still be is found anew each
// time.
func Tree(q Question, n int, text string) error {
	lines := strings.Split(text, "\n")
	if len(lines) < 2 || lines[len(lines)-1] != "" {
		return fmt.Errorf("cut short")
	}
	t := &tree{n: n, cells: len(q.Must), columns: maximalColumns(q), lines: lines[:len(lines)-1]}
	head := strings.Fields(t.next())
	if len(head) != t.cells+1 || head[0] != "w" {
		return fmt.Errorf("no weights first")
	}
	for _, f := range head[1:] {
		w, err := strconv.Atoi(f)
		if err != nil || w < 0 {
			return fmt.Errorf("weight %q", f)
		}
		t.weight = append(t.weight, w)
	}
	start := make([]bin, n)
	for i := range start {
		start[i].columns = t.columns
	}
	return t.close(start, 0)
}

type tree struct {
	n, cells int
	columns  [][]int
	weight   []int
	lines    []string
	at       int
}

// bin is what one hub may still be.
type bin struct{ columns [][]int }

func (t *tree) next() string {
	if t.at == len(t.lines) {
		return ""
	}
	t.at++
	return t.lines[t.at-1]
}

// close reads what closes the bins, of which so many are in use; the others are
// alike.
func (t *tree) close(bins []bin, used int) error {
	line := strings.Fields(t.next())
	switch {
	case len(line) == 1 && line[0] == "w":
		lighter, possible := t.lighten(bins, used)
		if !possible {
			return nil
		}
		return t.close(lighter, used)
	case len(line) == 1:
		c, err := t.cell(line[0])
		if err == nil && len(holding(bins, c)) > 0 {
			err = fmt.Errorf("cell %d fits", c)
		}
		return err
	case len(line) == 2:
		c, err := t.cell(line[0])
		b, err2 := strconv.Atoi(line[1])
		if err != nil || err2 != nil || b < 0 || b > used || b >= t.n {
			return fmt.Errorf("%q %v", line, err)
		}
		with, without := slices.Clone(bins), slices.Clone(bins)
		with[b] = bins[b].keep(func(col []int) bool { return slices.Contains(col, c) })
		last := b // kept out of all that are alike
		if b == used {
			last = t.n - 1
		}
		for i := b; i <= last; i++ {
			without[i] = bins[i].keep(func(col []int) bool { return !slices.Contains(col, c) })
		}
		if err := t.close(with, max(used, b+1)); err != nil {
			return err
		}
		if len(holding(without, c)) == 0 {
			return nil
		}
		return t.close(without, used)
	}
	return fmt.Errorf("%q", line)
}

func (t *tree) cell(word string) (int, error) {
	c, err := strconv.Atoi(word)
	if err == nil && (c < 0 || c >= t.cells) {
		err = fmt.Errorf("no cell %d", c)
	}
	return c, err
}

func (b bin) keep(ok func([]int) bool) (out bin) {
	for _, col := range b.columns {
		if ok(col) {
			out.columns = append(out.columns, col)
		}
	}
	return out
}

func holding(bins []bin, c int) (out []int) {
	for i, b := range bins {
		if len(b.keep(func(col []int) bool { return slices.Contains(col, c) }).columns) > 0 {
			out = append(out, i)
		}
	}
	return out
}

func (t *tree) load(col []int) (sum int) {
	for _, c := range col {
		sum += t.weight[c]
	}
	return sum
}

// lighten drops the columns that would leave the bins lighter than the cells.
func (t *tree) lighten(bins []bin, used int) (out []bin, possible bool) {
	room := 0
	for _, w := range t.weight {
		room -= w
	}
	top := make([]int, len(bins))
	for i, b := range bins {
		if len(b.columns) == 0 && i < used {
			return nil, false
		}
		for _, col := range b.columns {
			top[i] = max(top[i], t.load(col))
		}
		room += top[i]
	}
	if room < 0 {
		return nil, false
	}
	for i, b := range bins {
		out = append(out, b.keep(func(col []int) bool { return t.load(col) >= top[i]-room }))
	}
	return out, true
}

// maximalColumns lists the sets of cells to be covered that lie in one biclique,
// the largest only.
func maximalColumns(q Question) (out [][]int) {
	for rows := 1; rows < 1<<q.Rows; rows++ {
		var col []int
		for t, e := range q.Must {
			all := rows>>e[0]&1 == 1
			for r := range q.Rows {
				all = all && (rows>>r&1 == 0 || q.Cell[[2]int{r, e[1]}])
			}
			if all {
				col = append(col, t)
			}
		}
		out = append(out, col)
	}
	return slices.DeleteFunc(slices.Clone(out), func(col []int) bool {
		if len(col) == 0 {
			return true
		}
		for _, other := range out {
			within := len(other) > len(col)
			for _, c := range col {
				within = within && slices.Contains(other, c)
			}
			if within {
				return true
			}
		}
		return false
	})
}
