package formats

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/tensor"
)

func array(t testing.TB, name string, d tensor.DType, shape []int, values ...float64) tensor.Tensor {
	t.Helper()
	x, err := tensor.New(name, d, shape, values)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// arrayFile writes arrays: "npy" the first alone.
func arrayFile(t testing.TB, kind string, arrays ...tensor.Tensor) []byte {
	t.Helper()
	var b bytes.Buffer
	err := tensor.Write(&b, "x."+kind, arrays)
	if kind == "npy" {
		b.Reset()
		err = tensor.WriteNPY(&b, arrays[0])
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readMaps shows what is read, a line an instance: name, relation.
func readMaps(data []byte, o Options) string {
	var out []string
	o.Name = "m"
	for inst, err := range Read(ctx, bytes.NewReader(data), o) {
		if err != nil {
			out = append(out, "error: "+err.Error())
			continue
		}
		out = append(out, inst.Name+" "+describe(inst.Relation))
		for _, w := range inst.Warnings {
			out = append(out, "warning: "+w)
		}
	}
	return strings.Join(out, "\n")
}

func atLeast(t float64) *float64 { return &t }

// A softmax of three tokens under a causal mask, as [query, key].
var causalMap = []float64{
	1, 0, 0,
	0.25, 0.75, 0,
	0.5, 0.25, 0.25,
}

func TestWeights(t *testing.T) {
	file := func(values ...float64) []byte {
		return arrayFile(t, "npy", array(t, "", tensor.Float16, []int{3, 3}, values...))
	}
	maps := file(causalMap...)
	scores := file(-1, 0, math.Inf(-1), 2, -3, math.Inf(-1), 0, 0, 0)
	for _, c := range []struct {
		data []byte
		o    Options
		want string
	}{
		// Rows are sources, that is keys.
		{maps, Options{Threshold: atLeast(0.25)}, "m digraph [0 1 2] [0 1 2] 111 011 001"},
		{maps, Options{Threshold: atLeast(0.5)}, "m digraph [0 1 2] [0 1 2] 101 010 000"},
		{maps, Options{Threshold: atLeast(2)}, "m digraph [0 1 2] [0 1 2] 000 000 000"},
		// Masked entries are not among the greatest; of equal ones the first key is.
		{maps, Options{TopK: 1}, "m digraph [0 1 2] [0 1 2] 101 010 000"},
		{maps, Options{TopK: 2}, "m digraph [0 1 2] [0 1 2] 111 011 000"},
		{maps, Options{TopK: 9}, "m digraph [0 1 2] [0 1 2] 111 011 001"},
		{maps, Options{TopK: 2, Threshold: atLeast(0.5)}, "m digraph [0 1 2] [0 1 2] 101 010 000"},
		// Before a softmax 0 is a score like others.
		{scores, Options{TopK: 2}, "m digraph [0 1 2] [0 1 2] 111 111 000"},
		{scores, Options{Threshold: atLeast(-1)}, "m digraph [0 1 2] [0 1 2] 111 101 001"},
		{maps, Options{}, "error: -: the array of shape 3×3 holds numbers other than 0 and 1, 0.25 at (1, 0); try --threshold T (weights of at least T are cells) or --top-k K (the K greatest of every query are)"},
		{file(1, 0, 1, 0, 0, math.NaN(), 0, 0, 0), Options{TopK: 1}, "error: -: the array has no number (NaN) at (1, 2); try replacing it by 0, if it stands for a masked entry"},
		{maps, Options{TopK: -1}, "error: -: the greatest -1 weights of a query cannot be taken"},
		{maps, Options{Threshold: atLeast(math.NaN())}, "error: -: the threshold NaN is no finite number"},
		{[]byte("a b\n"), Options{TopK: 1}, "error: -: --threshold, --top-k and --array are about attention maps (npy, npz, safetensors), and this is pairs; try reading without them"},
		{[]byte("a b\n"), Options{From: "npz"}, "error: -: npz archive: zip: not a valid zip file"},
		{[]byte("a b\n"), Options{From: "safetensors"}, "error: -: safetensors: header too small"},
	} {
		if got := readMaps(c.data, c.o); got != c.want {
			t.Errorf("%+v:\n%s, want\n%s", c.o, got, c.want)
		}
	}
}

// Every head of every layer is an instance, a bad one an error in its place.
func TestHeads(t *testing.T) {
	flip := []float64{0, 1, 1, 0}
	bad := []float64{0, 1, math.NaN(), 0}
	heads := slices.Concat(flip, []float64{1, 0, 1, 0}, bad, flip)
	attn := array(t, "attn", tensor.Float32, []int{2, 2, 2, 2}, heads...)
	cross := array(t, "cross", tensor.BFloat16, []int{2, 3}, 0.5, 0.5, 0, 0, 0, 1)
	ids := array(t, "ids", tensor.Int64, []int{2}, 3, 4)
	const layers = `m.attn.layer0.head0 digraph [0 1] [0 1] 01 10
m.attn.layer0.head1 digraph [0 1] [0 1] 11 00
error: -: array "attn", layer 1, head 0 has no number (NaN) at (1, 0); try replacing it by 0, if it stands for a masked entry
m.attn.layer1.head1 digraph [0 1] [0 1] 01 10`
	const passed = `warning: array "ids" of shape 2 is passed over: a map has 2 axes (queries, keys), many maps have 3 or 4 (layers, heads, queries, keys)`
	first, rest, _ := strings.Cut(layers, "\n")
	for _, c := range []struct {
		data []byte
		o    Options
		want string
	}{
		{arrayFile(t, "npz", attn, ids, cross), Options{TopK: 1}, first + "\n" + passed + "\n" + rest + "\nm.cross relation [0 1 2] [0 1] 10 00 01"},
		{arrayFile(t, "safetensors", attn), Options{Threshold: atLeast(0.5)}, layers},
		{arrayFile(t, "npy", attn), Options{TopK: 1}, strings.ReplaceAll(strings.ReplaceAll(layers, "m.attn.", "m."), `array "attn"`, "the array")},
		{arrayFile(t, "npz", attn, cross), Options{TopK: 2, Array: "cross"}, "m.cross relation [0 1 2] [0 1] 10 10 01"},
		{arrayFile(t, "npz", attn, cross), Options{TopK: 2, Array: "crass"}, `error: -: there is no array "crass", only "attn" 2×2×2×2, "cross" 2×3`},
		{arrayFile(t, "npz", attn), Options{}, `error: -: array "attn" of shape 2×2×2×2 holds numbers other than 0 and 1, NaN at (1, 0, 1, 0); try --threshold T (weights of at least T are cells) or --top-k K (the K greatest of every query are)`},
		// A map of 0 and 1 alone is a table, rows are sources; in a stack, rows are queries.
		{arrayFile(t, "npy", array(t, "", tensor.Bool, []int{2, 2}, 0, 1, 0, 0)), Options{}, "m digraph [0 1] [0 1] 01 00"},
		{arrayFile(t, "npy", array(t, "", tensor.Bool, []int{2, 2}, 0, 1, 0, 0)), Options{As: "relation"}, "m relation [0 1] [0 1] 01 00"},
		{arrayFile(t, "npy", array(t, "", tensor.Bool, []int{1, 2, 2}, 0, 1, 0, 0)), Options{}, "m.head0 digraph [0 1] [0 1] 00 10"},
		{arrayFile(t, "npy", array(t, "", tensor.Bool, []int{2, 2}, 0, 1, 0, 0)), Options{Threshold: atLeast(1)}, "m digraph [0 1] [0 1] 00 10"},
	} {
		if got := readMaps(c.data, c.o); got != c.want {
			t.Errorf("%+v:\n%s\nwant\n%s", c.o, got, c.want)
		}
		packed := packed(t, c.data)["zstd"]
		if got := readMaps(packed, c.o); got != c.want {
			t.Errorf("compressed, %+v:\n%s\nwant\n%s", c.o, got, c.want)
		}
	}
}

// The greatest weights, against a sort of all.
func TestTopK(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n, k := 1+rng.IntN(12), 1+rng.IntN(5)
		weights := make([]float64, n*n)
		for i := range weights {
			weights[i] = float64(rng.IntN(6)) / 8
		}
		inst, err := ReadBytes(ctx, arrayFile(t, "npy", array(t, "", tensor.Float16, []int{n, n}, weights...)), Options{TopK: k})
		if err != nil {
			t.Fatal(err)
		}
		for q := range n {
			row := weights[q*n : (q+1)*n]
			keys := make([]int32, n)
			for i := range keys {
				keys[i] = int32(i)
			}
			slices.SortStableFunc(keys, func(a, b int32) int { return -int(8*row[a]) + int(8*row[b]) })
			keys = slices.DeleteFunc(keys[:min(k, n)], func(i int32) bool { return row[i] == 0 })
			slices.Sort(keys)
			if got := inst.Relation.Col(q); !slices.Equal(got, keys) {
				t.Fatalf("the %d greatest of %v: %v, want %v", k, row, got, keys)
			}
		}
	}
}

// A head at a time is decoded: the memory of a file of many heads is that of
// its bytes and one head.
func TestMemoryOfHeads(t *testing.T) {
	const heads, n = 64, 64
	values := make([]float64, heads*n*n)
	for i := range values {
		values[i] = float64(i%7) / 8
	}
	data := arrayFile(t, "npy", array(t, "", tensor.Float16, []int{heads, n, n}, values...))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	count, peak := 0, uint64(0)
	for inst, err := range Read(ctx, bytes.NewReader(data), Options{TopK: 3}) {
		if err != nil || inst.Relation.Len() != 3*n {
			t.Fatal(inst, err)
		}
		if count++; count%16 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&after)
			peak = max(peak, after.HeapAlloc)
		}
	}
	if count != heads {
		t.Errorf("%d heads", count)
	}
	if peak > before.HeapAlloc+3*uint64(len(data)) {
		t.Errorf("%d bytes are held for %d", peak-before.HeapAlloc, len(data))
	}
}

// What a relation is written as, npy reads: through --to npy and back.
func TestNPYOfRelation(t *testing.T) {
	rel, err := instances.New(2, 3, []instances.Cell{{Row: 0, Col: 2}, {Row: 1, Col: 0}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := Write(&b, "npy", rel); err != nil || !strings.HasSuffix(b.String(), "\n\x00\x00\x01\x01\x00\x00") || !strings.Contains(b.String(), "'|b1'") {
		t.Errorf("%v %q", err, b.String())
	}
	if got := readMaps(b.Bytes(), Options{}); got != fmt.Sprint("m ", describe(rel)) {
		t.Error(got)
	}
}
