package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
)

// archive is a certificate file whose members have been found, and found to be
// what cert.json says.
type archive struct {
	file    io.ReaderAt
	members map[string]member
}

// member is where the bytes of a member stand.
type member struct{ from, size int64 }

func (a *archive) open(name string) (*io.SectionReader, error) {
	m, ok := a.members[name]
	if !ok {
		return nil, malformed("the certificate has no member %s", escaped(name))
	}
	return io.NewSectionReader(a.file, m.from, m.size), nil
}

// read gives all bytes of a member.
func (a *archive) read(name string, most int64) ([]byte, error) {
	r, err := a.open(name)
	if err != nil {
		return nil, err
	}
	if r.Size() > most {
		return nil, limit("member %s has %d bytes, allowed are %d", name, r.Size(), most)
	}
	b := make([]byte, r.Size())
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, malformed("member %s: %w", name, err)
	}
	return b, nil
}

// openArchive reads a certificate file of the given size: its members, which
// are checked against the hashes in cert.json, and cert.json.
func openArchive(file io.ReaderAt, size, memory int64) (*archive, *Certificate, error) {
	a := &archive{file, map[string]member{}}
	names, err := a.scan(size)
	if err != nil {
		return nil, nil, err
	}
	text, err := a.read("cert.json", memory/TextShare)
	if err != nil {
		return nil, nil, err
	}
	if objects := int64(bytes.Count(text, []byte("{"))); objects > memory/1024 { // each may take about that
		return nil, nil, limit("cert.json with %d objects, allowed are %d", objects, memory/1024)
	}
	cert, err := parseCertificate(text)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		if _, listed := cert.Files[name]; !listed && name != "cert.json" {
			return nil, nil, malformed("member %s is not listed in cert.json", name)
		}
	}
	if _, listed := cert.Files["cert.json"]; listed || len(cert.Files) != len(names)-1 {
		return nil, nil, malformed("cert.json lists %d files beside itself, the certificate has %d", len(cert.Files), len(names)-1)
	}
	for _, name := range names {
		if name == "cert.json" {
			continue
		}
		r, h := io.NewSectionReader(file, a.members[name].from, a.members[name].size), sha256.New()
		if _, err := io.Copy(h, r); err != nil {
			return nil, nil, malformed("member %s: %w", name, err)
		}
		if sum := hex.EncodeToString(h.Sum(nil)); sum != cert.Files[name] {
			return nil, nil, malformed("member %s has another SHA-256, %s, than cert.json says", name, sum)
		}
	}
	return a, cert, nil
}

// block is the unit of tar files.
const block = 512

// scan finds all members and returns their names, in order.
func (a *archive) scan(size int64) (names []string, err error) {
	head := make([]byte, block)
	for at := int64(0); ; {
		if _, err := io.ReadFull(io.NewSectionReader(a.file, at, block), head); err != nil {
			return nil, malformed("the tar file ends early, at byte %d", at)
		}
		if zero(head) {
			return names, a.rest(at, size)
		}
		name, m, err := header(head, at)
		if err != nil {
			return nil, err
		}
		padded := (m.size + block - 1) / block * block
		if padded > size-m.from {
			return nil, malformed("member %s is longer than the tar file", name)
		}
		if len(names) > 0 && name <= names[len(names)-1] {
			return nil, malformed("members %s and %s are not in ascending order", names[len(names)-1], name)
		}
		names, a.members[name] = append(names, name), m
		if err := a.zeros(m.from+m.size, m.from+padded); err != nil {
			return nil, err
		}
		at = m.from + padded
	}
}

// header reads a header in the USTAR format (POSIX.1-1988).
func header(b []byte, at int64) (name string, m member, err error) {
	name, plain := text(b[0:100])
	if !plain || !plainName(name) {
		return "", m, malformed("member name %s: letters, digits, '.', '_' and '-' are allowed, and no '.' in front", escaped(name))
	}
	sum, sumOK := octal(b[148:156])
	size, sizeOK := octal(b[124:136])
	mtime, mtimeOK := octal(b[136:148])
	total := int64(8 * ' ') // the checksum counts as blanks
	for i, x := range b {
		if i < 148 || i >= 156 {
			total += int64(x)
		}
	}
	switch {
	case !bytes.Equal(b[257:265], []byte("ustar\x0000")):
		return "", m, malformed("member %s: not a USTAR header", name)
	case !sumOK || sum != total:
		return "", m, malformed("member %s: wrong header checksum", name)
	case b[156] != '0':
		return "", m, malformed("member %s: type %q, only regular files are allowed", name, b[156])
	case !zero(b[345:500]):
		return "", m, malformed("member %s: the name has a directory", name)
	case !sizeOK:
		return "", m, malformed("member %s: the size is no octal number", name)
	case !mtimeOK || mtime != 0:
		return "", m, malformed("member %s: the modification time is not 0", name)
	}
	return name, member{at + block, size}, nil
}

func plainName(s string) bool {
	for _, c := range []byte(s) {
		if !strings.ContainsRune("._-", rune(c)) && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != "" && s[0] != '.'
}

// text reads what stands before the first zero byte; only such may follow.
func text(b []byte) (string, bool) {
	s, rest, _ := bytes.Cut(b, []byte{0})
	return string(s), zero(rest)
}

// octal reads digits ended by zeros or blanks.
func octal(b []byte) (n int64, ok bool) {
	b = bytes.TrimRight(b, "\x00 ")
	for _, c := range b {
		if c < '0' || c > '7' {
			return 0, false
		}
		n = 8*n + int64(c-'0') // at most 12 digits
	}
	return n, len(b) > 0
}

func zero(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}

// rest wants two blocks of zeros at the end, and nothing but zeros.
func (a *archive) rest(at, size int64) error {
	if size-at < 2*block {
		return malformed("the tar file ends early, at byte %d", size)
	}
	return a.zeros(at, size)
}

func (a *archive) zeros(at, to int64) error {
	b := make([]byte, block)
	for ; at < to; at += block {
		b = b[:min(block, to-at)]
		if _, err := io.ReadFull(io.NewSectionReader(a.file, at, int64(len(b))), b); err != nil {
			return malformed("the tar file ends early, at byte %d", at)
		}
		if !zero(b) {
			return malformed("the tar file has bytes between or after its members, at byte %d", at)
		}
	}
	return nil
}
