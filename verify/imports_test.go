package verify_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/hubcover/hubcover"

// listed are the packages that the arguments of go list name.
func listed(t *testing.T, args ...string) (out []listedPackage) {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command: ", err)
	}
	cmd := exec.Command(goTool, append([]string{"list", "-json=ImportPath,Standard,Imports,CgoFiles"}, args...)...)
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(text))); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
}

type listedPackage struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// The checker believes nobody: it and hubcheck import the standard library
// alone, and no way around the type system.
func TestCheckerImportsTheStandardLibraryAlone(t *testing.T) {
	checker, program := module+"/verify/check", module+"/cmd/hubcheck"
	for _, root := range []string{checker, program} {
		packages := listed(t, "-deps", root)
		if len(packages) < 10 {
			t.Fatalf("%s: only %d packages listed", root, len(packages))
		}
		for _, p := range packages {
			own := p.ImportPath == checker || p.ImportPath == program && root == program
			if !p.Standard && !own {
				t.Errorf("%s depends on %s", root, p.ImportPath)
			}
			for _, i := range p.Imports {
				if own && (i == "unsafe" || i == "C" || i == "reflect" || i == "net" || i == "os/exec") {
					t.Errorf("%s imports %s", p.ImportPath, i)
				}
			}
		}
	}
}

// The second checker stands apart from the first, and in no program.
func TestSecondCheckerStandsApart(t *testing.T) {
	second := module + "/verify/check/second"
	for _, p := range listed(t, "-deps", second) {
		if !p.Standard && p.ImportPath != second {
			t.Errorf("the second checker depends on %s", p.ImportPath)
		}
	}
}
