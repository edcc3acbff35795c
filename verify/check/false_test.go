package check

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// claimant makes true bounds of one level, each with what it claims.
type claimant struct {
	name  string
	what  What
	make  func(t *testing.T, rng *rand.Rand, rel *Matrix) (by By, files map[string]string, ok bool)
	claim func(by By) int
}

// refutation proves a formula, as a whole or by cubes, at the largest value
// that can be refuted.
func refutation(formula string, depth int) func(*testing.T, *rand.Rand, *Matrix) (By, map[string]string, bool) {
	return func(t *testing.T, rng *rand.Rand, rel *Matrix) (By, map[string]string, bool) {
		by := By{Formula: formula, Depth: depth, Cells: cellsOf(rel)}
		switch formula {
		case "cover":
			by.N = bruteB(rel) - 1
		case "front":
			for by.H, by.N = 1+rng.IntN(2), 1; by.N < 5 && !attainable(rel, by.Cells, by.N+1, by.H); {
				by.N++
			}
		default:
			by.H = bruteChi(rel) - 1
		}
		if by.N+by.H == 0 || max(by.N, by.H) >= len(by.Cells) || depth > len(by.Cells) || formula == "front" && attainable(rel, by.Cells, by.N, by.H) {
			return by, nil, false
		}
		rng.Shuffle(len(by.Cells), func(i, j int) { by.Cells[i], by.Cells[j] = by.Cells[j], by.Cells[i] })
		if depth > 0 {
			by, files, ok := prove(t, rel, by)
			return by, files, ok
		}
		f, _, err := Checker{}.run(rel).generate(by, nil)
		if err != nil {
			t.Fatal(err)
		}
		proof, _, ok := proveAll(f, nil)
		by.Method, by.Proof = "lrup", "p"
		return by, map[string]string{"p": proof}, ok
	}
}

// shuffled gives random cells of a method, which may prove something.
func shuffled(method string) func(*testing.T, *rand.Rand, *Matrix) (By, map[string]string, bool) {
	return func(t *testing.T, rng *rand.Rand, rel *Matrix) (By, map[string]string, bool) {
		by := By{Method: method, Cells: cellsOf(rel)}
		rng.Shuffle(len(by.Cells), func(i, j int) { by.Cells[i], by.Cells[j] = by.Cells[j], by.Cells[i] })
		switch method {
		case "fooling":
			by.Cells = greedy(rel, by.Cells)
		case "sperner", "skew": // as long as it is right
			cells := by.Cells
			by.Cells = nil
			for range 40 {
				longer := by
				longer.Rows = append(slices.Clone(by.Rows), Line(rng.IntN(rel.Rows())))
				if method == "skew" {
					longer.Cols = append(slices.Clone(by.Cols), Line(cells[rng.IntN(len(cells))][1]))
				}
				if _, err := Lower(rel, map[string]What{"sperner": B, "skew": Chi}[method], longer); err == nil {
					by = longer
				}
			}
		case "weights", "degree-weights":
			for range by.Cells {
				by.W = append(by.W, int64(rng.IntN(3)))
			}
			for range rel.Rows() {
				by.P = append(by.P, int64(rng.IntN(3)))
			}
			for range rel.Cols() {
				by.Q = append(by.Q, int64(rng.IntN(3)))
			}
		case "parts":
			for i, e := range greedy(rel, by.Cells) {
				by.Rule = "sum"
				by.Parts = append(by.Parts, By{Method: []string{"fooling", "trivial"}[i%2], Cells: Cells{e}})
			}
			by.Cells = nil
		}
		return by, nil, true
	}
}

// greedy picks cells that conflict pairwise.
func greedy(rel *Matrix, cells Cells) (some Cells) {
	for _, e := range cells {
		if !slices.ContainsFunc(some, func(f [2]int32) bool { return !conflict(rel, e, f) }) {
			some = append(some, e)
		}
	}
	return some
}

// natural is what the fields of by would prove if they were right.
func natural(by By) int {
	switch by.Method {
	case "fooling":
		return len(by.Cells)
	case "sperner":
		return len(by.Rows)
	case "skew":
		return bits.Len(uint(max(1, len(by.Rows)) - 1))
	case "parts":
		return len(by.Parts)
	}
	if by.Formula == "chi" || by.Formula == "chi-r" {
		return by.H + 1
	}
	return by.N + 1
}

