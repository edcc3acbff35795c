package hubcover_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

// hubsInstance is the instance that the hubs are an extension of.
func hubsInstance(t testing.TB, hubs instances.Extension) *instances.Instance {
	t.Helper()
	rows, cols := 1, 1
	for _, h := range hubs {
		rows, cols = max(rows, int(h.Sources[len(h.Sources)-1])+1), max(cols, int(h.Targets[len(h.Targets)-1])+1)
	}
	rel, err := hubs.Induced(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	return &instances.Instance{Name: "hubs", Relation: rel}
}

// indexOf tries all colourings.
func indexOf(hubs instances.Extension) int {
	colors := make([]int, len(hubs))
	best := len(hubs)
	var paint func(t, used int)
	paint = func(t, used int) {
		if used >= best {
			return
		}
		if t == len(hubs) {
			best = used
			return
		}
		for c := 1; c <= used+1; c++ {
			ok := true
			for k := range t {
				ok = ok && (colors[k] != c || !hubs[k].Conflict(hubs[t]))
			}
			if colors[t] = c; ok {
				paint(t+1, max(used, c))
			}
		}
	}
	paint(0, 0)
	return best
}

func wantIndex(t testing.TB, hubs instances.Extension, want int, opt hubcover.Options) *hubcover.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	res, err := hubcover.Color(ctx, hubsInstance(t, hubs), hubs, opt)
	if err != nil {
		t.Fatal(err)
	}
	iv := res.Index
	if iv.Status() != hubcover.Optimal || iv.Upper != want || len(iv.Hubs) != len(hubs) || iv.Stop != "" {
		t.Fatalf("index in [%d,%d], %s, want %d, of %v", iv.Lower, iv.Upper, iv.Status(), want, hubs)
	}
	audit(t, res)
	return res
}

func TestIndexByBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	methods := map[string]int{}
	for range 150 {
		var hubs instances.Extension
		lines := 3 + rng.IntN(5)
		for range rng.IntN(9) {
			a, b := pick(rng, lines), pick(rng, lines)
			hubs = append(hubs, instances.Hub{Sources: a, Targets: b, Color: rng.IntN(4)})
		}
		res := wantIndex(t, hubs, indexOf(hubs), hubcover.Options{})
		methods[res.Index.By.Method]++
	}
	if methods["clique"] == 0 {
		t.Error(methods)
	}
}

// pick is one member or few.
func pick(rng *rand.Rand, n int) []int32 {
	out := []int32{}
	first := rng.IntN(n)
	for v := range n {
		if v == first || rng.IntN(4) == 0 {
			out = append(out, int32(v))
		}
	}
	return out
}

// graphHubs are hubs whose conflicts are the edges of a graph: a hub a vertex, a
// source an edge.
func graphHubs(n int, edges [][2]int) instances.Extension {
	hubs := make(instances.Extension, n)
	for v := range hubs {
		hubs[v].Targets = []int32{int32(v)}
		for e, ends := range edges {
			if ends[0] == v || ends[1] == v {
				hubs[v].Sources = append(hubs[v].Sources, int32(e))
			}
		}
	}
	return hubs
}

// mycielski raises the chromatic number by one and makes no triangle.
func mycielski(n int, edges [][2]int) (int, [][2]int) {
	out := edges
	for _, e := range edges {
		out = append(out, [2]int{e[0], n + e[1]}, [2]int{e[1], n + e[0]})
	}
	for v := range n {
		out = append(out, [2]int{n + v, 2 * n})
	}
	return 2*n + 1, out
}

// Graphs without triangles need a refutation by formula: no clique proves more
// than 2.
func TestIndexBeyondCliques(t *testing.T) {
	n, edges := 2, [][2]int{{0, 1}}
	for want := 3; want <= 5; want++ {
		n, edges = mycielski(n, edges)
		res := wantIndex(t, graphHubs(n, edges), want, hubcover.Options{Deterministic: true})
		by := res.Index.By
		if by.Method != "lrup" || by.Formula != "index" || by.H != want-1 || len(res.Proof(by.Proof)) == 0 {
			t.Errorf("%d colours rest on %+v", want, by)
		}
		if want == 5 {
			var first, second bytes.Buffer
			if err := res.WriteCertificate(&first); err != nil {
				t.Fatal(err)
			}
			again := wantIndex(t, graphHubs(n, edges), want, hubcover.Options{Deterministic: true})
			if err := again.WriteCertificate(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Error("the same question gives another certificate")
			}
		}
		claim, err := hubcover.Color(context.Background(), hubsInstance(t, graphHubs(n, edges)), graphHubs(n, edges), hubcover.Options{NoProof: true})
		if err != nil || claim.Index.Status() != hubcover.Unproved || claim.Index.Lower != 2 || claim.Index.Upper != want {
			t.Errorf("without proofs %+v, %v", claim.Index, err)
		}
	}
}

