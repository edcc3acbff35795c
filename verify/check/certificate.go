package check

import "encoding/json"

// Format is the format of certificates that this checker reads.
const Format = "hubcert/1"

// Certificate is the member cert.json of a certificate file: claims about one
// instance. Unknown keys are ignored, another format is refused.
//
// The file is an uncompressed tar of regular files with plain names (letters,
// digits, ".", "_", "-"), in ascending order of names (bytes), modification
// times 0, nothing else: cert.json and the files that it lists.
type Certificate struct {
	Format   string   `json:"format"`
	Instance Instance `json:"instance"`
	// Files maps the name of every other member to its SHA-256, in hexadecimal.
	Files  map[string]string `json:"files"`
	Claims []Claim           `json:"claims"`
}

// Instance says which matrix the claims are about. SHA256 is that of the
// canonical cell list: "R C m", then "r c" a line by row and column, 0-based, an
// optional cell with " ?" behind.
type Instance struct {
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
	Cols   int    `json:"cols"`
	Cells  int    `json:"cells"`
	As     string `json:"as"` // "relation" or "digraph"; no claim depends on it
}

// Claim is one claim. What says which fields are read:
//
//	b, chi, chi_prime     Upper, Lower, or both
//	index                 Extension; Upper, Lower, or both
//	size                  Hubs; Upper, Lower, or both: memberships Σ|A|+|B|
//	feasible, infeasible  Hubs, Colors (null: unbounded); Witness, By
//	front                 Points, Corners
type Claim struct {
	What  string `json:"what"`
	Upper *Upper `json:"upper,omitempty"`
	Lower *Bound `json:"lower,omitempty"`
	// Extension is the .hubs file of the hub extension that an index is about.
	Extension string   `json:"extension,omitempty"`
	*Room              // of feasible, infeasible and size, nil otherwise
	Points    []Point  `json:"points,omitempty"`
	Corners   []Corner `json:"corners,omitempty"`
}

// Room is a number of hubs and of colours that are, or are not, enough; of a
// size, the hubs that its covers may have.
type Room struct {
	Hubs    *int   `json:"hubs"`
	Colors  *int   `json:"colors"`
	Witness string `json:"witness,omitempty"`
	By      *By    `json:"by,omitempty"`
}

// Upper is an upper bound: a .hubs file, of an index one that colours its
// extension, of chi_prime a .colors file.
type Upper struct {
	Value   int    `json:"value"`
	Witness string `json:"witness"`
}

// Bound is a lower bound.
type Bound struct {
	Value int `json:"value"`
	By    By  `json:"by"`
}

// Point is a nondominated point of a front: hubs ascend, colors descend.
type Point struct {
	Hubs    int    `json:"hubs"`
	Colors  int    `json:"colors"`
	Witness string `json:"witness"`
}

// Corner is a maximal infeasible corner of a front, nil where unbounded.
type Corner struct {
	Hubs   *int `json:"hubs"`
	Colors *int `json:"colors"`
	By     By   `json:"by"`
}

// parseCertificate reads cert.json.
func parseCertificate(b []byte) (*Certificate, error) {
	var head struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, malformed("cert.json: %w", err)
	}
	if head.Format != Format {
		return nil, malformed("cert.json: format %q, this checker reads %q", head.Format, Format)
	}
	c := new(Certificate)
	if err := json.Unmarshal(b, c); err != nil {
		return nil, malformed("cert.json: %w", err)
	}
	if len(c.Claims) == 0 {
		return nil, malformed("cert.json: no claims")
	}
	return c, nil
}
