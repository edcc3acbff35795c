package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/explain"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

func (a *app) explainCommand() *cobra.Command {
	var read readFlags
	var full bool
	cmd := &cobra.Command{
		Use:   "explain RESULT|CERT INSTANCE",
		Short: "say in words why the bounds of a result or certificate hold",
		Long: `Says for each question of a result record, or of a certificate (.tar), what its
bounds rest on, with the names of the instance: the hubs of the cover; the cells
that need a hub each, the sequence of pairs, the weights, the line with the
largest degree; of a refutation the formula, and the sizes of formula and proof.

Everything is re-checked before it is explained, as verify does; what could not
be re-checked says so, and what is wrong is not explained. Long lists are cut
unless --full is given.

The exit code is 4 where something is rejected, 3 where all is right but a lower
bound could not be re-checked.`,
		Example: `  hubcover solve access.txt --json > result.json
  hubcover explain result.json access.txt
  hubcover explain certs/access.hubcert.tar access.txt --full`,
		Args: wants("RESULT or CERT, and INSTANCE", 2, 2),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return misuse("only one of the two files can be standard input")
			}
			if err := read.check(); err != nil {
				return err
			}
			if isCertificate(args[0]) {
				return a.explainCertificate(cmd.Context(), args[0], args[1], &read, full)
			}
			return a.explainRecords(cmd.Context(), args[0], args[1], &read, full)
		}),
	}
	read.add(cmd)
	cmd.Flags().BoolVar(&full, "full", false, "do not cut long lists")
	return cmd
}

// explaining is the explanation of what is said of one instance.
type explaining struct {
	*explain.Text
	rel     *instances.Relation
	checker check.Checker
	behind  explain.Behind
	code    int
}

func (a *app) newExplaining(ctx context.Context, rel *instances.Relation, full bool) *explaining {
	e := &explaining{rel: rel, checker: check.Checker{Stop: ctx.Err}}
	e.Text = &explain.Text{
		Rel: rel, Full: full,
		Row: func(i int) string { return quoted(rel.RowName(i)) },
		Col: func(i int) string { return quoted(rel.ColName(i)) },
	}
	e.behind = explain.Behind{Bound: e.bound, Formula: e.formulaSize}
	return e
}

// print writes the explanation.
func (e *explaining) print(w io.Writer) error {
	_, err := io.WriteString(w, harmless(e.String()))
	return err
}

func (e *explaining) title(name string) {
	e.Line(fmt.Sprintf("%s: %d × %d, %s, read as a %s", name, e.rel.Rows(), e.rel.Cols(), count(e.rel.Len(), "cell"), e.rel.As()))
}

// subjects are what questions ask for.
var subjects = map[string]string{
	"b":         "b, the fewest hubs (bicliques) whose union is all cells",
	"chi":       "χ_hub, the fewest colours of hubs, where two that share a source or share a target differ",
	"chi_prime": "χ′, the fewest colours of the cells themselves, where two of one source or of one target differ",
	"index":     "index, the fewest colours of the hubs that were given",
}

var symbolOf = map[string]string{"b": "b", "chi": "χ_hub", "chi_prime": "χ′", "index": "index"}

// question begins what is said of one number; upper -1 is unknown.
func (e *explaining) question(what string, lower, upper int) {
	e.Line("")
	e.Say(0, "%s: %s", subjects[what], interval(lower, upper))
}

// cover checks a hub extension and lists it.
func (e *explaining) cover(claim string, hubs instances.Extension, maxHubs, maxColors int) {
	err := verify.Cover(e.rel, hubs)
	if err == nil && maxColors != hubcover.Unbounded {
		err = verify.Coloring(e.rel, hubs, maxColors)
	}
	if err == nil && maxHubs != hubcover.Unbounded && len(hubs) > maxHubs {
		err = fmt.Errorf("there are %s", count(len(hubs), "hub"))
	}
	if err != nil {
		e.reject(claim, err)
		return
	}
	hubsText := "these " + count(len(hubs), "hub") + " cover"
	if len(hubs) == 1 {
		hubsText = "this hub covers"
	}
	text := hubsText + " every cell and nothing else"
	if maxColors != hubcover.Unbounded {
		text += ", and hubs that share a source, or share a target, differ in colour"
	}
	if len(hubs) == 0 {
		text = "there is no cell to cover"
	}
	e.Say(1, "%s: %s. Checked.", claim, text)
	e.Cover(2, hubs)
}

func (e *explaining) reject(claim string, err error) {
	e.Say(1, "%s: REJECTED: %s.", claim, e.byName(err.Error()))
	e.code = worse(e.code, disagreed)
}

