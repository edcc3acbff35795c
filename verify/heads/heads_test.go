package heads_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
	"github.com/hubcover/hubcover/instances/tensor"
	"github.com/hubcover/hubcover/verify/density"
	"github.com/hubcover/hubcover/verify/heads"
	"github.com/hubcover/hubcover/verify/manifold"
)

var ctx = context.Background()

// cover makes a density cover of a coloured hub extension, embedded on a line:
// heads care about codes and labels alone.
func cover(t testing.TB, rel *instances.Relation, x instances.Extension, fibre int) *density.Cover {
	t.Helper()
	m, err := manifold.Parse("euclidean:1")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var points [][]float64
	for v := range rel.Bipartite().Rows() {
		names = append(names, fmt.Sprint("v", v))
		points = append(points, []float64{float64(v)})
	}
	e, err := manifold.Embed(m, names, points, manifold.Radii{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := density.Build(ctx, rel, x, e, density.Design{Fibre: fibre})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func family(t testing.TB, fibre int, name string, args ...string) *density.Cover {
	t.Helper()
	inst, err := families.Generate(name, args)
	if err != nil {
		t.Fatal(err)
	}
	return cover(t, inst.Relation, inst.Known.FewestColors, fibre)
}

// identityKey makes a hub of every edge and colours the edges.
func identityKey(t testing.TB, rel *instances.Relation) *density.Cover {
	t.Helper()
	var x instances.Extension
	for _, e := range rel.Cells() {
		h := instances.Hub{Sources: []int32{e.Row}, Targets: []int32{e.Col}}
		// Of the causal mask, edges of one length are a matching.
		h.Color = int(e.Col-e.Row) + 1
		x = append(x, h)
	}
	return cover(t, rel, x, 2)
}

func built(t testing.TB, c *density.Cover, d int, epsilon float64, seed uint64) *heads.Heads {
	t.Helper()
	e, err := heads.Random(len(c.Embedding.Names), d, seed)
	if err != nil {
		t.Fatal(err)
	}
	h, err := heads.Build(c, e, epsilon)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func check(t testing.TB, h *heads.Heads, c *density.Cover, epsilon float64, causal bool) []heads.Finding {
	t.Helper()
	masked := *h
	masked.Causal = causal
	findings, err := masked.Check(ctx, c, epsilon)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// rejected lists the tests that reject.
func rejected(findings []heads.Finding) (out []string) {
	for _, f := range findings {
		if f.Err != nil {
			out = append(out, f.Check)
		}
	}
	return out
}

// The causal mask of 64 tokens: 7 heads do what takes 64 with identity keys, and
// put all but a thousandth of the attention of every reader on its sources.
func TestCausalMask(t *testing.T) {
	const n, epsilon = 64, 1e-3
	for _, fibre := range []int{0, 2} {
		c := family(t, fibre, "causal", "n=64")
		h := built(t, c, n, epsilon, 1)
		if _, _, count, m := h.Size(); count != 7 || fibre == 0 && m != 32 || h.Parameters() != 2*7*n*m {
			t.Fatalf("%d heads of dimension %d, %d parameters", count, m, h.Parameters())
		}
		for _, causal := range []bool{false, true} {
			if bad := check(t, h, c, epsilon, causal); rejected(bad) != nil {
				t.Errorf("fibre %d, causal %v: %v", fibre, causal, bad)
			}
			// By hand, from the arrays as the file has them.
			covered := make([]bool, n)
			for j, color := range c.Colors {
				map_ := byHand(t, h, j, causal)
				for b := range n {
					mass, any := 0.0, false
					for a := range n {
						if color.Has(a, b) {
							mass, any = mass+map_[b][a], true
						}
					}
					covered[b] = covered[b] || any
					if any && mass < 1-epsilon {
						t.Errorf("fibre %d, head %d, reader %d: %v", fibre, j+1, b, mass)
					}
				}
			}
			if slices.Contains(covered, false) {
				t.Error("a reader is covered by no head")
			}
		}
	}
	inst, err := families.Generate("causal", []string{"n=64"})
	if err != nil {
		t.Fatal(err)
	}
	c := identityKey(t, inst.Relation)
	h := built(t, c, n, epsilon, 1)
	if _, _, count, _ := h.Size(); count != 64 {
		t.Errorf("%d heads with identity keys", count)
	}
	if bad := rejected(check(t, h, c, epsilon, true)); bad != nil {
		t.Error(bad)
	}
}

// byHand is the softmax attention of a head, [query][key], from the written file.
func byHand(t testing.TB, h *heads.Heads, j int, causal bool) [][]float64 {
	t.Helper()
	var b bytes.Buffer
	if err := h.Write(&b, "x.npz"); err != nil {
		t.Fatal(err)
	}
	arrays, err := tensor.Read(b.Bytes(), 0)
	if err != nil {
		t.Fatal(err)
	}
	get := func(name string) tensor.Tensor {
		a, err := tensor.Find(arrays, name)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	e, k, q, scale := get("E"), get("W_K"), get("W_Q"), get("scale").Floats(nil)[0]
	n, d, m := e.Shape[0], e.Shape[1], k.Shape[2]
	ev, kv, qv := e.Floats(nil), k.Sub(j).Floats(nil), q.Sub(j).Floats(nil)
	image := func(v int, w []float64) []float64 {
		out := make([]float64, m)
		for i := range d {
			for l := range m {
				out[l] += ev[v*d+i] * w[i*m+l]
			}
		}
		return out
	}
	out := make([][]float64, n)
	for b := range n {
		query, sum := image(b, qv), 0.0
		out[b] = make([]float64, n)
		for a := range n {
			if causal && a > b {
				continue
			}
			score := 0.0
			for l, x := range image(a, kv) {
				score += x * query[l]
			}
			out[b][a] = math.Exp(scale * score)
			sum += out[b][a]
		}
		for a := range n {
			out[b][a] /= sum
		}
	}
	return out
}

// drawn is a random digraph or relation by random hubs, coloured greedily.
func drawn(t *rapid.T) *density.Cover {
	n := rapid.IntRange(2, 9).Draw(t, "nodes")
	digraph := rapid.Bool().Draw(t, "digraph")
	var x instances.Extension
	for range rapid.IntRange(1, 5).Draw(t, "hubs") {
		side := func(what string) []int32 {
			list := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(n-1)), 1, n, rapid.ID).Draw(t, what)
			slices.Sort(list)
			return list
		}
		h := instances.Hub{Sources: side("sources"), Targets: side("targets")}
		for h.Color = 1; slices.ContainsFunc(x, func(g instances.Hub) bool { return g.Color == h.Color && g.Conflict(h) }); {
			h.Color++
		}
		x = append(x, h)
	}
	rel, err := x.Induced(n, n)
	if err == nil && digraph {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		t.Fatal(err)
	}
	m, _ := manifold.Parse("euclidean:1")
	var names []string
	var points [][]float64
	for v := range rel.Bipartite().Rows() {
		names, points = append(names, fmt.Sprint(v)), append(points, []float64{float64(v)})
	}
	e, err := manifold.Embed(m, names, points, manifold.Radii{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := density.Build(ctx, rel, x, e, density.Design{Fibre: rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "fibre")})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Heads of any law do what they should, come back from files, and other heads do
// not pass for them.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawn(t)
		n := len(c.Embedding.Names)
		epsilon := rapid.SampledFrom([]float64{1e-6, 1e-3, 0.1, 0.5}).Draw(t, "epsilon")
		e, err := heads.Random(n, n+rapid.IntRange(0, 3).Draw(t, "spare"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		h, err := heads.Build(c, e, epsilon)
		if err != nil {
			t.Fatal(err)
		}
		h.Causal = rapid.Bool().Draw(t, "causal") && !slices.ContainsFunc(c.Colors, func(color density.Color) bool {
			return slices.ContainsFunc(color.Edges(), func(e instances.Cell) bool { return e.Row > e.Col })
		})
		pass := func(h *heads.Heads) bool {
			findings, err := h.Check(ctx, c, epsilon)
			if err != nil {
				t.Fatal(err)
			}
			return rejected(findings) == nil
		}
		if !pass(h) {
			t.Fatal("right heads are rejected")
		}
		for _, path := range []string{"a.npz", "a.safetensors"} {
			var b bytes.Buffer
			if err := h.Write(&b, path); err != nil {
				t.Fatal(err)
			}
			arrays, err := tensor.Read(b.Bytes(), 0)
			if err != nil {
				t.Fatal(err)
			}
			again, err := heads.FromArrays(arrays)
			if err != nil || !mat.Equal(again.E, h.E) || again.Scale != h.Scale || again.Causal != h.Causal || !slices.EqualFunc(again.WK, h.WK, func(a, b *mat.Dense) bool { return mat.Equal(a, b) }) ||
				!slices.EqualFunc(again.WQ, h.WQ, func(a, b *mat.Dense) bool { return mat.Equal(a, b) }) {
				t.Fatalf("%s: %v", path, err)
			}
		}
		// The maps are the least in norm: they lie in the span of the embedding.
		for j := range h.WK {
			var x, back, off mat.Dense
			if err := x.Solve(h.E.T(), h.WK[j]); err != nil {
				t.Fatal(err)
			}
			back.Mul(h.E.T(), &x)
			if off.Sub(&back, h.WK[j]); mat.Norm(&off, 2) > 1e-6 {
				t.Fatalf("W_K of head %d is off the span by %v", j, mat.Norm(&off, 2))
			}
		}
		wrong := *h
		j := rapid.IntRange(0, len(h.WK)-1).Draw(t, "head")
		what := rapid.SampledFrom([]string{"scale", "no keys", "no queries", "keys turned"}).Draw(t, "wrong")
		switch what {
		case "scale":
			wrong.Scale *= 0.9
		case "no keys":
			wrong.WK = slices.Clone(h.WK)
			wrong.WK[j] = mat.NewDense(h.WK[j].RawMatrix().Rows, c.Fibre, nil)
		case "no queries":
			wrong.WQ = slices.Clone(h.WQ)
			wrong.WQ[j] = mat.NewDense(h.WQ[j].RawMatrix().Rows, c.Fibre, nil)
		case "keys turned":
			wrong.WK = slices.Clone(h.WK)
			wrong.WK[j] = mat.DenseCopyOf(h.WK[j])
			wrong.WK[j].Scale(-1, wrong.WK[j])
		}
		if pass(&wrong) {
			t.Fatalf("%s: wrong heads pass", what)
		}
	})
}

// Each fault is caught by the tests that can see it.
func TestWrongHeads(t *testing.T) {
	const epsilon = 1e-3
	c := family(t, 0, "causal", "n=16")
	right := built(t, c, 20, epsilon, 7)
	other := family(t, 0, "causal", "n=15")
	swap := func(e *mat.Dense, a, b int) *mat.Dense {
		out := mat.DenseCopyOf(e)
		out.SetRow(a, e.RawRowView(b))
		out.SetRow(b, e.RawRowView(a))
		return out
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, f := range []struct {
		what string
		make func(h *heads.Heads) *density.Cover
		want []string // some of what rejects
	}{
		{"nodes permuted", func(h *heads.Heads) *density.Cover { h.E = swap(h.E, 3, 12); return c }, []string{"recover", "head 1"}},
		{"embedding perturbed", func(h *heads.Heads) *density.Cover {
			h.E.Apply(func(_, _ int, x float64) float64 { return x + 0.3*rng.NormFloat64() }, h.E)
			return c
		}, []string{"recover"}},
		{"scale too small", func(h *heads.Heads) *density.Cover { h.Scale /= 2; return c }, []string{"scale", "head 1"}},
		{"scale negative", func(h *heads.Heads) *density.Cover { h.Scale *= -1; return c }, []string{"scale", "head 1"}},
		{"scores beyond all numbers", func(h *heads.Heads) *density.Cover { h.WK[0].Scale(1e308, h.WK[0]); h.Scale = 1e300; return c }, []string{"recover", "head 1"}},
		{"keys and queries exchanged", func(h *heads.Heads) *density.Cover { h.WK, h.WQ = h.WQ, h.WK; return c }, []string{"recover"}},
		{"heads exchanged", func(h *heads.Heads) *density.Cover { slices.Reverse(h.WK); slices.Reverse(h.WQ); return c }, []string{"recover", "head 1"}},
		{"another law", func(*heads.Heads) *density.Cover { return other }, []string{"shapes"}},
		{"a head too few", func(h *heads.Heads) *density.Cover { h.WK, h.WQ = h.WK[1:], h.WQ[1:]; return c }, []string{"shapes"}},
	} {
		h := &heads.Heads{E: mat.DenseCopyOf(right.E), WK: slices.Clone(right.WK), WQ: slices.Clone(right.WQ), Scale: right.Scale}
		h.WK[0] = mat.DenseCopyOf(h.WK[0])
		findings := check(t, h, f.make(h), epsilon, false)
		got := rejected(findings)
		for _, want := range f.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s does not reject, %v do", f.what, want, got)
			}
		}
	}
	if got := rejected(check(t, right, c, epsilon, true)); got != nil {
		t.Error(got)
	}
}

// A causal mask hides what is behind the reader: such an edge is refused, and
// what is no edge does not take attention.
func TestCausal(t *testing.T) {
	rel, err := instances.New(3, 3, []instances.Cell{{Row: 2, Col: 0}, {Row: 0, Col: 1}})
	if err == nil {
		rel, err = rel.AsDigraph()
	}
	if err != nil {
		t.Fatal(err)
	}
	c := cover(t, rel, instances.Extension{{Sources: []int32{2}, Targets: []int32{0}, Color: 1}, {Sources: []int32{0}, Targets: []int32{1}, Color: 1}}, 0)
	h := built(t, c, 3, 1e-3, 1)
	if got := rejected(check(t, h, c, 1e-3, false)); got != nil {
		t.Error(got)
	}
	findings := check(t, h, c, 1e-3, true)
	if got := rejected(findings); !slices.Equal(got, []string{"order", "recover", "head 1"}) {
		t.Error(findings)
	}
	if got := findings[1].Err.Error(); got != `the edge from "v2" to "v0" goes against the order of nodes, which a causal mask forbids` {
		t.Error(got)
	}
	h.Causal = true
	map_ := h.Attention(0)
	for b := range 3 {
		sum := 0.0
		for a := range 3 {
			if sum += map_.At(b, a); a > b && map_.At(b, a) != 0 {
				t.Errorf("reader %d attends to %d", b, a)
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("reader %d attends %v in all", b, sum)
		}
	}
}

// Readers say of each row where its attention is, also where one part of it is too
// small to be told from 1.
func TestReaders(t *testing.T) {
	c := family(t, 0, "causal", "n=7")
	h := built(t, c, 7, 1e-30, 1)
	h.Causal = true
	for j := range c.Colors {
		list, err := h.Readers(ctx, c, j)
		if err != nil || len(list) == 0 {
			t.Fatal(list, err)
		}
		map_ := h.Attention(j)
		for _, r := range list {
			sources, elsewhere := 0, 0.0
			for a := range 7 {
				if c.Colors[j].Has(a, r.Node) {
					sources++
				} else {
					elsewhere += map_.At(r.Node, a)
				}
			}
			if r.Sources != sources || r.Elsewhere != elsewhere || r.Elsewhere > 1e-30 || math.Abs(r.Mass-1) > 1e-12 {
				t.Errorf("head %d: %+v, %d sources and %v elsewhere are there", j+1, r, sources, elsewhere)
			}
		}
	}
	if got := rejected(check(t, h, c, 1e-30, true)); got != nil {
		t.Error(got)
	}
	// A scale that is a little too small is seen, where 1 - epsilon is 1.
	h.Scale *= 0.97
	if got := rejected(check(t, h, c, 1e-30, true)); !slices.Contains(got, "head 1") {
		t.Error(got)
	}
}

// What Build refuses, and why.
func TestRefused(t *testing.T) {
	c := family(t, 0, "causal", "n=3")
	dense := func(rows ...[]float64) *mat.Dense {
		e, err := heads.Matrix(rows)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	good := dense([]float64{1, 0, 0}, []float64{1, 1, 0}, []float64{1, 1, 1})
	broken := func(change func(c *density.Cover)) *density.Cover {
		b := *c
		b.Colors = slices.Clone(c.Colors)
		for j := range b.Colors {
			b.Colors[j].Codes = slices.Clone(b.Colors[j].Codes)
		}
		change(&b)
		return &b
	}
	for _, f := range []struct {
		c       *density.Cover
		e       *mat.Dense
		epsilon float64
		want    string
	}{
		{c, dense([]float64{1, 0}, []float64{0, 1}, []float64{1, 1}), 0.1, "3 rows in 2 dimensions"},
		{c, dense([]float64{1, 0, 0}, []float64{0, 1, 0}, []float64{1, 1, 0}), 0.1, `row 2 (node "v2") of the embedding is a combination of the rows before it`},
		{c, dense([]float64{1, 0, 0}, []float64{0, 0, 0}, []float64{1, 1, 0}), 0.1, `row 1 (node "v1") of the embedding is zero`},
		{c, dense([]float64{1, 0, 0}, []float64{0, math.NaN(), 0}, []float64{1, 1, 0}), 0.1, `row 1 (node "v1") of the embedding holds NaN`},
		{c, dense([]float64{1, 0, 0}, []float64{0, 1, 0}), 0.1, "2 rows, the law has 3 nodes"},
		{c, good, 0, "epsilon 0"},
		{c, good, 1, "epsilon 1"},
		{c, good, math.NaN(), "epsilon NaN"},
		{broken(func(c *density.Cover) { c.Colors = nil }), good, 0.1, "no colours"},
		{broken(func(c *density.Cover) { c.Colors[0].Codes[0] = []float64{0.5, 0} }), good, 0.1, "no unit vector"},
		{broken(func(c *density.Cover) { c.Colors[0].Codes[0] = []float64{-1, 0} }), good, 0.1, "no unit vector"},
		{broken(func(c *density.Cover) { c.Colors[0].Codes[0] = c.Colors[0].Codes[1] }), good, 0.1, "codes 0 and 1 of colour 1 are the same"},
		{broken(func(c *density.Cover) { c.Fibre = 5 }), good, 0.1, "fibre dimension"},
	} {
		if h, err := heads.Build(f.c, f.e, f.epsilon); err == nil || !strings.Contains(err.Error(), f.want) {
			t.Errorf("%v %v, want %q", h, err, f.want)
		}
	}
	if _, err := heads.Build(c, good, 0.1); err != nil {
		t.Error(err)
	}
	for _, d := range []int{0, 2} {
		if _, err := heads.Random(3, d, 1); err == nil || !strings.Contains(err.Error(), "at least 3 dimensions") {
			t.Error(err)
		}
	}
	for _, rows := range [][][]float64{nil, {{}}, {{1, 2}, {3}}} {
		if _, err := heads.Matrix(rows); err == nil {
			t.Errorf("%v is a matrix", rows)
		}
	}
}

// Files that are not of heads.
func TestFromArrays(t *testing.T) {
	array := func(name string, shape []int, values ...float64) tensor.Tensor {
		x, err := tensor.New(name, tensor.Float32, shape, values)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	e, k, q, scale := array("E", []int{1, 2}, 1, 2), array("W_K", []int{1, 2, 1}, 3, 4), array("W_Q", []int{1, 2, 1}, 5, 6), array("scale", []int{1}, 7)
	h, err := heads.FromArrays([]tensor.Tensor{scale, q, k, e, array("more", nil, 1)})
	if err != nil || h.Scale != 7 || h.WQ[0].At(1, 0) != 6 || h.E.At(0, 1) != 2 || h.Parameters() != 4 {
		t.Errorf("%v %v", h, err)
	}
	for want, arrays := range map[string][]tensor.Tensor{
		`no array "W_Q"`:              {e, k, scale},
		`array "E" has shape 2`:       {array("E", []int{2}, 1, 2), k, q, scale},
		`array "scale" has shape 2`:   {e, k, q, array("scale", []int{2}, 1, 1)},
		`array "W_K" has shape 0×2×1`: {e, array("W_K", []int{0, 2, 1}), q, scale},
		`array "scale" holds NaN`:     {e, k, q, array("scale", nil, math.NaN())},
		"shapes do not agree: E 1×3":  {array("E", []int{1, 3}, 1, 2, 3), k, q, scale},
		"W_K 1×2×1, W_Q 2×2×1":        {e, k, array("W_Q", []int{2, 2, 1}, 1, 2, 3, 4), scale},
	} {
		if h, err := heads.FromArrays(arrays); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v %v, want %q", h, err, want)
		}
	}
	if err := h.Write(&bytes.Buffer{}, "x.npy"); err == nil || !strings.Contains(err.Error(), ".npz or .safetensors") {
		t.Error(err)
	}
	cancelled, stop := context.WithCancel(ctx)
	stop()
	c := family(t, 0, "causal", "n=3")
	if _, err := built(t, c, 3, 0.1, 1).Check(cancelled, c, 0.1); err != context.Canceled {
		t.Error(err)
	}
}
