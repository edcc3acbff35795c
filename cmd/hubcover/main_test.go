package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hubcover/hubcover"
	"github.com/hubcover/hubcover/backends/backendtest/lies"
)

// TestMain makes this test binary the program for the scripts, and the liar. Children that
// run an embedded backend start here too.
func TestMain(m *testing.M) {
	hubcover.Child()
	testscript.Main(m, map[string]func(){
		"hubcover": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"liar":     func() { os.Exit(lies.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the program as a user does: testdata/script has a file for
// each command and each promise.
func TestScripts(t *testing.T) {
	data := os.Getenv("HUBCOVER_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	if abs, err := filepath.Abs(data); err == nil {
		data = abs
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"valid":    validRecords,
			"jsonis":   jsonIs,
			"conforms": conforms,
			"array":    writeArray,
		},
		Condition: func(name string) (bool, error) {
			if name == "data" {
				_, err := os.Stat(data)
				return err == nil, nil
			}
			return false, nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("DATA", data)
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "config"))
			return nil
		},
		RequireUniqueNames: true,
	})
}
