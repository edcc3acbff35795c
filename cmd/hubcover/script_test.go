package main

import (
	"encoding/json"
	"errors"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hubcover/hubcover/cmd/hubcover/schema"
)

// exits CODE PROGRAM [ARG...] wants that exit code; the output is for stdout,
// stderr and cmp to look at.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		got = failed.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// valid FILE COUNT wants that many records, each of them valid.
func validRecords(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: valid FILE COUNT")
	}
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n")
	if strconv.Itoa(len(lines)) != args[1] {
		ts.Fatalf("%d records, want %s", len(lines), args[1])
	}
	v := newValidator(schema.Result)
	for i, line := range lines {
		if err := v.record([]byte(line)); err != nil {
			ts.Fatalf("record %d: %v", i+1, err)
		}
	}
}

// conforms SCHEMA FILE wants a file that the schema of that name allows.
func conforms(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: conforms SCHEMA FILE")
	}
	i := slices.IndexFunc(schema.All, func(s schema.Schema) bool { return s.Name == args[0] })
	if i < 0 {
		ts.Fatalf("no schema %s", args[0])
	}
	ts.Check(newValidator(schema.All[i].Text).record([]byte(ts.ReadFile(args[1]))))
}

// jsonis FILE LINE PATH VALUE wants that value at a path such as
// results.b.hubs.0.sources in the JSON text of that line, counted from 1. The
// value - stands for nothing there.
func jsonIs(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 4 {
		ts.Fatalf("usage: [!] jsonis FILE LINE PATH VALUE")
	}
	lines := strings.Split(ts.ReadFile(args[0]), "\n")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	if n < 1 || n > len(lines) {
		ts.Fatalf("there are %d lines", len(lines))
	}
	var got any
	ts.Check(json.Unmarshal([]byte(lines[n-1]), &got))
	there := true
	for _, step := range strings.Split(args[2], ".") {
		switch x := got.(type) {
		case map[string]any:
			got, there = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if there = err == nil && i < len(x); there {
				got = x[i]
			}
		default:
			there = false
		}
		if !there {
			got = nil
			break
		}
	}
	same := !there
	if args[3] != "-" {
		var want any
		ts.Check(json.Unmarshal([]byte(args[3]), &want))
		same = there && reflect.DeepEqual(got, want)
	}
	if same == neg {
		text, _ := json.Marshal(got)
		ts.Fatalf("%s is %s (there: %v)", args[2], text, there)
	}
}
