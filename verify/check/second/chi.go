package second

// colored declares a variable for each cell and colour, and says that each
// task has a colour.
func colored(q Question, colors int) *Formula {
	f := &Formula{number: map[string]int{}}
	for _, e := range q.cells() {
		for j := 0; j < colors; j++ {
			f.declare("%d,%d has %d", e[0], e[1], j)
		}
	}
	for t, e := range q.Must {
		f.someEarly(t, colors, func(j int) int { return f.is("%d,%d has %d", e[0], e[1], j) })
	}
	return f
}

// Chi says that the cells of each colour are closed: of every two rows and two
// columns, three cells of a colour bring the fourth, or are not all of it.
func Chi(q Question, colors int) *Formula {
	f := colored(q, colors)
	for _, missing := range corners(q) {
		r, c := missing[0], missing[1]
		for r2 := 0; r2 < q.Rows; r2++ {
			for c2 := 0; c2 < q.Cols; c2++ {
				if r2 == r || c2 == c || !q.Cell[[2]int{r, c2}] || !q.Cell[[2]int{r2, c}] || !q.Cell[[2]int{r2, c2}] {
					continue
				}
				for j := 0; j < colors; j++ {
					clause := []int{f.not("%d,%d has %d", r, c2, j), f.not("%d,%d has %d", r2, c2, j), f.not("%d,%d has %d", r2, c, j)}
					if q.Cell[[2]int{r, c}] {
						clause = append(clause, f.is("%d,%d has %d", r, c, j))
					}
					f.clause(clause...)
				}
			}
		}
	}
	return f
}

// corners are all places of the table, cells or not.
func corners(q Question) (list [][2]int) {
	for r := 0; r < q.Rows; r++ {
		for c := 0; c < q.Cols; c++ {
			list = append(list, [2]int{r, c})
		}
	}
	return list
}

// ChiR says the same by pairs of rows that share, in a colour, a hub.
func ChiR(q Question, colors int) *Formula {
	f := colored(q, colors)
	meet := func(r, r2 int) bool {
		for c := 0; c < q.Cols; c++ {
			if q.Cell[[2]int{r, c}] && q.Cell[[2]int{r2, c}] {
				return true
			}
		}
		return false
	}
	var pairs [][2]int
	for r := 0; r < q.Rows; r++ {
		for r2 := r + 1; r2 < q.Rows; r2++ {
			if meet(r, r2) {
				pairs = append(pairs, [2]int{r, r2})
				for j := 0; j < colors; j++ {
					f.declare("%d and %d share %d", r, r2, j)
				}
			}
		}
	}
	for _, p := range pairs {
		for j := 0; j < colors; j++ {
			share := f.is("%d and %d share %d", p[0], p[1], j)
			for c := 0; c < q.Cols; c++ {
				first, second := q.Cell[[2]int{p[0], c}], q.Cell[[2]int{p[1], c}]
				switch {
				case first && second:
					x, y := f.is("%d,%d has %d", p[0], c, j), f.is("%d,%d has %d", p[1], c, j)
					f.clause(-x, -y, share)
					f.clause(-share, -x, y)
					f.clause(-share, x, -y)
				case first:
					f.clause(-share, f.not("%d,%d has %d", p[0], c, j))
				case second:
					f.clause(-share, f.not("%d,%d has %d", p[1], c, j))
				}
			}
		}
	}
	return f
}
