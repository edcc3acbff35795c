// Package second is a second opinion on refutations, for tests only. It was
// written apart from package check, which it does not import, in another way
// throughout: variables have names, formulas are made from what their clauses
// mean, cell by cell, and a proof is a list of lemmas each of which has to
// follow by unit propagation over all clauses, whatever its hints say and
// whatever it deletes. It is slow, and it can only be more lenient about the
// form of a proof, never about what follows.
package second

import "fmt"

// Question is a table of cells, and those of them that must be covered, in the
// order in which values first appear.
type Question struct {
	Rows, Cols int
	Cell       map[[2]int]bool
	Must       [][2]int
}

// cells in reading order.
func (q Question) cells() (list [][2]int) {
	for r := 0; r < q.Rows; r++ {
		for c := 0; c < q.Cols; c++ {
			if q.Cell[[2]int{r, c}] {
				list = append(list, [2]int{r, c})
			}
		}
	}
	return list
}

// Formula is a list of clauses over named variables.
type Formula struct {
	Names   []string // variable i+1
	Clauses [][]int
	number  map[string]int
}

// declare gives the next number to each name.
func (f *Formula) declare(format string, args ...any) {
	name := fmt.Sprintf(format, args...)
	f.Names = append(f.Names, name)
	f.number[name] = len(f.Names)
}

// not and is are literals of a name.
func (f *Formula) is(format string, args ...any) int {
	name := fmt.Sprintf(format, args...)
	n, ok := f.number[name]
	if !ok {
		panic("no variable " + name)
	}
	return n
}

func (f *Formula) not(format string, args ...any) int { return -f.is(format, args...) }

func (f *Formula) clause(literals ...int) { f.Clauses = append(f.Clauses, literals) }

// someEarly: thing t has a value among those that t things can have introduced.
func (f *Formula) someEarly(t, values int, literal func(value int) int) {
	var c []int
	for v := 0; v < values && v <= t; v++ {
		c = append(c, literal(v))
	}
	f.clause(c...)
}

// Cover says that hubs hubs cover the question.
func Cover(q Question, hubs int) *Formula {
	f := &Formula{number: map[string]int{}}
	for r := 0; r < q.Rows; r++ {
		for i := 0; i < hubs; i++ {
			f.declare("row %d in hub %d", r, i)
		}
	}
	for c := 0; c < q.Cols; c++ {
		for i := 0; i < hubs; i++ {
			f.declare("column %d in hub %d", c, i)
		}
	}
	for t := range q.Must {
		for i := 0; i < hubs; i++ {
			f.declare("task %d by hub %d", t, i)
		}
	}
	for t, e := range q.Must {
		f.someEarly(t, hubs, func(i int) int { return f.is("task %d by hub %d", t, i) })
		for i := 0; i < hubs && i <= t; i++ {
			f.clause(f.not("task %d by hub %d", t, i), f.is("row %d in hub %d", e[0], i))
			f.clause(f.not("task %d by hub %d", t, i), f.is("column %d in hub %d", e[1], i))
		}
	}
	for i := 0; i < hubs; i++ {
		for c := 0; c < q.Cols; c++ {
			for r := 0; r < q.Rows; r++ {
				if !q.Cell[[2]int{r, c}] {
					f.clause(f.not("row %d in hub %d", r, i), f.not("column %d in hub %d", c, i))
				}
			}
		}
	}
	return f
}

// Front says that the hubs of Cover can be coloured as well.
func Front(q Question, hubs, colors int) *Formula {
	f := Cover(q, hubs)
	for i := 0; i < hubs; i++ {
		for j := 0; j < colors; j++ {
			f.declare("hub %d has colour %d", i, j)
		}
	}
	for i := 0; i < hubs; i++ {
		for k := i + 1; k < hubs; k++ {
			f.declare("hubs %d and %d agree", i, k)
		}
	}
	for k := 0; k < hubs; k++ {
		f.someEarly(k, colors, func(j int) int { return f.is("hub %d has colour %d", k, j) })
		for i := 0; i < k; i++ {
			agree := f.is("hubs %d and %d agree", i, k)
			for j := 0; j < colors; j++ {
				f.clause(f.not("hub %d has colour %d", i, j), f.not("hub %d has colour %d", k, j), agree)
			}
			for r := 0; r < q.Rows; r++ {
				f.clause(-agree, f.not("row %d in hub %d", r, i), f.not("row %d in hub %d", r, k))
			}
			for c := 0; c < q.Cols; c++ {
				f.clause(-agree, f.not("column %d in hub %d", c, i), f.not("column %d in hub %d", c, k))
			}
		}
	}
	return f
}
