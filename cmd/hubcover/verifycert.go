package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify/check"
)

// isCertificate goes by the name, as no other file that verify takes is a tar.
func isCertificate(path string) bool { return strings.HasSuffix(path, ".tar") }

// openCertificate opens a certificate, finds the instance that it is about, and
// has the checker judge it. The caller closes it.
func (a *app) openCertificate(ctx context.Context, path, instance string, read *readFlags) (*check.Archive, *instances.Relation, []check.Finding, error) {
	checker := check.Checker{Stop: ctx.Err}
	folder, name := os.DirFS(filepath.Dir(path)), filepath.Base(path)
	cert, err := checker.OpenArchive(folder, name)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	rel, err := a.relationOf(ctx, cert.Certificate.Instance.SHA256, instance, read)
	if err != nil {
		cert.Close()
		return nil, nil, nil, err
	}
	found, err := checker.Certificate(folder, name, rel)
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case err != nil:
		err = fmt.Errorf("%s: %w", path, err)
	default:
		return cert, rel, found, nil
	}
	cert.Close()
	return nil, nil, nil, err
}

// verifyCertificate checks a certificate as hubcheck does: a line a claim.
func (a *app) verifyCertificate(ctx context.Context, path, instance string, read *readFlags) error {
	cert, _, found, err := a.openCertificate(ctx, path, instance, read)
	if err != nil {
		return err
	}
	defer cert.Close()
	code := answered
	for _, f := range found {
		fmt.Fprintln(a.out, printable(f.String()))
		code = worse(code, exitOf(f.Status))
	}
	fmt.Fprintln(a.out, check.Summary(found))
	return exitWith(code)
}

// exitOf is this program's exit code for a finding of the checker.
func exitOf(s check.Status) int {
	return map[check.Status]int{check.Rejected: disagreed, check.Malformed: failed, check.OverLimit: undecided}[s]
}

// certify reads the certificate that a record names; what it claims counts
// only where all of it is verified against the instance.
func (v *verdict) certify(ctx context.Context, named *hubcover.RecordCertificate) {
	if named == nil {
		return
	}
	checker := check.Checker{Stop: ctx.Err}
	folder, name := os.DirFS(filepath.Dir(named.Path)), filepath.Base(named.Path)
	found, err := checker.Certificate(folder, name, v.inst.Relation)
	if err != nil {
		v.say("certificate %s: %v", named.Path, err)
		return
	}
	for _, f := range found {
		if f.Status != check.Verified {
			v.reject("certificate %s: %s", named.Path, f)
			return
		}
	}
	archive, err := checker.OpenArchive(folder, name)
	if err != nil {
		v.reject("certificate %s: %v", named.Path, err)
		return
	}
	defer archive.Close()
	v.claims = archive.Certificate.Claims
}

// certifiedLower reports that the certificate proves the lower bound.
func (v *verdict) certifiedLower(what string, bound int) bool {
	for _, c := range v.claims {
		if c.What == what && c.Lower != nil && c.Lower.Value >= bound {
			return true
		}
	}
	return false
}

// certifiedRoom reports that the certificate proves that so many hubs and
// colours are not enough.
func (v *verdict) certifiedRoom(hubs, colors int) bool {
	for _, c := range v.claims {
		if c.What == "infeasible" && c.Room != nil && orUnbounded(c.Room.Hubs) == hubs && orUnbounded(c.Room.Colors) == colors {
			return true
		}
		for _, k := range c.Corners {
			if orUnbounded(k.Hubs) == hubs && orUnbounded(k.Colors) == colors {
				return true
			}
		}
	}
	return false
}
