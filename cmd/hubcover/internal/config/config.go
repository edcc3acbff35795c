// Package config holds every setting of the program that can come from a flag,
// the environment or a file: one struct, one table of keys. A flag goes before
// the environment (HUBCOVER_TIME_LIMIT for time-limit), that before the file,
// that before the default.
package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/nearest"
)

// Config is all settings. What a command does not take, it ignores.
type Config struct {
	TimeLimit      Duration  `mapstructure:"time-limit"`
	TotalTimeLimit Duration  `mapstructure:"total-time-limit"`
	MemLimit       Bytes     `mapstructure:"mem-limit"`
	Jobs           int       `mapstructure:"jobs"`
	Seed           int64     `mapstructure:"seed"`
	Backend        []string  `mapstructure:"backend"`
	Deterministic  bool      `mapstructure:"deterministic"`
	Questions      []string  `mapstructure:"questions"`
	Plugin         []string  `mapstructure:"plugin"`
	Programs       []Program `mapstructure:"programs"` // of the plugins, too
	Color          string    `mapstructure:"color"`
	Quiet          bool      `mapstructure:"quiet"`
	Verbose        int       `mapstructure:"verbose"`
}

// Key is one setting: the flag, the environment variable and the key in the
// file have its name.
type Key struct {
	Name    string
	Short   string // of the flag
	Default any
	Doc     string
	Usage   string // what stands for the value in help
}

// Keys lists the settings.
var Keys = []Key{
	{"time-limit", "", Duration(0), "time for each instance, reading, proving and checking included; 30s, 5m, a bare number is seconds, 0 is no limit", "DURATION"},
	{"total-time-limit", "", Duration(0), "time for all instances together; 0 is no limit", "DURATION"},
	{"mem-limit", "", Bytes(0), "resident memory of a backend: 512M and 2GiB are powers of 1024, 2GB of 1000; 0 is no limit", "SIZE"},
	{"jobs", "", 1, "instances that are worked on at once; 0 is one for each core", "N"},
	{"seed", "", int64(0), "seed of everything random", "N"},
	{"backend", "", []string{"auto"}, "backends in the order of preference, or auto (hubcover backends lists them)", "NAME,..."},
	{"deterministic", "", false, "one core, inner budgets in steps instead of seconds: same seed, same answer", ""},
	{"questions", "q", []string{"b", "chi", "chi-prime"}, "what to answer: b (fewest hubs), chi (fewest colours), chi-prime (colours of the cells), front", "LIST"},
	{"plugin", "", []string{}, "solvers of your own: a file that describes some, or PROTOCOL:PROGRAM (hubcover help plugins); a PLUGIN,... list", "PLUGIN,..."},
	{"programs", "", []Program{}, "solvers of your own, described in the configuration file: a list of name, protocol, command, args and more", ""},
	{"color", "", "auto", "colour on the terminal: auto, always, never", "WHEN"},
	{"quiet", "", false, "no warnings and no progress", ""},
	{"verbose", "v", 0, "say more on standard error, and show the hubs; twice for more", ""},
}

// Env is the environment variable of a key.
func (k Key) Env() string { return "HUBCOVER_" + strings.ToUpper(strings.ReplaceAll(k.Name, "-", "_")) }

// names of all keys.
func names() []string {
	var out []string
	for _, k := range Keys {
		out = append(out, k.Name)
	}
	return out
}

// AddFlags gives the flag set a flag for each of the named keys.
func AddFlags(fs *pflag.FlagSet, keys ...string) {
	for _, name := range keys {
		i := slices.IndexFunc(Keys, func(k Key) bool { return k.Name == name })
		Keys[i].addFlag(fs)
	}
}

func (k Key) addFlag(fs *pflag.FlagSet) {
	doc := k.Doc
	if k.Usage != "" {
		doc = strings.Replace(doc, k.Usage, "`"+k.Usage+"`", 1)
	}
	switch d := k.Default.(type) {
	case Duration:
		fs.VarP(&d, k.Name, k.Short, doc)
	case Bytes:
		fs.VarP(&d, k.Name, k.Short, doc)
	case int64:
		fs.Int64P(k.Name, k.Short, d, doc)
	case int:
		if k.Usage == "" {
			fs.CountP(k.Name, k.Short, doc)
		} else {
			fs.IntP(k.Name, k.Short, d, doc)
		}
	case bool:
		fs.BoolP(k.Name, k.Short, d, doc)
	case string:
		fs.StringP(k.Name, k.Short, d, doc)
	case []string:
		fs.StringSliceP(k.Name, k.Short, d, doc)
	}
}

// Setting is the value of a key and where it came from.
type Setting struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"` // "flag --seed", "environment HUBCOVER_SEED", "file PATH", "default"
}

