// Package encode phrases questions about a relation as formulas and reads
// models back as hub extensions. Each encoder has one file: reference, encode,
// decode; All lists them.
package encode

import (
	"context"
	"fmt"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Problem is "is there a hub extension with at most Hubs hubs and Colors
// colours that covers Cells and uses no non-cell of Rel?". A bound that a
// form does not take is 0.
type Problem struct {
	Rel *instances.Relation
	// Cells to be covered (E′ of certificates.md), in the order in which first
	// appearance is counted: a fooling set placed first is pinned by
	// propagation. nil stands for all required cells in canonical order.
	Cells  []instances.Cell
	Hubs   int
	Colors int
}

// cells are the cells to be covered.
func (p Problem) cells() []instances.Cell {
	if p.Cells != nil {
		return p.Cells
	}
	return p.Rel.Required()
}

// Encoding is a formula with the way back.
type Encoding struct {
	Formula *pb.Formula
	// Decode reads a model as hubs, with colours where the form has any. The
	// hubs have members in ascending order; empty hubs are left out. What
	// comes out still has to be verified.
	Decode func(pb.Model) (instances.Extension, error)
}

// Encoder is one way to phrase one question.
type Encoder struct {
	Name     string // as in --form, with the question before it: "b/canonical"
	Question instances.Question
	Form     string // "canonical", "r", "pinned", "setcover"
	Doc      string
	Source   string // paper or fact
	Encode   func(ctx context.Context, p Problem) (Encoding, error)
}

// Find picks an encoder by question and form.
func Find(q instances.Question, form string) (Encoder, error) {
	var forms []string
	for _, e := range All {
		if e.Question == q {
			if e.Form == form {
				return e, nil
			}
			forms = append(forms, e.Form)
		}
	}
	return Encoder{}, fmt.Errorf("question %v has no form %q: choose among %q", q, form, forms)
}
