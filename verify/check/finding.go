package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Status is what came of a claim.
type Status string

const (
	Verified  Status = "VERIFIED"
	Rejected  Status = "REJECTED"  // not proved by what was given
	Malformed Status = "MALFORMED" // not readable
	OverLimit Status = "LIMIT"     // a cap ended the check
)

// Finding is what came of one claim, or of the certificate as a whole.
type Finding struct {
	Status Status
	Claim  string // "b >= 14"
	Why    string // what it rests on, or what is wrong
}

// String is the line to print.
func (f Finding) String() string {
	if f.Status == Verified {
		return fmt.Sprintf("%s %s by %s", f.Status, f.Claim, f.Why)
	}
	return fmt.Sprintf("%s %s: %s", f.Status, f.Claim, f.Why)
}

// finding judges a claim by the error that its check ended with.
func finding(claim, why string, err error) Finding {
	f := Finding{Verified, claim, why}
	switch {
	case errors.Is(err, ErrLimit):
		f.Status, f.Why = OverLimit, err.Error()
	case errors.Is(err, ErrMalformed):
		f.Status, f.Why = Malformed, err.Error()
	case err != nil:
		f.Status, f.Why = Rejected, err.Error()
	}
	f.Why = oneLine(f.Why)
	return f
}

// oneLine escapes what is not printable, so that no name in a certificate can
// write a finding of its own, and shortens what is very long.
func oneLine(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case b.Len() > 500:
			return b.String() + "…"
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// Summary counts the findings, in words.
func Summary(all []Finding) string {
	n := map[Status]int{}
	for _, f := range all {
		n[f.Status]++
	}
	return fmt.Sprintf("%d verified, %d rejected, %d malformed, %d over a limit", n[Verified], n[Rejected], n[Malformed], n[OverLimit])
}

// ExitCode is 0 where everything was verified, else 1 where something was
// rejected, else 2 where something was malformed, else 3.
func ExitCode(all []Finding) int {
	has := func(s Status) bool { return slices.ContainsFunc(all, func(f Finding) bool { return f.Status == s }) }
	switch {
	case has(Rejected):
		return 1
	case has(Malformed) || len(all) == 0:
		return 2
	case has(OverLimit):
		return 3
	}
	return 0
}

// describe names the method of a bound and the facts that it relies on.
func describe(by By, facts []string) string {
	name := method(by)
	if by.Method == "parts" {
		var names []string
		for _, p := range by.Parts {
			names = merge(names, method(p))
		}
		name = fmt.Sprintf("the %s of %d parts (%s)", by.Rule, len(by.Parts), strings.Join(names, ", "))
	}
	if len(facts) == 0 {
		return name
	}
	return name + " [" + strings.Join(facts, " ") + "]"
}

func method(by By) string {
	switch by.Method {
	case "lrup":
		return "lrup of " + by.Formula
	case "cubes":
		return fmt.Sprintf("%d cubes of %s", len(by.Proofs), by.Formula)
	}
	return by.Method
}
