package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/covers"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
	"github.com/hubcover/hubcover/verify/check"
)

func (a *app) verifyCommand() *cobra.Command {
	var read readFlags
	cmd := &cobra.Command{
		Use:   "verify RESULT|CERT|COVER INSTANCE",
		Short: "hold a result, a certificate, or anybody's cover against the instance",
		Long: `Checks by definition alone: that every hub is a biclique of the instance, that
together they cover it, and that their colours are legal; of result records also
what the lower bounds rest on. A cover is a file of role:, permissions:, users:
lines (users are the sources), or of lines sources | targets, with a colour in
front if there is one. Records, one or many, are found by the digest of the
instance; an instance file may hold many. A certificate (.tar) is checked as
hubcheck does; a record whose bound rests on a proof is re-checked with the
certificate that it names, where that still lies there.

The exit code is 4 where something is rejected, 3 where all is right but a lower
bound could not be re-checked.`,
		Example: `  hubcover solve access.txt --json > result.json
  hubcover verify result.json access.txt
  hubcover verify certs/access.hubcert.tar access.txt
  hubcover verify roles.txt.gz access.txt`,
		Args: wants("RESULT, CERT or COVER, and INSTANCE", 2, 2),
		RunE: interruptible(func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return misuse("only one of the two files can be standard input")
			}
			if err := read.check(); err != nil {
				return err
			}
			if isCertificate(args[0]) {
				return a.verifyCertificate(cmd.Context(), args[0], args[1], &read)
			}
			claimed, err := a.readClaimed(args[0])
			if err != nil {
				return err
			}
			code, n := answered, 0
			for it := range read.items(cmd.Context(), a, args[1], 0) {
				a.warnings(it.inst)
				if it.err != nil {
					a.talk.error(it.err)
					code = worse(code, failed)
					continue
				}
				n++
				v := &verdict{inst: it.inst, lines: covers.NewLines(it.inst.Relation)}
				v.judge(cmd.Context(), claimed)
				if _, err := io.WriteString(a.out, v.text()); err != nil {
					return err
				}
				code = worse(code, v.code)
			}
			if cmd.Context().Err() != nil {
				return context.Cause(cmd.Context())
			}
			if n == 0 && code == answered {
				return fmt.Errorf("%s holds no instance", args[1])
			}
			return exitWith(code)
		}),
	}
	read.add(cmd)
	return cmd
}

// verdict is what verification says of one instance.
type verdict struct {
	inst  *instances.Instance
	lines *covers.Lines
	said  []string
	code  int

	claims []check.Claim // of the certificate that the record names, all verified
}

func (v *verdict) text() string {
	var b strings.Builder
	b.WriteString(printable(v.inst.Name) + ": " + map[int]string{answered: "verified", undecided: "verified in part", disagreed: "REJECTED"}[v.code] + "\n")
	for _, s := range v.said {
		b.WriteString("  " + printable(s) + "\n")
	}
	return b.String()
}

func (v *verdict) say(format string, args ...any) {
	v.said = append(v.said, fmt.Sprintf(format, args...))
}

func (v *verdict) reject(format string, args ...any) {
	v.say(format, args...)
	v.code = worse(v.code, disagreed)
}

func (v *verdict) judge(ctx context.Context, c *claimed) {
	if c.cover != nil {
		hubs, byIndex, err := v.lines.Place(c.cover)
		if err != nil {
			v.reject("%v", err)
			return
		}
		if byIndex {
			v.say("the cover is read by 0-based indices")
		}
		v.cover("cover", hubs)
		return
	}
	rec, err := c.recordOf(v.inst)
	if err != nil {
		v.reject("%v", err)
		return
	}
	v.record(ctx, rec)
}

