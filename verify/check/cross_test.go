package check

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/verify/check/second"
)

// question is the same problem as the second checker has it.
func question(rel *Matrix, cells Cells) second.Question {
	q := second.Question{Rows: rel.Rows(), Cols: rel.Cols(), Cell: map[[2]int]bool{}}
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			q.Cell[[2]int{r, int(c)}] = true
		}
	}
	for _, e := range cells {
		q.Must = append(q.Must, [2]int{int(e[0]), int(e[1])})
	}
	return q
}

func secondFormula(q second.Question, by By) *second.Formula {
	switch by.Formula {
	case "cover":
		return second.Cover(q, by.N)
	case "chi":
		return second.Chi(q, by.H)
	case "chi-r":
		return second.ChiR(q, by.H)
	}
	return second.Front(q, by.N, by.H)
}

// sorted writes clauses in an order of their own.
func sorted(clauses [][]int) (out []string) {
	for _, c := range clauses {
		c = slices.Clone(c)
		slices.Sort(c)
		out = append(out, fmt.Sprint(c))
	}
	slices.Sort(out)
	return out
}

// Both checkers make the same formulas.
func TestSameFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 150 {
		rel := random(rng, 1+rng.IntN(5), 1+rng.IntN(5), .3+.6*rng.Float64())
		cells := cellsOf(rel)
		rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		if cells = cells[:rng.IntN(len(cells)+1)]; len(cells) < 2 {
			continue
		}
		by := By{N: 1 + rng.IntN(min(4, len(cells)-1)), H: 1 + rng.IntN(min(3, len(cells)-1)), Cells: cells}
		for _, by.Formula = range []string{"cover", "chi", "chi-r", "front"} {
			f, _, err := Checker{}.run(rel).generate(by, nil)
			if err != nil {
				t.Fatal(err)
			}
			var mine [][]int
			for id := 1; id <= f.last(); id++ {
				var c []int
				for _, l := range f.get(id) {
					c = append(c, int(l))
				}
				mine = append(mine, c)
			}
			other := secondFormula(question(rel, cells), by)
			if len(other.Names) != f.vars || !slices.Equal(sorted(mine), sorted(other.Clauses)) {
				t.Fatalf("%v: %+v: %d variables, %d clauses against %d, %d", rel.rows, by, f.vars, len(mine), len(other.Names), len(other.Clauses))
			}
		}
	}
}

// Proofs, whole and damaged, of true and of false claims: the first accepts
// nothing that the second does not, and nothing that is false.
func TestSecondOpinion(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	accepted, refused := 0, 0
	for range 60 {
		rel := random(rng, 3+rng.IntN(2), 3, .5+.4*rng.Float64())
		cells := cellsOf(rel)
		if len(cells) < 3 {
			continue
		}
		q := question(rel, cells)
		b, chi := bruteB(rel), bruteChi(rel)
		for _, by := range []By{{Formula: "cover", N: b - 1}, {Formula: "chi", H: chi - 1}, {Formula: "chi-r", H: chi - 1}} {
			if by.N+by.H == 0 {
				continue
			}
			f, _, err := Checker{}.run(rel).generate(by, nil)
			if err != nil {
				t.Fatal(err)
			}
			proof, _, ok := proveAll(f, nil)
			if !ok {
				t.Fatal("not to be refuted")
			}
			weaker := by
			if by.Formula == "cover" {
				weaker.N++
			} else {
				weaker.H++
			}
			for round := range 40 {
				text := proof
				if round > 0 {
					text = damaged(rng, proof)
				}
				first := replayOf(t, rel, by, text)
				opinion := second.Refuted(secondFormula(q, by), strings.NewReader(text))
				if first == nil && opinion != nil {
					t.Fatalf("%v: %+v: accepted, the second says %v:\n%s", rel.rows, by, opinion, text)
				}
				if round == 0 && (first != nil || opinion != nil) {
					t.Fatalf("%v: %+v: %v, %v", rel.rows, by, first, opinion)
				}
				if first == nil {
					accepted++
				} else {
					refused++
				}
				if (weaker.N < len(cells) && weaker.H < len(cells)) && replayOf(t, rel, weaker, text) == nil {
					t.Fatalf("%v: %+v: a false claim was accepted:\n%s", rel.rows, weaker, text)
				}
			}
		}
	}
	if accepted < 100 || refused < 1000 {
		t.Errorf("%d accepted, %d refused: not much of a test", accepted, refused)
	}
}

func replayOf(t *testing.T, rel Relation, by By, text string) error {
	t.Helper()
	c := Checker{}.run(rel)
	f, _, err := c.generate(by, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.replay(f, nil, strings.NewReader(text))
}

// damaged changes a proof a little: a line or a word dropped, doubled, swapped
// or changed.
func damaged(rng *rand.Rand, proof string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(proof, "\n")+"\n", "\n")
	lines = lines[:len(lines)-1]
	i := rng.IntN(len(lines))
	words := strings.Fields(lines[i])
	if len(words) == 0 { // damaged before
		return strings.Join(slices.Delete(lines, i, i+1), "")
	}
	w := rng.IntN(len(words))
	switch rng.IntN(7) {
	case 0:
		return strings.Join(slices.Delete(lines, i, i+1), "")
	case 1:
		return strings.Join(slices.Insert(lines, i, lines[i]), "")
	case 2:
		k := rng.IntN(len(lines))
		lines[i], lines[k] = lines[k], lines[i]
		return strings.Join(lines, "")
	case 3:
		words = slices.Delete(words, w, w+1)
	case 4:
		words = slices.Insert(words, w, words[w])
	case 5:
		words[w] = fmt.Sprint(rng.IntN(60) - 20)
	case 6:
		words = slices.Insert(words, len(words)-1, fmt.Sprint(1+rng.IntN(40)))
	}
	lines[i] = strings.Join(words, " ") + "\n"
	return strings.Join(lines, "")
}

// The corpus of proofs, for the second checker: it accepts what is accepted.
func TestSecondOpinionOnCorpus(t *testing.T) {
	f := &second.Formula{Names: []string{"1", "2", "3", "4"}, Clauses: [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {3, 4}}}
	for text, want := range map[string]bool{
		"6 1 0 1 2 0\n7 0 6 3 4 0\n": true,
		"6 1 0 0\n7 0 0\n":           true, // hints are not looked at
		"7 0 0\n":                    false,
		"6 3 0 1 2 0\n7 0 6 3 4 0\n": false,
		"6 1 0 1 2 0\n":              false,
	} {
		if err := second.Refuted(f, strings.NewReader(text)); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