// weigh is what weights would prove if the bicliques were what one hopes.
func weigh(by By) int {
	var w, top int64
	for _, x := range by.W {
		w, top = w+x, max(top, x)
	}
	if by.Method == "degree-weights" {
		top = 0
		for _, x := range slices.Concat(by.P, by.Q) {
			top += x
		}
	}
	if w == 0 || top == 0 {
		return 0
	}
	return quotient(w, top)
}

// mutated changes a bound, its proof or the matrix a little.
func mutated(rng *rand.Rand, rel *Matrix, by By, files map[string]string) (*Matrix, By, map[string]string) {
	by.Cells, by.Rows, by.Cols, by.W, by.Parts = slices.Clone(by.Cells), slices.Clone(by.Rows), slices.Clone(by.Cols), slices.Clone(by.W), slices.Clone(by.Parts)
	by.P, by.Proofs, files = slices.Clone(by.P), slices.Clone(by.Proofs), maps.Clone(files)
	r, c := rng.IntN(rel.Rows()), rng.IntN(rel.Cols())
	switch rng.IntN(9) {
	case 0: // a cell more or less
		var cells []entry
		for _, e := range cellsOf(rel) {
			if int(e[0]) != r || int(e[1]) != c {
				cells = append(cells, entry{r: e[0], c: e[1]})
			}
		}
		if !has(rel, int32(r), int32(c)) {
			cells = append(cells, entry{r: int32(r), c: int32(c)})
		}
		rel = newMatrix(rel.Rows(), rel.Cols(), cells)
	case 1:
		by.N++
	case 2:
		by.H++
	case 3:
		by.Cells = append(by.Cells, [2]int32{int32(r), int32(c)})
	case 4:
		if n := len(by.Cells); n > 0 {
			by.Cells[rng.IntN(n)] = [2]int32{int32(r), int32(c)}
		}
	case 5:
		if n := len(by.W); n > 0 {
			by.W[rng.IntN(n)]++
		} else {
			by.Rows, by.Cols = append(by.Rows, Line(r)), append(by.Cols, Line(c))
		}
	case 6:
		if n := len(by.P); n > 0 {
			by.P[rng.IntN(n)] = 0
		}
		by.Parts = append(by.Parts, By{Method: "fooling", Cells: Cells{{int32(r), int32(c)}}})
	case 7:
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if files[name] != "" && rng.IntN(2) == 0 {
				files[name] = damaged(rng, files[name])
			}
		}
	case 8:
		if n := len(by.Proofs); n > 0 {
			k := rng.IntN(n)
			by.Proofs = slices.Delete(by.Proofs, k, k+1)
		}
	}
	return rel, by, files
}

// Bounds of each level changed until what they claim is false, which is found
// out by trying: none may be accepted. HUBCOVER_MUTANTS is how many of each.
func TestFalseBounds(t *testing.T) {
	wanted := 150
	if n, err := strconv.Atoi(os.Getenv("HUBCOVER_MUTANTS")); err == nil {
		wanted = n
	}
	for _, c := range []claimant{
		{"L0 fooling", B, shuffled("fooling"), natural},
		{"L0 sperner", B, shuffled("sperner"), natural},
		{"L0 skew", Chi, shuffled("skew"), natural},
		{"L1 weights", B, shuffled("weights"), weigh},
		{"L1 degree-weights", Chi, shuffled("degree-weights"), weigh},
		{"L2 cover", B, refutation("cover", 0), natural},
		{"L2 chi", Chi, refutation("chi", 0), natural},
		{"L2 chi-r", Chi, refutation("chi-r", 0), natural},
		{"L2 front", within, refutation("front", 0), natural},
		{"L3 cover", B, refutation("cover", 3), natural},
		{"L3 chi-r", Chi, refutation("chi-r", 3), natural},
		{"L3 front", within, refutation("front", 3), natural},
		{"tree", B, treeRefutation, natural},
		{"parts", B, shuffled("parts"), natural},
	} {
		rng := rand.New(rand.NewPCG(9, 9))
		falses, believed := 0, 0
		for falses < wanted {
			rel := random(rng, 2+rng.IntN(2), 3, .4+.5*rng.Float64())
			if rel.Len() < 3 {
				continue
			}
			by, files, ok := c.make(t, rng, rel)
			for try := 0; ok && try < 60 && falses < wanted; try++ {
				rel, by, files := mutated(rng, rel, by, files)
				if rng.IntN(3) == 0 {
					rel, by, files = mutated(rng, rel, by, files)
				}
				claim := c.claim(by)
				if !falseClaim(rel, c.what, by.H, claim) {
					if _, err := attempt(c.what, rel, by, files, claim); err == nil {
						believed++
					}
					continue
				}
				falses++
				if v, err := attempt(c.what, rel, by, files, claim); err == nil {
					t.Fatalf("%s: %v: a false claim of %d was accepted (%d): %+v", c.name, rel.rows, claim, v, by)
				}
			}
		}
		t.Logf("%s: %d false claims refused, %d true ones accepted", c.name, falses, believed)
		if believed == 0 {
			t.Errorf("%s: nothing was believed: not much of a test", c.name)
		}
	}
}

