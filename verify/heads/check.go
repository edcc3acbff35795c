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

// Check runs the heads and holds what they do against the cover that they are
// to be of; epsilon is the share of the attention that may go elsewhere. It gives
// a finding for each test:
//
//   - shapes: as many heads as colours, rows as nodes, dimensions as the fibre has.
//     Where they are not, it is the only finding.
//   - order: of causal heads, no edge goes against the order of nodes.
//   - scale: it is as large as the bound wants.
//   - recover: scores, without Scale, above 1 - margin/2 are exactly on E_j, head
//     by head, and together they rebuild the digraph.
//   - head j: softmax attention of every reader that E_j covers is on its sources
//     there, but for at most epsilon.
//
// The error is for a cover whose parts do not fit, an epsilon outside (0,1), and
// the end of the context.
func (h *Heads) Check(ctx context.Context, c *density.Cover, epsilon float64) ([]Finding, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if !(epsilon > 0 && epsilon < 1) {
		return nil, fmt.Errorf("epsilon %v: expected a number between 0 and 1", epsilon)
	}
	findings := []Finding{finding("shapes")(h.shapes(c))}
	if findings[0].Err != nil {
		return findings, nil
	}
	if h.Causal {
		findings = append(findings, finding("order")(forward(c)))
	}
	findings = append(findings, finding("scale")(h.scale(c, epsilon)), finding("recover")(h.recovers(c)))
	for j := range c.Colors {
		readers, err := h.Readers(ctx, c, j)
		if err != nil {
			return nil, err
		}
		findings = append(findings, finding(fmt.Sprintf("head %d", j+1))(attentive(readers, epsilon, c.Embedding.Names)))
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
		for _, e := range c.Colors[j].Edges() {
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

// Recover lists the pairs whose score in head j, without Scale, is above least;
// of causal heads only those whose source is not behind the reader.
func (h *Heads) Recover(j int, least float64) (cells []instances.Cell) {
	keys, queries := h.keys(j), h.queries(j)
	n, _ := keys.Dims()
	for a := range n {
		for b := range n {
			if (a <= b || !h.Causal) && dot(keys.RawRowView(a), queries.RawRowView(b)) > least {
				cells = append(cells, instances.Cell{Row: int32(a), Col: int32(b)})
			}
		}
	}
	return cells
}

func (h *Heads) recovers(c *density.Cover) (string, error) {
	all := map[instances.Cell]bool{}
	names := c.Embedding.Names
	for j := range c.Colors {
		color := &c.Colors[j]
		got, want := h.Recover(j, 1-margin(*color)/2), color.Edges()
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

// Reader is where a node that E_j covers has its attention in head j.
type Reader struct {
	Node      int
	Sources   int     // it has in E_j
	Mass      float64 // of its attention that they have together
	Elsewhere float64 // what all others have: 1 - Mass, also where Mass rounds to 1
}

// Readers runs head j, for every reader that has sources in E_j: softmax over all
// sources, of causal heads over those not behind the reader.
func (h *Heads) Readers(ctx context.Context, c *density.Cover, j int) (list []Reader, err error) {
	color := &c.Colors[j]
	keys, queries := h.keys(j), h.queries(j)
	row := make([]float64, len(color.Sources))
	for b := range row {
		if b%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h.attend(row, keys, queries.RawRowView(b), b)
		r := Reader{Node: b}
		for a, p := range row {
			if color.Has(a, b) {
				r.Sources++
				r.Mass += p
			} else {
				r.Elsewhere += p
			}
		}
		if math.IsNaN(r.Mass + r.Elsewhere) { // of scores beyond all numbers
			r.Mass, r.Elsewhere = 0, 1
		}
		if r.Sources > 0 {
			list = append(list, r)
		}
	}
	return list, nil
}

// Attention is the attention map of head j, N×N as [query, key].
func (h *Heads) Attention(j int) *mat.Dense {
	keys, queries := h.keys(j), h.queries(j)
	n, _ := keys.Dims()
	out := mat.NewDense(n, n, nil)
	for b := range n {
		h.attend(out.RawRowView(b), keys, queries.RawRowView(b), b)
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
func (h *Heads) attend(row []float64, keys *mat.Dense, query []float64, b int) {
	clear(row)
	seen := row
	if h.Causal {
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

// attentive holds what goes elsewhere against epsilon.
func attentive(readers []Reader, epsilon float64, names []string) (string, error) {
	if len(readers) == 0 {
		return "it covers no reader", nil
	}
	worst := readers[0]
	masses := make([]float64, len(readers))
	for i, r := range readers {
		masses[i] = r.Mass
		if r.Elsewhere > worst.Elsewhere*(1+exact) { // of equal ones the first
			worst = r
		}
	}
	slices.Sort(masses)
	median := masses[len(masses)/2]
	if !(worst.Elsewhere <= epsilon) {
		return "", fmt.Errorf("%q gives its sources %.6g of its attention, %.3g goes elsewhere, more than %v; median of %d readers %.6g", names[worst.Node], worst.Mass, worst.Elsewhere, epsilon, len(readers), median)
	}
	return fmt.Sprintf("least %.6g at %q, median %.6g, of %d readers", worst.Mass, names[worst.Node], median, len(readers)), nil
}
