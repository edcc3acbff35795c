package check

import (
	"encoding/json"
	"errors"
	"fmt"
)

// By says what a lower bound rests on, as the "by" object of a certificate.
// All indices are 0-based lines of the original instance. Cells are E′, the
// cells that are asked to be covered; none named stands for all of them.
type By struct {
	Method string     `json:"method"`
	Cells  [][2]int32 `json:"cells,omitempty"`
	Rows   []Line     `json:"rows,omitempty"`
	Cols   []Line     `json:"cols,omitempty"`
	Row    *Line      `json:"row,omitempty"`
	Col    *Line      `json:"col,omitempty"`
	Rule   string     `json:"rule,omitempty"` // of parts: "sum" or "max"
	Parts  []By       `json:"parts,omitempty"`
}

// Line is a row or column index; Empty, null in JSON, is an added empty line.
type Line int32

// Empty is the line without cells that may be added for free (F3).
const Empty Line = -1

// MarshalJSON writes Empty as null.
func (l Line) MarshalJSON() ([]byte, error) {
	if l == Empty {
		return []byte("null"), nil
	}
	return json.Marshal(int32(l))
}

// UnmarshalJSON reads null as Empty and refuses negative indices.
func (l *Line) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*l = Empty
		return nil
	}
	var v int32
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	if v < 0 {
		return fmt.Errorf("line %d is negative", v)
	}
	*l = Line(v)
	return nil
}

// What names the number that a lower bound is for.
type What string

const (
	B        What = "b"
	Chi      What = "chi"
	ChiPrime What = "chi_prime"
)

// Verdict of a checked lower bound.
type Verdict struct {
	Bound int
	Facts []string // facts relied on, in the order of use
}

// ErrLimit is wrapped where a cap, not the claim, ended the check.
var ErrLimit = errors.New("limit")

// Lower checks what a lower bound for b, chi or chi_prime rests on and returns
// the bound that it proves. Every index is checked before it is used.
func Lower(rel Relation, what What, by By) (Verdict, error) {
	v, err := lower(rel, what, by)
	if err != nil {
		return Verdict{}, fmt.Errorf("%s: %w", by.Method, err)
	}
	return v, nil
}

func lower(rel Relation, what What, by By) (Verdict, error) {
	type method struct {
		what What
		name string
	}
	switch (method{what, by.Method}) {
	case method{B, "trivial"}, method{Chi, "trivial"}:
		return trivial(rel)
	case method{B, "fooling"}:
		return fooling(rel, by.Cells)
	case method{B, "sperner"}:
		return sperner(rel, by)
	case method{Chi, "skew"}:
		return skew(rel, by.Rows, by.Cols)
	case method{ChiPrime, "degree"}:
		return degree(rel, by.Row, by.Col)
	case method{B, "parts"}, method{Chi, "parts"}:
		return parts(rel, what, by)
	}
	return Verdict{}, fmt.Errorf("no such method proves a bound for %s", what)
}

// parts combines bounds of groups of cells. Maxima need no condition (F16);
// sums need groups that conflict pairwise, cell by cell: no biclique then
// serves two groups (F5, F6).
func parts(rel Relation, what What, by By) (Verdict, error) {
	if len(by.Parts) == 0 {
		return Verdict{}, errors.New("no parts")
	}
	switch {
	case by.Rule == "max":
	case by.Rule == "sum" && what == B:
		if err := conflictAcross(rel, by.Parts); err != nil {
			return Verdict{}, err
		}
	default:
		return Verdict{}, fmt.Errorf("rule %q does not combine bounds for %s", by.Rule, what)
	}
	total := Verdict{Facts: []string{"F5", "F6", "F16"}}
	if by.Rule == "max" {
		total.Facts = []string{"F16"}
	}
	for i, p := range by.Parts {
		v, err := Lower(rel, what, p)
		if err != nil {
			return Verdict{}, fmt.Errorf("part %d: %w", i+1, err)
		}
		if by.Rule == "sum" {
			total.Bound += v.Bound
		} else {
			total.Bound = max(total.Bound, v.Bound)
		}
		total.Facts = merge(total.Facts, v.Facts)
	}
	return total, nil
}

func merge(facts, more []string) []string {
next:
	for _, f := range more {
		for _, g := range facts {
			if f == g {
				continue next
			}
		}
		facts = append(facts, f)
	}
	return facts
}

// conflictAcross tests every pair of cells of two different groups.
func conflictAcross(rel Relation, groups []By) error {
	for i, g := range groups {
		if len(g.Cells) == 0 {
			return fmt.Errorf("part %d names no cells", i+1)
		}
		if err := requiredCells(rel, g.Cells); err != nil {
			return fmt.Errorf("part %d: %w", i+1, err)
		}
		for j, h := range groups[:i] {
			for _, e := range g.Cells {
				for _, f := range h.Cells {
					if !conflict(rel, e, f) {
						return fmt.Errorf("cells (%d,%d) of part %d and (%d,%d) of part %d fit one biclique", e[0], e[1], i+1, f[0], f[1], j+1)
					}
				}
			}
		}
	}
	return nil
}
