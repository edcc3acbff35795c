package check

import (
	"errors"
	"fmt"
	"slices"
)

// pinnedHub has sides in and may, of rows and of columns: what it holds for
// certain, and what it can hold.
type pinnedHub struct{ inRows, inCols, mayRows, mayCols set }

// anything is what a hub without a pin can be.
func (s *sheet) anything() pinnedHub {
	h := pinnedHub{newSet(len(s.rows)), newSet(len(s.cols)), newSet(len(s.rows)), newSet(len(s.cols))}
	for u := range s.rows {
		h.mayRows.add(u)
	}
	for v := range s.cols {
		h.mayCols.add(v)
	}
	return h
}

// pin gives every pin a hub with its lines.
func (s *sheet) pin(pins []cell) error {
	if err := s.fits(int64(len(pins))*int64(len(s.rows)+len(s.cols))/4, "what hubs can hold"); err != nil {
		return err
	}
	for i, e := range pins {
		for _, f := range pins[:i] {
			if !s.conflict(e, f) {
				return fmt.Errorf("pins %d and another are in one biclique", i)
			}
			if err := s.stopped(4); err != nil {
				return err
			}
		}
		s.hubs = append(s.hubs, s.anything())
		s.enter(&s.hubs[i], e)
	}
	return nil
}

// enter puts the lines of a cell into a hub.
func (s *sheet) enter(h *pinnedHub, e cell) {
	if !h.inRows.has(int(e.u)) {
		h.inRows.add(int(e.u))
		h.mayCols.keep(setOf(len(s.cols), s.rows[e.u]))
		s.certain += s.p[e.u]
	}
	if !h.inCols.has(int(e.v)) {
		h.inCols.add(int(e.v))
		h.mayRows.keep(setOf(len(s.rows), s.cols[e.v]))
		s.certain += s.q[e.v]
	}
}

// keep leaves the members that are in t too.
func (s set) keep(t set) {
	for w := range s {
		s[w] &= t[w]
	}
}

// propagate enters the lines of each cell that one hub alone can hold, until
// there are none.
func (s *sheet) propagate() error {
	open := slices.Clone(s.must)
	for changed := true; changed; {
		changed = false
		left := open[:0]
		for _, e := range open {
			by, holders, sure := -1, 0, false
			for i := range s.hubs {
				if h := &s.hubs[i]; h.mayRows.has(int(e.u)) && h.mayCols.has(int(e.v)) {
					by = i
					holders++
					sure = sure || h.covers(e)
				}
			}
			if err := s.stopped(len(s.hubs)); err != nil {
				return err
			}
			switch {
			case holders == 0:
				return errors.New("no cover has so few hubs")
			case holders == 1 && !sure:
				s.enter(&s.hubs[by], e)
				changed = true
			case !sure:
				left = append(left, e)
			}
		}
		open = left
	}
	return nil
}

// covers reports that the cell is in the hub for certain.
func (h *pinnedHub) covers(e cell) bool { return h.inRows.has(int(e.u)) && h.inCols.has(int(e.v)) }
