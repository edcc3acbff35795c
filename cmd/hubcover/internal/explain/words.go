package explain

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/hubcover/hubcover/verify/check"
)

// Lower says why a lower bound holds. Claim is what is claimed, such as
// "b ≥ 14", in front of the explanation.
func (t *Text) Lower(level int, claim string, by check.By, behind Behind) {
	say := func(format string, args ...any) { t.Say(level, "%s: "+format, append([]any{claim}, args...)...) }
	if !t.holds(by) {
		say("it names sources or targets that the instance does not have.")
		return
	}
	switch by.Method {
	case "":
		say("nothing is said about what it rests on.")
	case "trivial":
		say("there is a cell, and it needs a hub, and the hub a colour.")
	case "fooling":
		t.fooling(level, claim, by.Cells)
	case "sperner":
		t.sperner(level, claim, by)
	case "skew":
		t.skew(level, claim, by)
	case "degree":
		t.degree(level, claim, by)
	case "clique":
		say("of these hubs any two share a source or a target, so no two have the same colour:")
		t.list(level+1, mapped(by.Hubs, func(i int) string { return fmt.Sprintf("hub %d", i+1) }))
	case "weights":
		t.weights(level, claim, by, behind)
	case "degree-weights":
		t.degreeWeights(level, claim, by)
	case "lrup", "cubes", "tree":
		t.proof(level, claim, by, behind)
	case "size":
		t.size(level, claim, by)
	case "parts":
		t.parts(level, claim, by, behind)
	default:
		say("by the method %q, for which this program has no words.", by.Method)
	}
}

// size: what certain lines of certain hubs cost, and what weights add.
func (t *Text) size(level int, claim string, by check.By) {
	if len(by.Pins)+len(by.Cells) == 0 {
		t.Say(level, "%s: every source and every target with a cell that has to be covered is in some hub.", claim)
		return
	}
	if len(by.Pins) > 0 {
		t.Say(level, "%s: these %s are pairwise in no common biclique, so each has a hub of its own, and lines that can be in no other hub are in that one:",
			claim, count(len(by.Pins), "cell"))
		t.list(level+1, mapped(by.Pins, t.cell))
	}
	if len(by.Cells) == 0 {
		return
	}
	total, items := t.weighted(by)
	if len(by.Pins) > 0 {
		t.Say(level+1, "Beyond that, cells not covered for certain carry weights that add up to %d; no hub carries more than %d for each line that is not certain, and its slack:", total, by.Unit)
	} else {
		t.Say(level, "%s: cells carry weights that add up to %d; no hub carries more than %d for each of its lines, and its slack:", claim, total, by.Unit)
	}
	t.list(level+1, items)
}

func (t *Text) fooling(level int, claim string, cells check.Cells) {
	if len(cells) == 1 {
		t.Say(level, "%s: the cell %s has to be covered.", claim, t.cell(cells[0]))
		return
	}
	t.Say(level, "%s: these %d cells are pairwise in no common biclique (a fooling set), so each needs a hub of its own:", claim, len(cells))
	t.list(level+1, mapped(cells, t.cell))
	if len(cells) < 2 {
		return
	}
	e, f := cells[0], cells[1]
	source, target := e[0], f[1]
	if t.Rel.Has(source, target) {
		source, target = f[0], e[1]
	}
	t.Say(level+1, "For instance, a hub with both %s and %s would also take %s to %s, which is no cell.",
		t.cell(e), t.cell(f), t.Row(int(source)), t.Col(int(target)))
}

// sperner: the sets of hubs of the lines are an antichain (F12).
func (t *Text) sperner(level int, claim string, by check.By) {
	lines, name, what, reach := by.Rows, t.Row, "sources", "reaches a target that the other does not"
	feeds := "feeds"
	if len(by.Cols) > 0 {
		lines, name, what, reach, feeds = by.Cols, t.Col, "targets", "is reached by a source that the other is not reached by", "reads"
	}
	k := 0
	for binomial(k, k/2).Cmp(big.NewInt(int64(len(lines)))) < 0 {
		k++
	}
	t.Say(level, "%s: of any two of these %d %s, each %s:", claim, len(lines), what, reach)
	t.list(level+1, mapped(lines, func(l check.Line) string { return t.line(l, name) }))
	if k == 0 {
		return
	}
	t.Say(level+1, "So the sets of hubs that they %s are %d, none within another; %s have at most %s such sets (Sperner).",
		feeds[:len(feeds)-1], len(lines), count(k-1, "hub"), binomial(k-1, (k-1)/2))
}

