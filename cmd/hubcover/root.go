package main

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
)

// app is one run of the program.
type app struct {
	args       []string
	in         io.Reader
	out        io.Writer
	talk       talk
	configFile string

	// Filled before a command runs.
	config   *config.Config
	settings []config.Setting
	color    bool // of standard output
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "hubcover",
		Short: "cover a relation with the fewest hubs or colours, and prove it",
		Long: `hubcover finds and certifies how cheaply an attention pattern, or any 0/1
relation, can be covered by hubs (bicliques): the biclique cover number b, the
hub-chromatic index chi_hub, the ordinary chromatic index chi', and the Pareto
front of hubs against colours.

Exit codes: 0 every question answered, proved and verified; 1 failure; 2 usage;
3 a limit came first or a bound is unproved, bounds are given; 4 a check
rejected something. Settings come from flags, HUBCOVER_* variables and a file:
see hubcover config show --origin.`,
		Example: `  hubcover gen crown n=6 | hubcover solve -
  hubcover solve access.txt -q b --time-limit 30s
  hubcover gen list`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		RunE:              group,
		PersistentPreRunE: a.prepare,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(&cobra.Command{Hidden: true, Use: "help [COMMAND]", Short: "help about a command", RunE: help, Annotations: unconfigured})
	config.AddFlags(root.PersistentFlags(), "color", "quiet", "verbose")
	root.PersistentFlags().StringVar(&a.configFile, "config", os.Getenv("HUBCOVER_CONFIG"), "configuration `FILE` (hubcover.yaml, .toml or .json in the user's configuration folder)")
	root.AddCommand(
		a.solveCommand(),
		a.decideCommand(),
		a.colorCommand(),
		a.encodeCommand(),
		a.decodeCommand(),
		a.verifyCommand(),
		a.explainCommand(),
		a.exportCommand(),
		a.compareCommand(),
		a.compareRunCommand(),
		a.lawCommand(),
		a.studyCommand(),
		a.censusCommand(),
		a.genCommand(),
		a.convertCommand(),
		a.backendsCommand(),
		pluginsTopic(),
		a.configCommand(),
		completionCommand(),
		manCommand(),
		versionCommand(),
	)
	return root
}

// unconfigured marks commands that run without any configuration.
var unconfigured = map[string]string{"configuration": "none"}

// prepare reads the configuration before a command runs.
func (a *app) prepare(cmd *cobra.Command, _ []string) error {
	if cmd.Annotations["configuration"] == "none" {
		return nil
	}
	var err error
	if a.config, a.settings, err = config.Load(cmd.Flags(), a.configFile); err != nil {
		return usageError{err}
	}
	a.talk.quiet, a.talk.verbose = a.config.Quiet, a.config.Verbose
	errs := a.talk.w
	a.talk.progress = !a.config.Quiet && isTerminal(errs)
	a.color = a.config.Color == "always" || (a.config.Color == "auto" && os.Getenv("NO_COLOR") == "" && isTerminal(a.out))
	return nil
}

// group runs a command that only holds others.
func group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return unknownCommand(cmd, args[0])
}

func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return misuse("%s has no command %q%s", cmd.CommandPath(), name, nearest.Hint(name, names))
}

// help shows the help of the command that the words name.
func help(cmd *cobra.Command, args []string) error {
	target, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return unknownCommand(target, args[len(args)-len(rest)])
	}
	return target.Help()
}

// flagError explains a flag that is not there.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) {
		return usageError{err}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	if name := missing.GetSpecifiedName(); len(name) > 1 {
		if w := nearest.Word("--"+name, names); w != "" {
			return misuse("%s has no flag --%s; did you mean %s?", cmd.CommandPath(), name, w)
		}
		return misuse("%s has no flag --%s", cmd.CommandPath(), name)
	}
	return misuse("%s has no flag -%s", cmd.CommandPath(), missing.GetSpecifiedName())
}

// wants checks the number of arguments; what names them, "FILE" or
// "COVER INSTANCE". max -1 is no bound.
func wants(what string, min, max int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < min:
			return misuse("%s wants %s", cmd.CommandPath(), what)
		case max >= 0 && len(args) > max:
			return misuse("%s wants %s, and nothing after it: %s", cmd.CommandPath(), what, strings.Join(args[max:], " "))
		}
		return nil
	}
}

// oneOf checks a word against those that there are.
func oneOf(what, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return misuse("no %s is named %q%s", what, word, nearest.Hint(word, words))
}
