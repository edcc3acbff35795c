// Package encodetest is the conformance suite for encoders, with the exhaustive
// oracles behind it and readers of public data for other packages' tests. A new
// encoder is tested by
//
//	func TestMine(t *testing.T) { encodetest.Run(t, mine) }
package encodetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// Run tests that an encoder's formulas are satisfiable exactly when exhaustive
// search says so, for every bound on every small matrix, whatever the order of
// the cells; that every model decodes to what the definition asks for; and that
// nonsense and too much are refused.
func Run(t *testing.T, e encode.Encoder) {
	s := suite{e}
	t.Run("answers", func(t *testing.T) {
		matrices := AllMatrices(3, 3)
		if testing.Short() {
			matrices = Matrices(3, 3)
		}
		for rel := range matrices {
			s.answers(t, rel, nil, rel.Required())
		}
	})
	t.Run("random", s.random)
	t.Run("cells", s.someCells)
	t.Run("optional", s.optional)
	t.Run("same", s.same)
	t.Run("refusals", s.refusals)
}

type suite struct{ encode.Encoder }

// answers compares all bounds around the truth; cells nil stands for all.
func (s suite) answers(t *testing.T, rel *instances.Relation, order, cells []instances.Cell) {
	t.Helper()
	front := bruteFront(rel, cells)
	b, chi := front[0].Hubs, front[len(front)-1].Colors
	ask := func(hubs, colors int, yes bool) {
		t.Helper()
		s.ask(t, encode.Problem{Rel: rel, Cells: order, Hubs: hubs, Colors: colors}, cells, yes)
	}
	switch {
	case !s.Hubs && !s.Colors:
		if x := s.ask(t, encode.Problem{Rel: rel, Cells: order}, cells, true); len(x) != b {
			t.Fatalf("%s: minimum of %d hubs, exhaustive search says %d", describe(rel, order), len(x), b)
		}
	case !s.Colors:
		for k := max(0, b-1); k <= b+1; k++ {
			ask(k, 0, k >= b)
		}
	case !s.Hubs:
		for h := max(0, chi-1); h <= chi+1; h++ {
			ask(0, h, h >= chi)
		}
	default:
		for h := max(1, chi-1); h <= front[0].Colors+1; h++ {
			if n := FewestHubs(front, h); n < 0 {
				ask(b+1, h, false)
			} else {
				for k := max(0, n-1); k <= n+1; k++ {
					ask(k, h, k >= n)
				}
			}
		}
	}
}

// ask encodes, solves, and holds the decoded model against the definition.
func (s suite) ask(t *testing.T, p encode.Problem, cells []instances.Cell, yes bool) instances.Extension {
	t.Helper()
	about := func() string {
		return fmt.Sprintf("%s, at most %d hubs, %d colours", describe(p.Rel, p.Cells), p.Hubs, p.Colors)
	}
	enc, err := s.Encode(context.Background(), p)
	if err != nil {
		t.Fatalf("%s: %v", about(), err)
	}
	m := Solve(enc.Formula)
	if (m != nil) != yes {
		t.Fatalf("%s: satisfiable: %v, exhaustive search says %v", about(), m != nil, yes)
	}
	if m == nil {
		return nil
	}
	if err := enc.Formula.Check(m); err != nil {
		t.Fatalf("%s: the suite's own solver: %v", about(), err)
	}
	x, err := enc.Decode(m)
	if err != nil {
		t.Fatalf("%s: decode: %v", about(), err)
	}
	if err := Check(p.Rel, cells, x, s.Colors); err != nil {
		t.Fatalf("%s: decoded extension: %v", about(), err)
	}
	if s.Hubs && len(x) > p.Hubs || s.Colors && x.Colors() > p.Colors {
		t.Fatalf("%s: decoded %d hubs, %d colours", about(), len(x), x.Colors())
	}
	return x
}

func describe(rel *instances.Relation, order []instances.Cell) string {
	return fmt.Sprintf("%d×%d matrix with cells %v, asked for %v", rel.Rows(), rel.Cols(), rel.Cells(), order)
}

// random asks about larger matrices, relabelled, with the cells in any order.
func (s suite) random(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		rel := Random(rng, 1+rng.IntN(5), 1+rng.IntN(5), 0.3+0.4*rng.Float64())
		if rel.Len() > 13 {
			continue
		}
		s.answers(t, rel, nil, rel.Required())
		rel = Shuffled(rng, rel)
		order := rel.Cells()
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		s.answers(t, rel, order, order)
	}
}

