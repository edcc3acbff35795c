package covers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// Lines finds the rows and columns of a relation by name.
type Lines struct {
	rel        *instances.Relation
	rows, cols map[string]int32
}

// ambiguous stands for a name that several lines have.
const ambiguous = -1

// NewLines indexes the names of a relation.
func NewLines(rel *instances.Relation) *Lines {
	return &Lines{rel, index(rel.Rows(), rel.RowName), index(rel.Cols(), rel.ColName)}
}

func index(n int, name func(int) string) map[string]int32 {
	m := make(map[string]int32, n)
	for i := range n {
		if _, twice := m[name(i)]; twice {
			m[name(i)] = ambiguous
		} else {
			m[name(i)] = int32(i)
		}
	}
	return m
}

// Row finds a source.
func (l *Lines) Row(name string) (int32, error) { return find(l.rows, "source", name) }

// Col finds a target.
func (l *Lines) Col(name string) (int32, error) { return find(l.cols, "target", name) }

func find(m map[string]int32, what, name string) (int32, error) {
	i, ok := m[name]
	switch {
	case !ok:
		return 0, fmt.Errorf("the instance has no %s %s", what, excerpt(name))
	case i == ambiguous:
		return 0, fmt.Errorf("the instance has several %ss %s", what, excerpt(name))
	}
	return i, nil
}

// Place lays a cover on the relation: by names where all are names of the
// relation, otherwise by 0-based indices where all are indices of it. Members
// come out ascending and once each.
func (l *Lines) Place(c *Cover) (hubs instances.Extension, byIndex bool, err error) {
	hubs, err = c.place(l.Row, l.Col)
	if err == nil {
		return hubs, false, nil
	}
	if hubs, e := c.place(number("source", l.rel.Rows()), number("target", l.rel.Cols())); e == nil {
		return hubs, true, nil
	}
	return nil, false, err
}

func number(what string, n int) func(string) (int32, error) {
	return func(s string) (int32, error) {
		i, err := strconv.ParseUint(s, 10, 31)
		if err != nil || int(i) >= n {
			return 0, fmt.Errorf("%s is no index of a %s", excerpt(s), what)
		}
		return int32(i), nil
	}
}

func (c *Cover) place(row, col func(string) (int32, error)) (instances.Extension, error) {
	out := make(instances.Extension, len(c.Hubs))
	for i, h := range c.Hubs {
		sources, err := members(h.Sources, row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", c.File, h.Line, err)
		}
		targets, err := members(h.Targets, col)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", c.File, h.Line, err)
		}
		out[i] = instances.Hub{Sources: sources, Targets: targets, Color: h.Color}
	}
	return out, nil
}

func members(names []string, find func(string) (int32, error)) ([]int32, error) {
	out := make([]int32, len(names))
	for i, name := range names {
		var err error
		if out[i], err = find(name); err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Hubs lays the hubs of a record on the relation.
func (l *Lines) Hubs(record []hubcover.RecordHub) (instances.Extension, error) {
	out := make(instances.Extension, len(record))
	for i, h := range record {
		sources, err := members(h.Sources, l.Row)
		if err != nil {
			return nil, fmt.Errorf("hub %d: %w", i+1, err)
		}
		targets, err := members(h.Targets, l.Col)
		if err != nil {
			return nil, fmt.Errorf("hub %d: %w", i+1, err)
		}
		out[i] = instances.Hub{Sources: sources, Targets: targets, Color: h.Color}
	}
	return out, nil
}

// By lays what a lower bound of a record rests on upon the relation.
func (l *Lines) By(record hubcover.RecordBy) (check.By, error) {
	out := check.By{
		Method: record.Method, Formula: record.Formula, N: record.N, H: record.H,
		Hubs: record.Hubs, W: record.W, P: record.P, Q: record.Q, Depth: record.Depth, Rule: record.Rule,
		Slack: record.Slack, Unit: record.Unit,
	}
	var errs []error
	at := func(i int32, err error) int32 {
		errs = append(errs, err)
		return i
	}
	line := func(name *string, find func(string) (int32, error)) check.Line {
		if name == nil {
			return check.Empty
		}
		return check.Line(at(find(*name)))
	}
	cells := func(names [][2]string) (out check.Cells) {
		for _, c := range names {
			out = append(out, [2]int32{at(l.Row(c[0])), at(l.Col(c[1]))})
		}
		return out
	}
	out.Cells, out.Pins = cells(record.Cells), cells(record.Pins)
	for _, r := range record.Rows {
		out.Rows = append(out.Rows, line(r, l.Row))
	}
	for _, c := range record.Cols {
		out.Cols = append(out.Cols, line(c, l.Col))
	}
	if record.Row != nil {
		r := line(record.Row, l.Row)
		out.Row = &r
	}
	if record.Col != nil {
		c := line(record.Col, l.Col)
		out.Col = &c
	}
	for _, p := range record.Parts {
		part, err := l.By(p)
		errs = append(errs, err)
		out.Parts = append(out.Parts, part)
	}
	return out, errors.Join(errs...)
}
