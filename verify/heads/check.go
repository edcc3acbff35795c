package heads

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/density"
)

// Finding is what came of one check.
type Finding = density.Finding

// Checking says what heads are held against.
type Checking struct {
	Epsilon float64 // of the attention, what may go elsewhere
	// Causal has a reader attend to no source behind it in the order of nodes.
	Causal bool
}

// Check runs the heads and holds what they do against the cover that they are
// to be of. It gives a finding for each test:
//
//   - shapes: as many heads as colours, rows as nodes, dimensions as the fibre has.
//     Where they are not, it is the only finding.
//   - order: with a causal mask, no edge goes against the order of nodes.
//   - scale: it is as large as the bound wants.
//   - recover: scores, without Scale, above 1 - margin/2 are exactly on E_j, head
//     by head, and together they rebuild the digraph.
//   - head j: softmax attention gives every reader that E_j covers at least
//     1 - Epsilon on its sources there.
//
// The error is for a cover whose parts do not fit, an Epsilon outside (0,1), and
// the end of the context.
func (h *Heads) Check(ctx context.Context, c *density.Cover, o Checking) ([]Finding, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if !(o.Epsilon > 0 && o.Epsilon < 1) {
		return nil, fmt.Errorf("epsilon %v: expected a number between 0 and 1", o.Epsilon)
	}
	findings := []Finding{finding("shapes")(h.shapes(c))}
	if findings[0].Err != nil {
		return findings, nil
	}
	if o.Causal {
		findings = append(findings, finding("order")(forward(c)))
	}
	findings = append(findings, finding("scale")(h.scale(c, o.Epsilon)), finding("recover")(h.recovers(c, o.Causal)))
	for j := range c.Colors {
		m, err := h.Mass(ctx, c, j, o.Causal)
		if err != nil {
			return nil, err
		}
		findings = append(findings, finding(fmt.Sprintf("head %d", j+1))(m.atLeast(1-o.Epsilon, c.Embedding.Names)))
	}
	return findings, ctx.Err()
}

func finding(check string) func(string, error) Finding {
	return func(why string, err error) Finding { return Finding{Check: check, Why: why, Err: err} }
}

func (h *Heads) shapes(c *density.Cover) (string, error) {
	n, d, heads, m := h.Size()
	switch {
	case n != len(c.Embedding.Names):
		return "", fmt.Errorf("the embedding has %d rows, the law has %d nodes", n, len(c.Embedding.Names))
	case heads != len(c.Colors):
		return "", fmt.Errorf("there are %d heads, the law has %d colours", heads, len(c.Colors))
	case m != c.Fibre:
		return "", fmt.Errorf("the head dimension is %d, the law's fibre dimension is %d", m, c.Fibre)
	}
	return fmt.Sprintf("%d heads (with identity keys %d) of head dimension %d, %d nodes in %d dimensions, %d parameters",
		heads, identityKeys(c), m, n, d, h.Parameters()), nil
}

// identityKeys is the number of heads, were every hub of one source and one
// target: the ordinary chromatic index of the edges, their greatest degree (F1).
func identityKeys(c *density.Cover) (most int) {
	n := len(c.Embedding.Names)
	in, out := make([]int, n), make([]int, n)
	for a := range n {
		for b := range n {
			if slices.ContainsFunc(c.Colors, func(color density.Color) bool { return color.Has(a, b) }) {
				out[a]++
				in[b]++
			}
		}
	}
	return max(slices.Max(in), slices.Max(out))
}

// forward: sources come before their readers, or are the same.
func forward(c *density.Cover) (string, error) {
	for j := range c.Colors {
		for _, e := range edges(&c.Colors[j]) {
			if e.Row > e.Col {
				return "", fmt.Errorf("the edge from %q to %q goes against the order of nodes, which a causal mask forbids", c.Embedding.Names[e.Row], c.Embedding.Names[e.Col])
			}
		}
	}
	return "every edge goes forward in the order of nodes", nil
}

func (h *Heads) scale(c *density.Cover, epsilon float64) (string, error) {
	least, err := leastScale(c, epsilon)
	if err != nil {
		return "", err
	}
	if !(h.Scale >= least*(1-exact)) {
		return "", fmt.Errorf("it is %.6g, log(N/ε)/margin is %.6g", h.Scale, least)
	}
	return fmt.Sprintf("%.6g ≥ log(N/ε)/margin = %.6g", h.Scale, least), nil
}