// falseClaim says by trying whether a bound is not true.
func falseClaim(rel *Matrix, what What, h, claim int) bool {
	cells := cellsOf(rel)
	switch what {
	case B:
		return attainable(rel, cells, claim-1, claim-1)
	case Chi:
		return attainable(rel, cells, len(cells), claim-1)
	}
	return attainable(rel, cells, claim-1, h)
}

// attempt claims a bound.
func attempt(what What, rel *Matrix, by By, files map[string]string, claim int) (int, error) {
	k := Checker{Open: memory(files)}
	if what == within {
		v, err := k.Refute(rel, claim-1, by.H, by)
		return v.Bound, err
	}
	v, err := k.Lower(rel, what, by)
	if err == nil && v.Bound < claim {
		err = fmt.Errorf("only %d", v.Bound)
	}
	return v.Bound, err
}

// Witnesses changed until they are wrong, which bit sets find out.
func TestFalseWitnesses(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	falses, trues := 0, 0
	for falses < 5_000 {
		rel := random(rng, 2+rng.IntN(2), 3, .4+.5*rng.Float64())
		all := allBicliques(rel)
		if len(all) == 0 {
			continue
		}
		h := 1 + rng.IntN(4)
		var sets [][3]int // sources, targets, colour
		for _, e := range cellsOf(rel) {
			for _, k := range rng.Perm(len(all)) {
				if x := all[k]; x[0]>>e[0]&1 == 1 && x[1]>>e[1]&1 == 1 {
					sets = append(sets, [3]int{x[0], x[1], 1 + rng.IntN(h)})
					break
				}
			}
		}
		n := len(sets) - rng.IntN(2)
		for range rng.IntN(3) {
			x := &sets[rng.IntN(len(sets))]
			x[rng.IntN(2)] ^= 1 << rng.IntN(3)
		}
		want := len(sets) <= n
		covered := map[[2]int]bool{}
		var hubs []Hub
		for i, x := range sets {
			hub := Hub{Color: x[2]}
			want = want && slices.Contains(all, [2]int{x[0], x[1]})
			for _, y := range sets[:i] {
				want = want && (x[2] != y[2] || x[0]&y[0] == 0 && x[1]&y[1] == 0)
			}
			for r := range 3 {
				if x[0]>>r&1 == 1 {
					hub.Sources = append(hub.Sources, int32(r))
				}
				if x[1]>>r&1 == 1 {
					hub.Targets = append(hub.Targets, int32(r))
				}
				for c := range 3 {
					if x[0]>>r&1 == 1 && x[1]>>c&1 == 1 {
						covered[[2]int{r, c}] = true
					}
				}
			}
			hubs = append(hubs, hub)
		}
		for _, e := range cellsOf(rel) {
			want = want && covered[[2]int{int(e[0]), int(e[1])}]
		}
		if err := Extension(rel, hubs, n, h); (err == nil) != want {
			t.Fatalf("%v: %v within %d hubs and %d colours: %v, want %v", rel.rows, hubs, n, h, err, want)
		}
		if want {
			trues++
		} else {
			falses++
		}
	}
	if trues < 100 {
		t.Errorf("%d of them right: not much of a test", trues)
	}
}

// conflict reports that no biclique holds both cells (F6).
func conflict(rel Relation, e, f [2]int32) bool {
	return !has(rel, e[0], f[1]) || !has(rel, f[0], e[1])
}
