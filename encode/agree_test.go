package encode_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/encodetest"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/verify/check"
)

// The checker writes the canonical formulas on its own; what it refutes has to
// be what the solvers were given, byte for byte.
func TestCheckerWritesTheSameFormulas(t *testing.T) {
	names := map[string]string{"b/canonical": "cover", "chi/canonical": "chi", "chi/r": "chi-r", "front/canonical": "front"}
	rng := rand.New(rand.NewPCG(9, 9))
	compared := 0
	for range 300 {
		rel := encodetest.Random(rng, 1+rng.IntN(6), 1+rng.IntN(6), 0.2+0.7*rng.Float64())
		cells := rel.Cells()
		if len(cells) < 2 {
			continue
		}
		rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		cells = cells[:2+rng.IntN(len(cells)-1)]
		most := len(cells) - 1 // more never needs a refutation
		for _, e := range encode.All {
			by := check.By{Method: "lrup", Formula: names[e.Name]}
			if by.Formula == "" {
				continue
			}
			p := encode.Problem{Rel: rel, Cells: cells}
			if e.Hubs {
				p.Hubs = 1 + rng.IntN(min(4, most))
			}
			if e.Colors {
				p.Colors = 1 + rng.IntN(min(3, most))
			}
			by.N, by.H = p.Hubs, p.Colors
			for _, c := range cells {
				by.Cells = append(by.Cells, [2]int32{c.Row, c.Col})
			}
			var ours, theirs bytes.Buffer
			if err := pb.WriteDIMACS(&ours, encoded(t, e, p).Formula); err != nil {
				t.Fatal(err)
			}
			if err := (check.Checker{}).WriteFormula(&theirs, rel, nil, by); err != nil {
				t.Fatal(err)
			}
			_, clauses, _ := bytes.Cut(ours.Bytes(), []byte("\np cnf")) // after the comments
			if !bytes.Equal(append([]byte("p cnf"), clauses...), theirs.Bytes()) {
				t.Fatalf("%s of %v, cells %v, %d hubs, %d colours: encoder\n%s\nchecker\n%s", e.Name, rel.Cells(), cells, p.Hubs, p.Colors, ours.String(), theirs.String())
			}
			compared++
		}
	}
	if compared < 1000 {
		t.Errorf("only %d formulas compared", compared)
	}
}
