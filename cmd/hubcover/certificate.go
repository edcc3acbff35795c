package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

// certFlag is --cert: where certificates go.
type certFlag struct {
	dir     string
	written map[string]bool
}

// prepare makes the folder, so that a mistake in its name costs no solving.
func (c *certFlag) prepare() error {
	if c.dir == "" {
		return nil
	}
	c.written = map[string]bool{}
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return fmt.Errorf("--cert: %w", err)
	}
	return nil
}

// write puts the certificate of a result into the folder, whole or not at all,
// and says where; nil where there is nothing to write.
func (c *certFlag) write(ctx context.Context, a *app, res *hubcover.Result) (*hubcover.RecordCertificate, error) {
	if c.dir == "" {
		return nil, nil
	}
	path := filepath.Join(c.dir, certificateName(res.Instance))
	if c.written[path] {
		return nil, fmt.Errorf("%s was written for another instance of the same name: give each file a name of its own, or --cert folders apart", path)
	}
	hash := sha256.New()
	err := a.output(ctx, path, func(w io.Writer) error { return res.WriteCertificate(io.MultiWriter(w, hash)) })
	switch {
	case errors.Is(err, hubcover.ErrNothingKnown):
		return nil, nil
	case err != nil:
		return nil, err
	}
	c.written[path] = true
	return &hubcover.RecordCertificate{Path: path, SHA256: hex.EncodeToString(hash.Sum(nil))}, nil
}

// certificateName is NAME.hubcert.tar; a member of a stream has its index
// behind the name.
func certificateName(inst *instances.Instance) string {
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == os.PathSeparator || r < ' ' {
			return '_'
		}
		return r
	}, inst.Name)
	if f, err := formats.Find(inst.Format); err == nil && f.Stream {
		name = fmt.Sprintf("%s-%d", name, inst.Index)
	}
	return name + ".hubcert.tar"
}
