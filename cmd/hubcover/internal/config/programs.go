package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/viper"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
)

// Program is a solver of the user's own: package plugin says what the fields
// mean. In arguments {formula}, {result}, {proof}, {seed}, {steps} and {seconds}
// stand for what they name. A command that is a relative path with a slash
// begins in the folder of the file that names it.
type Program struct {
	Name          string   `mapstructure:"name" json:"name"`
	Doc           string   `mapstructure:"doc" json:"doc,omitempty"`
	Install       string   `mapstructure:"install" json:"install,omitempty"`
	Protocol      string   `mapstructure:"protocol" json:"protocol,omitempty"` // dimacs (the default), opb, wcnf, lp, mps, json
	Command       string   `mapstructure:"command" json:"command"`
	Args          []string `mapstructure:"args" json:"args,omitempty"`
	Env           []string `mapstructure:"env" json:"env,omitempty"`
	ProofArgs     []string `mapstructure:"proof-args" json:"proof-args,omitempty"`
	ProofFormat   string   `mapstructure:"proof-format" json:"proof-format,omitempty"` // drat (the default), drat-binary, lrat
	SeedArgs      []string `mapstructure:"seed-args" json:"seed-args,omitempty"`
	StepArgs      []string `mapstructure:"step-args" json:"step-args,omitempty"`
	TimeArgs      []string `mapstructure:"time-args" json:"time-args,omitempty"`
	VersionArgs   []string `mapstructure:"version-args" json:"version-args,omitempty"`
	Version       string   `mapstructure:"version" json:"version,omitempty"` // a regular expression whose first group is the version
	SatExits      []int    `mapstructure:"sat-exits" json:"sat-exits,omitempty"`
	UnsatExits    []int    `mapstructure:"unsat-exits" json:"unsat-exits,omitempty"`
	Steps         string   `mapstructure:"steps" json:"steps,omitempty"`
	Optimal       string   `mapstructure:"optimal" json:"optimal,omitempty"`
	Infeasible    string   `mapstructure:"infeasible" json:"infeasible,omitempty"`
	Objective     string   `mapstructure:"objective" json:"objective,omitempty"`
	Deterministic bool     `mapstructure:"deterministic" json:"deterministic,omitempty"`
	Abilities     []string `mapstructure:"abilities" json:"abilities,omitempty"`
}

// ProgramKeys are the keys of a program in a file.
func ProgramKeys() []string {
	var keys []string
	for t, i := reflect.TypeFor[Program](), 0; i < t.NumField(); i++ {
		keys = append(keys, t.Field(i).Tag.Get("mapstructure"))
	}
	return keys
}

// protocols are those of package plugin, which this package does not know.
var protocols = []string{"dimacs", "opb", "wcnf", "lp", "mps", "json"}

// checkProgramKeys refuses keys of programs that are none; all is what a file
// has under programs.
func checkProgramKeys(file string, all any) error {
	programs, _ := all.([]any)
	for i, p := range programs {
		m, _ := p.(map[string]any)
		for key := range m {
			if !slices.Contains(ProgramKeys(), strings.ToLower(key)) {
				return fmt.Errorf("configuration %s: program %d has no key %q%s", file, i+1, key, nearest.Hint(key, ProgramKeys()))
			}
		}
	}
	return nil
}

// finish checks programs that a file in dir describes, and completes them.
func finish(programs []Program, dir string) error {
	for i := range programs {
		p := &programs[i]
		if p.Name == "" || p.Command == "" {
			return fmt.Errorf("program %d needs a name and a command", i+1)
		}
		if p.Protocol == "" {
			p.Protocol = "dimacs"
		}
		if !slices.Contains(protocols, p.Protocol) {
			return fmt.Errorf("program %q: no protocol is named %q%s", p.Name, p.Protocol, nearest.Hint(p.Protocol, protocols))
		}
		var err error
		if p.Command, err = command(p.Command, dir); err != nil {
			return err
		}
	}
	return nil
}

// command is a command as it stands in a file in dir: a relative path becomes an
// absolute one, what is looked for on the path stays as it is.
func command(name, dir string) (string, error) {
	if !strings.ContainsRune(filepath.ToSlash(name), '/') || filepath.IsAbs(name) {
		return name, nil
	}
	return filepath.Abs(filepath.Join(dir, name))
}

// plugin reads what --plugin takes: a file that describes programs, or
// PROTOCOL:PROGRAM [ARG...]. Relative paths begin in dir.
func plugin(text, dir string) ([]Program, error) {
	protocol, rest, ok := strings.Cut(text, ":")
	if words := strings.Fields(rest); ok && slices.Contains(protocols, protocol) {
		if len(words) == 0 {
			return nil, errors.New("no program is named")
		}
		base := filepath.Base(words[0])
		p := Program{Name: strings.TrimSuffix(base, filepath.Ext(base)), Protocol: protocol, Command: words[0], Args: words[1:]}
		if protocol != "json" && len(p.Args) == 0 {
			p.Args = []string{"{formula}"}
		}
		programs := []Program{p}
		return programs, finish(programs, dir)
	}
	if !filepath.IsAbs(text) {
		text = filepath.Join(dir, text)
	}
	v := viper.New()
	v.SetConfigFile(text)
	if err := v.ReadInConfig(); err != nil {
		return nil, fmt.Errorf("%w; name a file that describes programs, or one of %s with a colon and a program", err, strings.Join(protocols, ", "))
	}
	if err := checkProgramKeys(text, v.Get("programs")); err != nil {
		return nil, err
	}
	var only struct {
		Programs []Program `mapstructure:"programs"`
	}
	if err := v.UnmarshalExact(&only, viper.DecodeHook(hook)); err != nil {
		return nil, fmt.Errorf("a file that describes programs has the key programs alone: %w", err)
	}
	if len(only.Programs) == 0 {
		return nil, errors.New("it describes no program")
	}
	return only.Programs, finish(only.Programs, filepath.Dir(text))
}

// addPlugins puts the programs of the plugins behind those of the configuration.
// Those of the configuration file begin in its folder, dir.
func (c *Config) addPlugins(dir string) error {
	for _, text := range c.Plugin {
		programs, err := plugin(text, dir)
		if err != nil {
			return fmt.Errorf("plugin %s: %w", text, err)
		}
		c.Programs = append(c.Programs, programs...)
	}
	return nil
}
