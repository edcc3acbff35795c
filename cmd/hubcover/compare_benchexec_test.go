package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends/all"
	"github.com/hubcover/hubcover/instances/families"
)

// What is shipped for BenchExec: a tool-info module, a benchmark definition and
// task definitions with their instances.
const benchexecDir = "benchexec"

// TestBenchExecDefinition reads the definition and looks for what it names.
func TestBenchExecDefinition(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(benchexecDir, "hubcover.xml"))
	if err != nil {
		t.Fatal(err)
	}
	var def struct {
		Tool string `xml:"tool,attr"`
		Runs []struct {
			Name    string   `xml:"name,attr"`
			Options []string `xml:"option"`
		} `xml:"rundefinition"`
		Tasks []struct {
			Include  []string `xml:"include"`
			Property []string `xml:"propertyfile"`
		} `xml:"tasks"`
		Columns []string `xml:"columns>column"`
	}
	if err := xml.Unmarshal(text, &def); err != nil {
		t.Fatal(err)
	}
	if def.Tool != ".hubcover" || len(def.Runs) < 2 || len(def.Columns) != 2 {
		t.Errorf("%+v", def)
	}
	for _, r := range def.Runs {
		if len(r.Options) > 0 && !slices.Contains(backendNames(all.Backends), r.Options[0]) {
			t.Errorf("no backend is named %q", r.Options[0])
		}
	}
	seen := map[string]bool{}
	for _, tasks := range def.Tasks {
		for _, pattern := range tasks.Include {
			files, err := filepath.Glob(filepath.Join(benchexecDir, pattern))
			if err != nil || len(files) == 0 {
				t.Errorf("%s: %d files, %v", pattern, len(files), err)
			}
			for _, f := range files {
				seen[f] = true
			}
		}
		for _, f := range tasks.Property {
			if _, err := os.Stat(filepath.Join(benchexecDir, f)); err != nil {
				t.Error(err)
			}
		}
	}
	for _, task := range benchexecTasks(t) {
		if !seen[task.file] {
			t.Errorf("%s is in no set of the definition", task.file)
		}
	}
}

// The instances are members of families.
func TestBenchExecInstances(t *testing.T) {
	for file, call := range map[string][]string{
		"crown-6.cells":    {"crown", "n=6"},
		"grid-3x4.cells":   {"grid", "rows=3", "cols=4"},
		"complete-3.cells": {"complete", "n=3"},
		"random-12.cells":  {"random-digraph", "n=12", "p=0.5", "seed=1"},
	} {
		inst, err := families.Generate(call[0], call[1:])
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := inst.Relation.WriteCells(&want); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(benchexecDir, "tasks", file))
		if err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not %v (%v)", file, call, err)
		}
	}
}

type benchexecTask struct {
	file     string
	input    string
	options  map[string]any
	expected string // true, false, or done
}

// benchexecTasks reads the task definitions: as much YAML as they have.
func benchexecTasks(t *testing.T) []benchexecTask {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(benchexecDir, "tasks", "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tasks", err)
	}
	var tasks []benchexecTask
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		task := benchexecTask{file: file, options: map[string]any{}, expected: "done"}
		inOptions := false
		for line := range strings.Lines(string(text)) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
			value = strings.Trim(strings.TrimSpace(value), "'")
			switch {
			case inOptions:
				task.options[key] = value
			case key == "options":
				inOptions = true
			case key == "input_files":
				task.input = filepath.Join(benchexecDir, "tasks", value)
			case key == "expected_verdict":
				task.expected = value
			}
		}
		if task.input == "" || len(task.options) == 0 {
			t.Errorf("%s: %+v", file, task)
		}
		tasks = append(tasks, task)
	}
	return tasks
}