// Hubs of single cells are coloured as cells are: as many colours as the largest
// degree, which greedy choices miss.
func TestIndexOfSingleCells(t *testing.T) {
	for _, call := range [][]string{{"random", "rows=30", "cols=40", "p=0.3", "seed=5"}, {"crown", "n=9"}, {"hypercube", "d=4"}} {
		inst, err := families.Generate(call[0], call[1:])
		if err != nil {
			t.Fatal(err)
		}
		var hubs instances.Extension
		degree := 0
		for _, c := range inst.Relation.All() {
			hubs = append(hubs, instances.Hub{Sources: []int32{c.Row}, Targets: []int32{c.Col}})
			degree = max(degree, len(inst.Relation.Row(int(c.Row))), len(inst.Relation.Col(int(c.Col))))
		}
		wantIndex(t, hubs, degree, hubcover.Options{})
	}
}

// Larger extensions of random hubs.
func TestIndexOfRandomHubs(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 13))
		members := func() []int32 {
			first, second := int32(rng.IntN(100)), int32(rng.IntN(100))
			return slices.Compact([]int32{min(first, second), max(first, second)})
		}
		var hubs instances.Extension
		for range 200 {
			hubs = append(hubs, instances.Hub{Sources: members(), Targets: members()})
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		res, err := hubcover.Color(ctx, hubsInstance(t, hubs), hubs, hubcover.Options{})
		cancel()
		if err != nil || res.Index.Status() != hubcover.Optimal {
			t.Fatalf("%+v, %v", res, err)
		}
		audit(t, res)
	}
}

func TestIndexRefusesWhatIsNoExtension(t *testing.T) {
	hubs := instances.Extension{{Sources: []int32{0}, Targets: []int32{0, 1}}}
	inst := hubsInstance(t, hubs)
	for _, wrong := range []instances.Extension{nil, {{Sources: []int32{0}, Targets: []int32{0}}}, {{Sources: []int32{0, 1}, Targets: []int32{0, 1}}}} {
		if _, err := hubcover.Color(context.Background(), inst, wrong, hubcover.Options{}); !errors.Is(err, hubcover.ErrNoCover) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	rel, err := inst.Relation.WithOptional([]instances.Cell{{Row: 0, Col: 0}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hubcover.Color(context.Background(), &instances.Instance{Name: "o", Relation: rel}, hubs, hubcover.Options{}); err == nil {
		t.Error("optional cells are coloured")
	}
}

func TestIndexOfACoverWithItsOwnColours(t *testing.T) {
	n, edges := mycielski(mycielski(2, [][2]int{{0, 1}}))
	hubs := graphHubs(n, edges)
	first := wantIndex(t, hubs, 4, hubcover.Options{})
	again := wantIndex(t, first.Index.Hubs, 4, hubcover.Options{})
	for i, h := range again.Index.Hubs {
		if len(h.Sources) != len(hubs[i].Sources) || h.Color < 1 || h.Color > 4 {
			t.Fatalf("%v", again.Index.Hubs)
		}
	}
}

// With the time over at once, greedy bounds stand.
func TestIndexWithoutTime(t *testing.T) {
	n, edges := mycielski(mycielski(mycielski(2, [][2]int{{0, 1}})))
	hubs := graphHubs(n, edges)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, err := hubcover.Color(ctx, hubsInstance(t, hubs), hubs, hubcover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if iv := res.Index; iv.Lower != 2 || iv.Upper < 5 || iv.Stop == "" || iv.Status() != hubcover.Bounded {
		t.Errorf("%+v", iv)
	}
	audit(t, res)
}
