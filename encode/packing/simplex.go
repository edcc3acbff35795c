package packing

// Row says Σ Coefs·x[Vars] ≤ Bound, over the variables named; the bound is not
// negative.
type Row struct {
	Vars  []int32
	Coefs []float64
	Bound float64
}

// tableau solves packing problems that grow: maximise a linear function of x ≥ 0
// under Rows with bounds that are not negative. The primal simplex method starts
// from x = 0, and the dual one goes on from the last optimum after Rows were
// added (Dantzig 1951, Lemke 1954); the tableau is dense and holds the columns
// of the variables that are 0 alone.
//
// Nothing rests on its rounding errors but how good a bound becomes: what weights
// prove is computed from integers.
type tableau struct {
	cells [][]float64 // row i: its basic variable + Σ cells[i][j]·free[j] = cells[i][n]
	gain  []float64   // of the objective by each free variable, and minus its value
	basic []int       // x is 0..n-1, the slack of the k-th row n+k
	free  []int
	place []int // of variable v: its row i as i, its column j as -1-j
}

// Rounding errors of a tableau are taken for 0.
const epsilon = 1e-9

// NewTableau is the LP that is built in.
func NewTableau(objective []float64) LP {
	n := len(objective)
	t := &tableau{gain: append(nudged(objective), 0), free: make([]int, n), place: make([]int, n)}
	for j := range t.free {
		t.free[j], t.place[j] = j, -1-j
	}
	return t
}

// nudged moves numbers apart by so little that the optimum hardly moves: ties
// make a simplex method stall.
func nudged(numbers []float64) []float64 {
	out := make([]float64, len(numbers))
	for i, x := range numbers {
		out[i] = x - 1e-6*Fraction(i)
	}
	return out
}

// Fraction is evenly spread in [0,1) as i goes on.
func Fraction(i int) float64 {
	x := float64(i+1) * 0.6180339887498949
	return x - float64(int(x))
}

// Add writes the row in terms of the free variables.
func (t *tableau) Add(r Row) {
	n := len(t.free)
	line := make([]float64, n+1)
	line[n] = r.Bound + 1e-6*Fraction(len(t.basic))
	for k, v := range r.Vars {
		i := t.place[v]
		if i < 0 {
			line[-1-i] += r.Coefs[k]
			continue
		}
		for j, y := range t.cells[i] {
			line[j] -= r.Coefs[k] * y
		}
	}
	t.place = append(t.place, len(t.cells))
	t.basic = append(t.basic, n+len(t.cells))
	t.cells = append(t.cells, line)
}

// Solve goes on from the last basis.
func (t *tableau) Solve(b *Budget) (x, worth []float64) {
	n := len(t.free)
	for b.Spend(1 + len(t.cells)*n/64) {
		i, j := t.dual()
		if i < 0 {
			i, j = t.primal()
		}
		switch {
		case i >= 0 && j >= 0:
			t.pivot(i, j)
			continue
		case i >= 0 || j >= 0:
			return nil, nil
		}
		x, worth = make([]float64, n), make([]float64, len(t.cells))
		for v := range x {
			if i := t.place[v]; i >= 0 {
				x[v] = t.cells[i][n]
			}
		}
		for k := range worth { // what a free slack would gain, were it negative
			if i := t.place[n+k]; i < 0 {
				worth[k] = -t.gain[-1-i]
			}
		}
		return x, worth
	}
	return nil, nil
}

// dual picks the row that is violated most, or -1, and the free variable that
// mends it at the least cost.
func (t *tableau) dual() (row, col int) {
	n, least := len(t.free), -epsilon
	row, col = -1, -1
	for i := range t.cells {
		if y := t.cells[i][n]; y < least {
			row, least = i, y
		}
	}
	if row < 0 {
		return row, col
	}
	var best float64
	for j, y := range t.cells[row][:n] {
		if y >= -epsilon {
			continue
		}
		if cost := min(t.gain[j], 0) / y; col < 0 || cost < best {
			col, best = j, cost
		}
	}
	return row, col
}

// primal picks the free variable with most to gain, or -1, and the row that
// limits it first.
func (t *tableau) primal() (row, col int) {
	n, most := len(t.free), epsilon
	row, col = -1, -1
	for j, y := range t.gain[:n] {
		if y > most {
			col, most = j, y
		}
	}
	if col < 0 {
		return row, col
	}
	var best float64
	for i, line := range t.cells {
		if line[col] <= epsilon {
			continue
		}
		if limit := line[n] / line[col]; row < 0 || limit < best {
			row, best = i, limit
		}
	}
	return row, col
}

// pivot swaps the basic variable of a row for the free one of a column.
func (t *tableau) pivot(i, j int) {
	at, line := t.cells[i][j], t.cells[i]
	for k := range line {
		line[k] /= at
	}
	line[j] = 1 / at
	eliminate := func(other []float64) {
		f := other[j]
		if f == 0 {
			return
		}
		other[j] = 0
		for k, y := range line {
			other[k] -= f * y
		}
	}
	for k, other := range t.cells {
		if k != i {
			eliminate(other)
		}
	}
	eliminate(t.gain)
	in, out := t.free[j], t.basic[i]
	t.basic[i], t.free[j] = in, out
	t.place[in], t.place[out] = i, -1-j
}