// harness stands in for BenchExec: it loads the module with a base class that
// has what ours uses, asks it for the command line, runs that in the caller's
// place, and asks what came of it.
const harness = `
import collections, importlib.util, json, sys, types

base = types.ModuleType("benchexec.tools.template")
class BaseTool2:
    def _version_from_tool(self, executable, arg="--version", line_prefix=""):
        return executable + " " + arg + " " + line_prefix
base.BaseTool2 = BaseTool2
verdicts = types.ModuleType("benchexec.result")
for name, value in dict(DONE="done", UNKNOWN="unknown", ERROR="ERROR", TRUE_PROP="true", FALSE_PROP="false").items():
    setattr(verdicts, "RESULT_" + name, value)
package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
package.result, package.tools, tools.template = verdicts, tools, base
sys.modules.update({"benchexec": package, "benchexec.tools": tools, "benchexec.tools.template": base, "benchexec.result": verdicts})

spec = importlib.util.spec_from_file_location("hubcover", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
tool = module.Tool()

Task = collections.namedtuple("Task", "single_input_file options property_file")
Limits = collections.namedtuple("Limits", "cputime walltime memory")
Code = collections.namedtuple("Code", "value signal")
Run = collections.namedtuple("Run", "exit_code output")

for line in sys.stdin:
    say = json.loads(line)
    if say["do"] == "cmdline":
        answer = tool.cmdline("hubcover", say["options"], Task(say["input"], say["task"], None), Limits(say["cputime"], None, say["memory"]))
    elif say["do"] == "result":
        output = say["output"].splitlines(keepends=True)
        code = Code(say["exit"], None) if say["signal"] is None else Code(None, say["signal"])
        answer = [tool.determine_result(Run(code, output)), tool.get_value_from_output(output, "lower"), tool.get_value_from_output(output, "upper"), tool.get_value_from_output(output, "other")]
    print(json.dumps(answer), flush=True)
`

// TestBenchExecModule has the module make command lines, runs them, and lets it
// judge what they print.
func TestBenchExecModule(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	script := filepath.Join(t.TempDir(), "harness.py")
	if err := os.WriteFile(script, []byte(harness), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-B", script, filepath.Join(benchexecDir, "hubcover.py"))
	cmd.Stderr = os.Stderr
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	answers := json.NewDecoder(out)
	ask := func(what map[string]any, answer any) {
		t.Helper()
		if err := errors.Join(json.NewEncoder(in).Encode(what), answers.Decode(answer)); err != nil {
			t.Fatal(err)
		}
	}
	judge := func(output string, exit int) []any {
		var said []any
		ask(map[string]any{"do": "result", "output": output, "exit": exit, "signal": nil}, &said)
		return said
	}

	for _, task := range benchexecTasks(t) {
		var words []string
		ask(map[string]any{"do": "cmdline", "input": task.input, "task": task.options, "options": []string{"--seed", "1"}, "cputime": 60, "memory": 4e9}, &words)
		if !slices.Contains(words, "59") || !slices.Contains(words, "3600000000") || words[len(words)-1] != "1" {
			t.Errorf("%s: command line %q", task.file, words)
		}
		var said bytes.Buffer
		exit := run(words[1:], strings.NewReader(""), &said, io.Discard)
		if got := judge(said.String(), exit); got[0] != task.expected {
			t.Errorf("%s: %v, want %s; exit code %d of\n%s", task.file, got, task.expected, exit, said.String())
		} else if task.expected == "done" && (got[1] != got[2] || got[1] == nil || got[3] != nil) {
			t.Errorf("%s: bounds %v", task.file, got)
		}
	}

	for _, c := range []struct {
		output string
		exit   int
		want   string
	}{
		{"c hubcover 1\no 7\no 6\nc lower bound 5\ns SATISFIABLE\nv 0 | 1 | 2\n", 10, "unknown"},
		{"c hubcover 1\ns UNKNOWN\n", 0, "unknown"},
		{"s SATISFIABLE\nv 1 | 0 | 0\n", 10, "true"},
		{"s UNSATISFIABLE\n", 20, "false"},
		{"s UNSATISFIABLE\n", 10, "ERROR"}, // the words and the code disagree
		{"s OPTIMUM FOUND\n", 0, "ERROR"},
		{"", 0, "ERROR"},
		{"c hubcover 1\n", 1, "ERROR"},
	} {
		if got := judge(c.output, c.exit); got[0] != c.want {
			t.Errorf("%q with exit code %d: %v, want %s", c.output, c.exit, got[0], c.want)
		}
	}
	if got := judge("o 7\no 6\nc lower bound 5\n", 0); got[1] != "5" || got[2] != "6" {
		t.Errorf("bounds %v", got)
	}
	var killed []any
	ask(map[string]any{"do": "result", "output": "s SATISFIABLE\n", "exit": 10, "signal": 9}, &killed)
	if killed[0] != "ERROR" {
		t.Errorf("killed: %v", killed)
	}
}
