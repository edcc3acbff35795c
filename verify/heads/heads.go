// Package heads turns a density cover into the heads of a transformer (math.md,
// section 3, attention heads): linear maps W_K and W_Q that send the embedding
// of a node to the code of the hub that it feeds, and reads, in each colour.
//
//	E, err := heads.Random(nodes, nodes, seed)
//	h, err := heads.Build(cover, E, 1e-3)
//	findings, err := h.Check(ctx, cover, heads.Checking{Epsilon: 1e-3})
//	err = h.Write(file, "heads.npz")
//
// The score of the source a for the reader b in head j is Scale times the inner
// product of the key, row a of E·W_K[j], with the query, row b of E·W_Q[j]. It
// is greatest exactly on E_j, and softmax over all sources gives at least
// 1 - ε of the attention of every reader of E_j to its sources there.
package heads

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/hubcover/hubcover/instances/tensor"
	"github.com/hubcover/hubcover/verify/density"
)

// Heads is a layer of attention heads with the embedding that they are for. With
// N nodes, embedded in D dimensions, there are h heads of head dimension m.
type Heads struct {
	E      *mat.Dense   // N×D, a node a row, in the order of the law's nodes
	WK, WQ []*mat.Dense // of each head, D×m
	Scale  float64      // of scores, the inverse temperature
	// Causal has a mask run with them: no reader attends to a source behind it in
	// the order of nodes.
	Causal bool
}

// exact is how near keys and queries are to the codes that they stand for.
const exact = 1e-9

// Build makes a head of each colour of the cover, of head dimension Fibre, for
// an embedding of its nodes. The maps are the least in norm, and Scale is the
// least that math.md's bound allows: Scale·margin = log(N/epsilon), for the least
// margin of a colour. It refuses, in words: an embedding of another number of
// nodes, rows that are not independent, codes that are not unit vectors of the
// nonnegative orthant or not different, an epsilon outside (0,1).
func Build(c *density.Cover, e *mat.Dense, epsilon float64) (*Heads, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if len(c.Colors) == 0 {
		return nil, errors.New("the law has no colours, so there are no heads")
	}
	nodes := c.Embedding.Names
	scale, err := leastScale(c, epsilon)
	if err != nil {
		return nil, err
	}
	n, d := e.Dims()
	if n != len(nodes) {
		return nil, fmt.Errorf("the embedding has %d rows, the law has %d nodes", n, len(nodes))
	}
	var lq mat.LQ
	if err := independent(&lq, e, nodes); err != nil {
		return nil, err
	}
	// All heads at once: the columns are keys, then queries, of head 1, 2, ….
	m := c.Fibre
	want := mat.NewDense(n, 2*m*len(c.Colors), nil)
	for j, color := range c.Colors {
		for v := range nodes {
			for side, labels := range [][]int32{color.Sources, color.Targets} {
				if k := labels[v]; k != density.None {
					for i, x := range color.Codes[k] {
						want.Set(v, (2*j+side)*m+i, x)
					}
				}
			}
		}
	}
	var maps, off mat.Dense
	if err := lq.SolveTo(&maps, false, want); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, err
	}
	off.Mul(e, &maps)
	off.Sub(&off, want)
	if worst := mat.Max(abs(&off)); !(worst < exact) {
		return nil, fmt.Errorf("the rows of the embedding are too nearly dependent: keys and queries are off by %.2g", worst)
	}
	h := &Heads{E: mat.DenseCopyOf(e), Scale: scale}
	for j := range c.Colors {
		h.WK = append(h.WK, mat.DenseCopyOf(maps.Slice(0, d, 2*j*m, (2*j+1)*m)))
		h.WQ = append(h.WQ, mat.DenseCopyOf(maps.Slice(0, d, (2*j+1)*m, (2*j+2)*m)))
	}
	return h, nil
}

