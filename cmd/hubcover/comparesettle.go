package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/formats"
)

// settle says who is wrong, and leaves the smallest part of the instance that
// shows it beside the output.
func (c *comparison) settle(ctx context.Context, p compare.Plan, rep *compare.Report, i int) {
	d := &rep.Disagreements[i]
	name := rep.Instances[d.Item].Name
	c.talk.line("hubcover: %s: %s claims %s, but %s: %s", name, rep.Entries[d.Entry].Name, d.Claim, d.Against, d.Evidence)
	if c.shrink == 0 || ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(c.shrink))
	defer cancel()
	rel, small := p.Shrink(ctx, *d, func(rows, cols int) {
		c.talk.tick("%s: shrinking, %d × %d", name, rows, cols)
	})
	c.talk.clear()
	if rel == nil {
		c.talk.warn("%s: the disagreement did not come again when it was to be shrunk: %s", name, backends.GaveUp)
		return
	}
	small.File = filepath.Join(filepath.Dir(c.out), fmt.Sprintf("%s-disagreement-%d.json", c.base(), i+1))
	if err := c.output(context.WithoutCancel(ctx), small.File, func(w io.Writer) error { return writeRelation(w, rel) }); err != nil {
		c.talk.error(err)
		return
	}
	d.Shrunk = &small
	c.talk.line("hubcover: %s: they still disagree on %d rows, %d columns and %s: %s", name, small.Rows, small.Cols, count(small.Cells, "cell"), small.File)
}

// base names the files beside the output.
func (c *comparison) base() string {
	if c.out == "" {
		return "compare"
	}
	base := filepath.Base(c.out)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

func writeRelation(w io.Writer, rel *instances.Relation) error {
	_, err := formats.Write(w, "json", rel)
	return err
}