// cover checks a hub extension and says what it is. Its colours count where
// every hub has one.
func (v *verdict) cover(what string, hubs instances.Extension) bool {
	rel := v.inst.Relation
	colored := len(hubs) > 0 && !slices.ContainsFunc(hubs, func(h instances.Hub) bool { return h.Color == 0 })
	partly := !colored && slices.ContainsFunc(hubs, func(h instances.Hub) bool { return h.Color != 0 })
	err := verify.Cover(rel, hubs)
	if err == nil && colored {
		err = verify.Coloring(rel, hubs, largestColor(hubs))
	}
	if err != nil {
		faults := covers.Faults(rel, hubs, 5)
		if len(faults) == 0 {
			faults = []string{err.Error()}
		}
		for _, f := range faults {
			v.reject("%s: %s", what, f)
		}
		return false
	}
	text := fmt.Sprintf("%s: %s", what, count(len(hubs), "hub"))
	switch {
	case colored:
		text += fmt.Sprintf(", legally coloured with %s", count(hubs.Colors(), "colour"))
	case partly:
		text += ", some with colours and some without: colours not checked"
	default:
		text += ", no colours"
	}
	text += fmt.Sprintf(", %d memberships", hubs.Memberships())
	if spare := covers.Redundant(rel, hubs); len(spare) == 0 {
		text += ", irredundant"
	} else {
		text += ", redundant: can do without hub " + oneOfThese(spare)
	}
	v.say("%s", text)
	return true
}

// oneOfThese lists hubs, counted from 1: "2, 4 or 7".
func oneOfThese(hubs []int) string {
	const most = 10
	var out []string
	for _, i := range hubs[:min(len(hubs), most)] {
		out = append(out, strconv.Itoa(i+1))
	}
	if more := len(hubs) - most; more > 0 {
		return fmt.Sprintf("%s or one of %d more", strings.Join(out, ", "), more)
	}
	if last := len(out) - 1; last > 0 {
		return strings.Join(out[:last], ", ") + " or " + out[last]
	}
	return out[0]
}

func largestColor(hubs instances.Extension) int {
	most := 0
	for _, h := range hubs {
		most = max(most, h.Color)
	}
	return most
}

// record checks everything that a record says.
func (v *verdict) record(ctx context.Context, rec *hubcover.Record) {
	v.certify(ctx, rec.Certificate)
	for _, q := range []struct {
		what check.What
		iv   *hubcover.RecordInterval
	}{{check.B, rec.Results.B}, {check.Chi, rec.Results.Chi}, {check.ChiPrime, rec.Results.ChiPrime}} {
		if q.iv != nil {
			v.upper(q.what, q.iv)
			v.lower(ctx, string(q.what), q.iv.Lower, q.iv.LowerBy, func(k check.Checker, by check.By) (int, error) {
				got, err := k.Lower(v.inst.Relation, q.what, by)
				return got.Bound, err
			})
			v.size(ctx, q.iv)
		}
	}
	if rec.Results.Index != nil {
		v.index(ctx, rec.Results.Index)
	}
	if rec.Results.Front != nil {
		v.front(ctx, rec.Results.Front)
	}
	if rec.Results.Decide != nil {
		v.decision(ctx, rec.Results.Decide)
	}
	if len(v.said) == 0 {
		v.say("the record answers no question")
	}
}

// upper checks the witness of an upper bound.
func (v *verdict) upper(what check.What, iv *hubcover.RecordInterval) {
	switch {
	case iv.Upper == nil:
		return
	case *iv.Upper < iv.Lower:
		v.reject("%s: the upper bound %d is below the lower bound %d", what, *iv.Upper, iv.Lower)
		return
	case what == check.ChiPrime:
		v.degrees(*iv.Upper)
		return
	case iv.Hubs == nil && *iv.Upper > 0:
		v.say("%s ≤ %d: no hubs in the record, not re-checked", what, *iv.Upper)
		v.code = worse(v.code, undecided)
		return
	}
	hubs, err := v.lines.Hubs(iv.Hubs)
	if err != nil {
		v.reject("%s: %v", what, err)
		return
	}
	size := len(hubs)
	if what != check.B {
		size = largestColor(hubs)
		for i, h := range hubs {
			if h.Color == 0 {
				v.reject("%s: hub %d has no colour", what, i+1)
				return
			}
		}
	}
	if v.cover(string(what), hubs) && size > *iv.Upper {
		v.reject("%s ≤ %d is claimed, the hubs show %d", what, *iv.Upper, size)
	}
}