func abs(a *mat.Dense) *mat.Dense {
	a.Apply(func(_, _ int, x float64) float64 { return math.Abs(x) }, a)
	return a
}

// leastScale is log(N/epsilon) over the least margin.
func leastScale(c *density.Cover, epsilon float64) (float64, error) {
	if !(epsilon > 0 && epsilon < 1) {
		return 0, fmt.Errorf("epsilon %v: expected a number between 0 and 1", epsilon)
	}
	least := 1.0
	for j, color := range c.Colors {
		for k, w := range color.Codes {
			if length := math.Sqrt(dot(w, w)); !(math.Abs(length-1) < exact) || slices.Min(w) < 0 {
				return 0, fmt.Errorf("code %d of colour %d is %v, no unit vector with nonnegative coordinates", k, j+1, w)
			}
			for l, other := range color.Codes[:k] {
				if !(dot(w, other) < 1-exact) {
					return 0, fmt.Errorf("codes %d and %d of colour %d are the same, no scale tells them apart", l, k, j+1)
				}
			}
		}
		least = min(least, margin(color))
	}
	return math.Log(float64(len(c.Embedding.Names))/epsilon) / least, nil
}

// margin is 1 - the largest inner product of two codes, whatever a file says.
func margin(c density.Color) float64 { return density.Margin(c.Codes) }

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, a := range x {
		sum += a * y[i]
	}
	return sum
}

// independent factors the embedding, or says which row is no news after those
// before it: L of E = LQ has on its diagonal how far each row is from their span.
func independent(lq *mat.LQ, e *mat.Dense, nodes []string) error {
	n, d := e.Dims()
	for v := range n {
		for _, x := range e.RawRowView(v) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("row %d (node %q) of the embedding holds %v", v, nodes[v], x)
			}
		}
	}
	if n > d {
		return fmt.Errorf("the embedding has %d rows in %d dimensions, and so many cannot be independent: at least %d dimensions are needed", n, d, n)
	}
	lq.Factorize(e)
	var l mat.Dense
	lq.LTo(&l)
	for v := range n {
		length := mat.Norm(e.RowView(v), 2)
		if !(length > 0) {
			return fmt.Errorf("row %d (node %q) of the embedding is zero; rows must be independent", v, nodes[v])
		}
		if far := math.Abs(l.At(v, v)); !(far > exact*length) {
			return fmt.Errorf("row %d (node %q) of the embedding is a combination of the rows before it, up to %.2g of its length; rows must be independent", v, nodes[v], far/length)
		}
	}
	return nil
}

// Random is an embedding of n nodes in d dimensions, d ≥ n: normal entries of
// variance 1/d, by PCG(seed, 0). Its rows are independent but for bad luck, which
// Build would notice.
func Random(n, d int, seed uint64) (*mat.Dense, error) {
	if n < 1 || d < n {
		return nil, fmt.Errorf("an embedding of %d nodes in %d dimensions cannot have independent rows: at least %d dimensions are needed", n, d, max(n, 1))
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	e := mat.NewDense(n, d, nil)
	e.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() / math.Sqrt(float64(d)) }, e)
	return e, nil
}

// Size is the numbers of nodes, of dimensions of the embedding, of heads, and of
// dimensions of a head.
func (h *Heads) Size() (n, d, heads, m int) {
	n, d = h.E.Dims()
	_, m = h.WK[0].Dims()
	return n, d, len(h.WK), m
}

// Parameters is the number of those of all W_K and W_Q, 2·h·D·m.
func (h *Heads) Parameters() int {
	_, d, heads, m := h.Size()
	return 2 * heads * d * m
}

