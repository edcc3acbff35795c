package law

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hubcover/hubcover/verify/density"
)

// Normalization is what is done to the weights of those that act.
type Normalization string

const (
	None Normalization = "none"
	// Row makes the weights that act on a particle sum to 1, like softmax
	// attention; where all are 0, they stay 0.
	Row Normalization = "row"
	// Sinkhorn also makes the weights by which a particle acts sum to 1. It
	// needs total support: every weight that is not 0 has to be part of a perfect
	// matching of such.
	Sinkhorn Normalization = "sinkhorn"
)

// Normalizations lists them; the first is the default.
var Normalizations = []Normalization{None, Row, Sinkhorn}

// all stands for every colour, nobody for no particle.
const all, nobody = -1, -1

// motion is the velocity of all particles: ẋ_i = Σ_k w_ik a_θ(x_k,x_i) with the
// weights w_ik = Σ_j β_j(x_k,x_i), normalised or not.
type motion struct {
	law       *Law
	normalize Normalization
	color     int // the only one that acts, or all
	without   int // a particle that does not act, or nobody

	near      []density.Near
	weights   [][]float64 // w_ik
	direction []float64
	room      []float64
	balance   *balance
}

func newMotion(l *Law, particles int, n Normalization) *motion {
	m := &motion{law: l, normalize: n, color: all, without: nobody}
	m.near = slices.Repeat([]density.Near{{Node: density.None}}, particles)
	m.weights = rows(particles, particles)
	m.direction = make([]float64, l.Cover.Embedding.Manifold.Ambient())
	m.room = make([]float64, len(m.direction))
	if n == Sinkhorn {
		m.balance = newBalance(particles, l.name)
	}
	return m
}

// velocity sets dst to the velocities of particles at x.
func (m *motion) velocity(dst, x [][]float64) error {
	for i := range x {
		m.near[i] = m.law.Cover.NearFrom(x[i], m.near[i].Node)
	}
	m.weigh()
	switch m.normalize {
	case Row:
		for _, w := range m.weights {
			normalizeRow(w)
		}
	case Sinkhorn:
		if err := m.balance.scale(m.weights); err != nil {
			return err
		}
	}
	for i, w := range m.weights {
		clear(dst[i])
		for k, a := range w {
			if a != 0 && m.law.direction(m.direction, m.room, x[k], x[i]) {
				for l, d := range m.direction {
					dst[i][l] += a * d
				}
			}
		}
	}
	return nil
}

// weigh sets the weights.
func (m *motion) weigh() {
	for i, w := range m.weights {
		clear(w)
		for k := range w {
			if k == m.without {
				continue
			}
			for j := range m.law.Cover.Colors {
				if m.color == all || m.color == j {
					w[k] += m.law.Cover.Between(j, m.near[k], m.near[i])
				}
			}
		}
	}
}

// normalizeRow divides by the sum, by the largest first: all may be so small that
// their sum has lost its digits.
func normalizeRow(w []float64) {
	most := slices.Max(w)
	if most == 0 {
		return
	}
	sum := 0.0
	for k := range w {
		w[k] /= most
		sum += w[k]
	}
	for k := range w {
		w[k] /= sum
	}
}

// ErrNoSupport is that of Sinkhorn where there is nothing to scale to.
var ErrNoSupport = errors.New("the weights have no total support")

// balance scales a matrix to row and column sums 1 (Sinkhorn and Knopp, Pacific
// J. Math. 21 (1967) 343-348).
type balance struct {
	name    func(int) string
	pattern [][]bool // entries that are not 0, of the last matrix that was found to have total support
	known   bool
	r, c    []float64
}

func newBalance(n int, name func(int) string) *balance {
	b := &balance{name: name, pattern: make([][]bool, n), r: make([]float64, n), c: make([]float64, n)}
	for i := range b.pattern {
		b.pattern[i] = make([]bool, n)
	}
	return b
}

const (
	balanced = 1e-10 // that sums may be off 1
	sweeps   = 20000
)

// scale makes w doubly stochastic.
func (b *balance) scale(w [][]float64) error {
	same := b.known
	for i, row := range w {
		for k, a := range row {
			same = same && b.pattern[i][k] == (a != 0)
			b.pattern[i][k] = a != 0
		}
	}
	if b.known = same; !same {
		if err := totalSupport(b.pattern, b.name); err != nil {
			return err
		}
		b.known = true
	}
	for k := range b.c {
		b.r[k], b.c[k] = 0, 1
	}
	for range sweeps {
		worst := 0.0
		for i, row := range w {
			sum := 0.0
			for k, a := range row {
				sum += a * b.c[k]
			}
			worst = max(worst, abs(b.r[i]*sum-1))
			b.r[i] = 1 / sum
		}
		for k := range b.c {
			sum := 0.0
			for i, row := range w {
				sum += row[k] * b.r[i]
			}
			b.c[k] = 1 / sum
		}
		if worst <= balanced {
			for i, row := range w {
				for k := range row {
					row[k] *= b.r[i] * b.c[k]
				}
			}
			return nil
		}
	}
	return fmt.Errorf("scaling the weights did not come to an end in %d sweeps: some are too small beside others", sweeps)
}

func abs(x float64) float64 { return max(x, -x) }

// totalSupport says which entry is in no perfect matching of the pattern, or
// that there is none. With one at hand, an entry (i,k) is in another iff i and
// the row matched to k reach each other along rows → matched columns.
func totalSupport(pattern [][]bool, name func(int) string) error {
	n := len(pattern)
	rowOf := slices.Repeat([]int{-1}, n) // of each column
	visited := make([]bool, n)
	var augment func(i int) bool
	augment = func(i int) bool {
		for k, is := range pattern[i] {
			if is && !visited[k] {
				visited[k] = true
				if rowOf[k] < 0 || augment(rowOf[k]) {
					rowOf[k] = i
					return true
				}
			}
		}
		return false
	}
	for i := range n {
		clear(visited)
		if !augment(i) {
			return fmt.Errorf("%w: no perfect matching gives every particle one of its own to be moved by (%q is left over)", ErrNoSupport, name(i))
		}
	}
	reach := make([][]bool, n) // rows from each row
	for i := range reach {
		reach[i] = make([]bool, n)
		stack := []int{i}
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for k, is := range pattern[u] {
				if v := rowOf[k]; is && !reach[i][v] {
					reach[i][v] = true
					stack = append(stack, v)
				}
			}
		}
	}
	for i := range n {
		for k, is := range pattern[i] {
			if is && !reach[rowOf[k]][i] {
				return fmt.Errorf("%w: no perfect matching has the weight of %q on %q", ErrNoSupport, name(k), name(i))
			}
		}
	}
	return nil
}
