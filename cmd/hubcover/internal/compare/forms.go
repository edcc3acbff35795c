package compare

import (
	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/instances"
)

// Usual is the form that one would give a backend by hand.
const Usual = "usual"

// usual is the set cover by maximal bicliques, minimised, where b is asked of a
// backend that optimises or takes nothing else; otherwise the question's first
// form. Whether so many hubs are enough is for the columns of a set cover where
// nothing else is taken.
func usual(q instances.Question, decide bool, b backends.Backend) (encode.Encoder, error) {
	switch {
	case q == instances.B && !decide && Fits(b, encode.SetCover):
		return encode.SetCover, nil
	case q == instances.B && !b.Able.Clauses && Fits(b, encode.Columns):
		return encode.Columns, nil
	}
	return encode.Find(q, "")
}

// Fits says whether a backend takes formulas of that encoder, as far as that
// can be told before there is one. Forms that ask for something else than the
// question are left out.
func Fits(b backends.Backend, e encode.Encoder) bool {
	able := b.Able
	switch e.Name {
	case encode.MinSize.Name:
		return false
	case encode.SetCover.Name:
		return able.SetCovers || able.Objective
	case encode.Columns.Name:
		return able.SetCovers || able.Linear
	}
	return able.Clauses
}
