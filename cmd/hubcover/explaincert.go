package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// certExplaining explains a certificate. What the checker found of each claim,
// by the claim's text, decides what is explained.
type certExplaining struct {
	*explaining
	cert  *check.Archive
	found map[string]check.Finding
}

// explainCertificate explains a certificate claim by claim.
func (a *app) explainCertificate(ctx context.Context, path, instance string, read *readFlags, full bool) error {
	cert, rel, found, err := a.openCertificate(ctx, path, instance, read)
	if err != nil {
		return err
	}
	defer cert.Close()
	e := &certExplaining{a.newExplaining(ctx, rel, full), cert, map[string]check.Finding{}}
	e.behind.Proof = proofSize(cert)
	e.title(strings.TrimSuffix(filepath.Base(path), ".hubcert.tar"))
	for _, f := range found {
		if known, ok := e.found[f.Claim]; !ok || known.Status == check.Verified {
			e.found[f.Claim] = f
		}
		e.code = worse(e.code, exitOf(f.Status))
	}
	for _, c := range cert.Certificate.Claims {
		e.claim(c)
	}
	if err := e.print(a.out); err != nil {
		return err
	}
	return exitWith(e.code)
}

// verdict is what the checker says of a claim.
func (e *certExplaining) verdict(claim string) error {
	f, ok := e.found[claim]
	switch {
	case !ok:
		return notChecked("the checker did not come to it")
	case f.Status == check.Verified:
		return nil
	case f.Status == check.OverLimit:
		return notChecked(f.Why)
	}
	return errors.New(f.Why)
}

// prove explains a lower bound by what the checker says of it.
func (e *certExplaining) prove(says string, by check.By, claim string) {
	var facts []string // which end what a finding says, in brackets
	if _, list, ok := strings.Cut(strings.TrimSuffix(e.found[claim].Why, "]"), " ["); ok {
		facts = strings.Fields(list)
	}
	e.lower(says, by, facts, e.verdict(claim))
}

func (e *certExplaining) claim(c check.Claim) {
	switch c.What {
	case "b", "chi", "chi_prime", "index":
		e.bounds(c)
	case "size":
		e.size(c)
	case "front":
		e.front(c)
	case "feasible", "infeasible":
		e.room(c)
	default:
		e.Line("")
		e.Say(0, "A claim %q, for which this program has no words.", c.What)
	}
}

func (e *certExplaining) bounds(c check.Claim) {
	lower, upper := 0, -1
	if c.Lower != nil {
		lower = c.Lower.Value
	}
	if c.Upper != nil {
		upper = c.Upper.Value
	}
	e.question(c.What, lower, upper)
	if c.Upper != nil {
		e.upper(c)
	}
	if c.Lower == nil || c.Lower.Value == 0 {
		return
	}
	if c.What == "index" {
		if hubs, err := e.cert.Hubs(c.Extension); err == nil {
			e.behind.Formula = e.indexFormulaSize(hubs)
			defer func() { e.behind.Formula = e.formulaSize }()
		}
	}
	e.prove(fmt.Sprintf("%s ≥ %d", symbolOf[c.What], c.Lower.Value), c.Lower.By, fmt.Sprintf("%s >= %d", c.What, c.Lower.Value))
}

// size says what is known of the memberships of covers with so many hubs.
func (e *certExplaining) size(c check.Claim) {
	if c.Room == nil || c.Hubs == nil {
		e.reject("memberships", e.verdict(c.What))
		return
	}
	name, lower, upper := fmt.Sprintf("size(%d)", *c.Hubs), 0, -1
	if c.Lower != nil {
		lower = c.Lower.Value
	}
	if c.Upper != nil {
		upper = c.Upper.Value
	}
	e.memberships(*c.Hubs, lower, upper)
	if err := e.verdict(fmt.Sprintf("%s <= %d", name, upper)); c.Upper != nil && err != nil {
		e.reject(fmt.Sprintf("memberships ≤ %d", upper), err)
	}
	if c.Lower != nil {
		e.prove(fmt.Sprintf("memberships ≥ %d", lower), c.Lower.By, fmt.Sprintf("%s >= %d", name, lower))
	}
}