// size checks bounds for the memberships of a cover.
func (v *verdict) size(ctx context.Context, iv *hubcover.RecordInterval) {
	z := iv.Size
	if z == nil {
		return
	}
	what := fmt.Sprintf("memberships at %s", count(z.Hubs, "hub"))
	hubs, err := v.lines.Hubs(iv.Hubs)
	switch got := hubs.Memberships(); {
	case err != nil: // said of the cover
	case len(hubs) > z.Hubs || got > z.Upper:
		v.reject("%s ≤ %d is claimed, %s have %d", what, z.Upper, count(len(hubs), "hub"), got)
	case z.Lower > z.Upper:
		v.reject("%s: the upper bound %d is below the lower bound %d", what, z.Upper, z.Lower)
	}
	v.lower(ctx, what, z.Lower, z.LowerBy, func(k check.Checker, by check.By) (int, error) {
		got, err := k.Size(v.inst.Relation, z.Hubs, by)
		return got.Bound, err
	})
}

// index checks the chromatic index of the hubs in the record.
func (v *verdict) index(ctx context.Context, iv *hubcover.RecordInterval) {
	v.upper("index", iv)
	hubs, err := v.lines.Hubs(iv.Hubs)
	if err == nil {
		err = verify.Cover(v.inst.Relation, hubs)
	}
	if err != nil {
		v.reject("index: %v", err)
		return
	}
	given := make([]check.Hub, len(hubs))
	for i, h := range hubs {
		given[i] = check.Hub(h)
	}
	v.lower(ctx, "index", iv.Lower, iv.LowerBy, func(k check.Checker, by check.By) (int, error) {
		got, err := k.Index(v.inst.Relation, given, by)
		return got.Bound, err
	})
}

// degrees checks an upper bound for χ′, which by König's theorem (F1) is the
// largest degree.
func (v *verdict) degrees(upper int) {
	rel, most := v.inst.Relation, 0
	for r := range rel.Rows() {
		most = max(most, len(rel.Row(r)))
	}
	for c := range rel.Cols() {
		most = max(most, len(rel.Col(c)))
	}
	if upper < most {
		v.reject("chi_prime ≤ %d is claimed, the largest degree is %d", upper, most)
		return
	}
	v.say("chi_prime ≤ %d: the largest degree is %d [F1]", upper, most)
}

// lower re-checks what a lower bound rests on.
func (v *verdict) lower(ctx context.Context, what string, bound int, record hubcover.RecordBy, prove func(check.Checker, check.By) (int, error)) {
	if bound == 0 {
		return
	}
	if needsProof(record) && v.certifiedLower(what, bound) {
		v.say("%s ≥ %d: proved in the certificate", what, bound)
		return
	}
	if needsProof(record) {
		v.say("%s ≥ %d: lower bound not re-checked, its proof is in the certificate", what, bound)
		v.code = worse(v.code, undecided)
		return
	}
	by, err := v.lines.By(record)
	if err != nil {
		v.reject("%s ≥ %d: %v", what, bound, err)
		return
	}
	got, err := prove(check.Checker{Stop: ctx.Err}, by)
	switch {
	case errors.Is(err, check.ErrLimit):
		v.say("%s ≥ %d: lower bound not re-checked: %v", what, bound, err)
		v.code = worse(v.code, undecided)
	case err != nil:
		v.reject("%s ≥ %d: %s", what, bound, v.byName(err.Error()))
	case got < bound:
		v.reject("%s ≥ %d is claimed, what it rests on shows ≥ %d", what, bound, got)
	default:
		v.say("%s ≥ %d by %s", what, bound, rests(v.inst.Relation, by, record.Facts))
	}
}

func needsProof(by hubcover.RecordBy) bool {
	return by.Method == "lrup" || by.Method == "cubes" || by.Method == "tree" || slices.ContainsFunc(by.Parts, needsProof)
}