// someCells asks for only some cells, in any order, the others still allowed (F16).
func (s suite) someCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		rel := Random(rng, 1+rng.IntN(4), 1+rng.IntN(4), 0.7)
		order := rel.Cells()
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		order = order[:rng.IntN(len(order)+1)]
		s.answers(t, rel, order, order)
	}
}

// optional cells are understood where no colours are asked for, refused elsewhere.
func (s suite) optional(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		rel := Random(rng, 3, 4, 0.6)
		if rel.Len() == 0 {
			continue
		}
		rel, err := rel.WithOptional(rel.Cells()[:1+rng.IntN(rel.Len())])
		if err != nil {
			t.Fatal(err)
		}
		if !s.Colors {
			s.answers(t, rel, nil, rel.Required())
		} else if _, err := s.Encode(context.Background(), s.problem(rel)); err == nil {
			t.Fatal("optional cells are taken, though colours have no meaning for them")
		}
	}
}

// problem is a small problem with the bounds that the encoder takes.
func (s suite) problem(rel *instances.Relation) encode.Problem {
	p := encode.Problem{Rel: rel}
	if s.Hubs {
		p.Hubs = 2
	}
	if s.Colors {
		p.Colors = 2
	}
	return p
}

// same: the same problem twice gives the same formula twice, each block
// explains itself, and every format that takes the formula can write it.
func (s suite) same(t *testing.T) {
	p := s.problem(Random(rand.New(rand.NewPCG(7, 8)), 4, 4, 0.6))
	one, err1 := s.Encode(context.Background(), p)
	two, err2 := s.Encode(context.Background(), p)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	f, g := one.Formula, two.Formula
	if f.Vars() != g.Vars() || f.Len() != g.Len() {
		t.Fatalf("twice the same problem: %d variables and %d constraints, then %d and %d", f.Vars(), f.Len(), g.Vars(), g.Len())
	}
	for i := range f.Len() {
		if !slices.Equal(f.Lits(i), g.Lits(i)) {
			t.Fatalf("twice the same problem: constraint %d is %v, then %v", i, f.Lits(i), g.Lits(i))
		}
	}
	vars := 0
	for _, b := range f.Blocks() {
		vars += b.Len()
		if b.Doc == "" || len(b.Index) != len(b.Dims) {
			t.Errorf("block %s does not say what its variables mean: %+v", b.Name, b)
		}
	}
	if vars != f.Vars() {
		t.Errorf("%d of %d variables stand in a block", vars, f.Vars())
	}
}

func (s suite) refusals(t *testing.T) {
	rel := fromRows([]int{0b011, 0b110, 0b111}, 3)
	cell := instances.Cell{}
	for name, change := range map[string]func(*encode.Problem){
		"no relation":           func(p *encode.Problem) { p.Rel = nil },
		"hubs below 0":          func(p *encode.Problem) { p.Hubs = -1 },
		"colours below 0":       func(p *encode.Problem) { p.Colors = -1 },
		"a non-cell asked for":  func(p *encode.Problem) { p.Cells = []instances.Cell{{Row: 0, Col: 2}} },
		"a cell outside":        func(p *encode.Problem) { p.Cells = []instances.Cell{{Row: 9, Col: 9}} },
		"a cell asked twice":    func(p *encode.Problem) { p.Cells = []instances.Cell{cell, cell} },
		"hubs not taken":        func(p *encode.Problem) { p.Hubs = takenOr(s.Hubs, -1, 3) },
		"colours not taken":     func(p *encode.Problem) { p.Colors = takenOr(s.Colors, -1, 3) },
		"more than one clause":  func(p *encode.Problem) { p.MaxClauses = 1 },
		"absurdly many hubs":    func(p *encode.Problem) { p.Hubs = 1 << 62 },
		"absurdly many colours": func(p *encode.Problem) { p.Colors = 1 << 62 },
	} {
		p := s.problem(rel)
		change(&p)
		if _, err := s.Encode(context.Background(), p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	p := s.problem(rel)
	p.MaxClauses = 1
	var large encode.TooLarge
	if _, err := s.Encode(context.Background(), p); !errors.As(err, &large) || large.Clauses <= 1 || large.Limit != 1 {
		t.Errorf("limit of one clause: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Encode(ctx, s.problem(rel)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	enc, err := s.Encode(context.Background(), s.problem(rel))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := enc.Decode(make(pb.Model, enc.Formula.Vars())); err == nil {
		t.Error("a model that is one variable too short is decoded")
	}
}

func takenOr(taken bool, yes, no int) int {
	if taken {
		return yes
	}
	return no
}
