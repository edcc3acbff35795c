package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/compare/suite"
	"github.com/hubcover/hubcover/instances"
	"github.com/hubcover/hubcover/instances/families"
)

func TestMain(m *testing.M) {
	all.Child()
	child()
	os.Exit(m.Run())
}

func TestExpand(t *testing.T) {
	got := suite.Expand("{a,b} n={1,2} x")
	want := []string{"a n=1 x", "a n=2 x", "b n=1 x", "b n=2 x"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSuites(t *testing.T) {
	opt := options{family: regexp.MustCompile(""), data: t.TempDir()}
	for _, s := range []struct {
		name     string
		seeds    []uint64
		from, to int // instances, the files that are not here left out
	}{
		{"short", []uint64{0}, 30, 50},
		{"long", []uint64{0, 1}, 120, 200},
		{"crown n={4,5}; random n={3,3}", []uint64{7, 8}, 2, 2},
	} {
		opt.suite, opt.seeds = s.name, s.seeds
		specs, err := opt.specs(io.Discard)
		if s.to == 2 { // random has no n
			if err == nil || !strings.Contains(err.Error(), "random n=3") {
				t.Errorf("%s: error %v, want one that names the call", s.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		if len(specs) < s.from || len(specs) > s.to {
			t.Errorf("%s: %d instances, want %d..%d", s.name, len(specs), s.from, s.to)
		}
		for _, spec := range specs {
			if _, err := families.Parse(spec.Family, spec.Args); err != nil {
				t.Errorf("%s: %v", spec.Name, err)
			}
		}
	}
}

func TestFilesAreFoundOrLeftOut(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "here.txt"), []byte("a b\na c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	opt := options{suite: "file {here,gone}.txt", family: regexp.MustCompile(""), data: dir, seeds: []uint64{0}}
	specs, err := opt.specs(&said)
	if err != nil || len(specs) != 1 || specs[0].Name != "here" {
		t.Fatalf("got %v, %v", specs, err)
	}
	if !strings.Contains(said.String(), "left out") || !strings.Contains(said.String(), "gone.txt") {
		t.Errorf("nothing said of the missing file: %q", said.String())
	}
	inst, err := specs[0].instance(t.Context())
	if err != nil || inst.Relation.Len() != 2 {
		t.Errorf("read %v, %v", inst, err)
	}
	opt.family = regexp.MustCompile("nothing")
	if _, err := opt.specs(io.Discard); err == nil {
		t.Error("an empty suite was taken")
	}
}

func TestFlags(t *testing.T) {
	opt, err := parse([]string{"-suite", "long", "-seeds", "0-2,7", "-limit", "3s", "-baselines=false"}, io.Discard)
	if err != nil || !slices.Equal(opt.seeds, []uint64{0, 1, 2, 7}) || opt.limit != 3*time.Second || opt.baselines {
		t.Errorf("got %+v, %v", opt, err)
	}
	for _, bad := range [][]string{
		{"-seeds", "3-1"}, {"-seeds", "x"}, {"-limit", "0s"}, {"-jobs", "0"}, {"-family", "("}, {"extra"}, {"-nosuch"},
	} {
		if _, err := parse(bad, io.Discard); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// Every tool finds the b that is known of tiny instances.
func TestToolsOnTinyInstances(t *testing.T) {
	known := map[string]int{"crown": 4, "causal": 6, "all-ones": 1, "identity": 4}
	calls := map[string][]string{"crown": {"n=6"}, "causal": {"n=6"}, "all-ones": {"rows=2", "cols=3"}, "identity": {"n=4"}}
	for _, tool := range tools {
		t.Run(tool.Name, func(t *testing.T) {
			if _, err := tool.Probe(t.Context()); err != nil {
				t.Skip(err)
			}
			t.Chdir(t.TempDir())
			for name, b := range known {
				inst := generate(t, name, calls[name]...)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				out, err := tool.Run(ctx, inst, toolOptions{Cores: 1})
				cancel()
				if err != nil || !out.proved() || out.Upper != b {
					t.Errorf("%s: %+v, %v, want %d", inst.Name, out, err, b)
				}
			}
		})
	}
}

// A tool whose time is over claims nothing that it does not know.
func TestToolsAreStopped(t *testing.T) {
	inst := generate(t, "random-digraph", "n=30", "p=0.6", "seed=1")
	for _, tool := range tools[1:] {
		t.Run(tool.Name, func(t *testing.T) {
			if _, err := tool.Probe(t.Context()); err != nil {
				t.Skip(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			out, err := tool.Run(ctx, inst, toolOptions{})
			if err != nil || out.solved() || out.Stop != "time limit" {
				t.Errorf("%+v, %v", out, err)
			}
		})
	}
}

func TestTooLargeForTheBaseline(t *testing.T) {
	inst := generate(t, "crown", "n=20") // 2^20-2 maximal bicliques
	out, err := tools[2].Run(t.Context(), inst, toolOptions{})
	if err != nil || out.solved() || out.Stop != tooLarge {
		t.Errorf("%+v, %v", out, err)
	}
}

// The whole way: processes, table, records, certificate.
func TestBench(t *testing.T) {
	dir := t.TempDir()
	jsonFile, csvFile := filepath.Join(dir, "r.json"), filepath.Join(dir, "r.csv")
	var out, progress bytes.Buffer
	err := bench(t.Context(), []string{
		"-suite", "crown n=5; random-digraph n=5 p=0.5", "-seeds", "0,1", "-limit", "60s", "-jobs", "2", "-json", jsonFile, "-csv", csvFile,
	}, &out, &progress)
	if err != nil {
		t.Fatal(err, progress.String())
	}
	for _, want := range []string{"crown-5 ", "random-digraph-5-0.5-1 ", "hubcover: 3 of 3 solved, 3 proved, 3 certificates accepted"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	text, err := os.ReadFile(jsonFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	tools := map[string]int{}
	for _, line := range lines {
		var r run
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		tools[r.Tool]++
		if !r.solved() || r.Limit != 60 || r.Cells == 0 || r.CPU <= 0 || r.Wall <= 0 {
			t.Errorf("%+v", r)
		}
	}
	if tools["hubcover"] != 3 {
		t.Errorf("records: %v", tools)
	}
	file, err := os.Open(csvFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != len(lines)+1 {
		t.Errorf("%d rows of CSV for %d records, %v", len(rows), len(lines), err)
	}
}

func TestCSVHasTheNamesOfTheRecords(t *testing.T) {
	full := run{Tool: "x", outcome: outcome{Claim: 1, Method: "m", Level: "L0", Stop: "s"}, Certificate: "c", Error: "e"}
	text, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	if len(keys) != len(csvHead) || len(full.csv()) != len(csvHead) {
		t.Errorf("%d names, %d columns, %d values", len(keys), len(csvHead), len(full.csv()))
	}
	for _, name := range csvHead {
		if _, ok := keys[name]; !ok {
			t.Errorf("no record has %q", name)
		}
	}
}

func generate(t *testing.T, family string, args ...string) *instances.Instance {
	t.Helper()
	inst, err := families.Generate(family, args)
	if err != nil {
		t.Fatal(err)
	}
	return inst
}
