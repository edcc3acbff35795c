package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
	"github.com/hubcover/hubcover/encode"
	"github.com/hubcover/hubcover/instances"
)

// questions reads -q, --hubs and --colors.
func (c *comparison) questions(names []string) ([]compare.Asked, error) {
	var asked []compare.Asked
	for _, name := range names {
		if err := oneOf("question to compare by", name, encodedQuestions()); err != nil {
			return nil, err
		}
		q, err := instances.ParseQuestion(name)
		if err != nil {
			return nil, usageError{err}
		}
		asked = append(asked, compare.Asked{Question: q})
	}
	hubs, colors := compare.Bound(c.hubs), compare.Bound(c.colors)
	if hubs == compare.Unbounded && colors == compare.Unbounded {
		return asked, nil
	}
	q := instances.Front
	switch {
	case colors == compare.Unbounded:
		q = instances.B
	case hubs == compare.Unbounded:
		q = instances.Chi
	}
	return []compare.Asked{{Question: q, Decide: true, Hubs: hubs, Colors: colors}}, nil
}

// items are the instances of the files with each question, or the set.
func (c *comparison) items(cmd *cobra.Command, files []string, asked []compare.Asked) ([]compare.Item, error) {
	if len(files) == 0 {
		return c.setItems()
	}
	var items []compare.Item
	for _, file := range files {
		for it := range c.read.items(cmd.Context(), c.app, file, 0) {
			if it.err != nil {
				return nil, it.err
			}
			c.warnings(it.inst)
			for _, q := range asked {
				items = append(items, compare.NewItem(it.inst, q))
			}
		}
	}
	if cmd.Context().Err() != nil {
		return nil, context.Cause(cmd.Context())
	}
	if len(items) == 0 {
		return nil, fmt.Errorf("%s: no instance to compare on", strings.Join(files, ", "))
	}
	return items, nil
}

// setItems are those of a shipped set, or of a file.
func (c *comparison) setItems() ([]compare.Item, error) {
	if slices.Contains(compare.SetNames(), c.set) {
		return compare.Set(c.set)
	}
	if _, err := os.Stat(c.set); err != nil {
		return nil, misuse("no set and no file is named %q%s", c.set, nearest.Hint(c.set, compare.SetNames()))
	}
	var items []compare.Item
	err := c.withFile(c.set, func(r io.Reader) (err error) {
		items, err = compare.ReadSet(r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", c.set, err)
	}
	return items, nil
}

// entries are the backends asked for, NAME or NAME/FORM, that are there, in the
// forms asked for.
func (c *comparison) entries(ctx context.Context, items []compare.Item) ([]compare.Entry, error) {
	known, err := c.knownBackends()
	if err != nil {
		return nil, err
	}
	for _, form := range c.forms {
		if err := oneOf("form", form, append([]string{"usual", "all"}, forms(0)...)); err != nil {
			return nil, err
		}
	}
	var entries []compare.Entry
	add := func(b backends.Backend, forms []string) {
		if indexOf(c.list, b.Name) < 0 {
			c.list = append(c.list, b)
		}
		for _, e := range c.entriesOf(b, forms, items) {
			if !slices.Contains(entries, e) {
				entries = append(entries, e)
			}
		}
	}
	for _, word := range c.config.Backend {
		name, form, hasForm := strings.Cut(strings.TrimSpace(word), "/")
		wanted := c.forms
		if hasForm {
			wanted = []string{form}
			if err := oneOf("form", form, forms(0)); err != nil {
				return nil, err
			}
		}
		if err := oneOf("backend", name, backendNames(known)); err != nil {
			return nil, err
		}
		if name == "auto" {
			for _, b := range known {
				if _, err := b.Probe(ctx); err == nil {
					add(b, wanted)
				} else {
					c.talk.warn("left out: %s: %v; to get it: %s", b.Name, err, b.Install)
				}
			}
			continue
		}
		b := known[indexOf(known, name)]
		if _, err := b.Probe(ctx); errors.Is(err, backends.ErrMissing) {
			return nil, fmt.Errorf("backend %s is missing: %s", name, b.Install)
		} else if err != nil {
			return nil, fmt.Errorf("backend %s: %w", name, err)
		}
		add(b, wanted)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("no backend takes a form of the questions")
	}
	return entries, nil
}

func (c *comparison) entriesOf(b backends.Backend, wanted []string, items []compare.Item) []compare.Entry {
	if c.whole {
		return []compare.Entry{{Backend: b.Name, Whole: true}}
	}
	var entries []compare.Entry
	for _, form := range wanted {
		switch form {
		case "usual":
			entries = append(entries, compare.Entry{Backend: b.Name, Form: compare.Usual})
		case "all":
			for _, e := range encode.All {
				asked := slices.ContainsFunc(items, func(it compare.Item) bool { return it.Asked.Question == e.Question })
				if asked && compare.Fits(b, e) {
					entries = append(entries, compare.Entry{Backend: b.Name, Form: e.Form})
				}
			}
		default:
			entries = append(entries, compare.Entry{Backend: b.Name, Form: form})
		}
	}
	return entries
}
