package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/columns"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check/second"
)

// treeOf is the column search's proof that n hubs do not cover the cells, "" if
// they do.
func treeOf(t *testing.T, rel *Matrix, cells Cells, n int) string {
	t.Helper()
	var all, must []instances.Cell
	for _, e := range cellsOf(rel) {
		all = append(all, instances.Cell{Row: e[0], Col: e[1]})
	}
	for _, e := range cells {
		must = append(must, instances.Cell{Row: e[0], Col: e[1]})
	}
	r, err := instances.New(rel.Rows(), rel.Cols(), all)
	if err != nil {
		t.Fatal(err)
	}
	form, err := encode.Columns.Encode(context.Background(), encode.Problem{Rel: r, Cells: must, Hubs: n})
	if err != nil {
		t.Fatal(err)
	}
	var proof bytes.Buffer
	a, err := columns.New().Solve(context.Background(), form.Formula, backends.Options{Proof: &proof})
	if err != nil || a.Verdict == backends.Unknown {
		t.Fatalf("%v %v", a, err)
	}
	if a.Verdict == backends.Sat {
		return ""
	}
	return proof.String()
}

// treeRefutation refutes one hub less than it takes, by a tree.
func treeRefutation(t *testing.T, rng *rand.Rand, rel *Matrix) (By, map[string]string, bool) {
	by := By{Method: "tree", Cells: cellsOf(rel), N: bruteB(rel) - 1, Proof: "p"}
	if by.N < 1 || by.N >= len(by.Cells) {
		return by, nil, false
	}
	rng.Shuffle(len(by.Cells), func(i, j int) { by.Cells[i], by.Cells[j] = by.Cells[j], by.Cells[i] })
	return by, map[string]string{"p": treeOf(t, rel, by.Cells, by.N)}, true
}

// crown is all of n × n but the diagonal and some cells of the last row.
func crown(n, less int) *Matrix {
	var cells []entry
	for r := range int32(n) {
		for c := range int32(n) {
			if r != c && (int(r) < n-1 || int(c) >= less) {
				cells = append(cells, entry{r: r, c: c})
			}
		}
	}
	return newMatrix(n, n, cells)
}

// Both checkers accept the trees of all small matrices, and of damaged ones the
// first accepts no more than the second.
func TestTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	accepted, refused, deep := 0, 0, 0
	for i := range 300 {
		rel := random(rng, 2+rng.IntN(5), 2+rng.IntN(6), .4+.5*rng.Float64())
		if i%3 == 0 { // most others are closed by weights alone
			rel = crown(4+i/3%4, rng.IntN(3))
		}
		cells := cellsOf(rel)
		rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		cells = cells[:len(cells)-rng.IntN(3)*len(cells)/6]
		if len(cells) < 2 {
			continue
		}
		n := 1
		for attempt := treeOf(t, rel, cells, n); attempt != ""; attempt = treeOf(t, rel, cells, n) {
			if n == len(cells) {
				t.Fatalf("%v: %d hubs are said not to cover %d cells", rel.rows, n, n)
			}
			by := By{Method: "tree", Cells: cells, N: n, Proof: "p"}
			if len(cells) < 10 && attainable(rel, cells, n, n) {
				t.Fatalf("%v: %d hubs cover %v", rel.rows, n, cells)
			}
			v, err := Checker{Open: memory(map[string]string{"p": attempt})}.Lower(rel, B, by)
			if err != nil || v.Bound != n+1 {
				t.Fatalf("%v, %d hubs for %v: %v, %v\n%s", rel.rows, n, cells, v, err, attempt)
			}
			if err := second.Tree(question(rel, cells), n, attempt); err != nil {
				t.Fatalf("%v, %d hubs for %v: the second checker: %v\n%s", rel.rows, n, cells, err, attempt)
			}
			if strings.Count(attempt, "\n") > 2*n+4 {
				deep++
			}
			for range 10 {
				bad := damaged(rng, attempt)
				_, err := Checker{Open: memory(map[string]string{"p": bad})}.Lower(rel, B, by)
				if err != nil {
					refused++
					continue
				}
				accepted++
				if err := second.Tree(question(rel, cells), n, bad); err != nil {
					t.Fatalf("%v, %d hubs for %v: the second checker alone refuses: %v\n%s", rel.rows, n, cells, err, bad)
				}
			}
			n++
		}
		if len(cells) < 10 && !attainable(rel, cells, n, n) {
			t.Fatalf("%v: %d hubs are said to cover %v", rel.rows, n, cells)
		}
	}
	t.Logf("damaged: %d accepted, %d refused; %d trees that branch", accepted, refused, deep)
	if accepted == 0 || refused < 100 || deep < 20 {
		t.Error("not much of a test")
	}
}

