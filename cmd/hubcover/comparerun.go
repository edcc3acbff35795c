package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
)

// startedAs is the path of this program, by the name that it was started with
// where that leads here.
func startedAs() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	path, err := exec.LookPath(os.Args[0])
	if err != nil {
		return self, nil
	}
	a, err1 := os.Stat(self)
	b, err2 := os.Stat(path)
	if err1 != nil || err2 != nil || !os.SameFile(a, b) {
		return self, nil
	}
	return filepath.Abs(path)
}

// run measures and writes.
func (c *comparison) run(ctx context.Context, p compare.Plan) error {
	total := len(p.Items) * len(p.Entries) * p.Repeat * len(p.Seeds)
	done := 0
	p.Each = func(r compare.Run) {
		done++
		text := fmt.Sprintf("%d of %d: %s, %s, %s: %s in %.2f s", done, total, p.Items[r.Item].Inst.Name, p.Items[r.Item].Asked, p.Entries[r.Entry].Name(), r.Status, r.CPU)
		if r.Problem != "" {
			text += ": " + r.Problem
		}
		c.talk.info("%s", text)
		c.talk.tick("%s", text)
	}
	rep := p.Run(ctx)
	c.talk.clear()
	for i, e := range rep.Entries {
		if b := indexOf(c.list, e.Backend); b >= 0 {
			rep.Entries[i].Version, _ = c.list[b].Probe(context.WithoutCancel(ctx))
		}
	}
	rep.Host = c.runRecord(context.WithoutCancel(ctx), c.list)
	for i := range rep.Disagreements {
		c.settle(ctx, p, rep, i)
	}
	if err := c.write(ctx, rep); err != nil {
		return err
	}
	switch {
	case len(rep.Disagreements) > 0:
		return exitWith(disagreed)
	case rep.Stop != "":
		c.talk.warn("%s after %d of %d runs", rep.Stop, len(rep.Runs), total)
		return exitWith(undecided)
	}
	return nil
}

// write prints the table and writes the files. What was measured before a
// signal is not lost to it.
func (c *comparison) write(ctx context.Context, rep *compare.Report) error {
	ctx = context.WithoutCancel(ctx)
	err := c.output(ctx, "", func(w io.Writer) error {
		for _, m := range rep.Limits.Measured {
			if _, err := fmt.Fprintf(w, "limits: %g s of CPU time by %s, %s of memory by %s\n", rep.Limits.CPU, m.Time, config.Bytes(rep.Limits.Memory), m.Memory); err != nil {
				return err
			}
		}
		fmt.Fprintln(w)
		return rep.WriteTable(w)
	})
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := c.output(ctx, c.out, func(w io.Writer) error { return writeJSON(w, rep) }); err != nil {
			return err
		}
	}
	if c.csv != "" {
		return c.output(ctx, c.csv, rep.WriteCSV)
	}
	return nil
}

// compareRun is the hidden command of a run's process.
const compareRun = "compare-run"

func (a *app) compareRunCommand() *cobra.Command {
	return &cobra.Command{
		Use: compareRun, Hidden: true, Args: wants("no arguments", 0, 0), Annotations: unconfigured,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return compare.Child(cmd.Context(), a.in, a.out, func(setting json.RawMessage) ([]backends.Backend, error) {
				a.config = &config.Config{}
				if err := json.Unmarshal(setting, &a.config.Programs); err != nil {
					return nil, err
				}
				return a.knownBackends()
			})
		},
	}
}