// Write writes the arrays E (N×D), W_K and W_Q (h×D×m) and scale (a scalar), all
// float64, as the ending of path says: .npz or .safetensors. Of causal heads there
// is also the array causal, a scalar that is true.
func (h *Heads) Write(w io.Writer, path string) error {
	n, d, heads, m := h.Size()
	var arrays []tensor.Tensor
	for _, a := range []struct {
		name   string
		shape  []int
		values []float64
	}{
		{"E", []int{n, d}, flat(h.E)},
		{"W_K", []int{heads, d, m}, flat(h.WK...)},
		{"W_Q", []int{heads, d, m}, flat(h.WQ...)},
		{"scale", nil, []float64{h.Scale}},
	} {
		t, err := tensor.New(a.name, tensor.Float64, a.shape, a.values)
		if err != nil {
			return err
		}
		arrays = append(arrays, t)
	}
	if h.Causal {
		t, err := tensor.New("causal", tensor.Bool, nil, []float64{1})
		if err != nil {
			return err
		}
		arrays = append(arrays, t)
	}
	return tensor.Write(w, path, arrays)
}

func flat(list ...*mat.Dense) (out []float64) {
	for _, a := range list {
		n, _ := a.Dims()
		for i := range n {
			out = append(out, a.RawRowView(i)...)
		}
	}
	return out
}

// FromArrays puts heads together from the arrays that Write writes, of any type
// of numbers; what else is there is passed over. Shapes must agree, and numbers
// be finite.
func FromArrays(arrays []tensor.Tensor) (*Heads, error) {
	shapes := map[string]int{"E": 2, "W_K": 3, "W_Q": 3, "scale": 0, "causal": 0}
	found := map[string]tensor.Tensor{}
	for _, name := range []string{"E", "W_K", "W_Q", "scale", "causal"} {
		i := slices.IndexFunc(arrays, func(t tensor.Tensor) bool { return t.Name == name })
		if i < 0 && name == "causal" {
			continue
		}
		if i < 0 {
			return nil, fmt.Errorf("there is no array %q; heads are the arrays E, W_K, W_Q and scale", name)
		}
		t := arrays[i]
		if shapes[name] == 0 && t.Len() == 1 {
			for len(t.Shape) > 0 {
				t = t.Sub(0)
			}
		}
		if len(t.Shape) != shapes[name] || t.Len() == 0 {
			return nil, fmt.Errorf("array %q has shape %s; E is nodes × dimensions, W_K and W_Q are heads × dimensions × head dimension, scale and causal are scalars", name, t.ShapeText())
		}
		if i := slices.IndexFunc(t.Floats(nil), func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }); i >= 0 {
			return nil, fmt.Errorf("array %q holds %v", name, t.Floats(nil)[i])
		}
		found[name] = t
	}
	e, k, q := found["E"], found["W_K"], found["W_Q"]
	if !slices.Equal(k.Shape, q.Shape) || k.Shape[1] != e.Shape[1] {
		return nil, fmt.Errorf("shapes do not agree: E %s, W_K %s, W_Q %s", e.ShapeText(), k.ShapeText(), q.ShapeText())
	}
	h := &Heads{E: dense(e), Scale: found["scale"].Floats(nil)[0]}
	if t, ok := found["causal"]; ok {
		h.Causal = t.Floats(nil)[0] != 0
	}
	for j := range k.Shape[0] {
		h.WK = append(h.WK, dense(k.Sub(j)))
		h.WQ = append(h.WQ, dense(q.Sub(j)))
	}
	return h, nil
}

func dense(t tensor.Tensor) *mat.Dense { return mat.NewDense(t.Shape[0], t.Shape[1], t.Floats(nil)) }

// Matrix makes a matrix of a given embedding: a node a row.
func Matrix(rows [][]float64) (*mat.Dense, error) {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil, errors.New("the embedding is empty")
	}
	e := mat.NewDense(len(rows), len(rows[0]), nil)
	for v, row := range rows {
		if len(row) != len(rows[0]) {
			return nil, fmt.Errorf("row %d of the embedding has %d numbers, row 0 has %d", v, len(row), len(rows[0]))
		}
		e.SetRow(v, row)
	}
	return e, nil
}
