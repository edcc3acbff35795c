package check

import (
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Archive is an open certificate file, for programs that hand on what stands
// in it. That its members are what cert.json says has been checked, its claims
// have not: that is Checker.Certificate's.
type Archive struct {
	Certificate Certificate
	file        fs.File
	members     *archive
	memory      int64
}

// OpenArchive opens a certificate file. The caller closes it.
func (k Checker) OpenArchive(fsys fs.FS, name string) (*Archive, error) {
	k.Limits = k.Limits.withDefaults()
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	at, size, err := k.randomAccess(file)
	if err == nil {
		var a *archive
		var cert *Certificate
		if a, cert, err = openArchive(at, size, k.Limits.Memory); err == nil {
			return &Archive{*cert, file, a, k.Limits.Memory}, nil
		}
	}
	file.Close()
	return nil, err
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }

// Proof gives the text of a proof file, decompressed where its name ends in .gz.
func (a *Archive) Proof(name string) (io.Reader, error) {
	member, err := a.members.open(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return member, err
	}
	text, err := gzip.NewReader(member)
	if err != nil {
		return nil, malformed("proof %s: %w", name, err)
	}
	return text, nil
}

// Hubs reads a .hubs file.
func (a *Archive) Hubs(name string) ([]Hub, error) {
	text, err := a.members.read(name, a.memory/TextShare)
	if err != nil {
		return nil, err
	}
	hubs, err := parseHubs(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return hubs, nil
}

// Cubes visits the cases that the method cubes splits into, values of the first
// cells, in lexicographic order: each before those that it begins. Where clash
// says that it cannot be part of a cover, those are left out. The others with a
// value for each of by.Depth cells are the cubes, one for each proof. The values
// are 0-based; the slice is valid during the visit only.
func (k Checker) Cubes(rel Relation, by By, visit func(values []int, clash bool) error) error {
	c := k.run(rel)
	p, err := c.problem(by)
	if err != nil {
		return err
	}
	return c.split(p, by, visit)
}