// byName puts names for the indices of cells.
func (e *explaining) byName(text string) string {
	v := verdict{inst: &instances.Instance{Relation: e.rel}}
	return v.byName(text)
}

// lower explains a lower bound that was re-checked with that error.
func (e *explaining) lower(claim string, by check.By, facts []string, err error) {
	switch {
	case errors.Is(err, check.ErrLimit):
		e.Lower(1, claim, by, e.behind)
		e.Say(2, "Could not be re-checked: %s.", err)
		e.code = worse(e.code, undecided)
	case err != nil:
		e.reject(claim, err)
	default:
		e.Lower(1, claim, by, e.behind)
		how := ""
		if len(facts) > 0 {
			how = " [" + strings.Join(facts, ", ") + "]"
		}
		e.Say(2, "Re-checked%s.", how)
	}
}

// bound is what a method proves that needs no proof file.
func (e *explaining) bound(by check.By) (int, error) {
	what := check.B
	switch by.Method {
	case "skew", "degree-weights":
		what = check.Chi
	case "degree":
		what = check.ChiPrime
	}
	got, err := e.checker.Lower(e.rel, what, by)
	return got.Bound, err
}

// memberships heads what is known of the size of covers.
func (e *explaining) memberships(hubs, lower, upper int) {
	e.Say(1, "Memberships, the sources and targets of %s counted together: %s.", count(hubs, "hub"), interval(lower, upper))
}

// formulaSize reads the header of the formula that a bound refutes.
func (e *explaining) formulaSize(by check.By) (vars, clauses int, err error) {
	return e.indexFormulaSize(nil)(by)
}

func (e *explaining) indexFormulaSize(hubs []check.Hub) func(check.By) (int, int, error) {
	return func(by check.By) (vars, clauses int, err error) {
		var head header
		if err := e.checker.WriteFormula(&head, e.rel, hubs, by); err != nil && !errors.Is(err, errHeader) {
			return 0, 0, err
		}
		_, err = fmt.Sscanf(string(head), "p cnf %d %d", &vars, &clauses)
		return vars, clauses, err
	}
}

// header keeps the first line that is written to it and wants no more.
type header []byte

var errHeader = errors.New("the header is enough")

func (h *header) Write(p []byte) (int, error) {
	line, _, _ := strings.Cut(string(p), "\n")
	*h = append(*h, line...)
	return 0, errHeader
}

// notChecked says why something is neither proved nor wrong; to the checker
// that is a limit.
type notChecked string

func (n notChecked) Error() string { return string(n) }
func (n notChecked) Unwrap() error { return check.ErrLimit }

// within is the claim of a corner or a decision.
func within(hubs, colors *int) string {
	return fmt.Sprintf("no hub extension within %s and %s", atMost(hubs, "hub"), atMost(colors, "colour"))
}

func atMost(n *int, what string) string {
	if n == nil {
		return "any number of " + what + "s"
	}
	return count(*n, what)
}

// degrees explains an upper bound for χ′ (F1).
func (e *explaining) degrees(claim string, upper int) {
	most := 0
	for r := range e.rel.Rows() {
		most = max(most, len(e.rel.Row(r)))
	}
	for c := range e.rel.Cols() {
		most = max(most, len(e.rel.Col(c)))
	}
	if upper < most {
		e.reject(claim, fmt.Errorf("the largest degree is %d", most))
		return
	}
	e.Say(1, "%s: no source reaches more than %d targets and no target is reached by more than %d sources, and so many colours are always enough (König's theorem). Checked.", claim, most, most)
}

func (e *explaining) frontTitle(points []string, whole bool) {
	e.Say(0, "front, the pairs (hubs, colours) of which neither can be had smaller without the other growing: %s", strings.Join(points, " "))
	if !whole {
		e.Say(1, "Not all of it is proved: points may have fewer hubs yet, and others lie between them.")
	}
}

func (e *explaining) point(hubs, colors int, x instances.Extension, err error) {
	claim := fmt.Sprintf("%s in %s are enough", count(hubs, "hub"), count(colors, "colour"))
	if err != nil {
		e.reject(claim, err)
		return
	}
	e.cover(claim, x, hubs, colors)
}

// uncolored leaves the colours out.
func uncolored(x instances.Extension) instances.Extension {
	out := slices.Clone(x)
	for i := range out {
		out[i].Color = 0
	}
	return out
}

func checkHubs(x instances.Extension) []check.Hub {
	out := make([]check.Hub, len(x))
	for i, h := range x {
		out[i] = check.Hub(h)
	}
	return out
}