func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }

// skew: a sequence of at most 2^h pairs for h colours (F13).
func (t *Text) skew(level int, claim string, by check.By) {
	n := len(by.Rows)
	h := 0
	for 1<<(h+1) < n {
		h++
	}
	t.Say(level, "%s: in this sequence of %d pairs of a source and a target, no source reaches the target of its own pair, and each reaches the targets of all later pairs (a skew sequence):", claim, n)
	pairs := make([]string, 0, n)
	for i := range min(n, len(by.Cols)) {
		pairs = append(pairs, fmt.Sprintf("(%s, %s)", t.line(by.Rows[i], t.Row), t.line(by.Cols[i], t.Col)))
	}
	t.list(level+1, pairs)
	if slices.Contains(by.Rows, check.Empty) || slices.Contains(by.Cols, check.Empty) {
		t.Say(level+1, "∅ stands for a line without cells, which may be added to any relation.")
	}
	if n > 1 {
		t.Say(level+1, "With %s such a sequence has at most 2^%d = %d pairs (the skew form of a theorem of Alon, 1985).", count(h, "colour"), h, 1<<h)
	}
}

func (t *Text) degree(level int, claim string, by check.By) {
	what, name, lines := "", t.Col, []int32(nil)
	switch {
	case by.Row != nil && *by.Row >= 0:
		lines = t.Rel.Row(int(*by.Row))
		what = fmt.Sprintf("source %s reaches %s", t.Row(int(*by.Row)), count(len(lines), "target"))
	case by.Col != nil && *by.Col >= 0:
		name, lines = t.Row, t.Rel.Col(int(*by.Col))
		what = fmt.Sprintf("target %s is reached by %s", t.Col(int(*by.Col)), count(len(lines), "source"))
	}
	t.Say(level, "%s: %s, and two cells of one line differ in colour:", claim, what)
	t.list(level+1, mapped(lines, func(l int32) string { return name(int(l)) }))
}

// weights: a fractional packing, in whole numbers (LP duality).
func (t *Text) weights(level int, claim string, by check.By, behind Behind) {
	total, items := t.weighted(by)
	t.Say(level, "%s: %s carry weights that add up to %d (a fractional packing), and every maximal biclique was weighed.",
		claim, count(len(items), "cell"), total)
	if behind.Bound != nil {
		if bound, err := behind.Bound(by); err == nil && bound > 1 {
			t.Say(level+1, "None is as heavy as %d/%d, so %s cannot carry it all.", total, bound-1, count(bound-1, "hub"))
		}
	}
	t.Say(level+1, "The weights:")
	t.list(level+1, items)
	t.submatrix(level+1, by)
}

// degreeWeights: what a fat matching carries at most (F19).
func (t *Text) degreeWeights(level int, claim string, by check.By) {
	total, items := t.weighted(by)
	prices := int64(0)
	for _, w := range append(slices.Clone(by.P), by.Q...) {
		prices += w
	}
	t.Say(level, "%s: %s carry weights that add up to %d, and sources and targets have prices that add up to %d, so that no biclique weighs more than its sources and targets cost. The hubs of one colour share no source and no target: together they carry at most %d, and so %d/%d colours, rounded up, are needed.",
		claim, count(len(items), "cell"), total, prices, prices, total, prices)
	t.Say(level+1, "The weights:")
	t.list(level+1, items)
	t.priceList(level+1, "sources", by.P, by.Rows, t.Row)
	t.priceList(level+1, "targets", by.Q, by.Cols, t.Col)
	t.submatrix(level+1, by)
}

func (t *Text) priceList(level int, what string, prices []int64, lines []check.Line, name func(int) string) {
	var items []string
	for _, i := range heaviest(prices) {
		at := i
		if i < len(lines) {
			at = int(lines[i])
		}
		items = append(items, fmt.Sprintf("%s: %d", name(at), prices[i]))
	}
	if len(items) == 0 {
		return
	}
	t.Say(level, "The prices of %s:", what)
	t.list(level, items)
}

