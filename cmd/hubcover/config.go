package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/cmd/hubcover/schema"
)

// searchKeys are the settings of commands that search.
var searchKeys = []string{"time-limit", "total-time-limit", "mem-limit", "jobs", "seed", "backend", "plugin", "deterministic"}

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "show the settings and where they come from",
		Long: `Settings come from flags, environment variables (HUBCOVER_TIME_LIMIT for
time-limit), a file (hubcover.yaml, hubcover.toml or hubcover.json in the user's
configuration folder, or --config FILE) and defaults, in this order. The file
may also describe solvers of your own, see hubcover help plugins:

  programs:
    - name: mysat
      command: /opt/mysat
      args: [--quiet, "{formula}"]
      proof-args: ["{proof}"]`,
		Example: `  hubcover config show --origin
  HUBCOVER_TIME_LIMIT=30s hubcover config show --origin --json`,
		Args:        cobra.ArbitraryArgs,
		RunE:        group,
		Annotations: unconfigured,
	}
	cmd.AddCommand(a.configShowCommand(), configSchemaCommand())
	return cmd
}

func (a *app) configShowCommand() *cobra.Command {
	var origin, asJSON bool
	cmd := &cobra.Command{
		Use:   "show",
		Short: "print every setting",
		Long:  "Prints every setting, as a file that --config takes.",
		Example: `  hubcover config show --origin
  hubcover config show --time-limit 30 > hubcover.yaml`,
		Args: wants("no arguments", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return writeJSON(a.out, a.settings)
			}
			return showSettings(a.out, a.settings, origin)
		},
	}
	config.AddFlags(cmd.Flags(), append(searchKeys, "questions")...)
	cmd.Flags().BoolVar(&origin, "origin", false, "say where each value comes from")
	cmd.Flags().BoolVar(&asJSON, "json", false, "a JSON list of key, value, origin")
	return cmd
}

// showSettings writes settings as YAML, of which JSON values are a part.
func showSettings(w io.Writer, settings []config.Setting, origin bool) error {
	for _, s := range settings {
		value, err := json.Marshal(s.Value)
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s: %s", s.Key, value)
		if origin {
			line = fmt.Sprintf("%-34s # %s", line, printable(s.Origin))
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func configSchemaCommand() *cobra.Command {
	var names []string
	for _, s := range schema.All {
		names = append(names, s.Name)
	}
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "print a JSON Schema of what the program reads or writes",
		Long: "Prints the JSON Schema of that name: " + strings.Join(names, ", ") + ".\n" +
			"Without a name it is the one of result records.",
		Example: `  hubcover config schema > result-1.schema.json
  hubcover config schema plugin`,
		Args:        wants("the name of a schema, or none", 0, 1),
		ValidArgs:   names,
		Annotations: unconfigured,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := names[0]
			if len(args) > 0 {
				name = args[0]
			}
			if err := oneOf("schema", name, names); err != nil {
				return err
			}
			_, err := io.WriteString(cmd.OutOrStdout(), schema.All[slices.Index(names, name)].Text)
			return err
		},
	}
}

// writeJSON writes a value as one line, leaving <, > and & as they are.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
