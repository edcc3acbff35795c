package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/covers"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/verify"
)

// extension takes the hub extension that is given, or finds one.
func (b *lawBuilding) extension(ctx context.Context, args []string, inst *instances.Instance) (p hubcover.Point, err error) {
	list, err := b.backends(ctx)
	if err != nil {
		return p, err
	}
	opt := hubcover.Options{Backends: list, Seed: b.config.Seed, Memory: int64(b.config.MemLimit), Progress: func(p hubcover.Progress) {
		b.talk.tick("%s: %s %s, %s, %.0f s", inst.Name, p.Question, interval(p.Lower, p.Upper), p.Phase, p.Elapsed.Seconds())
	}}
	defer b.talk.clear()
	limit := time.Duration(b.config.TimeLimit)
	if i := slices.IndexFunc(b.settings, func(s config.Setting) bool { return s.Key == "time-limit" }); b.settings[i].Origin == "default" {
		limit = searchTime
	}
	within := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	if len(args) == 1 {
		p, err = hubcover.LawPoint(within, inst, b.choice, opt)
	} else {
		p, err = b.given(within, args[0], inst, opt)
	}
	if ctx.Err() != nil {
		return p, context.Cause(ctx)
	}
	return p, err
}

// given chooses among the extensions of a record, or takes a cover.
func (b *lawBuilding) given(ctx context.Context, path string, inst *instances.Instance, opt hubcover.Options) (hubcover.Point, error) {
	claimed, err := b.readClaimed(path)
	if err != nil {
		return hubcover.Point{}, err
	}
	known, err := claimed.extensions(inst)
	if err != nil {
		return hubcover.Point{}, err
	}
	var points []hubcover.Point
	for _, x := range known {
		if err := verify.Cover(inst.Relation, x); err != nil {
			b.talk.error(fmt.Errorf("%s has no hub extension of %s: %w", path, inst.Name, err))
			return hubcover.Point{}, exit(disagreed)
		}
		if slices.ContainsFunc(x, func(h instances.Hub) bool { return h.Color == 0 }) {
			res, err := hubcover.Color(ctx, inst, x, opt)
			if err != nil {
				return hubcover.Point{}, err
			}
			x = res.Index.Hubs
		}
		points = append(points, hubcover.Point{Hubs: len(x), Colors: x.Colors(), Extension: x})
	}
	p, err := b.choice.Among(inst.Relation, points)
	if err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	if err := verify.Coloring(inst.Relation, p.Extension, p.Colors); err != nil {
		b.talk.error(fmt.Errorf("%s has no coloured hub extension of %s: %w", path, inst.Name, err))
		return p, exit(disagreed)
	}
	return p, nil
}

// extensions are all hub extensions of the instance that are claimed.
func (c *claimed) extensions(inst *instances.Instance) ([]instances.Extension, error) {
	lines := covers.NewLines(inst.Relation)
	if c.cover != nil {
		x, _, err := lines.Place(c.cover)
		return []instances.Extension{x}, err
	}
	rec, err := c.recordOf(inst)
	if err != nil {
		return nil, err
	}
	var hubs [][]hubcover.RecordHub
	for _, r := range []*hubcover.RecordInterval{rec.Results.Chi, rec.Results.B, rec.Results.Index} {
		if r != nil && r.Hubs != nil {
			hubs = append(hubs, r.Hubs)
		}
	}
	if f := rec.Results.Front; f != nil {
		for _, p := range f.Points {
			hubs = append(hubs, p.Extension)
		}
	}
	if d := rec.Results.Decide; d != nil && d.Extension != nil {
		hubs = append(hubs, d.Extension)
	}
	var out []instances.Extension
	for _, h := range hubs {
		x, err := lines.Hubs(h)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no hubs of %s: ask solve for b, chi or the front", c.path, inst.Name)
	}
	return out, nil
}
