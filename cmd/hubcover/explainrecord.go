package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/covers"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// explainRecords explains the records of all instances of a file.
func (a *app) explainRecords(ctx context.Context, path, instance string, read *readFlags, full bool) error {
	claimed, err := a.readClaimed(path)
	if err != nil {
		return err
	}
	if claimed.cover != nil {
		return fmt.Errorf("%s is a cover, of which there is no bound to explain: hubcover verify holds it against the instance", path)
	}
	code, n := answered, 0
	for it := range read.items(ctx, a, instance, 0) {
		a.warnings(it.inst)
		if it.err != nil {
			a.talk.error(it.err)
			code = worse(code, failed)
			continue
		}
		rec, err := claimed.recordOf(it.inst)
		if err != nil {
			a.talk.error(err)
			code = worse(code, disagreed)
			continue
		}
		if n++; n > 1 {
			fmt.Fprintln(a.out)
		}
		e := &recordExplaining{explaining: a.newExplaining(ctx, it.inst.Relation, full), lines: covers.NewLines(it.inst.Relation)}
		e.title(it.inst.Name)
		e.record(ctx, rec)
		if err := e.print(a.out); err != nil {
			return err
		}
		code = worse(code, e.code)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if n == 0 && code == answered {
		return fmt.Errorf("%s holds no instance", instance)
	}
	return exitWith(code)
}

// recordExplaining explains a record.
type recordExplaining struct {
	*explaining
	lines  *covers.Lines
	claims []check.Claim // of the certificate that the record names, all verified
	noCert string        // why there are none
}

func (e *recordExplaining) record(ctx context.Context, rec *hubcover.Record) {
	done := e.open(ctx, rec.Certificate)
	defer done()
	r := rec.Results
	for _, q := range []struct {
		what string
		iv   *hubcover.RecordInterval
	}{{"b", r.B}, {"chi", r.Chi}, {"chi_prime", r.ChiPrime}, {"index", r.Index}} {
		if q.iv != nil {
			e.interval(q.what, q.iv)
		}
	}
	if r.Front != nil {
		e.front(r.Front)
	}
	if r.Decide != nil {
		e.decision(r.Decide)
	}
	if *r == (hubcover.RecordResults{}) {
		e.Say(1, "The record answers no question.")
	}
}

// open looks for the certificate that holds the proofs of the record.
func (e *recordExplaining) open(ctx context.Context, named *hubcover.RecordCertificate) (done func()) {
	done = func() {}
	if named == nil {
		e.noCert = "its proof is in no certificate that the record names (solve --cert writes one)"
		return done
	}
	v := verdict{inst: &instances.Instance{Relation: e.rel}}
	v.certify(ctx, named)
	if v.claims == nil {
		e.noCert = "its proof: " + strings.Join(v.said, "; ")
		return done
	}
	archive, err := e.checker.OpenArchive(os.DirFS(filepath.Dir(named.Path)), filepath.Base(named.Path))
	if err != nil {
		e.noCert = fmt.Sprintf("its proof: certificate %s: %v", named.Path, err)
		return done
	}
	e.claims = v.claims
	e.behind.Proof = proofSize(archive)
	return func() { archive.Close() }
}

func (e *recordExplaining) interval(what string, iv *hubcover.RecordInterval) {
	upper := -1
	if iv.Upper != nil {
		upper = *iv.Upper
	}
	e.question(what, iv.Lower, upper)
	hubs := e.upper(what, iv)
	claim := fmt.Sprintf("%s ≥ %d", symbolOf[what], iv.Lower)
	if iv.Lower == 0 {
		return
	}
	by, err := e.proved(iv.LowerBy, func(c check.Claim) *check.By {
		if c.What == what && c.Lower != nil && c.Lower.Value >= iv.Lower {
			return &c.Lower.By
		}
		return nil
	})
	var got check.Verdict
	switch {
	case err != nil || needsProof(iv.LowerBy):
		got.Facts = iv.LowerBy.Facts
	case what == "index":
		got, err = e.checker.Index(e.rel, checkHubs(hubs), by)
	default:
		got, err = e.checker.Lower(e.rel, check.What(what), by)
	}
	if err == nil && !needsProof(iv.LowerBy) && got.Bound < iv.Lower {
		err = fmt.Errorf("what it rests on shows ≥ %d", got.Bound)
	}
	if what == "index" {
		e.behind.Formula = e.indexFormulaSize(checkHubs(hubs))
		defer func() { e.behind.Formula = e.formulaSize }()
	}
	e.lower(claim, by, got.Facts, err)
	if iv.Claimed != nil {
		e.Say(1, "%s claims that %s ≥ %d, which nobody checked.", iv.Claimed.By, symbolOf[what], iv.Claimed.Lower)
	}
	if iv.Size != nil {
		e.size(hubs, iv)
	}
}

// proved lays what a bound rests on upon the relation; where that is a proof,
// what the certificate has in its place.
func (e *recordExplaining) proved(record hubcover.RecordBy, in func(check.Claim) *check.By) (check.By, error) {
	by, err := e.lines.By(record)
	if err != nil || !needsProof(record) {
		return by, err
	}
	for _, c := range e.claims {
		if found := in(c); found != nil {
			return *found, nil
		}
	}
	if e.noCert != "" {
		return by, notChecked(e.noCert)
	}
	return by, notChecked("the certificate that the record names does not prove it")
}

// upper checks and lists the witness of an upper bound.
func (e *recordExplaining) upper(what string, iv *hubcover.RecordInterval) instances.Extension {
	if iv.Upper == nil {
		return nil
	}
	claim := fmt.Sprintf("%s ≤ %d", symbolOf[what], *iv.Upper)
	if what == "chi_prime" {
		e.degrees(claim, *iv.Upper)
		return nil
	}
	if iv.Hubs == nil && *iv.Upper > 0 {
		e.Say(1, "%s: could not be re-checked, the record has no hubs.", claim)
		e.code = worse(e.code, undecided)
		return nil
	}
	hubs, err := e.lines.Hubs(iv.Hubs)
	switch {
	case err != nil:
		e.reject(claim, err)
	case what == "b":
		e.cover(claim, uncolored(hubs), *iv.Upper, hubcover.Unbounded)
	default:
		e.cover(claim, hubs, hubcover.Unbounded, *iv.Upper)
	}
	return hubs
}

// size says what is known of the memberships of a cover.
func (e *recordExplaining) size(hubs instances.Extension, iv *hubcover.RecordInterval) {
	z := iv.Size
	e.memberships(z.Hubs, z.Lower, z.Upper)
	if n := hubs.Memberships(); n > z.Upper || len(hubs) > z.Hubs {
		e.reject(fmt.Sprintf("memberships ≤ %d", z.Upper), fmt.Errorf("the %s have %d", count(len(hubs), "hub"), n))
	}
	if z.Lower == 0 {
		return
	}
	by, err := e.lines.By(z.LowerBy)
	var got check.Verdict
	if err == nil {
		got, err = e.checker.Size(e.rel, z.Hubs, by)
	}
	if err == nil && got.Bound < z.Lower {
		err = fmt.Errorf("what it rests on shows ≥ %d", got.Bound)
	}
	e.lower(fmt.Sprintf("memberships ≥ %d", z.Lower), by, got.Facts, err)
}

func (e *recordExplaining) front(f *hubcover.RecordFront) {
	e.Line("")
	var points []string
	for _, p := range f.Points {
		points = append(points, fmt.Sprintf("(%d, %d)", p.Hubs, p.Colors))
	}
	e.frontTitle(points, f.Status == hubcover.Optimal)
	for _, p := range f.Points {
		hubs, err := e.lines.Hubs(p.Extension)
		e.point(p.Hubs, p.Colors, hubs, err)
	}
	for _, c := range f.Corners {
		e.corner(c.Hubs, c.Colors, c.LowerBy)
		if c.Claimed != nil {
			e.Say(2, "So claims %s, which nobody checked.", c.Claimed.By)
		}
	}
}

// corner explains that no hub extension is within both bounds.
func (e *recordExplaining) corner(hubs, colors *int, record hubcover.RecordBy) {
	claim := within(hubs, colors)
	if record.Method == "" {
		e.Say(1, "%s: not proved in the record.", claim)
		e.code = worse(e.code, undecided)
		return
	}
	by, err := e.proved(record, func(c check.Claim) *check.By {
		if c.What == "infeasible" && c.Room != nil && same(c.Hubs, hubs) && same(c.Colors, colors) {
			return c.By
		}
		for _, k := range c.Corners {
			if same(k.Hubs, hubs) && same(k.Colors, colors) {
				return &k.By
			}
		}
		return nil
	})
	facts := record.Facts
	if err == nil && !needsProof(record) {
		var got check.Verdict
		got, err = e.checker.Refute(e.rel, orUnbounded(hubs), orUnbounded(colors), by)
		facts = got.Facts
	}
	e.lower(claim, by, facts, err)
}

func same(a, b *int) bool { return orUnbounded(a) == orUnbounded(b) }

func (e *recordExplaining) decision(d *hubcover.RecordDecision) {
	e.Line("")
	e.Say(0, "Is there a hub extension within %s and %s? %s", atMost(d.Hubs, "hub"), atMost(d.Colors, "colour"), d.Answer)
	switch {
	case d.Answer == "yes":
		hubs, err := e.lines.Hubs(d.Extension)
		if err != nil {
			e.reject("yes", err)
			return
		}
		if d.Colors == nil {
			hubs = uncolored(hubs)
		}
		e.cover("yes", hubs, orUnbounded(d.Hubs), orUnbounded(d.Colors))
	case d.Answer == "no" && d.LowerBy != nil:
		e.corner(d.Hubs, d.Colors, *d.LowerBy)
	default:
		e.Say(1, "There is nothing to explain: %s.", orElse(d.Stop, "nothing was proved"))
		e.code = worse(e.code, undecided)
	}
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
