package exhaust_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/exhaust"
	"github.com/hubcover/hubcover/encode/pb"
)

// formula draws up to six variables, clauses and linear constraints with
// repeated and opposite literals, and in half of the cases an objective.
func formula(t *rapid.T) *pb.Formula {
	f := pb.New()
	n := rapid.IntRange(0, 6).Draw(t, "vars")
	f.Block("x", n)
	lit := func() pb.Lit {
		l := pb.Lit(rapid.IntRange(1, n).Draw(t, "var"))
		if rapid.Bool().Draw(t, "neg") {
			return -l
		}
		return l
	}
	terms := func() []pb.Term {
		var ts []pb.Term
		for range rapid.IntRange(0, 4).Draw(t, "len") * min(n, 1) {
			ts = append(ts, pb.Term{Coef: rapid.Int64Range(-3, 3).Draw(t, "coef"), Lit: lit()})
		}
		return ts
	}
	for range rapid.IntRange(0, 8).Draw(t, "constraints") {
		if rapid.Bool().Draw(t, "clause") {
			var c []pb.Lit
			for _, term := range terms() {
				c = append(c, term.Lit)
			}
			f.Clause(c...)
		} else {
			f.AtLeast(rapid.Int64Range(-3, 3).Draw(t, "bound"), terms()...)
		}
	}
	if rapid.Bool().Draw(t, "optimise") {
		f.Objective = append([]pb.Term{}, terms()...)
	}
	return f
}

// Every assignment, by counting in binary, with Formula.Check as the judge.
func TestAgainstTheTruthTable(t *testing.T) {
	b := exhaust.New()
	rapid.Check(t, func(t *rapid.T) {
		f := formula(t)
		best, found := int64(0), false
		for bits := range 1 << f.Vars() {
			m := make(pb.Model, f.Vars()+1)
			for v := range f.Vars() {
				m[v+1] = bits>>v&1 == 1
			}
			if f.Check(m) != nil {
				continue
			}
			if c := m.Value(f.Objective); !found || c < best {
				best, found = c, true
			}
		}
		a, err := b.Solve(context.Background(), f, backends.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := backends.Unsat
		if found && f.Objective != nil {
			want = backends.Optimal
		} else if found {
			want = backends.Sat
		}
		if a.Verdict != want || a.Stop != "" {
			t.Fatalf("got %v (%q), want %v", a.Verdict, a.Stop, want)
		}
		if !found {
			return
		}
		if err := f.Check(a.Model); err != nil {
			t.Fatal(err)
		}
		if f.Objective != nil && (a.Bound != best || a.Model.Value(f.Objective) != best) {
			t.Fatalf("optimum %d of value %d, want %d", a.Bound, a.Model.Value(f.Objective), best)
		}
	})
}

// parity asks n variables for an even and an odd sum: no model, and no branch
// is cut before its last variable.
func parity(n int) *pb.Formula {
	f := pb.New()
	x := f.Block("x", n)
	var half []pb.Term
	for i := range n {
		half = append(half, pb.Term{Coef: 2, Lit: x.At(i)})
	}
	f.AtLeast(int64(n), half...)
	f.AtMost(int64(n), half...)
	return f
}

func TestNodeCap(t *testing.T) {
	f := parity(41)
	a, err := exhaust.New().Solve(context.Background(), f, backends.Options{Steps: 1000})
	if err != nil || a.Verdict != backends.Unknown || a.Stop != backends.GaveUp {
		t.Fatalf("got %+v, %v", a, err)
	}
	if a.Steps != 1000 {
		t.Fatalf("%d steps for a budget of 1000", a.Steps)
	}
}

func TestAtTheCapTheBestModelStands(t *testing.T) {
	f := pb.New()
	x := f.Block("x", 30)
	for i := range 30 {
		f.Objective = append(f.Objective, pb.Term{Coef: -1, Lit: x.At(i)})
	}
	a, err := exhaust.New().Solve(context.Background(), f, backends.Options{Steps: 100})
	if err != nil || a.Verdict != backends.Sat || a.Stop != backends.GaveUp || f.Check(a.Model) != nil {
		t.Fatalf("got %+v, %v", a, err)
	}
	if a.Bound > -30 {
		t.Fatalf("claims the lower bound %d where -30 can be reached", a.Bound)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := exhaust.New().Solve(ctx, parity(41), backends.Options{})
	if err != nil || a.Verdict != backends.Unknown || a.Stop != backends.Interrupted {
		t.Fatalf("got %+v, %v", a, err)
	}
}

func TestTooLarge(t *testing.T) {
	f := pb.New()
	x := f.Block("x", 2)
	f.AtLeast(1, pb.Term{Coef: 1 << 62, Lit: x.At(0)}, pb.Term{Coef: 1 << 62, Lit: x.At(1)})
	if _, err := exhaust.New().Solve(context.Background(), f, backends.Options{}); err == nil {
		t.Fatal("sums that overflow were accepted")
	}
}

func ExampleNew() {
	f := pb.New()
	x := f.Block("x", 3)
	f.Clause(x.At(0), x.At(1))
	f.Clause(-x.At(0), x.At(2))
	f.Objective = []pb.Term{{Coef: 2, Lit: x.At(1)}, {Coef: 1, Lit: x.At(0)}, {Coef: 3, Lit: x.At(2)}}
	a, err := exhaust.New().Solve(context.Background(), f, backends.Options{})
	fmt.Println(a.Verdict, a.Bound, err)
	// Output: optimal 2 <nil>
}
