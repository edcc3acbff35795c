package check

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// By says what a lower bound rests on, as the "by" object of a certificate.
// All indices are 0-based lines of the original instance, cells are
// (row, column). Methods, with the fields that they read:
//
//	trivial         b, chi, chi_prime ≥ 1: some cell has to be covered
//	fooling         b: cells, pairwise in conflict
//	sperner         b: rows, or cols, pairwise incomparable within cells
//	skew            chi: rows and cols, as many; Empty (null) is an empty line
//	degree          chi_prime: row, or col
//	clique          index: hubs, pairwise in conflict
//	weights         b: w on cells; of the submatrix rows × cols
//	degree-weights  chi: w on cells, p on rows, q on cols; of that submatrix
//	lrup            formula, n, h, refuted by proof; of that submatrix
//	tree            b: n refuted by proof, a search tree over the columns of E′
//	cubes           formula, n, h, split over the first depth cells, proofs
//	parts           rule, parts
//	size            size: pins; w on cells, slack, unit
//
// A bound for b also bounds the hubs needed within any number of colours.
type By struct {
	Method string `json:"method"`
	// Formula is one of
	//	cover        refutes n hubs: b ≥ n+1
	//	chi, chi-r   refutes h colours: chi ≥ h+1
	//	front        refutes n hubs within h colours
	//	index        refutes h colours of a given hub extension
	Formula string `json:"formula,omitempty"`
	N       int    `json:"n,omitempty"` // hubs that the formula allows
	H       int    `json:"h,omitempty"` // colours that the formula allows
	// Cells are E′, the cells that are asked to be covered, in the order that
	// counts for first appearance. None named stands for all cells that must be
	// covered in the submatrix, by row and column; fooling and size have to name them.
	Cells Cells `json:"cells,omitempty"`
	// Rows and Cols name a submatrix, ascending, none named stands for all;
	// or, of sperner and skew, what is compared.
	Rows []Line `json:"rows,omitempty"`
	Cols []Line `json:"cols,omitempty"`
	Row  *Line  `json:"row,omitempty"`
	Col  *Line  `json:"col,omitempty"`
	Hubs []int  `json:"hubs,omitempty"` // of an index: positions in the extension; none named: all
	// W, P, Q are weights ≥ 0 for the cells, rows and columns in the order in
	// which these are named, or stand when none are named.
	W      []int64  `json:"w,omitempty"`
	P      []int64  `json:"p,omitempty"`
	Q      []int64  `json:"q,omitempty"`
	Proof  string   `json:"proof,omitempty"`  // of lrup, tree: the proof file, .lrup or .tree, or either with .gz
	Depth  int      `json:"depth,omitempty"`  // of cubes: how many cells are split over
	Proofs []string `json:"proofs,omitempty"` // of cubes: a proof a cube, in lexicographic order
	Pins   Cells    `json:"pins,omitempty"`   // of size, as slack and unit: see Checker.Size
	Slack  []int64  `json:"slack,omitempty"`
	Unit   int64    `json:"unit,omitempty"`
	Rule   string   `json:"rule,omitempty"`  // of parts: "sum" or "max"
	Parts  []By     `json:"parts,omitempty"` // none of them parts again
}

// Cells is a list of (row, column).
type Cells [][2]int32

// UnmarshalJSON refuses cells that are not exactly two numbers.
func (c *Cells) UnmarshalJSON(b []byte) error {
	var cells []json.RawMessage
	if err := json.Unmarshal(b, &cells); err != nil {
		return err
	}
	*c = make(Cells, len(cells))
	for i, raw := range cells {
		if bytes.Count(raw, []byte(",")) != 1 || bytes.Contains(raw, []byte("null")) {
			return fmt.Errorf("cell %s is not [row,column]", raw[:min(len(raw), 40)])
		}
		if err := json.Unmarshal(raw, &(*c)[i]); err != nil {
			return err
		}
	}
	return nil
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