func (e *certExplaining) upper(c check.Claim) {
	claim := fmt.Sprintf("%s ≤ %d", symbolOf[c.What], c.Upper.Value)
	if err := e.verdict(fmt.Sprintf("%s <= %d", c.What, c.Upper.Value)); err != nil {
		e.reject(claim, err)
		return
	}
	if c.What == "chi_prime" {
		e.degrees(claim, c.Upper.Value)
		return
	}
	hubs, err := e.hubs(c.Upper.Witness)
	switch {
	case err != nil:
		e.reject(claim, err)
	case c.What == "b":
		e.cover(claim, uncolored(hubs), c.Upper.Value, hubcover.Unbounded)
	default:
		e.cover(claim, hubs, hubcover.Unbounded, c.Upper.Value)
	}
}

func (e *certExplaining) hubs(witness string) (instances.Extension, error) {
	hubs, err := e.cert.Hubs(witness)
	out := make(instances.Extension, len(hubs))
	for i, h := range hubs {
		out[i] = instances.Hub(h)
	}
	return out, err
}

func (e *certExplaining) front(c check.Claim) {
	e.Line("")
	var points []string
	for _, p := range c.Points {
		points = append(points, fmt.Sprintf("(%d, %d)", p.Hubs, p.Colors))
	}
	e.frontTitle(points, true)
	for _, p := range c.Points {
		hubs, err := e.hubs(p.Witness)
		e.point(p.Hubs, p.Colors, hubs, err)
	}
	for _, k := range c.Corners {
		e.prove(within(k.Hubs, k.Colors), k.By, "front corner "+pairText(k.Hubs, k.Colors))
	}
	if len(points) > 0 && e.found["front"].Status != "" {
		e.reject("front", errors.New(e.found["front"].Why))
	}
}

func (e *certExplaining) room(c check.Claim) {
	e.Line("")
	if c.Room == nil {
		e.Say(0, "A claim of what is %s that names neither hubs nor colours.", c.What)
		return
	}
	claim := c.What + " " + pairText(c.Hubs, c.Colors)
	err := e.verdict(claim)
	e.Say(0, "Is there a hub extension within %s and %s? %s", atMost(c.Hubs, "hub"), atMost(c.Colors, "colour"),
		map[bool]string{true: "yes", false: "no"}[c.What == "feasible"])
	switch {
	case c.What == "infeasible" && c.By != nil:
		e.prove(within(c.Hubs, c.Colors), *c.By, claim)
	case err != nil:
		e.reject(c.What, err)
	default:
		hubs, err := e.hubs(c.Witness)
		if err != nil {
			e.reject("yes", err)
			return
		}
		if c.Colors == nil {
			hubs = uncolored(hubs)
		}
		e.cover("yes", hubs, orUnbounded(c.Hubs), orUnbounded(c.Colors))
	}
}

// pairText is how the checker writes hubs and colours.
func pairText(hubs, colors *int) string {
	return "(" + orInfinity(orUnbounded(hubs)) + "," + orInfinity(orUnbounded(colors)) + ")"
}

// proofSize counts the lines and bytes of the proofs of a certificate.
func proofSize(cert *check.Archive) func(name string) (lines, bytes int64, err error) {
	return func(name string) (lines, bytes int64, err error) {
		text, err := cert.Proof(name)
		if err != nil {
			return 0, 0, err
		}
		in := bufio.NewReader(text)
		for {
			part, err := in.ReadSlice('\n')
			bytes += int64(len(part))
			switch {
			case err == nil:
				lines++
			case errors.Is(err, bufio.ErrBufferFull):
			case err == io.EOF:
				return lines, bytes, nil
			default:
				return 0, 0, err
			}
		}
	}
}
