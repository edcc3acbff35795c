package check

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Size returns the bound that by proves for the memberships Σ|A|+|B| of all
// covers with at most so many hubs.
//
// Pins are cells pairwise in conflict, so that each is in a hub of its own. Where
// there are as many pins as hubs, every hub holds one; then the checker finds by
// itself which lines are in which hub for certain. W are weights ≥ 0, in units of
// Unit, of Cells, which are not covered for certain, with
//
//	w(A×B) ≤ p(A) + q(B) + slack
//
// for all that a hub with a pin can hold, its certain lines being free, and for
// every biclique where there are hubs without pin; Slack is ≥ 0, of the hub of
// each pin, then of every hub without one. What is certain has to be paid, and of
// the weights every hub carries no more than its other lines cost and its slack.
// Without pins and weights the bound rests on the lines alone, each of which is in
// a hub.
//
// Lines that are twins count as one, with a price p or q of their number: the
// bound holds for every choice of one line for each of their classes, and on the
// mean over all choices a line counts as often as it has twins.
func (k Checker) Size(rel Relation, hubs int, by By) (Verdict, error) {
	if by.Method != "size" {
		return Verdict{}, fmt.Errorf("%s: no such method bounds memberships", escaped(by.Method))
	}
	c := k.run(rel)
	s, err := c.sheet()
	if err != nil {
		return Verdict{}, fmt.Errorf("size: %w", err)
	}
	bound, err := s.bound(hubs, by)
	bound = max(bound, s.lines())
	if err != nil {
		return Verdict{}, fmt.Errorf("size: %w", err)
	}
	return Verdict{Bound: bound, Facts: []string{"F3", "F6"}}, nil
}

// lines counts those with a cell that has to be covered: each is in a hub.
func (s *sheet) lines() (n int) {
	rows, cols := newSet(len(s.rows)), newSet(len(s.cols))
	for _, e := range s.must {
		rows.add(int(e.u))
		cols.add(int(e.v))
	}
	rows.members(func(u int) { n += int(s.p[u]) })
	cols.members(func(v int) { n += int(s.q[v]) })
	return n
}

func (s *sheet) bound(hubs int, by By) (int, error) {
	pins, err := s.cells(by.Pins)
	if err != nil {
		return 0, err
	}
	free := int64(hubs - len(pins))
	if free < 0 {
		return 0, fmt.Errorf("%d hubs and %d pins: no cover has so few hubs", hubs, len(pins))
	}
	if err := s.pin(pins); err != nil {
		return 0, err
	}
	if free == 0 {
		if err := s.propagate(); err != nil {
			return 0, err
		}
	}
	if len(by.Cells) == 0 {
		return int(s.certain), nil
	}
	w, total, err := s.weigh(by)
	if err != nil {
		return 0, err
	}
	boxes := s.hubs
	if free > 0 {
		boxes = append(slices.Clip(boxes), s.anything())
	}
	if len(by.Slack) != len(boxes) {
		return 0, fmt.Errorf("%d slacks of %d kinds of hubs", len(by.Slack), len(boxes))
	}
	for i, h := range boxes {
		times := int64(1)
		if i == len(pins) {
			times = free
		}
		slack := by.Slack[i]
		if slack < 0 || slack > total/times { // nothing would be left
			return 0, fmt.Errorf("a slack of %d", slack)
		}
		if err := s.affords(h, w, by.Unit, slack); err != nil {
			return 0, err
		}
		total -= times * slack
	}
	if total <= 0 {
		return int(s.certain), nil
	}
	return int(s.certain) + quotient(total, by.Unit), nil
}

// weigh reads the weights, of cells none of which is covered for certain.
func (s *sheet) weigh(by By) (w map[cell]int64, total int64, err error) {
	cells, err := s.cells(by.Cells)
	if err != nil {
		return nil, 0, err
	}
	switch {
	case len(cells) != len(by.W):
		return nil, 0, fmt.Errorf("%d weights for %d cells", len(by.W), len(cells))
	case by.Unit < 1:
		return nil, 0, fmt.Errorf("a unit of %d", by.Unit)
	case by.Unit > math.MaxInt64/int64(s.rel.Rows()+s.rel.Cols()+1):
		return nil, 0, errors.New("prices of more than 2^63-1")
	}
	if total, err = addUp(by.W); err != nil {
		return nil, 0, err
	}
	w = map[cell]int64{}
	for i, e := range cells {
		if _, twice := w[e]; twice {
			return nil, 0, fmt.Errorf("cell (%d,%d) has a weight, and so has a twin of it", by.Cells[i][0], by.Cells[i][1])
		}
		for k := range s.hubs {
			if s.hubs[k].covers(e) {
				return nil, 0, fmt.Errorf("cell (%d,%d) is covered for certain", by.Cells[i][0], by.Cells[i][1])
			}
		}
		w[e] = by.W[i]
	}
	return w, total, nil
}

// affords checks the weights against the lines that a hub can hold, on the
// submatrix of those that have some weight.
func (s *sheet) affords(h pinnedHub, w map[cell]int64, unit, slack int64) error {
	heavy := [2]set{newSet(len(s.rows)), newSet(len(s.cols))}
	for e, x := range w {
		if x > 0 && h.mayRows.has(int(e.u)) && h.mayCols.has(int(e.v)) {
			heavy[0].add(int(e.u))
			heavy[1].add(int(e.v))
		}
	}
	p := &problem{}
	var us, vs []int32
	var prices [2][]int64
	col := make(map[int32]int32)
	heavy[0].members(func(u int) {
		us = append(us, int32(u))
		prices[0] = append(prices[0], priced(s.p[u]*unit, h.inRows.has(u)))
	})
	heavy[1].members(func(v int) {
		col[int32(v)] = int32(len(vs))
		vs = append(vs, int32(v))
		prices[1] = append(prices[1], priced(s.q[v]*unit, h.inCols.has(v)))
	})
	if len(us) == 0 {
		return nil
	}
	if err := s.fits(16*int64(len(us))*int64(len(vs)), "the weights"); err != nil {
		return err
	}
	p.rows, p.cols = make([][]int32, len(us)), make([][]int32, len(vs))
	weights := make(weighting, len(us))
	for i, u := range us {
		weights[i] = make([]int64, len(vs))
		for _, v := range s.rows[u] {
			if k, ok := col[v]; ok {
				p.rows[i], p.cols[k] = append(p.rows[i], k), append(p.cols[k], int32(i))
				weights[i][k] = w[cell{u, v}]
			}
		}
	}
	return s.maximalBicliques(p, func(rows, cols set) error {
		return s.carried(weights, rows, cols, prices[0], prices[1], slack)
	})
}

func priced(price int64, free bool) int64 {
	if free {
		return 0
	}
	return price
}
