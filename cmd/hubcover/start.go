package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/covers"
	"github.com/hubcover/hubcover/instances"
)

// startFlag is --start: a cover to begin from.
type startFlag struct {
	path    string
	claimed *claimed
}

func (f *startFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "start", "", "begin from this `COVER`: a result record, role:/permissions:/users: lines, or lines 1 2 | 3 4")
}

func (f *startFlag) load(a *app) (err error) {
	if f.path != "" {
		f.claimed, err = a.readClaimed(f.path)
	}
	return err
}

// on lays the cover on the instance.
func (f *startFlag) on(inst *instances.Instance) (instances.Extension, error) {
	switch {
	case f.claimed == nil:
		return nil, nil
	case f.claimed.cover != nil:
		hubs, _, err := covers.NewLines(inst.Relation).Place(f.claimed.cover)
		return hubs, err
	}
	rec, err := f.claimed.recordOf(inst)
	if err != nil {
		return nil, err
	}
	for _, r := range []*hubcover.RecordInterval{rec.Results.B, rec.Results.Chi, rec.Results.Index} {
		if r != nil && r.Hubs != nil {
			return covers.NewLines(inst.Relation).Hubs(r.Hubs)
		}
	}
	return nil, fmt.Errorf("%s has no hubs to start from", f.path)
}

// claimed is what somebody says of instances: a cover or result records.
type claimed struct {
	path    string
	cover   *covers.Cover
	records []*hubcover.Record
}

// readClaimed reads a cover or records, by what the file looks like.
func (a *app) readClaimed(path string) (*claimed, error) {
	c := &claimed{path: path}
	err := a.withFile(path, func(r io.Reader) error {
		in, isJSON, err := looksLikeJSON(r)
		switch {
		case err != nil:
			return err
		case isJSON:
			c.records, err = readRecords(in, path)
		default:
			c.cover, err = covers.Read(in, path)
		}
		return err
	})
	return c, err
}

// recordOf finds the record of an instance: the one with its digest; of
// several, the one with its place in the stream. A record alone is taken to be
// meant.
func (c *claimed) recordOf(inst *instances.Instance) (*hubcover.Record, error) {
	digest := inst.Relation.Digest()
	var found *hubcover.Record
	for _, r := range c.records {
		if r.Results == nil || r.Instance.RecordShape == nil || r.Instance.SHA256 != digest {
			continue
		}
		if found == nil || r.Instance.Index == inst.Index {
			found = r
		}
		if r.Instance.Index == inst.Index {
			break
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%s has no record of %s: none has the digest %s", c.path, inst.Name, digest)
	}
	return found, nil
}
