package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hubcover/hubcover/backends"
	"github.com/hubcover/hubcover/backends/backendtest"
	"github.com/hubcover/hubcover/backends/plugin"
	"github.com/hubcover/hubcover/cmd/hubcover/internal/config"
	"github.com/hubcover/hubcover/cmd/hubcover/schema"
	"github.com/hubcover/hubcover/encode/pb"
)

// What backends and backends test write is what their schema says.
func TestBackendsSchema(t *testing.T) {
	for _, args := range [][]string{
		{"backends", "--json"},
		{"backends", "--json", "--plugin", "json:no-such-program-anywhere"},
		{"backends", "test", "exhaust", "--json", "--only", "Corpus,Objective"},
	} {
		code, out, errs := try(args...)
		if code != answered {
			t.Fatalf("%q: exit code %d: %s", args, code, errs)
		}
		if err := newValidator(schema.Backends).record([]byte(out)); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
	const good = `{"schema":"hubcover.backends/1","backends":[{"name":"a","doc":"b","available":false,"version":"","install":"c","protocol":"","plugin":true,"abilities":["proof"],"off":[]}]}`
	for change, ok := range map[string]bool{
		`"proof"`: true, `"speed"`: false, `"proof","problem":3`: false, `"proof"],"shade":["x"`: false,
	} {
		err := newValidator(schema.Backends).record([]byte(strings.Replace(good, `"proof"`, change, 1)))
		if (err == nil) != ok {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// Every message of a conversation is what the schema of plugins says, and so are
// those that the manual shows.
func TestPluginSchema(t *testing.T) {
	var messages [][]byte
	linear := backendtest.RandomLinear(6, 5, 1, true)
	for _, f := range []*pb.Formula{backendtest.Pigeonhole(3, 2), backendtest.Pigeonhole(3, 3), linear} {
		messages = append(messages, conversation(t, f)...)
	}
	text := pluginsTopic().Long
	for at := strings.Index(text, `{"`); at >= 0; at = strings.Index(text, `{"`) {
		text = text[at:]
		var m json.RawMessage
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&m); err == nil {
			for _, word := range []string{`{"hello"`, `{"solve"`, `{"answer"`, `{"error"`} {
				if bytes.HasPrefix(m, []byte(word)) {
					messages = append(messages, m)
				}
			}
		}
		text = text[1:]
	}
	if len(messages) < 3*4+5 {
		t.Fatalf("only %d messages", len(messages))
	}
	for _, m := range messages {
		if err := newValidator(schema.Plugin).record(m); err != nil {
			t.Errorf("%s: %v", m, err)
		}
	}
	for _, bad := range []string{
		`{}`, `{"hello":{}}`, `{"answer":{"status":"perhaps"}}`, `{"answer":{"status":"sat"},"error":{"message":"x"}}`,
		`{"hello":{"protocol":"hubcover.plugin/2"}}`, `{"answer":{"status":"sat","model":[1.5]}}`,
	} {
		if err := newValidator(schema.Plugin).record([]byte(bad)); err == nil {
			t.Errorf("%s passes", bad)
		}
	}
}

// conversation is what hubcover and an honest plugin say to each other about a
// formula, overheard by a shell between them.
func conversation(t *testing.T, f *pb.Formula) [][]byte {
	t.Helper()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, file("liar"))
	}
	if err != nil {
		t.Skip(err)
	}
	spy := fmt.Sprintf("#!/bin/sh\ncat > %[1]s/theirs\n%[1]s/liar honest < %[1]s/theirs > %[1]s/its || exit 1\ncat %[1]s/its\n", dir)
	if err := os.WriteFile(file("spy"), []byte(spy), 0o700); err != nil {
		t.Fatal(err)
	}
	b, err := plugin.New(t.Context(), pluginOf(config.Program{Name: "spy", Protocol: "json", Command: file("spy")}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Solve(t.Context(), f, backends.Options{Proof: new(bytes.Buffer)}); err != nil {
		t.Fatal(err)
	}
	var lines [][]byte
	for _, name := range []string{"theirs", "its"} {
		text, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, bytes.Split(bytes.TrimSpace(text), []byte("\n"))...)
	}
	if len(lines) != 4 {
		t.Fatalf("%d messages: %s", len(lines), lines)
	}
	return lines
}