// weighted lists the cells with a weight, the heaviest first.
func (t *Text) weighted(by check.By) (total int64, items []string) {
	cells := by.Cells
	if len(cells) == 0 {
		cells = t.inside(by)
	}
	for _, i := range heaviest(by.W[:min(len(by.W), len(cells))]) {
		total += by.W[i]
		items = append(items, fmt.Sprintf("%s: %d", t.cell(cells[i]), by.W[i]))
	}
	return total, items
}

// heaviest are the positions of the weights that are not 0, the heaviest first.
func heaviest(w []int64) []int {
	var out []int
	for i, x := range w {
		if x != 0 {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int { return cmp.Compare(w[j], w[i]) })
	return out
}

// inside are the cells that have to be covered of the submatrix that a bound
// names.
func (t *Text) inside(by check.By) (out check.Cells) {
	row, col := chosen(by.Rows), chosen(by.Cols)
	for i, c := range t.Rel.All() {
		if row(c.Row) && col(c.Col) && !t.Rel.Optional(i) {
			out = append(out, [2]int32{c.Row, c.Col})
		}
	}
	return out
}

// chosen tells which lines a list names; an empty one names all.
func chosen(lines []check.Line) func(int32) bool {
	in := map[check.Line]bool{}
	for _, l := range lines {
		in[l] = true
	}
	return func(l int32) bool { return len(lines) == 0 || in[check.Line(l)] }
}

func (t *Text) parts(level int, claim string, by check.By, behind Behind) {
	switch by.Rule {
	case "sum":
		apart := "no biclique holds cells of two of them"
		if t.components(by.Parts) {
			apart = "any two share neither source nor target (they lie in different components)"
		}
		t.Say(level, "%s: these %d groups of cells can be counted apart, since %s. Their bounds add up.", claim, len(by.Parts), apart)
	default:
		t.Say(level, "%s: the largest of %d bounds, each for a part of the cells.", claim, len(by.Parts))
	}
	for i, p := range by.Parts {
		name := fmt.Sprintf("part %d", i+1)
		if !t.Full && i == mostHubs {
			t.Say(level+1, "… and %d more (--full)", len(by.Parts)-i)
			return
		}
		if n := len(p.Cells); n > 0 && p.Method != "fooling" {
			name += ", " + count(n, "cell")
		}
		if n := proves(p); n != "" {
			name += ", at least " + n
		} else if behind.Bound != nil {
			if bound, err := behind.Bound(p); err == nil {
				name += fmt.Sprintf(", at least %d", bound)
			}
		}
		t.Lower(level+1, name, p, behind)
	}
}

// proves says what a bound is, where that stands in the method itself.
func proves(by check.By) string {
	switch {
	case by.Method == "fooling":
		return count(len(by.Cells), "hub")
	case by.Method == "tree" || by.Formula == "cover":
		return count(by.N+1, "hub")
	case by.Formula == "chi" || by.Formula == "chi-r":
		return count(by.H+1, "colour")
	case by.Formula == "front":
		return fmt.Sprintf("%s within %s", count(by.N+1, "hub"), count(by.H, "colour"))
	}
	return ""
}

// components reports that the groups share no lines.
func (t *Text) components(groups []check.By) bool {
	rows, cols := map[int32]int{}, map[int32]int{}
	for i, g := range groups {
		for _, e := range g.Cells {
			for _, at := range []struct {
				seen map[int32]int
				line int32
			}{{rows, e[0]}, {cols, e[1]}} {
				if j, ok := at.seen[at.line]; ok && j != i {
					return false
				}
				at.seen[at.line] = i
			}
		}
	}
	return true
}

func mapped[S ~[]T, T any](list S, f func(T) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// holds reports that every line that is named is one of the relation. Only what
// was checked is sure to.
func (t *Text) holds(by check.By) bool {
	lines := func(list []check.Line, n int) bool {
		return !slices.ContainsFunc(list, func(l check.Line) bool { return l < check.Empty || int(l) >= n })
	}
	rows, cols := t.Rel.Rows(), t.Rel.Cols()
	one := func(l *check.Line, n int) bool { return l == nil || lines([]check.Line{*l}, n) }
	return lines(by.Rows, rows) && lines(by.Cols, cols) && one(by.Row, rows) && one(by.Col, cols) &&
		len(by.P) <= rows && len(by.Q) <= cols &&
		!slices.ContainsFunc(by.Cells, func(e [2]int32) bool {
			return e[0] < 0 || int(e[0]) >= rows || e[1] < 0 || int(e[1]) >= cols
		})
}