// edges lists E_j, canonically ordered, from the labels.
func edges(c *density.Color) (cells []instances.Cell) {
	for a := range c.Sources {
		for b := range c.Targets {
			if c.Has(a, b) {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return cells
}

// Recover lists the pairs whose score in head j, without Scale, is above least;
// with a causal mask only those whose source is not behind the reader.
func (h *Heads) Recover(j int, least float64, causal bool) (cells []instances.Cell) {
	keys, queries := h.keys(j), h.queries(j)
	n, _ := keys.Dims()
	for a := range n {
		for b := range n {
			if (a <= b || !causal) && dot(keys.RawRowView(a), queries.RawRowView(b)) > least {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return cells
}

func (h *Heads) recovers(c *density.Cover, causal bool) (string, error) {
	all := map[instances.Cell]bool{}
	names := c.Embedding.Names
	for j := range c.Colors {
		color := &c.Colors[j]
		got, want := h.Recover(j, 1-margin(*color)/2, causal), edges(color)
		for _, e := range got {
			all[e] = true
		}
		if missing, first := without(want, got); missing > 0 {
			return "", fmt.Errorf("head %d: %d of %d edges are not recovered, first %q → %q", j+1, missing, len(want), names[first.Row], names[first.Col])
		}
		if extra, first := without(got, want); extra > 0 {
			return "", fmt.Errorf("head %d: %d pairs are recovered that are no edges of it, first %q → %q", j+1, extra, names[first.Row], names[first.Col])
		}
	}
	return fmt.Sprintf("scores above 1 - margin/2 are the %d edges, and no other pair is", len(all)), nil
}

// without counts the cells of a that are not in b, both in canonical order.
func without(a, b []instances.Cell) (n int, first instances.Cell) {
	for _, e := range a {
		if _, ok := slices.BinarySearchFunc(b, e, instances.Cell.Compare); !ok {
			if n++; n == 1 {
				first = e
			}
		}
	}
	return n, first
}

// Mass is how much of the attention of a head is where it should be, over the
// readers that E_j covers.
type Mass struct {
	Readers       int
	Least, Median float64
	Worst         int // reader with the least
}

// Mass runs head j: for every reader that has sources in E_j, softmax over all
// sources (with a causal mask, those not behind it), summed over those of E_j.
func (h *Heads) Mass(ctx context.Context, c *density.Cover, j int, causal bool) (Mass, error) {
	color := &c.Colors[j]
	keys, queries := h.keys(j), h.queries(j)
	n, _ := keys.Dims()
	row := make([]float64, n)
	var masses []float64
	out := Mass{Least: math.Inf(1)}
	for b := range n {
		if b%64 == 0 && ctx.Err() != nil {
			return Mass{}, ctx.Err()
		}
		h.attend(row, keys, queries.RawRowView(b), b, causal)
		mass, covered := 0.0, false
		for a, p := range row {
			if color.Has(a, b) {
				mass, covered = mass+p, true
			}
		}
		if !covered {
			continue
		}
		if math.IsNaN(mass) {
			mass = 0 // of scores beyond all numbers
		}
		masses = append(masses, mass)
		if mass < out.Least-exact { // of equal ones the first
			out.Least, out.Worst = mass, b
		}
	}
	if out.Readers = len(masses); out.Readers > 0 {
		slices.Sort(masses)
		out.Median = masses[len(masses)/2]
	}
	return out, nil
}

// Attention is the attention map of head j, N×N as [query, key].
func (h *Heads) Attention(j int, causal bool) *mat.Dense {
	keys, queries := h.keys(j), h.queries(j)
	n, _ := keys.Dims()
	out := mat.NewDense(n, n, nil)
	for b := range n {
		h.attend(out.RawRowView(b), keys, queries.RawRowView(b), b, causal)
	}
	return out
}

func (h *Heads) keys(j int) *mat.Dense    { return product(h.E, h.WK[j]) }
func (h *Heads) queries(j int) *mat.Dense { return product(h.E, h.WQ[j]) }

func product(a, b *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return &out
}

// attend sets row to the softmax of the scores of all sources for reader b.
func (h *Heads) attend(row []float64, keys *mat.Dense, query []float64, b int, causal bool) {
	clear(row)
	seen := row
	if causal {
		seen = row[:b+1]
	}
	most := math.Inf(-1)
	for a := range seen {
		seen[a] = h.Scale * dot(keys.RawRowView(a), query)
		most = max(most, seen[a])
	}
	sum := 0.0
	for a, score := range seen {
		seen[a] = math.Exp(score - most)
		sum += seen[a]
	}
	for a := range seen {
		seen[a] /= sum
	}
}

func (m Mass) atLeast(want float64, names []string) (string, error) {
	switch {
	case m.Readers == 0:
		return "it covers no reader", nil
	case !(m.Least >= want):
		return "", fmt.Errorf("%q gives its sources %.6g of its attention, less than %v; median of %d readers %.6g", names[m.Worst], m.Least, want, m.Readers, m.Median)
	}
	return fmt.Sprintf("least %.6g at %q, median %.6g, of %d readers", m.Least, names[m.Worst], m.Median, m.Readers), nil
}
