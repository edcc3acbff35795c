package check

import (
	"errors"
	"fmt"
	"math"
)

// weights: where no biclique weighs more than top, total/top of them are needed
// (LP duality; the maximal bicliques suffice, F18).
func (c *run) weights(by By) (Verdict, error) {
	p, w, total, err := c.weighted(by)
	if err != nil {
		return Verdict{}, err
	}
	top := int64(0)
	err = c.maximalBicliques(p, func(rows, cols set) error {
		top = max(top, w.of(rows, cols))
		return c.stopped(len(p.rows))
	})
	if err != nil {
		return Verdict{}, err
	}
	return Verdict{Bound: quotient(total, top), Facts: []string{"F16", "F18"}}, nil
}

// degreeWeights: w(A×B) ≤ p(A) + q(B) for every biclique A×B; a colour, whose
// hubs share no line, then carries at most Σp + Σq of the weight (F19).
func (c *run) degreeWeights(by By) (Verdict, error) {
	p, w, total, err := c.weighted(by)
	if err != nil {
		return Verdict{}, err
	}
	var lines int64
	for _, part := range []struct {
		name string
		w    []int64
		n    int
	}{{"p", by.P, len(p.rows)}, {"q", by.Q, len(p.cols)}} {
		sum, err := addUp(part.w)
		switch {
		case err != nil:
			return Verdict{}, fmt.Errorf("%s: %w", part.name, err)
		case len(part.w) != part.n:
			return Verdict{}, fmt.Errorf("%s: %d weights for %d lines", part.name, len(part.w), part.n)
		case lines > math.MaxInt64-sum:
			return Verdict{}, errors.New("p and q add up to more than 2^63-1")
		}
		lines += sum
	}
	err = c.maximalBicliques(p, func(rows, cols set) error { return c.carried(w, rows, cols, by.P, by.Q, 0) })
	if err != nil {
		return Verdict{}, err
	}
	return Verdict{Bound: quotient(total, lines), Facts: []string{"F16", "F19"}}, nil
}

// weighting gives every cell of a row and column a weight, 0 where not named.
type weighting [][]int64

// of is the weight of a biclique.
func (w weighting) of(rows, cols set) (sum int64) {
	rows.members(func(u int) {
		cols.members(func(v int) { sum += w[u][v] })
	})
	return sum
}

// weighted reads the problem and the weights w on its E′. Their total fits, so
// every sum of some of them does.
func (c *run) weighted(by By) (*problem, weighting, int64, error) {
	p, err := c.problem(by)
	if err != nil {
		return nil, nil, 0, err
	}
	if len(by.W) != len(p.must) {
		return nil, nil, 0, fmt.Errorf("w: %d weights for %d cells", len(by.W), len(p.must))
	}
	total, err := addUp(by.W)
	if err == nil && total == 0 {
		err = errors.New("all weights are 0")
	}
	if err != nil {
		return nil, nil, 0, fmt.Errorf("w: %w", err)
	}
	if err := c.fits(8*int64(len(p.rows))*int64(len(p.cols)), "the weights"); err != nil {
		return nil, nil, 0, err
	}
	w := make(weighting, len(p.rows))
	for u := range w {
		w[u] = make([]int64, len(p.cols))
	}
	for t, e := range p.must {
		w[e.u][e.v] = by.W[t]
	}
	return p, w, total, nil
}

// addUp adds weights that are not negative.
func addUp(weights []int64) (sum int64, err error) {
	for _, w := range weights {
		if w < 0 {
			return 0, fmt.Errorf("weight %d is negative", w)
		}
		if sum > math.MaxInt64-w {
			return 0, errors.New("weights add up to more than 2^63-1")
		}
		sum += w
	}
	return sum, nil
}

// quotient is a/b rounded up, for a, b > 0.
func quotient(a, b int64) int { return int((a-1)/b + 1) }
