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
	"github.com/hubcover/hubcover/backends/dimacs"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
)

func (a *app) backendsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "backends",
		Short: "list the backends, their abilities, and how to get those that are missing",
		Long: `Lists what answers formulas, in the order in which auto takes them. Programs
of your own that read DIMACS files stand in the configuration file; hubcover
config --help shows how.`,
		Example: `  hubcover backends
  hubcover backends --json`,
		Args: wants("no arguments", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
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
	cmd.Flags().BoolVar(&asJSON, "json", false, "a JSON list")
	return cmd
}

func abilities(able backends.Abilities) []string {
	out := []string{}
	for _, x := range []struct {
		has  bool
		name string
	}{
		{able.Clauses, "clauses"}, {able.Linear, "linear"}, {able.Objective, "objective"},
		{able.SetCovers, "set-covers"}, {able.Proof, "proof"}, {able.Deterministic, "deterministic"},
	} {
		if x.has {
			out = append(out, x.name)
		}
	}
	return out
}

func backendsTable(ctx context.Context, w io.Writer, list []backends.Backend) error {
	for _, b := range list {
		version, err := b.Probe(ctx)
		state := "version " + printable(version)
		switch {
		case errors.Is(err, backends.ErrMissing):
			state = "missing: " + b.Install
		case err != nil:
			state = "broken: " + printable(err.Error())
		case version == "":
			state = "present"
		}
		if _, err := fmt.Fprintf(w, "%-16s %s\n%16s %s\n%16s %s\n", printable(b.Name), printable(b.Doc), "", state, "", strings.Join(abilities(b.Able), ", ")); err != nil {
			return err
		}
	}
	return nil
}

func backendsJSON(ctx context.Context, w io.Writer, list []backends.Backend) error {
	type row struct {
		Name      string   `json:"name"`
		Doc       string   `json:"doc"`
		Available bool     `json:"available"`
		Version   string   `json:"version"`
		Problem   string   `json:"problem,omitempty"`
		Install   string   `json:"install"`
		Abilities []string `json:"abilities"`
	}
	rows := []row{}
	for _, b := range list {
		version, err := b.Probe(ctx)
		r := row{Name: b.Name, Doc: b.Doc, Available: err == nil, Version: version, Install: b.Install, Abilities: abilities(b.Able)}
		if err != nil {
			r.Problem = err.Error()
		}
		rows = append(rows, r)
	}
	return writeJSON(w, rows)
}

// knownBackends lists the backends that the program comes with, then the
// programs of the configuration.
func (a *app) knownBackends() ([]backends.Backend, error) {
	list := append([]backends.Backend(nil), all.Backends...)
	for _, p := range a.config.Programs {
		b, err := dimacs.FromConfig(dimacsProgram(p))
		if err != nil {
			return nil, fmt.Errorf("configuration: %w", err)
		}
		if indexOf(list, p.Name) >= 0 {
			return nil, fmt.Errorf("configuration: program %q: a backend has that name already, choose another", p.Name)
		}
		list = append(list, b)
	}
	return list, nil
}

func dimacsProgram(p config.Program) dimacs.Program {
	return dimacs.Program{
		Name: p.Name, Doc: p.Doc, Command: p.Command, Args: p.Args, ProofArgs: p.ProofArgs, ProofFormat: p.ProofFormat,
		SeedArgs: p.SeedArgs, StepArgs: p.StepArgs, VersionArgs: p.VersionArgs, Version: p.Version,
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
// stands for all; one that is named and missing is an error.
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
			return nil, fmt.Errorf("backend %s: %w", name, err)
		}
		if indexOf(chosen, name) < 0 {
			chosen = append(chosen, b)
		}
	}
	return chosen, nil
}