// What is no proof is refused, by name.
func TestNoTrees(t *testing.T) {
	rel := matrix(t, "0111", "1011", "1101", "1110") // four hubs are needed, weights prove three
	by := By{Method: "tree", N: 3, Proof: "p"}
	good := treeOf(t, rel, cellsOf(rel), 3)
	const ones = "w 1 1 1 1 1 1 1 1 1 1 1 1\n"
	for _, c := range []struct{ name, proof, want string }{
		{"empty", "", "weights"},
		{"no weights", "0 0\n1 1\n", "weights"},
		{"short weights", "w 1 1 1\n0\n", "before"},
		{"long weights", ones[:len(ones)-1] + " 1\n" + good, "after the last"},
		{"negative weight", "w 1 1 1 1 1 1 1 1 1 1 1 -1\n0\n", "negative"},
		{"ends early", strings.Join(strings.SplitAfter(good, "\n")[:2], ""), "before everything is closed"},
		{"cut within a line", good[:len(good)-1], "cut short"},
		{"a cell that fits", ones + "0\n", "can hold cell 0"},
		{"no such cell", ones + "12 0\n", "no cell 12"},
		{"no such bin", ones + "0 1\n", "no bin 1"},
		{"a bin too many", ones + "0 0\n3 1\n6 2\n9 3\n", "no bin 3"},
		{"huge", "w 1 1 1 1 1 1 1 1 1 1 1 1000000000000000000\n0 0\n", "number beyond"},
		{"heavy", ones + "w\nw\n", "before everything"},
		{"three numbers", ones + "0 0 1\n", "after the last"},
		{"words", ones + "d 3 4\n", "where a number is wanted"},
	} {
		_, err := Checker{Open: memory(map[string]string{"p": c.proof})}.Lower(rel, B, by)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, wanted is %q", c.name, err, c.want)
		}
	}
	for n, want := range map[int]string{0: "not within", 12: "not within", 4: ""} {
		by.N = n
		if _, err := (Checker{Open: memory(map[string]string{"p": good})}).Lower(rel, B, by); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("n = %d: %v", n, err)
		}
	}
}

// Single rules, by hand.
func TestTreeRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		rel   *Matrix
		cells Cells
		n     int
		proof string
		want  string // "" where it is accepted
	}{
		{"an empty domain closes, whatever the weights", matrix(t, "100", "010", "001"), nil, 2,
			"w 0 0 0\n0 0\n1 0\nw\n1 1\n2\n", ""},
		{"no room for a column that is lighter by one", matrix(t, "1100", "0011", "1000"), nil, 2,
			"w 1 1 1 1 0\nw\n4\n", ""},
		{"room for one that is not lighter", matrix(t, "1100", "0011", "1000"), nil, 2,
			"w 1 1 1 1 1\n4\n", "can hold cell 4"},
		{"of bicliques that hold the same one stays", matrix(t, "1100", "1000", "0011"), Cells{{0, 0}, {2, 2}, {2, 3}}, 2,
			"w 0 0 0\n0\n", "can hold cell 0"},
		{"a bin keeps what it may be when a cell is kept out", matrix(t, "110", "011"), nil, 2,
			"w 0 0 0 0\n0 0\n2 0\nw\n1\n", "can hold cell 1"},
	} {
		if c.cells == nil {
			c.cells = cellsOf(c.rel)
		}
		by := By{Method: "tree", Cells: c.cells, N: c.n, Proof: "p"}
		err := Checker{Open: memory(map[string]string{"p": c.proof})}.lowerError(c.rel, B, by)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, wanted is %q", c.name, err, c.want)
		}
	}
}

// What is too large ends in a limit, wherever that shows.
func TestTreeLimits(t *testing.T) {
	var cells []entry // a matching, so that the path is what is large
	for i := range int32(40) {
		cells = append(cells, entry{r: i, c: i})
	}
	rel := newMatrix(40, 40, cells)
	ones := "w" + strings.Repeat(" 1", 40) + "\n"
	deep := ones
	for i := range 38 {
		deep += fmt.Sprintf("%d %d\n", i, i)
	}
	by := By{Method: "tree", N: 39, Proof: "p"}
	k := Checker{Open: memory(map[string]string{"p": deep})}
	k.Limits.Memory = 3000
	wantError(t, "the path would take", k.lowerError(rel, B, by), OverLimit)
	big := crown(11, 0) // 2046 maximal bicliques
	by.N = 5
	k.Limits.Memory = 20_000
	wantError(t, "the columns would take", k.lowerError(big, B, by), OverLimit)
	k.Limits.Memory = 26_000
	wantError(t, "the domains would take", k.lowerError(big, B, by), OverLimit)
	// Both the columns and a long proof that goes nowhere are stopped on their way.
	asked := 0
	k.Limits.Memory, k.Stop = 0, func() error {
		if asked++; asked > 20 {
			return errors.New("time is up")
		}
		return nil
	}
	wantError(t, "time is up", k.lowerError(crown(12, 0), B, By{Method: "tree", N: 5, Proof: "p"}), OverLimit)
	asked = 0
	by.N, by.Proof = 39, "q"
	k.Open = memory(map[string]string{"q": "w" + strings.Repeat(" 0", 40) + "\n" + strings.Repeat("w\n", 100_000)})
	wantError(t, "time is up", k.lowerError(rel, B, by), OverLimit)
}

// Weights that bins together cannot hold in 63 bits are refused: a sum that
// wrapped would close anything.
func TestTreeOfHugeWeights(t *testing.T) {
	const n = 2100    // 2100² · 2^40 > 2^62
	var cells []entry // a long row, and as many cells apart
	for i := range int32(n) {
		cells = append(cells, entry{r: 0, c: i}, entry{r: 1 + i, c: n + i})
	}
	rel := newMatrix(1+n, 2*n, cells)
	for weight, want := range map[string]string{" 1099511627776": "too large", " 1": "before everything is closed"} {
		proof := "w" + strings.Repeat(weight, n) + strings.Repeat(" 0", n) + "\nw\n"
		k := Checker{Open: memory(map[string]string{"p": proof})}
		wantError(t, want, k.lowerError(rel, B, By{Method: "tree", N: n, Proof: "p"}), Rejected)
	}
}
