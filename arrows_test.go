package hubcover_test

import (
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/hubcover/hubcover"

// arrows says what a package may import of ours, itself and what is below it
// excepted; the longest matching prefix of its path counts.
var arrows = map[string][]string{
	"instances":          {},
	"instances/formats":  {"instances"},
	"instances/families": {"instances"},
	"instances/library":  {"instances"},
	"instances/classes":  {"instances"},
	"instances/tensor":   {},
	"encode":             {"instances", "encode/pb"},
	"encode/pb":          {},
	"encode/kernel":      {"instances"},
	"encode/packing":     {},
	"encode/bound":       {"instances", "encode/packing"},
	"backends":           {"backends", "encode/pb"},
	"backends/columns":   {"backends", "encode/pb", "encode/packing"},
	"backends/lp":        {"backends", "encode/packing"},
	"backends/proof":     {"encode/pb"},
	"backends/all":       {"backends", "encode/pb", "encode/packing"},
	"verify":             {"instances", "verify/check"},
	"verify/check":       {},
	"verify/manifold":    {"verify", "instances"},
	"verify/density":     {"verify", "instances"},
	"verify/law":         {"verify", "instances"},
	"verify/heads":       {"verify", "instances"},
	"cmd/hubcheck":       {"verify/check"},
	"cmd/hubcover":       {"", "cmd/hubcover", "instances", "encode", "backends", "verify"},
	"":                   {"instances", "encode", "backends", "verify"},
}

// The package backends itself knows none of its plugins: an import cycle would
// be the least of it, and the compiler sees to that.

// foreign says which packages outside the standard library may be imported
// where; the same rule of the longest prefix.
var foreign = map[string][]string{
	"":                   nil,
	"verify":             nil,
	"cmd":                {"github.com/spf13/", "github.com/go-viper/mapstructure/", "golang.org/x/", "gonum.org/v1/"},
	"cmd/hubcheck":       nil,
	"instances/formats":  {"github.com/klauspost/compress/", "github.com/ulikunitz/xz"},
	"instances/tensor":   {"github.com/nlpodyssey/safetensors"},
	"backends/gophersat": {"github.com/crillab/gophersat/"},
	"backends/lp":        {"gonum.org/v1/gonum/", "github.com/lanl/clp"},
	"backends/process":   {"golang.org/x/sys/"},
	"verify/manifold":    {"gonum.org/v1/gonum/"},
	"verify/density":     {"gonum.org/v1/gonum/"},
	"verify/heads":       {"gonum.org/v1/gonum/"},
}

type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

func list(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports,Deps", "./...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// ours strips the module's path; ok is false for foreign packages.
func ours(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// longest finds the rule of the longest prefix of path.
func longest(rules map[string][]string, path string) []string {
	for p := path; ; {
		if r, ok := rules[p]; ok {
			return r
		}
		if p == "" {
			return nil
		}
		p = p[:max(0, strings.LastIndexByte(p, '/'))]
	}
}

func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

func TestArrows(t *testing.T) {
	standard := map[string]bool{"C": true}
	packages := list(t)
	for _, p := range packages {
		if p.Standard {
			standard[p.ImportPath] = true
		}
	}
	seen := 0
	for _, p := range packages {
		from, ok := ours(p.ImportPath)
		if !ok {
			continue
		}
		seen++
		for _, i := range p.Imports {
			to, mine := ours(i)
			switch {
			case standard[i]:
			case !mine:
				if !slices.ContainsFunc(longest(foreign, from), func(prefix string) bool { return strings.HasPrefix(i, prefix) }) {
					t.Errorf("%s imports %s, which is not for it", p.ImportPath, i)
				}
			case within(to, from) && from != "", suite(from):
			case !slices.ContainsFunc(longest(arrows, from), func(dir string) bool {
				return to == dir || dir != "" && within(to, dir)
			}):
				t.Errorf("%s imports %s against the arrows", p.ImportPath, i)
			}
		}
	}
	if seen < 10 {
		t.Fatalf("only %d packages of ours listed", seen)
	}
}

// suite: conformance suites may import more.
func suite(path string) bool { return strings.HasSuffix(path, "test") }

// TestCheckerStandsAlone: what a sceptic reads is the standard library and
// verify/check.
func TestCheckerStandsAlone(t *testing.T) {
	standard := map[string]bool{}
	packages := list(t)
	for _, p := range packages {
		standard[p.ImportPath] = p.Standard
	}
	found := false
	for _, p := range packages {
		from, _ := ours(p.ImportPath)
		if from != "verify/check" && from != "cmd/hubcheck" {
			continue
		}
		found = true
		for _, d := range p.Deps {
			if to, mine := ours(d); !standard[d] && !(mine && to == "verify/check") {
				t.Errorf("%s depends on %s", p.ImportPath, d)
			}
		}
	}
	if !found {
		t.Fatal("the checker is not listed")
	}
}
