package encode

import (
	"fmt"
	"math"

	"github.com/hubcover/hubcover/encode/pb"
	"github.com/hubcover/hubcover/instances"
)

// DefaultMaxClauses bounds a formula where the problem does not say.
const DefaultMaxClauses = 50_000_000

// TooLarge says that a formula was counted and not built.
type TooLarge struct {
	Vars, Clauses, Literals int64 // at least; math.MaxInt64 where it is more; 0 literals: not counted
	Limit                   int64 // of clauses; variables are limited to pb.MaxVars, literals to 8 a clause
}

func (e TooLarge) Error() string {
	size := fmt.Sprintf("%d variables and %d clauses", e.Vars, e.Clauses)
	if e.Literals > 0 {
		size += fmt.Sprintf(" of %d literals", e.Literals)
	}
	return fmt.Sprintf("the formula would have at least %s; the limits are %d variables, %d clauses and %d literals: "+
		"make the instance smaller, raise the limit, or choose another form", size, pb.MaxVars, e.Limit, 8*e.Limit)
}

// takes says which bounds an encoder takes.
type takes uint8

const (
	takesHubs takes = 1 << iota
	takesColors
)

// check refuses problems that make no sense to the named encoder and lists the
// cells to be covered.
func (p Problem) check(name string, bounds takes) ([]instances.Cell, error) {
	switch {
	case p.Rel == nil:
		return nil, fmt.Errorf("%s: the problem has no relation", name)
	case p.Hubs < 0 || p.Colors < 0:
		return nil, fmt.Errorf("%s: bounds of %d hubs and %d colours: expected none below 0", name, p.Hubs, p.Colors)
	case p.Hubs != 0 && bounds&takesHubs == 0:
		return nil, fmt.Errorf("%s takes no bound on hubs: leave %d out", name, p.Hubs)
	case p.Colors != 0 && bounds&takesColors == 0:
		return nil, fmt.Errorf("%s takes no bound on colours: leave %d out", name, p.Colors)
	case p.Extension != nil:
		return nil, fmt.Errorf("%s asks about a relation, not about a given hub extension", name)
	case p.Rel.HasOptional() && bounds&takesColors != 0:
		return nil, fmt.Errorf("%s: optional cells (?) are for b only: make each a cell or a non-cell first", name)
	case p.Cells == nil:
		return p.Rel.Required(), nil
	}
	seen := instances.NewBits(p.Rel.Len())
	for t, c := range p.Cells {
		i, ok := p.Rel.Index(c)
		if !ok {
			return nil, fmt.Errorf("%s: cell %d to be covered, (%d,%d), is no cell of the relation", name, t, c.Row, c.Col)
		}
		if seen.Has(i) {
			return nil, fmt.Errorf("%s: cell %d to be covered, (%d,%d), was listed before", name, t, c.Row, c.Col)
		}
		seen.Set(i)
	}
	return p.Cells, nil
}

// limit is the largest number of clauses.
func (p Problem) limit() int64 {
	if p.MaxClauses <= 0 {
		return DefaultMaxClauses
	}
	return min(int64(p.MaxClauses), math.MaxInt64/8)
}

// fits refuses a formula of that size.
func (p Problem) fits(vars, clauses count) error {
	if vars > pb.MaxVars || int64(clauses) > p.limit() {
		return TooLarge{Vars: int64(vars), Clauses: int64(clauses), Limit: p.limit()}
	}
	return nil
}

// fitsLiterals is fits for formulas of long clauses.
func (p Problem) fitsLiterals(vars, clauses, literals int) error {
	if int64(literals) > 8*p.limit() {
		return TooLarge{int64(vars), int64(clauses), int64(literals), p.limit()}
	}
	return p.fits(count(vars), count(clauses))
}

// count is a nonnegative number that stays at its maximum instead of overflowing.
type count int64

func (a count) plus(b count) count {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func (a count) times(b count) count {
	if a != 0 && b > math.MaxInt64/a {
		return math.MaxInt64
	}
	return a * b
}

// pairs is the number of pairs out of n.
func pairs(n int) count {
	if n%2 == 0 {
		return count(n / 2).times(count(max(n-1, 0)))
	}
	return count(n).times(count((n - 1) / 2))
}

// firstCells gives for each row the position of its first cell in canonical
// order, and the number of cells at the end.
func firstCells(rel *instances.Relation) []int {
	first := make([]int, rel.Rows()+1)
	for u := range rel.Rows() {
		first[u+1] = first[u] + len(rel.Row(u))
	}
	return first
}

// rightSize refuses a model of another formula.
func rightSize(f *pb.Formula, m pb.Model) error {
	if len(m) != f.Vars()+1 {
		return fmt.Errorf("a model of %d variables for a formula of %d: is it of another formula?", len(m)-1, f.Vars())
	}
	return nil
}