// Load reads the settings. File names the configuration file; "" stands for
// the one in the user's configuration folder, where there is one. Flags that
// are not keys are left alone.
func Load(flags *pflag.FlagSet, file string) (*Config, []Setting, error) {
	v := viper.New()
	v.SetEnvPrefix("HUBCOVER")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	if file == "" {
		var err error
		if file, err = find(); err != nil {
			return nil, nil, err
		}
	}
	if file != "" {
		if err := read(v, file); err != nil {
			return nil, nil, err
		}
	}
	for _, k := range Keys {
		v.SetDefault(k.Name, k.Default)
		if f := flags.Lookup(k.Name); f != nil {
			if err := v.BindPFlag(k.Name, f); err != nil {
				return nil, nil, err
			}
		}
	}
	settings, err := origins(v, flags, file)
	if err != nil {
		return nil, nil, err
	}
	var c Config
	if err := v.UnmarshalExact(&c, viper.DecodeHook(hook)); err != nil {
		return nil, nil, fmt.Errorf("configuration: %w", err)
	}
	if err := c.check(settings); err != nil {
		return nil, nil, err
	}
	if err := finish(c.Programs, filepath.Dir(file)); err != nil {
		return nil, nil, fmt.Errorf("file %s: %w", file, err)
	}
	dir := ""
	for _, s := range settings {
		if s.Key == "plugin" && strings.HasPrefix(s.Origin, "file ") {
			dir = filepath.Dir(file)
		}
	}
	return &c, settings, c.addPlugins(dir)
}

// find looks for the user's configuration file.
func find() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", nil // no home, no file
	}
	var found []string
	for _, base := range []string{filepath.Join(dir, "hubcover"), dir} {
		for _, ext := range []string{"yaml", "yml", "toml", "json"} {
			path := filepath.Join(base, "hubcover."+ext)
			if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
				found = append(found, path)
			}
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("two configuration files, %s and %s: keep one, or say which with --config", found[0], found[1])
}

// read reads a file and refuses keys that are none of ours.
func read(v *viper.Viper, file string) error {
	v.SetConfigFile(file)
	if err := v.ReadInConfig(); err != nil {
		return fmt.Errorf("configuration %s: %w", file, err)
	}
	only := viper.New()
	only.SetConfigFile(file)
	if err := only.ReadInConfig(); err != nil {
		return fmt.Errorf("configuration %s: %w", file, err)
	}
	for key := range only.AllSettings() {
		if !slices.Contains(names(), key) {
			return fmt.Errorf("configuration %s: no key is named %q%s", file, key, nearest.Hint(key, names()))
		}
	}
	return checkProgramKeys(file, only.Get("programs"))
}

// origins tells for each key where its value comes from, and decodes it alone
// so that a bad value is reported with its place.
func origins(v *viper.Viper, flags *pflag.FlagSet, file string) ([]Setting, error) {
	var out []Setting
	for _, k := range Keys {
		origin := "default"
		switch f := flags.Lookup(k.Name); {
		case f != nil && f.Changed:
			origin = "flag --" + k.Name
		case os.Getenv(k.Env()) != "":
			origin = "environment " + k.Env()
		case v.InConfig(k.Name):
			origin = "file " + file
		}
		value := reflect.New(reflect.TypeOf(k.Default))
		dec, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
			Result: value.Interface(), DecodeHook: hook, WeaklyTypedInput: true, ErrorUnused: true,
		})
		if err == nil {
			err = dec.Decode(v.Get(k.Name))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: bad value for %s: %w", origin, k.Name, err)
		}
		out = append(out, Setting{k.Name, value.Elem().Interface(), origin})
	}
	return out, nil
}

// hook reads durations and sizes from text and from bare numbers, and lists
// from text with commas.
var hook = mapstructure.ComposeDecodeHookFunc(
	func(from, to reflect.Type, data any) (any, error) {
		switch to {
		case reflect.TypeFor[Duration]():
			var d Duration
			return d, d.Set(fmt.Sprint(data))
		case reflect.TypeFor[Bytes]():
			var b Bytes
			return b, b.Set(fmt.Sprint(data))
		}
		return data, nil
	},
	mapstructure.StringToSliceHookFunc(","),
)

func (c *Config) check(settings []Setting) error {
	bad := func(key, problem string) error {
		for _, s := range settings {
			if s.Key == key {
				return fmt.Errorf("%s: %s", s.Origin, problem)
			}
		}
		return fmt.Errorf("%s: %s", key, problem)
	}
	when := []string{"auto", "always", "never"}
	switch {
	case c.Jobs < 0:
		return bad("jobs", fmt.Sprintf("jobs is %d, expected 0 or more", c.Jobs))
	case !slices.Contains(when, c.Color):
		return bad("color", fmt.Sprintf("color is %q%s", c.Color, nearest.Hint(c.Color, when)))
	case len(c.Backend) == 0:
		return bad("backend", "no backend is named: say auto for those that are there")
	case len(c.Questions) == 0:
		return bad("questions", "no question is asked: choose among b, chi, chi-prime, front")
	}
	return nil
}
