package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
)

func (a *app) backendsTestCommand() *cobra.Command {
	t := &backendTrial{app: a, patience: config.Duration(backendtest.Patience)}
	cmd := &cobra.Command{
		Use:   "test NAME...",
		Short: "try backends by the conformance suite",
		Long: `Asks a backend formulas of known status, evaluates every model, checks every
proof, and tries its manners: two questions at once, the same answer for the
same seed, an end within a second of being cancelled, bounds of time, steps and
memory, no process left behind. A line a test; one that fails says what was
wrong. The tests are those of the abilities that the backend claims.

The exit code is 4 where a test fails.`,
		Example: `  hubcover backends test cadical
  hubcover backends test mysat --plugin 'json:./mysat.py --fast'
  hubcover backends test columns --only SetCovers,SetCoverMemory --json`,
		Args: wants("the names of backends", 1, -1),
		RunE: interruptible(func(cmd *cobra.Command, names []string) error {
			return t.run(cmd.Context(), names)
		}),
	}
	config.AddFlags(cmd.Flags(), "plugin")
	f := cmd.Flags()
	f.Var(&t.patience, "patience", "time for each question before the backend is said to hang, a `DURATION`")
	f.StringSliceVar(&t.only, "only", nil, "names of the tests to run, a `LIST`")
	f.BoolVar(&t.asJSON, "json", false, "as JSON, hubcover.backends/1 (hubcover config schema backends)")
	cmd.ValidArgs = backendNames(all.Backends)[1:]
	return cmd
}

// backendTrial is one call of backends test.
type backendTrial struct {
	*app
	patience config.Duration
	only     []string
	asJSON   bool
}

// suiteRow is what the suite found of a backend.
type suiteRow struct {
	Backend string    `json:"backend"`
	Version string    `json:"version"`
	Passed  bool      `json:"passed"`
	Tests   []testRow `json:"tests"`
}

type testRow struct {
	Name    string  `json:"name"`
	Doc     string  `json:"doc"`
	Passed  bool    `json:"passed"`
	Error   string  `json:"error,omitempty"`
	Seconds float64 `json:"seconds"`
}

func (t *backendTrial) run(ctx context.Context, names []string) error {
	known, err := t.knownBackends()
	if err != nil {
		return err
	}
	code, suites := answered, []suiteRow{}
	for _, name := range names {
		if err := oneOf("backend", name, backendNames(known)[1:]); err != nil {
			return err
		}
		b := known[indexOf(known, name)]
		if err := backendtest.Well(ctx, b); errors.Is(err, backends.ErrMissing) {
			return fmt.Errorf("backend %s is missing: %s", name, b.Install)
		} else if err != nil {
			return fmt.Errorf("backend %s: %w", name, err)
		}
		row, err := t.try(ctx, b)
		if err != nil {
			return err
		}
		if suites = append(suites, row); !row.Passed {
			code = disagreed
		}
	}
	if t.asJSON {
		err := writeJSON(t.out, struct {
			Schema string     `json:"schema"`
			Suites []suiteRow `json:"suites"`
		}{"hubcover.backends/1", suites})
		if err != nil {
			return err
		}
	}
	return exitWith(code)
}

// try runs the tests of one backend, telling of each as it ends.
func (t *backendTrial) try(ctx context.Context, b backends.Backend) (suiteRow, error) {
	version, err := b.Probe(ctx)
	if err != nil {
		return suiteRow{}, fmt.Errorf("backend %s: %w", b.Name, err)
	}
	row := suiteRow{Backend: b.Name, Version: version, Passed: true, Tests: []testRow{}}
	t.print("%s %s: %s\n", b.Name, version, strings.Join(abilities(b.Able), ", "))
	tests := backendtest.Tests(b, time.Duration(t.patience))
	var names []string
	for _, test := range tests {
		names = append(names, test.Name)
	}
	for _, name := range t.only {
		if err := oneOf("test of "+b.Name, name, names); err != nil {
			return row, err
		}
	}
	failed := 0
	for i, test := range tests {
		if len(t.only) > 0 && !slices.Contains(t.only, test.Name) {
			continue
		}
		began := time.Now()
		err := test.Try(ctx)
		if ctx.Err() != nil {
			return row, context.Cause(ctx)
		}
		r := testRow{Name: test.Name, Doc: test.Doc, Passed: err == nil, Seconds: time.Since(began).Seconds()}
		verdict := "ok  "
		if err != nil {
			r.Error, verdict, row.Passed = err.Error(), "FAIL", false
			failed++
		}
		row.Tests = append(row.Tests, r)
		t.print("%s %-24s %6.2fs  %s\n", verdict, test.Name, r.Seconds, test.Doc)
		for line := range strings.Lines(r.Error) {
			t.print("     %s\n", strings.TrimSuffix(line, "\n"))
		}
		if errors.Is(err, backendtest.ErrHangs) && i+1 < len(tests) {
			t.print("it hangs: the %d tests that follow are not run\n", len(tests)-i-1)
			break
		}
	}
	t.print("%s: %d of %d tests failed\n", b.Name, failed, len(row.Tests))
	return row, nil
}

// print writes a line for people, what others said in it made harmless.
func (t *backendTrial) print(format string, args ...any) {
	if !t.asJSON {
		fmt.Fprint(t.out, harmless(fmt.Sprintf(format, args...)))
	}
}
