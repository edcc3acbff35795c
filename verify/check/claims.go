package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
)

// Certificate checks every claim of a certificate file against the relation: a
// finding or more a claim, in the order of the file. A certificate that is
// malformed, or of another instance, is one finding; the error is that the file
// could not be opened at all.
func (k Checker) Certificate(fsys fs.FS, name string, rel Relation) ([]Finding, error) {
	k.Limits = k.Limits.withDefaults()
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	at, size, err := k.randomAccess(file)
	if err != nil {
		return nil, err
	}
	a, cert, err := openArchive(at, size, k.Limits.Memory)
	if err != nil {
		return []Finding{finding("certificate", "", err)}, nil
	}
	if err := sameInstance(cert.Instance, rel); err != nil {
		return []Finding{finding("instance", "", err)}, nil
	}
	k.Open = func(name string) (io.ReadCloser, error) {
		r, err := a.open(name)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(r), nil
	}
	j := &judge{k: k, rel: rel, files: a}
	for _, claim := range cert.Claims {
		j.claim(claim)
	}
	return j.out, nil
}

// randomAccess gives a file's bytes by position and their number; a file that
// cannot be read so is read as a whole.
func (k Checker) randomAccess(file fs.File) (io.ReaderAt, int64, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	if r, ok := file.(io.ReaderAt); ok && info.Mode().IsRegular() {
		return r, info.Size(), nil
	}
	all, err := io.ReadAll(io.LimitReader(file, k.Limits.Memory/4+1))
	if err == nil && int64(len(all)) > k.Limits.Memory/4 {
		err = limit("certificate of more than %d bytes that can only be read at once", k.Limits.Memory/4)
	}
	return bytes.NewReader(all), int64(len(all)), err
}

// sameInstance compares the relation with what a certificate is about.
func sameInstance(want Instance, rel Relation) error {
	if got := Digest(rel); got != want.SHA256 || rel.Rows() != want.Rows || rel.Cols() != want.Cols || rel.Len() != want.Cells {
		return fmt.Errorf("the certificate is about a %d × %d matrix with %d cells, sha256 %s; this one is %d × %d with %d, sha256 %s",
			want.Rows, want.Cols, want.Cells, escaped(want.SHA256), rel.Rows(), rel.Cols(), rel.Len(), got)
	}
	return nil
}

// Digest is the hexadecimal SHA-256 of the canonical cell list.
func Digest(rel Relation) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %d\n", rel.Rows(), rel.Cols(), rel.Len())
	i, line := 0, make([]byte, 0, 64)
	for r := range rel.Rows() {
		for _, c := range rel.Row(r) {
			line = append(strconv.AppendInt(line[:0], int64(r), 10), ' ')
			line = strconv.AppendInt(line, int64(c), 10)
			if rel.Optional(i) {
				line = append(line, " ?"...)
			}
			h.Write(append(line, '\n'))
			i++
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// judge collects what came of the claims of a certificate.
type judge struct {
	k     Checker
	rel   Relation
	files *archive
	out   []Finding
}

// say adds what came of one claim and reports whether it was verified.
func (j *judge) say(claim, why string, err error) bool {
	j.out = append(j.out, finding(claim, why, err))
	return err == nil
}

func (j *judge) claim(c Claim) {
	switch c.What {
	case "b", "chi", "chi_prime", "index":
		j.bounds(c.What, c)
	case "size":
		j.size(c)
	case "feasible":
		j.feasible(c)
	case "infeasible":
		j.infeasible(c)
	case "front":
		j.front(c.Points, c.Corners)
	default:
		j.say(escaped(c.What), "", malformed("no claim is known by that name"))
	}
}

// bounds checks an upper and a lower bound of one number.
func (j *judge) bounds(name string, c Claim) {
	if c.Upper == nil && c.Lower == nil {
		j.say(name, "", malformed("neither an upper nor a lower bound"))
	}
	if c.Upper != nil {
		why, err := j.upper(c)
		j.say(fmt.Sprintf("%s <= %d", name, c.Upper.Value), why, err)
	}
	if c.Lower != nil {
		v, err := j.lower(c)
		if err == nil && v.Bound < c.Lower.Value {
			err = fmt.Errorf("%s: proves only ≥ %d", c.Lower.By.Method, v.Bound)
		}
		j.say(fmt.Sprintf("%s >= %d", name, c.Lower.Value), describe(c.Lower.By, v.Facts), err)
	}
}

// size checks bounds of the memberships of covers with at most so many hubs.
func (j *judge) size(c Claim) {
	if c.Room == nil || c.Hubs == nil || *c.Hubs < 0 {
		j.say(c.What, "", malformed("of how many hubs is not said"))
		return
	}
	j.bounds(fmt.Sprintf("size(%d)", *c.Hubs), c)
}

func (j *judge) upper(c Claim) (why string, err error) {
	n := c.Upper.Value
	if n < 0 {
		return "", malformed("a negative number")
	}
	if c.What == "chi_prime" {
		colors, err := readMember(j, c.Upper.Witness, parseColors)
		if err == nil {
			err = j.colored(func() error { return CellColors(j.rel, colors, n) })
		}
		return fmt.Sprintf("%d coloured cells", len(colors)), err
	}
	hubs, err := readMember(j, c.Upper.Witness, parseHubs)
	if err != nil {
		return "", err
	}
	switch c.What {
	case "b":
		return fmt.Sprintf("%d hubs", len(hubs)), Extension(j.rel, hubs, n, Unbounded)
	case "size":
		if got := memberships(hubs); got > n {
			return "", fmt.Errorf("the witness has %d memberships", got)
		}
		return fmt.Sprintf("%d hubs", len(hubs)), Extension(j.rel, hubs, *c.Hubs, Unbounded)
	case "index":
		given, err := readMember(j, c.Extension, parseHubs)
		if err == nil && !sameHubs(given, hubs) {
			err = errors.New("the witness does not colour the hubs of the extension in their order")
		}
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d hubs in %d colours", len(hubs), n), j.colored(func() error { return Extension(j.rel, hubs, Unbounded, n) })
}

// colored refuses relations that colours are not defined for.
func (j *judge) colored(test func() error) error {
	if hasOptional(j.rel) {
		return errors.New("the relation has optional cells, which only b allows")
	}
	return test()
}

// memberships counts the sources and targets of all hubs.
func memberships(hubs []Hub) (n int) {
	for _, h := range hubs {
		n += len(h.Sources) + len(h.Targets)
	}
	return n
}

func sameHubs(g, h []Hub) bool {
	return slices.EqualFunc(g, h, func(x, y Hub) bool {
		return slices.Equal(x.Sources, y.Sources) && slices.Equal(x.Targets, y.Targets)
	})
}

func (j *judge) lower(c Claim) (Verdict, error) {
	switch c.What {
	case "size":
		return j.k.Size(j.rel, *c.Hubs, c.Lower.By)
	case "b", "chi", "chi_prime":
		return j.k.Lower(j.rel, What(c.What), c.Lower.By)
	}
	hubs, err := readMember(j, c.Extension, parseHubs)
	if err == nil {
		err = j.colored(func() error { return Extension(j.rel, hubs, Unbounded, Unbounded) })
	}
	if err != nil {
		return Verdict{}, err
	}
	return j.k.Index(j.rel, hubs, c.Lower.By)
}

// readMember reads a witness file.
func readMember[T any](j *judge, name string, parse func([]byte) ([]T, error)) ([]T, error) {
	text, err := j.files.read(name, j.k.Limits.Memory/TextShare)
	if err != nil {
		return nil, err
	}
	out, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
