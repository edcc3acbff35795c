package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// isolate keeps the user's own file out of the tests.
func isolate(t *testing.T) string {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	return dir
}

func load(t *testing.T, file, content string, args ...string) (*Config, map[string]string, error) {
	t.Helper()
	if content != "" {
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	AddFlags(fs, names()...)
	if err := fs.Parse(args); err != nil {
		return nil, nil, err
	}
	c, settings, err := Load(fs, file)
	origin := map[string]string{}
	for _, s := range settings {
		origin[s.Key] = s.Origin
	}
	return c, origin, err
}

func TestDefaults(t *testing.T) {
	isolate(t)
	got, origin, err := load(t, "", "")
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{Jobs: 1, Backend: []string{"auto"}, Questions: []string{"b", "chi", "chi-prime"}, Plugin: []string{}, Programs: []Program{}, Color: "auto"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for key, o := range origin {
		if o != "default" {
			t.Errorf("%s comes from %s", key, o)
		}
	}
}

func TestPrecedence(t *testing.T) {
	file := filepath.Join(isolate(t), "my.yaml")
	t.Setenv("HUBCOVER_TIME_LIMIT", "5m")
	t.Setenv("HUBCOVER_SEED", "7")
	t.Setenv("HUBCOVER_BACKEND", "minisat,gophersat")
	c, origin, err := load(t, file, `
time-limit: 10
total-time-limit: 1.5
mem-limit: 2G
seed: 5
jobs: 4
questions: [b]
programs:
  - name: mine
    command: /opt/mine
    args: [-q]
    proof-args: [--proof, out]
`, "--seed", "9")
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		TimeLimit: Duration(5 * time.Minute), TotalTimeLimit: Duration(1500 * time.Millisecond), MemLimit: 2 << 30, Jobs: 4, Seed: 9,
		Backend: []string{"minisat", "gophersat"}, Questions: []string{"b"}, Color: "auto", Plugin: []string{},
		Programs: []Program{{Name: "mine", Protocol: "dimacs", Command: "/opt/mine", Args: []string{"-q"}, ProofArgs: []string{"--proof", "out"}}},
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	for key, want := range map[string]string{
		"seed": "flag --seed", "time-limit": "environment HUBCOVER_TIME_LIMIT", "jobs": "file " + file,
		"programs": "file " + file, "quiet": "default",
	} {
		if origin[key] != want {
			t.Errorf("%s comes from %q, want %q", key, origin[key], want)
		}
	}
}

func TestEveryFileFormat(t *testing.T) {
	for name, content := range map[string]string{
		"hubcover.yaml": "seed: 3\ntime-limit: 2s\n",
		"hubcover.toml": "seed = 3\ntime-limit = \"2s\"\n",
		"hubcover.json": `{"seed":3,"time-limit":2}`,
	} {
		dir := filepath.Join(isolate(t), "hubcover")
		os.Mkdir(dir, 0o777)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		c, _, err := load(t, "", "")
		if err != nil || c.Seed != 3 || c.TimeLimit != Duration(2*time.Second) {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}

func TestErrorsNameTheirPlace(t *testing.T) {
	for _, c := range []struct {
		content string
		env     string
		want    []string
	}{
		{"time-limits: 3\n", "", []string{"my.yaml", `"time-limits"`, "did you mean time-limit?"}},
		{"time_limit: 3\n", "", []string{"did you mean time-limit?"}},
		{"programs:\n- nam: x\n  command: y\n", "", []string{"program 1", "did you mean name?"}},
		{"programs:\n- name: x\n", "", []string{"my.yaml", "a command"}},
		{"programs:\n- name: x\n  command: y\n  protocol: obp\n", "", []string{"my.yaml", `"x"`, "did you mean opb?"}},
		{"plugin: \"json:\"\n", "", []string{"json:", "no program"}},
		{"plugin: none.yaml\n", "", []string{"none.yaml", "a file that describes programs"}},
		{"jobs: many\n", "", []string{"my.yaml", "jobs"}},
		{"jobs: -1\n", "", []string{"my.yaml", "jobs is -1"}},
		{"mem-limit: much\n", "", []string{"my.yaml", "512M"}},
		{"color: allways\n", "", []string{"did you mean always?"}},
		{"seed: [\n", "", []string{"my.yaml", "yaml"}},
		{"seed: 1\n", "soon", []string{"environment HUBCOVER_TIME_LIMIT", "soon"}},
	} {
		file := filepath.Join(isolate(t), "my.yaml")
		t.Setenv("HUBCOVER_TIME_LIMIT", c.env)
		_, _, err := load(t, file, c.content)
		if err == nil {
			t.Errorf("%q: no error", c.content)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: %v does not say %q", c.content, err, w)
			}
		}
	}
}

// Plugins are programs too, behind those of the configuration; a relative path
// begins where it is written.
func TestPlugins(t *testing.T) {
	dir := isolate(t)
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o777)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	described := write("far/theirs.yaml", "programs:\n- name: theirs\n  protocol: opb\n  command: bin/theirs\n  sat-exits: [10, 0]\n")
	here, err := filepath.Abs("mine.py")
	if err != nil {
		t.Fatal(err)
	}
	c, origin, err := load(t, filepath.Join(dir, "my.yaml"), "programs:\n- name: first\n  command: ./first\n  args: [\"{formula}\"]\n",
		"--plugin", described, "--plugin", "json:./mine.py --fast", "--plugin", "dimacs:kissat")
	if err != nil {
		t.Fatal(err)
	}
	want := []Program{
		{Name: "first", Protocol: "dimacs", Command: filepath.Join(dir, "first"), Args: []string{"{formula}"}},
		{Name: "theirs", Protocol: "opb", Command: filepath.Join(dir, "far", "bin", "theirs"), SatExits: []int{10, 0}},
		{Name: "mine", Protocol: "json", Command: here, Args: []string{"--fast"}},
		{Name: "kissat", Protocol: "dimacs", Command: "kissat", Args: []string{"{formula}"}},
	}
	if diff := cmp.Diff(want, c.Programs); diff != "" || origin["plugin"] != "flag --plugin" {
		t.Error(origin["plugin"], diff)
	}
	c, _, err = load(t, filepath.Join(dir, "my.yaml"), "plugin: [far/theirs.yaml, \"json:./mine.py\"]\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := []string{c.Programs[0].Command, c.Programs[1].Command}; cmp.Diff([]string{want[1].Command, filepath.Join(dir, "mine.py")}, got) != "" {
		t.Errorf("commands %q", got)
	}
	for content, say := range map[string]string{
		"":                       "describes no program",
		"seed: 3\n":              "has the key programs alone",
		"programs:\n- nam: x\n":  "did you mean name?",
		"programs:\n- name: x\n": "needs a name and a command",
	} {
		_, _, err := load(t, filepath.Join(dir, "my.yaml"), "seed: 1\n", "--plugin", write("bad.yaml", content))
		if err == nil || !strings.Contains(err.Error(), say) || !strings.Contains(err.Error(), "bad.yaml") {
			t.Errorf("%q: %v, want %q", content, err, say)
		}
	}
}

func TestTwoFiles(t *testing.T) {
	dir := isolate(t)
	for _, name := range []string{"hubcover.yaml", "hubcover.toml"} {
		os.WriteFile(filepath.Join(dir, name), nil, 0o666)
	}
	if _, _, err := load(t, "", ""); err == nil || !strings.Contains(err.Error(), "--config") {
		t.Error(err)
	}
}

func TestUnits(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"30": 30 * time.Second, "0.5": 500 * time.Millisecond, "1h1s": 3601 * time.Second, " 2m ": 2 * time.Minute, "0": 0, "1e2": 100 * time.Second,
	} {
		var d Duration
		if err := d.Set(s); err != nil || time.Duration(d) != want {
			t.Errorf("%q: %v, %v", s, d, err)
		}
	}
	for _, s := range []string{"", "x", "-1", "-1s", "NaN", "Inf", "1e30", "3 weeks"} {
		var d Duration
		if d.Set(s) == nil {
			t.Errorf("%q is taken for %v", s, d)
		}
	}
	for s, want := range map[string]Bytes{"10": 10, "512M": 512 << 20, "2g": 2 << 30, "2 GiB": 2 << 30, "2GB": 2e9, "1.5k": 1536, "0": 0} {
		var b Bytes
		if err := b.Set(s); err != nil || b != want {
			t.Errorf("%q: %v, %v", s, b, err)
		}
		var again Bytes
		if err := again.Set(b.String()); err != nil || again != b {
			t.Errorf("%v is read back as %v, %v", b, again, err)
		}
	}
	for _, s := range []string{"", "M", "-1M", "1e30", "3 bananas", "NaN"} {
		var b Bytes
		if b.Set(s) == nil {
			t.Errorf("%q is taken for %v", s, b)
		}
	}
}
