// Package encode phrases questions about a relation as formulas and reads
// models back as hub extensions. Each encoder has one file: reference, encode,
// decode; All lists them. The forms "canonical" and "r" are those that a
// checker regenerates to the letter; "pinned" and "setcover" are for speed, and
// "min-size" asks for the fewest memberships too.
//
//	e, err := encode.Find(instances.B, "canonical")
//	enc, err := e.Encode(ctx, encode.Problem{Rel: rel, Hubs: 3})
//	…            // a backend finds a model of enc.Formula
//	hubs, err := enc.Decode(model)
//
// Write writes a formula that says in its comments what it stands for;
// ReadHeader finds that out again, so that anybody's model can be decoded.
package encode

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Problem is "is there a hub extension with at most Hubs hubs and Colors
// colours that covers Cells and uses no non-cell of Rel?".
type Problem struct {
	Rel *instances.Relation
	// Cells to be covered (E′ of certificates.md), in the order in which first
	// appearance is counted: a fooling set placed first is pinned by
	// propagation. nil stands for all required cells in canonical order; the
	// pinned forms then put a greedy fooling set first themselves.
	Cells []instances.Cell
	// Bounds; one that the encoder does not take must be 0.
	Hubs   int
	Colors int
	// Extension is what Index asks about: a hub extension whose hubs at the
	// positions Among, nil for all, are to be coloured; the order counts for
	// first appearance. All other encoders refuse one.
	Extension instances.Extension
	Among     []int
	// MaxClauses makes Encode fail with TooLarge rather than build a larger
	// formula; 0 stands for DefaultMaxClauses.
	MaxClauses int
}

// Encoding is a formula with the way back.
type Encoding struct {
	Formula *pb.Formula
	// Decode reads a model as hubs, with colours where the form has any. The
	// hubs have members in ascending order, colours count from 1 without gaps,
	// empty hubs are left out. What comes out still has to be verified.
	Decode func(pb.Model) (instances.Extension, error)
}

// Encoder is one way to phrase one question.
type Encoder struct {
	Name     string // question/form: "b/canonical"
	Question instances.Question
	Form     string // "canonical", "r", "pinned", "setcover", "columns", "min-size"
	Doc      string
	Source   string // paper or fact
	Hubs     bool   // takes a bound on hubs
	Colors   bool   // takes a bound on colours
	// Encode builds the formula. It polls ctx, counts before it builds (the
	// error is then of type TooLarge) and refuses a problem that makes no
	// sense. The order of Problem.Cells does not change the answer.
	Encode func(ctx context.Context, p Problem) (Encoding, error)
}

// Find picks an encoder by question and form; "" is the question's first form.
func Find(q instances.Question, form string) (Encoder, error) {
	var forms []string
	for _, e := range All {
		if e.Question == q {
			if e.Form == form || form == "" {
				return e, nil
			}
			forms = append(forms, e.Form)
		}
	}
	if forms == nil {
		return Encoder{}, fmt.Errorf("question %v is not answered by a formula", q)
	}
	return Encoder{}, fmt.Errorf("question %v has no form %q: choose among %q", q, form, forms)
}
