package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/plugin"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
)

func (a *app) backendsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "backends",
		Short: "list the backends, their abilities, and how to get those that are missing",
		Long: `Lists what answers formulas, in the order in which auto takes them: the version,
what it is able of, and what is switched off because the conformance suite sees
it fail; of one that is missing, how to get it. Solvers of your own come by
--plugin or the configuration file; hubcover help plugins shows how.`,
		Example: `  hubcover backends
  hubcover backends --json
  hubcover backends test cadical
  hubcover backends --plugin dimacs:kissat`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			list, err := a.knownBackends()
			if err != nil {
				return err
			}
			if asJSON {
				return backendsJSON(cmd.Context(), a.out, list)
			}
			return backendsTable(cmd.Context(), a.out, list)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, hubcover.backends/1 (hubcover config schema backends)")
	config.AddFlags(cmd.Flags(), "plugin")
	cmd.AddCommand(a.backendsTestCommand())
	return cmd
}

func abilities(able backends.Abilities) []string {
	out := []string{}
	for _, x := range []struct {
		has  bool
		name string
	}{
		{able.Clauses, "clauses"}, {able.Linear, "linear"}, {able.Objective, "objective"},
		{able.SetCovers, "set-covers"}, {able.Proof, "proof"}, {able.Steps, "steps"}, {able.Deterministic, "deterministic"},
	} {
		if x.has {
			out = append(out, x.name)
		}
	}
	return out
}

// describe is a backend as it is found here.
func describe(ctx context.Context, b backends.Backend) backendRow {
	version, err := b.Probe(ctx)
	r := backendRow{
		Name: b.Name, Doc: b.Doc, Available: err == nil, Version: version, Install: b.Install,
		Protocol: b.Protocol, Plugin: b.Plugin, Abilities: abilities(b.Able), Off: []backendOff{},
	}
	if err != nil {
		r.Problem, r.missing = err.Error(), errors.Is(err, backends.ErrMissing)
	}
	for _, off := range b.Off {
		r.Off = append(r.Off, backendOff(off))
	}
	return r
}

// backendRow is a backend in the schema hubcover.backends/1.
type backendRow struct {
	Name      string       `json:"name"`
	Doc       string       `json:"doc"`
	Available bool         `json:"available"`
	Version   string       `json:"version"`
	Problem   string       `json:"problem,omitempty"` // why it is not available
	Install   string       `json:"install"`
	Protocol  string       `json:"protocol"` // "" where it runs in this program
	Plugin    bool         `json:"plugin"`
	Abilities []string     `json:"abilities"`
	Off       []backendOff `json:"off"`

	missing bool
}

// backendOff is a backends.Off.
type backendOff struct {
	Ability string `json:"ability"`
	Test    string `json:"test"`
	Why     string `json:"why"`
}

func backendsTable(ctx context.Context, w io.Writer, list []backends.Backend) error {
	for _, b := range list {
		r := describe(ctx, b)
		state := "version " + r.Version
		switch {
		case r.missing:
			state = "missing: " + r.Install
		case r.Problem != "":
			state = "broken: " + r.Problem
		}
		if r.Plugin {
			state = "plugin (" + r.Protocol + "), " + state
		}
		lines := []string{r.Doc, state}
		if len(r.Abilities) > 0 {
			lines = append(lines, strings.Join(r.Abilities, ", "))
		}
		for _, off := range r.Off {
			test := ""
			if off.Test != "" {
				test = "fails " + off.Test + ": "
			}
			lines = append(lines, "off: "+off.Ability+", "+test+off.Why)
		}
		name := r.Name
		for _, line := range lines {
			if _, err := fmt.Fprintf(w, "%-16s %s\n", printable(name), printable(line)); err != nil {
				return err
			}
			name = ""
		}
	}
	return nil
}

func backendsJSON(ctx context.Context, w io.Writer, list []backends.Backend) error {
	rows := []backendRow{}
	for _, b := range list {
		rows = append(rows, describe(ctx, b))
	}
	return writeJSON(w, struct {
		Schema   string       `json:"schema"`
		Backends []backendRow `json:"backends"`
	}{"hubcover.backends/1", rows})
}

// knownBackends lists the backends that the program comes with, then the
// plugins of the settings.
func (a *app) knownBackends() ([]backends.Backend, error) {
	list := append([]backends.Backend(nil), all.Backends...)
	for _, p := range a.config.Programs {
		b, err := plugin.New(context.Background(), pluginOf(p))
		if err != nil {
			return nil, fmt.Errorf("configuration: %w", err)
		}
		if p.Name == "auto" || indexOf(list, p.Name) >= 0 {
			return nil, fmt.Errorf("configuration: plugin %q: a backend has that name already, choose another", p.Name)
		}
		list = append(list, b)
	}
	return list, nil
}

func pluginOf(p config.Program) plugin.Plugin {
	return plugin.Plugin{
		Name: p.Name, Doc: p.Doc, Install: p.Install, Protocol: p.Protocol, Command: p.Command, Args: p.Args, Env: p.Env,
		SeedArgs: p.SeedArgs, StepArgs: p.StepArgs, TimeArgs: p.TimeArgs, ProofArgs: p.ProofArgs, ProofFormat: p.ProofFormat,
		VersionArgs: p.VersionArgs, Version: p.Version, SatExits: p.SatExits, UnsatExits: p.UnsatExits, Steps: p.Steps,
		Optimal: p.Optimal, Infeasible: p.Infeasible, Objective: p.Objective, Deterministic: p.Deterministic, Abilities: p.Abilities,
	}
}

func indexOf(list []backends.Backend, name string) int {
	for i, b := range list {
		if b.Name == name {
			return i
		}
	}
	return -1
}

// backendNames lists what --backend takes.
func backendNames(list []backends.Backend) []string {
	names := []string{"auto"}
	for _, b := range list {
		names = append(names, b.Name)
	}
	return names
}

// backends lists the backends that the settings choose, in that order. auto
// stands for all; one that is named and missing is an error, and so is one that
// is broken and the only one: beside others it is warned of.
func (a *app) backends(ctx context.Context) ([]backends.Backend, error) {
	known, err := a.knownBackends()
	if err != nil {
		return nil, err
	}
	names := backendNames(known)
	var chosen []backends.Backend
	for _, name := range a.config.Backend {
		name = strings.TrimSpace(name)
		if err := oneOf("backend", name, names); err != nil {
			return nil, err
		}
		if name == "auto" {
			for _, b := range known {
				if indexOf(chosen, b.Name) < 0 {
					chosen = append(chosen, b)
				}
			}
			continue
		}
		b := known[indexOf(known, name)]
		if _, err := b.Probe(ctx); errors.Is(err, backends.ErrMissing) {
			return nil, fmt.Errorf("backend %s is missing: %s", name, b.Install)
		} else if err != nil {
			err = fmt.Errorf("backend %s: %w", name, err)
			if len(a.config.Backend) == 1 {
				return nil, err
			}
			a.talk.warn("%v", err)
			b = plugin.Broken(b, errors.Unwrap(err))
		}
		if indexOf(chosen, name) < 0 {
			chosen = append(chosen, b)
		}
	}
	for i, b := range chosen {
		if b.Plugin && len(chosen) > 1 {
			chosen[i] = plugin.Cautious(b)
		}
	}
	return chosen, nil
}
