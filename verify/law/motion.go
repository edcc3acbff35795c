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
	// towards, of each particle and each that acts on it, fixes that the one is moved
	// to where the other is, or else as Projected; nil lets the law's field say.
	towards [][]bool

	near            []density.Near
	acts            [][]act // on each particle
	sources         []int   // of the colour at hand
	direction, room []float64
	balance         *balance
}

// act is a particle that acts, and its weight; it may act several times, through
// one colour and another.
type act struct {
	by     int
	weight float64
}

func newMotion(l *Law, particles int, n Normalization) *motion {
	m := &motion{law: l, normalize: n, color: all, without: nobody}
	m.near = slices.Repeat([]density.Near{{Node: density.None}}, particles)
	m.acts = make([][]act, particles)
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
		m.acts[i] = m.acts[i][:0]
	}
	for j := range m.law.Cover.Colors {
		if m.color == all || m.color == j {
			m.weigh(j)
		}
	}
	switch m.normalize {
	case Row:
		for _, row := range m.acts {
			normalizeRow(row)
		}
	case Sinkhorn:
		if err := m.balance.scale(m.acts); err != nil {
			return err
		}
	}
	for i, row := range m.acts {
		clear(dst[i])
		for _, a := range row {
			if m.directed(x, i, a.by) {
				for l, d := range m.direction {
					dst[i][l] += a.weight * d
				}
			}
		}
	}
	return nil
}

// directed sets the direction in which k moves i.
func (m *motion) directed(x [][]float64, i, k int) bool {
	switch space := m.law.Cover.Embedding.Manifold; {
	case m.towards == nil:
		return m.law.direction(m.direction, m.room, x[k], x[i])
	case m.towards[i][k]:
		return space.Log(m.direction, x[i], x[k]) && unit(space, m.direction)
	}
	return m.law.projected(m.direction, x[i])
}

// weigh adds what acts through a colour.
func (m *motion) weigh(j int) {
	color := &m.law.Cover.Colors[j]
	m.sources = m.sources[:0]
	for k, at := range m.near {
		if at.Node != density.None && color.Sources[at.Node] != density.None && k != m.without {
			m.sources = append(m.sources, k)
		}
	}
	for i, at := range m.near {
		if at.Node == density.None || color.Targets[at.Node] == density.None {
			continue
		}
		for _, k := range m.sources {
			if w := m.law.Cover.Between(j, m.near[k], at); w > 0 {
				m.acts[i] = append(m.acts[i], act{k, w})
			}
		}
	}
}

// normalizeRow divides by the sum, by the largest first: all may be so small that
// their sum has lost its digits.
func normalizeRow(row []act) {
	most, sum := 0.0, 0.0
	for _, a := range row {
		most = max(most, a.weight)
	}
	for k := range row {
		row[k].weight /= most
		sum += row[k].weight
	}
	for k := range row {
		row[k].weight /= sum
	}
}

// ErrNoSupport is that of Sinkhorn where there is nothing to scale to.
var ErrNoSupport = errors.New("the weights have no total support")

// balance scales a matrix to row and column sums 1 (Sinkhorn and Knopp, Pacific
// J. Math. 21 (1967) 343-348).
type balance struct {
	name          func(particle int) string
	pattern, last [][]bool // entries that are not 0, now and when total support was last found
	known         bool     // that last has it
	r, c, sum     []float64
}

func newBalance(n int, name func(int) string) *balance {
	b := &balance{name: name, r: make([]float64, n), c: make([]float64, n), sum: make([]float64, n)}
	for range n {
		b.pattern, b.last = append(b.pattern, make([]bool, n)), append(b.last, make([]bool, n))
	}
	return b
}

const (
	balanced = 1e-10 // that sums may be off 1
	sweeps   = 20000
)

// scale makes the weights doubly stochastic.
func (b *balance) scale(acts [][]act) error {
	if err := b.support(acts); err != nil {
		return err
	}
	for k := range b.c {
		b.r[k], b.c[k] = 0, 1
	}
	for range sweeps {
		worst := 0.0
		for i, row := range acts {
			sum := 0.0
			for _, a := range row {
				sum += a.weight * b.c[a.by]
			}
			worst = max(worst, abs(b.r[i]*sum-1))
			b.r[i] = 1 / sum
		}
		if worst <= balanced {
			for i, row := range acts {
				for k := range row {
					row[k].weight *= b.r[i] * b.c[row[k].by]
				}
			}
			return nil
		}
		clear(b.sum)
		for i, row := range acts {
			for _, a := range row {
				b.sum[a.by] += a.weight * b.r[i]
			}
		}
		for k, sum := range b.sum {
			b.c[k] = 1 / sum
		}
	}
	return fmt.Errorf("scaling the weights did not come to an end in %d sweeps: some are too small beside others", sweeps)
}

// support checks the pattern of the weights, where it has changed.
func (b *balance) support(acts [][]act) error {
	for i := range b.pattern {
		clear(b.pattern[i])
		for _, a := range acts[i] {
			b.pattern[i][a.by] = true
		}
		b.known = b.known && slices.Equal(b.pattern[i], b.last[i])
	}
	if b.known {
		return nil
	}
	if err := totalSupport(b.pattern, b.name); err != nil {
		return err
	}
	b.pattern, b.last, b.known = b.last, b.pattern, true
	return nil
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