func (v *verdict) front(ctx context.Context, f *hubcover.RecordFront) {
	last := hubcover.RecordPoint{Hubs: -1}
	for i, p := range f.Points {
		what := fmt.Sprintf("front (%d, %d)", p.Hubs, p.Colors)
		if p.Hubs <= last.Hubs || (i > 0 && p.Colors >= last.Colors) {
			v.reject("%s: does not come after (%d, %d) on a front", what, last.Hubs, last.Colors)
		}
		last = p
		hubs, err := v.lines.Hubs(p.Extension)
		switch {
		case err != nil:
			v.reject("%s: %v", what, err)
		case len(hubs) > p.Hubs || largestColor(hubs) > p.Colors:
			v.reject("%s: the extension has %s in %s", what, count(len(hubs), "hub"), count(largestColor(hubs), "colour"))
		default:
			if v.cover(what, hubs) && slices.ContainsFunc(hubs, func(h instances.Hub) bool { return h.Color == 0 }) {
				v.reject("%s: a hub has no colour", what)
			}
		}
	}
	for _, c := range f.Corners {
		n, h := orUnbounded(c.Hubs), orUnbounded(c.Colors)
		what := fmt.Sprintf("no extension within %s hubs and %s colours", orInfinity(n), orInfinity(h))
		if c.LowerBy.Method == "" {
			v.say("%s: not proved in the record", what)
			v.code = worse(v.code, undecided)
			continue
		}
		v.refute(ctx, what, n, h, c.LowerBy)
	}
}

func (v *verdict) decision(ctx context.Context, d *hubcover.RecordDecision) {
	n, h := orUnbounded(d.Hubs), orUnbounded(d.Colors)
	what := fmt.Sprintf("within %s hubs and %s colours: %s", orInfinity(n), orInfinity(h), d.Answer)
	switch {
	case d.Answer == "yes":
		hubs, err := v.lines.Hubs(d.Extension)
		switch {
		case err != nil:
			v.reject("%s: %v", what, err)
		case d.Hubs != nil && len(hubs) > n:
			v.reject("%s: the extension has %s", what, count(len(hubs), "hub"))
		case d.Colors != nil && (largestColor(hubs) > h || slices.ContainsFunc(hubs, func(h instances.Hub) bool { return h.Color == 0 })):
			v.reject("%s: the extension is not coloured so", what)
		default:
			v.cover(what, hubs)
		}
	case d.Answer == "no" && d.LowerBy != nil:
		v.refute(ctx, what, n, h, *d.LowerBy)
	default:
		v.say("%s: nothing to check", what)
		v.code = worse(v.code, undecided)
	}
}

// refute re-checks that no hub extension lies within both bounds.
func (v *verdict) refute(ctx context.Context, what string, hubs, colors int, record hubcover.RecordBy) {
	if needsProof(record) && v.certifiedRoom(hubs, colors) {
		v.say("%s: proved in the certificate", what)
		return
	}
	if needsProof(record) {
		v.say("%s: not re-checked, its proof is in the certificate", what)
		v.code = worse(v.code, undecided)
		return
	}
	by, err := v.lines.By(record)
	if err == nil {
		_, err = check.Checker{Stop: ctx.Err}.Refute(v.inst.Relation, hubs, colors, by)
	}
	switch {
	case errors.Is(err, check.ErrLimit):
		v.say("%s: not re-checked: %v", what, err)
		v.code = worse(v.code, undecided)
	case err != nil:
		v.reject("%s: %s", what, v.byName(err.Error()))
	default:
		v.say("%s: %s", what, rests(v.inst.Relation, by, record.Facts))
	}
}

func orUnbounded(n *int) int {
	if n == nil {
		return hubcover.Unbounded
	}
	return *n
}

// cellByIndex is how the checker, which knows no names, writes a cell.
var cellByIndex = regexp.MustCompile(`\((\d+),(\d+)\)`)

// byName puts names for the indices of cells.
func (v *verdict) byName(text string) string {
	rel := v.inst.Relation
	return cellByIndex.ReplaceAllStringFunc(text, func(cell string) string {
		m := cellByIndex.FindStringSubmatch(cell)
		r, _ := strconv.Atoi(m[1])
		c, _ := strconv.Atoi(m[2])
		if r >= rel.Rows() || c >= rel.Cols() {
			return cell
		}
		return fmt.Sprintf("(%q, %q)", rel.RowName(r), rel.ColName(c))
	})
}
